/* SPDX-License-Identifier: MIT */
/* Repeats until the median is stable. The interval of the median comes from order statistics, which assume
 * nothing about the distribution of times: it has one long tail, and sometimes two peaks. */
#include "measure.h"
#include <math.h>
#include <string.h>

enum { SAMPLES_MOST = 2000, SAMPLES_LEAST = 7, SAMPLES_FEW = 3, RUNS_MOST = 1000000 };

/* A share of the budget that is always spent, because a quiet moment does not show that the median is
 * stable. */
#define BUDGET_LEAST 0.1

const twocs_patience twocs_patience_usual = {0.02, 0.5, 1e-3};

double twocs_median(const double sorted[], size_t n) { return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2; }

/* From the binomial distribution of how many samples are below the true median, in its normal limit. */
double twocs_median_spread(const double sorted[], size_t n) {
  const double low = floor((double)n / 2 - 0.98 * sqrt((double)n));
  const size_t first = low > 0 ? (size_t)low : 0, last = n - 1 - first;
  return (sorted[last] - sorted[first]) / 2 / twocs_median(sorted, n);
}

static void insert(double sorted[], size_t n, double x) {
  size_t at = n;
  while (at > 0 && sorted[at - 1] > x) at--;
  memmove(sorted + at + 1, sorted + at, (n - at) * sizeof *sorted);
  sorted[at] = x;
}

/* Warms up, and finds how many runs a sample needs; NaN: stopped. */
static double runs_of_sample(twocs_timer *timer, void *context, double sample, double *last) {
  double runs = 1;
  for (;;) {
    *last = timer(context, runs);
    if (isnan(*last)) return *last;
    if (*last >= sample || runs >= RUNS_MOST) return runs;
    const double more = *last > 0 ? 1.2 * sample / *last : 10;
    runs = fmin(ceil(runs * fmin(fmax(more, 1.5), 10)), RUNS_MOST);
  }
}

static int is_enough(const double sorted[], size_t n, double spent, const twocs_patience *patience) {
  if (n >= SAMPLES_MOST) return 1;
  if (spent >= patience->budget) return n >= SAMPLES_FEW;
  if (n < SAMPLES_LEAST || spent < patience->budget * BUDGET_LEAST) return 0;
  return twocs_median_spread(sorted, n) <= patience->tolerance;
}

int twocs_measure(twocs_timer *timer, void *context, const twocs_patience *patience,
                  twocs_measurement *found) {
  double sorted[SAMPLES_MOST], spent;
  const double runs = runs_of_sample(timer, context, patience->sample, &spent);
  size_t n = 0;
  if (isnan(runs)) return 0;
  do {
    const double time = timer(context, runs);
    if (isnan(time)) return 0;
    insert(sorted, n++, time / runs);
    spent += time;
  } while (!is_enough(sorted, n, spent, patience));
  *found = (twocs_measurement){twocs_median(sorted, n), sorted[0], twocs_median_spread(sorted, n), (double)n};
  return 1;
}
