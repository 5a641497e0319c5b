/* SPDX-License-Identifier: MIT
 *
 * Multilinear interpolation between the knots of a grid, which are found by bisection. */
#include "laws/grid.h"
#include <math.h>
#include <string.h>

size_t twocs_grid_values(int dims, const size_t knots[]) {
  size_t values = 1;
  if (dims < 1 || dims > TWOCS_GRID_DIMS) return 0;
  for (int d = 0; d < dims; d++) {
    if (knots[d] < 2 || knots[d] > TWOCS_GRID_KNOTS) return 0;
    values *= knots[d];
  }
  return values <= TWOCS_GRID_VALUES ? values : 0;
}

static size_t all_knots(int dims, const size_t knots[]) {
  size_t sum = 0;
  for (int d = 0; d < dims; d++) sum += knots[d];
  return sum;
}

size_t twocs_grid_size(int dims, const size_t knots[]) {
  return sizeof(twocs_grid) + (all_knots(dims, knots) + twocs_grid_values(dims, knots)) * sizeof(double);
}

size_t twocs_grid_init(twocs_grid *grid, int dims, const size_t knots[], const double *const knot[],
                       const double log_ratio[]) {
  const size_t values = twocs_grid_values(dims, knots);
  for (int d = 0; d < dims; d++)
    for (size_t i = 0; i < knots[d]; i++)
      if (!(isfinite(knot[d][i]) && knot[d][i] > (i ? knot[d][i - 1] : 0))) return (size_t)d + 1;
  for (size_t i = 0; i < values; i++)
    if (!isfinite(log_ratio[i])) return (size_t)dims + 1;
  double *next = grid->block;
  for (int d = 0; d < dims; d++)
    for (size_t i = 0; i < knots[d]; i++) *next++ = log2(knot[d][i]);
  memcpy(next, log_ratio, values * sizeof *log_ratio);
  grid->dims = dims, grid->values = values;
  for (int d = 0; d < dims; d++) grid->knots[d] = knots[d];
  return 0;
}

/* Finds the two of n knots around x. Returns the first, and sets how far x is on the way to the second. */
static size_t between(const double knot[], size_t n, double x, double *way) {
  size_t i = 0;
  for (size_t end = n - 1; end - i > 1;) {
    const size_t middle = (i + end) / 2;
    if (x >= knot[middle])
      i = middle;
    else
      end = middle;
  }
  const double share = (x - knot[i]) / (knot[i + 1] - knot[i]);
  *way = share < 0 ? 0 : share > 1 ? 1 : share;
  return i;
}

void twocs_grid_around(const twocs_grid *grid, const double size[], size_t at[], double weight[]) {
  const double *knot = grid->block;
  size_t corners = 1;
  at[0] = 0, weight[0] = 1;
  for (int d = 0; d < grid->dims; d++) {
    double way;
    const size_t first = between(knot, grid->knots[d], size[d] > 0 ? log2(size[d]) : -HUGE_VAL, &way);
    for (size_t c = corners; c-- > 0;) {
      const size_t place = at[c] * grid->knots[d] + first;
      const double own = weight[c];
      at[2 * c] = place, weight[2 * c] = own * (1 - way);
      at[2 * c + 1] = place + 1, weight[2 * c + 1] = own * way;
    }
    corners *= 2;
    knot += grid->knots[d];
  }
}

double twocs_grid_log_ratio(const twocs_grid *grid, const double size[]) {
  const double *value = grid->block + all_knots(grid->dims, grid->knots);
  size_t at[1 << TWOCS_GRID_DIMS] = {0};
  double weight[1 << TWOCS_GRID_DIMS] = {0}, sum = 0;
  twocs_grid_around(grid, size, at, weight);
  for (int c = 0; c < 1 << grid->dims; c++) sum += weight[c] * value[at[c]];
  return sum;
}
