/* SPDX-License-Identifier: MIT */
/* Power, energy and money of a step: compared with a count by hand; sums that must agree; and the effect of a
 * cap. The one thing to know: the numbers of the hardware are made up, so only their combination is
 * tested. */
#include "common.h"

static void close_to(const char *what, double got, double want) {
  if (!(fabs(got - want) <= 1e-12 * fabs(want))) fail_msg("%s is %.17g, by hand %.17g", what, got, want);
}

/* A small model with data parallelism of 8 over nodes of 4: two microbatches, and no part of the formulas
 * above is 0. */
static void small(setup *s) {
  setup_init(s);
  s->point.model.layers = 4, s->point.model.h = 1024, s->point.layout.dp = 8, s->point.layout.zero = 3;
  s->point.run.b = 4, s->point.run.micro_batch = 2, s->point.run.recompute = 2, s->point.run.format = 0;
  s->point.device.cap_power = 1e5, s->point.device.pue = 1.3;
}

static void a_step_by_hand(void **state) {
  static setup s;
  (void)state;
  small(&s);
  const twocs_device *d = &s.point.device;
  const double layers = 4, microbatches = 2, passes = 4; /* twice forward */
  const double flop =
      eval(&s, "step_flop") + microbatches * layers * eval(&s, "layer_flop"); /* forward again */
  close_to("done_flop", eval(&s, "done_flop"), flop);
  const double weights = 4 * eval(&s, "dev_layer_param"); /* two gathers and a scatter, in four bytes */
  close_to("sent_byte", eval(&s, "sent_byte"), layers * microbatches * 3 * weights);
  const double moved = microbatches * passes * layers * (eval(&s, "gemm_byte") + eval(&s, "stream_byte")) +
                       eval(&s, "optimizer_back_byte");
  close_to("moved_byte", eval(&s, "moved_byte"), moved);
  const double beyond = flop * d->flop_energy * (d->peak_fp16 / eval(&s, "peak")) + moved * d->move_energy +
                        layers * microbatches * 3 * weights * d->send_energy;
  const double t = eval(&s, "t_step"), power = d->wait_power + beyond / t;
  close_to("device_power", eval(&s, "device_power"), power);
  close_to("wall_power", eval(&s, "wall_power"), 1.3 * (power + d->host_power / 4));
  close_to("node_power", eval(&s, "node_power"), 4 * power + d->host_power);
  const double joule = 8 * 1.3 * (power + d->host_power / 4) * t, tokens = 8 * 4 * 2048;
  close_to("step_joule", eval(&s, "step_joule"), joule);
  close_to("token_joule", eval(&s, "token_joule"), joule / tokens);
  close_to("joule_tokens", eval(&s, "joule_tokens"), tokens / joule);
  close_to("rent_cost_low", eval(&s, "rent_cost_low"), 8 * t / tokens * d->rent_low);
  close_to("energy_cost_high", eval(&s, "energy_cost_high"), joule / tokens * d->energy_high);
}

/* In FP8 a GEMM is as hungry as in 16 bits at the rate that large GEMMs of its format reach; attention stays
 * in 16 bits. */
static void formats_draw_the_same_power_at_their_sustained_rates(void **state) {
  static setup s;
  (void)state;
  small(&s);
  s.point.device.peak_bf16 = s.point.device.peak_fp16, s.point.device.peak_fp8 = 2 * s.point.device.peak_fp16;
  s.point.run.format = 4, s.point.law.depth_eff = 0.6, s.point.law.wide_eff = 0.9;
  const double flop = eval(&s, "done_flop"),
               core = 2 * 4 * 4 * eval(&s, "attn_flop"); /* microbatches, layers, passes */
  const double joule = (1.5 * (flop - core) / 2 + core) * s.point.device.flop_energy;
  close_to("flop_joule", eval(&s, "flop_joule"), joule);
}

/* Without sharding the gradients are sent once per step, however many microbatches there are. */
static void gradients_sent_once_count_once(void **state) {
  static setup s;
  (void)state;
  small(&s);
  s.point.layout.zero = 0;
  const double once = 4 * 4 * eval(&s, "dev_layer_param"); /* four layers, in four bytes */
  for (double microbatch = 1; microbatch <= 4; microbatch *= 2) {
    s.point.run.micro_batch = microbatch;
    close_to("sent_byte", eval(&s, "sent_byte"), once);
  }
}

/* The terms add up to the whole, capped or not. */
static void terms_add_up(void **state) {
  static setup s;
  (void)state;
  for (double cap = 100; cap <= 1e4; cap *= 1.3) {
    small(&s);
    s.point.device.cap_power = cap;
    const double parts =
        eval(&s, "wait_joule") + eval(&s, "cap_joule") + eval(&s, "host_joule") + eval(&s, "building_joule");
    close_to("step_joule", eval(&s, "step_joule"), 8 * parts);
  }
}

/* Under a cap a device draws the cap while it computes, and no more. For everything else it waits. */
static void under_a_cap_it_draws_the_cap(void **state) {
  static setup s;
  (void)state;
  small(&s);
  const double wait = s.point.device.wait_power, full = eval(&s, "full_power"),
               t_cmp = eval(&s, "t_step_cmp");
  assert_true(full > wait);
  const double cap = wait + 0.5 * (full - wait);
  s.point.device.cap_power = cap;
  const double clock = pow(0.5, 1 / s.point.device.cap_exponent),
               t = eval(&s, "t_step") + t_cmp * (1 / clock - 1);
  close_to("clock_kept", eval(&s, "clock_kept"), clock);
  close_to("t_step_cap", eval(&s, "t_step_cap"), t);
  close_to("device_power", eval(&s, "device_power"), (cap * t_cmp / clock + wait * (t - t_cmp / clock)) / t);
  s.point.device.cap_power = full;
  assert_true(eval(&s, "clock_kept") == 1 && eval(&s, "t_step_cap") == eval(&s, "t_step"));
  s.point.device.cap_power = 2 * full;
  assert_true(eval(&s, "clock_kept") == 1);
}

/* A lower cap is never faster. */
static void a_lower_cap_is_slower(void **state) {
  static setup s;
  double before = 0;
  (void)state;
  small(&s);
  for (double cap = 1e4; cap > 1; cap /= 1.1) {
    s.point.device.cap_power = cap;
    const double now = eval(&s, "t_step_cap");
    assert_true(now >= before);
    before = now;
  }
}

/* A device without figures for power is reported by name, and only if power is wanted. */
static void missing_figures_of_power_are_named(void **state) {
  static setup s;
  twocs_error error = {TWOCS_OK, ""};
  const int power = column("device_power"), time = column("t_step");
  double result;
  (void)state;
  small(&s);
  s.point.device.wait_power = (double)NAN;
  assert_int_equal(twocs_eval(&s.plan, &s.point, 1, &time, &result, &error), TWOCS_OK);
  assert_int_equal(twocs_eval(&s.plan, &s.point, 1, &power, &result, &error), TWOCS_GIVEN);
  assert_non_null(strstr(error.text, "device.wait_power"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_step_by_hand),
      cmocka_unit_test(formats_draw_the_same_power_at_their_sustained_rates),
      cmocka_unit_test(gradients_sent_once_count_once),
      cmocka_unit_test(terms_add_up),
      cmocka_unit_test(under_a_cap_it_draws_the_cap),
      cmocka_unit_test(a_lower_cap_is_slower),
      cmocka_unit_test(missing_figures_of_power_are_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
