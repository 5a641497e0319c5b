/* SPDX-License-Identifier: MIT */
/* Calibration of fields to times that the engine computed from known values: the result must be these values.
 * Without noise the loss falls to nothing, so the tolerance is where the simplex stops (its losses within
 * 1e-9 of each other; 1e-3 of a value). With noise it is the standard error that the calibration states. */
#include "common.h"
#include "fit/calibrate.h"

enum { SIZES = 12, ROWS = SIZES * SIZES };

typedef struct bench {
  setup s;
  double m[SIZES], k[SIZES], measured[ROWS], *columns[1];
  const double *m_value, *k_value;
  int m_field, k_field, want;
  twocs_axis axis[2];
  twocs_columns_sink sink;
  twocs_job job;
} bench;

/* GEMMs of 64 to 131072 rows by 64 to 131072 deep with the roofline: launches dominate short ones, memory
 * thin ones, and the peak large ones. */
static bench *bench_new(void) {
  bench *b = calloc(1, sizeof *b);
  assert_non_null(b);
  setup_init(&b->s);
  choose(&b->s, "gemm", "roofline");
  for (int i = 0; i < SIZES; i++) b->m[i] = b->k[i] = ldexp(64, i);
  b->s.point.op.op_n = 256;
  b->m_value = b->m, b->k_value = b->k, b->columns[0] = b->measured;
  b->m_field = column("op_m"), b->k_field = column("op_k"), b->want = column("t_op_gemm");
  b->axis[0] = (twocs_axis){SIZES, 1, &b->m_field, &b->m_value};
  b->axis[1] = (twocs_axis){SIZES, 1, &b->k_field, &b->k_value};
  b->sink = (twocs_columns_sink){1, b->columns};
  b->job = (twocs_job){.plan = &b->s.plan,
                       .base = &b->s.point,
                       .axes = 2,
                       .axis = b->axis,
                       .wants = 1,
                       .want = &b->want,
                       .take = twocs_take_columns,
                       .sink = &b->sink,
                       .scratch = scratch()};
  return b;
}

static void measure(bench *b, double flop_eff, double mem_eff, double launch) {
  b->s.point.device.flop_eff = flop_eff, b->s.point.device.mem_eff = mem_eff,
  b->s.point.device.launch = launch;
  assert_int_equal(twocs_run(&b->job, NULL), TWOCS_OK);
  b->s.point.device.flop_eff = 0.75, b->s.point.device.mem_eff = 0.8, b->s.point.device.launch = 5e-6;
}

static twocs_status calibrated(const bench *b, int count, const char *const names[], twocs_calibrated *found,
                               twocs_error *error) {
  int field[TWOCS_CALIBRATE_MOST];
  for (int i = 0; i < count; i++) field[i] = column(names[i]);
  const twocs_calibration c = {.job = &b->job, .measured = b->measured, .count = count, .field = field};
  void *workspace = malloc(twocs_calibrate_scratch(ROWS, count, 1));
  assert_non_null(workspace);
  const twocs_status status = twocs_calibrate(&c, workspace, found, error);
  free(workspace);
  return status;
}

static const char *const three[] = {"flop_eff", "mem_eff", "launch"};

static void the_true_constants_are_found(void **state) {
  (void)state;
  static const double truth[][3] = {{0.5, 0.6, 8e-6}, {0.9, 0.4, 2e-6}, {0.75, 0.8, 5e-6}};
  for (size_t i = 0; i < sizeof truth / sizeof *truth; i++) {
    bench *b = bench_new();
    twocs_calibrated found;
    memset(&found, 0x55, sizeof found);
    const twocs_calibrated untouched = found;
    measure(b, truth[i][0], truth[i][1], truth[i][2]);
    assert_int_equal(calibrated(b, 3, three, &found, NULL), TWOCS_OK);
    for (int j = 0; j < 3; j++) {
      near(three[j], found.value[j], truth[i][j], 1e-3);
      near("with itself", found.correlation[j][j], 1, 1e-12);
      for (int k = 0; k < 3; k++) {
        exact("either way", found.correlation[j][k], found.correlation[k][j]);
        assert_true(fabs(found.correlation[j][k]) <= 1 + 1e-12);
      }
      exact("beyond the fields", found.correlation[j][3], untouched.correlation[j][3]);
    }
    assert_true(found.loss <= found.start_loss && found.loss < 1e-4);
    assert_true(found.evaluations > 3 && found.evaluations < 3 * 400 + 50);
    free(b);
  }
}

/* The loss at the start, by its definition: Huber's with width 0.1, mean over the rows. Nothing moves
 * there. */
static void the_loss_follows_its_definition(void **state) {
  (void)state;
  bench *b = bench_new();
  double made[ROWS], *columns[1] = {made};
  twocs_columns_sink sink = {1, columns};
  twocs_calibrated found;
  measure(b, 0.7, 0.78, 9e-6);
  b->job.sink = &sink;
  assert_int_equal(twocs_run(&b->job, NULL), TWOCS_OK);
  double sum = 0;
  int small = 0, large = 0;
  for (int r = 0; r < ROWS; r++) {
    const double a = fabs(log(made[r] / b->measured[r]));
    sum += a < 0.1 ? a * a / 2 : 0.1 * (a - 0.05);
    small += a<0.1, large += a> 0.1;
  }
  assert_true(small > 10 && large > 10);
  assert_int_equal(calibrated(b, 3, three, &found, NULL), TWOCS_OK);
  near("loss at the start", found.start_loss, sum / ROWS, 1e-12);
  free(b);
}

/* Times that are off by 5 %: the result is within four standard errors, and sigma is the 5 % (from 144 rows,
 * so within 20 %). */
static void errors_cover_the_truth(void **state) {
  (void)state;
  static const double truth[3] = {0.5, 0.6, 8e-6};
  random_state = 21;
  bench *b = bench_new();
  twocs_calibrated found;
  measure(b, truth[0], truth[1], truth[2]);
  for (int r = 0; r < ROWS; r++) {
    double normal = -6;
    for (int i = 0; i < 12; i++) normal += random_unit();
    b->measured[r] *= exp(0.05 * normal);
  }
  assert_int_equal(calibrated(b, 3, three, &found, NULL), TWOCS_OK);
  for (int j = 0; j < 3; j++) {
    assert_true(found.error[j] > 0 && found.error[j] < 0.05 * truth[j]);
    if (!(fabs(found.value[j] - truth[j]) < 4 * found.error[j]))
      fail_msg("%s is %g +- %g, made from %g", three[j], found.value[j], found.error[j], truth[j]);
  }
  near("sigma", found.sigma, 0.05, 0.2);
  free(b);
}

/* A field that no row reads stays where it starts, and its error is unknown. */
static void undetermined_fields_keep_their_value(void **state) {
  (void)state;
  static const char *const names[] = {"flop_eff", "comm_launch"};
  bench *b = bench_new();
  twocs_calibrated found;
  measure(b, 0.5, 0.8, 5e-6);
  assert_int_equal(calibrated(b, 2, names, &found, NULL), TWOCS_OK);
  near("flop_eff", found.value[0], 0.5, 2e-3);
  near("comm_launch", found.value[1], 12e-6, 1e-2);
  assert_true(found.error[0] > 0 || found.error[0] == 0), assert_true(isnan(found.error[1]));
  free(b);
}

static volatile int cancel;
static int left; /* evaluations until the job is cancelled */

static void count_down(size_t rows) {
  assert_int_equal(rows, ROWS);
  if (--left <= 0) cancel = 1;
}

/* If it is cancelled after any number of evaluations, it returns the best of them, so more evaluations are
 * never worse, and no errors. */
static void a_cancelled_calibration_returns_its_best_value(void **state) {
  (void)state;
  bench *b = bench_new();
  int field[3];
  for (int i = 0; i < 3; i++) field[i] = column(three[i]);
  measure(b, 0.5, 0.6, 8e-6);
  b->job.cancel = &cancel;
  const twocs_calibration c = {
      .job = &b->job, .measured = b->measured, .count = 3, .field = field, .tried = count_down};
  void *workspace = malloc(twocs_calibrate_scratch(ROWS, 3, 1));
  assert_non_null(workspace);
  double before = (double)INFINITY, first = 0;
  for (int evaluations = 1; evaluations < 90; evaluations++) {
    twocs_calibrated found, again;
    cancel = 0, left = evaluations;
    assert_int_equal(twocs_calibrate(&c, workspace, &found, NULL), TWOCS_CANCEL);
    assert_int_equal(found.evaluations, evaluations);
    for (int i = 0; i < 3; i++) assert_true(isnan(found.error[i]));
    b->s.point.device.flop_eff = found.value[0], b->s.point.device.mem_eff = found.value[1];
    b->s.point.device.launch = found.value[2];
    cancel = 0, left = 1;
    assert_int_equal(twocs_calibrate(&c, workspace, &again, NULL), TWOCS_CANCEL);
    assert_true(again.start_loss <= before * (1 + 1e-4)); /* moving away costs a little */
    before = again.start_loss;
    if (evaluations == 1) first = before;
    b->s.point.device.flop_eff = 0.75, b->s.point.device.mem_eff = 0.8, b->s.point.device.launch = 5e-6;
  }
  assert_true(before < first / 100);
  free(workspace);
  free(b);
}

static void mistakes_are_reported(void **state) {
  (void)state;
  static const char *const tp[] = {"tp"}, *const launch[] = {"launch"};
  bench *b = bench_new();
  twocs_calibrated found;
  twocs_error error;
  measure(b, 0.5, 0.8, 5e-6);
  assert_int_equal(calibrated(b, 0, NULL, &found, &error), TWOCS_RANGE);
  assert_string_equal(error.text, "0 fields to calibrate: expected 1 to 16");
  assert_int_equal(calibrated(b, 1, tp, &found, &error), TWOCS_RANGE);
  assert_string_equal(error.text, "tp cannot be calibrated: only fields that take any number can");
  b->s.point.device.launch = 0;
  assert_int_equal(calibrated(b, 1, launch, &found, &error), TWOCS_RANGE);
  assert_string_equal(error.text, "launch = 0: a calibration starts from a value above 0");
  b->s.point.device.launch = 5e-6;
  b->measured[7] = 0;
  assert_int_equal(calibrated(b, 1, launch, &found, &error), TWOCS_RANGE);
  assert_string_equal(error.text, "measurement 8 is 0: expected more than 0");
  b->measured[7] = 1, b->axis[0].size = 1, b->axis[1].size = 2;
  assert_int_equal(calibrated(b, 3, three, &found, &error), TWOCS_RANGE);
  assert_string_equal(error.text, "3 fields cannot be found from 2 rows");
  b->job.wants = 2;
  assert_int_equal(calibrated(b, 1, launch, &found, &error), TWOCS_RANGE);
  assert_string_equal(error.text, "2 columns to calibrate to: expected one");
  free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_true_constants_are_found),
      cmocka_unit_test(the_loss_follows_its_definition),
      cmocka_unit_test(errors_cover_the_truth),
      cmocka_unit_test(undetermined_fields_keep_their_value),
      cmocka_unit_test(a_cancelled_calibration_returns_its_best_value),
      cmocka_unit_test(mistakes_are_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
