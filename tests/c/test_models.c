/* SPDX-License-Identifier: MIT */
/* Parameters of published models, compared with the counts that their authors print. */
#include "common.h"
#include "rows/registry.h"

/* Shapes as in scripts/twocs/data/models.lua, counts as their authors print them. Tolerance: none if the
 * count is printed in full; else half a unit of the last printed digit; 1 % if the count includes biases and
 * position embeddings, which rows leave out; for PaLM the one norm of its parallel layers against two in the
 * rows. */
static const struct {
  const char *name;
  double layers, cross_layers, h, head_dim, heads, kv_heads, ffn, vocab;
  int gated, norm, tied;
  double param, tolerance;
} models[] = {
    {"GPT-3 175B", 96, 0, 12288, 128, 96, 96, 49152, 50257, 0, 0, 1, 174.57e9, 0.005e9},
    {"BERT large", 24, 0, 1024, 64, 16, 16, 4096, 30522, 0, 0, 1, 336e6, 3.36e6},
    {"GPT-2 XL", 48, 0, 1600, 64, 25, 25, 6400, 50257, 0, 0, 1, 1542e6, 15.42e6},
    {"Megatron-LM 8.3B", 72, 0, 3072, 128, 24, 24, 12288, 51200, 0, 0, 1, 8.3e9, 0.05e9},
    {"Megatron BERT 3.9B", 48, 0, 2560, 64, 40, 40, 10240, 30522, 0, 0, 1, 3.9e9, 0.05e9},
    /* 11,307,321,344 in its tensors; 2 x 32 x 128 are for relative positions; one of two last norms */
    {"T5 11B", 48, 24, 1024, 128, 128, 128, 65536, 32128, 0, 1, 1, 11307321344 - 8192 - 1024, 0},
    {"T-NLG", 78, 0, 4256, 152, 28, 28, 17024, 50257, 0, 0, 1, 17e9, 0.5e9},
    {"MT-NLG", 105, 0, 20480, 160, 128, 128, 81920, 51200, 0, 0, 1, 530e9, 0.5e9},
    {"PaLM", 118, 0, 18432, 256, 48, 1, 73728, 256000, 1, 0, 1, 540.35e9, 0.02e9},
    {"Llama 2 7B", 32, 0, 4096, 128, 32, 32, 11008, 32000, 1, 1, 0, 6738415616, 0},
    {"Llama 2 70B", 80, 0, 8192, 128, 64, 8, 28672, 32000, 1, 1, 0, 68976648192, 0},
    {"Llama 3 8B", 32, 0, 4096, 128, 32, 8, 14336, 128256, 1, 1, 0, 8030261248, 0},
    {"Llama 3 70B", 80, 0, 8192, 128, 64, 8, 28672, 128256, 1, 1, 0, 70553706496, 0},
    {"Llama 3 405B", 126, 0, 16384, 128, 128, 8, 53248, 128256, 1, 1, 0, 405853388800, 0},
};

static void models_have_the_parameters_that_their_authors_count(void **state) {
  static setup s;
  (void)state;
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    twocs_model *m = &s.point.model;
    setup_init(&s);
    m->layers = models[i].layers, m->cross_layers = models[i].cross_layers, m->h = models[i].h,
    m->head_dim = models[i].head_dim;
    m->heads = models[i].heads, m->kv_heads = models[i].kv_heads, m->ffn = models[i].ffn,
    m->vocab = models[i].vocab;
    m->gated = models[i].gated, m->norm = models[i].norm, m->tied = models[i].tied;
    const double param = eval(&s, "param");
    if (fabs(param - models[i].param) > models[i].tolerance)
      fail_msg("%s: %.17g, want %.17g", models[i].name, param, models[i].param);
    column_is(&s, "dev_param", param); /* one device holds it all */
  }
}

/* Models with experts, with normalised queries and keys, and with latent attention: exactly the sums of the
 * shapes of the published tensors. */
static const struct {
  const char *name;
  double param, active;
} families[] = {
    {"mixtral_8x7b", 46702792704, 12879925248}, {"mixtral_8x22b", 140620634112, 39152031744},
    {"qwen3_8b", 8190735360, 8190735360},       {"qwen3_32b", 32762123264, 32762123264},
    {"qwen3_235b", 235093634560, 22190763520},  {"deepseek_v3", 671026419200, 37552297472},
};

static void families_have_the_parameters_of_their_tensors(void **state) {
  static setup s;
  (void)state;
  for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
    const twocs_model *model = twocs_model_find(families[i].name);
    if (!model) fail_msg("%s is not registered", families[i].name);
    setup_init(&s);
    s.point.model = *model;
    column_is(&s, "param", families[i].param);
    column_is(&s, "active_param", families[i].active);
    near(families[i].name, eval(&s, "dev_param"), families[i].param, 1e-15);
    near("GEMMs of the operators", eval(&s, "gemm_flop"), eval(&s, "layer_flop"), 1e-14);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(models_have_the_parameters_that_their_authors_count),
      cmocka_unit_test(families_have_the_parameters_of_their_tensors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
