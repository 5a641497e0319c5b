/* SPDX-License-Identifier: MIT */
/* The rows of the limits as a table: names, units and initial values keep the house's rules, every published
 * GPU settles, and no field is there that changes nothing. */
#include "common.h"
#include "limits_data.h"

static void *room(void) {
  static void *memory;
  if (!memory) memory = malloc(twocs_limits_scratch_size());
  assert_non_null(memory);
  return memory;
}

static int ends(const char *name, const char *affix) {
  const size_t n = strlen(name), a = strlen(affix);
  return n > a && !strcmp(name + n - a, affix);
}
static int starts(const char *name, const char *affix) { return !strncmp(name, affix, strlen(affix)); }

static int unit_known(const char *unit) {
  for (size_t i = 0; twocs_unit_name(i); i++)
    if (!strcmp(twocs_unit_name(i), unit)) return 1;
  return 0;
}

static void names_and_units(void **state) {
  (void)state;
  static const struct {
    int (*has)(const char *name, const char *affix);
    const char *affix, *unit;
  } promise[] = {{starts, "t_", "s"},       {starts, "lat_", "s"},   {ends, "_lat", "s"},
                 {ends, "_flop", "flop"},   {ends, "_byte", "byte"}, {ends, "_bw", "byte/s"},
                 {ends, "_tokens", "token"}};
  for (int i = 0; i < twocs_limits_column_count; i++) {
    const twocs_column *c = &twocs_limits_columns[i];
    if (twocs_limits_find(c->name) != i) fail_msg("%s stands twice", c->name);
    if (!unit_known(c->unit)) fail_msg("%s: there is no unit %s", c->name, c->unit);
    if (!*c->meaning) fail_msg("%s has no meaning", c->name);
    for (size_t j = 0; j < sizeof promise / sizeof *promise; j++)
      if (promise[j].has(c->name, promise[j].affix) && strcmp(c->unit, promise[j].unit) != 0)
        fail_msg("%s is in %s", c->name, c->unit);
  }
  assert_int_equal(twocs_limits_find("nothing"), -1);
}

static void records_cover_all(void **state) {
  (void)state;
  int next = 0;
  for (int r = 0; r < twocs_limits_record_count; r++) {
    assert_int_equal(twocs_limits_records[r].first, next);
    next += twocs_limits_records[r].count;
  }
  assert_int_equal(next, twocs_limits_column_count);
  assert_int_equal(twocs_limits_records[0].count, twocs_limits_field_count);
  assert_int_equal((size_t)next * sizeof(double), sizeof(twocs_limits_point));
}

static void gpus_settle(void **state) {
  (void)state;
  for (int i = 0; i < twocs_limits_machine_count; i++) {
    twocs_limits k;
    twocs_limits_point p;
    limits_of(twocs_limits_machines[i].name, &k);
    settle(&k, &p);
    const double *value = (const double *)&p.limits;
    for (int f = 0; f < twocs_limits_field_count; f++)
      if (isnan(value[f])) fail_msg("%s: %s", twocs_limits_machines[i].name, twocs_limits_columns[f].name);
  }
}

static void followers_follow(void **state) {
  (void)state;
  twocs_limits k;
  twocs_limits_point p;
  limits_of("h100_sxm5", &k);
  k.d = 16384, k.lam = 2e-6, k.net1_lat = 3e-6, k.layers = 77;
  settle(&k, &p);
  exact("f follows d", p.limits.f, 65536);
  exact("layers are set", p.limits.layers, 77);
  exact("latency follows", p.limits.net0_lat, 2e-6);
  exact("latency is set", p.limits.net1_lat, 3e-6);
  exact("parameters follow the layers", p.shape.params, 2 * 16384.0 * 65536 * 77);
}

/* Whatever machine was there before; the run and the laws stay. */
static void a_gpu_is_a_whole_machine(void **state) {
  (void)state;
  twocs_limits k, fresh;
  limits_of("a100", &fresh);
  fresh.months = 6;
  limits_of("h100_sxm5_scaled", &k);
  k.months = 6, k.net2_lat = 1, k.peak = 1e15;
  assert_int_equal(twocs_limits_gpu(&k, "a100", NULL), TWOCS_OK);
  assert_memory_equal(&k, &fresh, sizeof k);
}

static void fields_are_checked(void **state) {
  (void)state;
  twocs_error error = {TWOCS_OK, ""};
  const int lam = twocs_limits_find("lam"), f = twocs_limits_find("f"), net1 = twocs_limits_find("net1_bw");
  assert_int_equal(twocs_limits_field_check(lam, 1e-6, &error), TWOCS_OK);
  assert_int_equal(twocs_limits_field_check(f, (double)NAN, &error), TWOCS_OK);
  assert_int_equal(twocs_limits_field_check(net1, (double)INFINITY, &error), TWOCS_OK);
  assert_int_equal(twocs_limits_field_check(lam, (double)NAN, &error), TWOCS_NUMBER);
  assert_int_equal(twocs_limits_field_check(lam, -1, &error), TWOCS_RANGE);
  assert_string_equal(error.text, "lam = -1: expected a number in [0, 10] (latency of one hop)");
}

/* ---- Every field matters to something: to a search, a sweep's ends, or the closed forms. */

enum { BASES = 8 };
static void base_of(int base, twocs_limits *k) {
  const char *const gpu = base == 1 ? "h100_sxm5_superpod" : base == 5 ? "v100_sxm2" : "h100_sxm5";
  limits_of(gpu, k);
  k->d_most = 16384, k->d = 32768;
  if (base == 1)
    k->levels = 4, k->net1_size = k->net2_size = 4, k->net2_bw = 30e9, k->net3_bw = 20e9, k->d = 65536;
  if (base == 2) k->sparse = 1, k->batch_law = 1, k->l2_size = 1e6;
  if (base == 3) k->batch_law = 2, k->d = 262144, k->d_most = 1572864, k->zb_latency = 1, k->alpha = 0.1;
  if (base == 4)
    k->net0_bw = k->net1_bw = 1e9, k->mem_bw = 1e11, k->usable = 0.01, k->tau = 0, k->mem_size = 2e8;
  if (base == 5) k->d = 98304;
  if (base == 6) k->d = 45056, k->lam = 3e-3;
  if (base == 7) k->util_least = 0.1, k->d_least = 131072, k->d_most = 1572864;
}

typedef struct answers {
  twocs_limits_point fixed, fitted, end, largest;
} answers;

static twocs_status ask(const twocs_limits *k, answers *a) {
  memset(a, 0, sizeof *a);
  twocs_status status = twocs_limits_best(k, k->d > 4e4 ? 0x1p26 : 0x1p15, room(), &a->fixed, NULL);
  if (!status) status = twocs_limits_fit(k, room(), &a->fitted, NULL);
  if (!status) status = twocs_limits_linear_end(k, NULL, room(), &a->end, NULL);
  if (!status) status = twocs_limits_largest(k, NULL, room(), &a->largest, NULL);
  return status;
}

/* Other legal values of a field. */
enum { ATTEMPTS = 4 };
static double other(const twocs_column *c, double value, int attempt) {
  const double factor[ATTEMPTS] = {2, 0.5, 3, 0.25};
  if (c->kind & TWOCS_CHOICE) return value > 0 ? 0 : 1;
  const double x = factor[attempt] * value + (value == 0 ? 0.1 : 0);
  return clip(c->kind & TWOCS_COUNT ? floor(x) : x, c->least, c->most);
}

static int differ(const twocs_limits_point *a, const twocs_limits_point *b) {
  return !same_doubles(&a->shape, &b->shape, sizeof a->shape) ||
         !same_doubles(&a->layout, &b->layout, sizeof a->layout) ||
         !same_doubles(&a->result, &b->result, sizeof a->result);
}

static int matters(int field) {
  static answers before[BASES];
  static int asked;
  for (int base = 0; base < BASES; base++) {
    twocs_limits k;
    base_of(base, &k);
    if (asked <= base) assert_int_equal(ask(&k, &before[asked++]), TWOCS_OK);
    const double value = ((double *)&before[base].fixed.limits)[field];
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      twocs_limits changed = k;
      answers after;
      ((double *)&changed)[field] = other(&twocs_limits_columns[field], value, attempt);
      if (ask(&changed, &after)) continue;
      if (differ(&before[base].fixed, &after.fixed) || differ(&before[base].fitted, &after.fitted) ||
          differ(&before[base].end, &after.end) || differ(&before[base].largest, &after.largest))
        return 1;
    }
  }
  return 0;
}

static void every_field_matters(void **state) {
  (void)state;
  int dead = 0;
  for (int f = 0; f < twocs_limits_field_count; f++)
    if (!matters(f)) print_error("%s changes nothing\n", twocs_limits_columns[f].name), dead++;
  assert_int_equal(dead, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_and_units),
      cmocka_unit_test(records_cover_all),
      cmocka_unit_test(gpus_settle),
      cmocka_unit_test(followers_follow),
      cmocka_unit_test(a_gpu_is_a_whole_machine),
      cmocka_unit_test(fields_are_checked),
      cmocka_unit_test(every_field_matters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
