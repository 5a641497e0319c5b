/* SPDX-License-Identifier: MIT */
/* What a step and a run of many steps lose and use: utilisation, offload, the slowest device, failures.
 * Compared with printed numbers, closed forms, and a simulation. */
#include "common.h"
#include "rows/formula.h"

static const double rounding = 1e-13;

/* KORT22, Table 5: MFU and HFU of selective recomputation, printed to a tenth of a percent. Only the
 * attention core is recomputed, forward; their formula (appendix A: s / 3h instead of s / 6h) adds three
 * times that. */
static void hardware_utilisation_is_that_of_korthikanti(void **state) {
  static setup s;
  static const struct {
    double layers, h, heads, mfu, hfu;
  } printed[] = {{48, 6144, 64, 41.5, 43.7},
                 {96, 12288, 96, 51.4, 52.8},
                 {105, 20480, 128, 56.0, 57.0},
                 {128, 25600, 160, 56.3, 57.0}};
  (void)state;
  for (size_t i = 0; i < sizeof printed / sizeof *printed; i++) {
    setup_init(&s);
    s.point.model.layers = printed[i].layers, s.point.model.h = printed[i].h;
    s.point.model.heads = printed[i].heads, s.point.model.head_dim = printed[i].h / printed[i].heads;
    near("nothing recomputed", eval(&s, "hfu"), eval(&s, "mfu"), 0);
    s.point.run.recompute = 1;
    const double ratio = eval(&s, "hfu") / eval(&s, "mfu"), of = printed[i].hfu / printed[i].mfu;
    near("HFU over MFU", 1 + 3 * (ratio - 1), of, 0.05 / printed[i].mfu + 0.05 / printed[i].hfu);
    s.point.run.recompute =
        2; /* four passes through the layers instead of three, and none through the head */
    const double layers = 3 * printed[i].layers * eval(&s, "layer_flop"), head = 3 * eval(&s, "head_flop");
    near("full", eval(&s, "hfu") / eval(&s, "mfu"), (layers * 4 / 3 + head) / (layers + head), rounding);
  }
}

static void shares_of_a_step_add_up(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  s.point.layout.tp = 2, s.point.layout.dp = 8, s.point.layout.pp = 4, s.point.layout.zero = 3;
  s.point.run.b = 16, s.point.run.micro_batch = 2, s.point.device.net0_size = 8;
  near("a step",
       eval(&s, "f_step_cmp") + eval(&s, "f_step_ser") + eval(&s, "f_step_exp") + eval(&s, "f_step_idle"), 1,
       rounding);
  near("per device", eval(&s, "device_token_rate") * 64, eval(&s, "token_rate"), rounding);
  /* Hidden and exposed parts together are what is sent during compute, plus the cost of interference. */
  const double sent = 8 * 24 * (eval(&s, "t_ovl_f") + eval(&s, "t_ovl_b")) + 24 * eval(&s, "t_once");
  near("during compute",
       eval(&s, "t_step_ovl") + eval(&s, "t_step_exp") - smaller(eval(&s, "t_once"), eval(&s, "t_hide")) -
           eval(&s, "t_rest") - eval(&s, "t_last_scatter"),
       sent, rounding);
  assert_true(eval(&s, "f_step_ovl") > 0);
}

/* Half of the optimizer state is outside: its bytes cross once in each direction, both directions at once,
 * after the step. */
static void optimizer_state_outside_of_the_device(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  s.point.layout.dp = 8, s.point.layout.zero = 1, s.point.device.net0_size = 8;
  const double held = eval(&s, "opt_mem"), memory = eval(&s, "mem_byte"), step = eval(&s, "t_step");
  s.point.layout.offload_opt = 0.5;
  near("left", eval(&s, "opt_mem"), held / 2, rounding);
  near("memory", eval(&s, "mem_byte"), memory - held / 2, rounding);
  near("away", eval(&s, "away_mem"), held / 2, rounding);
  near("a step", eval(&s, "t_step"), step + held / 2 / 32e9, rounding);
  near("exposed", eval(&s, "t_offload_opt"), held / 2 / 32e9, rounding);
  s.point.layout.offload_to = 1;
  near("on a drive", eval(&s, "t_offload_opt"), held / 2 / 6e9, rounding);
  column_is(&s, "legal", 1);
  s.point.device.nvme_bw = 0; /* not known */
  assert_string_equal(twocs_rules[(int)eval(&s, "why") - 1].name, "offload");
  s.point.layout.offload_opt = 0;
  column_is(&s, "legal", 1);
  near("as before", eval(&s, "t_step"), step, 0);
}

/* Kept activations leave during the forward pass and come back during the backward pass of their layer; those
 * of two layers are on their way. */
static void activations_outside_of_the_device(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  s.point.layout.pp = 4, s.point.run.b = 8, s.point.run.micro_batch = 1;
  const double kept = eval(&s, "kept_act"), memory = eval(&s, "first_mem"), layer = eval(&s, "t_layer_exp");
  const double forward = eval(&s, "t_fwd"), backward = eval(&s, "t_bwd");
  s.point.layout.offload_kept = 0.75;
  near("memory", eval(&s, "first_mem"), memory - 0.75 * kept * (24 * 4 - 2), rounding);
  near("away", eval(&s, "away_mem"), 0.75 * kept * 24 * 4, rounding);
  s.point.device.host_bw = 0.75 * kept / forward;
  near("hidden", eval(&s, "t_layer_exp"), layer, 0);
  s.point.device.host_bw = 0.75 * kept / (forward + 1e-3);
  near("exposed forward", eval(&s, "t_layer_exp"), layer + 1e-3, 1e-9);
  s.point.device.host_bw = 0.75 * kept / (backward + 1e-3);
  near("exposed both ways", eval(&s, "t_layer_exp"), layer + backward - forward + 2e-3, 1e-9);
  const double slow = eval(&s, "t_step");
  s.point.layout.offload_kept = 0;
  near("a step", slow - eval(&s, "t_step"), (8 + 3) * 24 * (backward - forward + 2e-3), 1e-6);
  s.point.run.mode = 0, s.point.layout.offload_kept = 0.75;
  column_is(&s, "t_offload", 0);
}

/* The expected maximum of n standard normal numbers, as in printed tables (Tippett, 1925). */
static void the_slowest_of_many(void **state) {
  static setup s;
  (void)state;
  static const double known[][2] = {{2, 0.56419},  {3, 0.84628},   {5, 1.16296},
                                    {10, 1.53875}, {100, 2.50759}, {1000, 3.24144}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    near("the largest", largest_of(known[i][0]), known[i][1], 5e-6 / known[i][1] + 1e-9);
  exact("of one", largest_of(1), 0);
  double before = 0;
  for (double n = 2; n < 9e15; n *= 3) {
    assert_true(largest_of(n) > before && largest_of(n) < sqrt(2 * log(n)) + 0.1);
    before = largest_of(n);
  }
  setup_init(&s);
  s.point.layout.dp = 10, s.point.device.net0_size = 10;
  const double step = eval(&s, "t_step");
  s.point.run.step_spread = 0.02;
  near("a step", eval(&s, "t_step"), step + 0.02 * largest_of(10) * eval(&s, "t_step_cmp"), rounding);
}

/* Simulates a run, failure by failure: work for `every`, then a checkpoint. A failure goes back to the last
 * checkpoint, and the restart itself may fail. */
static double played(double every, double checkpoint, double restart, double rate, int checkpoints) {
  double now = 0, fails = -log(1 - random_unit()) / rate;
  for (int done = 0; done < checkpoints;) {
    if (now + every + checkpoint <= fails) {
      now += every + checkpoint, done++;
      continue;
    }
    now = fails;
    do { /* until a restart ends */
      fails = now - log(1 - random_unit()) / rate;
      if (fails < now + restart) now = fails;
    } while (fails == now);
    now += restart;
  }
  return checkpoints * every / now;
}

static void goodput_is_that_of_a_run_that_is_played(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  column_is(&s, "goodput", 1); /* without any figures nothing is lost */
  s.point.run.checkpoint = 60;
  column_is(&s, "goodput", 1); /* nothing fails, so it is best to save nothing */
  s.point.run.checkpoint_every = 1800;
  near("checkpoints alone", eval(&s, "goodput"), 1800 / 1860., rounding);
  s.point.run.restart = 600, s.point.device.mtbf = 50000 * 3600., s.point.layout.dp = 16384;
  s.point.device.net0_size = 8, s.point.device.net1_size = 1e6;
  const double rate = 16384 / (50000 * 3600.);
  near("failures a second", eval(&s, "fail_rate"), rate, rounding);
  for (int i = 0; i < 3; i++) {
    s.point.run.checkpoint_every = (double[]){600, 1800, 7200}[i];
    near("goodput", eval(&s, "goodput"),
         played(s.point.run.checkpoint_every, 60, 600, rate, SLOW ? 20000 : 200000), SLOW ? 0.02 : 0.006);
  }
  s.point.run.checkpoint_every = 0;
  near("Young's interval", eval(&s, "t_checkpoint_every"), sqrt(2 * 60 / rate), rounding);
  const double best = eval(&s, "goodput");
  s.point.run.checkpoint_every = 0.5 * sqrt(2 * 60 / rate);
  assert_true(eval(&s, "goodput") < best);
  s.point.run.checkpoint_every = 2 * sqrt(2 * 60 / rate);
  assert_true(eval(&s, "goodput") < best);
  near("tokens", eval(&s, "token_goodput"), eval(&s, "goodput") * eval(&s, "token_rate"), rounding);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hardware_utilisation_is_that_of_korthikanti),
      cmocka_unit_test(shares_of_a_step_add_up),
      cmocka_unit_test(optimizer_state_outside_of_the_device),
      cmocka_unit_test(activations_outside_of_the_device),
      cmocka_unit_test(the_slowest_of_many),
      cmocka_unit_test(goodput_is_that_of_a_run_that_is_played),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
