/* SPDX-License-Identifier: MIT */
/* Adapters (LoRA): what is trained of a model whose own weights are frozen. Compared with parameter counts
 * that others print, and with hand counts of what a layer computes, keeps and sends. Tolerance: roundings. */
#include "common.h"
#include "rows/registry.h"

static const double rounding = 1e-13;
enum { LINEAR, ATTENTION };

/* "trainable params" as PEFT prints them for these models; the 70B one is MLPerf's llama2_70b_lora. */
static void adapters_have_the_parameters_that_others_print(void **state) {
  static setup s;
  static const struct {
    const char *model;
    double rank, on, joined, param;
  } printed[] = {{"llama2_7b", 16, LINEAR, 0, 39976960},
                 {"llama3_8b", 16, LINEAR, 0, 41943040},
                 {"llama2_70b", 16, ATTENTION, 1, 44564480}};
  (void)state;
  for (size_t i = 0; i < sizeof printed / sizeof *printed; i++) {
    setup_init(&s);
    const twocs_model *model = twocs_model_find(printed[i].model);
    if (!model) fail_msg("%s is not registered", printed[i].model);
    s.point.model = *model;
    const double own = eval(&s, "param"), weights = eval(&s, "weight_mem");
    column_is(&s, "trained_param", own);
    s.point.model.lora_rank = printed[i].rank, s.point.model.lora_on = printed[i].on,
    s.point.model.lora_joined = printed[i].joined;
    column_is(&s, "trained_param", printed[i].param);
    column_is(&s, "param", own);
    near("weights", eval(&s, "weight_mem"), weights + 2 * printed[i].param, rounding);
    near("gradients", eval(&s, "grad_mem"), 2 * printed[i].param, rounding);
    near("optimizer", eval(&s, "opt_mem"), 12 * printed[i].param, rounding);
  }
}

/* A layer with attention that is heads x 16 wide and a gated FC, with adapters of rank r. */
static void draw(setup *s, double *tp) {
  setup_init(s);
  *tp = random_power(3);
  twocs_model *m = &s->point.model;
  m->head_dim = 16, m->kv_heads = *tp * random_power(2), m->heads = m->kv_heads * random_power(2);
  m->h = 64 * (1 + random_below(8)), m->ffn = *tp * 32 * (1 + random_below(8)), m->gated = random_below(2);
  m->layers = 1 + random_below(20), m->vocab = 64 * *tp;
  m->lora_rank = 1 + random_below(32), m->lora_on = random_below(2), m->lora_joined = random_below(2);
  s->point.run.sl = 8 * (1 + random_below(20)), s->point.run.b = 1 + random_below(3);
  s->point.layout.tp = *tp;
}

/* Each matrix has its own adapter, or those that read the same input share one. */
static double by_hand(const twocs_model *m) {
  const double q = m->heads * 16, kv = m->kv_heads * 16, r = m->lora_rank, sides = m->gated > 0 ? 2 : 1;
  double widths = q + m->h;
  widths += m->lora_joined > 0 ? m->h + q + 2 * kv : 3 * m->h + q + 2 * kv;
  if (m->lora_on == LINEAR) {
    widths += m->ffn + m->h;
    widths += (m->lora_joined > 0 ? 1 : sides) * m->h + sides * m->ffn;
  }
  return r * widths;
}

static void adapters_are_cut_as_their_matrices(void **state) {
  static setup s;
  double tp;
  (void)state;
  for (int round = 0; round < 200; round++) {
    draw(&s, &tp);
    column_is(&s, "legal", 1);
    const double all = by_hand(&s.point.model), whole = eval(&s, "lora_row_param");
    near("weights of adapters", eval(&s, "lora_param"), all, rounding);
    near("on all ranks", tp * (eval(&s, "dev_lora_param") - whole) + whole, all, rounding);
    const double tokens = s.point.run.sl * s.point.run.b;
    near("work", eval(&s, "adapter_flop"), 2 * tokens * eval(&s, "dev_lora_param"), rounding);
    near("operators", eval(&s, "gemm_flop"), eval(&s, "layer_flop"), rounding);
  }
}

/* The forward pass and the gradients of inputs are as usual. Gradients of weights exist only for adapters,
 * and for both operands of attention. Here a kernel's time is its work. */
static void frozen_weights_have_no_gradient(void **state) {
  static setup s;
  double tp;
  (void)state;
  for (int round = 0; round < 100; round++) {
    draw(&s, &tp);
    choose(&s, "gemm", "algorithmic");
    const double flop = 2 * s.point.run.sl * s.point.run.b * eval(&s, "dev_lora_param");
    const double pace = eval(&s, "flop_eff_pace"), core = eval(&s, "core_eff_pace");
    near("work", eval(&s, "wg_flop"), eval(&s, "attn_flop") + flop, rounding);
    near("time", eval(&s, "t_gemm_w"), eval(&s, "attn_flop") * core + flop * pace, rounding);
    const double layers = s.point.model.layers, head = eval(&s, "head_flop");
    const double linear = eval(&s, "linear_flop") + eval(&s, "fc_flop");
    near("a step", eval(&s, "step_flop"),
         layers * (2 * linear + 3 * (eval(&s, "attn_flop") + flop)) + 2 * head, rounding);
    near("of a stage", eval(&s, "t_first_w"), layers * eval(&s, "t_gemm_w"), rounding);
    column_is(&s, "t_embed_b", 0);
    near("LM head", eval(&s, "t_tail_b"), eval(&s, "t_head_i") + eval(&s, "t_norms_b") + eval(&s, "t_loss_b"),
         rounding);
  }
}

static void only_gradients_of_adapters_are_sent(void **state) {
  static setup s;
  double tp;
  (void)state;
  for (int round = 0; round < 50; round++) {
    draw(&s, &tp);
    s.point.layout.dp = 4, s.point.device.net0_size = 64, s.point.layout.sp = random_below(2);
    const double all = eval(&s, "dev_lora_param"), own = eval(&s, "dev_layer_param") - all;
    near("DP", eval(&s, "dp_grad_payload"), 2 * all, rounding);
    column_is(&s, "t_rest", 0);
    near("halves that ranks hold whole", eval(&s, "tp_norm_payload"), 2 * eval(&s, "lora_row_param"),
         rounding);
    column_is(&s, "tp_norm_calls", 1);
    s.point.layout.zero = 3;
    near("FSDP gathers all", eval(&s, "fsdp_f_payload"), 2 * (own + all), rounding);
    near("and scatters theirs", eval(&s, "fsdp_grad_payload"), 2 * all, rounding);
    s.point.layout.zero = 1;
    near("new weights", eval(&s, "zero_weight_payload"), 2 * all, rounding);
    s.point.model.lora_rank = 0;
    near("the model's own", eval(&s, "zero_weight_payload"), 2 * own, rounding);
    column_is(&s, "tp_norm_calls", s.point.layout.sp);
  }
}

/* Bytes in addition to KORT22's: r for each adapter. If only attention has adapters, the inputs of FC1 and
 * FC2 are missing, because no gradient of a weight is computed from them. */
static void inputs_of_frozen_matrices_are_not_kept(void **state) {
  static setup s;
  double tp;
  (void)state;
  for (int round = 0; round < 100; round++) {
    draw(&s, &tp);
    const twocs_model *m = &s.point.model;
    const double rank = m->lora_rank, tokens = s.point.run.sl * s.point.run.b, sides = m->gated > 0 ? 2 : 1;
    double adapters = m->lora_joined > 0 ? 2 : 4;
    if (m->lora_on == LINEAR) adapters += 1 + (m->lora_joined > 0 ? 1 : sides);
    const double spared = m->lora_on == LINEAR ? 0 : 2 * tokens * (m->h + m->ffn / tp);
    const double got = eval(&s, "layer_act"), head = eval(&s, "head_act");
    s.point.model.lora_rank = 0;
    near("activations", got, eval(&s, "layer_act") + 2 * tokens * rank * adapters - spared, rounding);
    near("input of the LM head", head, eval(&s, "head_act") - 2 * tokens * m->h, rounding);
  }
}

/* Experts have no adapters. Frozen experts have no gradients, no messages, and no inputs to keep. */
static void experts_are_frozen_without_adapters(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  s.point.model = *twocs_model_find("mixtral_8x7b");
  s.point.layout.dp = 8, s.point.layout.ep = 4, s.point.device.net0_size = 8;
  const double expert_act = eval(&s, "layer_act"), own = eval(&s, "first_expert_param");
  assert_true(own > 0);
  column_is(&s, "edp_grad_calls", 1);
  s.point.model.lora_rank = 8;
  column_is(&s, "legal", 1);
  column_is(&s, "edp_grad_calls", 0);
  column_is(&s, "first_trained_expert_param", 0);
  column_is(&s, "first_trained_param", 32 * eval(&s, "dev_lora_param"));
  near("four adapters", eval(&s, "lora_param"), 8 * (4 * 4096 + 2 * 4096 + 2 * 1024), rounding);
  const double tokens = 2048, spared = 2 * tokens * (2 * (14336 + 4096) + 4096), held = 2 * tokens * 8 * 4;
  near("activations", eval(&s, "layer_act"), expert_act - spared + held, rounding);
  s.point.model = *twocs_model_find("deepseek_v3");
  s.point.model.lora_rank = 8;
  assert_string_equal(twocs_rules[(int)eval(&s, "why") - 1].name, "adapters");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(adapters_have_the_parameters_that_others_print),
      cmocka_unit_test(adapters_are_cut_as_their_matrices),
      cmocka_unit_test(frozen_weights_have_no_gradient),
      cmocka_unit_test(only_gradients_of_adapters_are_sent),
      cmocka_unit_test(inputs_of_frozen_matrices_are_not_kept),
      cmocka_unit_test(experts_are_frozen_without_adapters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
