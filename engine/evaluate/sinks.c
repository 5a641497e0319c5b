/* SPDX-License-Identifier: MIT
 *
 * Sinks that keep what they get: columns; and counts of the rows that meet conditions. */
#include "evaluate/conditions.h"
#include "evaluate/loops.h"
#include "rows/rows.h"
#include <string.h>

void twocs_take_columns(void *sink, int part, const twocs_block *block) {
  const twocs_columns_sink *to = sink;
  (void)part;
  for (int i = 0; i < to->wants; i++) {
    double *restrict out = to->out[i] + block->first;
    const double *restrict in = block->value[i].value;
    const int one = block->value[i].step == 0;
    const size_t n = block->n, *restrict offset = block->offset;
    if (offset && one)
      for (size_t r = 0; r < n; r++) out[offset[r]] = in[0];
    else if (offset)
      for (size_t r = 0; r < n; r++) out[offset[r]] = in[r];
    else if (one)
      for (size_t r = 0; r < n; r++) out[r] = in[0];
    else
      memcpy(out, in, n * sizeof *out);
  }
}

static void fulfil(const twocs_condition *condition, size_t n, const double *x, unsigned char ok[]) {
  const double y = condition->value;
  switch (condition->relation) {
  case TWOCS_AT_MOST:
    for (size_t r = 0; r < n; r++) ok[r] &= x[r] <= y;
    break;
  case TWOCS_AT_LEAST:
    for (size_t r = 0; r < n; r++) ok[r] &= x[r] >= y;
    break;
  case TWOCS_BELOW:
    for (size_t r = 0; r < n; r++) ok[r] &= x[r] < y;
    break;
  case TWOCS_ABOVE:
    for (size_t r = 0; r < n; r++) ok[r] &= x[r] > y;
    break;
  case TWOCS_EQUAL:
    for (size_t r = 0; r < n; r++) ok[r] &= x[r] == y;
    break;
  case TWOCS_UNEQUAL:
    for (size_t r = 0; r < n; r++) ok[r] &= (x[r] < y) | (x[r] > y);
    break;
  }
}

void twocs_conditions_hold(const twocs_conditions *where, const twocs_block *block, unsigned char ok[]) {
  memset(ok, 1, block->n);
  for (int i = 0; i < where->count; i++) {
    const twocs_cells *in = &block->value[where->condition[i].want];
    unsigned char all = 1; /* what a constant column gives for every row */
    fulfil(&where->condition[i], in->step ? block->n : 1, in->value, in->step ? ok : &all);
    for (size_t r = 0; !all && r < block->n; r++) ok[r] = 0;
  }
}

/* Eight at a time: a byte has room for the sum of 32 ones, and two bytes have room for eight such sums. */
size_t twocs_conditions_count(const unsigned char ok[], size_t n) {
  static const uint64_t even = 0x00ff00ff00ff00ff, add_up = 0x0001000100010001;
  uint64_t sums = 0, eight;
  size_t r = 0, rest = 0;
  for (; r + sizeof eight <= n; r += sizeof eight) memcpy(&eight, ok + r, sizeof eight), sums += eight;
  for (; r < n; r++) rest += ok[r];
  return (size_t)(((sums & even) + (sums >> 8 & even)) * add_up >> 48) + rest;
}

/* The usual condition, that a case fits into memory, is a single one: a value is at most so much. It has its
 * own loop. */
size_t twocs_conditions_rows(const twocs_conditions *where, const twocs_block *block) {
  unsigned char ok[TWOCS_BLOCK_MOST];
  const twocs_condition *first = where->condition;
  if (where->count == 1 && first->relation == TWOCS_AT_MOST && block->value[first->want].step)
    return twocs_loops_here()->count_at_most(block->n, block->value[first->want].value, first->value);
  twocs_conditions_hold(where, block, ok);
  return twocs_conditions_count(ok, block->n);
}

void twocs_take_count(void *sink, int part, const twocs_block *block) {
  const twocs_count_sink *to = sink;
  unsigned char ok[TWOCS_BLOCK_MOST];
  for (int s = 0; s < to->sets; s++) {
    twocs_conditions_hold(&to->set[s], block, ok);
    to->count[(size_t)part * (size_t)to->sets + (size_t)s] += twocs_conditions_count(ok, block->n);
  }
}

void twocs_count_merge(const twocs_count_sink *sink, int parts, size_t result[]) {
  for (int s = 0; s < sink->sets; s++) {
    result[s] = 0;
    for (int p = 0; p < parts; p++) result[s] += sink->count[(size_t)p * (size_t)sink->sets + (size_t)s];
  }
}
