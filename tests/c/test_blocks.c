/* SPDX-License-Identifier: MIT */
/* One row is like a million rows: however a job is divided into levels, blocks and threads, each row has the
 * bits of a single evaluation of its point. Tolerance: none, bits are compared. */
#include "common.h"

static const twocs_plan *checked_plan;
static const twocs_job *checked_job;
static size_t rows_seen, rows_checked, check_every;

/* A sink that evaluates some of the rows again, at regular distances and alone. */
static void take_checked(void *sink, int part, const twocs_block *block) {
  double alone[TWOCS_COLUMNS_MOST];
  (void)sink, (void)part;
  assert_true(block->n >= 1 && block->n <= TWOCS_BLOCK_MOST);
  for (size_t r = 0; r < block->n; r++) {
    const size_t row = twocs_block_row(block, r);
    if (row % check_every) continue;
    const twocs_point point = point_of(checked_job, row);
    eval_all(checked_plan, &point, alone);
    for (int i = 0; i < checked_job->wants; i++) {
      const int k = checked_job->want[i];
      const double got = twocs_block_value(block, i, r);
      if (memcmp(&got, &alone[k], sizeof got) != 0)
        fail_msg("%s of row %zu: %.17g among many, %.17g alone", twocs_columns[k].name, row, got, alone[k]);
    }
    rows_checked++;
  }
  rows_seen += block->n;
}

/* Scratch memory of exactly the size that the job asks for, and after it bytes that no job may change. */
static const char after[] = "after the scratch";
static char *scratch_exact(const twocs_job *job) {
  const size_t size = twocs_job_scratch(job);
  assert_true(size <= twocs_scratch_size(1));
  char *memory = malloc(size + sizeof after);
  assert_non_null(memory);
  memcpy(memory + size, after, sizeof after);
  return memory;
}

static void scratch_free(const twocs_job *job) {
  assert_string_equal((char *)job->scratch + twocs_job_scratch(job), after);
  free(job->scratch);
}

static void check(twocs_job job, size_t every) {
  twocs_error error = {TWOCS_OK, ""};
  job.take = take_checked;
  job.scratch = scratch_exact(&job);
  checked_plan = job.plan, checked_job = &job;
  rows_seen = rows_checked = 0, check_every = every;
  if (twocs_run(&job, &error)) fail_msg("%s", error.text);
  scratch_free(&job);
  const size_t rows = twocs_rows(job.axes, job.axis);
  assert_int_equal(rows_seen, rows);
  assert_int_equal(rows_checked, (rows + every - 1) / every);
}

/* One axis that varies most fields: a batch. Fields that it leaves out follow, or are the base's. */
static void a_batch_of_any_length_has_the_bits_of_single_points(void **state) {
  static const size_t length[] = {1, 7, 8, 9, 127, 128, 129, 255, 256, 257, 1000};
  static twocs_plan plan;
  twocs_point base;
  (void)state;
  for (size_t i = 0; i < sizeof length / sizeof *length; i++) {
    twocs_axis axis;
    owned_axis own;
    random_plan(&plan);
    random_point(&base);
    axis_init(&axis, &own, length[i]);
    for (int k = 0; k < twocs_field_count; k++)
      if (random_below(10)) axis_add(&axis, &own, k);
    check((twocs_job){.plan = &plan,
                      .base = &base,
                      .axes = 1,
                      .axis = &axis,
                      .wants = twocs_column_count,
                      .want = all_columns()},
          SLOW ? 50 : 1);
    axis_free(&own);
  }
}

/* A chain of random axes. Each varies a few fields that no other axis varies. */
static int random_axes(twocs_axis axis[], owned_axis own[], size_t most) {
  char moved[TWOCS_COLUMNS_MOST] = {0};
  const int axes = random_below(random_below(4) ? 11 : TWOCS_AXES_MOST + 1);
  size_t rows = 1;
  for (int a = 0; a < axes; a++) {
    const int wide = random_below(4) == 0;
    size_t size = 1 + (size_t)random_below(wide ? 150 : 12);
    if (rows * size > most) size = 1 + most / rows / 2;
    if (rows * size > most) size = 1;
    rows *= size;
    axis_init(&axis[a], &own[a], size);
    for (int count = 1 + random_below(4); axis[a].count < count;) {
      const int k = random_below(twocs_field_count);
      if (!moved[k]) axis_add(&axis[a], &own[a], k);
      moved[k] = 1;
    }
  }
  return axes;
}

static int random_wants(int want[]) {
  if (random_below(3) == 0)
    return memcpy(want, all_columns(), (size_t)twocs_column_count * sizeof *want), twocs_column_count;
  const int wants = 1 + random_below(6);
  for (int i = 0; i < wants; i++) want[i] = random_below(twocs_column_count);
  return wants;
}

static void any_chain_of_axes_has_the_bits_of_single_points(void **state) {
  static twocs_plan plan;
  twocs_axis axis[TWOCS_AXES_MOST];
  static owned_axis own[TWOCS_AXES_MOST];
  int want[TWOCS_COLUMNS_MOST];
  twocs_point base;
  (void)state;
  for (int round = 0; round < (SLOW ? 12 : 250); round++) {
    random_plan(&plan);
    random_point(&base);
    const int axes = random_axes(axis, own, SLOW ? 500 : 20000), wants = random_wants(want);
    check((twocs_job){.plan = &plan, .base = &base, .axes = axes, .axis = axis, .wants = wants, .want = want},
          1 + twocs_rows(axes, axis) / 97);
    for (int a = 0; a < axes; a++) axis_free(&own[a]);
  }
}

static void a_million_rows_have_the_bits_of_one(void **state) {
  static twocs_plan plan;
  twocs_axis axis[4];
  static owned_axis own[4];
  twocs_point base;
  (void)state;
  const size_t size[] = {SLOW ? 8 : 32, SLOW ? 8 : 32, 32, SLOW ? 2 : 32};
  const char *const name[] = {"h", "sl", "tp", "flop_vs_bw"};
  for (int round = 0; round < 3; round++) {
    random_plan(&plan);
    if (round == 0) twocs_plan_init(&plan);
    random_point(&base);
    for (int a = 0; a < 4; a++)
      axis_init(&axis[a], &own[a], size[a]), axis_add(&axis[a], &own[a], column(name[a]));
    check((twocs_job){.plan = &plan,
                      .base = &base,
                      .axes = 4,
                      .axis = axis,
                      .wants = twocs_column_count,
                      .want = all_columns()},
          SLOW ? 997 : 4999);
    for (int a = 0; a < 4; a++) axis_free(&own[a]);
  }
}

/* With the roofline the three GEMMs of an operator take the same time, which is evaluated once. Here the time
 * of the gradients is read on a deeper level, and that of the forward pass is not. */
static void twins_have_the_bits_of_single_points(void **state) {
  static setup s;
  static owned_axis own[3];
  twocs_axis axis[3];
  (void)state;
  const size_t size[] = {40, 12, 40}; /* h has a level of its own */
  const char *const name[] = {"sl", "h", "flop_vs_bw"};
  const int want[] = {column("t_roi"), column("t_gemm_f")};
  setup_init(&s);
  for (int a = 0; a < 3; a++)
    axis_init(&axis[a], &own[a], size[a]), axis_add(&axis[a], &own[a], column(name[a]));
  check((twocs_job){.plan = &s.plan, .base = &s.point, .axes = 3, .axis = axis, .wants = 2, .want = want},
        SLOW ? 97 : 1);
  for (int a = 0; a < 3; a++) axis_free(&own[a]);
}

typedef struct table {
  size_t rows;
  int wants;
  double *cell, *out[TWOCS_COLUMNS_MOST];
} table;

static void table_init(table *t, size_t rows, int wants) {
  *t = (table){rows, wants, malloc(rows * (size_t)wants * sizeof(double)), {0}};
  assert_non_null(t->cell);
  for (int i = 0; i < wants; i++) t->out[i] = t->cell + (size_t)i * rows;
}

static void run_columns(twocs_job job, int threads, const table *t) {
  twocs_columns_sink sink = {t->wants, t->out};
  twocs_error error = {TWOCS_OK, ""};
  job.take = twocs_take_columns, job.sink = &sink, job.threads = threads, job.scratch = scratch();
  if (twocs_run(&job, &error)) fail_msg("%s", error.text);
}

static void run_summary(twocs_job job, int threads, twocs_summary result[]) {
  const int parts = threads > 1 ? threads : 1;
  twocs_summary_sink sink = {job.wants, calloc((size_t)(parts * job.wants), sizeof(twocs_summary_part))};
  twocs_error error = {TWOCS_OK, ""};
  assert_non_null(sink.part);
  job.take = twocs_take_summary, job.sink = &sink, job.threads = threads, job.scratch = scratch();
  if (twocs_run(&job, &error)) fail_msg("%s", error.text);
  twocs_summary_merge(&sink, parts, result);
  free(sink.part);
}

static void any_number_of_threads_gives_the_same_bits(void **state) {
  static setup s;
  static owned_axis own[4];
  static table one, many;
  static twocs_summary alone[TWOCS_COLUMNS_MOST], together[TWOCS_COLUMNS_MOST];
  twocs_axis axis[4];
  (void)state;
  const size_t size[] = {260, 2, 3, SLOW ? 1 : 9}; /* several tasks for each thread */
  const char *const name[] = {"h", "tp", "recompute", "sl"};
  setup_init(&s);
  for (int a = 0; a < 4; a++)
    axis_init(&axis[a], &own[a], size[a]), axis_add(&axis[a], &own[a], column(name[a]));
  const twocs_job job = {.plan = &s.plan,
                         .base = &s.point,
                         .axes = 4,
                         .axis = axis,
                         .wants = twocs_column_count,
                         .want = all_columns()};
  const size_t rows = twocs_rows(4, axis), bytes = rows * (size_t)job.wants * sizeof(double);
  table_init(&one, rows, job.wants), table_init(&many, rows, job.wants);
  memset(one.cell, 0xff, bytes);
  run_columns(job, 1, &one);
  run_summary(job, 0, alone);
  for (int threads = 2; threads <= 4; threads++) {
    memset(many.cell, 0xff, bytes);
    run_columns(job, threads, &many);
    assert_memory_equal(one.cell, many.cell, bytes);
    run_summary(job, threads, together);
    assert_memory_equal(alone, together, (size_t)job.wants * sizeof *alone);
  }
  free(one.cell), free(many.cell);
  for (int a = 0; a < 4; a++) axis_free(&own[a]);
}

/* Minimum, maximum and count are exact; a sum of n terms in another order may differ by n roundings. */
static void a_summary_is_that_of_the_columns(void **state) {
  static setup s;
  static owned_axis own[3];
  static table t;
  static twocs_summary summary[TWOCS_COLUMNS_MOST];
  twocs_axis axis[3];
  (void)state;
  const size_t size[] = {3, 7, 129};
  const char *const name[] = {"b", "tp", "h"};
  setup_init(&s);
  for (int a = 0; a < 3; a++)
    axis_init(&axis[a], &own[a], SLOW ? 5 : size[a]), axis_add(&axis[a], &own[a], column(name[a]));
  const twocs_job job = {.plan = &s.plan,
                         .base = &s.point,
                         .axes = 3,
                         .axis = axis,
                         .wants = twocs_column_count,
                         .want = all_columns()};
  table_init(&t, twocs_rows(3, axis), job.wants);
  run_columns(job, 1, &t);
  run_summary(job, 3, summary);
  for (int i = 0; i < job.wants; i++) {
    double least = t.out[i][0], most = least, sum = 0, size_of_terms = 0;
    for (size_t r = 0; r < t.rows; r++) {
      least = fmin(least, t.out[i][r]), most = fmax(most, t.out[i][r]);
      sum += t.out[i][r], size_of_terms += fabs(t.out[i][r]);
    }
    /* A summary does not keep the sign of a zero. */
    exact(twocs_columns[i].name, summary[i].least, least + 0.0);
    exact(twocs_columns[i].name, summary[i].most, most + 0.0);
    assert_int_equal(summary[i].count, t.rows);
    const double left_out = ldexp(fmax(fabs(least), fabs(most)), -48); /* of each value, as sinks.h says */
    if (fabs(summary[i].sum - sum) > (double)t.rows * (left_out + 1e-16 * size_of_terms))
      fail_msg("sum of %s is %.17g, want %.17g", twocs_columns[i].name, summary[i].sum, sum);
  }
  free(t.cell);
  for (int a = 0; a < 3; a++) axis_free(&own[a]);
}

/* The last axis runs fastest in the numbers of rows, whatever the levels. */
static void rows_are_numbered_with_the_last_axis_fastest(void **state) {
  static setup s;
  (void)state;
  const double b[] = {1, 2, 3}, sl[] = {10, 20}, h[] = {128, 256, 384, 512};
  const double *const value[] = {b, sl, h};
  const int moved[] = {column("b"), column("sl"), column("h")};
  const size_t size[] = {3, 2, 4};
  twocs_axis axis[3];
  double out[3][24], *const columns[] = {out[0], out[1], out[2]};
  setup_init(&s);
  for (int a = 0; a < 3; a++) axis[a] = (twocs_axis){size[a], 1, &moved[a], &value[a]};
  twocs_columns_sink sink = {3, columns};
  const twocs_job job = {.plan = &s.plan,
                         .base = &s.point,
                         .axes = 3,
                         .axis = axis,
                         .wants = 3,
                         .want = moved,
                         .take = twocs_take_columns,
                         .sink = &sink,
                         .scratch = scratch()};
  assert_int_equal(twocs_run(&job, NULL), TWOCS_OK);
  for (int r = 0; r < 24; r++) {
    assert_true(out[0][r] == b[r / 8]);
    assert_true(out[1][r] == sl[r / 4 % 2]);
    assert_true(out[2][r] == h[r % 4]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_batch_of_any_length_has_the_bits_of_single_points),
      cmocka_unit_test(any_chain_of_axes_has_the_bits_of_single_points),
      cmocka_unit_test(a_million_rows_have_the_bits_of_one),
      cmocka_unit_test(twins_have_the_bits_of_single_points),
      cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
      cmocka_unit_test(a_summary_is_that_of_the_columns),
      cmocka_unit_test(rows_are_numbered_with_the_last_axis_fastest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
