/* SPDX-License-Identifier: MIT */
/* Inference and number formats: the keys and values that a decoder keeps, what decoding reads, and the bytes
 * of each part of a run. Counted by hand. Tolerance: roundings. */
#include "common.h"
#include "rows/registry.h"

static const double rounding = 1e-13;
enum { INFERENCE, TRAINING };

static void serve(setup *s, const char *model, double sl, double kv_len, double b) {
  setup_init(s);
  s->point.model = *twocs_model_find(model);
  s->point.device.net0_size = 16;
  s->point.run.mode = INFERENCE, s->point.run.attention = 1, s->point.run.dropout = 0;
  s->point.run.sl = sl, s->point.run.kv_len = kv_len, s->point.run.b = b;
}

/* Llama 3 8B: 8 heads of 128 each for keys and for values, 2 bytes, 32 layers: 128 KiB per token. */
static void a_decoder_keeps_keys_and_values(void **state) {
  static setup s;
  (void)state;
  serve(&s, "llama3_8b", 1, 8192, 16);
  const double token = 131072, all = token * 8192 * 16;
  column_is(&s, "cache_mem", all);
  s.point.run.kv_kept = 0;
  const double without = eval(&s, "mem_byte");
  s.point.run.kv_kept = 1;
  near("memory", eval(&s, "mem_byte"), without + all, rounding);
  near("explained", eval(&s, "mem_byte"),
       eval(&s, "weight_mem") + eval(&s, "act_mem") + eval(&s, "end_mem") + eval(&s, "cache_mem"), rounding);
  s.point.device.mem_size = eval(&s, "mem_byte");
  column_is(&s, "fits", 1);
  s.point.run.kv_len = 8193;
  column_is(&s, "fits", 0);
  s.point.run.kv_len = 8192, s.point.software.cache_byte = 1;
  near("in one byte", eval(&s, "cache_mem"), all / 2, 0);
  s.point.software.cache_byte = (double)NAN, s.point.layout.tp = 8;
  near("a head of each on every rank", eval(&s, "cache_mem"), all / 8, 0);
  s.point.layout.tp = 16;
  near("two ranks hold the same head", eval(&s, "cache_mem"), all / 8, 0);
  s.point.layout.tp = 1, s.point.layout.pp = 4, s.point.run.micro_batch = 4;
  near("a stage, of all microbatches", eval(&s, "cache_mem"), all / 4, 0);
  s.point.layout.pp = 1, s.point.run.mode = TRAINING, s.point.run.sl = 8192;
  column_is(&s, "cache_mem", 0);
  serve(&s, "deepseek_v3", 1, 4096, 8); /* 512 latent units and 64 of the position, for any number of heads */
  near("latent", eval(&s, "cache_mem"), 2 * (512 + 64) * 61.0 * 4096 * 8, rounding);
  serve(&s, "t5_11b", 128, 512, 2); /* 24 encoder layers, and 24 that attend to them and to themselves */
  near("an encoder's too", eval(&s, "cache_mem"), 2 * 2 * 128 * 128 * (48 + 24) * 512.0 * 2, rounding);
}

/* A step of decoding reads the weights once, and the keys and values of each sequence once. Heads that share
 * them do not read them again. */
static void decoding_reads_weights_and_keys_once(void **state) {
  static setup s;
  (void)state;
  serve(&s, "llama3_8b", 1, 8192, 16);
  const double queries = 2.0 * 16 * 32 * 128, cached = 2.0 * 16 * 8 * 128 * 8192;
  column_is(&s, "scores_byte", queries + cached);
  near("values", eval(&s, "context_byte"), queries + cached, rounding);
  s.point.run.attention = 0; /* unfused kernels read a copy for every head */
  near("unfused", eval(&s, "scores_byte"), queries + 4 * cached + 2.0 * 16 * 32 * 8192, rounding);
  s.point.run.attention = 1;
  s.point.device.launch = 0, s.point.device.peak_fp16 = 1e18;
  const double moved = 2 * (eval(&s, "param") - 128256.0 * 4096) + eval(&s, "cache_mem");
  near("a token of each sequence", eval(&s, "t_step") / (moved * eval(&s, "mem_pace")), 1, 0.03);
  near("tokens per second", eval(&s, "token_rate") * eval(&s, "t_step"), 16, rounding);
  const double bf16 = eval(&s, "t_step");
  s.point.software.weight_byte = 0.5; /* weights only: keys, values and activations as before */
  const double fewer = 1.5 * (eval(&s, "param") - 128256.0 * 4096) * eval(&s, "mem_pace");
  near("weights in four bits", bf16 - eval(&s, "t_step"), fewer, 0.01);
}

/* DeepSeek-V3, one token for each of 32 sequences: a cached token has 512 + 64 numbers, which all 128 heads
 * share and which are read once. The query and the result of each head, instead of the cached tokens, pass
 * through its part of kv_up. */
static void latent_attention_decodes_on_latent_vectors(void **state) {
  static setup s;
  (void)state;
  serve(&s, "deepseek_v3", 1, 4096, 32);
  const double heads = 32.0 * 128, cached = 2.0 * 32 * 4096 * 576;
  column_is(&s, "scores_flop", 2 * heads * 576 * 4096);
  column_is(&s, "context_flop", 2 * heads * 512 * 4096);
  column_is(&s, "kv_up_flop", 2 * 32.0 * 128 * (128 + 128) * 512);
  near("read once", eval(&s, "scores_byte"), 2 * heads * 576 + cached, rounding);
  near("and not again", eval(&s, "context_byte"), 2 * heads * 512, rounding);
  near("closed form", eval(&s, "gemm_flop"), eval(&s, "layer_flop"), rounding);
  s.point.run.sl = 4096; /* a prompt computes its keys and values */
  column_is(&s, "scores_k", 192);
  column_is(&s, "context_n", 128);
  s.point.run.sl = 1, s.point.run.mode = TRAINING;
  column_is(&s, "scores_k", 192);
}

static void a_prompt_needs_the_logits_of_its_last_token(void **state) {
  static setup s;
  (void)state;
  serve(&s, "llama3_8b", 4096, 4096, 4);
  const double all = eval(&s, "step_flop"), head = eval(&s, "head_flop");
  column_is(&s, "head_flop", 2 * 4.0 * 4096 * 4096 * 128256);
  s.point.run.logits = 1;
  column_is(&s, "head_flop", 2 * 4.0 * 4096 * 128256);
  near("a step", eval(&s, "step_flop"), all - head * 4095 / 4096, rounding);
  s.point.run.mode = TRAINING;
  column_is(&s, "head_flop", head);
}

/* The scores of a causal mask by a loop over queries and keys: the last q of n tokens, each of which sees
 * itself and those before it. */
static double seen(int queries, int tokens) {
  double count = 0;
  for (int i = tokens - queries; i < tokens; i++)
    for (int j = 0; j < tokens; j++) count += j < i ? 1 : j == i ? 0.5 : 0;
  return count / queries / tokens;
}

/* A window of `window` keys moves along the tokens. */
static double seen_in_a_window(int tokens, int window) {
  double count = 0;
  for (int i = 0; i < tokens; i++)
    for (int j = i - window; j <= i; j++)
      if (j >= 0) count += j == i || j == i - window ? 0.5 : 1;
  return count / tokens / window;
}

static double causal_gain(setup *s, double sl, double kv_len) {
  s->point.run.sl = sl, s->point.run.kv_len = kv_len, s->point.run.causal = 0;
  const double all = eval(s, "t_scores_f");
  s->point.run.causal = 1;
  return eval(s, "t_scores_f") / all;
}

/* What a mask hides is left out if attention is fused. If one token is decoded, the mask hides nothing of the
 * tokens before. */
static void a_mask_hides_later_tokens(void **state) {
  static setup s;
  (void)state;
  serve(&s, "llama3_8b", 64, 64, 4);
  choose(&s, "gemm", "algorithmic");
  near("a prompt", causal_gain(&s, 64, 64), seen(64, 64), rounding);
  near("a prompt", seen(64, 64), 0.5, rounding);
  near("a part of a prompt", causal_gain(&s, 16, 64), seen(16, 64), rounding);
  near("a token", causal_gain(&s, 1, 64), seen(1, 64), rounding);
  near("a window", causal_gain(&s, 64, 16), seen_in_a_window(64, 16), rounding);
}

/* Pairs of the last q of n tokens with those of the `window` last ones that each sees; the ones at both ends
 * count half. */
static double pairs(int queries, int tokens, int window) {
  double count = 0;
  for (int i = tokens - queries; i < tokens; i++)
    for (int j = i - window; j <= i; j++)
      if (j >= 0) count += j == i || j == i - window ? 0.5 : 1;
  return count;
}

/* Layers with a window, one in four: what they compute and keep, by a loop over queries and keys. */
static void some_layers_attend_to_a_window(void **state) {
  static setup s;
  (void)state;
  static const int cases[][3] = {{64, 64, 16}, {16, 64, 16}, {16, 64, 56},
                                 {1, 64, 16},  {64, 64, 64}, {64, 64, 100}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const int queries = cases[i][0], tokens = cases[i][1], window = cases[i][2];
    serve(&s, "llama3_8b", queries, tokens, 4);
    s.point.run.causal = 1;
    choose(&s, "gemm", "algorithmic");
    const double time = eval(&s, "t_scores_f"), flop = eval(&s, "attn_flop"), kept = eval(&s, "cache_mem");
    s.point.model.window = window, s.point.model.window_share = 0.25;
    const int reach = window < tokens ? window : tokens;
    const double left = 0.75 + 0.25 * pairs(queries, tokens, reach) / pairs(queries, tokens, tokens);
    near("time", eval(&s, "t_scores_f"), left * time, rounding);
    near("work", eval(&s, "attn_flop"), left * flop, rounding);
    near("keys and values", eval(&s, "cache_mem"), (0.75 + 0.25 * reach / tokens) * kept, rounding);
    s.point.software.window_edge = 4; /* only its time is that of a wider window */
    const int edged = window + 4 < tokens ? window + 4 : tokens;
    const double taken = 0.75 + 0.25 * pairs(queries, tokens, edged) / pairs(queries, tokens, tokens);
    near("time with its edges", eval(&s, "t_scores_f"), taken * time, rounding);
    near("work with its edges", eval(&s, "attn_flop"), left * flop, rounding);
    s.point.run.attention = 0; /* unfused attention computes all scores, and masks them */
    near("in parts", eval(&s, "attn_flop"), flop, rounding);
  }
}

/* Fused attention at half of the 16-bit peak. Between its products a unit computes 1e10 exponentials a
 * second, and its tiles on the diagonal cost four keys of 64. */
static void exponentials_between_products(void **state) {
  static setup s;
  (void)state;
  serve(&s, "llama3_8b", 64, 64, 4);
  s.point.run.mode = TRAINING, s.point.run.causal = 1, s.point.software.flash = 0.5;
  const double peak = eval(&s, "peak_bf16"), units = s.point.device.units;
  s.point.device.exp_rate = 0;
  near("the second kernel without FP8", eval(&s, "core_eff"), 2 * 0.5 * 123 / 65, rounding);
  s.point.software.flash_kernel = 1;
  near("products", eval(&s, "core_eff"), 2 * 0.5, rounding);
  s.point.device.exp_rate = 1e10;
  const double products = 4 * 128 / (0.5 * peak), made = 1 / (units * 1e10);
  near("exponentials", eval(&s, "core_eff"), 2 * (4 * 128 / peak) / (products + made), rounding);
  s.point.software.causal_edge = 4;
  near("diagonal", eval(&s, "core_eff"), 2 * (4 * 128 / peak) / (products + made) / (1 + 4 / 64.0), rounding);
  s.point.run.causal = 0;
  near("no mask", eval(&s, "core_eff"), (4 * 128 / peak) / (products + made), rounding);
  s.point.device.exp_rate = 0, s.point.run.format = 4 /* FP8 */;
  s.point.device.peak_fp8 = 2 * peak, s.point.software.flash_kernel = 0;
  near("in 16 bits", eval(&s, "core_eff"), 0.5 / 2, rounding);
  s.point.software.fp8_attention = 1;
  near("in FP8", eval(&s, "core_eff"), 0.5, rounding);
}

/* Without a causal mask a window keeps its width. */
static void a_window_without_a_mask(void **state) {
  static setup s;
  (void)state;
  serve(&s, "llama3_8b", 64, 64, 4);
  s.point.run.causal = 0;
  const double flop = eval(&s, "attn_flop");
  s.point.model.window = 16;
  near("all layers", eval(&s, "attn_flop"), flop / 4, rounding);
  s.point.model.cross_layers = 1;
  column_is(&s, "legal", 0);
}

/* What a device keeps of a microbatch is what its memory holds, whatever divides it. */
static void keys_and_values_are_cut_by_context_parallelism(void **state) {
  static setup s;
  (void)state;
  for (int kind = 0; kind < 3; kind++) {
    serve(&s, "t5_11b", 512, 512, 8);
    s.point.run.micro_batch = 2;
    near("all", eval(&s, "kv_cache"), eval(&s, "cache_mem") / 4, rounding);
    const double all = eval(&s, "kv_cache");
    s.point.layout.cp = 4, s.point.layout.cp_kind = kind;
    column_is(&s, "legal", 1);
    near("a quarter", eval(&s, "kv_cache"), all / 4, rounding);
    near("held", eval(&s, "kv_cache"), eval(&s, "cache_mem") / 4, rounding);
  }
}

/* Operands have the format that the GEMMs read, and results the format in which they are kept. */
static void operands_have_the_format_of_the_gemms(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  s.point.model.h = 64, s.point.model.head_dim = 16, s.point.model.ffn = 96, s.point.run.sl = 32;
  column_is(&s, "fc1_byte", 2 * (32.0 * 64 + 64 * 96 + 32 * 96));
  s.point.run.format = 4, s.point.software.act_byte = 2, s.point.software.weight_byte = 2;
  column_is(&s, "fc1_byte", 32.0 * 64 + 64 * 96 + 2 * 32 * 96);
  s.point.run.format = 5;
  column_is(&s, "fc1_byte", 0.5 * (32.0 * 64 + 64 * 96) + 2 * 32 * 96);
  s.point.software.operand_byte = 1;
  column_is(&s, "fc1_byte", 32.0 * 64 + 0.5 * 64 * 96 + 2 * 32 * 96);
  s.point.run.format = 4, s.point.software.operand_byte = (double)NAN;
  column_is(&s, "quantize_each", 0); /* done inside the kernels that make them, unless a run says not */
  s.point.software.quantize_rho = 1;
  column_is(&s, "quantize_each", 1);
  const double inputs = 32.0 * (64 + 64 + 64 + 96);
  column_is(&s, "quantize_byte", (2 + 1 + 1) * inputs);
  column_is(&s, "quantize_back_byte", (2 + 1 + 1) * inputs);
  s.point.run.mode = INFERENCE;
  column_is(&s, "quantize_byte", (2 + 1) * inputs);
  s.point.software.act_byte = 1;
  column_is(&s, "quantize_each", 0);
}

static void bytes_of_each_part_are_independent(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  const double param = eval(&s, "dev_param");
  s.point.run.format = 4;
  s.point.software.weight_byte = 1, s.point.software.grad_byte = 2, s.point.software.master_byte = 2,
  s.point.software.moment_byte = 3;
  near("weights", eval(&s, "weight_mem"), param, rounding);
  near("gradients", eval(&s, "grad_mem"), 2 * param, rounding);
  near("master copy and moments", eval(&s, "opt_mem"), 5 * param, rounding);
  s.point.software.opt_byte = 6;
  near("together", eval(&s, "opt_mem"), 6 * param, rounding);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_decoder_keeps_keys_and_values),
      cmocka_unit_test(decoding_reads_weights_and_keys_once),
      cmocka_unit_test(latent_attention_decodes_on_latent_vectors),
      cmocka_unit_test(a_prompt_needs_the_logits_of_its_last_token),
      cmocka_unit_test(a_mask_hides_later_tokens),
      cmocka_unit_test(some_layers_attend_to_a_window),
      cmocka_unit_test(a_window_without_a_mask),
      cmocka_unit_test(exponentials_between_products),
      cmocka_unit_test(keys_and_values_are_cut_by_context_parallelism),
      cmocka_unit_test(operands_have_the_format_of_the_gemms),
      cmocka_unit_test(bytes_of_each_part_are_independent),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
