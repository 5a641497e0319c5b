/* SPDX-License-Identifier: MIT */
/* A vision encoder in front of a model: weights, work, bytes, memory and time, counted again by loops over
 * stages, layers, images, windows and heads. Tolerance: roundings. */
#include "common.h"

static const double rounding = 1e-12;
enum { INFERENCE, TRAINING };
enum { NO, YES };
enum { NONE, OPTIMIZER, GRADIENTS, WEIGHTS };

/* Five layers of width 96, three of them with windows of 16 patches; images of 64 patches, of which four
 * become one token of width 128; three images in two sequences of 160 tokens. */
static void seeing(setup *s) {
  setup_init(s);
  twocs_model *m = &s->point.model;
  m->layers = 8, m->h = 128, m->head_dim = 16, m->vocab = 1000, m->norm = 1, m->gated = YES, m->ffn = 256;
  m->vision_layers = 5, m->vision_h = 96, m->vision_heads = 6, m->vision_ffn = 120;
  m->vision_gated = YES, m->vision_norm = 1, m->vision_pixels = 150, m->vision_positions = 70;
  m->vision_patches = 64, m->vision_window = 16, m->vision_window_share = 0.6, m->vision_merge = 4;
  m->vision_matrices = 3, m->vision_mid = 90, m->vision_projectors = 2, m->vision_class = 0;
  s->point.run.mode = TRAINING, s->point.run.attention = YES, s->point.run.causal = YES,
  s->point.run.dropout = NO, s->point.run.format = 3;
  s->point.run.sl = 160, s->point.run.b = 8, s->point.run.micro_batch = 2, s->point.run.images = 1.5;
  s->point.device.mem_size = 1e15;
  s->point.software.grad_byte = 4, s->point.software.opt_byte = 12;
  choose(s, "gemm", "algorithmic");
}

static double without(setup *s, const char *name) {
  const twocs_point had = s->point;
  s->point.model.vision_layers = 0, s->point.model.vision_patches = 0, s->point.run.images = 0;
  s->point.run.vision_frozen = NO;
  const double v = eval(s, name);
  s->point = had;
  return v;
}

static double more(setup *s, const char *name) { return eval(s, name) - without(s, name); }

/* ---- Weights, matrix by matrix. */

typedef struct sizes {
  double layer, norms, rows, projector;
} sizes;

static sizes counted(const twocs_model *m) {
  sizes w = {0};
  w.layer += m->vision_h * 3 * m->vision_h;                           /* queries, keys, values */
  w.layer += m->vision_h * m->vision_h;                               /* output */
  for (int i = 0; i < 3; i++) w.layer += m->vision_h * m->vision_ffn; /* gate, expansion, contraction */
  w.norms = 2 * m->vision_h;
  for (int i = 0; i < 150 + 70; i++) w.rows += m->vision_h;
  double width = 4 * m->vision_h;
  for (int i = 0; i < m->vision_matrices; i++) {
    const double to = i == m->vision_matrices - 1 ? m->h : m->vision_mid;
    w.projector += width * to;
    width = to;
  }
  return w;
}

static void weights_of_an_encoder(void **state) {
  static setup s;
  (void)state;
  seeing(&s);
  const sizes w = counted(&s.point.model);
  const double all = 5 * (w.layer + w.norms) + w.rows + 2 * w.projector;
  column_is(&s, "vision_param", all);
  near("the model", eval(&s, "param"), without(&s, "param") + all, 0);
  near("active", more(&s, "active_param"), all, 0);
  near("trained", more(&s, "trained_param"), all, 0);
  s.point.run.vision_frozen = YES;
  near("trained, frozen", more(&s, "trained_param"), 2 * w.projector, 0);
  near("all the same", more(&s, "param"), all, 0);
  seeing(&s);
  s.point.run.images = 0; /* all weights exist even if the model reads only text */
  near("text alone", more(&s, "first_param"), all, 0);
  seeing(&s);
  s.point.model.vision_class = 3; /* CLIP's, and registers */
  near("tokens of the class", eval(&s, "vision_param"), all + 3 * 96, 0);
  s.point.model.vision_norm = 0; /* scale and shift */
  near("LayerNorm", eval(&s, "vision_param"), all + 3 * 96 + 5 * w.norms, 0);
  seeing(&s);
  s.point.model.vision_joined = 96,
  s.point.model.vision_matrices = 1; /* the mean of four patches, one matrix */
  near("means", eval(&s, "vision_param"), all - 2 * w.projector + 2 * 96 * 128, 0);
}

/* TP divides what is divisible, but never rows of patches or norms; everything else is on each rank. */
static void tensor_parallelism(void **state) {
  static setup s;
  (void)state;
  seeing(&s);
  const sizes w = counted(&s.point.model);
  for (double tp = 1; tp <= 8; tp++) {
    s.point.model.heads = 840, s.point.model.kv_heads = 840, s.point.model.ffn = 840;
    s.point.layout.tp = tp;
    const double ways = tp == 2 || tp == 3 || tp == 6 ? tp : 1; /* of 6 heads and 120 columns */
    column_is(&s, "vision_tp", ways);
    near("on a device", eval(&s, "dev_vision_param"),
         5 * (w.layer / ways + w.norms) + w.rows + 2 * w.projector / ways, rounding);
    /* A device's work, without what other ranks repeat. */
    const double tokens = 3 * 64, patch = 2 * tokens * 150 * 96;
    s.point.layout.tp = 1;
    const double once = eval(&s, "vision_step_flop"), forward = eval(&s, "vision_flop");
    s.point.layout.tp = tp;
    near("work of a rank", eval(&s, "vision_flop"), (forward - patch) / ways + patch, rounding);
    near("work that counts", eval(&s, "vision_step_flop"), once / tp, rounding);
    near("operators of a rank", more(&s, "step_gemm_flop"), eval(&s, "vision_flop"), 1e-9);
  }
  s.point.model.vision_ffn = 121, s.point.layout.tp = 2;
  column_is(&s, "vision_tp", 1);
}

/* ---- Work. */

/* Pairs of patches that attend to each other in a layer of an image, one by one. */
static double pairs(int patches, int window) {
  double count = 0;
  for (int i = 0; i < patches; i++)
    for (int j = 0; j < patches; j++) count += window == 0 || i / window == j / window;
  return count;
}

/* All passes of an encoder for a microbatch on one device, from what each matrix does to each token. */
static double passes_of(const twocs_model *m, int trained, int backward, int *matrices) {
  const sizes w = counted(m);
  double flop = 0;
  for (int image = 0; image < 3; image++) {
    for (int layer = 0; layer < 5; layer++) {
      const double own = 2 * 64 * w.layer, core = 2 * 2 * pairs(64, layer < 3 ? 16 : 0) * 96;
      flop += (1 + (backward && trained ? 2 : 0)) * (own + core);
    }
    flop += (1 + (backward && trained)) * (2 * 64.0 * 150 * 96); /* pixels have no gradient */
    for (int projector = 0; projector < 2; projector++) {
      double width = 4 * m->vision_h;
      for (int i = 0; i < m->vision_matrices; i++) {
        const double to = i == m->vision_matrices - 1 ? m->h : m->vision_mid;
        const int inputs = backward && (trained || i > 0); /* a frozen encoder needs no gradient */
        flop += (1 + inputs + backward) * (2 * 16 * width * to);
        width = to;
        (*matrices)++;
      }
    }
  }
  return flop;
}

static void work_of_an_encoder(void **state) {
  static setup s;
  (void)state;
  for (int trained = 0; trained < 2; trained++)
    for (int mode = 0; mode < 2; mode++) {
      int matrices = 0;
      seeing(&s);
      s.point.run.vision_frozen = !trained, s.point.run.mode = mode;
      const double want = passes_of(&s.point.model, trained, mode, &matrices);
      assert_int_equal(matrices, 18);
      near("both passes", eval(&s, "vision_flop") + eval(&s, "vision_back_flop"), want, rounding);
      near("a step of four microbatches", more(&s, "step_flop"), 4 * want, 1e-9);
      near("the mean of two stages", (s.point.layout.pp = 2, more(&s, "step_flop")), 4 * want / 2, 1e-9);
      s.point.layout.pp = 1;
      near("energy", more(&s, "done_flop"),
           4 * (want + (mode && trained ? 3 * 2 * (3 * pairs(64, 16) + 2 * pairs(64, 0)) * 96 : 0)), 1e-9);
    }
  seeing(&s);
  near("operators and closed forms", more(&s, "step_gemm_flop"), eval(&s, "vision_flop"), 1e-9);
  s.point.run.images = 0;
  column_is(&s, "vision_flop", 0);
  near("text alone", more(&s, "step_flop"), 0, 0);
  seeing(&s);
  s.point.run.recompute = 2, s.point.run.recompute_part = 0.5;
  const double layers =
      3 * (5 * 2 * 64 * counted(&s.point.model).layer + 2 * 2 * (3 * pairs(64, 16) + 2 * pairs(64, 0)) * 96);
  near("half recomputed", more(&s, "step_redo_flop"), 4 * layers / 2, 1e-9);
  s.point.run.vision_frozen = YES;
  near("nothing of a frozen one", more(&s, "step_redo_flop"), 0, 0);
  seeing(&s);
  s.point.run.attention = NO, s.point.run.recompute = 1;
  near("attention again", more(&s, "step_redo_flop"),
       4 * 3 * (2 * 2 * (3 * pairs(64, 16) + 2 * pairs(64, 0)) * 96), 1e-9);
}

static void tokens_of_images(void **state) {
  static setup s;
  (void)state;
  seeing(&s);
  s.point.model.vision_class = 1;
  near("of a sequence", eval(&s, "image_tokens"), 1.5 * 16, 0);
  near("in the encoder", eval(&s, "vision_tokens"), 3 * 65, 0);
  near("out of it", eval(&s, "vision_out_tokens"), 3 * 16, 0);
  near("keys", eval(&s, "vision_keys"), 0.4 * 65 + 0.6 * 16, rounding);
  s.point.model.vision_window = 1000; /* larger than an image */
  near("keys of a large window", eval(&s, "vision_keys"), 65, rounding);
  s.point.model.vision_window = 0;
  near("keys without windows", eval(&s, "vision_keys"), 65, rounding);
}

/* ---- Traffic and time. */

static void traffic_of_an_encoder(void **state) {
  static setup s;
  (void)state;
  seeing(&s);
  const double tokens = 3 * 64, keys = 0.4 * 64 + 0.6 * 16;
  double byte = 2 * (tokens * 150 + 150 * 96 + tokens * 96);
  for (int layer = 0; layer < 5; layer++) {
    const double in[] = {96, 96, 96, 120}, out[] = {288, 96, 240, 96};
    for (int i = 0; i < 4; i++) byte += 2 * (tokens * in[i] + in[i] * out[i] + tokens * out[i]);
    byte += 2 * 2 * 3 * 6 * (64 * 16 + keys * 16); /* queries and keys; values and output */
    byte += 2 * tokens * (2 * 2 * 96 + 2 * 3 * 96 + 3 * 120);
  }
  for (int projector = 0; projector < 2; projector++) {
    const double in[] = {384, 90, 90}, out[] = {90, 90, 128};
    for (int i = 0; i < 3; i++) byte += 2 * (48 * in[i] + in[i] * out[i] + 48 * out[i]);
    byte += 2 * 48 * (2 * 2 * 90);
  }
  near("forward", eval(&s, "vision_byte"), byte, rounding);
  near("a step", more(&s, "moved_byte") - more(&s, "optimizer_back_byte"), 4 * 3 * byte, 1e-9);
  s.point.run.vision_frozen = YES;
  near("a step, frozen", more(&s, "moved_byte") - more(&s, "optimizer_back_byte"), 4 * byte, 1e-9);
  seeing(&s);
  s.point.run.attention = NO; /* scores go to memory and back, through softmax */
  near("unfused", eval(&s, "vision_byte") - byte, 5 * 2 * (2 + 2) * 3 * 6 * 64 * keys, 1e-9);
}

/* With unlimited memory bandwidth and no launches, time is work over speed. */
static void fast_memory(setup *s) {
  s->point.device.mem_bw = 1e18, s->point.device.launch = 0;
  s->point.software.host_layer = 0;
}

static void time_of_an_encoder(void **state) {
  static setup s;
  (void)state;
  for (int frozen = 0; frozen < 2; frozen++) {
    seeing(&s);
    fast_memory(&s);
    s.point.run.vision_frozen = frozen, s.point.software.gemm_heat = 0, s.point.device.flop_vs_bw = 2;
    s.point.run.recompute = 2;
    const double pace = eval(&s, "flop_eff_pace") / 2, core_pace = eval(&s, "vision_eff_pace") / 2;
    const double core = 5 * eval(&s, "vision_core_flop"), layers = 5 * eval(&s, "vision_layer_flop");
    const double forward = (eval(&s, "vision_flop") - core) * pace + core * core_pace;
    near("forward", eval(&s, "t_vision_f"), forward, 1e-4);
    const double again = (layers - core) * pace + core * core_pace + core / 2 * core_pace;
    const double back = frozen
                            ? eval(&s, "vision_back_flop") * pace
                            : (eval(&s, "vision_back_flop") - 2 * core) * pace + 2 * core * core_pace + again;
    near("backward", eval(&s, "t_vision_b"), back, 1e-4);
    near("the first stage", more(&s, "t_first_cmp"), forward + back + eval(&s, "t_vision_weights"), 1e-4);
    near("its forward pass", more(&s, "t_first_f"), forward, 1e-4);
    near("the lower bound", more(&s, "t_first_floor"), forward + back, 1e-4);
    s.point.run.mode = INFERENCE;
    near("prefill", more(&s, "t_first_cmp"), forward, 1e-4);
  }
}

/* Streams by the bytes that they move. */
static void time_of_its_rows(void **state) {
  static setup s;
  (void)state;
  seeing(&s);
  s.point.device.launch = 0;
  s.point.device.mem_vs_bw = 2;
  const double tokens = 3 * 64, pace = eval(&s, "mem_pace"),
               gemms = 5 * (eval(&s, "t_vision_qkv_f") + eval(&s, "t_vision_proj_f") +
                            eval(&s, "t_vision_fc1_f") + eval(&s, "t_vision_fc2_f") +
                            eval(&s, "t_vision_scores_f") + eval(&s, "t_vision_context_f")) +
                       eval(&s, "t_vision_patch_f") +
                       2 * (eval(&s, "t_vision_in_f") + eval(&s, "t_vision_between_f") +
                            eval(&s, "t_vision_out_f"));
  const double rows = 2 * (5 * tokens * (2 * 2 * 96 + 2 * 3 * 96 + 3 * 120) + 2 * 2 * 48 * 2 * 90);
  near("rows", eval(&s, "t_vision_f"), gemms * eval(&s, "gemm_time") + rows * pace / 2, 1e-9);
}

/* Elements of the row operators on one of two ranks, how often each runs, and its work per element, as in
 * operators.def: with a gate and RMSNorm, and without. */
static void rows_of_an_encoder(void **state) {
  static setup s;
  (void)state;
  static const struct {
    const char *name;
    double items, often, flop[2], back[2], passes[2], back_passes[2];
  } row[] = {
      {"vision_softmax", 3 * 64 * 3 * (0.4 * 64 + 0.6 * 16), 5, {5, 5}, {4, 4}, {2, 2}, {3, 3}},
      {"vision_act_fn", 3 * 64 * 60, 5, {9, 8}, {10, 8}, {3, 2}, {5, 3}},
      {"vision_norms", 3 * 64 * 96, 10, {5, 8}, {8, 11}, {2, 2}, {3, 3}},
      {"vision_residual", 3 * 64 * 96, 10, {1, 1}, {1, 1}, {3, 3}, {3, 3}},
      {"vision_join_fn", 48 * 45, 4, {8, 8}, {8, 8}, {2, 2}, {3, 3}},
  };
  for (int plain = 0; plain < 2; plain++) {
    seeing(&s);
    s.point.run.attention = NO, s.point.layout.tp = 2;
    s.point.model.vision_gated = !plain, s.point.model.vision_norm = !plain;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
      char name[64];
#define COLUMN(of, want)                                                                                     \
  (snprintf(name, sizeof name, "%s_" of, row[i].name), near(name, eval(&s, name), want, rounding))
      COLUMN("items", row[i].items);
      COLUMN("step", row[i].often);
      COLUMN("flop", row[i].flop[plain] * row[i].items);
      COLUMN("back_flop", row[i].back[plain] * row[i].items);
      COLUMN("byte", 2 * row[i].passes[plain] * row[i].items);
      COLUMN("back_byte", 2 * row[i].back_passes[plain] * row[i].items);
#undef COLUMN
    }
  }
}

static void a_law_of_attention(void **state) {
  static setup s;
  (void)state;
  seeing(&s);
  fast_memory(&s);
  const double own = eval(&s, "t_vision_f");
  s.point.law.core_by_law = 1, s.point.law.flash_share = 0.25;
  choose(&s, "attention", "fused");
  const double core = 5 * (eval(&s, "t_vision_scores_f") + eval(&s, "t_vision_context_f"));
  near("parts take no time", core, 0, 0);
  near("traffic", eval(&s, "vision_attention_byte"), 2 * 18 * 16 * (2 * 64 + 2 * (0.4 * 64 + 0.6 * 16)),
       rounding);
  const double kernel = eval(&s, "t_vision_attention");
  assert_true(kernel > 0);
  near("one kernel in their place", eval(&s, "t_vision_f"),
       own - 5 * eval(&s, "vision_core_flop") * eval(&s, "vision_eff_pace") + 5 * kernel, 1e-6);
  s.point.run.images = 3;
  near("of twice the images, without launch and start", eval(&s, "vision_attention_heads"), 6 * 6, 0);
}

static void waiting_for_the_host(void **state) {
  static setup s;
  (void)state;
  seeing(&s);
  s.point.software.host_layer = 1; /* a second for the kernels of a layer */
  near("waits", eval(&s, "t_vision_host") + eval(&s, "t_vision_busy"), 5, 1e-9);
  near("all of it", eval(&s, "t_vision_cmp"), 5 - eval(&s, "t_vision_ser"), 1e-9);
  s.point.run.vision_frozen = YES;
  near("kernels of one pass", eval(&s, "t_vision_host") + eval(&s, "t_vision_busy"), 2.5, 1e-9);
  s.point.run.images = 0;
  column_is(&s, "t_vision_host", 0);
}

/* Gradients are accumulated outside the GEMMs, and FSDP's weights are copied as they are gathered. */
static void copies_of_weights(void **state) {
  static setup s;
  (void)state;
  for (int frozen = 0; frozen < 2; frozen++) {
    seeing(&s);
    s.point.run.vision_frozen = frozen;
    s.point.software.accumulate_byte = 12, s.point.device.mem_vs_bw = 2;
    const sizes w = counted(&s.point.model);
    const double all = eval(&s, "vision_param"), trained = frozen ? 2 * w.projector : all;
    near("gradients", eval(&s, "t_vision_weights"), 12 * trained * eval(&s, "mem_pace") / 2, rounding);
    s.point.layout.dp = 2, s.point.layout.zero = WEIGHTS, s.point.software.gather_copy_byte = 4;
    near("gathered weights", eval(&s, "t_vision_weights"),
         (eval(&s, "weight_traffic_w") * trained + 2 * 4 * all) * eval(&s, "mem_pace") / 2, rounding);
  }
}

/* ---- Stages. */

/* Of four stages the first has the whole encoder; the last has nothing of it. */
static void the_stage_of_an_encoder(void **state) {
  static setup s;
  (void)state;
  for (int frozen = 0; frozen < 2; frozen++) {
    seeing(&s);
    s.point.run.vision_frozen = frozen, s.point.layout.pp = 4;
    const sizes w = counted(&s.point.model);
    const double all = 5 * (w.layer + w.norms) + w.rows + 2 * w.projector,
                 trained = frozen ? 2 * w.projector : all;
    column_is(&s, "legal", 1);
    near("weights", more(&s, "first_param"), all, 0);
    near("bytes of weights", more(&s, "first_weight_mem"), 2 * all, 0);
    near("gradients", more(&s, "first_grad_mem"), 4 * trained, 0);
    near("optimizer", more(&s, "first_opt_mem"), 12 * trained, 0);
    near("updated", more(&s, "first_update"), trained, 0);
    const char *const none[] = {"middle_param", "last_param",     "last_grad_mem", "last_opt_mem",
                                "last_act_mem", "middle_act_mem", "t_middle_cmp",  "t_last_cmp",
                                "t_last_ser",   "t_last_f"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) near(none[i], more(&s, none[i]), 0, 0);
    assert_true(more(&s, "t_first_cmp") > 0 && more(&s, "t_first_f") > 0 && more(&s, "first_act_mem") > 0);
    s.point.layout.schedule = 5; /* both ends of a V are on the first stage */
    s.point.run.b = 16;
    near("of a V", more(&s, "first_param"), all, 0);
    near("of a V, the last", more(&s, "last_param"), 0, 0);
    s.point.layout.schedule = 4; /* two ways: on both ends, and a device holds two stages */
    near("of two ways", more(&s, "first_weight_mem"), 2 * all, rounding);
    near("of two ways, the other", more(&s, "last_weight_mem"), 2 * all, rounding);
    seeing(&s);
    s.point.run.vision_frozen = frozen, s.point.layout.dp = 4, s.point.layout.zero = WEIGHTS;
    near("a quarter of the weights", more(&s, "first_weight_mem"), 2 * all / 4, rounding);
    near("a quarter of the optimizer", more(&s, "first_opt_mem"), 12 * trained / 4, rounding);
  }
}

/* What the backward pass needs, tensor by tensor, for one token of a layer. */
static double kept_by_layer(int fused) {
  double byte = 0;
  byte += 2 * 96 + 2 * 96; /* inputs of two norms */
  byte += 2 * 96 + 2 * 96; /* their outputs */
  byte += 3 * 2 * 96;      /* queries, keys, values */
  byte += 2 * 96;          /* attention's output */
  byte += 3 * 2 * 120;     /* gate, expansion, their product */
  byte += fused ? 6 * 4 : 6 * (0.4 * 64 + 0.6 * 16) * 2;
  return byte;
}

static void activations_of_an_encoder(void **state) {
  static setup s;
  (void)state;
  seeing(&s);
  const double tokens = 3 * 64, projectors = 2 * 48 * (2 * 384 + 2 * 384 + 2 * (2 * 90 + 2 * 90)),
               pixels = tokens * 150 * 2;
  near("a layer", eval(&s, "vision_layer_act"), tokens * kept_by_layer(1), rounding);
  near("all", eval(&s, "vision_act"), 5 * tokens * kept_by_layer(1) + pixels + projectors, rounding);
  near("a stage alone", more(&s, "first_act_mem"), eval(&s, "vision_act"), 1e-9);
  s.point.layout.pp = 2, s.point.run.micro_batch = 2;
  near("two in flight", more(&s, "first_act_mem"), 2 * eval(&s, "vision_act"), 1e-9);
  seeing(&s);
  s.point.run.attention = NO;
  near("unfused", eval(&s, "vision_layer_act"), tokens * kept_by_layer(0), rounding);
  s.point.run.recompute = 1;
  near("without scores", eval(&s, "vision_act"),
       5 * tokens * (kept_by_layer(1) - 6 * 4) + pixels + projectors, rounding);
  seeing(&s);
  s.point.run.recompute = 2;
  near("inputs of layers alone", eval(&s, "vision_act"), 5 * tokens * 2 * 96 + pixels + projectors, rounding);
  near("and one layer", eval(&s, "vision_work"), tokens * kept_by_layer(1), rounding);
  seeing(&s);
  s.point.run.vision_frozen = YES;
  near("frozen", eval(&s, "vision_act"), projectors, rounding);
  seeing(&s);
  s.point.run.mode = INFERENCE;
  near("inference", eval(&s, "vision_act"), 0, 0);
  s.point.run.sl = 24; /* if a layer of the encoder is larger than one of the model */
  near("the larger of the two", eval(&s, "first_act_mem"), eval(&s, "vision_work"), rounding);
  seeing(&s);
  s.point.run.recompute = 2, s.point.layout.dp = 2, s.point.layout.zero = WEIGHTS;
  const sizes w = counted(&s.point.model);
  near("gathered", eval(&s, "vision_work"),
       tokens * kept_by_layer(1) + (2 * 2 + eval(&s, "shares_grad") * 4) * (w.layer + w.norms), rounding);
}

/* ---- Messages. */

static void sums_over_tp(void **state) {
  static setup s;
  (void)state;
  seeing(&s);
  s.point.layout.tp = 2;
  const double tokens = 3 * 64;
  near("payload", eval(&s, "vision_payload"), 2 * tokens * 96, 0);
  near("of a projector", eval(&s, "vision_out_payload"), 2 * 48 * 128, 0);
  near("into a projector", eval(&s, "vision_in_payload"), 2 * 48 * 384, 0);
  const double one = eval(&s, "t_vision_ar"), out = eval(&s, "t_vision_out_ar"),
               in = eval(&s, "t_vision_in_ar");
  assert_true(one > 0 && out > 0 && in > 0);
  near("forward", eval(&s, "t_vision_ser_f"), 10 * one + 2 * out, rounding);
  near("both", eval(&s, "t_vision_ser"), 20 * one + 2 * (out + in), rounding);
  near("of the stage", more(&s, "t_first_ser"), eval(&s, "t_vision_ser"), 1e-9);
  s.point.run.recompute = 2;
  near("again", eval(&s, "t_vision_ser"), 30 * one + 2 * (out + in), rounding);
  s.point.run.vision_frozen = YES;
  near("frozen", eval(&s, "t_vision_ser"), 10 * one + 2 * out, rounding);
  s.point.model.vision_heads = 3; /* two ranks do not divide it */
  column_is(&s, "t_vision_ser", 0);
}

static void gradients_of_an_encoder(void **state) {
  static setup s;
  (void)state;
  seeing(&s);
  s.point.layout.dp = 4;
  const double call = eval(&s, "t_vision_grad");
  near("payload", eval(&s, "vision_grad_payload"), 4 * eval(&s, "vision_param"), 0);
  near("during its backward pass", eval(&s, "t_vision_late"), fmax(0, call - eval(&s, "t_vision_b")),
       rounding);
  s.point.layout.dp_overlap = 0;
  near("after all", eval(&s, "t_vision_late"), call, 0);
  near("of a step", more(&s, "t_rest"), call, 1e-9);
  s.point.run.vision_frozen = YES;
  near("of projectors", eval(&s, "vision_grad_payload"), 4 * 2 * counted(&s.point.model).projector, 0);
  seeing(&s);
  s.point.layout.dp = 4, s.point.layout.zero = WEIGHTS, s.point.layout.shard = 2;
  s.point.software.grad_sync = 0, s.point.device.net0_bw = 1e6; /* so slow that nothing hides it */
  const sizes w = counted(&s.point.model);
  const double layers = eval(&s, "vision_param") / (w.layer + w.norms);
  near("gathered", eval(&s, "vision_gather_payload"), 2 * (w.layer + w.norms), 0);
  near("forward", eval(&s, "t_vision_exp_f"), layers * eval(&s, "t_vision_gather") - eval(&s, "t_vision_f"),
       1e-9);
  if (eval(&s, "shares_grad") != 0) {
    near("backward", eval(&s, "t_vision_exp_b"),
         layers * (eval(&s, "t_vision_gather") + eval(&s, "t_vision_scatter")) - eval(&s, "t_vision_b"),
         1e-9);
    near("over the groups", eval(&s, "vision_across_payload"), 4 * eval(&s, "vision_param") / 2, 0);
  }
  near("of the stage", more(&s, "t_first_exp"), eval(&s, "t_vision_exp_f") + eval(&s, "t_vision_exp_b"),
       1e-6);
}

/* ---- The timeline, a second derivation of the step. With one stage both are equal; with a pipeline the
 * encoder adds the same to both if they are equal without it. */

static double played(setup *s) {
  static twocs_pass pass[64];
  static twocs_once once[16];
  static union {
    double align;
    char bytes[1 << 20];
  } space;
  twocs_pipeline pipeline;
  twocs_timeline timeline;
  twocs_error error = {TWOCS_OK, ""};
  size_t bytes = 0;
  if (twocs_pipeline_of(&s->plan, &s->point, 64, pass, once, &pipeline, &error) ||
      twocs_timeline_size(&pipeline, &bytes, &error) || bytes > sizeof space ||
      twocs_timeline_run(&pipeline, &space, &timeline, &error))
    fail_msg("%s", error.text);
  return timeline.step;
}

static void the_timeline_has_it_too(void **state) {
  static setup s;
  (void)state;
  for (int mode = 0; mode < 2; mode++)
    for (int zero = 0; zero < 4; zero += 3) {
      seeing(&s);
      s.point.run.mode = mode, s.point.layout.zero = zero, s.point.layout.dp = zero ? 2 : 1;
      s.point.layout.dp_overlap = 0; /* where both say the same of gradients */
      const double step = eval(&s, "t_step"), plays = played(&s);
      near("one stage", plays, step, zero ? 0.02 : 1e-9);
      const double had = without(&s, "t_step");
      setup text = s;
      text.point.model.vision_layers = 0, text.point.model.vision_patches = 0, text.point.run.images = 0;
      near("what an encoder adds", plays - played(&text), step - had, 1e-6);
    }
}

/* Passes of the first stage and of the last, with every schedule. With two ways a device has one stage of
 * each end, and each half of the microbatches. */
static void passes_of_stages(void **state) {
  static setup s;
  static twocs_pass pass[64];
  static twocs_once once[16];
  (void)state;
  for (int schedule = 0; schedule < 6; schedule++)
    for (int mode = 0; mode < 2; mode++) {
      twocs_pipeline pipeline;
      twocs_error error = {TWOCS_OK, ""};
      seeing(&s);
      s.point.layout.pp = 2, s.point.layout.tp = 2, s.point.layout.schedule = schedule,
      s.point.run.mode = mode;
      s.point.run.b = 16, s.point.software.host_layer = 0, s.point.layout.vp = schedule == 1 ? 2 : 1;
      if (twocs_pipeline_of(&s.plan, &s.point, 64, pass, once, &pipeline, &error)) fail_msg("%s", error.text);
      twocs_pass all[2] = {{0, 0, 0}, {0, 0, 0}};
      for (int stage = 0; stage < 2; stage++)
        for (int i = 0; i < pipeline.vp; i++) {
          const twocs_pass *one = &pass[stage * pipeline.vp + i];
          all[stage].f += one->f, all[stage].b += one->b, all[stage].w += one->w;
        }
      const double first = eval(&s, "t_first"), last = eval(&s, "t_last");
      const double forward = eval(&s, mode ? "t_first_f" : "t_first"),
                   end = eval(&s, mode ? "t_last_f" : "t_last");
      if (schedule == 4) {
        near("both", all[0].f + all[0].b + all[0].w + all[1].f + all[1].b + all[1].w, first + last, 1e-9);
        near("both forward", all[0].f + all[1].f, forward + end, 1e-9);
        near("half of it on the other end", more(&s, "t_last_cmp"), eval(&s, "t_vision_cmp") / 2, 1e-9);
      } else {
        near("first", all[0].f + all[0].b + all[0].w, first, 1e-9);
        near("last", all[1].f + all[1].b + all[1].w, last, 1e-9);
        near("first, forward", all[0].f, forward, 1e-9);
        near("last, forward", all[1].f, end, 1e-9);
      }
    }
}

/* ---- What is refused, each with its own sentence. */

static const char *refused(const setup *s) {
  const int why = (int)eval(s, "why");
  if (why == 0) fail_msg("it is allowed");
  return twocs_rules[why - 1].name;
}

static void illegal_cases_are_refused(void **state) {
  static setup s;
  (void)state;
  seeing(&s);
  column_is(&s, "legal", 1);
  s.point.model.vision_layers = 0;
  assert_string_equal(refused(&s), "encoder_there");
  s.point.run.images = 0; /* patches, and nothing that reads them */
  assert_string_equal(refused(&s), "encoder_there");
  s.point.model.vision_patches = 0, s.point.run.vision_frozen = YES;
  assert_string_equal(refused(&s), "encoder_there");
  s.point.run.vision_frozen = NO;
  column_is(&s, "legal", 1);
  seeing(&s);
  s.point.model.vision_patches = 0;
  assert_string_equal(refused(&s), "patches_known");
  s.point.run.images = 0;
  column_is(&s, "legal", 1);
  seeing(&s);
  s.point.model.vision_heads = 7;
  assert_string_equal(refused(&s), "vision_heads_divide");
  seeing(&s);
  s.point.model.vision_merge = 5;
  assert_string_equal(refused(&s), "patches_merge");
  seeing(&s);
  s.point.run.images = 10; /* 160 tokens, all of a sequence */
  column_is(&s, "legal", 1);
  s.point.run.images = 10.1;
  assert_string_equal(refused(&s), "image_tokens_fit");
  seeing(&s);
  s.point.run.mode = INFERENCE, s.point.run.sl = 1, s.point.run.kv_len = 160; /* a decoder */
  assert_string_equal(refused(&s), "image_tokens_fit");
  seeing(&s);
  s.point.model.lora_rank = 8;
  assert_string_equal(refused(&s), "plain_encoder");
  seeing(&s);
  s.point.model.cross_layers = 2;
  assert_string_equal(refused(&s), "plain_encoder");
  seeing(&s);
  s.point.layout.cp = 2;
  assert_string_equal(refused(&s), "images_cp");
  s.point.run.images = 0;
  column_is(&s, "legal", 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(weights_of_an_encoder),     cmocka_unit_test(tensor_parallelism),
      cmocka_unit_test(work_of_an_encoder),        cmocka_unit_test(tokens_of_images),
      cmocka_unit_test(traffic_of_an_encoder),     cmocka_unit_test(time_of_an_encoder),
      cmocka_unit_test(time_of_its_rows),          cmocka_unit_test(rows_of_an_encoder),
      cmocka_unit_test(a_law_of_attention),        cmocka_unit_test(waiting_for_the_host),
      cmocka_unit_test(copies_of_weights),         cmocka_unit_test(the_stage_of_an_encoder),
      cmocka_unit_test(activations_of_an_encoder), cmocka_unit_test(sums_over_tp),
      cmocka_unit_test(gradients_of_an_encoder),   cmocka_unit_test(the_timeline_has_it_too),
      cmocka_unit_test(passes_of_stages),          cmocka_unit_test(illegal_cases_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
