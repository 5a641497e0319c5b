/* SPDX-License-Identifier: MIT
 *
 * Curves over one size. The slope at a knot is a harmonic mean of the slopes on both sides, and 0 if these
 * differ in sign, so that no cubic leaves the range of its knots (Fritsch and Carlson 1980, with the means of
 * Fritsch and Butland 1984). */
#include "laws/curve.h"
#include <math.h>
#include <string.h>

size_t twocs_curve_size(size_t n) { return sizeof(twocs_curve) + n * sizeof(twocs_knot); }

static int is_amount(double a) { return isfinite(a) && a > 0; }

static int before(const twocs_knot *a, const twocs_knot *b) {
  return a->x < b->x || (a->x == b->x && a->time < b->time);
}

/* Sorts by size, then time (Shell's sort with Knuth's gaps). */
static void sort(twocs_knot knot[], size_t n) {
  size_t gap = 1;
  while (gap < n / 3) gap = 3 * gap + 1;
  for (; gap; gap /= 3)
    for (size_t i = gap; i < n; i++) {
      const twocs_knot moved = knot[i];
      size_t j = i;
      for (; j >= gap && before(&moved, &knot[j - gap]); j -= gap) knot[j] = knot[j - gap];
      knot[j] = moved;
    }
}

/* Merges sorted measurements into one knot per size: the middle time, or the geometric mean of the two
 * there. */
static size_t merge(twocs_knot knot[], size_t n) {
  size_t kept = 0;
  for (size_t i = 0, end; i < n; i = end) {
    for (end = i + 1; end < n && knot[end].x == knot[i].x;) end++;
    const double low = knot[i + (end - i - 1) / 2].time, high = knot[i + (end - i) / 2].time;
    knot[kept] = knot[i];
    knot[kept].time = low == high ? low : sqrt(low) * sqrt(high);
    knot[kept].y = log2(knot[kept].time);
    kept++;
  }
  return kept;
}

static double width(const twocs_knot *left) { return left[1].x - left[0].x; }
static double secant(const twocs_knot *left) { return (left[1].y - left[0].y) / width(left); }

/* The slope at the end of a parabola through the end knot and the next two, limited so that the cubic stays
 * in range. */
static double end_slope(double h, double next_h, double d, double next_d) {
  const double slope = ((2 * h + next_h) * d - h * next_d) / (h + next_h);
  if (slope * d <= 0) return 0;
  return d * next_d <= 0 && fabs(slope) > fabs(3 * d) ? 3 * d : slope;
}

static double inner_slope(const twocs_knot *at) {
  const double h = width(at - 1), next_h = width(at), d = secant(at - 1), next_d = secant(at);
  if (d * next_d <= 0) return 0;
  const double weight = 2 * next_h + h, next_weight = next_h + 2 * h;
  return (weight + next_weight) / (weight / d + next_weight / next_d);
}

static void find_slopes(twocs_knot knot[], size_t n) {
  for (size_t i = 1; i + 1 < n; i++) knot[i].slope = inner_slope(knot + i);
  if (n == 2) knot[0].slope = knot[1].slope = secant(knot);
  if (n < 3) return;
  const twocs_knot *last = knot + n - 2;
  knot[0].slope = end_slope(width(knot), width(knot + 1), secant(knot), secant(knot + 1));
  knot[n - 1].slope = end_slope(width(last), width(last - 1), secant(last), secant(last - 1));
}

size_t twocs_curve_init(twocs_curve *curve, size_t n, const double byte[], const double time[]) {
  for (size_t i = 0; i < n; i++)
    if (!is_amount(byte[i]) || !is_amount(time[i])) return i + 1;
  for (size_t i = 0; i < n; i++)
    curve->knot[i] = (twocs_knot){.byte = byte[i], .time = time[i], .x = log2(byte[i])};
  sort(curve->knot, n);
  curve->knots = merge(curve->knot, n);
  find_slopes(curve->knot, curve->knots);
  return 0;
}

/* The cubic from one knot to the next, clamped so that rounding stays in range too. */
static double between(const twocs_knot *left, double x) {
  const twocs_knot *right = left + 1;
  const double h = width(left), d = secant(left), u = x - left->x;
  const double square = (3 * d - 2 * left->slope - right->slope) / h;
  const double cube = (left->slope + right->slope - 2 * d) / (h * h);
  const double y = left->y + u * (left->slope + u * (square + u * cube));
  return exp2(fmin(fmax(y, fmin(left->y, right->y)), fmax(left->y, right->y)));
}

static double read_knots(const twocs_knot knot[], size_t n, double byte, int *beyond) {
  const double x = byte > 0 ? log2(byte) : byte <= 0 ? -(double)INFINITY : byte;
  int unused;
  beyond = beyond ? beyond : &unused;
  *beyond = 0;
  if (!n || isnan(x)) return (double)NAN;
  const twocs_knot *last = knot + n - 1;
  if (x < knot->x) return *beyond = TWOCS_BEYOND_BYTE, knot->time;
  if (x > last->x) return *beyond = TWOCS_BEYOND_BYTE, last->time * (byte / last->byte);
  size_t low = 0, high = n; /* knot[low].x <= x < knot[high].x */
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    if (knot[middle].x <= x)
      low = middle;
    else
      high = middle;
  }
  return x == knot[low].x ? knot[low].time : between(knot + low, x);
}

double twocs_curve_at(const twocs_curve *curve, double byte, int *beyond) {
  return read_knots(curve->knot, curve->knots, byte, beyond);
}

/* The cubic over the gap depends on two knots on each side. */
double twocs_curve_leave_out(const twocs_curve *curve, size_t i, int *beyond) {
  twocs_knot around[4];
  size_t n = 0;
  for (size_t j = i < 2 ? 0 : i - 2; j < curve->knots && j <= i + 2; j++)
    if (j != i) around[n++] = curve->knot[j];
  find_slopes(around, n);
  return read_knots(around, n, curve->knot[i].byte, beyond);
}
