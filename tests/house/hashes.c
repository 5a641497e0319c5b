/* SPDX-License-Identifier: MIT */
/* What the engine computes, as a line "name hash" for each column: over random points under random plans, one
 * by one and in a grid, and over random runs that the search finds. Whatever the compiler and however it
 * optimises, the text is the same; where it is not, the first line that differs names the column. */
#include "search/twocs_wall.h"
#include "twocs.h"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 1000, SIDE = 13, GRIDS = 20, RUNS = 400 };

static uint64_t state = 8;
static uint64_t random_bits(void) {
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}
static double random_share(void) { return ldexp((double)(random_bits() >> 11), -53); }

static uint64_t hash[TWOCS_COLUMNS_MOST];
static void add(int column, double value) {
  uint64_t bits;
  if (isnan(value)) value = 0.5; /* the sign of a NaN is nobody's */
  memcpy(&bits, &value, sizeof bits);
  hash[column] = (hash[column] ^ bits) * 0x100000001b3 + (hash[column] >> 47);
}

static void say(const char *what, const twocs_column *columns, int count) {
  for (int k = 0; k < count; k++)
    printf("%s %s %016llx\n", what, columns[k].name, (unsigned long long)hash[k]);
  memset(hash, 0, sizeof hash);
}

static void must(twocs_status status, const twocs_error *error) {
  if (status) fprintf(stderr, "hashes: %s\n", error->text), exit(1);
}

/* One field of four stays as it is, unless it must be given; the others lie between their bounds on a
 * logarithmic scale. */
static double random_value(const twocs_column *f, double now) {
  const double most = isinf(f->most) ? 1e20 : f->most, low = f->least > 0 ? f->least : most * 1e-12;
  unsigned words = 1;
  if (!(f->kind & TWOCS_MUST) && random_bits() % 4 == 0) return now;
  for (const char *at = f->words; at && *at; at++) words += *at == ' ';
  if (f->kind & TWOCS_CHOICE) return (double)(random_bits() % words);
  const double value = low * exp(random_share() * log(most / low));
  return f->kind & TWOCS_COUNT ? floor(value) : value;
}

static void random_plan(twocs_plan *plan) {
  for (int f = 0; f < twocs_family_count; f++) {
    const twocs_law *chosen = NULL;
    unsigned seen = 0;
    for (const twocs_law *law = twocs_laws; law->name; law++)
      if (!strcmp(law->family, twocs_families[f].name) && random_bits() % ++seen == 0) chosen = law;
    twocs_error error;
    must(twocs_plan_set(plan, chosen, &error), &error);
  }
}

static void random_point(twocs_point *point) {
  twocs_point_init(point);
  for (int k = 0; k < twocs_field_count; k++) {
    double *value = (double *)point + k;
    const double drawn = random_value(&twocs_columns[k], *value);
    if (!twocs_field_check(k, drawn, NULL)) *value = drawn;
  }
}

static void points(int all[]) {
  static double result[TWOCS_COLUMNS_MOST];
  static twocs_plan plan;
  twocs_point point;
  twocs_error error;
  twocs_plan_init(&plan);
  for (int i = 0; i < POINTS; i++) {
    random_plan(&plan);
    random_point(&point);
    must(twocs_eval(&plan, &point, twocs_column_count, all, result, &error), &error);
    for (int k = 0; k < twocs_column_count; k++) add(k, result[k]);
  }
  say("point", twocs_columns, twocs_column_count);
}

/* Rows that fill no whole number of cells. */
static void grids(int all[], void *scratch) {
  static double cell[TWOCS_COLUMNS_MOST][SIDE * SIDE], value[2][SIDE];
  static double *out[TWOCS_COLUMNS_MOST];
  static twocs_plan plan;
  const int field[] = {twocs_find("h"), twocs_find("tp")};
  const double *const values[] = {value[0], value[1]};
  const twocs_axis axis[] = {{SIDE, 1, &field[0], &values[0]}, {SIDE, 1, &field[1], &values[1]}};
  twocs_columns_sink sink = {twocs_column_count, out};
  twocs_point point;
  twocs_error error;
  for (int k = 0; k < twocs_column_count; k++) out[k] = cell[k];
  for (int i = 0; i < SIDE; i++) value[0][i] = 1024 * (i + 1), value[1][i] = 1 + i;
  twocs_plan_init(&plan);
  for (int i = 0; i < GRIDS; i++) {
    random_plan(&plan);
    random_point(&point);
    must(twocs_run(&(twocs_job){.plan = &plan,
                                .base = &point,
                                .axes = 2,
                                .axis = axis,
                                .wants = twocs_column_count,
                                .want = all,
                                .take = twocs_take_columns,
                                .sink = &sink,
                                .threads = 1,
                                .scratch = scratch},
                   &error),
         &error);
    for (int k = 0; k < twocs_column_count; k++)
      for (int r = 0; r < SIDE * SIDE; r++) add(k, cell[k][r]);
  }
  say("grid", twocs_columns, twocs_column_count);
}

/* An H100 whose network has one to four levels. */
static void machine(int levels, twocs_device *k) {
  const double size[] = {8, 32, 4, 1048576};
  double *const sizes[] = {&k->net0_size, &k->net1_size, &k->net2_size, &k->net3_size};
  for (int l = 0; l <= levels; l++) *sizes[l] = l == levels ? size[3] : size[l];
  k->peak_fp32 = 66.9e12, k->peak_fp16 = 989.43e12, k->flop_eff = 0.7, k->units = 132, k->clock = 1830e6;
  k->l2_bw = 6441e9, k->l2_size = 52428800, k->mem_bw = 3352e9, k->mem_size = 80e9, k->dsmem = 1;
  k->launch = 4.5e-6, k->net0_lat = 1.125e-6, k->net0_bw = 450e9, k->net1_bw = 50e9;
}

/* Those that have no answer count with the status. */
static void runs(void) {
  void *scratch = malloc(twocs_wall_scratch_size());
  const int first = twocs_find("months"), last = twocs_field_count;
  if (!scratch) fputs("hashes: not enough memory\n", stderr), exit(1);
  for (int i = 0; i < RUNS; i++) {
    twocs_point point;
    static twocs_wall_run run;
    memset(&run, 0, sizeof run);
    twocs_point_init(&point);
    machine(i % 4, &point.device);
    for (int change = 0; change < 3; change++) {
      const int k = first + (int)(random_bits() % (unsigned)(last - first));
      const double drawn = random_value(&twocs_columns[k], ((double *)&point)[k]);
      if (!twocs_field_check(k, drawn, NULL)) ((double *)&point)[k] = drawn;
    }
    const twocs_status status = i % 2 ? twocs_wall_fit(&point, scratch, &run, NULL)
                                      : twocs_wall_best(&point, ldexp(1, i % 24), scratch, &run, NULL);
    for (int k = 0; k < twocs_column_count; k++) add(k, status ? (double)status : twocs_wall_value(&run, k));
  }
  say("run", twocs_columns, twocs_column_count);
  free(scratch);
}

int main(void) {
  static int all[TWOCS_COLUMNS_MOST];
  void *scratch = malloc(twocs_scratch_size(1));
  if (!scratch) return fputs("hashes: not enough memory\n", stderr), 1;
  for (int k = 0; k < twocs_column_count; k++) all[k] = k;
  points(all);
  grids(all, scratch);
  runs();
  free(scratch);
  return 0;
}
