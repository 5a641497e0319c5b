/* SPDX-License-Identifier: MIT */
/* The rows of the wall: every published machine settles, fields follow from others as stated, and every
 * field changes something. */
#include "common.h"
#include "search/wall_words.h"
#include "wall_data.h"

static void *workspace(void) {
  static void *memory;
  if (!memory) memory = malloc(twocs_wall_scratch_size());
  assert_non_null(memory);
  return memory;
}

static void gpus_settle(void **state) {
  (void)state;
  const sheet *machines = sheet_read(sample_folder, "gpus.csv");
  assert_non_null(machines);
  for (int r = 1; r <= machines->rows; r++) {
    twocs_point k;
    twocs_wall_run p;
    wall_of(text_at(machines, r, "scenario_name"), &k);
    settle(&k, &p);
    for (int c = column("months"); c < column("tp_d"); c++)
      if (isnan(twocs_wall_value(&p, c))) fail_msg("%s", twocs_columns[c].name);
    for (int c = twocs_field_count; c < twocs_column_count; c++) {
      int needs_layout;
      if (twocs_wall_holds(c, &needs_layout) && !needs_layout && isnan(twocs_wall_value(&p, c)))
        fail_msg("%s", twocs_columns[c].name);
    }
  }
}

static void followers_follow(void **state) {
  (void)state;
  twocs_point k;
  twocs_wall_run p;
  wall_of("h100_sxm5", &k);
  k.wall.d = 16384, k.device.net0_lat = 2e-6, k.device.net2_lat = 3e-6, k.wall.depth = 77;
  settle(&k, &p);
  exact("f follows d", p.point.wall.f, 65536);
  exact("layers are set", p.point.wall.depth, 77);
  exact("latency follows", p.point.device.net1_lat, 2e-6);
  exact("latency is set", p.point.device.net3_lat, 3e-6);
  exact("parameters follow the layers", p.stack_param, 2 * 16384.0 * 65536 * 77);
}

/* The constants of ERDI24 and of its simulator, as published. The reference files would notice most of them,
 * but those of a sweep's ends and of its steps only by chance. */
static void constants_are_as_published(void **state) {
  (void)state;
  static const struct {
    const char *name;
    double value;
  } published_constant[] = {{"shared_width", 128},
                            {"blocks", 4},
                            {"reg_size", 64 * 1024},
                            {"usable", 3.0 / 4},
                            {"mma_edge", 8},
                            {"months", 3},
                            {"t_year", 3.154e7},
                            {"sl", 2048},
                            {"overlap_tp", 1},
                            {"overlap_pp", 1},
                            {"overlap_dp", 0},
                            {"zb_latency", 0},
                            {"token_ratio", 20},
                            {"ff_ratio", 4},
                            {"anchor_d", 12288},
                            {"layer_exponent", 0.3751},
                            {"sparse", 0},
                            {"expert_scale", 8},
                            {"batch_law", 0},
                            {"batch_anchor", 4 * 1048576},
                            {"anchor_flop", 3e23},
                            {"batch_exponent", 1.0 / 6},
                            {"deepseek_scale", 0.2920},
                            {"deepseek_exponent", 0.3271},
                            {"zero_bubble", 1},
                            {"micro_most", 4},
                            {"tp_wide", 4},
                            {"cluster_unit", 1},
                            {"d_step", 2048},
                            {"d_least", 6 * 2048},
                            {"d_most", 768 * 2048},
                            {"util_least", 1e-3},
                            {"linear_share", 0.8},
                            {"h", 12288},
                            {"dsmem", 0},
                            {"alpha", 0},
                            {"closed_batch", 4e6},
                            {"closed_layers", 100},
                            {"closed_lat", 9e-6},
                            {"closed_t", 365.25 * 24 * 3600 / 4},
                            {"closed_macs", 0}};
  for (size_t i = 0; i < sizeof published_constant / sizeof *published_constant; i++) {
    const int k = twocs_find(published_constant[i].name);
    assert_true(k >= 0);
    exact(published_constant[i].name, twocs_columns[k].initial, published_constant[i].value);
  }
}

/* The words that rows are compiled with are those of the choices. */
static void words_are_those_of_the_choices(void **state) {
  (void)state;
  const struct {
    const char *name, *word;
    int place;
  } of[] = {{"recompute", "full", recompute_full},
            {"batch_law", "power", batch_law_power},
            {"batch_law", "deepseek", batch_law_deepseek},
            {"batch_law", "fixed", batch_law_fixed}};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++)
    assert_int_equal(twocs_word_find(twocs_columns[twocs_find(of[i].name)].words, of[i].word), of[i].place);
}

/* If a value that a device must state is missing, there is a sentence; what the search does not read changes
 * no bit. */
static void unread_values_may_be_missing(void **state) {
  (void)state;
  twocs_point k;
  twocs_wall_run all, part;
  twocs_error error;
  int missed = 0;
  wall_of("h100_sxm5", &k);
  k.device.mem_eff = k.device.comm_launch = 0.5, k.device.peak_fp32 = 1e13, k.device.net0_half = 1;
  if (twocs_wall_best(&k, 32768, workspace(), &all, &error)) fail_msg("%s", error.text);
  for (int c = 0; c < twocs_field_count; c++) {
    if (strcmp(twocs_record_name(c), "device") != 0 || !(twocs_columns[c].kind & TWOCS_MUST)) continue;
    twocs_point less = k;
    *field(&less, c) = (double)NAN;
    const twocs_status status = twocs_wall_best(&less, 32768, workspace(), &part, &error);
    if (status) {
      assert_int_equal(status, TWOCS_GIVEN);
      assert_non_null(strstr(error.text, twocs_columns[c].name));
      missed++;
    } else {
      exact(twocs_columns[c].name, part.t_run, all.t_run);
    }
  }
  assert_true(missed >= 11);
}

/* ---- Every field matters: to a search, a sweep's ends, or the closed forms. */

enum { BASES = 8 };
static void base_of(int base, twocs_point *k) {
  const char *const gpu = base == 1 ? "h100_sxm5_superpod" : base == 5 ? "v100_sxm2" : "h100_sxm5";
  wall_of(gpu, k);
  twocs_wall *w = &k->wall;
  twocs_device *device = &k->device;
  w->d_most = 16384, w->d = 32768;
  if (base == 1) {
    device->net1_size = device->net2_size = 4, device->net3_size = 1024;
    device->net2_bw = 30e9, device->net3_bw = 20e9, w->d = 65536;
  }
  if (base == 2) w->sparse = 1, w->batch_law = 1, device->l2_size = 1e6;
  if (base == 3) w->batch_law = 2, w->d = 262144, w->d_most = 1572864, w->zb_latency = 1, w->alpha = 0.1;
  if (base == 4) {
    device->net0_bw = device->net1_bw = 1e9, device->mem_bw = 1e11, device->usable = 0.01;
    device->launch = 0, device->mem_size = 2e8;
  }
  if (base == 5) w->d = 98304;
  if (base == 6) w->d = 45056, device->net0_lat = 3e-3;
  if (base == 7) w->util_least = 0.1, w->d_least = 131072, w->d_most = 1572864;
}

typedef struct answers {
  twocs_wall_run fixed, fitted, end, largest;
} answers;

static twocs_status ask(const twocs_point *k, answers *a) {
  memset(a, 0, sizeof *a);
  twocs_status status = twocs_wall_best(k, k->wall.d > 4e4 ? 0x1p26 : 0x1p15, workspace(), &a->fixed, NULL);
  if (!status) status = twocs_wall_fit(k, workspace(), &a->fitted, NULL);
  if (!status) status = twocs_wall_linear_end(k, NULL, workspace(), &a->end, NULL);
  if (!status) status = twocs_wall_largest(k, NULL, workspace(), &a->largest, NULL);
  return status;
}

/* Other legal values of a field. */
enum { ATTEMPTS = 4 };
static double other(const twocs_column *c, double value, int attempt) {
  const double factor[ATTEMPTS] = {2, 0.5, 3, 0.25};
  if (c->kind & TWOCS_CHOICE) return value > 0 ? 0 : 1;
  const double x = factor[attempt] * value + (value > 0 || value < 0 ? 0 : c->kind & TWOCS_COUNT ? 64 : 0.1);
  return clip(c->kind & TWOCS_COUNT ? floor(x) : x, c->least, c->most);
}

static int differ(const twocs_wall_run *a, const twocs_wall_run *b) {
  for (int c = 0; c < twocs_column_count; c++) {
    int needs_layout;
    const double one = twocs_wall_value(a, c), two = twocs_wall_value(b, c);
    if (twocs_wall_holds(c, &needs_layout) && !same_doubles(&one, &two, sizeof one)) return 1;
  }
  return 0;
}

static int matters(int field) {
  static answers before[BASES];
  static int asked;
  for (int base = 0; base < BASES; base++) {
    twocs_point k;
    base_of(base, &k);
    if (asked <= base) assert_int_equal(ask(&k, &before[asked++]), TWOCS_OK);
    const double value = ((double *)&before[base].fixed.point)[field];
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      twocs_point changed = k;
      answers after;
      ((double *)&changed)[field] = other(&twocs_columns[field], value, attempt);
      if (ask(&changed, &after)) continue;
      if (differ(&before[base].fixed, &after.fixed) || differ(&before[base].fitted, &after.fitted) ||
          differ(&before[base].end, &after.end) || differ(&before[base].largest, &after.largest))
        return 1;
    }
  }
  return 0;
}

/* What a search reads of a point: the wall's fields, except the layout that it finds, and the device's clock,
 * caches and registers. */
static void every_field_matters(void **state) {
  (void)state;
  int dead = 0;
  for (int f = 0; f < twocs_field_count; f++) {
    const int layout = f >= column("tp_d") && f <= column("ep_l3");
    const int chip = f >= column("clock") && f <= column("mma_edge");
    if (layout || !(chip || !strcmp(twocs_record_name(f), "wall"))) continue;
    if (!matters(f)) print_error("%s changes nothing\n", twocs_columns[f].name), dead++;
  }
  assert_int_equal(dead, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gpus_settle),
      cmocka_unit_test(followers_follow),
      cmocka_unit_test(constants_are_as_published),
      cmocka_unit_test(words_are_those_of_the_choices),
      cmocka_unit_test(unread_values_may_be_missing),
      cmocka_unit_test(every_field_matters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
