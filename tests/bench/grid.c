/* SPDX-License-Identifier: MIT */
/* The evaluator's benchmark: what a point of a grid costs, as a multiple of one division of doubles that a
 * loop measures in the same run. Such ratios carry from machine to machine where nanoseconds do not. */
#define _POSIX_C_SOURCE 200809L
#include "grid.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { REPEATS = 7, DIVISIONS = 1 << 21, KEPT = 20 };

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double median(int n, double value[]) {
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0 && value[j] < value[j - 1]; j--) {
      const double lower = value[j];
      value[j] = value[j - 1], value[j - 1] = lower;
    }
  return value[n / 2];
}

/* Seconds of one division, out of a loop over a block that stays in cache. */
static double division(void) {
  enum { BLOCK = 1024 };
  static double numerator[BLOCK], denominator[BLOCK], quotient[BLOCK];
  static volatile double kept;
  for (int i = 0; i < BLOCK; i++) numerator[i] = 1 + i, denominator[i] = 3 + 0.5 * i;
  const double start = seconds();
  for (int round = 0; round < DIVISIONS / BLOCK; round++) {
    for (int i = 0; i < BLOCK; i++) quotient[i] = numerator[i] / denominator[i];
    numerator[round % BLOCK] += quotient[round % BLOCK];
  }
  const double time = seconds() - start;
  kept = quotient[7];
  (void)kept;
  return time / DIVISIONS;
}

static double grid_time(const int order[GRID_AXES], void *scratch) {
  static twocs_plan plan;
  static grid g;
  const int want[] = {twocs_find("t_step"), twocs_find("mem_byte")};
  static const twocs_condition fits = {1, TWOCS_AT_MOST, 80e9};
  twocs_kept kept[KEPT];
  size_t count = 0;
  twocs_best_sink found = {.want = 0, .where = {1, &fits}, .keep = KEPT, .count = &count, .kept = kept};
  twocs_error error;
  twocs_plan_init(&plan);
  grid_init(&g, order);
  const double start = seconds();
  if (twocs_run(&(twocs_job){.plan = &plan,
                             .base = &g.point,
                             .axes = GRID_AXES,
                             .axis = g.axis,
                             .wants = 2,
                             .want = want,
                             .take = twocs_take_best,
                             .sink = &found,
                             .scratch = scratch},
                &error))
    fprintf(stderr, "bench_grid: %s\n", error.text), exit(1);
  return (seconds() - start) / (double)twocs_rows(GRID_AXES, g.axis);
}

/* ---- How long an innermost axis is. */
static double curve_time(size_t n, double *out[2], void *scratch) {
  enum { MOST = 300, INNER = 4 };
  static const char *const name[INNER] = {"sl", "h", "tp", "flop_vs_bw"};
  static const size_t size[INNER] = {8, 16, 16, MOST};
  static double value[INNER][MOST];
  static twocs_plan plan;
  static grid g;
  const double *values[INNER];
  int field[INNER];
  twocs_axis axis[INNER];
  const int want[] = {twocs_find("f_ser"), twocs_find("t_step")};
  twocs_columns_sink sink = {2, out};
  twocs_error error;
  twocs_plan_init(&plan);
  grid_init(&g, grid_orders[0]);
  for (int a = 0; a < INNER; a++) {
    for (size_t i = 0; i < size[a]; i++) value[a][i] = (a == 0 ? 512 : a == 1 ? 1024 : 1) * (double)(i + 1);
    field[a] = twocs_find(name[a]), values[a] = value[a];
    axis[a] = (twocs_axis){a == INNER - 1 ? n : size[a], 1, &field[a], &values[a]};
  }
  const double start = seconds();
  if (twocs_run(&(twocs_job){.plan = &plan,
                             .base = &g.point,
                             .axes = INNER,
                             .axis = axis,
                             .wants = 2,
                             .want = want,
                             .take = twocs_take_columns,
                             .sink = &sink,
                             .scratch = scratch},
                &error))
    fprintf(stderr, "bench_grid: %s\n", error.text), exit(1);
  return (seconds() - start) / (double)twocs_rows(INNER, axis);
}

static void curve(void *scratch) {
  enum { MOST = 300, POINTS = 8 * 16 * 16 * MOST };
  double *out[2], point[MOST + 2], worst = 0;
  size_t at = 0;
  for (int i = 0; i < 2; i++) {
    out[i] = calloc(POINTS, sizeof **out);
    if (!out[i]) fputs("bench_grid: out of memory\n", stderr), exit(1);
  }
  for (size_t n = 1; n <= MOST + 1; n++) {
    double time[REPEATS];
    const size_t length = n <= MOST ? n : MOST;
    for (int repeat = 0; repeat < REPEATS; repeat++)
      time[repeat] = curve_time(length, out, scratch) / division();
    point[n] = median(REPEATS, time);
    if (n > 1 && n <= MOST && point[n] / point[n - 1] > worst) worst = point[n] / point[n - 1], at = n;
  }
  printf("an innermost axis of n values, outside of it 2048 points; divisions a point\n ");
  for (size_t n = 1; n <= MOST; n += n < 40 ? 3 : n < 124 ? 12 : n < 134 ? 1 : 33)
    printf(" %zu: %.1f", n, point[n]);
  printf("\n  the worst against its neighbour: n = %zu, %.2f x   goal: 1.5\n", at, worst);
  free(out[0]), free(out[1]);
}

/* ---- Two threads: elapsed time, and processor time of both, against one. */
static double elapsed(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double processor(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Sampling: one axis moves many fields, so that nothing is constant and all values must be checked. */
static void sample(int threads, void *scratch) {
  enum { SAMPLES = 1 << 18, FIELDS = 6 };
  static const char *const name[FIELDS] = {"h", "sl", "b", "tp", "flop_vs_bw", "interference"};
  static double value[FIELDS][SAMPLES], out[SAMPLES];
  static twocs_plan plan;
  static grid g;
  const double *values[FIELDS];
  int field[FIELDS];
  double *column = out;
  const int want = twocs_find("t_step");
  twocs_columns_sink sink = {1, &column};
  twocs_error error;
  if (value[0][0] == 0)
    for (int i = 0; i < SAMPLES; i++) {
      const unsigned z = (unsigned)i * 2654435761u >> 8;
      value[0][i] = 128 * (1 + z % 200), value[1][i] = 1 + z % 8191, value[2][i] = 1 + z % 31;
      value[3][i] = 1 << z % 7, value[4][i] = 1 + z % 97 * 0.1, value[5][i] = 1 + z % 89 * 0.01;
    }
  twocs_plan_init(&plan);
  grid_init(&g, grid_orders[0]);
  for (int i = 0; i < FIELDS; i++) field[i] = twocs_find(name[i]), values[i] = value[i];
  const twocs_axis axis = {SAMPLES, FIELDS, field, values};
  if (twocs_run(&(twocs_job){.plan = &plan,
                             .base = &g.point,
                             .axes = 1,
                             .axis = &axis,
                             .wants = 1,
                             .want = &want,
                             .take = twocs_take_columns,
                             .sink = &sink,
                             .threads = threads,
                             .scratch = scratch},
                &error))
    fprintf(stderr, "bench_grid: %s\n", error.text), exit(1);
}

static void two_threads(void *scratch) {
  double faster[REPEATS], dearer[REPEATS];
  for (int repeat = 0; repeat < REPEATS; repeat++) {
    double wall[2], work[2];
    for (int i = 0; i < 2; i++) {
      const double start = elapsed(), used = processor();
      for (int round = 0; round < 2; round++) sample(i + 1, scratch);
      wall[i] = elapsed() - start, work[i] = processor() - used;
    }
    faster[repeat] = wall[0] / wall[1], dearer[repeat] = work[1] / work[0];
  }
  printf("two threads on 2^18 samples, against one: %.2f x as fast (goal: 1.8, on two idle cores); processor "
         "time "
         "%.2f x (goal: 1.1)\n",
         median(REPEATS, faster), median(REPEATS, dearer));
}

int main(void) {
  static const char *const name[] = {"as written", "as tw.sweep orders them", "unlucky"};
  void *scratch = aligned_alloc(128, (twocs_scratch_size(2) + 127) / 128 * 128);
  if (!scratch) return fputs("bench_grid: out of memory\n", stderr), 1;
  printf("the grid, 2,580,480 layouts: the 20 shortest steps that fit into 80 GB; one core\n");
  for (int o = 0; o < 3; o++) {
    double point[REPEATS], ratio[REPEATS];
    for (int repeat = 0; repeat < REPEATS; repeat++) {
      const double before = division();
      point[repeat] = grid_time(grid_orders[o], scratch);
      ratio[repeat] = point[repeat] / ((before + division()) / 2);
    }
    printf("  axes %-24s %6.2f ns %6.1f divisions a point   goal: 8\n", name[o], 1e9 * median(REPEATS, point),
           median(REPEATS, ratio));
  }
  printf("  divisions in the formulas of the innermost level: %d\n", GRID_DIVISIONS);
  curve(scratch);
  if (twocs_threads() > 1) two_threads(scratch);
  free(scratch);
  return 0;
}
