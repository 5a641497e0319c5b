/* SPDX-License-Identifier: MIT */
/* A grid on any number of threads, in any number of shares, has the bits of one thread: for every shape that
 * is walked in another way, with long axes first and last, and with axes that vary several fields. */
#include "common.h"

enum { FIELDS = 6, MOST = 700, WANTS = 4 };
static const char *const name[FIELDS] = {"tp", "dp", "b", "h", "sl", "flop_vs_bw"};
static double value[FIELDS][MOST];
static const double *values[FIELDS];
static int moved[FIELDS];

/* Sizes of up to four axes; the first varies three fields. */
typedef struct shape {
  int axes;
  size_t size[4];
} shape;

static const shape shapes[] = {
    {1, {1}},          {1, {13}},          {1, {256}},           {1, {257}},          {1, {700}},
    {2, {300, 3}},     {2, {3, 300}},      {2, {2, 9}},          {2, {257, 257}},     {3, {30, 11, 5}},
    {3, {5, 300, 7}},  {3, {700, 10, 2}},  {3, {2, 3, 600}},     {4, {9, 10, 11, 3}}, {4, {3, 260, 2, 5}},
    {4, {2, 2, 2, 2}}, {4, {40, 3, 3, 3}}, {4, {1, 300, 1, 17}},
};

static void axes_make(const shape *s, twocs_axis axis[]) {
  for (int f = 0; f < FIELDS; f++) {
    moved[f] = column(name[f]), values[f] = value[f];
    for (int r = 0; r < MOST; r++)
      value[f][r] = f < 3 ? 1 + (r * (f + 3)) % 29 : f < 5 ? 128 * (1 + (double)r) : 1 + r * 0.01;
  }
  axis[0] = (twocs_axis){s->size[0], 3, moved, values};
  for (int a = 1; a < s->axes; a++) axis[a] = (twocs_axis){s->size[a], 1, &moved[a + 2], &values[a + 2]};
}

static void fill(const shape *s, int threads, int shares, double *out) {
  static setup k;
  setup_init(&k);
  twocs_axis axis[4];
  axes_make(s, axis);
  const size_t rows = twocs_rows(s->axes, axis);
  const int want[WANTS] = {column("t_step"), column("mem_byte"), column("why"), column("t_layer")};
  double *const columns[WANTS] = {out, out + rows, out + 2 * rows, out + 3 * rows};
  twocs_columns_sink sink = {WANTS, columns};
  for (size_t i = 0; i < WANTS * rows; i++) out[i] = -1;
  twocs_job job = {.plan = &k.plan,
                   .base = &k.point,
                   .axes = s->axes,
                   .axis = axis,
                   .wants = WANTS,
                   .want = want,
                   .take = twocs_take_columns,
                   .sink = &sink,
                   .threads = threads,
                   .shares = shares};
  job.scratch = aligned_alloc(128, (twocs_job_scratch(&job) + 127) / 128 * 128 + 128);
  assert_non_null(job.scratch);
  for (; job.share < shares; job.share++) {
    twocs_error error = {TWOCS_OK, ""};
    if (twocs_run(&job, &error)) fail_msg("%s", error.text);
  }
  free(job.scratch);
}

static void threads_and_shares_change_no_bit(void **state) {
  static const int how[][2] = {{2, 1}, {5, 1}, {64, 1}, {1, 3}, {7, 64}};
  (void)state;
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    size_t rows = 1;
    for (int a = 0; a < shapes[i].axes; a++) rows *= shapes[i].size[a];
    const size_t bytes = WANTS * rows * sizeof(double);
    double *one = malloc(bytes), *other = malloc(bytes);
    assert_true(one && other);
    fill(&shapes[i], 1, 1, one);
    for (size_t k = 0; k < sizeof how / sizeof *how; k++) {
      fill(&shapes[i], how[k][0], how[k][1], other);
      if (memcmp(one, other, bytes) != 0)
        fail_msg("shape %zu: %d threads, %d shares: other bits", i, how[k][0], how[k][1]);
    }
    free(one), free(other);
  }
}

/* Rows by part: each thread gives the rows of its jobs to its own part, so no two threads use the same
 * part. */
enum { PARTS = 4 };
static int busy[PARTS], clashes;
typedef struct counted {
  twocs_columns_sink columns;
  size_t rows[PARTS];
} counted;
static void take_counted(void *sink, int part, const twocs_block *block) {
  counted *to = sink;
  assert_true(part >= 0 && part < PARTS);
  if (__atomic_exchange_n(&busy[part], 1, __ATOMIC_ACQ_REL)) clashes++;
  to->rows[part] += block->n;
  twocs_take_columns(&to->columns, part, block);
  __atomic_store_n(&busy[part], 0, __ATOMIC_RELEASE);
}

/* All shapes as jobs that run together; the last one wants something that is not a column. */
static void many_jobs_have_the_bits_of_each(void **state) {
  enum { JOBS = sizeof shapes / sizeof *shapes };
  static setup k;
  static twocs_axis axis[JOBS + 1][4];
  static counted sink[JOBS + 1];
  static double *out[JOBS + 1][WANTS], *whole[JOBS + 1];
  twocs_job job[JOBS + 1];
  twocs_error error[JOBS + 1];
  const int want[WANTS] = {column("t_step"), column("mem_byte"), column("why"), column("t_layer")}, none = -1;
  (void)state;
  setup_init(&k);
  for (int i = 0; i <= JOBS; i++) {
    const shape *s = &shapes[i % JOBS];
    axes_make(s, axis[i]);
    const size_t rows = twocs_rows(s->axes, axis[i]);
    whole[i] = malloc(WANTS * rows * sizeof(double));
    for (int w = 0; w < WANTS; w++) out[i][w] = whole[i] + (size_t)w * rows;
    sink[i] = (counted){.columns = {WANTS, out[i]}};
    job[i] = (twocs_job){.plan = &k.plan,
                         .base = &k.point,
                         .axes = s->axes,
                         .axis = axis[i],
                         .wants = WANTS,
                         .want = want,
                         .take = take_counted,
                         .sink = &sink[i]};
  }
  job[JOBS].wants = 1, job[JOBS].want = &none;
  void *scratch = aligned_alloc(128, (twocs_scratch_size(PARTS) + 127) / 128 * 128);
  assert_non_null(scratch);
  twocs_run_many(JOBS + 1, job, PARTS, scratch, error);
  assert_int_equal(error[JOBS].status, TWOCS_UNKNOWN);
  assert_int_equal(clashes, 0);
  for (int i = 0; i < JOBS; i++) {
    const size_t rows = twocs_rows(shapes[i].axes, axis[i]);
    double *one = malloc(WANTS * rows * sizeof(double));
    size_t parts = 0, taken = 0;
    fill(&shapes[i], 1, 1, one);
    if (error[i].status) fail_msg("shape %d: %s", i, error[i].text);
    assert_memory_equal(one, whole[i], WANTS * rows * sizeof(double));
    for (int p = 0; p < PARTS; p++) taken += sink[i].rows[p], parts += sink[i].rows[p] > 0;
    assert_int_equal(taken, rows);
    assert_int_equal(parts, 1);
    free(one);
  }
  for (int i = 0; i <= JOBS; i++) free(whole[i]);
  free(scratch);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(threads_and_shares_change_no_bit),
                                     cmocka_unit_test(many_jobs_have_the_bits_of_each)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
