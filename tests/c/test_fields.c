/* SPDX-License-Identifier: MIT */
/* Fields: bounds, words, what follows and what must be given; and what the names and families of rows
 * promise. */
#include "common.h"

static twocs_status check(const char *name, double value, const char *says) {
  twocs_error error = {TWOCS_OK, ""};
  const twocs_status status = twocs_field_check(column(name), value, &error);
  assert_int_equal(status, error.status);
  if (says && !strstr(error.text, says))
    fail_msg("%s = %g: \"%s\" does not say \"%s\"", name, value, error.text, says);
  return status;
}

static void a_value_out_of_bounds_gets_a_sentence(void **state) {
  (void)state;
  assert_int_equal(check("h", 4096, NULL), TWOCS_OK);
  assert_int_equal(check("h", 0, "h = 0: expected a whole number in [1, 10000000] (hidden size H)"),
                   TWOCS_RANGE);
  assert_int_equal(check("h", 1e308, "h = 1e+308"), TWOCS_RANGE);
  assert_int_equal(check("h", -4096, "h = -4096"), TWOCS_RANGE);
  assert_int_equal(check("tp", 2.5, "tp = 2.5: expected a whole number"), TWOCS_RANGE);
  assert_int_equal(check("flop_eff", 2.5, "flop_eff = 2.5: expected a number in"), TWOCS_RANGE);
  assert_int_equal(check("h", (double)INFINITY, "h = inf"), TWOCS_NUMBER);
  assert_int_equal(check("flop_vs_bw", -(double)INFINITY, "flop_vs_bw = -inf"), TWOCS_NUMBER);
  assert_int_equal(check("h", (double)NAN, "h = "), TWOCS_NUMBER);
  assert_int_equal(check("recompute", 3, "recompute = 3"), TWOCS_RANGE);
  assert_int_equal(check("recompute", 2, NULL), TWOCS_OK);
  assert_int_equal(check("recompute", 0.5, NULL), TWOCS_RANGE);
  assert_int_equal(check("heads", (double)NAN, NULL), TWOCS_OK);
  assert_int_equal(check("peak_fp16", (double)NAN, "peak_fp16 is not given"), TWOCS_GIVEN);
}

/* Every field accepts its bounds, and nothing beyond them. */
static void bounds_are_the_last_values_taken(void **state) {
  (void)state;
  for (int k = 0; k < twocs_field_count; k++) {
    const twocs_column *f = &twocs_columns[k];
    const double most = f->kind & TWOCS_CHOICE ? words_of(f->words) - 1 : f->most;
    assert_int_equal(check(f->name, f->least, NULL), TWOCS_OK);
    assert_int_equal(check(f->name, most, NULL), TWOCS_OK);
    assert_int_equal(check(f->name, nextafter(f->least, -(double)INFINITY), NULL), TWOCS_RANGE);
    assert_int_equal(check(f->name, nextafter(most, (double)INFINITY), NULL), TWOCS_RANGE);
    assert_int_equal(check(f->name, -(double)INFINITY, NULL), TWOCS_NUMBER);
    if (f->kind & TWOCS_COUNT && most > f->least)
      assert_int_equal(check(f->name, f->least + 0.5, NULL), TWOCS_RANGE);
    if (f->kind & TWOCS_FOLLOWS || f->kind & TWOCS_MUST)
      assert_true(isnan(f->initial));
    else
      assert_int_equal(check(f->name, f->initial, NULL), TWOCS_OK);
  }
}

/* One digit times a power of ten, one and a half times a power of ten, or a power of two. */
static int is_round(double x) {
  char text[40];
  int power;
  snprintf(text, sizeof text, "%.0e", x);
  if (strtod(text, NULL) == x || fabs(frexp(x, &power)) == 0.5) return 1;
  snprintf(text, sizeof text, "%.1e", x);
  return strtod(text, NULL) == x && strstr(text, "1.5e");
}

/* Bounds are chosen and not measured, so a bound with more digits is a mistake. The exception is alpha, whose
 * closed forms have their pole at one half. */
static void bounds_are_round(void **state) {
  (void)state;
  for (int k = 0; k < twocs_field_count; k++) {
    const twocs_column *f = &twocs_columns[k];
    if (f->kind & TWOCS_CHOICE || !strcmp(f->name, "alpha")) continue;
    if (!is_round(f->least) || !is_round(f->most))
      fail_msg("%s is in [%.15g, %.15g], of which one is not round", f->name, f->least, f->most);
  }
}

static int is_plausible(int field, double value) {
  twocs_error error = {TWOCS_OK, ""};
  return twocs_field_plausible(field, value, &error) == TWOCS_OK;
}

/* The same for numbers without a unit: between two adjacent round numbers either all are plausible, or
 * none. */
static void bounds_of_plausible_values_are_round(void **state) {
  int ends = 0;
  (void)state;
  for (int k = 0; k < twocs_field_count; k++)
    for (int power = -20; power <= 26; power++)
      for (int digit = 1; digit <= 9; digit++) {
        char text[40];
        snprintf(text, sizeof text, "%de%d", digit, power);
        const double from = strtod(text, NULL);
        snprintf(text, sizeof text, "%de%d", digit + 1, power);
        const double to = strtod(text, NULL);
        if (is_plausible(k, from * (1 + 1e-9)) != is_plausible(k, to * (1 - 1e-9)))
          fail_msg("%s is believed up to some number between %g and %g", twocs_columns[k].name, from, to);
        ends += is_plausible(k, from * (1 - 1e-9)) != is_plausible(k, from * (1 + 1e-9));
      }
  assert_true(ends >= 80); /* two of each row of rows/plausible.def */
}

/* What accepts a value refuses one out of bounds: base and axis use the same check. */
static void jobs_and_the_check_refuse_the_same_values(void **state) {
  static setup s;
  (void)state;
  const int want = column("layer_flop"), h = column("h");
  const double bad[] = {0, -1, 2.5, 1e8, 1e308, (double)INFINITY, (double)NAN};
  double result, good = 4096;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    twocs_error error = {TWOCS_OK, ""};
    setup_init(&s);
    s.point.model.h = bad[i];
    assert_int_not_equal(twocs_eval(&s.plan, &s.point, 1, &want, &result, &error), TWOCS_OK);
    assert_non_null(strstr(error.text, "h"));
    setup_init(&s);
    const double values[] = {good, bad[i]}, *value = values;
    const twocs_axis axis = {2, 1, &h, &value};
    double out[2], *columns[] = {out};
    twocs_columns_sink sink = {1, columns};
    error.text[0] = 0;
    const twocs_job job = {.plan = &s.plan,
                           .base = &s.point,
                           .axes = 1,
                           .axis = &axis,
                           .wants = 1,
                           .want = &want,
                           .take = twocs_take_columns,
                           .sink = &sink,
                           .scratch = scratch()};
    assert_int_not_equal(twocs_run(&job, &error), TWOCS_OK);
    assert_non_null(strstr(error.text, "h"));
  }
}

/* Only what a wanted column needs must be given, and the sentence names it. */
static void a_required_field_is_reported_when_needed(void **state) {
  static setup s;
  (void)state;
  twocs_plan_init(&s.plan);
  twocs_point_init(&s.point);
  const int free_of_hardware = column("layer_flop"), needs_it = column("t_fc1_f");
  double result;
  assert_int_equal(twocs_eval(&s.plan, &s.point, 1, &free_of_hardware, &result, NULL), TWOCS_OK);
  for (int k = 0; k < twocs_field_count; k++) {
    if (!(twocs_columns[k].kind & TWOCS_MUST)) continue;
    twocs_error error = {TWOCS_OK, ""};
    char says[100];
    setup_init(&s);
    *field(&s.point, k) = (double)NAN;
    assert_int_equal(twocs_eval(&s.plan, &s.point, 1, &k, &result, &error), TWOCS_GIVEN);
    snprintf(says, sizeof says, ".%s", twocs_columns[k].name);
    if (!strstr(error.text, says)) fail_msg("\"%s\" does not say \"%s\"", error.text, says);
  }
  twocs_error error = {TWOCS_OK, ""};
  setup_init(&s);
  s.point.device.mem_bw = (double)NAN;
  assert_int_equal(twocs_eval(&s.plan, &s.point, 1, &needs_it, &result, &error), TWOCS_GIVEN);
  assert_non_null(strstr(error.text, "not given: device.mem_bw"));
  choose(&s, "gemm", "algorithmic"); /* this law reads no memory bandwidth */
  assert_int_equal(twocs_eval(&s.plan, &s.point, 1, &needs_it, &result, &error), TWOCS_OK);
}

static void a_follower_follows_until_it_is_set(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  s.point.model.h = 4096, s.point.model.head_dim = 64;
  column_is(&s, "heads", 64);
  column_is(&s, "kv_heads", 64);
  column_is(&s, "ffn", 16384);
  s.point.model.heads = 16;
  column_is(&s, "heads", 16);
  column_is(&s, "kv_heads", 16);
  s.point.model.ffn = 11008, s.point.model.h = 8192;
  column_is(&s, "ffn", 11008);
  column_is(&s, "heads", 16);
  column_is(&s, "kv_len", 2048);
  column_is(&s, "opt_byte", 12);
  /* Weights in FP32 are their own master copy, however they became FP32. */
  const struct {
    double format, weight, master;
  } copies[] = {{0, (double)NAN, 0}, {1, (double)NAN, 0}, {2, (double)NAN, 4}, {3, (double)NAN, 4},
                {4, (double)NAN, 4}, {3, 4, 0},           {4, 2, 4},           {2, 3.9, 4}};
  for (size_t i = 0; i < sizeof copies / sizeof *copies; i++) {
    setup c = s;
    c.point.run.format = copies[i].format, c.point.software.weight_byte = copies[i].weight;
    column_is(&c, "master_byte", copies[i].master);
    column_is(&c, "opt_byte", copies[i].master + 8);
  }
  s.point.run.sl = 77;
  column_is(&s, "kv_len", 77);
  column_is(&s, "comm_byte", 2);
  s.point.run.format = 4;
  column_is(&s, "comm_byte", 1);
  s.point.software.act_byte = 4;
  column_is(&s, "comm_byte", 4);
  column_is(&s, "weight_byte", 1);
  s.point.device.net1_bw = (double)NAN;
  column_is(&s, "net3_bw", s.point.device.net0_bw);
  s.point.device.net1_bw = 7;
  column_is(&s, "net3_bw", 7);
  column_is(&s, "net2_lat", s.point.device.net1_lat);
  column_is(&s, "net3_half", s.point.device.net1_half);
  column_is(&s, "attn_eff", s.point.device.flop_eff);
}

/* What a script leaves out. If an initial value is a claim, its source is next to it. The others are neutral:
 * they change nothing that a script does not ask for. */
static void fields_that_are_not_set_have_their_initial_value(void **state) {
  (void)state;
  static const struct {
    const char *name;
    double value;
  } initial[] = {
      /* GPT-3 175B: Brown et al., arXiv:2005.14165, table 2.1 and 2.3; its 50257 tokens padded as Megatron
       * does for TP 8: a multiple of 1024. */
      {"layers", 96},
      {"h", 12288},
      {"head_dim", 128},
      {"sl", 2048},
      {"vocab", 50 * 1024},
      {"tied", 1},
      {"gated", 0},
      {"norm", 0},
      {"dropout", 0},
      {"cross_layers", 0},
      /* A training step of one sequence in BF16, with fused attention and no recomputation. Adam in mixed
       * precision: Rajbhandari et al., arXiv:1910.02054, section 3.1: K = 12. */
      {"global_batch", 0}, /* B follows it: one sequence */
      {"vp", 1},
      {"zero", 0},
      {"mode", 1},
      {"format", 3},
      {"attention", 1},
      {"causal", 1},
      {"recompute", 0},
      {"moment_byte", 8},
      /* What PATI23's equation 10 scales from: Megatron-LM BERT, 3.9 billion parameters on 8 devices of 32
         GB. */
      {"base_tp", 8},
      {"base_param", 3.9e9},
      {"base_mem", 32e9},
      /* The least traffic, no interference, hardware that did not evolve, one device. */
      {"softmax_rho", 1},
      {"act_rho", 1},
      {"row_rho", 1},
      {"flop_vs_bw", 1},
      {"mem_vs_bw", 1},
      {"tp", 1},
      {"dp", 1},
      {"net1_size", 1},
      {"net2_size", 1},
      {"net3_size", 1},
      /* An operator that occurs once, forward, alone, with the usual efficiency. */
      {"op_m", 0},
      {"op_n", 0},
      {"op_k", 0},
      {"op_x", 1},
      {"op_eff", 1},
      {"op_move", 0},
      {"op_ranks", 1},
      {"op_all_reduce", 0},
      {"op_p2p", 0},
      {"op_each", 1},
      {"op_back", 0},
      {"op_hidden", 0},
      /* Nothing measured. */
      {"gemm_c0", 0},
      {"gemm_c1", 0},
      {"gemm_c2", 0},
      {"stream_c0", 0},
      {"stream_c2", 0},
      {"comm_c0", 0},
      {"comm_near", 0},
      {"comm_c2", 0},
      {"comm_far", 0},
      {"comm_fill", 0},
      /* NCCL's buffer of 4 MiB, in eight steps. */
      {"comm_chunk", 4 * 1048576 / 8},
  };
  for (size_t i = 0; i < sizeof initial / sizeof *initial; i++)
    exact(initial[i].name, twocs_columns[column(initial[i].name)].initial, initial[i].value);
}

/* Options that came later are off by default, cost nothing and change nothing. */
static void later_options_are_off_by_default(void **state) {
  (void)state;
  static const char *const off[] = {
      "sp",           "tp_overlap",       "p2p_hidden",      "p2p_scatter",     "offload_opt",
      "offload_kept", "dropout",          "logits",          "capacity",        "kernels",
      "kept_byte",    "grad_format",      "accumulate",      "flash",           "flash_kernel",
      "host",         "host_rank",        "node_lat",        "polling",         "links",
      "channels",     "gather_freed",     "fragments",       "quantize_rho",    "grad_copy_byte",
      "eager_byte",   "eager_fc_byte",    "eager_work_byte", "table_grad_byte", "gather_kept",
      "workspace",    "comm_passes",      "step_spread",     "checkpoint",      "restart",
      "mtbf",         "checkpoint_every", "recompute_stop",  "experts",         "lora_rank",
      "q_lora_rank",  "kv_lora_rank",     "shared_ffn",      "qk_norm",         "placement",
      "zb",           "sparse",           "overlap_dp",      "own_batch",       "zb_latency",
      "alpha",        "tp_gather",        "tp_inputs"};
  static const char *const whole[] = {"recompute_part", "imbalance",  "fused_rho", "eager_rho", "drop_rho",
                                      "loss_rho",       "train_gemm", "fp8_gemm",  "moe_share", "tp_d",
                                      "tp_f",           "micro",      "interleave"};
  /* What follows from them is off too. */
  static setup s;
  setup_init(&s);
  static const char *const none[] = {"host_layer", "update_byte", "accumulate_byte", "gather_less"};
  static const char *const one[] = {"net1_share", "interference", "flash_pace", "net_speed"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) column_is(&s, none[i], 0);
  for (size_t i = 0; i < sizeof one / sizeof *one; i++) column_is(&s, one[i], 1);
  for (size_t i = 0; i < sizeof off / sizeof *off; i++)
    exact(off[i], twocs_columns[column(off[i])].initial, 0);
  for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
    exact(whole[i], twocs_columns[column(whole[i])].initial, 1);
}

/* The peak is that of the format of the run. */
static void a_format_chooses_bytes_and_peak(void **state) {
  static setup s;
  (void)state;
  static const double byte[] = {4, 4, 2, 2, 1, 0.5}, peak[] = {1e12, 2e12, 3e12, 4e12, 5e12, 6e12};
  setup_init(&s);
  s.point.device.peak_fp32 = 1e12, s.point.device.peak_tf32 = 2e12, s.point.device.peak_fp16 = 3e12;
  s.point.device.peak_bf16 = 4e12, s.point.device.peak_fp8 = 5e12, s.point.device.peak_fp4 = 6e12;
  for (int format = 0; format < 6; format++) {
    s.point.run.format = format;
    column_is(&s, "act_byte", byte[format]);
    column_is(&s, "peak", peak[format]);
  }
  s.point.device.peak_fp4 = (double)NAN, s.point.run.format = 5;
  column_is(&s, "peak", 5e12);
  s.point.device.peak_bf16 = s.point.device.peak_fp8 = s.point.device.peak_tf32 = (double)NAN;
  s.point.run.format = 3;
  column_is(&s, "peak", 3e12);
  s.point.run.format = 4;
  column_is(&s, "peak", 3e12);
  s.point.run.format = 1;
  column_is(&s, "peak", 1e12);
}

static void names_and_words_are_found(void **state) {
  (void)state;
  char word[16];
  for (int k = 0; k < twocs_column_count; k++) assert_int_equal(twocs_find(twocs_columns[k].name), k);
  assert_int_equal(twocs_find("f_serr"), -1);
  assert_int_equal(twocs_find(""), -1);
  assert_string_equal(twocs_record_name(column("h")), "model");
  assert_string_equal(twocs_record_name(column("sl")), "run");
  assert_string_equal(twocs_record_name(column("tp")), "layout");
  assert_string_equal(twocs_record_name(column("peak_fp16")), "device");
  assert_string_equal(twocs_record_name(column("gemm_c0")), "law");
  assert_string_equal(twocs_record_name(column("op_m")), "op");
  assert_string_equal(twocs_record_name(column("why")), "result");
  const char *words = twocs_columns[column("format")].words;
  assert_int_equal(twocs_word_find(words, "fp32"), 0);
  assert_int_equal(twocs_word_find(words, "bf16"), 3);
  assert_int_equal(twocs_word_find(words, "fp"), -1);
  assert_int_equal(twocs_word_find(words, ""), -1);
  twocs_word(words, 2, sizeof word, word);
  assert_string_equal(word, "fp16");
  char four[] = {'#', '#', '#', '#', '#'};
  twocs_word("none full", 0, 4, four); /* a word as long as the space has no room for its end */
  assert_string_equal(four, "non");
  assert_int_equal(four[4], '#');
  twocs_word(words, 99, sizeof word, word);
  assert_string_equal(word, "");
  const char *const names[] = {"ring", "tree", "two_level"};
  assert_string_equal(twocs_nearest("rign", 3, names), "ring");
  assert_string_equal(twocs_nearest("twolevel", 3, names), "two_level");
  assert_null(twocs_nearest("zzzzzzzz", 3, names));
  /* Three letters of a beginning are enough, and come before a nearer name. */
  assert_string_equal(twocs_nearest("hea", 2, (const char *const[]){"hex", "heads_of_queries"}),
                      "heads_of_queries");
  /* Two neighbours that were swapped are one mistake, as another letter is: of equally near names the first.
   */
  assert_string_equal(twocs_nearest("abcd", 2, (const char *const[]){"abdc", "abxd"}), "abdc");
  /* A name of which every letter would have to change is not near. */
  assert_null(twocs_nearest("a", 1, (const char *const[]){"b"}));
  assert_null(twocs_nearest("ring", 0, names));
}

/* An affix of a name promises a unit. */
static int starts(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }
static int ends(const char *text, const char *with) {
  return strlen(text) >= strlen(with) && !strcmp(text + strlen(text) - strlen(with), with);
}

static void names_agree_with_units(void **state) {
  static const struct {
    const char *affix, *unit;
    int (*has)(const char *, const char *);
  } promise[] = {
      {"t_", "s", starts},        {"f_", "1", starts},     {"_flop", "flop", ends}, {"_byte", "byte", ends},
      {"_bw", "byte/s", ends},    {"_lat", "s", ends},     {"_mem", "byte", ends},  {"_act", "byte", ends},
      {"_payload", "byte", ends}, {"_wire", "byte", ends}, {"_param", "1", ends},   {"_eff", "1", ends},
      {"peak", "flop/s", starts}, {"_c0", "s", ends},      {"_c1", "s/flop", ends}, {"_c2", "s/byte", ends}};
  static const char *const excused[] = {
      "proxy_mem",               /* PATI23's proxy H * SL, which has no unit of memory */
      "flop_vs_bw", "mem_vs_bw", /* ratios of growth */
  };
  (void)state;
  for (int k = 0; k < twocs_column_count; k++) {
    const twocs_column *c = &twocs_columns[k];
    int excuse = 0;
    for (size_t i = 0; i < sizeof excused / sizeof *excused; i++) excuse |= !strcmp(c->name, excused[i]);
    for (size_t i = 0; i < sizeof promise / sizeof *promise && !excuse; i++)
      if (promise[i].has(c->name, promise[i].affix) && strcmp(c->unit, promise[i].unit) != 0)
        fail_msg("%s is in %s, its name says %s", c->name, c->unit, promise[i].unit);
    assert_true(*c->unit && *c->meaning);
  }
}

/* A field that no formula and no law reads is dead: changing it would change nothing. Formulas are checked
 * when dead_fields.c is compiled; this test checks what laws declare. */
static void every_item_of_a_family_is_read_by_a_law(void **state) {
  static const char *const for_scripts[] = {"mem_bw",  "mem_eff", "net0_bw",
                                            "net1_bw", "net2_bw", "net3_bw"}; /* their laws */
  (void)state;
  for (int f = 0; f < twocs_family_count; f++)
    for (int i = 0; i < twocs_families[f].count; i++) {
      const char *item = twocs_families[f].item[i];
      int read = 0;
      for (size_t j = 0; j < sizeof for_scripts / sizeof *for_scripts; j++)
        read |= !strcmp(item, for_scripts[j]);
      for (const twocs_law *law = twocs_laws; law->name; law++) {
        if (strcmp(law->family, twocs_families[f].name) != 0) continue;
        for (const char *word = law->reads; *word; word += strcspn(word, " "), word += *word == ' ')
          read |= strcspn(word, " ") == strlen(item) && starts(word, item);
      }
      if (!read) fail_msg("no law of %s reads %s", twocs_families[f].name, item);
    }
}

/* Sections of papers that have several formulas without numbers, and our own sums and rules. */
static const char *const sections[] = {"DAO22 3.1",   "ERDI24 1.0", "ERDI24 1.1",   "ERDI24 1.3",
                                       "ERDI24 1.5",  "ERDI24 1.6", "ERDI24 1.7",   "ERDI24 1.9",
                                       "KORT22 2",    "PATI23 3.3", "PATI23 4.3.5", "PATI23 4.3.7",
                                       "TWOCS rules", "TWOCS sum",  "TWOCS support"};

/* A number belongs to one equation: if it is cited twice, it is two equations, or one written twice. */
static void no_number_is_used_twice(void **state) {
  const size_t known = sizeof sections / sizeof *sections;
  int repeated[sizeof sections / sizeof *sections] = {0};
  (void)state;
  for (int i = twocs_field_count; i < twocs_column_count; i++)
    for (int k = twocs_field_count; k < i; k++) {
      const twocs_column *a = &twocs_columns[k], *b = &twocs_columns[i];
      char cited[200];
      size_t s = 0;
      if (!*b->number || strcmp(a->number, b->number) != 0 || strcmp(a->reference, b->reference) != 0)
        continue;
      snprintf(cited, sizeof cited, "%s %s", b->reference, b->number);
      while (s < known && strcmp(sections[s], cited) != 0) s++;
      if (s == known) fail_msg("%s and %s are both %s", a->name, b->name, cited);
      repeated[s] = 1;
    }
  for (size_t s = 0; s < known; s++)
    if (!repeated[s]) fail_msg("%s is used once, and no exception", sections[s]);
}

/* `schedule` has a word for each row of schedules.def. */
static void every_schedule_has_a_word(void **state) {
  static const char *const rows[] = {
#define SCHEDULE(s, ...) #s,
#include "rows/schedules.def"
  };
  const char *words = twocs_columns[column("schedule")].words;
  size_t count = 1;
  (void)state;
  for (const char *at = words; *at; at++) count += *at == ' ';
  if (count != sizeof rows / sizeof *rows)
    fail_msg("schedule has the words %s, schedules.def has %zu rows, the last %s", words,
             sizeof rows / sizeof *rows, rows[sizeof rows / sizeof *rows - 1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_value_out_of_bounds_gets_a_sentence),
      cmocka_unit_test(bounds_are_the_last_values_taken),
      cmocka_unit_test(bounds_are_round),
      cmocka_unit_test(bounds_of_plausible_values_are_round),
      cmocka_unit_test(jobs_and_the_check_refuse_the_same_values),
      cmocka_unit_test(a_required_field_is_reported_when_needed),
      cmocka_unit_test(a_follower_follows_until_it_is_set),
      cmocka_unit_test(fields_that_are_not_set_have_their_initial_value),
      cmocka_unit_test(later_options_are_off_by_default),
      cmocka_unit_test(a_format_chooses_bytes_and_peak),
      cmocka_unit_test(names_and_words_are_found),
      cmocka_unit_test(names_agree_with_units),
      cmocka_unit_test(no_number_is_used_twice),
      cmocka_unit_test(every_schedule_has_a_word),
      cmocka_unit_test(every_item_of_a_family_is_read_by_a_law),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
