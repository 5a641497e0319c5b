/* SPDX-License-Identifier: MIT */
/* Checks that reading a text takes time proportional to its size. The one thing to know: only the ratio of
 * two processor times of this thread counts, so neither a slow nor a busy machine changes the answer. Four
 * times the size is four times the work if it is linear, and sixteen times if it is quadratic. The thread's
 * clock is used, because the clock of a process whose processor time is limited counts whole ticks. */
#ifndef LINEAR_TIME_H
#define LINEAR_TIME_H
#include <math.h>
#include <time.h>

typedef void (*timed_work)(const char *text, size_t size);

static inline double processor_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline double least_time(timed_work work, const char *text, size_t size) {
  double least = (double)INFINITY;
  for (int i = 0; i < 3; i++) {
    const double start = processor_time();
    work(text, size);
    least = fmin(least, processor_time() - start);
  }
  return least;
}

/* The text has 4 * size bytes; work reads its first `size` bytes, or all of it. The sizes are large enough
 * for the clock, and small enough for quadratic work to end. A cold cache can spoil one ratio, but not all of
 * them. */
static inline void assert_linear(timed_work work, const char *text, size_t size) {
  enum { TRIES = 5 };
  double ratio[TRIES];
  for (int i = 0; i < TRIES; i++) {
    const double small = least_time(work, text, size);
    ratio[i] = least_time(work, text, 4 * size) / fmax(small, 20e-6);
    if (ratio[i] < 9) return;
  }
  fail_msg("four times the size took %.1f, %.1f, %.1f, %.1f and %.1f times as long", ratio[0], ratio[1],
           ratio[2], ratio[3], ratio[4]);
}

#endif
