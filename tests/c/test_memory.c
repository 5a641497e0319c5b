/* SPDX-License-Identifier: MIT */
/* Memory of a device, compared with the formulas of Korthikanti et al. (arXiv:2205.05198), in their letters:
 * s b h a t. Tolerance: roundings; the formulas are the same sums in another order. */
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

/* Mixed precision with Adam: 2 bytes for the weight, 2 for the gradient, 12 for the optimizer. After the
 * layers there are 4 s b h (1 + v / h) bytes, of which TP divides the logits (section 4.3). */
static void weights_gradients_and_optimizer_take_sixteen_bytes_a_parameter(void **state) {
  static setup s;
  double a, t;
  (void)state;
  for (int round = 0; round < 100; round++) {
    const double sbh = draw(&s, &a, &t), after = 4 * sbh * (1 + s.point.model.vocab / t / s.point.model.h);
    const double param = eval(&s, "dev_param");
    column_is(&s, "weight_mem", 2 * param);
    column_is(&s, "grad_mem", 2 * param);
    column_is(&s, "opt_mem", 12 * param);
    near("mem_byte", eval(&s, "mem_byte"), 16 * param + eval(&s, "act_mem") + after, rounding);
    s.point.run.mode = 0;
    const double cached = s.point.model.layers * 2 * 2 * sbh / t; /* keys and values, 2 bytes each */
    near("inference", eval(&s, "mem_byte"), 2 * param + eval(&s, "act_mem") + cached, rounding);
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

/* What a framework keeps beyond KORT22's minimum: a second gradient, copies of eager blocks, the loss in
 * several formats. */
static void a_framework_keeps_more(void **state) {
  static setup s;
  double a, t;
  (void)state;
  for (int round = 0; round < 100; round++) {
    const double sbh = draw(&s, &a, &t), layers = s.point.model.layers, vocab = s.point.model.vocab;
    const double width = s.point.model.head_dim * a / t, tokens = s.point.run.sl * s.point.run.b;
    const double before = eval(&s, "mem_byte"), kept = eval(&s, "act_mem"), param = eval(&s, "dev_param");
    const double bare = eval(&s, "layer_act");
    s.point.software.grad_copy_byte = 4;
    near("second gradient", eval(&s, "mem_byte"), before + 4 * param, rounding);
    s.point.software.logit_byte = 12;
    near("loss", eval(&s, "mem_byte"), before + 4 * param + 8 * tokens * vocab / t, rounding);
    s.point.software.eager_byte = 14;
    near("eager", eval(&s, "layer_act"), bare + 14 * tokens * width, rounding);
    near("eager, all", eval(&s, "act_mem"), kept + layers * 14 * sbh / t, 1e-12);
    s.point.software.eager_fc_byte = 2, s.point.model.gated = 0;
    near("no gate, no product", eval(&s, "layer_act"), bare + 14 * tokens * width, rounding);
    s.point.model.gated = 1;
    const double gated = eval(&s, "layer_act"), ffn = eval(&s, "dev_ffn");
    s.point.software.eager_fc_byte = 5;
    near("the activation's own output", eval(&s, "layer_act"), gated + 3 * tokens * ffn, rounding);
    const double all = eval(&s, "mem_byte");
    s.point.software.table_grad_byte = 6;
    near("a microbatch's gradient of the embedding", eval(&s, "mem_byte"),
         all + 6 * vocab * s.point.model.h / t, rounding);
    column_is(&s, "workspace", 0);
  }
}

/* The gathered inputs of both blocks, of which (1 - 1 / t) are not the rank's own, for all microbatches in
 * flight except gather_less; none of them if they would be what does not fit. */
static void gathered_inputs_stay_while_memory_is_free(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  s.point.model.layers = 16, s.point.layout.tp = 4, s.point.layout.sp = 1, s.point.layout.pp = 4;
  s.point.run.sl = 1024, s.point.run.b = 8, s.point.run.micro_batch = 1;
  const double lean = eval(&s, "first_mem"), both = 2 * 2 * 1024 * s.point.model.h * 0.75 * 4;
  s.point.software.gather_kept = 1, s.point.device.mem_size = 1e15;
  near("four in flight", eval(&s, "first_mem"), lean + 4 * both, rounding);
  s.point.software.gather_less = 2;
  near("two fewer", eval(&s, "first_mem"), lean + 2 * both, rounding);
  s.point.device.mem_size = lean + 2 * both - 1;
  near("short of memory", eval(&s, "first_mem"), lean, rounding);
  s.point.device.mem_size = 1e15, s.point.layout.sp = 0;
  const double without = eval(&s, "first_mem");
  s.point.software.gather_kept = 0;
  near("nothing is gathered", eval(&s, "first_mem"), without, 0);
  s.point.layout.sp = 1, s.point.run.recompute = 2;
  const double again = eval(&s, "first_mem");
  s.point.software.gather_kept = 1;
  near("what runs again gathers again", eval(&s, "first_mem"), again, 0);
}

/* Gathered gradients and sums: whole on each rank, for one layer, only if sequence parallelism gathers and
 * there is a backward pass; the dense gradient of the embedding only on the stage that has it. */
static void memory_during_the_backward_pass(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  s.point.model.layers = 16, s.point.layout.tp = 4, s.point.layout.sp = 1, s.point.layout.pp = 4;
  s.point.run.sl = 1024, s.point.run.b = 8, s.point.run.micro_batch = 1;
  const double first = eval(&s, "first_mem"), middle = eval(&s, "middle_mem"), h = s.point.model.h;
  s.point.software.eager_work_byte = 8;
  near("work", eval(&s, "middle_mem"), middle + 8. * 1024 * h, rounding);
  s.point.software.table_grad_byte = 6;
  near("embedding", eval(&s, "first_mem"), first + 8. * 1024 * h + 6. * s.point.model.vocab * h / 4,
       rounding);
  near("none elsewhere", eval(&s, "middle_mem"), middle + 8. * 1024 * h, rounding);
  s.point.layout.sp = 0, s.point.software.table_grad_byte = 0;
  const double apart = eval(&s, "middle_mem");
  s.point.software.eager_work_byte = 0;
  near("nothing is gathered", eval(&s, "middle_mem"), apart, 0);
  s.point.layout.sp = 1, s.point.run.mode = 0;
  const double forward = eval(&s, "middle_mem");
  s.point.software.eager_work_byte = 8;
  near("nothing runs backward", eval(&s, "middle_mem"), forward, 0);
}

/* 32 layers as a framework distributes them over four stages, by their flop: 9, 9, 8 and 6 with the LM
 * head. */
static void stages_between_the_ends_may_differ(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  s.point.model.layers = 32, s.point.layout.pp = 4, s.point.run.b = 8, s.point.run.micro_batch = 1;
  s.point.layout.first_layers = 9, s.point.layout.last_layers = 6;
  column_is(&s, "legal", 0);
  s.point.layout.middle_layers = 9;
  column_is(&s, "legal", 1);
  near("all layers once", eval(&s, "t_stages"),
       eval(&s, "t_first") + eval(&s, "t_last") + 17. / 9 * eval(&s, "t_middle"), rounding);
  near("the fuller one", eval(&s, "middle_param"), 9 * eval(&s, "dev_layer_param"), rounding);
  s.point.layout.middle_layers = 8;
  column_is(&s, "legal", 0);
  s.point.layout.first_layers = 16, s.point.layout.last_layers = 0; /* the LM head alone */
  column_is(&s, "legal", 1);
}

/* Half of the layers also attend to an encoder: KORT22's 11 sbh + 5 a s^2 b of attention a second time,
 * divided by TP in the same way. */
static void attention_to_an_encoder_is_kept_too(void **state) {
  static setup s;
  double a, t;
  (void)state;
  for (int round = 0; round < 100; round++) {
    const double sbh = draw(&s, &a, &t), as_h = a * s.point.run.sl / s.point.model.h;
    s.point.model.layers = 2 * s.point.model.layers;
    const double layers = s.point.model.layers, alone = eval(&s, "act_mem");
    s.point.model.cross_layers = layers / 2;
    near("kept", eval(&s, "act_mem"), alone + layers / 2 * sbh * (5 + 8 / t + 5 * as_h / t), 1e-12);
    s.point.run.recompute = 2; /* its input is that of the layer */
    near("full", eval(&s, "kept_act"), 2 * sbh, rounding);
  }
}

/* FSDP: in addition to a rank's share, the weights of two layers, the gradients of one layer before they are
 * scattered, and the weights outside the layers, which are gathered once for both passes. */
static void memory_of_gathered_weights(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  s.point.model.tied = 0, s.point.layout.dp = 8, s.point.layout.zero = 3, s.point.device.net0_size = 8;
  const double layer = eval(&s, "dev_layer_param"), ends = 2 * 51200.0 * 12288 + 2 * 12288;
  const double kept = 96 * eval(&s, "kept_act");
  near("a share", eval(&s, "weight_mem"), 2 * eval(&s, "dev_param") / 8, rounding);
  near("gathered", eval(&s, "act_mem") - kept, 2 * 2 * layer + 2 * layer + 7 / 8.0 * 2 * ends, 1e-12);
  s.point.layout.zero = 2;
  near("gradients alone", eval(&s, "act_mem") - kept, 2 * layer, 1e-12);
  s.point.layout.zero = 1;
  near("optimizer state alone", eval(&s, "act_mem"), kept, rounding);
}

/* A random layout that the rules allow, for a model whose dimensions have many divisors. */
static void random_layout(setup *s) {
  setup_init(s);
  twocs_model *m = &s->point.model;
  m->head_dim = 64, m->heads = 64, m->kv_heads = 32, m->h = 4096, m->ffn = 16384, m->layers = 64;
  m->gated = random_below(2), m->tied = random_below(2), m->vocab = 64000;
  if (random_below(2))
    m->experts = 32, m->top_k = 2, m->expert_ffn = 2048, m->moe_share = 0.5, m->dense_at = 1;
  twocs_layout *l = &s->point.layout;
  l->tp = random_power(3), l->sp = 1, l->cp = random_power(2), l->dp = random_power(4),
  l->pp = random_power(3);
  if (m->experts > 0) l->ep = fmin(random_power(3), l->tp * l->cp * l->dp);
  l->zero = random_below(4), l->schedule = random_below(2);
  s->point.run.sl = 4096, s->point.run.b = 32, s->point.run.micro_batch = 4;
  s->point.run.attention = random_below(2), s->point.run.recompute = random_below(3);
  s->point.run.dropout = random_below(2), s->point.run.recompute_experts = random_below(2);
  s->point.device.net0_size = 8, s->point.device.net1_size = 1e6;
}

static void no_more(const setup *s, const char *what, const char *name, double before) {
  const double after = eval(s, name);
  if (after > before * (1 + 1e-12)) fail_msg("%s: %s grows from %.17g to %.17g", what, name, before, after);
}

/* An option that saves memory does so in every term that it affects, and no other term grows. */
static void options_that_save_memory_increase_no_term(void **state) {
  static setup s;
  int tried = 0;
  (void)state;
  for (int round = 0; round < 2000; round++) {
    random_layout(&s);
    if (eval(&s, "legal") == 0) continue;
    const setup was = s;
    const double weights = eval(&s, "weight_mem"), gradients = eval(&s, "grad_mem"),
                 state_of = eval(&s, "opt_mem"), kept = eval(&s, "kept_act"), all = eval(&s, "first_mem"),
                 held = eval(&s, "held_act");
    tried++;
    if (s.point.layout.zero < 3) s.point.layout.zero++;
    no_more(&s, "ZeRO", "weight_mem", weights), no_more(&s, "ZeRO", "grad_mem", gradients);
    no_more(&s, "ZeRO", "opt_mem", state_of);
    s = was;
    if (s.point.run.recompute < 2) s.point.run.recompute++;
    no_more(&s, "recomputation", "kept_act", kept);
    s = was, s.point.run.micro_batch = 2;
    no_more(&s, "smaller microbatches", "kept_act", kept / 2);
    no_more(&s, "smaller microbatches", "first_mem", all);
    s = was, s.point.layout.offload_kept = 0.5, s.point.layout.offload_opt = 1;
    no_more(&s, "offload", "held_act", held / 2), no_more(&s, "offload", "opt_mem", 0);
    s = was, s.point.model.lora_rank = 16;
    no_more(&s, "adapters", "grad_mem", gradients), no_more(&s, "adapters", "opt_mem", state_of);
    s = was, s.point.layout.tp *= 2;
    if (eval(&s, "legal") == 0) continue;
    no_more(&s, "TP", "kept_act", kept);
    if (s.point.model.experts == 0)
      no_more(&s, "TP", "weight_mem", weights), no_more(&s, "TP", "opt_mem", state_of);
  }
  assert_true(tried > 1000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(activations_are_those_of_korthikanti),
      cmocka_unit_test(weights_gradients_and_optimizer_take_sixteen_bytes_a_parameter),
      cmocka_unit_test(a_model_fits_or_does_not),
      cmocka_unit_test(a_framework_keeps_more),
      cmocka_unit_test(gathered_inputs_stay_while_memory_is_free),
      cmocka_unit_test(memory_during_the_backward_pass),
      cmocka_unit_test(stages_between_the_ends_may_differ),
      cmocka_unit_test(attention_to_an_encoder_is_kept_too),
      cmocka_unit_test(memory_of_gathered_weights),
      cmocka_unit_test(options_that_save_memory_increase_no_term),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
