/* SPDX-License-Identifier: MIT
 * Least, most and sum, whatever the order of the rows. A value is split over two fixed grids of bits; the
 * coarser grid is the one that the largest value needs. The parts on each grid are added up as integers, so
 * the order does not matter (Demmel and Nguyen's reproducible sums, in two bins). A column that an inner axis
 * does not move is counted once for all the rows for which it stays the same. */
#include "evaluate/bits.h"
#include "evaluate/sinks.h"
#include "rows/formula.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { LANES = 8, BITS = 48, UNIT_LEAST = -20, UNIT_MOST = 19 };
__extension__ typedef __int128 wide;

static wide wide_get(const unsigned long long word[2]) {
  wide value;
  memcpy(&value, word, sizeof value);
  return value;
}
static void wide_add(unsigned long long word[2], wide more) {
  const wide value = wide_get(word) + more;
  memcpy(word, &value, sizeof value);
}

static double power_of_two(int exponent) { /* within the range of the grids */
  const uint64_t bits = (uint64_t)(exponent + 1023) << 52;
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* The grid that a size needs: the size is less than half of the next unit, so that unit holds nothing of
 * it. */
static int unit_of(double size) {
  uint64_t bits;
  memcpy(&bits, &size, sizeof bits);
  const int exponent = (int)(bits >> 52 & 2047) - 1022, unit = (exponent + 64 * BITS) / BITS - 64;
  return unit < UNIT_LEAST ? UNIT_LEAST : unit;
}

/* The coarser grid of a part only rises; what is then below both grids is dropped. */
static void unit_raise(twocs_summary_part *part, int unit) {
  static const unsigned long long none[2];
  const int risen = unit - part->unit;
  if (risen <= 0) return;
  memcpy(part->low, risen == 1 ? part->high : none, sizeof none);
  memcpy(part->high, none, sizeof none);
  part->unit = unit;
}

typedef struct splitter {
  double up[2], back[2]; /* adding and taking away `up` rounds to the grid; `back` counts its units */
} splitter;

static splitter splitter_of(int unit) {
  splitter s;
  for (int i = 0; i < 2; i++) {
    s.up[i] = 1.5 * power_of_two(52 + BITS * (unit - i));
    s.back[i] = power_of_two(-BITS * (unit - i));
  }
  return s;
}

/* 1 for a value beyond the grids: not finite, or too large. */
static int beyond(double x) { return !(fabs(x) < HUGE_VAL) || unit_of(x) > UNIT_MOST; }

static void add_one(twocs_summary_part *part, double x, size_t times) {
  if (beyond(x)) {
    part->endless += isnan(x) ? x : copysign(HUGE_VAL, x);
    return;
  }
  unit_raise(part, unit_of(x));
  const splitter s = splitter_of(part->unit);
  const double high = (x + s.up[0]) - s.up[0], rest = x - high, low = (rest + s.up[1]) - s.up[1];
  wide_add(part->high, (wide)(int64_t)(high * s.back[0]) * (int64_t)times);
  wide_add(part->low, (wide)(int64_t)(low * s.back[1]) * (int64_t)times);
}

/* Lanes hold 33 values of at most 2^47 units each, so they are exact. Returns 0 if a value is NaN. */
static int add_block(twocs_summary_part *part, size_t n, const double *x) {
  const splitter s = splitter_of(part->unit);
  const double up = s.up[0], up_low = s.up[1];
  double high[LANES] = {0}, low[LANES] = {0};
  for (size_t j = 0; j < n / LANES; j++)
    for (int u = 0; u < LANES; u++) {
      const double value = x[j * LANES + (size_t)u], on_grid = (value + up) - up, rest = value - on_grid;
      high[u] += on_grid;
      low[u] += (rest + up_low) - up_low;
    }
  for (size_t r = n / LANES * LANES; r < n; r++) {
    const double on_grid = (x[r] + up) - up, rest = x[r] - on_grid;
    high[r % LANES] += on_grid;
    low[r % LANES] += (rest + up_low) - up_low;
  }
  int64_t highs = 0, lows = 0;
  for (int u = 0; u < LANES; u++) {
    if (isnan(low[u])) return 0;
    highs += (int64_t)(high[u] * s.back[0]), lows += (int64_t)(low[u] * s.back[1]);
  }
  wide_add(part->high, highs);
  wide_add(part->low, lows);
  return 1;
}

static void bounds_widen(twocs_summary_part *part, double least, double most) {
  part->least = smaller(least, part->least);
  part->most = larger(most, part->most);
}

static void release(twocs_summary_part *part) {
  if (part->holds) add_one(part, part->held, part->holds);
  part->holds = 0;
}

/* -0 and 0 are different values here. */
static void hold(twocs_summary_part *part, double x, size_t n) {
  if (part->holds && !same_bits(part->held, x)) release(part);
  bounds_widen(part, x, x);
  part->held = x;
  part->holds += n;
}

/* By halves, so that every pass is a loop over vectors. Each pass writes all that the next one reads, which
 * the analyzer does not see. NOLINTBEGIN(clang-analyzer-core.*) */
static double least_of(size_t n, const double *x) {
  double half[TWOCS_BLOCK_MOST];
  for (; n > 1; x = half) {
    const size_t kept = (n + 1) / 2;
    for (size_t r = 0; r < n - kept; r++) half[r] = smaller(x[r], x[r + kept]);
    if (n % 2) half[kept - 1] = x[kept - 1];
    n = kept;
  }
  return x[0];
}

static double most_of(size_t n, const double *x) {
  double half[TWOCS_BLOCK_MOST];
  for (; n > 1; x = half) {
    const size_t kept = (n + 1) / 2;
    for (size_t r = 0; r < n - kept; r++) half[r] = larger(x[r], x[r + kept]);
    if (n % 2) half[kept - 1] = x[kept - 1];
    n = kept;
  }
  return x[0];
}
/* NOLINTEND(clang-analyzer-core.*) */

static void take_values(twocs_summary_part *part, size_t n, const double *x) {
  const double least = least_of(n, x), most = most_of(n, x), size = larger(most, -least);
  if (!isnan(least) && !isnan(most) && !beyond(size)) {
    unit_raise(part, unit_of(size));
    if (add_block(part, n, x)) {
      bounds_widen(part, least, most);
      return;
    }
  }
  for (size_t r = 0; r < n; r++) add_one(part, x[r], 1), bounds_widen(part, x[r], x[r]);
}

void twocs_take_summary(void *sink, int part, const twocs_block *block) {
  const twocs_summary_sink *to = sink;
  twocs_summary_part *own = to->part + (size_t)part * (size_t)to->wants;
  for (int i = 0; i < to->wants; i++) {
    if (!own[i].count)
      own[i] = (twocs_summary_part){.least = HUGE_VAL, .most = -HUGE_VAL, .unit = UNIT_LEAST};
    own[i].count += block->n;
    if (block->value[i].step)
      take_values(&own[i], block->n, block->value[i].value);
    else
      hold(&own[i], block->value[i].value[0], block->n);
  }
}

static void part_add(twocs_summary_part *to, twocs_summary_part *from) {
  if (!from->count) return;
  release(from);
  unit_raise(to, from->unit);
  unit_raise(from, to->unit);
  wide_add(to->high, wide_get(from->high));
  wide_add(to->low, wide_get(from->low));
  to->endless += from->endless;
  to->least = smaller(from->least, to->least);
  to->most = larger(from->most, to->most);
  to->count += from->count;
}

/* Adding 0 turns -0 into 0. */
static twocs_summary summary_of(const twocs_summary_part *part) {
  const double sum = ldexp((double)wide_get(part->high), BITS * part->unit) +
                     ldexp((double)wide_get(part->low), BITS * (part->unit - 1));
  if (part->least > part->most) return (twocs_summary){(double)NAN, (double)NAN, (double)NAN, part->count};
  return (twocs_summary){part->least + 0.0, part->most + 0.0,
                         isnan(part->endless) ? (double)NAN : part->endless + sum, part->count};
}

void twocs_summary_merge(const twocs_summary_sink *sink, int parts, twocs_summary result[]) {
  for (int i = 0; i < sink->wants; i++) {
    twocs_summary_part all = {.least = HUGE_VAL, .most = -HUGE_VAL, .unit = UNIT_LEAST};
    for (int p = 0; p < parts; p++) part_add(&all, &sink->part[(size_t)p * (size_t)sink->wants + (size_t)i]);
    result[i] = summary_of(&all);
  }
}
