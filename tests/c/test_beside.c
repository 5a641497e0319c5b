/* SPDX-License-Identifier: MIT */
/* What overlaps compute, and what is recomputed: the cost of hidden bytes, gradients of chunks, sums during
 * gradients of weights, layers that are partly recomputed. Counted by hand. */
#include "common.h"

static void beside_init(setup *s) {
  setup_init(s);
  s->point.model.layers = 24, s->point.model.h = 4096, s->point.model.head_dim = 128;
  s->point.run.sl = 2048, s->point.device.net0_size = 8, s->point.device.net1_size = 1e6;
}

/* Hidden bytes cost the compute time of their way through memory, however long the network takes. If they do
 * not fit into a pass, only the share that fits costs; and they never cost all of the time. */
static void hidden_communication_costs_compute_time_by_its_bytes(void **state) {
  (void)state;
  static setup s;
  beside_init(&s);
  s.point.layout.dp = 8, s.point.layout.zero = 3, s.point.run.b = 8, s.point.software.comm_passes = 0.5;
  const double crosses = 0.5 * eval(&s, "fsdp_f_payload") * eval(&s, "mem_pace");
  for (int slower = 1; slower <= 4; slower *= 2) {
    s.point.device.net0_bw = 600e9 / slower;
    assert_true(eval(&s, "t_ovl_f") < eval(&s, "t_fwd"));
    near("forward", eval(&s, "t_slow_f"), crosses, 1e-12);
    near("nothing waits", eval(&s, "t_exp_f"), 0, 0);
    near("backward, gathered and scattered", eval(&s, "t_slow_b"), 2 * crosses, 1e-12);
  }
  s.point.device.net0_bw = 2e9;
  const double call = eval(&s, "t_ovl_f"), pass = eval(&s, "t_fwd"), loses = crosses / call;
  assert_true(call > 2 * pass);
  near("the pass is stretched", eval(&s, "t_hide_f"), pass / (1 - loses), 1e-12);
  near("the rest waits", pass + eval(&s, "t_exp_f") + eval(&s, "t_slow_f"), call, 1e-12);
  s.point.software.comm_passes = 1e3, s.point.device.net0_bw = 600e9; /* a tenth of its speed is left */
  near("not all", eval(&s, "f_slow_f"), 0.9, 1e-12);
  s.point.software.comm_passes = 0, s.point.software.interference = 1.25;
  near("by its time", eval(&s, "t_slow_f"), 0.2 * eval(&s, "t_ovl_f"), 1e-12);
}

/* A sum that all ranks keep arrives twice: in parts, and whole. */
static void sums_arrive_twice(void **state) {
  (void)state;
  static setup s;
  beside_init(&s);
  s.point.layout.dp = 8;
  near("all-reduce", eval(&s, "once_moved"), 2 * eval(&s, "dp_grad_payload"), 0);
  s.point.layout.zero = 1;
  near("reduce-scatter", eval(&s, "once_moved"), eval(&s, "zero_grad_payload"), 0);
  near("all-gather", eval(&s, "after_moved"), eval(&s, "zero_weight_payload"), 0);
  s.point.layout.dp = 1;
  column_is(&s, "once_moved", 0);
}

/* FSDP in groups of four of eight replicas: every backward pass gathers and scatters, and the last one of a
 * step also sums gradients over both groups. Each has its own hidden part and its own slowdown. */
static void the_last_backward_pass_carries_more(void **state) {
  (void)state;
  static setup s;
  beside_init(&s);
  s.point.layout.dp = 8, s.point.layout.zero = 3, s.point.layout.shard = 4, s.point.run.b = 8;
  s.point.software.comm_passes = 0.5, s.point.device.net0_bw = 2e9;
  s.point.device.net0_size = 4; /* each group in a node */
  const double pass = eval(&s, "t_bwd"), each = eval(&s, "t_ovl_b"), last = each + eval(&s, "t_once");
  const double slow = eval(&s, "f_slow_b"), slow_last = eval(&s, "f_slow_last");
  assert_true(each > pass / (1 - slow) && eval(&s, "t_once") > 0);
  assert_true(fabs(slow / slow_last - 1) > 1e-3);
  near("each hides", eval(&s, "t_hide_b"), pass / (1 - slow), 1e-12);
  near("the last hides", eval(&s, "t_hide"), pass / (1 - slow_last), 1e-12);
  near("each takes", eval(&s, "t_beside_b"), each, 1e-9); /* the network decides */
  near("the last takes", eval(&s, "t_beside_last"), last, 1e-9);
  s.point.device.net0_bw = 600e9;
  assert_true(eval(&s, "t_ovl_b") + eval(&s, "t_once") < pass);
  near("each is slowed", eval(&s, "t_beside_b"), pass + eval(&s, "t_ovl_b") * eval(&s, "f_slow_b"), 1e-12);
  const double both = eval(&s, "t_ovl_b") + eval(&s, "t_once");
  near("the last is slowed", eval(&s, "t_beside_last"), pass + both * eval(&s, "f_slow_last"), 1e-12);
  s.point.layout.offload_kept = 1, s.point.device.host_bw = 1e9;
  const double way = eval(&s, "t_offload");
  near("waits of each", eval(&s, "t_offload_b"), way - eval(&s, "t_beside_b"), 1e-12);
  near("waits of the last", eval(&s, "t_offload_last"), way - eval(&s, "t_beside_last"), 1e-12);
  assert_true(eval(&s, "t_offload_last") < eval(&s, "t_offload_b"));
}

/* What runs during the core of attention, a forward pass, a backward pass, the last backward pass, or after
 * the step: each is counted once, in its own place. Rings of CP, FSDP's weights, its gradients of each
 * microbatch, sums of gradients and new weights differ in size, so that none is mistaken for another. */
static void bytes_are_counted_once_in_their_pass(void **state) {
  (void)state;
  static setup s;
  static const struct {
    double cp, zero, dp_overlap; /* the layout, */
    double core, forward, back, once, after;
  } places[] = {{1, 0, 1, 0, 0, 0, 1, 0},
                {4, 0, 1, 1, 0, 0, 1, 0},
                {4, 1, 1, 1, 0, 0, 1, 1},
                {4, 3, 1, 1, 1, 1, 0, 0},
                {1, 3, 1, 0, 1, 1, 0, 0}};
  double core = 0;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    beside_init(&s);
    s.point.layout.dp = 8, s.point.layout.cp = places[i].cp, s.point.layout.cp_kind = 1;
    s.point.layout.zero = places[i].zero, s.point.layout.dp_overlap = places[i].dp_overlap;
    const double at[] = {places[i].core, places[i].forward, places[i].back, places[i].once, places[i].after};
    static const char *const names[] = {"core_moved", "forward_moved", "back_moved", "once_moved",
                                        "after_moved"};
    for (int k = 0; k < 5; k++)
      if ((eval(&s, names[k]) > 0) != (at[k] > 0)) fail_msg("%zu: %s is %g", i, names[k], eval(&s, names[k]));
    if (places[i].core > 0 && core > 0) near("a ring's bytes", eval(&s, "core_moved"), core, 1e-12);
    if (places[i].core > 0) core = eval(&s, "core_moved");
  }
}

/* Chunk by chunk, the last one first: PP microbatches go through each. The gradients of a chunk are sent
 * during the last pass through it, after those of the chunks before. */
static double play_chunks(double layers, double vp, double pp, double pass, double sum) {
  double now = 0, free = 0;
  for (int c = (int)vp - 1; c >= 0; c--) {
    now += pp * pass * layers / vp;
    free = fmax(free, now - pass * layers / vp) + sum * layers / vp;
  }
  return fmax(free, now) - now;
}

static void gradients_of_chunks_hide_behind_more(void **state) {
  (void)state;
  static setup s;
  int all = 0, one = 0, none = 0;
  for (int round = 0; round < 60; round++) {
    beside_init(&s);
    s.point.layout.pp = 4, s.point.layout.dp = 4, s.point.layout.vp = 3, s.point.run.b = 8;
    s.point.run.micro_batch = 1;
    s.point.device.net1_bw = s.point.device.net0_bw = pow(10, 7.5 + 4.5 * round / 60);
    const double pass = eval(&s, "t_bwd"), sum = eval(&s, "t_once"), end = eval(&s, "t_once_end");
    const double hidden = eval(&s, "t_once_exp") - end;
    near("played", hidden, play_chunks(6, 3, 4, pass, sum), 1e-9);
    all += sum > 4 * pass, one += sum > pass && sum < 4 * pass, none += sum < pass;
    s.point.layout.zero = 1, s.point.layout.dp_overlap = 2;
    const double after = eval(&s, "t_after"), forward = eval(&s, "t_fwd");
    const double saved = fmin(after, forward) / 3 + fmin(after, 4 * forward) * 2 / 3;
    near("new weights", eval(&s, "t_gather"), 6 * (after - saved) + fmin(after, forward), 1e-9);
  }
  assert_true(all > 5 && one > 5 && none > 5);
}

/* Two sums of a layer's gradients of inputs run during the gradients of the weights of QKV and FC1. Sums of
 * the forward pass, and recomputed ones, do not. */
static void sums_overlap_gradients_of_weights(void **state) {
  (void)state;
  static setup s;
  for (int sp = 0; sp < 2; sp++) {
    for (int again = 0; again < 3; again += 2) {
      beside_init(&s);
      s.point.layout.tp = 8, s.point.layout.sp = sp, s.point.run.recompute = again;
      const double before = eval(&s, "t_layer"), call = eval(&s, sp ? "t_tp_rs" : "t_tp_ar");
      s.point.layout.tp_overlap = 2;
      near("two", before - eval(&s, "t_layer"), 2 * call, 1e-9);
      column_is(&s, "t_tp_hidden_f", 0);
      s.point.device.net0_bw = 1e9; /* no longer than the GEMMs take */
      const double gemms = eval(&s, "t_qkv_w") + eval(&s, "t_fc1_w");
      near("both GEMMs", eval(&s, "t_tp_hidden_b"), gemms, 1e-12);
      s.point.run.mode = 0;
      column_is(&s, "t_tp_hidden_b", 0);
    }
  }
}

/* With sequence parallelism scattered sums are sent there, not gathered inputs. If only adapters are trained,
 * there are no gradients of weights to hide them. */
static void scattered_sums_overlap_gradients_of_weights(void **state) {
  (void)state;
  static setup s;
  beside_init(&s);
  s.point.layout.tp = 6, s.point.layout.sp = 1, s.point.layout.tp_overlap = 2;
  s.point.model.h = 6144, s.point.model.vocab = 51200 / 64 * 60, s.point.device.net0_lat = 1e-5;
  choose(&s, "all_gather", "ring"), choose(&s, "reduce_scatter", "recursive");
  assert_true(eval(&s, "t_tp_ag") > eval(&s, "t_tp_rs"));
  near("two", eval(&s, "t_tp_hidden_b"), 2 * eval(&s, "t_tp_rs"), 1e-12);
  s.point.model.lora_rank = 8;
  column_is(&s, "t_tp_hidden_b", 0);
}

/* With half of the layers: half of the work, of the messages and of what is kept. */
static void a_part_of_the_layers_runs_again(void **state) {
  (void)state;
  static setup s;
  static const char *const linear[] = {"t_bwd", "redo_flop", "kept_act", "t_tp_ar_b", "t_step", "hfu"};
  for (int kind = 1; kind <= 2; kind++) {
    for (size_t i = 0; i < sizeof linear / sizeof *linear; i++) {
      beside_init(&s);
      s.point.layout.tp = 4;
      const double none = eval(&s, linear[i]);
      s.point.run.recompute = kind;
      const double all = eval(&s, linear[i]);
      s.point.run.recompute_part = 0.5;
      const double half = eval(&s, linear[i]);
      if (i < 5) near(linear[i], half, (none + all) / 2, 1e-12);
      s.point.run.recompute_part = 0;
      near(linear[i], eval(&s, linear[i]), none, 1e-12);
    }
  }
}

/* The contraction, its sum over TP, and the addition and dropout after it are not recomputed. */
static void recomputation_stops_early(void **state) {
  (void)state;
  static setup s;
  beside_init(&s);
  s.point.layout.tp = 4, s.point.run.recompute = 2, s.point.run.b = 2;
  const double flop = eval(&s, "redo_flop"), t = eval(&s, "t_bwd"), sums = eval(&s, "tp_ar_backward");
  const double after = eval(&s, "t_fc2_f") + eval(&s, "t_residual_f") + eval(&s, "t_hidden_drop_f");
  s.point.run.recompute_stop = 1;
  near("flop", flop - eval(&s, "redo_flop"), 2 * (2 * 2048) * 4096.0 * (4 * 4096 / 4), 1e-12);
  near("time", t - eval(&s, "t_bwd"), after, 1e-9);
  near("sums", sums - eval(&s, "tp_ar_backward"), 1, 0);
  const double all = eval(&s, "step_redo_flop");
  s.point.run.recompute_stop = 0;
  near("of a step", eval(&s, "step_redo_flop") - all, 24 * 2 * (2 * 2048) * 4096.0 * (4 * 4096 / 4), 1e-9);
  s.point.run.recompute_part = 0.5; /* half of the layers stop early, the others keep theirs */
  const double part = eval(&s, "t_bwd");
  s.point.run.recompute_stop = 1;
  near("part", part - eval(&s, "t_bwd"), after / 2, 1e-9);
  s.point.run.recompute_part = 1;
  s.point.run.recompute = 1; /* attention's core alone has no such end */
  const double core = eval(&s, "t_bwd");
  s.point.run.recompute_stop = 0;
  near("selective", eval(&s, "t_bwd"), core, 0);
}

/* By hand: 34 bytes more for each weight than the optimizer's own. */
static void traffic_of_an_update_by_hand(void **state) {
  (void)state;
  static setup s;
  beside_init(&s);
  s.point.device.launch = 0;
  const double own = eval(&s, "t_optimize");
  s.point.software.update_byte = 34;
  const double more = 34 * eval(&s, "dev_update") * eval(&s, "mem_pace");
  near("more", eval(&s, "t_optimize") - own, more, 1e-9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hidden_communication_costs_compute_time_by_its_bytes),
      cmocka_unit_test(sums_arrive_twice),
      cmocka_unit_test(the_last_backward_pass_carries_more),
      cmocka_unit_test(bytes_are_counted_once_in_their_pass),
      cmocka_unit_test(gradients_of_chunks_hide_behind_more),
      cmocka_unit_test(sums_overlap_gradients_of_weights),
      cmocka_unit_test(scattered_sums_overlap_gradients_of_weights),
      cmocka_unit_test(a_part_of_the_layers_runs_again),
      cmocka_unit_test(recomputation_stops_early),
      cmocka_unit_test(traffic_of_an_update_by_hand),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
