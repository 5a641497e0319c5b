/* SPDX-License-Identifier: MIT */
/* How often to repeat. A sample is the time of one run, averaged over as many runs as a clock needs; samples
 * are taken until their median is known well enough. Everything that takes time is in one function, so tests
 * measure an artificial one. */
#ifndef TWOCS_PROFILE_MEASURE_H
#define TWOCS_PROFILE_MEASURE_H
#include <stddef.h>

typedef struct twocs_patience {
  double tolerance; /* stop where the median's interval is this narrow: half its width over the median */
  double budget;    /* seconds of measured time after which to stop anyway */
  double sample;    /* seconds that one sample lasts at least */
} twocs_patience;
extern const twocs_patience twocs_patience_usual;

typedef struct twocs_measurement {
  double median, least, spread; /* seconds, seconds, half the interval's width over the median */
  double repeats;               /* samples */
} twocs_measurement;

/* The seconds that `runs` runs take; NaN: stop. */
typedef double twocs_timer(void *context, double runs);

/* 1: measured; 0: the timer said stop. */
int twocs_measure(twocs_timer *, void *context, const twocs_patience *, twocs_measurement *);

/* Of n sorted samples: the median, and the half width of its 95 % interval divided by the median. */
double twocs_median(const double sorted[], size_t n);
double twocs_median_spread(const double sorted[], size_t n);

#endif
