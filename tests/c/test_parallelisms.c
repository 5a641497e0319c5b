/* SPDX-License-Identifier: MIT */
/* What every parallelism must satisfy, in loops over its rows: what it divides is conserved over the devices,
 * what is sent agrees with a count by hand, memory decreases, and a degree that does not fit is never
 * legal. */
#include "common.h"
#include "rows/formula.h"

static const struct degree {
  const char *name, *innermost;
} degrees[] = {
#define PARALLELISM(p, innermost, ...) {#p, #innermost},
#include "rows/parallelisms.def"
};
enum { DEGREES = sizeof degrees / sizeof *degrees };

static const struct call {
  const char *parallelism, *name, *group;
} calls[] = {
#define CALL(p, c, group, ...) {#p, #c, #group},
#include "rows/parallelisms.def"
};
enum { CALLS = sizeof calls / sizeof *calls };

static double named(const setup *s, const char *before, const char *name, const char *after) {
  char text[64];
  snprintf(text, sizeof text, "%s%s%s", before, name, after);
  return eval(s, text);
}

/* A model whose dimensions have many divisors, on two levels of eight. */
static void divisible_init(setup *s) {
  setup_init(s);
  s->point.model.h = 64 * 96, s->point.model.head_dim = 64, s->point.model.heads = 96;
  s->point.model.kv_heads = 48, s->point.model.ffn = 4 * 64 * 96, s->point.model.gated = random_below(2);
  s->point.model.vocab = 48 * 1024, s->point.model.layers = 96;
  s->point.run.sl = 3 * 4096, s->point.run.b = 1 + random_below(3), s->point.run.attention = random_below(2);
  s->point.run.recompute = random_below(3), s->point.device.net0_size = 8, s->point.device.net1_size = 1e6;
}

/* Half of its layers have 48 experts and two shared ones, and a token visits three; latent attention or
 * not. */
static void experts_init(setup *s) {
  s->point.model.experts = 48, s->point.model.top_k = 3, s->point.model.expert_ffn = 1536;
  s->point.model.shared_ffn = random_below(2) * 3072, s->point.model.moe_share = 0.5;
  s->point.model.dense_at = 1; /* else another stage may be the fullest */
  s->point.model.router = random_below(2), s->point.model.qk_norm = random_below(2);
  if (random_below(2)) return;
  s->point.model.kv_heads = s->point.model.heads, s->point.model.kv_lora_rank = 512;
  s->point.model.q_lora_rank = random_below(2) * 1536, s->point.model.v_dim = 96;
}

static double group_ranks(const setup *s, const char *group) {
  return named(s, "", group, "_n0") * named(s, "", group, "_n1") * named(s, "", group, "_n2") *
         named(s, "", group, "_n3");
}

/* With degree 1 of its group a message costs exactly nothing, whatever the other degrees are. */
static void a_group_of_one_sends_nothing(void **state) {
  static setup s;
  (void)state;
  int alone = 0;
  for (int round = 0; round < 400; round++) {
    divisible_init(&s), random_plan(&s.plan);
    for (int p = 0; p < DEGREES; p++) *field(&s.point, column(degrees[p].name)) = random_power(2);
    if (random_below(2)) experts_init(&s);
    s.point.layout.sp = random_below(2), s.point.layout.cp_kind = random_below(3);
    for (int c = 0; c < CALLS; c++) {
      const double ranks = group_ranks(&s, calls[c].group);
      if (ranks > 1) continue;
      exact(calls[c].name, named(&s, "t_", calls[c].name, ""), 0);
      exact(calls[c].name, named(&s, "", calls[c].name, "_byte"), 0);
      alone++;
    }
  }
  assert_true(alone > 100);
}

/* The product of all degrees is the number of devices, and each group is inside those that are further
 * out. */
static void degrees_multiply_to_the_devices(void **state) {
  static setup s;
  (void)state;
  for (int round = 0; round < 200; round++) {
    divisible_init(&s);
    double devices = 1;
    for (int p = 0; p < DEGREES; p++) {
      const double degree = *field(&s.point, column(degrees[p].name)) = 1 + random_below(9);
      if (!strcmp(degrees[p].innermost, "tp")) devices *= degree; /* experts share those devices */
    }
    double inner = 1;
    for (int p = 0; p < DEGREES; p++) {
      const char *name = degrees[p].name;
      if (!strcmp(name, degrees[p].innermost)) inner = 1;
      column_is(&s, "devices", devices);
      exact(name, named(&s, "", name, "_inner"), inner);
      inner *= *field(&s.point, column(name));
      near(name, group_ranks(&s, name), *field(&s.point, column(name)), 1e-14);
    }
  }
}

static const char *const gemms[] = {
#define GEMM(g, ...) #g,
#define STREAM(...)
#include "rows/operators.def"
#undef GEMM
#undef STREAM
};
static const char *const streams[] = {
#define GEMM(...)
#define STREAM(s, ...) #s,
#include "rows/operators.def"
#undef GEMM
#undef STREAM
};

/* What TP computes again on each of its ranks: the operators on the tokens between the blocks, unless SP
 * divides them, and the gather of the embedding. CP computes nothing twice. The optimizer works on
 * weights. */
static int copied_by_tp(const char *stream, double sp) {
  const int between =
      !strcmp(stream, "norms") || !strcmp(stream, "residual") || !strcmp(stream, "hidden_drop");
  return (between && sp == 0) || !strcmp(stream, "embedding");
}

/* The same for GEMMs: those that process every token whole, the router and the projections to latent
 * vectors. */
static int gemm_copied_by_tp(const char *gemm, double sp) {
  return sp == 0 && (!strcmp(gemm, "router") || !strcmp(gemm, "latent_down"));
}

/* For one layer's mesh of experts: which operators each of ETP's ranks does for all tokens of the group. */
static int copied_by_etp(const char *stream) { return !strcmp(stream, "permute"); }

/* Tolerance: products and sums of counts, one rounding each. */
static void split_work_is_conserved(void **state) {
  static setup s;
  (void)state;
  for (int round = 0; round < 300; round++) {
    divisible_init(&s);
    s.point.run.b = 2, s.point.device.net0_size = 1e6;
    if (round % 2) experts_init(&s);
    double whole[sizeof gemms / sizeof *gemms], passed[sizeof streams / sizeof *streams];
    const int ng = sizeof gemms / sizeof *gemms, ns = sizeof streams / sizeof *streams;
    for (int i = 0; i < ng; i++) whole[i] = named(&s, "", gemms[i], "_flop");
    for (int i = 0; i < ns; i++) passed[i] = named(&s, "", streams[i], "_back_byte");
    const double tp = random_power(4) * (random_below(2) ? 3 : 1), cp = random_power(5);
    s.point.layout.tp = tp, s.point.layout.cp = cp, s.point.layout.sp = random_below(2);
    s.point.layout.cp_kind = random_below(48 % (int)(tp * cp) == 0 ? 3 : 2);
    const double dp = s.point.layout.dp = random_power(3);
    if (s.point.model.experts > 0) {
      if (s.point.layout.sp == 0 && tp > 1)
        s.point.layout.etp = tp;
      else
        s.point.layout.etp = fmin(random_power(2), tp * cp * dp);
      if (s.point.layout.sp > 0 || tp == 1) s.point.layout.ep = random_power(4);
      while (fmod(tp * cp * dp, s.point.layout.etp * s.point.layout.ep) != 0)
        s.point.layout.etp = s.point.layout.ep = 1;
      if (s.point.layout.sp == 0 && tp > 1) s.point.layout.etp = tp;
    }
    const double etp = s.point.layout.etp, sp = s.point.layout.sp;
    column_is(&s, "legal", 1);
    for (int i = 0; i < ng; i++)
      near(gemms[i], tp * cp * named(&s, "", gemms[i], "_flop"),
           whole[i] * (gemm_copied_by_tp(gemms[i], sp) ? tp : 1), 1e-13);
    for (int i = 0; i < ns; i++) {
      const int latent_norm = !strcmp(streams[i], "head_norm") && sp == 0 && s.point.model.kv_lora_rank > 0;
      if (!strcmp(streams[i], "optimizer") || (latent_norm && s.point.model.qk_norm > 0)) continue;
      const double on_all = tp * cp * named(&s, "", streams[i], "_back_byte");
      near(streams[i], on_all,
           passed[i] * (copied_by_tp(streams[i], sp) || latent_norm ? tp : 1) *
               (copied_by_etp(streams[i]) ? etp : 1),
           1e-13);
    }
    const double row = 96 * eval(&s, "row_param") + 193 * eval(&s, "norm_param"),
                 experts = eval(&s, "first_expert_param");
    const double cut = eval(&s, "dev_param") - experts - row;
    near("weights", tp * cut + row + etp * s.point.layout.ep * experts, eval(&s, "param"), 1e-13);
  }
}

/* With more ranks than kv_heads, ranks hold whole copies: TP 16 with 4 heads means 4 copies of each. */
static void keys_and_values_beyond_their_heads_are_copied(void **state) {
  static setup s;
  (void)state;
  divisible_init(&s);
  s.point.model.kv_heads = 4, s.point.model.heads = 64, s.point.model.head_dim = 96, s.point.layout.tp = 16;
  const double h = 6144, t = 3 * 4096 * s.point.run.b;
  column_is(&s, "legal", 1);
  near("qkv", 16 * eval(&s, "qkv_flop"), 2 * t * h * (64 * 96 + 4 * 2 * 4 * 96), 1e-14);
}

/* Layers are divided evenly over the stages. Or embedding and LM head count as one each, all stages except
 * the ends are as full as the fullest must be, and the ends share what is left, at least one each. */
static int can_be_dealt(double layers, double pp) {
  const double most = ceil((layers + 2) / pp), rest = layers - most * (pp - 2);
  return fmod(layers, pp) == 0 || rest >= 2;
}

/* An independent predicate, written as a user would state it. */
static int may_be(const setup *s) {
  const twocs_model *m = &s->point.model;
  const double tp = s->point.layout.tp, cp = s->point.layout.cp, dp = s->point.layout.dp,
               pp = s->point.layout.pp, sl = s->point.run.sl;
  const double size = s->point.device.net0_size, joined = size * s->point.device.net1_size;
  if (fmod(m->heads, tp) != 0 || fmod(m->ffn, tp) != 0) return 0;
  if (fmod(m->kv_heads, tp) != 0 && fmod(tp, m->kv_heads) != 0) return 0;
  if (s->point.layout.cp_kind == 2 && cp > 1) {
    const double kv = fmax(1, m->kv_heads / tp);
    if (fmod(m->heads, tp * cp) != 0 || (fmod(kv, cp) != 0 && fmod(cp, kv) != 0)) return 0;
  }
  if (fmod(sl, cp) != 0 || (s->point.layout.sp > 0 && fmod(sl, cp * tp) != 0)) return 0;
  const double etp = s->point.layout.etp, ep = s->point.layout.ep, edp = tp * cp * dp / (etp * ep);
  if (tp * cp * dp * pp > joined || !can_be_dealt(m->layers, pp)) return 0;
  if (m->experts == 0 && (etp > 1 || ep > 1)) return 0;
  if (m->experts > 0) {
    if (ep > m->experts || fmod(m->experts, ep) != 0 || fmod(m->expert_ffn, etp) != 0) return 0;
    if (fmod(tp * cp * dp, etp * ep) != 0 || (m->shared_ffn > 0 && fmod(m->shared_ffn, tp) != 0)) return 0;
    if (s->point.layout.sp == 0 && tp > 1 && !(etp == tp && ep == 1)) return 0;
  }
  /* A group of `ranks`, `inner` apart, is inside a node, or fills its part of each node. */
  const double ranks[] = {tp, cp, dp, dp * cp, pp, fmin(pp, 2), etp, ep, edp}, all = tp * cp * dp;
  const double inner[] = {1, tp, tp * cp, tp, all, all, 1, etp, etp * ep};
  for (int i = 0; i < (m->experts > 0 ? 9 : 6); i++) {
    const double here = fmin(ranks[i], fmax(1, size / inner[i]));
    if (here != floor(here) || fmod(ranks[i], here) != 0) return 0;
  }
  return 1;
}

static void a_wrong_degree_is_never_legal(void **state) {
  static setup s;
  (void)state;
  int legal = 0, with_experts = 0;
  for (int round = 0; round < 9000; round++) {
    divisible_init(&s);
    const int sparse = random_below(2);
    if (sparse) experts_init(&s);
    for (int p = 0; p < DEGREES; p++) {
      const int of_experts = !strcmp(degrees[p].innermost, "etp"), alone = random_below(sparse ? 3 : 9) > 0;
      *field(&s.point, column(degrees[p].name)) = of_experts && alone ? 1
                                                  : random_below(3)   ? random_power(5)
                                                                      : 1 + random_below(12);
    }
    s.point.model.kv_lora_rank = 0;
    s.point.layout.sp = random_below(2), s.point.model.kv_heads = random_below(2) ? 8 : 48;
    s.point.layout.cp_kind = random_below(3);
    s.point.run.sl = random_below(2) ? 12288 : 1 + random_below(9999);
    s.point.device.net1_size = random_power(10);
    const int expected = may_be(&s);
    if (eval(&s, "legal") != expected)
      fail_msg("tp %g cp %g dp %g pp %g etp %g ep %g of %g sp %g sl %g kv %g, %g nodes: legal is %g, why %s",
               s.point.layout.tp, s.point.layout.cp, s.point.layout.dp, s.point.layout.pp, s.point.layout.etp,
               s.point.layout.ep, s.point.model.experts, s.point.layout.sp, s.point.run.sl,
               s.point.model.kv_heads, s.point.device.net1_size, eval(&s, "legal"),
               eval(&s, "why") > 0 ? twocs_rules[(int)eval(&s, "why") - 1].name : "none");
    legal += expected;
    with_experts += expected && (s.point.layout.ep > 1 || s.point.layout.etp > 1);
  }
  assert_true(legal > 300 && legal < 8000);
  assert_true(with_experts > 30);
}

/* By hand, BF16, one layer: h 6144, 12288 tokens a sequence, 48 heads of keys and values 64 wide. */
static void messages_counted_by_hand(void **state) {
  static setup s;
  (void)state;
  divisible_init(&s);
  choose(&s, "all_reduce", "ring"), choose(&s, "all_gather", "ring"), choose(&s, "reduce_scatter", "ring");
  s.point.run.b = 2, s.point.run.recompute = 0, s.point.layout.tp = 8, s.point.layout.cp = 4,
  s.point.layout.dp = 2;
  const double block = 2.0 * 6144 * 12288 / 4 * 2; /* two sequences, a quarter of their tokens */
  column_is(&s, "tp_ar_payload", block);
  column_is(&s, "tp_ar_calls", 4);
  column_is(&s, "tp_byte", 4 * block);
  column_is(&s, "tp_ar_wire", 2 * 7 / 8.0 * block);
  const double sums = eval(&s, "tp_ar_wire") * 4, plain = eval(&s, "ser_byte");
  s.point.layout.sp = 1;
  column_is(&s, "tp_ar_byte", 0);
  column_is(&s, "tp_ag_calls", 4);
  column_is(&s, "tp_rs_calls", 4);
  column_is(&s, "tp_again_calls", 2);
  exact("what SP puts on the wire besides the gathering again",
        4 * eval(&s, "tp_ag_wire") + 4 * eval(&s, "tp_rs_wire"), sums);
  near("serialized payload", eval(&s, "ser_byte"), plain + 4 * block, 1e-15);
  const double kv = 2.0 * 2 * 2 * 12288 * (48 / 8) * 64; /* K and V, BF16, two sequences, all their tokens */
  column_is(&s, "cp_kv_payload", kv);
  column_is(&s, "cp_kv_calls", 2);
  column_is(&s, "cp_grad_payload", kv);
  column_is(&s, "cp_grad_calls", 1);
  column_is(&s, "cp_byte", 3 * kv);
  column_is(&s, "cp_kv_wire", 3 / 4.0 * kv);
  column_is(&s, "replicas_ranks", 8); /* DP 2 times CP 4, which hold the same weights */
  near("gradients on the wire", eval(&s, "dp_grad_wire"), 2 * 7 / 8.0 * 2 * eval(&s, "dev_layer_param"),
       1e-15);
  s.point.run.mode = 0;
  column_is(&s, "tp_ag_calls", 2);
  column_is(&s, "tp_again_calls", 0);
  column_is(&s, "cp_kv_calls", 1);
  column_is(&s, "cp_grad_calls", 0);
  column_is(&s, "dp_grad_calls", 0);
}

/* By hand, FP16: CP 4 with 12288 tokens, 12 heads of queries and 6 of keys and values on a device after TP 8
 * of 96 and 48 heads, 64 wide, two sequences. One tour of the ring is 3 hops of a quarter; its gradients need
 * another. */
static void a_ring_counted_by_hand(void **state) {
  static setup s;
  (void)state;
  divisible_init(&s);
  choose(&s, "all_gather", "ring"), choose(&s, "reduce_scatter", "ring");
  s.point.run.b = 2, s.point.run.recompute = 0, s.point.layout.tp = 8, s.point.layout.cp = 4;
  const double kv = 2.0 * 2 * 2 * 12288 * 6 * 64;
  const double gathered = 2 * eval(&s, "cp_kv_wire") + eval(&s, "cp_grad_wire"), flop = eval(&s, "gemm_flop");
  const double held = eval(&s, "gather_act");
  s.point.layout.cp_kind = 1;
  column_is(&s, "legal", 1);
  column_is(&s, "cp_pass_payload", kv / 4);
  column_is(&s, "cp_pass_forward", 3);
  column_is(&s, "cp_pass_backward", 6);
  column_is(&s, "cp_kv_byte", 0);
  column_is(&s, "cp_grad_byte", 0);
  column_is(&s, "cp_in_byte", 0);
  exact("a ring sends what gathering sends", 9 * eval(&s, "cp_pass_wire"), gathered);
  column_is(&s, "gemm_flop", flop);
  near("a block and the next, and the gradients of both", held - eval(&s, "gather_act"), kv - 4 * kv / 4,
       1e-12);
  column_is(&s, "cp_next_n0", 1); /* TP 8 fills the node */
  column_is(&s, "cp_next_n1", 2);
  s.point.run.recompute = 2;
  column_is(&s, "cp_pass_backward", 9);
  s.point.run.mode = 0;
  column_is(&s, "cp_pass_calls", 3);
}

/* The same exchange of heads: a quarter of 12 query heads and of 6 heads of keys and values, for all tokens;
 * 2 heads of keys and values for 4 ranks are stored twice. */
static void exchanged_heads_counted_by_hand(void **state) {
  static setup s;
  (void)state;
  divisible_init(&s);
  s.point.run.b = 2, s.point.run.recompute = 0, s.point.layout.tp = 8, s.point.layout.cp = 3;
  const double flop = eval(&s, "gemm_flop"), kept = eval(&s, "kept_act");
  s.point.layout.cp_kind = 2;
  column_is(&s, "legal", 1);
  const double token = 2.0 * 2 * 12288 * 64; /* bytes of a head for all tokens of two sequences */
  column_is(&s, "cp_in_payload", token * (12 / 3 + 2 * 6 / 3));
  column_is(&s, "cp_out_payload", token * 12 / 3);
  column_is(&s, "cp_in_forward", 1);
  column_is(&s, "cp_in_backward", 1);
  column_is(&s, "cp_out_calls", 2);
  column_is(&s, "cp_kv_byte", 0);
  column_is(&s, "cp_pass_byte", 0);
  column_is(&s, "scores_m", 12288);
  column_is(&s, "scores_x", 2 * 12 / 3);
  column_is(&s, "gemm_flop", flop);
  column_is(&s, "kept_act", kept);
  s.point.model.kv_heads = 8; /* 1 for each TP rank, 3 copies */
  column_is(&s, "legal", 1);
  column_is(&s, "cp_in_payload", token * (12 / 3 + 2));
  s.point.model.kv_heads = 16; /* 2 for each TP rank, and CP 3 */
  assert_string_equal(twocs_rules[(int)eval(&s, "why") - 1].name, "cp_kv_heads");
  s.point.model.kv_heads = 32, s.point.layout.cp = 16, s.point.layout.tp = 2;
  column_is(&s, "legal", 1);
  s.point.layout.cp = 32; /* of 48 heads */
  assert_string_equal(twocs_rules[(int)eval(&s, "why") - 1].name, "cp_heads");
  s.point.layout.cp_kind = 1;
  column_is(&s, "legal", 1);
}

/* A ring simulated block by block: attention works on a block while the next one arrives; the next two start
 * when both have ended. Slow networks and fast ones, with interference too. */
static double play_ring(double blocks, double work, double hop, double interference, double hops_a_block) {
  double end = 0;
  for (int i = 0; i < blocks; i++) {
    const double hops = i + 1 < blocks ? hops_a_block * hop : 0;
    const double during = fmin(hops, interference * work); /* the work continues more slowly while both run */
    end += fmax(hops, work + during * (1 - 1 / interference));
  }
  return end;
}

static void a_ring_hides_behind_attention(void **state) {
  static setup s;
  (void)state;
  int hidden = 0, exposed = 0;
  for (int round = 0; round < 400; round++) {
    divisible_init(&s);
    s.point.layout.cp = 1 + random_below(8), s.point.layout.cp_kind = 1, s.point.layout.tp = random_power(2);
    s.point.software.interference = 1 + random_below(3) * 0.5, s.point.run.mode = random_below(2);
    s.point.device.net0_bw = s.point.device.net1_bw = pow(10, 8 + 3 * random_unit());
    s.point.device.net0_half = s.point.device.net1_half = 0;
    const double cp = s.point.layout.cp, hop = eval(&s, "t_cp_pass"), slow = s.point.software.interference,
                 f = eval(&s, "t_core_f"), b = eval(&s, "t_core_b");
    const int again = s.point.run.mode != 0 && s.point.run.recompute == 2;
    const double forward = play_ring(cp, f / cp, hop, slow, 1),
                 backward = play_ring(cp, b / cp, hop, slow, 2 * s.point.run.mode);
    near("forward", f + eval(&s, "t_core_wait_f"), forward, 1e-12);
    near("backward", b + again * f + eval(&s, "t_core_wait_b"), backward + again * forward, 1e-12);
    const double waits = eval(&s, "t_core_wait_f") + eval(&s, "t_core_wait_b");
    const double sum = eval(&s, "t_cmp") + eval(&s, "t_ser") + waits;
    if (s.point.run.mode == 0) near("a layer", eval(&s, "t_layer"), sum, 1e-12);
    near("a microbatch", eval(&s, "t_layer_cmp") + eval(&s, "t_layer_ser") + eval(&s, "t_layer_exp"), sum,
         1e-12);
    const double serial = eval(&s, "t_layer_ser");
    s.point.model.cross_layers = 24; /* a quarter of the layers attend twice, the second time to an encoder */
    near("with an encoder", eval(&s, "t_layer_exp"), 1.25 * waits, 1e-12);
    near("three blocks, not two", eval(&s, "t_layer_ser"), 1.125 * serial, 1e-12);
    exposed += eval(&s, "t_core_exp_f") > 0, hidden += cp > 1 && eval(&s, "t_core_exp_f") == 0;
  }
  assert_true(hidden > 20 && exposed > 20);
}

/* What overlaps the attention core is found by its parallelism: a message of another one would be lost. */
static void only_cp_overlaps_attention(void **state) {
  (void)state;
  static const struct {
    const char *parallelism;
    int side;
  } sides[] = {
#define CALL(p, c, group, kind, payload, often, side, ...) {#p, side},
#include "rows/parallelisms.def"
  };
  int during = 0;
  for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
    const int cp = !strcmp(sides[i].parallelism, "cp");
    assert_true(cp ? sides[i].side == SERIAL || sides[i].side == CORE : sides[i].side != CORE);
    during += sides[i].side == CORE;
  }
  assert_int_equal(during, 1);
}

/* By hand, BF16: 64 experts, 8 to a token, over EP 16 of TP 4 x CP 2 x DP 8, ETP 2: EDP 2. */
static void experts_counted_by_hand(void **state) {
  static setup s;
  (void)state;
  divisible_init(&s);
  s.point.model.experts = 64, s.point.model.top_k = 8, s.point.model.expert_ffn = 2048,
  s.point.model.gated = 1;
  s.point.run.b = 1, s.point.run.recompute = 0, s.point.layout.tp = 4, s.point.layout.cp = 2;
  s.point.layout.dp = 8, s.point.layout.sp = 1, s.point.layout.etp = 2, s.point.layout.ep = 16;
  column_is(&s, "legal", 1);
  column_is(&s, "devices", 64);
  column_is(&s, "edp", 2);
  const double own = 12288 / 2.0 / 4; /* tokens of a rank between the blocks */
  column_is(&s, "ep_dispatch_payload", 2 * 6144 * own * 8);
  column_is(&s, "ep_dispatch_calls", 2);
  column_is(&s, "ep_combine_calls", 2);
  column_is(&s, "ep_byte", 4 * 2 * 6144 * own * 8);
  column_is(&s, "routed_tokens", own * 8 * 2); /* of both ETP ranks */
  column_is(&s, "etp_ag_payload", 2 * 6144 * own * 8 * 2);
  column_is(&s, "expert1_x", 4);
  column_is(&s, "expert1_m", own * 8 * 2 / 4);
  column_is(&s, "expert1_n", 2 * 2048 / 2);
  column_is(&s, "expert2_flop", 2 * own * 8 * 2 * 6144 * 1024);
  column_is(&s, "dev_expert_param", 4 * 3 * 6144.0 * 1024);
  column_is(&s, "edp_grad_payload", 2 * 4 * 3 * 6144.0 * 1024);
  column_is(&s, "expert_replicas_ranks", 2);
  column_is(&s, "tp_ag_calls", 2); /* around attention only */
  s.point.software.dispatch_byte = 1;
  column_is(&s, "ep_dispatch_payload", 6144 * own * 8);
  column_is(&s, "ep_combine_payload", 2 * 6144 * own * 8);
  const double flop = eval(&s, "step_flop");
  s.point.run.imbalance = 1.5;
  column_is(&s, "routed_tokens", own * 8 * 2 * 1.5);
  near("a model's flop, however they are spread", eval(&s, "step_flop"), flop, 1e-14);
  s.point.run.capacity = 1.25;
  column_is(&s, "routed_tokens", own * 8 * 2 * 1.25);
  s.point.run.capacity = 0, s.point.run.imbalance = 1, s.point.run.recompute = 2;
  column_is(&s, "ep_dispatch_calls", 3);
  s.point.run.mode = 0;
  column_is(&s, "ep_dispatch_calls", 1);
  column_is(&s, "edp_grad_calls", 0);
  s.point.run.sl = 8,
  s.point.run.mode = 1; /* 2 tokens of a device, 16 with the others: 4 experts, one token each */
  column_is(&s, "expert1_x", 4);
  s.point.run.b = 1, s.point.model.top_k = 1; /* 2 tokens for 4 experts: only two experts have one */
  column_is(&s, "expert1_x", 2);
  column_is(&s, "expert1_m", 1);
}

/* The same for latent attention, by hand: DeepSeek-V3's, whose latent vectors hold 512 + 64 numbers instead
 * of 2 x 128 x 128. */
static void latent_attention_counted_by_hand(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  twocs_model *m = &s.point.model;
  m->layers = 61, m->h = 7168, m->head_dim = m->nope_dim = m->v_dim = 128, m->rope_dim = 64,
  m->heads = m->kv_heads = 128;
  m->kv_lora_rank = 512, m->q_lora_rank = 1536, m->norm = 1, m->ffn = 18432, s.point.run.b = 1;
  const double t = 2048;
  column_is(&s, "kv_byte", 2 * (512 + 64));
  column_is(&s, "kv_cache", 2 * (512 + 64) * t * 61);
  column_is(&s, "qkv_each", 0);
  column_is(&s, "latent_down_flop", 2 * t * 7168 * (1536 + 512 + 64));
  column_is(&s, "query_up_flop", 2 * t * 1536 * 128 * 192);
  column_is(&s, "kv_up_flop", 2 * t * 512 * 128 * 256);
  column_is(&s, "scores_flop", 2 * t * t * 192 * 128);
  column_is(&s, "context_flop", 2 * t * t * 128 * 128);
  column_is(&s, "proj_flop", 2 * t * 128 * 128 * 7168);
  near("the closed form", eval(&s, "gemm_flop"), eval(&s, "layer_flop"), 1e-15);
  column_is(&s, "attn_param", 187107328);
  s.point.model.q_lora_rank = 0;
  column_is(&s, "query_up_k", 7168);
  near("the closed form", eval(&s, "gemm_flop"), eval(&s, "layer_flop"), 1e-15);
  s.point.layout.cp = 2;
  column_is(&s, "cp_kv_payload", 2 * t * 128 * (192 + 128)); /* heads, as kv_up makes them of own tokens */
  column_is(&s, "legal", 1);
  m->kv_heads = 8;
  column_is(&s, "legal", 0);
}

/* KORT22 (2) and (4): sbh (10 + 24/t + 5as/ht) bytes for a layer's activations, and with sequence parallelism
 * sbh/t (34 + 5as/h). Exact, because all are whole numbers of bytes. */
static void activations_are_those_of_the_paper(void **state) {
  static setup s;
  (void)state;
  for (int round = 0; round < 100; round++) {
    setup_init(&s);
    const double t = random_power(4), a = 16 * (1 + random_below(8)), h = 128 * a,
                 sl = 1024 * (1 + random_below(4)), b = 1 + random_below(4);
    s.point.model.h = h, s.point.model.head_dim = 128, s.point.run.sl = sl, s.point.run.b = b;
    s.point.layout.tp = t;
    column_is(&s, "layer_act", sl * b * h * (10 + 24 / t + 5 * a * sl / (h * t)));
    s.point.layout.sp = 1;
    column_is(&s, "layer_act", sl * b * h / t * (34 + 5 * a * sl / h));
  }
}

/* For every degree that divides something: nothing on a device grows except buffers of what is gathered, and
 * what it divides decreases. */
static void memory_falls_with_the_degree(void **state) {
  static setup s;
  (void)state;
  for (int round = 0; round < 200; round++) {
    divisible_init(&s);
    if (random_below(2)) experts_init(&s);
    s.point.layout.sp = random_below(2), s.point.layout.cp_kind = random_below(3);
    for (int p = 0; p < DEGREES; p++) {
      double *degree = field(&s.point, column(degrees[p].name));
      const int of_experts = !strcmp(degrees[p].innermost, "etp"), first = *degrees[p].name;
      const int cuts_weights =
          of_experts ? s.point.model.experts > 0 : strchr("tp", first) != NULL; /* TP, PP */
      const int cuts_tokens = strchr("tc", first) != NULL;                      /* TP, CP */
      const int gathers = !strcmp(degrees[p].name, "etp"); /* tokens of its other ranks */
      double act = (double)INFINITY, weights = (double)INFINITY;
      for (*degree = 1; *degree <= 16; *degree *= 2) {
        const double act_now = eval(&s, "layer_act"), weights_now = eval(&s, "weight_mem");
        assert_true(gathers || (cuts_tokens ? act_now < act : act_now <= act));
        assert_true(cuts_weights ? weights_now < weights : weights_now <= weights);
        act = act_now, weights = weights_now;
      }
      *degree = 1;
    }
    s.point.layout.tp = 4, s.point.layout.sp = 0;
    const double without = eval(&s, "kept_act");
    s.point.layout.sp = 1;
    assert_true(eval(&s, "kept_act") < without);
  }
}

/* `auto` is the fastest of the algorithms that exist and that the machine offers; compared with a brute force
 * over the laws. */
static void auto_is_the_fastest_on_offer(void **state) {
  static setup s;
  (void)state;
  int in_switches = 0;
  for (int round = 0; round < 600; round++) {
    setup_init(&s);
    s.point.op.op_ranks = random_power(7), s.point.op.op_all_reduce = pow(10, 3 + 6 * random_unit());
    s.point.device.net0_size = random_power(4), s.point.device.net1_lat = pow(10, -7 + 3 * random_unit());
    s.point.device.net0_reduce = random_below(2), s.point.device.net1_reduce = random_below(2);
    const double inside = eval(&s, "op_n0"), across = eval(&s, "op_n1");
    double fastest = (double)INFINITY, fastest_of_library = fastest;
    for (int i = 0; i < twocs_algorithm_count; i++) {
      const char *name = twocs_algorithms[i].name;
      if (strcmp(twocs_algorithms[i].kind, "all_reduce") != 0) continue;
      const int never = !strcmp(name, "measured4") || !strcmp(name, "rings");
      const int library = !strcmp(name, "lockstep") || !strcmp(name, "trees");
      assert_int_equal(twocs_algorithms[i].offered == TWOCS_NEVER, never); /* a plan must name them */
      assert_int_equal(twocs_algorithms[i].offered == TWOCS_LIBRARY, library);
      if (never) continue;
      choose(&s, "all_reduce", name);
      if (library) fastest_of_library = fmin(fastest_of_library, eval(&s, "t_op_all_reduce"));
      if (library) continue;
      const int reduces =
          (inside == 1 || s.point.device.net0_reduce > 0) && (across == 1 || s.point.device.net1_reduce > 0);
      if (!strcmp(name, "in_network") && !reduces) continue;
      const double time = eval(&s, "t_op_all_reduce");
      if (time < fastest) fastest = time, in_switches += !strcmp(name, "in_network") && time > 0;
    }
    choose(&s, "all_reduce", "auto");
    exact("auto", eval(&s, "t_op_all_reduce"), fastest);
    choose(&s, "all_reduce", "nccl");
    exact("nccl", eval(&s, "t_op_all_reduce"), fastest_of_library);
    /* Rows give the same as a single call. */
    choose(&s, "all_reduce", "trees");
    const twocs_link link[] = {
        {inside, eval(&s, "net0_step"), eval(&s, "net0_rate"), s.point.device.net0_half, 0},
        {across, eval(&s, "net1_step"), eval(&s, "net1_rate"), s.point.device.net1_half, 0},
        {eval(&s, "op_n2"), eval(&s, "net2_step"), eval(&s, "net2_rate"), s.point.device.net2_half, 0},
        {eval(&s, "op_n3"), eval(&s, "net3_step"), eval(&s, "net3_rate"), s.point.device.net3_half, 0}};
    exact("trees", eval(&s, "t_op_all_reduce"),
          twocs_collective_time(twocs_algorithm_find("all_reduce", "trees"), s.point.op.op_all_reduce, link,
                                s.point.device.comm_launch, s.point.device.comm_chunk));
  }
  assert_true(in_switches > 20);
  setup_init(&s), s.point.layout.tp = 16;
  for (int f = 0; f < twocs_family_count; f++)
    if (twocs_algorithm_find(twocs_families[f].name, "ring"))
      assert_string_equal(s.plan.law[f].name, "auto"); /* what a script gets that names no algorithm */
  const int taken = (int)eval(&s, "tp_ar_algorithm");
  int count;
  const twocs_algorithm *first = twocs_algorithms_of("all_reduce", &count);
  assert_in_range(taken, 1, count);
  const double time = eval(&s, "t_tp_ar"), wire = eval(&s, "tp_ar_wire"), steps = eval(&s, "tp_ar_steps");
  choose(&s, "all_reduce", first[taken - 1].name);
  column_is(&s, "t_tp_ar", time);
  column_is(&s, "tp_ar_wire", wire);
  column_is(&s, "tp_ar_steps", steps);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_group_of_one_sends_nothing),
      cmocka_unit_test(degrees_multiply_to_the_devices),
      cmocka_unit_test(split_work_is_conserved),
      cmocka_unit_test(keys_and_values_beyond_their_heads_are_copied),
      cmocka_unit_test(a_wrong_degree_is_never_legal),
      cmocka_unit_test(messages_counted_by_hand),
      cmocka_unit_test(a_ring_counted_by_hand),
      cmocka_unit_test(exchanged_heads_counted_by_hand),
      cmocka_unit_test(a_ring_hides_behind_attention),
      cmocka_unit_test(only_cp_overlaps_attention),
      cmocka_unit_test(experts_counted_by_hand),
      cmocka_unit_test(latent_attention_counted_by_hand),
      cmocka_unit_test(activations_are_those_of_the_paper),
      cmocka_unit_test(memory_falls_with_the_degree),
      cmocka_unit_test(auto_is_the_fastest_on_offer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
