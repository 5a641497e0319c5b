/* SPDX-License-Identifier: MIT
 *
 * The best rows of each kind, in one pass over all the grids that make up a set of points. A row is kept
 * under its point's number in the set, not in the grid. */
#include "evaluate/conditions.h"
#include "evaluate/kept.h"
#include "evaluate/loops.h"
#include "rows/rows.h"
#include <math.h>
#include <string.h>

static size_t value_of(const twocs_kinds_axis *axis, size_t row) { return row / axis->stride % axis->size; }

static size_t kind_of(const twocs_kinds_sink *to, size_t row) {
  double kind = 0;
  for (int a = 0; a < to->axes; a++)
    if (to->axis[a].kind) kind += to->axis[a].kind[value_of(&to->axis[a], row)];
  return (size_t)kind;
}
static size_t place_of(const twocs_kinds_sink *to, size_t row) {
  double place = 0;
  for (int a = 0; a < to->axes; a++) place += to->axis[a].place[value_of(&to->axis[a], row)];
  return (size_t)place;
}

static size_t heaps_of(const twocs_kinds_sink *to) { return 2 * (size_t)to->kinds + 1; }

static size_t rows_of(const twocs_kinds_sink *to) {
  return (size_t)to->kinds * (to->keep + to->sure) + to->first;
}

size_t twocs_kinds_size(const twocs_kinds_sink *to) {
  const size_t kinds = (size_t)to->kinds;
  return (size_t)to->parts *
         (sizeof *to->fits + sizeof *to->best + heaps_of(to) * sizeof *to->heap +
          rows_of(to) * sizeof(twocs_kept) + kinds * (sizeof *to->limit + sizeof *to->left));
}

/* The limits of a part's kinds have changed, and must be found again. */
static void limits_change(const twocs_kinds_sink *to, int part) {
  for (int k = 0; k < to->kinds; k++) to->limit[part * to->kinds + k] = (double)NAN;
}

void twocs_kinds_init(twocs_kinds_sink *to, void *memory) {
  const size_t parts = (size_t)to->parts, kinds = (size_t)to->kinds, heaps = heaps_of(to);
  to->heap = memory;
  to->best = (double *)(to->heap + parts * heaps);
  to->fits = (size_t *)(to->best + parts);
  twocs_kept *kept = (twocs_kept *)(to->fits + parts);
  for (size_t i = 0; i < parts * heaps; i++) {
    const size_t h = i % heaps, keep = h < kinds ? to->keep : h < 2 * kinds ? to->sure : to->first;
    to->heap[i] = (twocs_heap){0, keep, kept};
    kept += keep;
  }
  to->limit = (double *)kept;
  to->left = memset(to->limit + parts * kinds, 0, parts * kinds);
  for (size_t p = 0; p < parts; p++) to->best[p] = HUGE_VAL, to->fits[p] = 0, limits_change(to, (int)p);
}

/* A part, as one kind sees it. */
typedef struct side {
  double *best;
  twocs_heap *kept, *sure, *first;
  unsigned char *left;
} side;

static side side_of(const twocs_kinds_sink *to, int part, size_t kind) {
  const size_t kinds = (size_t)to->kinds;
  twocs_heap *heap = to->heap + (size_t)part * heaps_of(to);
  return (side){to->best + part, heap + kind, heap + kinds + kind, heap + 2 * kinds,
                to->left + (size_t)part * kinds + kind};
}

/* A bound and a value, or a value and its share of the best one, are sums in different orders, which may
 * differ in the last bits. */
static const double close = 1e-9;

static double larger(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }

/* The greatest value that is near the best one; if the best one is on the other side of 0, all values are
 * near. */
static double near_of(const twocs_kinds_sink *to, double best) {
  const double share = (1 + to->near) * (1 + close);
  return best > 0 && !to->most ? best * share : best < 0 && to->most ? best / share : HUGE_VAL;
}

static double worst_of(const twocs_heap *heap) {
  return heap->keep && heap->count == heap->keep ? heap->kept[0].value : HUGE_VAL;
}

/* A value of this kind above the limit is not asked for. */
static double limit_of(const twocs_kinds_sink *to, int part, size_t kind) {
  double *limit = &to->limit[(size_t)part * (size_t)to->kinds + kind];
  if (isnan(*limit)) {
    const side s = side_of(to, part, kind);
    const double asked = larger(near_of(to, *s.best), larger(worst_of(s.sure), worst_of(s.first)));
    *limit = smaller(worst_of(s.kept), asked);
  }
  return *limit;
}

/* The least value that is possible with this bound; bound 0: nothing is known. */
static double least_of(const twocs_kinds_sink *to, double bound) {
  const double none = -HUGE_VAL, least = (to->most ? -bound : bound) - close * fabs(bound);
  return bound == 0 ? none : least;
}

/* The axes that add to the kinds of a block's rows and move in it, and what the others add. */
typedef struct kinds_of_block {
  const twocs_kinds_axis *moving[TWOCS_AXES_MOST];
  int count;
} kinds_of_block;

static size_t kinds_find(const twocs_kinds_sink *to, const twocs_block *block, kinds_of_block *kinds) {
  const size_t first = twocs_block_row(block, 0), last = twocs_block_row(block, block->n - 1);
  double still = 0;
  kinds->count = 0;
  for (const twocs_kinds_axis *a = to->axis; a < to->axis + to->axes; a++) {
    if (!a->kind) continue;
    if (value_of(a, first) == value_of(a, last))
      still += a->kind[value_of(a, first)];
    else
      kinds->moving[kinds->count++] = a;
  }
  return (size_t)still;
}

/* The greatest limit of the kinds that the axes from `axis` on add to `kind`; infinite if one of them has
 * left out no row before. */
static double limit_of_kinds(const twocs_kinds_sink *to, int part, const kinds_of_block *kinds, int axis,
                             size_t kind) {
  if (axis == kinds->count)
    return to->left[(size_t)part * (size_t)to->kinds + kind] ? limit_of(to, part, kind) : HUGE_VAL;
  const twocs_kinds_axis *moving = kinds->moving[axis];
  double limit = -HUGE_VAL, before = -1;
  for (size_t i = 0; i < moving->size && limit < HUGE_VAL; i++) {
    if (moving->kind[i] != before)
      limit = larger(limit, limit_of_kinds(to, part, kinds, axis + 1, kind + (size_t)moving->kind[i]));
    before = moving->kind[i];
  }
  return limit;
}

static double limit_of_block(const twocs_kinds_sink *to, int part, const twocs_block *block) {
  kinds_of_block kinds;
  const size_t still = kinds_find(to, block, &kinds);
  return limit_of_kinds(to, part, &kinds, 0, still);
}

/* 1 if no row's value can be within the limit. It includes rows that do not meet the conditions, which is
 * quicker. */
static int none_within(const twocs_kinds_sink *to, const twocs_block *block, int want, double limit) {
  const twocs_cells *bound = &block->value[want];
  double low, high;
  twocs_loops_here()->extremes(bound->step ? block->n : 1, bound->value, &low, &high);
  return low > 0 && least_of(to, to->most ? high : low) > limit;
}

/* Whether the bound is within the limit of the row's kind; if not, notes that a row was left out. */
static int may_enter(const twocs_kinds_sink *to, int part, const twocs_block *block, int want, size_t r) {
  const size_t kind = kind_of(to, twocs_block_row(block, r));
  const int out = least_of(to, twocs_block_value(block, want, r)) > limit_of(to, part, kind);
  to->left[(size_t)part * (size_t)to->kinds + kind] |= (unsigned char)out;
  return !out;
}

/* Whether a row that meets the conditions may enter. */
static int any_may_enter(const twocs_kinds_sink *to, int part, const twocs_block *block, int want,
                         double limit, const unsigned char ok[]) {
  for (size_t r = 0; r < block->n; r++)
    if (ok[r] && !(least_of(to, twocs_block_value(block, want, r)) > limit) &&
        may_enter(to, part, block, want, r))
      return 1;
  return 0;
}

/* Beyond a finite limit no row enters, and each of the block's kinds is known to leave rows out. So of these
 * rows only the number that meet the conditions is still noted. */
int twocs_sift_kinds(void *sink, int part, int time, const twocs_block *block) {
  const twocs_kinds_sink *to = sink;
  const int bound = to->bound[time];
  const double limit = bound < 0 ? HUGE_VAL : limit_of_block(to, part, block);
  if (bound >= 0 && none_within(to, block, bound, limit)) {
    to->fits[part] += twocs_conditions_rows(&to->where, block);
    return 0;
  }
  unsigned char ok[TWOCS_BLOCK_MOST];
  twocs_conditions_hold(&to->where, block, ok);
  const size_t fits = twocs_conditions_count(ok, block->n);
  if (fits && (bound < 0 || any_may_enter(to, part, block, bound, limit, ok))) return 1;
  to->fits[part] += fits; /* rows of a block that is not taken */
  return 0;
}

static void offer(twocs_heap *heap, twocs_kept row) {
  twocs_kept_offer(heap->kept, &heap->count, heap->keep, row);
}

static void take(const twocs_kinds_sink *to, int part, size_t row, double value) {
  const size_t kind = kind_of(to, row);
  const side s = side_of(to, part, kind);
  if (value > limit_of(to, part, kind)) {
    *s.left = 1;
    return;
  }
  const twocs_kept taken = {value, place_of(to, row)};
  offer(s.kept, taken), offer(s.sure, taken), offer(s.first, taken);
  *s.best = smaller(*s.best, value);
  limits_change(to, part);
}

void twocs_take_kinds(void *sink, int part, const twocs_block *block) {
  const twocs_kinds_sink *to = sink;
  unsigned char ok[TWOCS_BLOCK_MOST];
  const double sign = to->most ? -1 : 1;
  twocs_conditions_hold(&to->where, block, ok);
  for (size_t r = 0; r < block->n; r++) {
    if (!ok[r]) continue;
    const double value = sign * twocs_block_value(block, to->want, r);
    to->fits[part]++;
    if (!isnan(value)) take(to, part, twocs_block_row(block, r), value);
  }
}

size_t twocs_kinds_merge(const twocs_kinds_sink *to, int kind, twocs_kept result[], int *left) {
  size_t count = 0;
  *left = 0;
  for (int p = 0; p < to->parts; p++) {
    const side s = side_of(to, p, (size_t)kind);
    for (size_t i = 0; i < s.kept->count; i++) twocs_kept_offer(result, &count, to->keep, s.kept->kept[i]);
    *left |= *s.left;
  }
  *left &= count < to->keep;
  twocs_kept_sort(result, count, to->most);
  return count;
}
