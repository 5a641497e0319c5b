/* SPDX-License-Identifier: MIT */
/* Jobs and plans: mistakes are reported in a sentence, a law may be the caller's, and a job can be stopped or
 * fail halfway without touching more rows than it must. Numbers are compared bit for bit. */
#include "common.h"
#include "evaluate/nest.h"
#include <stdatomic.h>
#include <threads.h>
#include <time.h>

/* A job over one or two fields into columns; its error is in `failed`. */
static twocs_error failed;

static twocs_status run(const setup *s, int axes, const twocs_axis axis[], int wants, const int want[],
                        double *const out[]) {
  twocs_columns_sink sink = {wants, out};
  failed = (twocs_error){TWOCS_OK, ""};
  const twocs_job job = {.plan = &s->plan,
                         .base = &s->point,
                         .axes = axes,
                         .axis = axis,
                         .wants = wants,
                         .want = want,
                         .take = twocs_take_columns,
                         .sink = &sink,
                         .threads = 2,
                         .scratch = scratch()};
  const twocs_status status = twocs_run(&job, &failed);
  assert_int_equal(status, failed.status);
  return status;
}

static void says(const char *words) {
  if (!strstr(failed.text, words)) fail_msg("\"%s\" does not say \"%s\"", failed.text, words);
}

static void an_invalid_job_is_refused(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  const double values[] = {1, 2, 3}, *value[] = {values, values};
  const int h = column("h"), want = column("layer_flop"), none = -1, beyond = twocs_column_count,
            twice[] = {h, h};
  double out[9], *const columns[] = {out};
  twocs_axis axis[TWOCS_AXES_MOST + 1];
  axis[0] = axis[1] = (twocs_axis){3, 1, &h, value};
  assert_int_equal(run(&s, 2, axis, 1, &want, columns), TWOCS_RANGE);
  says("two axes change h");
  axis[0] = (twocs_axis){3, 2, twice, value};
  assert_int_equal(run(&s, 1, axis, 1, &want, columns), TWOCS_RANGE);
  says("h");
  axis[0] = (twocs_axis){0, 1, &h, value};
  assert_int_equal(run(&s, 1, axis, 1, &want, columns), TWOCS_SIZE);
  says("axis 1 has no values");
  axis[0] = (twocs_axis){3, 1, &want, value};
  assert_int_equal(run(&s, 1, axis, 1, &want, columns), TWOCS_UNKNOWN);
  says("axis 1 does not change a known field");
  axis[0] = (twocs_axis){3, 1, &none, value};
  assert_int_equal(run(&s, 1, axis, 1, &want, columns), TWOCS_UNKNOWN);
  assert_int_equal(run(&s, 0, NULL, 1, &none, columns), TWOCS_UNKNOWN);
  assert_int_equal(run(&s, 0, NULL, 1, &beyond, columns), TWOCS_UNKNOWN);
  says("want 1 is not a column");
  assert_int_equal(run(&s, 0, NULL, 0, &want, columns), TWOCS_SIZE);
  assert_int_equal(run(&s, -1, NULL, 1, &want, columns), TWOCS_SIZE);
  assert_int_equal(run(&s, TWOCS_AXES_MOST + 1, axis, 1, &want, columns), TWOCS_SIZE);
  axis[0] = (twocs_axis){3, 0, NULL, NULL}; /* an axis may vary nothing: it repeats */
  assert_int_equal(run(&s, 1, axis, 1, &want, columns), TWOCS_OK);
  exact("the last row", out[2], out[0]);
}

/* Each thread works in its own part; without threads there is one part. */
static void scratch_is_one_part_for_each_thread(void **state) {
  (void)state;
  assert_true(twocs_scratch_size(1) > 0);
  assert_int_equal(twocs_scratch_size(0), twocs_scratch_size(1));
  assert_int_equal(twocs_scratch_size(-3), twocs_scratch_size(1));
  for (int threads = 2; threads < 6; threads++)
    assert_int_equal(twocs_scratch_size(threads), (size_t)threads * twocs_scratch_size(1));
}

/* A grid that takes long is divided into tasks for 64 cores, whatever the order of its axes. */
static void a_grid_gives_tasks_for_many_cores(void **state) {
  static setup s;
  static struct nest nest;
  (void)state;
  const int sl = column("sl"), h = column("h"), want = column("t_layer");
  static double values[100000];
  const double *value = values;
  setup_init(&s);
  for (int i = 0; i < 100000; i++) values[i] = i + 1;
  for (size_t outer = 2; outer <= 100000; outer = outer * 3 / 2 + 1) {
    const twocs_axis axis[] = {{outer, 1, &sl, &value}, {100000, 1, &h, &value}};
    const twocs_job job = {.plan = &s.plan,
                           .base = &s.point,
                           .axes = 2,
                           .axis = axis,
                           .wants = 1,
                           .want = &want,
                           .take = twocs_take_columns};
    assert_int_equal(twocs_nest_init(&nest, &job, NULL, NULL), TWOCS_OK);
    if (nest.tasks < 64) fail_msg("%zu values of the outer axis give %zu tasks", outer, nest.tasks);
  }
}

/* A number of rows that cannot be counted must not wrap around to a small one. */
static void a_grid_too_large_to_count_is_refused(void **state) {
  static setup s;
  (void)state;
  twocs_axis axis[TWOCS_AXES_MOST];
  double out[1], *const columns[] = {out};
  const int want = column("layer_flop");
  setup_init(&s);
  for (int a = 0; a < TWOCS_AXES_MOST; a++) axis[a] = (twocs_axis){256, 0, NULL, NULL};
  assert_true(twocs_rows(TWOCS_AXES_MOST, axis) > (size_t)-1 / 2);
  assert_int_equal(run(&s, TWOCS_AXES_MOST, axis, 1, &want, columns), TWOCS_SIZE);
}

static void an_unknown_law_is_answered_with_those_there_are(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  failed = (twocs_error){TWOCS_OK, ""};
  assert_int_equal(twocs_plan_choose(&s.plan, "all_reduce", "rign", &failed), TWOCS_UNKNOWN);
  for (const twocs_law *law = twocs_laws; law->name; law++)
    if (!strcmp(law->family, "all_reduce")) says(law->name);
  says("all_reduce = \"rign\"");
  assert_int_equal(twocs_plan_choose(&s.plan, "all_reduces", "ring", &failed), TWOCS_UNKNOWN);
  says("all_reduces");
  assert_int_equal(twocs_plan_choose(&s.plan, "gemm", "ring", &failed), TWOCS_UNKNOWN);
  says("roofline");
}

/* A law of the caller's: a nanosecond for each row of the GEMM, whatever the device. */
typedef struct ticks {
  double tick, forbidden;
} ticks;

static twocs_status fill_ticks(const void *context, twocs_aspect aspect, size_t n, const twocs_cells in[],
                               double *out, twocs_error *error) {
  const ticks *t = context;
  assert_int_equal(aspect, TWOCS_TIME);
  assert_true(n >= 1 && n <= TWOCS_BLOCK_MOST);
  for (size_t r = 0; r < n; r++) {
    const double m = in[0].value[r / 8 * in[0].step + r % 8];
    if (m == t->forbidden) return twocs_fail(error, TWOCS_LAW, "ticks know no M of %g", m);
    out[r] = m * t->tick;
  }
  return TWOCS_OK;
}

/* Whether the reader reads that column; its inputs are in the order of the rows, each once. */
static int reads(const twocs_plan *plan, int reader, int column_read) {
  int read[TWOCS_COLUMNS_MOST], found = 0;
  const int n = twocs_plan_reads(plan, reader, read);
  for (int i = 0; i < n; i++) {
    assert_true(i == 0 || read[i - 1] < read[i]);
    found |= read[i] == column_read;
  }
  return found;
}

static void the_inputs_of_every_column_are_known(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  for (int k = 0; k < twocs_column_count; k++) assert_false(reads(&s.plan, k, k));
  assert_true(reads(&s.plan, column("layer_inside"), column("t_layer")));
}

static void a_law_may_be_the_callers(void **state) {
  static setup s;
  (void)state;
  ticks t = {1e-9, -1};
  twocs_law law = {"gemm", "ticks", "", "a tick a row", "m", fill_ticks, &t, 0};
  twocs_plan_init(&s.plan);
  twocs_point_init(&s.point); /* no device: nothing of it is read */
  assert_int_equal(twocs_plan_set(&s.plan, &law, &failed), TWOCS_OK);
  near("t_fc1_f", eval(&s, "t_fc1_f"), 2048e-9, 1e-15);
  near("t_fc1_w", eval(&s, "t_fc1_w"), 49152e-9, 1e-15);
  assert_true(reads(&s.plan, column("t_fc1_f"), column("fc1_m")));
  assert_false(reads(&s.plan, column("t_fc1_f"), column("fc1_n")));
  assert_false(reads(&s.plan, column("t_fc1_f"), column("peak")));
  law.reads = NULL; /* all of them */
  assert_int_equal(twocs_plan_set(&s.plan, &law, &failed), TWOCS_OK);
  assert_true(reads(&s.plan, column("t_fc1_f"), column("peak")));
  law.reads = "m speed";
  assert_int_equal(twocs_plan_set(&s.plan, &law, &failed), TWOCS_UNKNOWN);
  says("law ticks reads 'speed'");
  law.reads = "m", law.family = "gems";
  assert_int_equal(twocs_plan_set(&s.plan, &law, &failed), TWOCS_UNKNOWN);
  says("gems");
}

static twocs_status fill_constant(const void *context, twocs_aspect aspect, size_t n, const twocs_cells in[],
                                  double *out, twocs_error *error) {
  (void)aspect, (void)in, (void)error;
  for (size_t r = 0; r < n; r++) out[r] = *(const double *)context;
  return TWOCS_OK;
}

static void a_law_may_read_nothing(void **state) {
  static setup s;
  (void)state;
  const double constant = 3;
  const twocs_law law = {"stream", "constant", "", "", "", fill_constant, &constant, 0};
  twocs_plan_init(&s.plan);
  twocs_point_init(&s.point);
  failed.text[0] = 0;
  if (twocs_plan_set(&s.plan, &law, &failed)) fail_msg("\"%s\"", failed.text);
  column_is(&s, "t_softmax_f", 3);
}

/* Rows of tasks before the failing one are right, and none after it is written. One thread, so that the order
 * is known. */
static void a_law_that_fails_ends_the_job(void **state) {
  static setup s;
  (void)state;
  enum { OUTER = 400, INNER = 200 };
  ticks t = {1e-9, 30000};
  const twocs_law law = {"gemm", "ticks", "", "", "m", fill_ticks, &t, 1};
  const int sl = column("sl"), layers = column("layers"), want[] = {column("t_fc1_f"), column("layers")};
  static double sls[OUTER], counts[INNER], out[2][OUTER * INNER];
  const double *sl_value = sls, *layers_value = counts;
  double *const columns[] = {out[0], out[1]};
  const twocs_axis axis[] = {{OUTER, 1, &sl, &sl_value}, {INNER, 1, &layers, &layers_value}};
  twocs_plan_init(&s.plan);
  twocs_point_init(&s.point);
  assert_int_equal(twocs_plan_set(&s.plan, &law, NULL), TWOCS_OK);
  for (int i = 0; i < OUTER; i++) sls[i] = 100 * (i + 1);
  for (int i = 0; i < INNER; i++) counts[i] = i + 1;
  for (int i = 0; i < OUTER * INNER; i++) out[0][i] = out[1][i] = -1;
  assert_int_equal(run(&s, 2, axis, 2, want, columns), TWOCS_LAW);
  assert_string_equal(failed.text, "ticks know no M of 30000");
  int done = 0;
  while (done < OUTER * INNER && out[0][done] >= 0) done++;
  assert_true(done > 0 && done <= 299 * INNER); /* SL 30000 is number 300, some blocks in */
  for (int i = 0; i < done; i++) near("a row before", out[0][i], sls[i / INNER] * 1e-9, 1e-15);
  for (int i = done; i < OUTER * INNER; i++) assert_true(out[0][i] == -1 && out[1][i] == -1);
}

/* A law that fails without a sentence fails all the same. */
static twocs_status fill_failing(const void *context, twocs_aspect aspect, size_t n, const twocs_cells in[],
                                 double *out, twocs_error *error) {
  (void)context, (void)aspect, (void)n, (void)in, (void)out, (void)error;
  return TWOCS_LAW;
}

static void a_law_that_fails_without_a_word_fails(void **state) {
  static setup s;
  (void)state;
  const twocs_law law = {"gemm", "mute", "", "", NULL, fill_failing, NULL, 0};
  const int h = column("h"), want = column("t_fc1_f");
  const double values[] = {128, 256}, *value = values;
  double out[2], *const columns[] = {out}, result;
  const twocs_axis axis = {2, 1, &h, &value};
  setup_init(&s);
  assert_int_equal(twocs_plan_set(&s.plan, &law, NULL), TWOCS_OK);
  assert_int_equal(twocs_eval(&s.plan, &s.point, 1, &want, &result, NULL), TWOCS_LAW);
  assert_int_equal(run(&s, 1, &axis, 1, &want, columns), TWOCS_LAW);
}

/* Every thread meets failing points. Whichever is reported, it is the law's sentence. */
static void the_error_is_a_sentence_of_the_law(void **state) {
  static setup s;
  (void)state;
  static double sls[2000], out[2000];
  const double *value = sls;
  double *const columns[] = {out};
  ticks t = {1e-9, 7};
  const twocs_law law = {"gemm", "ticks", "", "", "m", fill_ticks, &t, 0};
  const int sl = column("sl"), want = column("t_fc1_f");
  const twocs_axis axis = {2000, 1, &sl, &value};
  for (int i = 0; i < 2000; i++) sls[i] = 7;
  setup_init(&s);
  assert_int_equal(twocs_plan_set(&s.plan, &law, NULL), TWOCS_OK);
  for (int round = 0; round < 20; round++) {
    assert_int_equal(run(&s, 1, &axis, 1, &want, columns), TWOCS_LAW);
    assert_string_equal(failed.text, "ticks know no M of 7");
  }
}

/* The first block and another one fail, in either order. Each waits until the other is far enough, or some
 * seconds if there is no other thread. */
static atomic_int first_failed, other_began, other_failed;

static void wait_for(atomic_int *flag) {
  for (const time_t begin = time(NULL); !atomic_load(flag) && time(NULL) - begin < 5;) thrd_yield();
}

static twocs_status fill_in_order(const void *context, twocs_aspect aspect, size_t n, const twocs_cells in[],
                                  double *out, twocs_error *error) {
  const int first_is_late = *(const int *)context, is_first = *in[0].value == 1;
  (void)aspect, (void)n, (void)out;
  if (!is_first) atomic_store(&other_began, 1);
  wait_for(is_first == first_is_late ? (is_first ? &other_failed : &first_failed) : &other_began);
  if (is_first == first_is_late)
    for (int i = 0; i < 1000; i++) thrd_yield(); /* until the failure has been noted, too */
  atomic_store(is_first ? &first_failed : &other_failed, 1);
  return twocs_fail(error, TWOCS_LAW, "M of %g", *in[0].value);
}

static void the_first_failure_in_the_order_of_rows_is_reported(void **state) {
  static setup s;
  (void)state;
  static double sls[20000], out[20000];
  const double *value = sls;
  double *const columns[] = {out};
  int first_is_late;
  const twocs_law law = {"gemm", "late", "", "", "m", fill_in_order, &first_is_late, 0};
  const int sl = column("sl"), want = column("t_fc1_f");
  const twocs_axis axis = {20000, 1, &sl, &value};
  for (int i = 0; i < 20000; i++) sls[i] = i + 1;
  setup_init(&s);
  assert_int_equal(twocs_plan_set(&s.plan, &law, NULL), TWOCS_OK);
  for (first_is_late = 0; first_is_late < 2; first_is_late++) {
    atomic_store(&first_failed, 0), atomic_store(&other_began, 0), atomic_store(&other_failed, 0);
    assert_int_equal(run(&s, 1, &axis, 1, &want, columns), TWOCS_LAW);
    assert_string_equal(failed.text, "M of 1");
  }
}

/* A sink that requests a stop after some rows. */
typedef struct stopper {
  volatile int stop;
  size_t rows;
} stopper;

static void take_and_stop(void *sink, int part, const twocs_block *block) {
  stopper *to = sink;
  (void)part;
  to->rows += block->n;
  to->stop = to->rows > 1000;
}

static void a_job_can_be_stopped(void **state) {
  static setup s;
  (void)state;
  static double many[3000];
  const double *value = many;
  const int sl = column("sl"), want = column("layer_flop");
  const twocs_axis axis = {3000, 1, &sl, &value};
  stopper stop = {0, 0};
  twocs_job job = {.plan = &s.plan,
                   .base = &s.point,
                   .axes = 1,
                   .axis = &axis,
                   .wants = 1,
                   .want = &want,
                   .take = take_and_stop,
                   .sink = &stop,
                   .scratch = scratch(),
                   .cancel = &stop.stop};
  setup_init(&s);
  for (int i = 0; i < 3000; i++) many[i] = i + 1;
  assert_int_equal(twocs_run(&job, &failed), TWOCS_CANCEL);
  assert_true(failed.text[0] != 0);
  assert_true(stop.rows > 1000 && stop.rows < 1000 + 2 * TWOCS_BLOCK_MOST);
  stop = (stopper){1, 0};
  assert_int_equal(twocs_run(&job, &failed), TWOCS_CANCEL);
  assert_int_equal(stop.rows, 0);
  stop.stop = 0, job.cancel = NULL;
  assert_int_equal(twocs_run(&job, &failed), TWOCS_OK);
  assert_int_equal(stop.rows, 3000);
}

/* What is not wanted is not computed: a law that would fail is not called. */
static void unwanted_columns_are_not_computed(void **state) {
  static setup s;
  (void)state;
  const twocs_law law = {"gemm", "mute", "", "", NULL, fill_failing, NULL, 0};
  setup_init(&s);
  assert_int_equal(twocs_plan_set(&s.plan, &law, NULL), TWOCS_OK);
  assert_true(eval(&s, "t_stream_f") > 0);
}

/* A law that counts its rows. */
static twocs_status fill_counted(const void *context, twocs_aspect aspect, size_t n, const twocs_cells in[],
                                 double *out, twocs_error *error) {
  (void)aspect, (void)in, (void)error;
  atomic_fetch_add(*(atomic_size_t *const *)context, n);
  for (size_t r = 0; r < n; r++) out[r] = 1;
  return TWOCS_OK;
}

/* Columns whose law reads the same values are computed once: the three GEMMs of an operator, if only FLOP and
 * bytes are read. If M is read, the weight gradient is computed separately, once, because its M is not an
 * axis. */
static void columns_with_the_same_inputs_are_computed_once(void **state) {
  static setup s;
  (void)state;
  static double values[8] = {1, 2, 3, 4, 5, 6, 7, 8}, flat[3][8], *columns[3] = {flat[0], flat[1], flat[2]};
  static const char *const name[] = {"t_fc1_f", "t_fc1_i", "t_fc1_w"}, *const items[] = {"flop byte", "m"};
  const double *value = values;
  const int tokens = column("sl");
  int want[3];
  atomic_size_t rows, *counter = &rows;
  const twocs_axis axis = {8, 1, &tokens, &value};
  for (int i = 0; i < 3; i++) want[i] = column(name[i]);
  for (int i = 0; i < 2; i++) {
    const twocs_law law = {"gemm", "counted", "", "", items[i], fill_counted, &counter, 0};
    setup_init(&s);
    assert_int_equal(twocs_plan_set(&s.plan, &law, NULL), TWOCS_OK);
    atomic_store(&rows, 0);
    assert_int_equal(run(&s, 1, &axis, 3, want, columns), TWOCS_OK);
    assert_int_equal(atomic_load(&rows), i == 0 ? 8 : 8 + 1);
  }
}

/* A sweep over H changes heads and FFN with it, with the same bits as models built from scratch. */
static void followers_follow_an_axis(void **state) {
  static setup s;
  (void)state;
  static double hs[300], out[300][8], *columns[8];
  const double *value = hs;
  const char *const name[] = {"heads",      "kv_heads", "ffn",   "param",
                              "layer_flop", "t_layer",  "f_ser", "mem_byte"};
  const int h = column("h");
  int want[8];
  static double flat[8][300];
  const twocs_axis axis = {300, 1, &h, &value};
  setup_init(&s);
  s.point.layout.tp = 4;
  for (int i = 0; i < 8; i++) want[i] = column(name[i]), columns[i] = flat[i];
  for (int r = 0; r < 300; r++) hs[r] = 128 * (r + 1);
  assert_int_equal(run(&s, 1, &axis, 8, want, columns), TWOCS_OK);
  for (int r = 0; r < 300; r++) {
    setup_init(&s);
    s.point.layout.tp = 4;
    s.point.model.h = hs[r], s.point.model.heads = hs[r] / 128, s.point.model.kv_heads = hs[r] / 128,
    s.point.model.ffn = 4 * hs[r];
    assert_int_equal(twocs_eval(&s.plan, &s.point, 8, want, out[r], NULL), TWOCS_OK);
    for (int i = 0; i < 8; i++) exact(name[i], flat[i][r], out[r][i]);
  }
  s.point.model.ffn = 11008;
  assert_int_equal(run(&s, 1, &axis, 1, &want[2], &columns[2]), TWOCS_OK);
  for (int r = 0; r < 300; r++) exact("ffn, once set", flat[2][r], 11008);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_invalid_job_is_refused),
      cmocka_unit_test(scratch_is_one_part_for_each_thread),
      cmocka_unit_test(a_grid_gives_tasks_for_many_cores),
      cmocka_unit_test(a_grid_too_large_to_count_is_refused),
      cmocka_unit_test(an_unknown_law_is_answered_with_those_there_are),
      cmocka_unit_test(the_inputs_of_every_column_are_known),
      cmocka_unit_test(a_law_may_be_the_callers),
      cmocka_unit_test(a_law_may_read_nothing),
      cmocka_unit_test(a_law_that_fails_ends_the_job),
      cmocka_unit_test(a_law_that_fails_without_a_word_fails),
      cmocka_unit_test(the_error_is_a_sentence_of_the_law),
      cmocka_unit_test(the_first_failure_in_the_order_of_rows_is_reported),
      cmocka_unit_test(a_job_can_be_stopped),
      cmocka_unit_test(unwanted_columns_are_not_computed),
      cmocka_unit_test(columns_with_the_same_inputs_are_computed_once),
      cmocka_unit_test(followers_follow_an_axis),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
