/* SPDX-License-Identifier: MIT
 *
 * What a result rests on. A result is a sum, a maximum or a minimum of times, so it grows by the same factor
 * as all times together. The times that make it grow are found from the result down to the slots: a column's
 * part of the result is given to the columns that it reads, each by how much the column grows when that one
 * grows, one after the other, so that the parts add up to the whole, also at a tie. A time hidden by another
 * one has no part. What no slot gave remains, and counts as assumed.
 *
 * The growth is a root of the rounding error: small enough to pass no corner, large enough to be seen. */
#include "evaluate/shares.h"
#include "evaluate/support.h"
#include <math.h>
#include <string.h>

enum { CELLS = 4, ROWS = CELLS * CELL, CONE_MOST = 1024, READS_MOST = 256 };
static const double growth = 0x1p-16, seen = 0x1p-24; /* seen: less than this share is rounding */
static const double nothing[ROWS];

typedef struct pass {
  const twocs_plan *plan;
  const struct constants *known;
  const twocs_cells *in; /* all rows, by column; */
  twocs_cells *at;       /* and these rows, as a formula sees them */
  size_t cells, first;   /* of these rows */
  const short *dependencies;
  int count;
  short place[COLUMNS]; /* in the dependencies; -1: outside of it */
  double part[CONE_MOST][ROWS];
} pass;

/* The parts of the result from a family's slots, or from all slots: by word, and how far the farthest slot is
 * beyond its basis. */
typedef struct parts {
  double by[TWOCS_WORDS][ROWS], farthest[ROWS];
} parts;

struct reading twocs_dependencies(int support) {
  const struct support *s = &twocs_supports[support];
  const short *list = twocs_read_list + twocs_read_begin[s->column];
  int count = 1;
  while (list[count - 1] != s->result) count++;
  return (struct reading){list, NULL, count};
}

static twocs_cells here(const pass *p, int column) {
  const twocs_cells all = p->in[column];
  return (twocs_cells){all.value + p->first / CELL * all.step, all.step};
}

static double value_at(twocs_cells cells, size_t r) { return cells.value[r / CELL * cells.step + r % CELL]; }

/* Whether a column is needed and is not a constant 0. */
static int counts(const pass *p, int column) { return p->known->asked[column] && !p->known->zero[column]; }

/* A column's part for each second of its time; 0 if it has none. */
static int rates(const pass *p, int i, double rate[]) {
  const twocs_cells own = here(p, p->dependencies[i]);
  int any = 0;
  for (size_t r = 0; r < p->cells * CELL; r++) {
    const double value = value_at(own, r), part = p->part[i][r];
    rate[r] = part != 0 && value > 0 ? part / value : 0;
    any |= rate[r] != 0;
  }
  return any;
}

static void hand_formula(pass *p, int k, const double rate[]) {
  const struct reading read = twocs_reading(p->plan, k);
  double grown[READS_MOST][ROWS], now[ROWS], before[ROWS];
  int grows[READS_MOST], reads = 0;
  for (int i = 0; i < read.count; i++) {
    const int from = read.column[i], idle = read_is_idle(p->known, k, from);
    p->at[from] = idle ? (twocs_cells){nothing, 0} : here(p, from);
    if (!idle && p->place[from] >= 0 && counts(p, from)) grows[reads++] = from;
  }
  twocs_row_of[k](p->cells, p->at, before);
  for (int i = 0; i < reads; i++) {
    const int from = grows[i];
    double *part = p->part[p->place[from]];
    for (size_t r = 0; r < p->cells * CELL; r++) grown[i][r] = value_at(p->at[from], r) * (1 + growth);
    p->at[from] = (twocs_cells){grown[i], CELL};
    twocs_row_of[k](p->cells, p->at, now);
    for (size_t r = 0; r < p->cells * CELL; r++) part[r] += rate[r] * ((now[r] - before[r]) / growth);
    memcpy(before, now, sizeof before);
  }
}

static void hand_sum(pass *p, const struct total *t, const double rate[]) {
  for (int row = 0; row < t->rows; row++) {
    const short weighs = t->weight[row * t->stride], from = t->value[row * t->stride];
    if (!twocs_total_has(t, row) || p->place[from] < 0 || !counts(p, from)) continue;
    if (weighs >= 0 && !counts(p, weighs)) continue;
    double *part = p->part[p->place[from]];
    const twocs_cells value = here(p, from);
    for (size_t r = 0; r < p->cells * CELL; r++)
      part[r] += rate[r] * (weighs < 0 ? 1 : value_at(here(p, weighs), r)) * value_at(value, r);
  }
}

/* The size for which a row asks a slot. */
static double size_at(const pass *p, const int column[TWOCS_SIZE_COLUMNS], size_t r) {
  double size = 1;
  for (int i = 0; i < TWOCS_SIZE_COLUMNS && column[i] >= 0; i++) size *= value_at(here(p, column[i]), r);
  return size;
}

static const twocs_basis *basis_of(const twocs_plan *plan, int slot) {
  const twocs_bases *bases = plan->bases;
  return bases->of[slot] ? &bases->basis[bases->of[slot] - 1] : NULL;
}

static int is_measured(const twocs_basis *basis, int size) {
  return basis && (isfinite(basis->least[size]) || isfinite(basis->most[size]));
}

/* Adds a slot's part to its word. */
static void gather_slot(const pass *p, int i, parts *all, parts *family) {
  const twocs_basis *basis = basis_of(p->plan, p->dependencies[i]);
  int column[TWOCS_SIZES][TWOCS_SIZE_COLUMNS];
  twocs_slot_sizes(p->dependencies[i], column);
  for (size_t r = 0; r < p->cells * CELL; r++) {
    const double part = p->part[i][r];
    if (part == 0) continue;
    double far = 1;
    for (int s = 0; s < TWOCS_SIZES; s++)
      if (column[s][0] >= 0 && is_measured(basis, s))
        far = fmax(far, twocs_beyond(basis, s, size_at(p, column[s], r)));
    const twocs_support_word word = !basis ? TWOCS_ASSUMED : far > 1 ? basis->otherwise : basis->word;
    far = fmin(far, 1e300);
    all->by[word][r] += part, family->by[word][r] += part;
    all->farthest[r] = fmax(all->farthest[r], far), family->farthest[r] = fmax(family->farthest[r], far);
  }
}

/* The shares of the words, which add up to 1; the rest of the result counts as assumed. If there is nothing
 * to share, all is inside for a family, and all is assumed for everything. */
static void shares_of(const parts *of, size_t r, double whole, int any, double share[TWOCS_WORDS]) {
  double sum = 0, rest = whole;
  for (int w = 0; w < TWOCS_WORDS; w++) share[w] = fmax(of->by[w][r], 0), rest -= of->by[w][r];
  if (any && rest > seen * whole) share[TWOCS_ASSUMED] += rest;
  for (int w = 0; w < TWOCS_WORDS; w++) sum += share[w];
  const int empty = !(sum > seen * whole && isfinite(sum));
  for (int w = 0; w < TWOCS_WORDS; w++) share[w] = empty ? 0 : share[w] / sum;
  if (empty) share[any ? TWOCS_ASSUMED : TWOCS_INSIDE] = 1;
}

static double worst(const double share[TWOCS_WORDS]) {
  int word = TWOCS_ASSUMED;
  while (word > TWOCS_INSIDE && share[word] < TWOCS_CARRIES) word--;
  return word;
}

static void write(const struct support *s, const parts *of, size_t rows, const double whole[], double out[]) {
  for (size_t r = 0; r < rows; r++) {
    double share[TWOCS_WORDS];
    shares_of(of, r, whole[r], s->family < 0, share);
    out[r] = s->part == SUPPORT_WORST      ? worst(share)
             : s->part == SUPPORT_FARTHEST ? of->farthest[r]
                                           : share[s->part];
  }
}

static void parts_init(parts *p) {
  memset(p, 0, sizeof *p);
  for (int r = 0; r < ROWS; r++) p->farthest[r] = 1;
}

/* Hands parts down from the result, the last of the dependencies, to the slots. */
static void hand_down(pass *p, int result, double whole[]) {
  memset(p->part, 0, (size_t)p->count * sizeof *p->part);
  for (size_t r = 0; r < p->cells * CELL; r++)
    whole[r] = p->part[p->count - 1][r] = counts(p, result) ? value_at(here(p, result), r) : 0;
  for (int i = p->count - 1; i >= 0; i--) {
    const int k = p->dependencies[i];
    const struct filler filler = twocs_filler[k];
    double rate[ROWS];
    if (filler.by == BY_LAW || !counts(p, k) || !rates(p, i, rate)) continue;
    if (filler.by == BY_SUM)
      hand_sum(p, &twocs_totals[filler.at], rate);
    else
      hand_formula(p, k, rate);
  }
}

static void some_rows(pass *p, int result, size_t rows, double *const out[]) {
  parts all, family[TWOCS_FAMILIES];
  double whole[ROWS];
  parts_init(&all);
  for (int f = 0; f < TWOCS_FAMILIES; f++) parts_init(&family[f]);
  hand_down(p, result, whole);
  for (int i = 0; i < p->count; i++)
    if (twocs_filler[p->dependencies[i]].by == BY_LAW && counts(p, p->dependencies[i]))
      gather_slot(p, i, &all, &family[twocs_slots[twocs_filler[p->dependencies[i]].at].family]);
  for (int s = 0; s < twocs_support_count; s++)
    if (out[s])
      write(&twocs_supports[s], twocs_supports[s].family < 0 ? &all : &family[twocs_supports[s].family], rows,
            whole, out[s] + p->first);
}

void twocs_shares_fill(const twocs_plan *plan, const struct constants *known, int result,
                       const twocs_cells in[], size_t n, double *const out[]) {
  twocs_cells at[COLUMNS];
  int s = 0;
  while (twocs_supports[s].result != result) s++;
  const struct reading dependencies = twocs_dependencies(s);
  pass p = {.plan = plan,
            .known = known,
            .in = in,
            .at = at,
            .dependencies = dependencies.column,
            .count = dependencies.count};
  memset(p.place, -1, sizeof p.place);
  for (int i = 0; i < dependencies.count; i++) p.place[dependencies.column[i]] = (short)i;
  for (p.first = 0; p.first < n; p.first += ROWS) {
    const size_t rows = n - p.first < ROWS ? n - p.first : ROWS;
    p.cells = (rows + CELL - 1) / CELL;
    some_rows(&p, result, rows, out);
  }
}
