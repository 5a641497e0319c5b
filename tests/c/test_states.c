/* SPDX-License-Identifier: MIT */
/* Layers with linear attention: weights, work, time, activations and what a decoder keeps, counted by hand.
 * Tolerance: roundings. */
#include "common.h"

static const double rounding = 1e-13;
enum { INFERENCE, TRAINING };
enum { DELTA, SUM, KIMI };

/* Eight layers; six of them have 4 heads of values of 32 and 2 heads of keys of 16. */
static void hybrid(setup *s) {
  setup_init(s);
  s->point.model.layers = 8, s->point.model.h = 512, s->point.model.heads = 4, s->point.model.kv_heads = 2;
  s->point.model.state_share = 0.75, s->point.model.state_heads = 4, s->point.model.state_key_heads = 2;
  s->point.model.state_key_dim = 16, s->point.model.state_value_dim = 32, s->point.model.state_conv = 4;
  s->point.run.mode = TRAINING, s->point.run.attention = 1, s->point.run.dropout = 0;
  s->point.run.sl = 256, s->point.run.b = 2, s->point.run.micro_batch = 2;
  choose(s, "gemm", "algorithmic");
}

/* Queries and keys 2 x 2 x 16, values and gate 4 x 32 each, two rates for each head: 328. A convolution of
 * 192 channels and 4 tokens; a decay and a bias for each head, and one norm as wide as a head. */
static const double channels = 192, inputs = 328, made = 128;
static const double weights = 512 * (328 + 128) + 4 * 192 + 2 * 4 + 32;

static void weights_of_both_kinds(void **state) {
  static setup s;
  (void)state;
  hybrid(&s);
  const double attention = 512 * 128.0 * (2 * 4 + 2 * 2);
  near("attention", eval(&s, "attn_param"), attention, 0);
  near("linear attention", eval(&s, "state_param"), weights, 0);
  const double all = eval(&s, "param");
  s.point.model.state_share = 0;
  near("model", all, eval(&s, "param") + 6 * (weights - attention), 0);
  s.point.model.state_share = 0.75, s.point.model.state_rule = SUM;
  near("Mamba-2", eval(&s, "state_param"), 512 * (328 + 128 - 4.0) + 4 * 192 + 3 * 4 + 128 + 192, 0);
  /* A decay for each row of a state, and the gate, are computed from 16 and 32 numbers of a token. */
  s.point.model.state_rule = KIMI;
  near("Kimi", eval(&s, "state_param"),
       512 * (192 + 4 + 16 + 32 + 128.0) + 4 * (16 * 16 + 32 * 32) + 4 * 192 + 4 * (1 + 16) + 32, rounding);
  s.point.model.state_rule = DELTA, s.point.model.attn_gate = 1;
  near("a gate", eval(&s, "attn_param"), 512 * 128.0 * (3 * 4 + 2 * 2), 0);
}

/* Two of eight layers have scores. Each token reads, corrects and changes a state. */
static void work_of_both_kinds(void **state) {
  static setup s;
  (void)state;
  hybrid(&s);
  const double tokens = 512, linear = 2 * tokens * 512 * (128.0 * (2 * 4 + 2 * 2)),
               scores = 4 * 256.0 * 256 * 2 * 512;
  const double own = 2 * tokens * 512 * (inputs + made), states = tokens * 4 * 6 * 16 * 32;
  near("linear", eval(&s, "linear_flop"), 0.25 * linear + 0.75 * own, rounding);
  near("scores", eval(&s, "attn_flop"), 0.25 * scores, rounding);
  near("states", eval(&s, "state_flop"), 0.75 * states, rounding);
  near("GEMMs", eval(&s, "gemm_flop") + 0.75 * states, eval(&s, "layer_flop"), rounding);
  s.point.model.state_rule = SUM;
  near("Mamba-2", eval(&s, "state_flop"), 0.75 * tokens * 4 * 4 * 16 * 32, rounding);
  s.point.model.state_rule = KIMI;
  const double low = 512 * (192 + 4 + 16 + 32.0) + 4 * (16 * 16 + 32 * 32);
  near("Kimi", eval(&s, "state_flop"), 0.75 * states, rounding);
  near("Kimi, linear", eval(&s, "linear_flop"), 0.25 * linear + 0.75 * 2 * tokens * (low + 512 * made),
       rounding);
  near("Kimi, GEMMs", eval(&s, "gemm_flop") + 0.75 * states, eval(&s, "layer_flop"), rounding);
}

/* A unit processes one head of a sequence: eight heads need two rounds of five units. */
static void a_head_of_a_sequence_a_unit(void **state) {
  static setup s;
  (void)state;
  hybrid(&s);
  s.point.device.units = 5, s.point.software.state_rate = 1e9;
  near("forward", eval(&s, "t_state_f"), 0.75 * 2 * 256 * 6 * 16 * 32 / 1e9, rounding);
  near("backward", eval(&s, "t_state_b"), 3 * eval(&s, "t_state_f"), rounding);
  s.point.device.units = 8;
  near("as many units", eval(&s, "t_state_f"), 0.75 * 256 * 6 * 16 * 32 / 1e9, rounding);
  s.point.software.state_rate = 1e18; /* then what it reads and writes */
  const double bytes = 2 * (512 * (channels + made)) + 2 * (2 * 4 * 4 * 16 * 32.0);
  near("traffic", eval(&s, "t_state_f"), 0.75 * bytes * eval(&s, "mem_pace"), rounding);
}

static void stored_activations(void **state) {
  static setup s;
  (void)state;
  hybrid(&s);
  const double tokens = 512;
  const double kept = eval(&s, "layer_act"), own = tokens * (2 * (2 * channels + 3 * made) + 4 * 2 * 4);
  near("linear attention", eval(&s, "state_act"), 0.75 * own, rounding);
  s.point.model.state_share = 0;
  const double inside = tokens * 2 * (2 * 512 + 2 * 2 * 128.0) + 2 * 4 * 256 * 4;
  near("layer", kept, eval(&s, "layer_act") + 0.75 * (own - inside), rounding);
  hybrid(&s);
  s.point.run.mode = INFERENCE, s.point.run.sl = 1, s.point.run.kv_len = 1000;
  near("decoder", eval(&s, "kv_own"),
       0.25 * 2 * 1000 * 2 * 2 * 2 * 128.0 + 0.75 * 2 * (4 * 4 * 16 * 32.0 + 2 * 192 * 3), rounding);
}

static void illegal_cases_are_refused(void **state) {
  static setup s;
  (void)state;
  hybrid(&s);
  column_is(&s, "legal", 1);
  s.point.layout.tp = 2;
  column_is(&s, "legal", 1);
  s.point.model.state_key_heads = 1;
  column_is(&s, "legal", 0);
  hybrid(&s);
  s.point.layout.cp = 2;
  column_is(&s, "legal", 0);
  hybrid(&s);
  s.point.model.state_heads = 0;
  column_is(&s, "legal", 0);
  hybrid(&s);
  s.point.model.window = 16, s.point.model.window_share = 0.25;
  column_is(&s, "legal", 1);
  s.point.model.window_share = 0.5;
  column_is(&s, "legal", 0);
  hybrid(&s);
  s.point.model.attn_gate = 1;
  column_is(&s, "legal", 1);
  s.point.model.kv_lora_rank = 64;
  column_is(&s, "legal", 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(weights_of_both_kinds),       cmocka_unit_test(work_of_both_kinds),
      cmocka_unit_test(a_head_of_a_sequence_a_unit), cmocka_unit_test(stored_activations),
      cmocka_unit_test(illegal_cases_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
