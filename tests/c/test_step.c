/* SPDX-License-Identifier: MIT */
/* A whole step: microbatches, pipelines, sharding. Compared with closed forms of the papers, printed numbers,
 * and a pipeline that is simulated event by event. */
#include "common.h"

static void step_init(setup *s) {
  setup_init(s);
  s->point.model.layers = 24, s->point.model.h = 2048, s->point.model.head_dim = 128;
  s->point.run.sl = 1024, s->point.device.net0_size = 8, s->point.device.net1_size = 1e6;
}

/* Only microbatches: what happens once does not grow, everything else does. */
static void a_step_is_linear_in_its_microbatches(void **state) {
  static setup s;
  (void)state;
  step_init(&s);
  s.point.layout.tp = 2, s.point.layout.dp = 4, s.point.run.micro_batch = 1;
  double t[4];
  for (int m = 1; m <= 4; m++) s.point.run.b = m, t[m - 1] = eval(&s, "t_step");
  near("slope", t[3] - t[2], t[1] - t[0], 1e-9);
  near("slope", t[1] - t[0], eval(&s, "t_slot"), 1e-9);
  const double once = eval(&s, "t_optimizer_b") + eval(&s, "t_once_exp");
  near("intercept", t[0] - (t[1] - t[0]), once, 1e-6);
}

/* One microbatch at a time, stage by stage: forward as soon as the stage before is done, backward as soon as
 * the one after is done, in the order of 1F1B. Returns when the last one ends. */
static double run_1f1b(int stages, int m, const double f[], const double b[]) {
  static double ended_f[64][64], ended_b[64][64];
  double free_at[64] = {0};
  int next_f[64] = {0}, next_b[64] = {0}, left = 2 * stages * m;
  while (left > 0) {
    int moved = 0;
    for (int s = 0; s < stages; s++) {
      const int warm = stages - s < m ? stages - s : m;
      const int forward = next_f[s] < m && next_f[s] - next_b[s] < warm;
      if (forward && (s == 0 || next_f[s - 1] > next_f[s])) {
        const int i = next_f[s]++;
        const double from = s ? ended_f[s - 1][i] : 0;
        ended_f[s][i] = free_at[s] = fmax(free_at[s], from) + f[s];
      } else if (!forward && next_b[s] < m && (s == stages - 1 || next_b[s + 1] > next_b[s])) {
        const int i = next_b[s]++;
        const double from = s < stages - 1 ? ended_b[s + 1][i] : ended_f[s][i];
        ended_b[s][i] = free_at[s] = fmax(free_at[s], from) + b[s];
      } else
        continue;
      moved = 1, left--;
    }
    assert_true(moved);
  }
  return free_at[0];
}

/* Stages that differ only by embedding and LM head; transfers cost nothing. The rows' sum of the other stages
 * is exact for equal stages. Otherwise it is not below the time of the pipeline by more than the share of the
 * ends. */
static void a_pipeline_fills_and_drains(void **state) {
  static setup s;
  (void)state;
  for (int round = 0; round < 60; round++) {
    step_init(&s);
    const int p = 1 << random_below(4), m = p * (1 + random_below(4));
    s.point.layout.pp = p, s.point.run.b = m, s.point.run.micro_batch = 1;
    s.point.model.vocab = 1, s.point.device.net1_lat = s.point.device.comm_launch = 0;
    s.point.device.net1_bw = s.point.device.net0_bw = 1e18, s.point.device.net0_lat = 0;
    double f[64], b[64];
    const double middle = p > 2 ? eval(&s, "t_middle") : eval(&s, "t_first");
    for (int i = 0; i < p; i++) {
      const double all = i == 0 ? eval(&s, "t_first") : i < p - 1 ? middle : eval(&s, "t_last");
      f[i] = all / 3, b[i] = all - f[i];
    }
    const double ran = run_1f1b(p, m, f, b), rows = m * eval(&s, "t_slot") + eval(&s, "t_bubble");
    near("a pipeline", rows, ran, 0.02);
    near("the slowest stage waits", eval(&s, "t_bubble"),
         p > 1 ? eval(&s, "t_stages") - eval(&s, "t_slot") : 0, 1e-12);
  }
}

/* RAJB20, figure 1: 7.5 B parameters, K = 12, 64 ranks: 120 GB, 31.4, 16.6, 1.9, printed to a tenth. */
static void sharding_saves_the_printed_memory(void **state) {
  static setup s;
  (void)state;
  static const double printed[] = {120, 31.4, 16.6, 1.9};
  setup_init(&s);
  s.point.model.layers = 1, s.point.model.h = 7.5e9 / 12 / 25000, s.point.model.ffn = 100000,
  s.point.model.vocab = 1;
  s.point.layout.dp = 64;
  const double scale = 7.5e9 / eval(&s, "dev_param");
  for (int zero = 0; zero < 4; zero++) {
    s.point.layout.zero = zero;
    const double held = eval(&s, "weight_mem") + eval(&s, "grad_mem") + eval(&s, "opt_mem");
    near("state of the model", held * scale, printed[zero] * 1e9, 0.05 / printed[zero] + 1e-3);
  }
  s.point.layout.zero = 3, s.point.layout.shard = 8; /* hybrid: only inside a node */
  near("hybrid", (eval(&s, "weight_mem") + eval(&s, "grad_mem") + eval(&s, "opt_mem")) * scale, 15e9, 1e-3);
}

/* Bytes on the wire for one layer and step, by hand: an all-reduce is a reduce-scatter and an all-gather;
 * FSDP gathers twice and scatters once for each microbatch. */
static void bytes_of_sharding_counted_by_hand(void **state) {
  static setup s;
  (void)state;
  step_init(&s);
  s.point.layout.dp = 16;
  const double params = eval(&s, "dev_layer_param"), once = 2 * 15 / 16.0 * 2 * params;
  choose(&s, "all_reduce", "ring"), choose(&s, "all_gather", "ring"), choose(&s, "reduce_scatter", "ring");
  near("DP", eval(&s, "dp_grad_wire") * eval(&s, "dp_grad_calls"), once, 1e-14);
  s.point.layout.zero = 1;
  column_is(&s, "dp_grad_calls", 0);
  near("ZeRO 1", eval(&s, "zero_grad_wire") + eval(&s, "zero_weight_wire"), once, 1e-14);
  column_is(&s, "t_zero_across", 0); /* one group holds all */
  s.point.layout.zero = 3;
  near("FSDP", eval(&s, "fsdp_f_wire") + eval(&s, "fsdp_b_wire") + eval(&s, "fsdp_grad_wire"), 1.5 * once,
       1e-14);
  s.point.layout.shard = 8; /* two groups of eight: a rank's eighth goes across */
  column_is(&s, "copies_ranks", 2);
  near("hybrid, inside", eval(&s, "fsdp_f_wire"), 7 / 8.0 * 2 * params, 1e-14);
  near("hybrid, across", eval(&s, "zero_across_wire"), 2 * 2 * params / 8 / 2, 1e-14);
  column_is(&s, "shards_n0", 8);
  column_is(&s, "copies_n0", 1);
  column_is(&s, "copies_n1", 2);
}

/* Each of eight ranks sends an eighth and gathers the rest. With sequence parallelism there is nothing to
 * divide. */
static void ranks_of_tp_share_a_transfer(void **state) {
  static setup s;
  (void)state;
  step_init(&s);
  s.point.layout.tp = 8, s.point.layout.pp = 4, s.point.layout.sp = 0, s.point.model.layers = 8;
  const double all = eval(&s, "act_payload");
  near("each sends all", eval(&s, "pp_hop_payload"), all, 0);
  near("alone", eval(&s, "t_hop"), eval(&s, "t_pp_hop"), 0);
  s.point.layout.p2p_scatter = 1;
  near("each sends its part", eval(&s, "pp_hop_payload"), all / 8, 0);
  near("and gathers", eval(&s, "t_hop"), eval(&s, "t_pp_hop") + eval(&s, "t_tp_ag"), 0);
  s.point.layout.sp = 1;
  near("its own tokens", eval(&s, "pp_hop_payload"), all / 8, 0);
  near("not gathered", eval(&s, "t_hop"), eval(&s, "t_pp_hop"), 0);
}

/* With experts a host launches once more what the backward pass recomputes: half of a layer's kernels.
 * Inference has no such pass. */
static void the_host_launches_recomputed_kernels_again(void **state) {
  static setup s;
  (void)state;
  step_init(&s);
  s.point.software.host_layer = 1, s.point.run.recompute = 2, s.point.model.experts = 8;
  s.point.run.mode = 1;
  near("training", eval(&s, "t_host_redo"), 0.5, 0);
  near("of a step", eval(&s, "t_layer_host"),
       1 + 0.5 - (eval(&s, "t_layer_cmp") + eval(&s, "t_layer_ser") + eval(&s, "t_layer_exp")), 1e-12);
  s.point.run.mode = 0;
  column_is(&s, "t_host_redo", 0);
  near("inference", eval(&s, "t_layer_host"),
       1 - (eval(&s, "t_layer_cmp") + eval(&s, "t_layer_ser") + eval(&s, "t_layer_exp")), 1e-12);
}

/* ZeRO 2 keeps a share of the gradients, so those of each microbatch are scattered during its backward pass.
 * ZeRO 1 adds them up and scatters them once. The last ones of a step have nothing that could hide them. */
static void gradients_that_are_not_kept_leave_with_each_microbatch(void **state) {
  static setup s;
  (void)state;
  step_init(&s);
  s.point.layout.dp = 16, s.point.run.b = 4, s.point.run.micro_batch = 1;
  const double params = eval(&s, "dev_layer_param");
  for (int zero = 1; zero <= 3; zero++) {
    s.point.layout.zero = zero;
    column_is(&s, "zero_grad_calls", zero == 1);
    column_is(&s, "fsdp_grad_calls", zero > 1);
    column_is(&s, "t_ovl_b", zero == 1 ? 0 : eval(&s, "t_fsdp_grad") + (zero == 3) * eval(&s, "t_fsdp_b"));
    column_is(&s, "t_once", zero == 1 ? eval(&s, "t_zero_grad") : 0);
    column_is(&s, zero == 1 ? "zero_grad_payload" : "fsdp_grad_payload", 2 * params);
    const double scatter = eval(&s, zero == 1 ? "t_zero_grad" : "t_fsdp_grad");
    near("the last layer's", eval(&s, "t_once_exp") - eval(&s, "t_rest"), scatter, 1e-9);
  }
}

/* By hand, FP16: GPT's vocabulary of 51200 and a width of 2048 over TP 2. In a pipeline the first stage has
 * the embedding and the last the head. If their weights are shared, both stages have gradients, and sum them.
 * Otherwise each has its own, and sums half as much over its replicas as one stage that has both. In a V both
 * are on one device. */
static void the_ends_of_a_pipeline_reduce_the_shared_embedding(void **state) {
  static setup s;
  (void)state;
  step_init(&s);
  s.point.model.vocab = 51200, s.point.layout.tp = 2, s.point.layout.dp = 4, s.point.run.b = 16;
  s.point.run.micro_batch = 1;
  const double matrix = 2.0 * 51200 / 2 * 2048, norm = 2.0 * 2 * 2048;
  for (int tied = 0; tied < 2; tied++) {
    s.point.model.tied = tied, s.point.layout.pp = 1, s.point.layout.schedule = 1;
    column_is(&s, "rest_payload", (2 - tied) * matrix + norm);
    column_is(&s, "t_tied_call", 0);
    s.point.layout.pp = 4;
    column_is(&s, "rest_payload", matrix + norm);
    column_is(&s, "tied_payload", tied * matrix);
    choose(&s, "all_reduce", "ring"); /* with two ranks each sends to the other once */
    const double sum = tied ? 12e-6 + 2 * 3e-6 + (matrix + 1e6) / 25e9 : 0;
    near("shared weights", eval(&s, "t_tied_call"), sum, 1e-12);
    near("at the end of the step", eval(&s, "t_rest"), eval(&s, "t_rest_call") + sum, 1e-12);
    s.point.layout.schedule = 3; /* ZB-V */
    column_is(&s, "rest_payload", (2 - tied) * matrix + norm);
    column_is(&s, "t_tied_call", 0);
  }
}

/* Each TP rank has a part of a token's logits: three sums of one number for each token, forward, in FP32. */
static void a_loss_sums_three_numbers_of_each_token(void **state) {
  static setup s;
  (void)state;
  step_init(&s);
  choose(&s, "all_reduce", "ring");
  s.point.layout.tp = 4, s.point.layout.pp = 2, s.point.run.b = 6, s.point.run.micro_batch = 3;
  s.point.layout.sp = 1;
  const double byte = 4.0 * 3 * 1024,
               one = 12e-6 + 6 * 1e-6 + 6 / 4.0 * (byte + 3 * byte) / 150e9; /* a short message */
  near("one", eval(&s, "t_loss_call"), one, 1e-12);
  near("a microbatch", eval(&s, "t_loss_ser"), 3 * one, 1e-12);
  const double layers = 12 * eval(&s, "t_layer_ser");
  near("the last stage", eval(&s, "t_last_ser"), layers + eval(&s, "t_end_ser") + 3 * one, 1e-12);
  near("the first stage", eval(&s, "t_first_ser"), layers + eval(&s, "t_end_ser"), 1e-12);
  s.point.layout.tp = 1;
  column_is(&s, "t_loss_ser", 0);
  s.point.layout.tp = 4, s.point.run.mode = 0;
  column_is(&s, "t_loss_ser", 0);
}

/* Two stages of TP 4 fit into a node of 8, and yet every second transfer leaves it, and sets the pace. If
 * there are only two stages, none does. */
static void the_slowest_transfer_sets_the_pace(void **state) {
  static setup s;
  (void)state;
  step_init(&s);
  s.point.layout.tp = 4, s.point.layout.pp = 2, s.point.device.net1_size = 4, s.point.device.net2_size = 100;
  s.point.device.net2_bw = 1e9;
  column_is(&s, "hop_n0", 2);
  const double inside = eval(&s, "t_pp_hop");
  s.point.layout.pp = 4;
  column_is(&s, "hop_n0", 1);
  column_is(&s, "hop_n1", 2);
  const double across = eval(&s, "t_pp_hop");
  s.point.layout.pp = 12; /* the stages of two nodes leave the pod of four nodes */
  s.point.layout.tp = 4, s.point.model.layers = 24;
  column_is(&s, "hop_n1", 1);
  column_is(&s, "hop_n2", 2);
  const double pods = eval(&s, "t_pp_hop"), byte = eval(&s, "pp_hop_payload");
  assert_true(inside < across && across < pods);
  near("across pods", pods, 12e-6 + 3e-6 + (byte + 1e6) / 1e9, 1e-12);
  column_is(&s, "hop_ranks", 2);
}

/* Microbatches whose activations the first, a middle and the last of eight stages keep. */
static void stages_store_activations_in_flight(void **state) {
  static setup s;
  (void)state;
  step_init(&s);
  s.point.layout.pp = 8, s.point.run.b = 32, s.point.run.micro_batch = 1;
  static const struct {
    int schedule, vp;
    double first, middle, last;
  } known[] = {{0, 1, 32, 32, 32},
               {1, 1, 8, 7, 1},                   /* GPipe, 1F1B */
               {1, 3, 31 / 3., 29 / 3., 17 / 3.}, /* 2 (8 - r - 1) + 2 x 8 + 1 chunks of a third */
               {2, 1, 8, 8, 8},
               {3, 1, 8, 8, 8},
               {4, 1, 9, 9, 9}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    s.point.layout.schedule = known[i].schedule, s.point.layout.vp = known[i].vp;
    near("first", eval(&s, "first_flight"), known[i].first, 1e-15);
    near("middle", eval(&s, "middle_flight"), known[i].middle, 1e-15);
    near("last", eval(&s, "last_flight"), known[i].last, 1e-15);
  }
  s.point.layout.schedule = 1, s.point.layout.vp = 1, s.point.run.b = 4; /* fewer than stages */
  column_is(&s, "first_flight", 4);
}

/* A model of any kind on one stage: decoder, encoder and decoder, experts, latent attention, adapters. */
static void any_model(setup *s) {
  twocs_model *m = &s->point.model;
  setup_init(s);
  m->layers = 12, m->h = 1024, m->head_dim = 64, m->vocab = 32768, m->kv_heads = random_below(2) ? 16 : 4;
  m->gated = random_below(2), m->norm = random_below(2), m->tied = random_below(2);
  const int kind = random_below(5);
  if (kind == 1) m->cross_layers = 1 + random_below(12);
  if (kind == 2)
    m->experts = 8, m->top_k = 2, m->expert_ffn = 512, m->shared_ffn = 1024,
    m->moe_share = random_unit(), /* not of a whole number of layers */
        m->dense_at = random_below(2);
  if (kind == 3) m->kv_heads = 16, m->kv_lora_rank = 256, m->q_lora_rank = random_below(2) * 512;
  if (kind == 4) m->lora_rank = 16, m->lora_on = random_below(2);
  s->point.run.sl = 1024, s->point.run.b = 4, s->point.run.micro_batch = 1 + random_below(2);
  s->point.run.recompute = random_below(3), s->point.run.attention = random_below(2);
  s->point.run.recompute_experts = random_below(2), m->mtp = random_below(3);
  s->point.device.net0_size = 1e6;
}

/* All gradients of a device are sent, each once: those of the layers, of their experts, and of what is
 * outside them. */
static void every_gradient_is_sent(void **state) {
  static setup s;
  (void)state;
  for (int round = 0; round < 200; round++) {
    any_model(&s);
    s.point.layout.dp = 4, s.point.layout.tp = random_power(2), s.point.layout.sp = s.point.layout.tp > 1;
    s.point.layout.zero = random_below(4);
    column_is(&s, "legal", 1);
    static const char *const by_zero[][2] = {{"dp_grad_payload", "edp_grad_payload"},
                                             {"zero_grad_payload", "edp_zero_grad_payload"},
                                             {"fsdp_grad_payload", "edp_fsdp_grad_payload"}};
    const int zero = s.point.layout.zero < 2 ? (int)s.point.layout.zero : 2;
    const double experts = eval(&s, "trained_expert_param") > 0 ? 12 * eval(&s, by_zero[zero][1]) : 0;
    const double sent = 12 * eval(&s, by_zero[zero][0]) + experts + eval(&s, "rest_payload");
    near("sent", sent, 2 * eval(&s, "first_trained_param"), 1e-13);
    const double adapters = s.point.model.lora_rank > 0 ? 12 * eval(&s, "lora_param") : 0;
    if (s.point.layout.tp == 1) near("held", eval(&s, "first_param"), eval(&s, "param") + adapters, 1e-13);
  }
}

/* If GEMMs run at the peak and nothing else takes time, a step takes as long as its counted flop. */
static void all_flop_take_their_time(void **state) {
  static setup s;
  (void)state;
  for (int round = 0; round < 200; round++) {
    any_model(&s);
    choose(&s, "gemm", "algorithmic"), choose(&s, "stream", "none");
    s.point.device.flop_eff = s.point.device.attn_eff = s.point.device.flash_eff = 1;
    s.point.run.mode = random_below(4) > 0;
    column_is(&s, "legal", 1);
    near("a step", eval(&s, "t_step") * eval(&s, "peak"), eval(&s, "done_flop"), 1e-12);
    if (s.point.run.attention == 0)
      near("of the hardware", eval(&s, "hfu"), 1, 1e-12); /* nothing is recomputed inside a kernel */
  }
}

/* The words of `schedule` are the rows of schedules.def, in their order. */
static void schedules_have_their_words(void **state) {
  (void)state;
  static const char *const rows[] = {
#define SCHEDULE(s, ...) #s,
#include "rows/schedules.def"
  };
  const char *words = twocs_columns[column("schedule")].words;
  for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++)
    assert_int_equal(twocs_word_find(words, i == 1 ? "1f1b" : rows[i]), i);
  assert_int_equal(words_of(words), sizeof rows / sizeof *rows);
}

#define UNSET (double)NAN

static void uneven_stages_and_batches_are_checked(void **state) {
  static setup s;
  (void)state;
  static const struct {
    const char *rule;
    double pp, vp, first, last, global_batch, dp, micro, shard;
  } broken[] = {
      {"", 4, 1, 6, 6, 64, 4, 2, UNSET},
      {"stages", 48, 1, UNSET, UNSET, 64, 4, 2, UNSET},
      {"", 4, 1, 5, 5, 64, 4, 2, UNSET},
      {"stages", 4, 1, 5, 6, 64, 4, 2, UNSET},
      {"batch", 1, 1, UNSET, UNSET, 63, 4, 1, UNSET},
      {"microbatch", 1, 1, UNSET, UNSET, 64, 4, 3, UNSET},
      {"chunks", 4, 4, UNSET, UNSET, 64, 4, 2, UNSET},
      {"sharding", 1, 1, UNSET, UNSET, 64, 4, 1, 3},
      {"chunks", 4, 3, UNSET, UNSET, 12, 4, 1, UNSET},
      {"", 4, 3, UNSET, UNSET, 64, 4, 1, UNSET},
      {"", 2, 3, 13, 11, 64, 4, 1, UNSET},       /* chunks of 5, the first 3 and the last 1 */
      {"chunks", 2, 4, 13, 11, 64, 4, 1, UNSET}, /* chunks of 4 leave the last -1 */
  };
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    step_init(&s);
    s.point.layout.pp = broken[i].pp, s.point.layout.vp = broken[i].vp, s.point.layout.dp = broken[i].dp;
    s.point.layout.first_layers = broken[i].first, s.point.layout.last_layers = broken[i].last;
    s.point.layout.shard = broken[i].shard;
    s.point.run.global_batch = broken[i].global_batch, s.point.run.micro_batch = broken[i].micro;
    const int why = (int)eval(&s, "why");
    assert_string_equal(why ? twocs_rules[why - 1].name : "", broken[i].rule);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_step_is_linear_in_its_microbatches),
      cmocka_unit_test(a_pipeline_fills_and_drains),
      cmocka_unit_test(sharding_saves_the_printed_memory),
      cmocka_unit_test(bytes_of_sharding_counted_by_hand),
      cmocka_unit_test(ranks_of_tp_share_a_transfer),
      cmocka_unit_test(the_host_launches_recomputed_kernels_again),
      cmocka_unit_test(gradients_that_are_not_kept_leave_with_each_microbatch),
      cmocka_unit_test(the_ends_of_a_pipeline_reduce_the_shared_embedding),
      cmocka_unit_test(a_loss_sums_three_numbers_of_each_token),
      cmocka_unit_test(the_slowest_transfer_sets_the_pace),
      cmocka_unit_test(stages_store_activations_in_flight),
      cmocka_unit_test(every_gradient_is_sent),
      cmocka_unit_test(all_flop_take_their_time),
      cmocka_unit_test(schedules_have_their_words),
      cmocka_unit_test(uneven_stages_and_batches_are_checked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
