/* SPDX-License-Identifier: MIT */
/* A single step of the wall, by hand: each time, share and byte that ERDI24 adds up, for a small model whose
 * degrees are counted on paper. The reference files fix the same numbers to a few digits, and only for their
 * choices; here each row is pinned where it matters. Tolerance: roundings of sums and products of few terms
 * (1e-13); powers computed with decimal logarithms if a published law has one (1e-8, the digits of its
 * constants). */
#include "common.h"
#include "wall_data.h"

static const double rounding = 1e-13;

/* 4096 x 16384, eight layers, two experts, 64 sequences of 2048 tokens; 2 x 2 x 2 x 4 x 2 = 64 GPUs. */
static twocs_point small(void) {
  twocs_point s;
  wall_of("h100_sxm5", &s);
  s.wall.d = 4096, s.wall.f = 16384, s.wall.depth = 8, s.wall.stack_experts = 2, s.wall.own_batch = 64;
  for (int k = column("dp_l0"); k <= column("ep_l3"); k++) *field(&s, k) = 1;
  s.wall.tp_d = s.wall.tp_d_l0 = 2, s.wall.tp_f = s.wall.tp_f_l0 = 2, s.layout.pp = s.wall.pp_l1 = 4;
  s.layout.dp = s.wall.dp_l1 = 2, s.layout.ep = s.wall.ep_l0 = 2;
  s.wall.micro = 4;
  return s;
}

static twocs_wall_run evaluated(const twocs_point *s) {
  twocs_wall_run p;
  twocs_error error;
  if (twocs_wall_eval(s, &p, &error)) fail_msg("%s", error.text);
  return p;
}

/* A replica holds its weights, one word each; all replicas together hold one optimizer with four words per
 * weight. */
static void memory_is_counted_word_by_word(void **state) {
  (void)state;
  twocs_point s = small();
  const double weights = 2.0 * 4096 * 16384 * 8 * 2;
  exact("two replicas", evaluated(&s).cluster_byte, 2 * (2 * weights) + 2 * (4 * weights));
  s.layout.dp = s.wall.dp_l1 = 8;
  exact("eight replicas", evaluated(&s).cluster_byte, 2 * (8 * weights) + 2 * (4 * weights));
  s.wall.word_byte = 1;
  exact("words of a byte", evaluated(&s).cluster_byte, 12 * weights);
}

static void it_fits_to_the_last_byte(void **state) {
  (void)state;
  twocs_point s = small();
  s.device.mem_size = evaluated(&s).cluster_byte / 64; /* 64 GPUs: a power of two, the quotient is exact */
  exact("just fits", evaluated(&s).cluster_fits, 1), exact("feasible", evaluated(&s).feasible, 1);
  s.device.mem_size = nextafter(s.device.mem_size, 0);
  exact("a bit too small", evaluated(&s).cluster_fits, 0), exact("feasible", evaluated(&s).feasible, 0);
}

/* A batch's matmuls have three equal parts: forward, gradients of inputs, gradients of weights. The first is
 * done again. Communication has two passes, forward and backward; the first is done again. */
static void to_compute_again_costs_one_more_forward_pass(void **state) {
  (void)state;
  twocs_point s = small();
  for (int overlap = 0; overlap < 2; overlap++) {
    s.wall.overlap_tp = s.wall.overlap_pp = overlap;
    s.run.recompute = 0;
    const twocs_wall_run once = evaluated(&s);
    s.run.recompute = 2;
    const twocs_wall_run again = evaluated(&s);
    assert_true(once.t_mm > 0 && (overlap ? once.t_beside : once.t_between) > 0);
    near("matmuls", again.t_mm, once.t_mm * 4 / 3, rounding);
    near("communication during", again.t_beside, once.t_beside * 3 / 2, rounding);
    near("communication between", again.t_between, once.t_between * 3 / 2, rounding);
  }
}

/* TP and PP are each either overlapped or not, as a whole. */
static void communication_during_and_between_the_matmuls(void **state) {
  (void)state;
  twocs_point s = small();
  for (int tp = 0; tp < 2; tp++)
    for (int pp = 0; pp < 2; pp++) {
      s.wall.overlap_tp = tp, s.wall.overlap_pp = pp;
      const twocs_wall_run r = evaluated(&s);
      assert_true(r.t_tp_net > 0 && r.t_ppep_net > 0 && r.t_tp_net != r.t_ppep_net);
      near("during", r.t_beside, (tp ? r.t_tp_net : 0) + (pp ? r.t_ppep_net : 0), rounding);
      near("between", r.t_between, (tp ? 0 : r.t_tp_net) + (pp ? 0 : r.t_ppep_net), rounding);
      near("core", r.t_core, fmax(r.t_mm, r.t_beside) + r.t_between, rounding);
    }
}

/* Slots of a pipeline, drawn on paper: p stages, m microbatches, each stage divided into v pieces that take
 * 1/v. A stage works for v m pieces. It waits p - 1 pieces until the first reaches it, and if there are fewer
 * microbatches than stages, p - m more between one round of pieces and the next. */
static void a_pipeline_waits_as_drawn(void **state) {
  (void)state;
  twocs_point s = small();
  s.wall.depth = 16;
  for (int v = 1; v <= 4; v++)
    for (int m = 1; m <= 8; m++) {
      s.wall.micro = m, s.wall.interleave = v;
      const double waits = 3 + (m < 4 ? (v - 1) * (4 - m) : 0), works = v * m;
      twocs_wall_run r = evaluated(&s);
      near("idle share", r.bubble, waits / (waits + works), rounding);
      near("pipeline", r.t_pipe, r.t_core * (works + waits) / works + r.lat_tp + r.lat_ppep, rounding);
      s.wall.zb = 1;
      r = evaluated(&s);
      exact("no bubble", r.bubble, 0);
      exact("no latency charged", r.t_pipe, r.t_core);
      s.wall.zb = 0;
    }
  s.wall.zb = 1, s.wall.zb_latency = 1, s.device.net0_lat = 1; /* a latency that is visible */
  const twocs_wall_run r = evaluated(&s);
  near("latency charged", r.t_pipe, r.lat_tp + r.lat_ppep, rounding);
}

static void gradients_follow_or_overlap(void **state) {
  (void)state;
  twocs_point s = small();
  s.wall.own_batch = 16; /* few tokens for the weights: over a slow network gradients take longest */
  for (int slow = 0; slow < 2; slow++) {
    s.device.net1_bw = slow ? 1e9 : 50e9;
    s.wall.overlap_dp = 0;
    twocs_wall_run r = evaluated(&s);
    near("after", r.t_batch, r.t_pipe + r.t_dp_net + r.lat_dp, rounding);
    s.wall.overlap_dp = 1;
    r = evaluated(&s);
    assert_int_equal(r.t_dp_net > r.t_pipe, slow);
    near("during", r.t_batch, fmax(r.t_pipe, r.t_dp_net) + r.lat_dp, rounding);
  }
}

/* 6 flop per weight and token, for one expert of two; 20 tokens of data per weight, for both experts. */
static void use_and_months_follow_from_the_batch(void **state) {
  (void)state;
  twocs_point s = small();
  s.wall.t_year = 1.2e7, s.wall.months = 7;
  twocs_wall_run p = evaluated(&s);
  const double weights = 2.0 * 4096 * 16384 * 8, tokens = 64 * 2048, batches = 20 * 2 * weights / tokens;
  exact("weights", p.stack_param, 2 * weights);
  exact("GPUs", p.gpus, 64);
  near("batches", p.batches, batches, rounding);
  near("run", p.t_run, batches * p.t_batch, rounding);
  near("months", p.run_months, p.t_run / 1e6, rounding);
  near("allowed", p.t_allowed, 7e6, rounding);
  const double flop = 6 * weights * tokens;
  near("use", p.util, flop / p.t_batch / (64 * p.peak), rounding);
  near("sustained use", p.util_rel, flop / p.t_batch / (64 * p.peak * 0.70), rounding);
  s.wall.months = p.run_months * 0.999;
  exact("late", evaluated(&s).on_time, 0);
  s.wall.months = p.run_months * 1.001;
  exact("in time", evaluated(&s).on_time, 1);
}

/* Six matmuls per layer: two forward, two for the gradients of inputs, both with the same shape and cost, and
 * two for the gradients of weights. A GPU has a quarter of the layers and one expert, four microbatches. */
static void matmuls_of_a_batch_are_counted(void **state) {
  (void)state;
  twocs_point s = small();
  const twocs_wall_run p = evaluated(&s);
  const double nano = 64.0 * 2048 / (2 * 4 * 2);
  exact("nanobatch", p.nano, nano);
  double layer = 0;
  for (int pass = 0; pass < 3; pass++)
    layer += twocs_wall_multiply(&p, 8192, 2048, nano, pass == 2).t_mm +
             twocs_wall_multiply(&p, 2048, 8192, nano, pass == 2).t_mm;
  near("a layer", p.t_layer_mm, layer, rounding);
  near("a batch", p.t_mm, 8.0 / 4 * 1 * 4 * layer, rounding);
}

/* ---- The laws of the batch, with decimal logarithms where the paper has powers. */

/* DeepSeek LLM (2024): 0.2920 C^0.3271 tokens; ERDI24 multiplies this by the root of the experts. */
static void deepseeks_batch_is_the_published_law(void **state) {
  (void)state;
  twocs_point s = small();
  for (int experts = 1; experts <= 4; experts *= 4)
    for (double layers = 1; layers < 1e6; layers *= 8) {
      s.wall.depth = layers, s.wall.stack_experts = experts;
      twocs_wall_run p;
      settle(&s, &p);
      const double weights = 2.0 * 4096 * 16384 * layers, compute = 6 * weights * (20 * weights * experts);
      near("compute", p.c_flop, compute, rounding);
      const double tokens = sqrt(experts) * pow(10, log10(0.2920) + 0.3271 * log10(compute));
      near("DeepSeek's batch", p.batch_deepseek * 2048, tokens, 1e-8);
      const double power = sqrt(experts) * pow(10, log10(4194304) + (log10(compute) - log10(3e23)) / 6);
      near("critical batch", p.batch_power * 2048, power, 1e-8);
    }
}

/* 4 Mi tokens for any run; the law's own numbers if they are changed. */
static void a_batch_follows_its_law(void **state) {
  (void)state;
  twocs_point s = small();
  twocs_wall_run p;
  s.wall.own_batch = 0;
  s.wall.batch_law = 2;
  settle(&s, &p);
  exact("fixed", p.batch, 2048);
  s.run.sl = 4096;
  settle(&s, &p);
  exact("fixed, long sequences", p.batch, 1024);
  s.wall.batch_law = 1;
  settle(&s, &p); /* for two experts: twice the number of the grid q 2^i nearest to half of it */
  const double half = p.batch_deepseek / 2, got = p.batch / 2;
  double nearest = 1;
  for (int q = 1; q < 10; q += 2)
    for (double x = q; x < 1e9; x *= 2)
      if (fabs(x - half) < fabs(nearest - half)) nearest = x;
  exact("rounded", got, nearest);
}

/* ---- The network, by hand: two levels, 8 GPUs per node at 450 GB/s, 50 GB/s outside; 1.125 us per hop. */
static void communication_of_a_batch_is_counted(void **state) {
  (void)state;
  twocs_point s = small();
  const twocs_wall_run r = evaluated(&s);
  const double tokens = 64 * 2048, word = 2, hop = 1.125e-6, in = 64 * 450e9, out = 64 * 50e9;
  /* An all-reduce of 2 members sends 2 (2 - 1) vectors for each token. Along d it sums what is f wide, along
   * f what is d wide, twice per layer. */
  near("TP", r.t_tp_net, 2 * (2 * 8) * tokens * word * (16384 + 4096) / in, rounding);
  near("TP's hops", r.lat_tp, 2 * (2 * (2 * 8) * hop), rounding);
  const double weights = 2.0 * 4096 * 16384 * 8 * 2;
  near("DP", r.t_dp_net, 2 * weights * word / out, rounding);
  near("DP's hops", r.lat_dp, 2 * hop, rounding);
  /* Three of the seven steps between eight layers go from a stage to another node, in both directions; in the
   * other four half of the tokens go to the other expert, inside the node. */
  near("PP and EP", r.t_ppep_net, 2 * tokens * 4096 * word * (3 / out + 4 * 0.5 / in), rounding);
  near("their hops", r.lat_ppep, 2 * 7 * hop, rounding);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(memory_is_counted_word_by_word),
      cmocka_unit_test(it_fits_to_the_last_byte),
      cmocka_unit_test(to_compute_again_costs_one_more_forward_pass),
      cmocka_unit_test(communication_during_and_between_the_matmuls),
      cmocka_unit_test(a_pipeline_waits_as_drawn),
      cmocka_unit_test(gradients_follow_or_overlap),
      cmocka_unit_test(use_and_months_follow_from_the_batch),
      cmocka_unit_test(matmuls_of_a_batch_are_counted),
      cmocka_unit_test(deepseeks_batch_is_the_published_law),
      cmocka_unit_test(a_batch_follows_its_law),
      cmocka_unit_test(communication_of_a_batch_is_counted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
