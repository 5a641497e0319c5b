/* SPDX-License-Identifier: MIT */
/* What twocs profile measures and how it decides: kernels compared with naive ones in double, the median's
 * interval computed by hand, repeats with a made-up clock, the load of others from made-up figures. No test
 * asks how long anything takes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "clock.h"
#include "gemm.h"
#include "measure.h"
#include "operators.h"

extern const twocs_backend twocs_backend_cpu;

enum { ROWS = 3, WIDTH_MOST = 100, CELLS = ROWS * WIDTH_MOST };
static const size_t widths[] = {1, 2, 15, 16, 17, 33, 100};

/* Numbers in [-4, 4) that are the same in every run. */
static void fill(float *array, size_t n, unsigned seed) {
  for (size_t i = 0; i < n; i++) {
    seed = seed * 1664525u + 1013904223u;
    array[i] = (float)(seed >> 8) * 0x1p-21f - 4.0f;
  }
}

static void near(const char *what, double got, double want, double tolerance) {
  if (!(fabs(got - want) <= tolerance * (1 + fabs(want))))
    fail_msg("%s: %.9g, expected %.9g", what, got, want);
}

static void softmax_of(size_t width, const float *x, double *y) {
  double most = -(double)INFINITY, sum = 0;
  for (size_t i = 0; i < width; i++) most = fmax(most, (double)x[i]);
  for (size_t i = 0; i < width; i++) sum += y[i] = exp((double)x[i] - most);
  for (size_t i = 0; i < width; i++) y[i] /= sum;
}

static void moments_of(size_t width, const float *x, double *mean, double *scale) {
  double sum = 0, square = 0;
  for (size_t i = 0; i < width; i++) sum += (double)x[i];
  *mean = sum / (double)width;
  for (size_t i = 0; i < width; i++) square += ((double)x[i] - *mean) * ((double)x[i] - *mean);
  *scale = 1 / sqrt(square / (double)width + 1e-5);
}

static double gelu_of(double x) {
  return x / 2 * (1 + tanh(sqrt(2 / acos(-1)) * (x + 0.044715 * x * x * x)));
}

static void softmax_sums_to_one_and_agrees(void **state) {
  (void)state;
  float x[CELLS], y[CELLS], dy[CELLS], dx[CELLS];
  double want[WIDTH_MOST];
  for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
    const size_t width = widths[w];
    fill(x, ROWS * width, 1), fill(dy, ROWS * width, 2);
    twocs_softmax(ROWS, width, x, y);
    twocs_softmax_back(ROWS, width, y, dy, dx);
    for (size_t r = 0; r < ROWS; r++) {
      double dot = 0;
      softmax_of(width, x + r * width, want);
      for (size_t i = 0; i < width; i++) dot += want[i] * (double)dy[r * width + i];
      for (size_t i = 0; i < width; i++) {
        near("softmax", (double)y[r * width + i], want[i], 2e-6);
        near("softmax_back", (double)dx[r * width + i], want[i] * ((double)dy[r * width + i] - dot), 1e-5);
      }
    }
  }
}

static void softmax_of_extremes_is_finite(void **state) {
  (void)state;
  const float x[4] = {-1e30f, 1e30f, 0, -200};
  float y[4];
  twocs_softmax(1, 4, x, y);
  near("the largest", (double)y[1], 1, 1e-6);
  for (int i = 0; i < 4; i++) assert_true(isfinite(y[i]));
}

static void layernorm_agrees(void **state) {
  (void)state;
  float x[CELLS], gain[WIDTH_MOST], bias[WIDTH_MOST], y[CELLS];
  for (size_t w = 1; w < sizeof widths / sizeof *widths; w++) {
    const size_t width = widths[w];
    fill(x, ROWS * width, 3), fill(gain, width, 4), fill(bias, width, 5);
    twocs_layernorm(ROWS, width, x, gain, bias, y);
    for (size_t r = 0; r < ROWS; r++) {
      double mean, scale;
      moments_of(width, x + r * width, &mean, &scale);
      for (size_t i = 0; i < width; i++)
        near("layernorm", (double)y[r * width + i],
             ((double)x[r * width + i] - mean) * scale * (double)gain[i] + (double)bias[i], 1e-5);
    }
  }
}

/* The loss sum(dy y) of one row in double, with one x changed by a step. */
static double layernorm_loss(size_t width, const float *x, const float *gain, const float *dy, size_t moved,
                             double step) {
  double value[WIDTH_MOST], sum = 0, square = 0, loss = 0;
  for (size_t i = 0; i < width; i++) sum += value[i] = (double)x[i] + (i == moved ? step : 0);
  const double mean = sum / (double)width;
  for (size_t i = 0; i < width; i++) square += (value[i] - mean) * (value[i] - mean);
  const double scale = 1 / sqrt(square / (double)width + 1e-5);
  for (size_t i = 0; i < width; i++) loss += (double)dy[i] * (value[i] - mean) * scale * (double)gain[i];
  return loss;
}

static void layernorm_back_is_the_gradient(void **state) {
  (void)state;
  enum { WIDTH = 33 };
  float x[ROWS * WIDTH], dy[ROWS * WIDTH], dx[ROWS * WIDTH], gain[WIDTH], dgain[WIDTH] = {0},
                                                                          dbias[WIDTH] = {0};
  fill(x, ROWS * WIDTH, 6), fill(dy, ROWS * WIDTH, 7), fill(gain, WIDTH, 8);
  twocs_layernorm_back(ROWS, WIDTH, x, gain, dy, dx, dgain, dbias);
  for (size_t i = 0; i < WIDTH; i++) {
    double want_gain = 0, want_bias = 0;
    for (size_t r = 0; r < ROWS; r++) {
      const float *row = x + r * WIDTH, *up = dy + r * WIDTH;
      double mean, scale;
      moments_of(WIDTH, row, &mean, &scale);
      want_gain += (double)up[i] * ((double)row[i] - mean) * scale, want_bias += (double)up[i];
      const double slope =
          (layernorm_loss(WIDTH, row, gain, up, i, 1e-5) - layernorm_loss(WIDTH, row, gain, up, i, -1e-5)) /
          2e-5;
      near("dx", (double)dx[r * WIDTH + i], slope, 1e-4);
    }
    near("dgain", (double)dgain[i], want_gain, 1e-5);
    near("dbias", (double)dbias[i], want_bias, 1e-5);
  }
}

static void gelu_and_its_gradient_agree(void **state) {
  (void)state;
  float x[CELLS], y[CELLS], dy[CELLS], dx[CELLS];
  fill(x, CELLS, 9), fill(dy, CELLS, 10);
  x[0] = 30, x[1] = -30, x[2] = 0, x[3] = 1e-20f;
  twocs_gelu(CELLS, x, y);
  twocs_gelu_back(CELLS, x, dy, dx);
  for (size_t i = 0; i < CELLS; i++) {
    near("gelu", (double)y[i], gelu_of((double)x[i]), 2e-6);
    const double slope = (gelu_of((double)x[i] + 1e-5) - gelu_of((double)x[i] - 1e-5)) / 2e-5;
    near("gelu_back", (double)dx[i], (double)dy[i] * slope, 2e-5);
  }
}

static void residuals_add(void **state) {
  (void)state;
  float x[CELLS], skip[CELLS], y[CELLS];
  fill(x, CELLS, 11), fill(skip, CELLS, 12);
  twocs_residual_add(CELLS, x, skip, y);
  for (size_t i = 0; i < CELLS; i++) assert_true(y[i] == x[i] + skip[i]);
}

static void gemm_multiplies(void **state) {
  (void)state;
  enum { M = 5, N = 7, K = 11 };
  float a[M * K], b[K * N], c[M * N];
  fill(a, M * K, 13), fill(b, K * N, 14), fill(c, M * N, 15);
  twocs_gemm(M, N, K, a, b, c);
  for (size_t i = 0; i < M; i++)
    for (size_t j = 0; j < N; j++) {
      double sum = 0;
      for (size_t k = 0; k < K; k++) sum += (double)a[i * K + k] * (double)b[k * N + j];
      near("gemm", (double)c[i * N + j], sum, 1e-5);
    }
}

static void shapes_are_counted(void **state) {
  (void)state;
  const twocs_shape gemm = {.op = TWOCS_BATCHED_GEMM, .dtype = TWOCS_BF16, .x = 3, .m = 4, .n = 5, .k = 6};
  assert_true(twocs_shape_flop(&gemm) == 2.0 * 3 * 4 * 5 * 6);
  assert_true(twocs_shape_byte(&gemm) == 2.0 * 3 * (4 * 6 + 6 * 5 + 4 * 5));
  const twocs_shape sum = {.op = TWOCS_RESIDUAL_ADD, .rows = 10, .width = 20};
  assert_true(twocs_shape_flop(&sum) == 200 && twocs_shape_byte(&sum) == 4.0 * 3 * 200);
  const twocs_shape reduce = {.op = TWOCS_ALL_REDUCE, .byte = 1e6};
  assert_true(twocs_shape_flop(&reduce) == 0 && twocs_shape_byte(&reduce) == 1e6);
}

static void every_operator_runs_or_has_a_reason(void **state) {
  (void)state;
  assert_null(twocs_backend_cpu.open(1));
  for (int op = 0; op < TWOCS_OPS; op++) {
    const twocs_shape shape = {
        .op = (twocs_op)op, .x = 2, .m = 3, .n = 4, .k = 5, .rows = 6, .width = 7, .byte = 8};
    const char *why = NULL;
    void *work = twocs_backend_cpu.prepare(&shape, &why);
    if (twocs_operators[op].takes == TWOCS_TAKES_GEMM || twocs_operators[op].takes == TWOCS_TAKES_ROWS) {
      assert_non_null(work);
      assert_true(twocs_backend_cpu.time(&work, 1, 2) >= 0);
      twocs_backend_cpu.release(work);
    } else {
      assert_null(work);
      assert_non_null(why);
    }
  }
}

static void unsupported_shapes_are_refused(void **state) {
  (void)state;
  const char *why = NULL;
  const twocs_shape half = {.op = TWOCS_GEMM, .dtype = TWOCS_FP16, .x = 1, .m = 1, .n = 1, .k = 1};
  assert_null(twocs_backend_cpu.prepare(&half, &why));
  assert_non_null(strstr(why, "fp32"));
  const twocs_shape huge = {.op = TWOCS_COPY, .rows = 1e9, .width = 1e6};
  assert_null(twocs_backend_cpu.prepare(&huge, &why));
  assert_non_null(strstr(why, "memory"));
}

static void a_median_has_an_interval(void **state) {
  (void)state;
  const double odd[] = {1, 2, 10}, even[] = {1, 2, 4, 10};
  assert_true(twocs_median(odd, 3) == 2 && twocs_median(even, 4) == 3);
  assert_true(twocs_median_spread(odd, 3) == 4.5 / 2); /* of so few, all are in the interval */
  double many[100];
  for (int i = 0; i < 100; i++) many[i] = 100 + i;
  /* 100 / 2 - 0.98 sqrt(100) = 40.2: from the 41st to the 60th */
  near("spread", twocs_median_spread(many, 100), (159.0 - 140.0) / 2 / 149.5, 1e-12);
}

/* A machine whose time is made up: the first call is slow, then each run takes `each`, and every other call
 * takes `noise` more. */
typedef struct fake {
  double each, first, noise, runs_least, spent;
  int calls, stop;
} fake;

static double fake_time(void *context, double runs) {
  fake *f = context;
  f->calls++;
  if (f->stop && f->calls == f->stop) return (double)NAN;
  const double time = runs * f->each * (1 + (f->calls % 2 ? f->noise : 0)) + (f->calls == 1 ? f->first : 0);
  if (f->calls > 2) f->runs_least = f->runs_least > 0 ? fmin(f->runs_least, runs) : runs;
  f->spent += time;
  return time;
}

static const twocs_patience patience = {0.02, 1, 1e-3};

static void a_steady_time_is_soon_known(void **state) {
  (void)state;
  fake f = {.each = 0.02, .first = 5};
  twocs_measurement found;
  assert_int_equal(twocs_measure(fake_time, &f, &patience, &found), 1);
  near("median", found.median, 0.02, 1e-12); /* it does not include the slow first call */
  near("least", found.least, 0.02, 1e-12);
  assert_true(found.spread == 0 && found.repeats <= 7);
}

static void short_runs_are_put_together(void **state) {
  (void)state;
  fake f = {.each = 1e-7};
  twocs_measurement found;
  assert_int_equal(twocs_measure(fake_time, &f, &patience, &found), 1);
  near("median", found.median, 1e-7, 1e-12);
  assert_true(f.spent >= 0.1 && f.spent < 0.2); /* at least a tenth of the budget */
}

static void an_unsteady_time_ends_with_the_budget(void **state) {
  (void)state;
  fake f = {.each = 0.01, .noise = 0.5};
  twocs_measurement found;
  assert_int_equal(twocs_measure(fake_time, &f, &patience, &found), 1);
  assert_true(f.spent >= 1 && f.spent < 1.1);
  assert_true(found.spread > 0.02 && found.median >= 0.01 && found.median <= 0.015);
}

static void a_long_run_is_repeated_three_times(void **state) {
  (void)state;
  fake f = {.each = 100};
  twocs_measurement found;
  assert_int_equal(twocs_measure(fake_time, &f, &patience, &found), 1);
  assert_true(found.repeats == 3);
}

static void a_stopped_clock_ends_the_measurement(void **state) {
  (void)state;
  fake f = {.each = 0};
  twocs_measurement found;
  assert_int_equal(twocs_measure(fake_time, &f, &patience, &found), 1);
  assert_true(found.median == 0);
}

static void an_interrupt_ends_it_anywhere(void **state) {
  (void)state;
  for (int call = 1; call < 9; call++) {
    fake f = {.each = 0.02, .stop = call};
    twocs_measurement found;
    assert_int_equal(twocs_measure(fake_time, &f, &patience, &found), 0);
    assert_int_equal(f.calls, call);
  }
}

static void the_load_of_other_processes_is_the_rest(void **state) {
  (void)state;
  const twocs_load before = {100, 50, 7}, alone = {102, 52, 9}, busy = {102, 53, 9}, odd = {102, 51, 9};
  const twocs_load unknown = {102, (double)NAN, 9};
  assert_true(twocs_load_others(&before, &alone) == 0);
  assert_true(twocs_load_others(&before, &busy) == 0.5);
  assert_true(twocs_load_others(&before, &odd) == 0); /* ticks lag */
  assert_true(isnan(twocs_load_others(&before, &unknown)) && isnan(twocs_load_others(&before, &before)));
  assert_true(twocs_load_spoils(0) == 0 && twocs_load_spoils(1e4) == 1 &&
              isnan(twocs_load_spoils((double)NAN)));
}

static void an_interrupted_layer_stops_between_operators(void **state) {
  (void)state;
  const twocs_shape shape = {.op = TWOCS_COPY, .rows = 1, .width = 1};
  const char *why = NULL;
  void *work = twocs_backend_cpu.prepare(&shape, &why);
  twocs_interrupted = 1;
  assert_true(isnan(twocs_backend_cpu.time(&work, 1, 1)));
  twocs_interrupted = 0;
  twocs_backend_cpu.release(work);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(softmax_sums_to_one_and_agrees),
      cmocka_unit_test(softmax_of_extremes_is_finite),
      cmocka_unit_test(layernorm_agrees),
      cmocka_unit_test(layernorm_back_is_the_gradient),
      cmocka_unit_test(gelu_and_its_gradient_agree),
      cmocka_unit_test(residuals_add),
      cmocka_unit_test(gemm_multiplies),
      cmocka_unit_test(shapes_are_counted),
      cmocka_unit_test(every_operator_runs_or_has_a_reason),
      cmocka_unit_test(unsupported_shapes_are_refused),
      cmocka_unit_test(a_median_has_an_interval),
      cmocka_unit_test(a_steady_time_is_soon_known),
      cmocka_unit_test(short_runs_are_put_together),
      cmocka_unit_test(an_unsteady_time_ends_with_the_budget),
      cmocka_unit_test(a_long_run_is_repeated_three_times),
      cmocka_unit_test(a_stopped_clock_ends_the_measurement),
      cmocka_unit_test(an_interrupt_ends_it_anywhere),
      cmocka_unit_test(the_load_of_other_processes_is_the_rest),
      cmocka_unit_test(an_interrupted_layer_stops_between_operators),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
