/* SPDX-License-Identifier: MIT */
/* The benchmark's figures of the engine: against C loops written by hand for one sweep, every column into a
 * summary, threads, one point. all.lua, which this starts, has the others and the goals. Each figure is the
 * best of several repetitions taken in turns, so that a noisy neighbour hits both sides; both sides allocate
 * what they return. */
#define _DEFAULT_SOURCE
#include "twocs.h"
#include "hand.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { SIDE = 32, ROWS = SIDE * SIDE * SIDE * SIDE, REPEATS = 15 };
static const char *const axis_name[4] = {"h", "sl", "tp", "flop_vs_bw"};
static double axis_value[4][SIDE];
static const double *const axis_values[4] = {axis_value[0], axis_value[1], axis_value[2], axis_value[3]};
static int axis_field[4];
static const int second[4] = {1, 2, 3, 0}; /* the other order of the axes: h runs fastest */
static twocs_axis axis[4], axis_second[4];

static twocs_plan plan;
static twocs_point point;
static void *scratch;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void *allocated(size_t size) {
  void *memory = aligned_alloc(128, (size + 127) / 128 * 128);
  if (!memory) fputs("bench: out of memory\n", stderr), exit(1);
  return memory;
}

static void choose(const char *field, const char *word) {
  const int k = twocs_find(field);
  ((double *)&point)[k] = twocs_word_find(twocs_columns[k].words, word);
}

static void setup(void) {
  twocs_plan_init(&plan);
  for (int f = 0; f < twocs_family_count; f++) /* the loops by hand choose no algorithm */
    twocs_plan_choose(&plan, twocs_families[f].name, "ring", NULL);
  twocs_point_init(&point);
  twocs_device *d = &point.device;
  d->peak_fp32 = 45.3e12, d->peak_fp16 = 181e12, d->flop_eff = 0.75, d->mem_bw = 1.6e12, d->mem_eff = 0.8,
  d->mem_size = 64e9;
  /* What only columns of all ask for. */
  d->clock = 1.5e9, d->l2_bw = 3.1e12, d->l2_size = 8e6, d->host_bw = d->nvme_bw = 32e9;
  d->wait_power = 120, d->cap_power = 300, d->host_power = 400;
  d->flop_energy = 1.2e-12, d->move_energy = 4e-11, d->send_energy = 8e-11;
  d->rent_low = 3e-4, d->rent_high = 1e-3, d->energy_low = 1e-8, d->energy_high = 5e-8;
  d->launch = 5e-6, d->units = 104, d->comm_launch = 12e-6;
  d->net0_size = 4, d->net0_bw = 150e9, d->net0_lat = 1e-6, d->net0_half = 1e5;
  d->net1_size = 1024, d->net1_bw = 25e9, d->net1_lat = 3e-6, d->net1_half = 1e6;
  point.model.head_dim = 64, point.layout.dp = 8, point.software.interference = 1.2;
  point.run.b = 1; /* by hand nothing follows: a NaN there would be one here */
  /* What the loops by hand settle, whatever a case has today where it says nothing. */
  choose("mode", "training"), choose("format", "fp16"), choose("attention", "unfused"),
      choose("dropout", "yes");
  choose("recompute", "none");
  for (int i = 0; i < SIDE; i++) {
    axis_value[0][i] = 1024 * (i + 1), axis_value[1][i] = 256 * (i + 1), axis_value[2][i] = 4 * (i + 1),
    axis_value[3][i] = 1 + 0.125 * i;
  }
  for (int a = 0; a < 4; a++) {
    axis_field[a] = twocs_find(axis_name[a]);
    axis[a] = (twocs_axis){SIDE, 1, &axis_field[a], &axis_values[a]};
  }
  for (int a = 0; a < 4; a++) axis_second[a] = axis[second[a]];
  scratch = allocated(twocs_scratch_size(twocs_threads()));
}

static void must(twocs_status status, const twocs_error *error) {
  if (status) fprintf(stderr, "bench: %s\n", error->text), exit(1);
}

/* ---- One sweep, two columns: who fills them. */
typedef void (*filler)(double *f_ser, double *t_layer);

static void by_hand_hoisted(double *f_ser, double *t_layer) {
  hand_hoisted(&point, SIDE, axis_values, f_ser, t_layer);
}
static void by_hand_fused(double *f_ser, double *t_layer) {
  hand_fused(&point, SIDE, axis_values, f_ser, t_layer);
}
static void by_hand_second(double *f_ser, double *t_layer) {
  hand_hoisted_h(&point, SIDE, axis_values, f_ser, t_layer);
}

static int sweep_threads = 1;
static void run_over(const twocs_axis over[], double *f_ser, double *t_layer) {
  const int want[] = {twocs_find("f_ser"), twocs_find("t_layer")};
  double *const out[] = {f_ser, t_layer};
  twocs_columns_sink sink = {2, out};
  twocs_error error;
  must(twocs_run(&(twocs_job){.plan = &plan,
                              .base = &point,
                              .axes = 4,
                              .axis = over,
                              .wants = 2,
                              .want = want,
                              .take = twocs_take_columns,
                              .sink = &sink,
                              .threads = sweep_threads,
                              .scratch = scratch},
                 &error),
       &error);
}
static void by_twocs(double *f_ser, double *t_layer) { run_over(axis, f_ser, t_layer); }
static void by_twocs_second(double *f_ser, double *t_layer) { run_over(axis_second, f_ser, t_layer); }

static double median(int n, double value[]) {
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0 && value[j] < value[j - 1]; j--) {
      const double lower = value[j];
      value[j] = value[j - 1], value[j - 1] = lower;
    }
  return value[n / 2];
}

/* Memory that nobody has touched. */
static double *fresh_memory(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) fputs("bench: out of memory\n", stderr), exit(1);
  return memory;
}

/* Median times of several fillers, taken in turns, and of their ratios to the first. Warm: into columns that
 * were written before; fresh: allocated and freed in each. */
static void race(int fillers, const filler fill[], int fresh, double time[], double ratio[]) {
  double all[4][REPEATS], against[4][REPEATS];
  double *warm = allocated(2 * ROWS * sizeof *warm);
  memset(warm, 0, 2 * ROWS * sizeof *warm);
  for (int repeat = 0; repeat < REPEATS; repeat++)
    for (int i = 0; i < fillers; i++) {
      const double start = seconds();
      double *f_ser = fresh ? fresh_memory(2 * ROWS * sizeof *f_ser) : warm;
      fill[i](f_ser, f_ser + ROWS);
      if (fresh) munmap(f_ser, 2 * ROWS * sizeof *f_ser);
      all[i][repeat] = seconds() - start;
      against[i][repeat] = all[i][repeat] / all[0][repeat];
    }
  for (int i = 0; i < fillers; i++) time[i] = median(REPEATS, all[i]), ratio[i] = median(REPEATS, against[i]);
  free(warm);
}

/* NaN where any result is none: no comparison passes it. */
static double largest_difference(filler a, filler b) {
  double *x[2], *y[2], worst = 0;
  for (int i = 0; i < 2; i++)
    x[i] = allocated(ROWS * sizeof(double)), y[i] = allocated(ROWS * sizeof(double));
  a(x[0], x[1]), b(y[0], y[1]);
  for (int i = 0; i < 2 && !isnan(worst); i++)
    for (int r = 0; r < ROWS; r++) {
      const double difference = fabs(x[i][r] / y[i][r] - 1);
      if (!(difference <= worst)) worst = difference; /* and NaN stays */
      if (isnan(difference)) r = ROWS;
    }
  for (int i = 0; i < 2; i++) free(x[i]), free(y[i]);
  return worst;
}

/* A figure and its name, for all.lua, which knows the goals. */
static void report(const char *name, double value) { printf("%s\t%.9g\n", name, value); }

static void one_race(const char *order, filler hand, filler engine) {
  const filler fill[] = {hand, engine, by_hand_fused};
  double time[3], ratio[3];
  char name[80];
  for (int fresh = 0; fresh < 2; fresh++) {
    race(3, fill, fresh, time, ratio);
    snprintf(name, sizeof name, "two columns, %s fastest, %s", order, fresh ? "fresh" : "warm");
    report(name, ratio[1]);
  }
}

static double larger(double a, double b) { return a > b || isnan(a) ? a : b; }

static void two_columns(void) {
  const double hoisted = largest_difference(by_twocs, by_hand_hoisted),
               fused = largest_difference(by_twocs, by_hand_fused),
               other = largest_difference(by_twocs_second, by_hand_second);
  report("two columns, difference", larger(hoisted, larger(fused, other)));
  one_race("flop_vs_bw", by_hand_hoisted, by_twocs);
  one_race("h", by_hand_second, by_twocs_second);
}

/* ---- Every column, reduced in cache. */
static double summary_time(int threads) {
  static int want[TWOCS_COLUMNS_MOST];
  static twocs_summary result[TWOCS_COLUMNS_MOST];
  twocs_error error;
  double best = HUGE_VAL;
  for (int k = 0; k < twocs_column_count; k++) want[k] = k;
  for (int repeat = 0; repeat < 3; repeat++) {
    const double start = seconds();
    twocs_summary_sink sink = {
        twocs_column_count, calloc((size_t)threads * (size_t)twocs_column_count, sizeof(twocs_summary_part))};
    if (!sink.part) fputs("bench: out of memory\n", stderr), exit(1);
    must(twocs_run(&(twocs_job){.plan = &plan,
                                .base = &point,
                                .axes = 4,
                                .axis = axis,
                                .wants = twocs_column_count,
                                .want = want,
                                .take = twocs_take_summary,
                                .sink = &sink,
                                .threads = threads,
                                .scratch = scratch},
                   &error),
         &error);
    twocs_summary_merge(&sink, threads, result);
    free(sink.part);
    best = fmin(best, seconds() - start);
  }
  return best;
}

/* Of one division, in a block that stays in cache. */
static double division(void) {
  enum { BLOCK = 1024, ROUNDS = 4096 };
  static double numerator[BLOCK], denominator[BLOCK], quotient[BLOCK];
  for (int i = 0; i < BLOCK; i++) numerator[i] = 1 + i, denominator[i] = 3 + 0.5 * i;
  const double start = seconds();
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < BLOCK; i++) quotient[i] = numerator[i] / denominator[i];
    numerator[round % BLOCK] += quotient[round % BLOCK];
  }
  return (seconds() - start) / BLOCK / ROUNDS;
}

static void all_columns(void) {
  const double before = division(), time = summary_time(1) / ROWS / twocs_column_count;
  report("all columns, a column and point", 2 * time / (before + division()));
}

/* ---- One point, one plan. */
enum { ONES = 2000 };

static double one_point(int wants, const int want[]) {
  double result[TWOCS_COLUMNS_MOST], best = HUGE_VAL;
  twocs_error error;
  for (int repeat = 0; repeat < REPEATS; repeat++) {
    const double start = seconds();
    for (int i = 0; i < ONES; i++) must(twocs_eval(&plan, &point, wants, want, result, &error), &error);
    best = fmin(best, seconds() - start);
  }
  return best / ONES;
}

static double one_plan(void) {
  double best = HUGE_VAL;
  for (int repeat = 0; repeat < REPEATS; repeat++) {
    const double start = seconds();
    twocs_plan fresh;
    for (int i = 0; i < 100; i++) twocs_plan_init(&fresh);
    best = fmin(best, seconds() - start);
  }
  return best / 100;
}

static void single(void) {
  static int all[TWOCS_COLUMNS_MOST];
  const int two[] = {twocs_find("f_ser"), twocs_find("t_layer")};
  for (int k = 0; k < twocs_column_count; k++) all[k] = k;
  report("twocs_eval, two columns", 1e6 * one_point(2, two));
  report("twocs_eval, all columns", 1e6 * one_point(twocs_column_count, all));
  report("twocs_plan_init", 1e6 * one_plan());
}

/* ---- Threads, for a count of instructions: shapes with much work on an outer level. */
enum { SHAPES = 4, JOINED = 4, LONGEST = 2000 };
static const size_t shapes[SHAPES][3] = {{1000, 10, 1}, {250, 16, 4}, {16, 16, 100}, {2000, 3, 1}};

static void on_threads(int threads, int shape) {
  static const char *const joined[JOINED] = {"tp", "pp", "dp", "b"};
  static double value[JOINED + 2][LONGEST];
  const double *values[JOINED + 2];
  int field[JOINED + 2];
  const size_t *size = shapes[shape];
  for (int i = 0; i < JOINED; i++) {
    field[i] = twocs_find(joined[i]);
    for (size_t r = 0; r < LONGEST; r++) value[i][r] = (double)(1 + r * (size_t)(i + 3) % 32);
  }
  field[JOINED] = twocs_find("h"), field[JOINED + 1] = twocs_find("sl");
  for (int i = 0; i < JOINED + 2; i++) values[i] = value[i];
  for (size_t r = 0; r < LONGEST; r++)
    value[JOINED][r] = 1024 * (double)(r + 1), value[JOINED + 1][r] = 512 * (double)(r + 1);
  const twocs_axis over[] = {{size[0], JOINED, field, values},
                             {size[1], 1, &field[JOINED], &values[JOINED]},
                             {size[2], 1, &field[JOINED + 1], &values[JOINED + 1]}};
  const size_t rows = twocs_rows(3, over);
  double *out = allocated(2 * rows * sizeof *out), *columns[] = {out, out + rows};
  twocs_columns_sink sink = {2, columns};
  const int want[] = {twocs_find("t_step"), twocs_find("mem_byte")};
  twocs_error error;
  void *memory = allocated(twocs_scratch_size(threads));
  must(twocs_run(&(twocs_job){.plan = &plan,
                              .base = &point,
                              .axes = 3,
                              .axis = over,
                              .wants = 2,
                              .want = want,
                              .take = twocs_take_columns,
                              .sink = &sink,
                              .threads = threads,
                              .scratch = memory},
                 &error),
       &error);
  free(out), free(memory);
}

/* The two columns, so many times, by one filler: all.lua counts its instructions. */
static void by_one(int which, int times) {
  static const filler all[] = {by_hand_hoisted, by_twocs, by_hand_second, by_twocs_second};
  double *out = allocated(2 * ROWS * sizeof *out);
  for (int i = 0; i < times; i++) all[which % 4](out, out + ROWS);
  free(out);
}

/* Without arguments, or with those of all.lua: all figures with their goals. */
static int all_figures(int count, char *word[]) {
  static char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - sizeof "twocs");
  if (length <= 0) return fputs("bench: where is twocs?\n", stderr), 1;
  path[length] = 0;
  char **words = allocated((size_t)(count + 4) * sizeof *words), *slash = strrchr(path, '/');
  words[0] = path, words[1] = TWOCS_BENCH "/all.lua", words[2] = strdup(path);
  for (int i = 1; i <= count; i++) words[i + 2] = i < count ? word[i] : NULL;
  strcpy(slash + 1, "twocs"); /* NOLINT(clang-analyzer-security.insecureAPI.strcpy): there is space */
  execv(path, words);
  return perror("bench: twocs"), 1;
}

int main(int count, char *word[]) {
  const int figures = count == 2 && !strcmp(word[1], "--figures");
  const int threads = count == 4 && !strcmp(word[1], "--threads");
  const int one = count == 4 && !strcmp(word[1], "--one");
  if (!figures && !threads && !one) return all_figures(count, word);
  setup();
  if (threads) {
    on_threads(atoi(word[2]), atoi(word[3]) % SHAPES);
  } else if (one) {
    by_one(atoi(word[2]), atoi(word[3]));
  } else {
    two_columns();
    all_columns();
    single();
  }
  free(scratch);
  return 0;
}
