/* SPDX-License-Identifier: MIT
 *
 * Bases: the range of sizes in which something was measured, and the columns that hold the sizes of a
 * slot. */
#include "evaluate/support.h"
#include "rows/items.h"
#include "rows/rows.h"
#include <math.h>
#include <string.h>

enum size {
  SIZE_m,
  SIZE_n,
  SIZE_k,
  SIZE_x,
  SIZE_flop,
  SIZE_byte,
  SIZE_ranks,
  SIZE_per_node,
  SIZE_nodes,
  SIZE_keys,
  SIZE_heads,
  SIZE_shared,
  SIZE_dim,
  SIZE_queries
};
const char *const twocs_size_names[TWOCS_SIZES] = {"m",     "n",      "k",        "x",      "flop",
                                                   "byte",  "ranks",  "per_node", "nodes",  "keys",
                                                   "heads", "shared", "dim",      "queries"};

/* Which items of a family are multiplied for each size; -1 after the last. */
#define NONE                                                                                                 \
  { -1, -1, -1, -1 }
#define ONE(item)                                                                                            \
  { item, -1, -1, -1 }
typedef signed char places[TWOCS_SIZES][TWOCS_SIZE_COLUMNS];
static const places of_gemm = {ONE(GEMM_m),    ONE(GEMM_n), ONE(GEMM_k), ONE(GEMM_x), ONE(GEMM_flop),
                               ONE(GEMM_byte), NONE,        NONE,        NONE,        NONE,
                               NONE,           NONE,        NONE,        NONE},
                    of_stream = {NONE, NONE, NONE, NONE, NONE, ONE(STREAM_byte), NONE, NONE, NONE,
                                 NONE, NONE, NONE, NONE, NONE},
                    of_attention = {NONE,
                                    NONE,
                                    NONE,
                                    NONE,
                                    NONE,
                                    ONE(ATTENTION_byte),
                                    NONE,
                                    NONE,
                                    NONE,
                                    ONE(ATTENTION_keys),
                                    ONE(ATTENTION_heads),
                                    ONE(ATTENTION_shared),
                                    ONE(ATTENTION_dim),
                                    ONE(ATTENTION_queries)},
                    of_grouped = {ONE(GROUPED_m),
                                  ONE(GROUPED_n),
                                  ONE(GROUPED_k),
                                  ONE(GROUPED_x),
                                  ONE(GROUPED_flop),
                                  NONE,
                                  NONE,
                                  NONE,
                                  NONE,
                                  NONE,
                                  NONE,
                                  NONE,
                                  NONE,
                                  NONE},
                    of_call = {NONE,
                               NONE,
                               NONE,
                               NONE,
                               NONE,
                               ONE(CALL_byte),
                               {CALL_n0, CALL_n1, CALL_n2, CALL_n3},
                               ONE(CALL_n0),
                               {CALL_n1, CALL_n2, CALL_n3, -1},
                               NONE,
                               NONE,
                               NONE,
                               NONE,
                               NONE};

int twocs_size_find(const char *name) {
  int i = 0;
  while (i < TWOCS_SIZES && strcmp(twocs_size_names[i], name) != 0) i++;
  return i < TWOCS_SIZES ? i : -1;
}

void twocs_slot_sizes(int slot, int column[TWOCS_SIZES][TWOCS_SIZE_COLUMNS]) {
  const int family = twocs_slots[twocs_filler[slot].at].family;
  const places *of = family == TWOCS_FAMILY_gemm        ? &of_gemm
                     : family == TWOCS_FAMILY_stream    ? &of_stream
                     : family == TWOCS_FAMILY_attention ? &of_attention
                     : family == TWOCS_FAMILY_grouped   ? &of_grouped
                                                        : &of_call;
  for (int s = 0; s < TWOCS_SIZES; s++)
    for (int i = 0; i < TWOCS_SIZE_COLUMNS; i++)
      column[s][i] = (*of)[s][i] < 0 ? -1 : twocs_read_list[twocs_read_begin[slot] + (*of)[s][i]];
}

void twocs_basis_init(twocs_basis *basis, twocs_support_word word) {
  basis->word = word, basis->otherwise = word == TWOCS_INSIDE ? TWOCS_BEYOND : word;
  for (int s = 0; s < TWOCS_SIZES; s++)
    basis->least[s] = -(double)INFINITY, basis->most[s] = (double)INFINITY;
}

double twocs_beyond(const twocs_basis *basis, int size, double value) {
  const double close = 1e-9, least = basis->least[size], most = basis->most[size];
  if (value > most * (1 + close)) return most > 0 ? value / most : (double)INFINITY;
  if (value < least * (1 - close)) return value > 0 ? least / value : (double)INFINITY;
  return 1;
}

int twocs_is_support(int column) {
  return column >= 0 && column < COLUMNS && twocs_filler[column].by == BY_SUPPORT;
}
