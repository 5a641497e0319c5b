/* SPDX-License-Identifier: MIT */
/* Layers with attention to all keys at regular distances: how many each stage of a pipeline has, its weights,
 * memory and time, counted layer by layer; and the timeline, which counts them itself. */
#include "common.h"

static const double rounding = 1e-12;
enum { INFERENCE, TRAINING };
enum { GPIPE, ONE_F_ONE_B, ZB_H1, ZB_V, DUALPIPE, DUALPIPE_V };
enum { LAYOUTS = SLOW ? 300 : 2000, STAGES_MOST = 64, LAYERS_MOST = 256 };

/* A small model: windows, or linear attention, in all layers except one in `every`. */
static void model_of(setup *s, int linear, double every, double first) {
  twocs_model *m = &s->point.model;
  setup_init(s);
  m->h = 256, m->head_dim = 64, m->heads = 4, m->kv_heads = 2, m->ffn = 512, m->vocab = 1000, m->tied = 0;
  m->norm = 1, m->full_every = every, m->full_first = first;
  if (linear) {
    m->state_heads = 4, m->state_key_heads = 2, m->state_key_dim = 32, m->state_value_dim = 64,
    m->state_conv = 4;
  } else
    m->window = 64;
  s->point.run.attention = 1, s->point.run.dropout = 0, s->point.run.causal = 1;
  s->point.run.sl = 1024, s->point.run.micro_batch = 1, s->point.run.b = 64;
  s->point.device.net1_size = 1e6;
}

static int is_full(const twocs_model *m, int layer) {
  const int first = isnan(m->full_first) ? (int)m->full_every : (int)m->full_first;
  return layer + 1 >= first && (layer + 1 - first) % (int)m->full_every == 0;
}

static void share_of(setup *s, int layers) {
  int full = 0;
  s->point.model.layers = layers;
  for (int i = 0; i < layers; i++) full += is_full(&s->point.model, i);
  if (s->point.model.state_heads > 0) s->point.model.state_share = 1 - (double)full / layers;
}

/* Stages with these numbers of layers, filled chunk by chunk: one stage after the other, in rounds, or forth
 * and back. */
static void deal(const setup *s, const int layers[], int pp, int chunks, int back, int full[]) {
  int at = 0;
  for (int i = 0; i < pp; i++) full[i] = 0;
  for (int v = 0; v < chunks; v++)
    for (int i = 0; i < pp; i++) {
      const int stage = back && v % 2 ? pp - 1 - i : i;
      for (int n = 0; n < layers[stage] / chunks; n++) full[stage] += is_full(&s->point.model, at++);
    }
  int all = 0;
  for (int i = 0; i < pp; i++) all += layers[i];
  assert_int_equal(at, all);
}

typedef struct dealt {
  int pp, chunks, back, layers[STAGES_MOST], full[STAGES_MOST], all;
} dealt;

/* A model and a layout; chunks are whole layers. Every third layout has first and last stages that differ. */
static void random_layout(setup *s, dealt *d, int even) {
  static const int degrees[] = {2, 3, 4, 6, 8, 16};
  const double every = 2 + random_below(7), first = 1 + random_below((int)every);
  const int kind = random_below(2), given = random_below(2); /* compilers differ in the order of arguments */
  model_of(s, kind, every, given ? first : (double)NAN);
  twocs_layout *l = &s->point.layout;
  *d = (dealt){0};
  d->pp = degrees[random_below(6)];
  l->pp = d->pp, l->schedule = random_below(6);
  if (l->schedule == DUALPIPE) l->schedule = ONE_F_ONE_B; /* half of two stages: below */
  d->back = l->schedule == ZB_V || l->schedule == DUALPIPE_V;
  d->chunks = d->back ? 2 : l->schedule == ONE_F_ONE_B ? 1 + random_below(4) : 1;
  l->vp = d->back ? 1 : d->chunks;
  const int chunk = 1 + random_below(3), uneven = !even && random_below(3) == 0;
  d->all = 0;
  for (int i = 0; i < d->pp; i++) {
    const int end = i == 0 || i == d->pp - 1;
    d->layers[i] = d->chunks * (chunk + (uneven && end ? random_below(3) : 0));
    d->all += d->layers[i];
  }
  l->first_layers = d->layers[0], l->last_layers = d->layers[d->pp - 1];
  share_of(s, d->all);
  deal(s, d->layers, d->pp, d->chunks, d->back, d->full);
}

static double more_of(const dealt *d, int stage) {
  double full = 0;
  for (int i = 0; i < d->pp; i++) full += d->full[i];
  return d->full[stage] - d->layers[stage] * full / d->all;
}

/* The middle stage with the most, or the fewest; if there are several, the first. */
static int extreme(const dealt *d, int sign) {
  int best = 1;
  for (int i = 2; i < d->pp - 1; i++)
    if (sign * d->full[i] > sign * d->full[best]) best = i;
  return best;
}

static void near_zero(const char *what, double got, double want) {
  if (fabs(got - want) > 1e-9) fail_msg("%s is %.17g, want %.17g", what, got, want);
}

static void layers_of_stages(void **state) {
  static setup s;
  dealt d;
  int fewer = 0, tried = 0;
  (void)state;
  random_state = 11;
  for (int round = 0; round < LAYOUTS; round++) {
    random_layout(&s, &d, 0);
    if (eval(&s, "full_apart") == 0) continue; /* all layers are alike */
    tried++;
    column_is(&s, "rule_full_places", 1);
    near_zero("first", eval(&s, "first_full_more"), more_of(&d, 0));
    near_zero("last", eval(&s, "last_full_more"), more_of(&d, d.pp - 1));
    if (d.pp == 2) continue;
    const int most = extreme(&d, 1), fewest = extreme(&d, -1);
    near_zero("most", eval(&s, "middle_full_more"), more_of(&d, most));
    column_is(&s, "full_most_at", most);
    column_is(&s, "full_fewest_at", fewest);
    if (eval(&s, "fewer_runs") != 0) {
      near_zero("fewest", eval(&s, "fewer_full_more"), more_of(&d, fewest));
      fewer++;
    } else
      assert_int_equal(d.full[most], d.full[fewest]);
    near("as many stages", eval(&s, "middle_count") + eval(&s, "fewer_count"), d.pp - 2, rounding);
    near_zero("none is lost",
              eval(&s, "middle_count") * eval(&s, "middle_full_more") +
                  eval(&s, "fewer_count") * eval(&s, "fewer_full_more") + eval(&s, "first_full_more") +
                  eval(&s, "last_full_more"),
              0);
  }
  assert_true(tried > LAYOUTS / 2 && fewer > LAYOUTS / 8);
}

/* Without stages nothing differs. Attention to the keys that an indexer chooses is the same in all layers. */
static void where_stages_differ(void **state) {
  static setup s;
  (void)state;
  model_of(&s, 0, 3, (double)NAN);
  share_of(&s, 8);
  s.point.layout.pp = 4;
  column_is(&s, "full_apart", 1);
  s.point.model.index_top_k = 64;
  column_is(&s, "full_apart", 0);
  s.point.model.index_top_k = 0, s.point.layout.pp = 1;
  column_is(&s, "full_apart", 0);
  s.point.layout.pp = 4, s.point.model.full_every = 0;
  column_is(&s, "full_apart", 0);
}

/* With two ways a device has half of a stage from either end. */
static void layers_of_two_ways(void **state) {
  static setup s;
  (void)state;
  model_of(&s, 0, 3, (double)NAN);
  share_of(&s, 8); /* full: layers 3 and 6, on stages 1 and 2 of four */
  s.point.layout.pp = 4, s.point.layout.schedule = DUALPIPE;
  near_zero("first", eval(&s, "first_full_more"), 0 - 0.5);
  near_zero("middle", eval(&s, "middle_full_more"), 1 - 0.5);
  share_of(&s, 12); /* 3, 6, 9, 12 */
  s.point.model.full_every = 6, share_of(&s, 12);
  near_zero("first", eval(&s, "first_full_more"), 0.5 - 0.5);
  near_zero("middle", eval(&s, "middle_full_more"), 0.5 - 0.5);
}

/* Weights by hand: queries, keys, values and output; of linear attention, test_states.c counts them. */
static void weights_of_stages(void **state) {
  static setup s;
  dealt d;
  int tried = 0;
  (void)state;
  random_state = 12;
  for (int round = 0; round < LAYOUTS; round++) {
    random_layout(&s, &d, 0);
    s.point.run.mode = random_below(2);
    if (eval(&s, "full_apart") == 0) continue;
    tried++;
    const double attention = 256. * 64 * (2 * 4 + 2 * 2);
    const double channels = 2 * 2 * 32 + 4 * 64, inputs = channels + 4 * 64 + 2 * 4;
    const double linear = 256 * (inputs + 4 * 64) + 4 * channels + 2 * 4 + 64;
    const double other = s.point.model.state_heads > 0 ? linear : attention;
    const double rest = 2 * 256. * 512 + 2 * 256, table = 1000 * 256., norm = 256;
    double all = 2 * table + norm, fullest = 0;
    double stage[STAGES_MOST];
    for (int i = 0; i < d.pp; i++) {
      stage[i] = d.full[i] * attention + (d.layers[i] - d.full[i]) * other + d.layers[i] * rest;
      all += stage[i];
    }
    near("the model's", eval(&s, "param"), all, rounding);
    const int head = d.back ? 0 : d.pp - 1;
    stage[0] += table, stage[head] += table + norm;
    for (int i = 0; i < d.pp; i++) fullest = fmax(fullest, stage[i]);
    near("first", eval(&s, "first_param"), stage[0], rounding);
    near("last", eval(&s, "last_param"), stage[d.pp - 1], rounding);
    near("the fullest", eval(&s, "dev_param"), fullest, rounding);
    near("all stages",
         eval(&s, "first_param") + eval(&s, "middle_count") * eval(&s, "middle_param") +
             eval(&s, "fewer_count") * eval(&s, "fewer_param") + eval(&s, "last_param"),
         all, 1e-9);
  }
  assert_true(tried > LAYOUTS / 2);
}

/* The difference between a layer of one kind and a layer of the other is that between models with only one
 * kind of layers. */
static void a_layer_of_either_kind(void **state) {
  static setup s;
  (void)state;
  random_state = 13;
  for (int round = 0; round < 400; round++) {
    const int linear = random_below(2), latent = linear && random_below(4) == 0;
    model_of(&s, linear, 4, (double)NAN);
    share_of(&s, 16);
    twocs_model *m = &s.point.model;
    twocs_training *r = &s.point.run;
    choose(&s, "gemm", "algorithmic"), choose(&s, "stream", random_below(2) ? "none" : "roofline");
    s.point.device.launch = 0;
    m->qk_norm = random_below(2), m->attn_gate = !latent && random_below(2);
    if (latent) m->kv_lora_rank = 128, m->q_lora_rank = 64 * random_below(2), m->kv_heads = 4;
    r->mode = random_below(3) > 0, r->recompute = random_below(3), r->attention = random_below(2);
    r->recompute_latent = latent && random_below(2), r->causal = random_below(2);
    r->recompute_part = random_below(2) ? 0.5 : 1; /* then other layers run parts of them again */
    if (!linear) r->attention = 1;                 /* unfused attention computes all scores */
    s.point.layout.pp = 4, s.point.layout.dp = 4, s.point.layout.zero = random_below(4);
    s.point.layout.tp = 1 + random_below(2);
    if (r->mode == INFERENCE && random_below(2)) r->sl = 1, r->kv_len = 4096;
    column_is(&s, "why", 0);
    static const char *const pairs[][2] = {
        {"full_param", "dev_layer_param"},
        {"t_full_f", "t_fwd"},
        {"t_full_w", "t_layer_w"},
        {"t_full_cmp", "t_layer_cmp"},
        {"t_full_floor", "t_cmp"},
        {"full_kept_act", "held_act"},
        {"full_kv", "kv_own"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
      const double gap = eval(&s, pairs[i][0]);
      if (r->mode == INFERENCE && i == 5) continue;
      setup full = s, other = s;
      full.point.model.full_every = other.point.model.full_every = 0;
      full.point.model.window = full.point.model.state_share = 0;
      other.point.model.window_share = 1, other.point.model.state_share = linear;
      const double a = eval(&full, pairs[i][1]), b = eval(&other, pairs[i][1]);
      if (fabs(gap - (a - b)) > 1e-9 * fmax(a, b))
        fail_msg("%s is %.12g, want %.12g - %.12g = %.12g (linear %d, latent %d, mode %g, recompute %g, "
                 "attention %g, sl %g)",
                 pairs[i][0], gap, a, b, a - b, linear, latent, r->mode, r->recompute, r->attention, r->sl);
    }
  }
}

/* Memory of the fullest stage, each stage with its own place, from the rows of a layer of either kind. */
static void memory_of_stages(void **state) {
  static setup s;
  dealt d;
  int trained = 0, decoded = 0, between = 0;
  (void)state;
  random_state = 14;
  for (int round = 0; round < LAYOUTS; round++) {
    random_layout(&s, &d, 0);
    twocs_training *r = &s.point.run;
    r->mode = random_below(2), r->recompute = random_below(3);
    s.point.layout.zero = random_below(2), s.point.layout.dp = 2;
    if (r->mode == INFERENCE) r->kv_len = 8192;
    if (d.chunks > 1 && !d.back)
      continue; /* neither the most nor the fewest may be the fullest: places
                 * differ too */
    if (eval(&s, "full_apart") == 0 || eval(&s, "why") != 0) continue;
    const double gap = eval(&s, "full_param"), act = eval(&s, "full_kept_act"), kv = eval(&s, "full_kv");
    const double microbatches = eval(&s, "microbatches"), copies = eval(&s, "opt_part");
    double fullest = 0;
    int at = 0;
    for (int i = 0; i < d.pp; i++) {
      const int head = d.back ? 0 : d.pp - 1;
      const double flight = fmin(microbatches, eval(&s, "flight") - eval(&s, "flight_less") * i);
      const double more = more_of(&d, i), n = d.layers[i];
      const double ends = (i == 0) * 1000. * 256 + (i == head) * (1000. * 256 + 256);
      const double param = n * eval(&s, "dev_layer_param") + more * gap + ends;
      const double table = (i == 0) * s.point.software.table_grad_byte * 1000 * 256;
      double all = param * eval(&s, "weight_byte") + eval(&s, "work_act");
      if (r->mode == TRAINING)
        all += param * (eval(&s, "grad_byte") + eval(&s, "grad_copy_byte") + eval(&s, "opt_byte") * copies) +
               table + flight * (n * eval(&s, "held_act") + more * act) + (i == head) * eval(&s, "head_act");
      else if (eval(&s, "kv_kept") != 0)
        all += (n * eval(&s, "kv_own") + more * kv) * microbatches;
      if (all > fullest) fullest = all, at = i;
    }
    near("the fullest stage", eval(&s, "stage_mem"), fullest, 1e-9);
    trained += r->mode == TRAINING, decoded += r->mode == INFERENCE, between += at > 0 && at < d.pp - 1;
  }
  assert_true(trained > LAYOUTS / 20 && decoded > LAYOUTS / 20 && between > LAYOUTS / 100);
}

/* ---- The timeline. */

static twocs_pass passes[2048];
static twocs_once once[64];
static union {
  double align;
  char bytes[1 << 24];
} space;

static int played(const setup *s, double *step, twocs_pipeline *p) {
  twocs_timeline timeline;
  twocs_error error;
  size_t bytes;
  if (twocs_pipeline_of(&s->plan, &s->point, 2048, passes, once, p, &error)) return 0;
  if (twocs_timeline_size(p, &bytes, &error) || bytes > sizeof space) return 0;
  if (twocs_timeline_run(p, &space, &timeline, &error)) fail_msg("%s", error.text);
  *step = timeline.step;
  return 1;
}

static double pass_of(const twocs_pipeline *p, int stage, int forward) {
  double sum = 0;
  for (int v = 0; v < p->vp; v++) {
    const twocs_pass *one = &passes[stage * p->vp + v];
    sum += one->f + (forward ? 0 : one->b + one->w);
  }
  return sum;
}

/* Stages of the rows are those of the timeline; together they are the model. */
static void passes_of_stages(void **state) {
  static setup s;
  dealt d;
  int tried = 0;
  (void)state;
  random_state = 15;
  for (int round = 0; round < LAYOUTS; round++) {
    double step;
    twocs_pipeline p;
    random_layout(&s, &d, 0);
    s.point.run.recompute = random_below(3);
    if (eval(&s, "full_apart") == 0 || !played(&s, &step, &p)) continue;
    tried++;
    double slowest = 0, all = 0;
    for (int i = 0; i < d.pp; i++) slowest = fmax(slowest, pass_of(&p, i, 0)), all += pass_of(&p, i, 0);
    near("first", eval(&s, "t_first"), pass_of(&p, 0, 0), 1e-9);
    near("first, forward", eval(&s, "t_first_f"), pass_of(&p, 0, 1), 1e-9);
    near("last", eval(&s, "t_last"), pass_of(&p, d.pp - 1, 0), 1e-9);
    near("last, forward", eval(&s, "t_last_f"), pass_of(&p, d.pp - 1, 1), 1e-9);
    near("the slowest", eval(&s, "t_slot"), slowest, 1e-9);
    near("all", eval(&s, "t_stages"), all, 1e-9);
    near("what the others are faster", eval(&s, "t_pipe_spare") + all, d.pp * slowest, 1e-9);
    if (d.pp > 2) near("most", eval(&s, "t_middle"), pass_of(&p, extreme(&d, 1), 0), 1e-9);
    if (d.pp > 2) near("most, forward", eval(&s, "t_middle_f"), pass_of(&p, extreme(&d, 1), 1), 1e-9);
  }
  assert_true(tried > LAYOUTS / 4);
}

/* How far the closed form of a step is from the timeline, for stages with the same number of layers: GPipe is
 * exact. If chunks of a stage have different numbers of such layers, a stage waits for a chunk that takes
 * longer on another stage at that time, which the rows leave out. The bounds of the mean have a margin
 * because slow builds draw fewer layouts. */
static int chunks_are_alike(const twocs_pipeline *p) {
  for (int i = 0; i < p->pp; i++)
    for (int v = 1; v < p->vp; v++) {
      const int end = i == 0 || i == p->pp - 1;
      if (!end && fabs(passes[i * p->vp + v].f - passes[i * p->vp].f) > 1e-9 * passes[i * p->vp].f) return 0;
    }
  return 1;
}

static const struct {
  const char *of;
  double mean, least, most;
} bounds[] = {{"gpipe", 1e-9, 1, 1 + 1e-9},
              {"1f1b", 0.002, 0.99, 1.03},
              {"interleaved", 0.006, 0.939, 1.06},
              {"interleaved, chunks that differ", 0.015, 0.9, 1.03}};

static void steps(void **state) {
  static setup s;
  dealt d;
  enum { KINDS = sizeof bounds / sizeof *bounds };
  double sum[KINDS] = {0}, least[KINDS], most[KINDS];
  int count[KINDS] = {0};
  (void)state;
  random_state = 16;
  for (int k = 0; k < KINDS; k++) least[k] = most[k] = 1;
  for (int round = 0; round < 4 * LAYOUTS; round++) {
    double step;
    twocs_pipeline p;
    random_layout(&s, &d, 1);
    s.point.model.h = 1024, s.point.model.ffn = 4096, s.point.run.sl = 1024 << random_below(4);
    s.point.run.recompute = random_below(3), s.point.run.b = d.pp * (4 + random_below(12));
    if (d.back || s.point.layout.schedule == ZB_H1 || eval(&s, "full_apart") == 0 || !played(&s, &step, &p))
      continue;
    const int k = d.chunks == 1 ? s.point.layout.schedule != GPIPE : chunks_are_alike(&p) ? 2 : 3;
    const double ratio = eval(&s, "t_step") / step;
    count[k]++, sum[k] += fabs(ratio - 1), least[k] = fmin(least[k], ratio), most[k] = fmax(most[k], ratio);
  }
  for (int k = 0; k < KINDS; k++) {
    printf("%s: %d layouts, rows over timeline %.4f to %.4f, mean distance %.2f %%\n", bounds[k].of, count[k],
           least[k], most[k], 100 * sum[k] / count[k]);
  }
  for (int k = 0; k < KINDS; k++)
    assert_true(count[k] > LAYOUTS / 20 && sum[k] <= bounds[k].mean * count[k] &&
                least[k] >= bounds[k].least - 1e-9 && most[k] <= bounds[k].most);
}

/* 1F1B with the slowest stage first, and transfers that nothing hides. */
static void slow_transfers(void **state) {
  static setup s;
  (void)state;
  for (int pp = 2; pp <= 8; pp *= 2)
    for (int slower = 1; slower <= 5; slower++)
      for (double bw = 25e9; bw > 1e8; bw /= 4) {
        double step = 0;
        twocs_pipeline p;
        model_of(&s, 0, 0, (double)NAN);
        s.point.layout.pp = pp, s.point.layout.schedule = ONE_F_ONE_B;
        s.point.model.layers = 4 * pp + slower;
        s.point.layout.first_layers = 4 + slower, s.point.layout.last_layers = 4;
        s.point.run.b = 16, s.point.device.net0_size = 1, s.point.device.net1_bw = bw;
        assert_true(played(&s, &step, &p));
        near("step", eval(&s, "t_step"), step, 1e-9);
      }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(layers_of_stages),       cmocka_unit_test(where_stages_differ),
      cmocka_unit_test(layers_of_two_ways),     cmocka_unit_test(weights_of_stages),
      cmocka_unit_test(a_layer_of_either_kind), cmocka_unit_test(memory_of_stages),
      cmocka_unit_test(passes_of_stages),       cmocka_unit_test(steps),
      cmocka_unit_test(slow_transfers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
