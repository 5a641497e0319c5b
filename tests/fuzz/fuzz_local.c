/* SPDX-License-Identifier: MIT */
/* libFuzzer target: any bytes as doubles are refused or become measured rows and a curve; then every answer
 * is finite or, for what is not a number, NaN, and no curve leaves the range of its knots. */
#include "laws/curve.h"
#include "laws/nearby.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 256 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_curve(size_t n, const double byte[], const double time[]) {
  twocs_curve *curve = malloc(twocs_curve_size(n));
  if (!curve) abort();
  if (!twocs_curve_init(curve, n, byte, time)) {
    double least = (double)INFINITY, most = 0;
    for (size_t i = 0; i < n; i++) least = fmin(least, time[i]), most = fmax(most, time[i]);
    for (size_t i = 0; i + 1 < curve->knots; i++) {
      int beyond;
      const double at = twocs_curve_at(curve, curve->knot[i].byte / 2 + curve->knot[i + 1].byte / 2, &beyond);
      if (beyond || !(at >= least * (1 - 1e-12) && at <= most * (1 + 1e-12))) abort();
      if (isnan(twocs_curve_leave_out(curve, i, &beyond))) abort();
    }
  }
  free(curve);
}

static void try_nearby(size_t n, const double x[], const double y[], int group[], int dims, int neighbours) {
  const double *place[TWOCS_NEARBY_DIMS];
  for (int d = 0; d < dims; d++) place[d] = d % 2 ? y : x;
  twocs_nearby *nearby = malloc(twocs_nearby_size(n, dims));
  if (!nearby) abort();
  for (size_t i = 0; i < n; i++) group[i] = (int)(i % 7);
  const int refused = twocs_nearby_init(nearby, n, dims, place, y, group, neighbours) != 0;
  for (size_t i = 0; i < n && !refused; i++) {
    double at[TWOCS_NEARBY_DIMS], nearest;
    for (int d = 0; d < dims; d++) at[d] = place[d][i] + (double)(d % 3);
    const double ratio = twocs_nearby_log_ratio(nearby, at, (int)(i % 8) - 1, &nearest);
    if (isnan(nearest) || nearest < 0 || (isnan(ratio) && fabs(y[i]) < 1e300 && n == 1)) abort();
  }
  free(nearby);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  double x[MOST], y[MOST];
  int group[MOST];
  if (size < 2 + 2 * sizeof *x) return 0;
  const int dims = 1 + data[0] % TWOCS_NEARBY_DIMS, neighbours = 1 + data[1] % TWOCS_NEARBY_MOST;
  size_t n = (size - 2) / (2 * sizeof *x);
  if (n > MOST) n = MOST;
  memcpy(x, data + 2, n * sizeof *x);
  memcpy(y, data + 2 + n * sizeof *y, n * sizeof *y);
  try_curve(n, x, y);
  try_nearby(n, x, y, group, dims, neighbours);
  return 0;
}
