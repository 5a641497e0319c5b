/* SPDX-License-Identifier: MIT */
/* Memory of a device against the formulas of Korthikanti et al. (arXiv:2205.05198), in their letters: s b h a
 * t. Tolerance: roundings; the formulas are the same sums in another order. */
#include "common.h"

static const double rounding = 1e-14;

static double draw(setup *s, double *a, double *t) {
  setup_init(s);
  *t = random_power(4), *a = *t * (1 + random_below(8));
  s->point.model.head_dim = 32 * (1 + random_below(4)), s->point.model.h = *a * s->point.model.head_dim;
  s->point.model.layers = 1 + random_below(100);
  s->point.run.sl = 1 + random_below(4096), s->point.run.b = 1 + random_below(16);
  s->point.layout.tp = *t;
  return s->point.run.sl * s->point.run.b * s->point.model.h;
}

static void activations_are_those_of_korthikanti(void **state) {
  static setup s;
  double a, t;
  (void)state;
  for (int round = 0; round < 300; round++) {
    const double sbh = draw(&s, &a, &t), as_h = a * s.point.run.sl / s.point.model.h,
                 layers = s.point.model.layers;
    if (t == 1) near("(1)", eval(&s, "layer_act"), sbh * (34 + 5 * as_h), rounding);
    near("(2)", eval(&s, "layer_act"), sbh * (10 + 24 / t + 5 * as_h / t), rounding);
    near("(2), kept", eval(&s, "kept_act"), sbh * (10 + 24 / t + 5 * as_h / t), rounding);
    near("no recomputation", eval(&s, "act_mem"), layers * sbh * (10 + 24 / t + 5 * as_h / t), rounding);
    s.point.run.recompute = 1;
    near("selective", eval(&s, "kept_act"), sbh * (10 + 24 / t), rounding);
    near("selective, all", eval(&s, "act_mem"), layers * sbh * (10 + 24 / t) + sbh * 5 * as_h / t, rounding);
    s.point.run.recompute = 2;
    near("full", eval(&s, "kept_act"), 2 * sbh, rounding);
    near("full, all", eval(&s, "act_mem"), layers * 2 * sbh + sbh * (10 + 24 / t + 5 * as_h / t), rounding);
    s.point.run.mode = 0;
    near("inference", eval(&s, "act_mem"), sbh * (10 + 24 / t + 5 * as_h / t), rounding);
  }
}

/* Mixed precision with Adam: 2 bytes of weight, 2 of gradient, 12 of optimizer. Behind the layers stand 4 s b
 * h (1 + v / h) bytes, of which TP cuts the logits (section 4.3). */
static void weights_gradients_and_optimizer_take_sixteen_bytes_a_parameter(void **state) {
  static setup s;
  double a, t;
  (void)state;
  for (int round = 0; round < 100; round++) {
    const double sbh = draw(&s, &a, &t), behind = 4 * sbh * (1 + s.point.model.vocab / t / s.point.model.h);
    const double param = eval(&s, "dev_param");
    column_is(&s, "weight_mem", 2 * param);
    column_is(&s, "grad_mem", 2 * param);
    column_is(&s, "opt_mem", 12 * param);
    near("mem_byte", eval(&s, "mem_byte"), 16 * param + eval(&s, "act_mem") + behind, rounding);
    s.point.run.mode = 0;
    near("inference", eval(&s, "mem_byte"), 2 * param + eval(&s, "act_mem"), rounding);
  }
}

static void a_model_fits_or_does_not(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  const double byte = eval(&s, "mem_byte");
  s.point.device.mem_size = byte;
  column_is(&s, "fits", 1);
  s.point.device.mem_size = byte * (1 - 1e-9);
  column_is(&s, "fits", 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(activations_are_those_of_korthikanti),
      cmocka_unit_test(weights_gradients_and_optimizer_take_sixteen_bytes_a_parameter),
      cmocka_unit_test(a_model_fits_or_does_not),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
