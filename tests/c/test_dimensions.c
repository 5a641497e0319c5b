/* SPDX-License-Identifier: MIT */
/* The unit of time does not matter: on hardware on which everything is k times as fast, every time is k times
 * as short, every rate k times as high, and nothing else changes. A constant in seconds that is hidden in a
 * formula, a rate that is used as a time, or a wrong unit of a row would each break this, for some point, to
 * the bit. */
#include "common.h"

enum { FASTER = 64 }; /* a power of four, so that products, quotients and square roots keep their bits */

/* The power of time in a unit: 1 of "s" and "s/byte", -1 of "byte/s" and "W". */
static int time_in(const char *unit) {
  const char *below = strchr(unit, '/');
  const size_t above = below ? (size_t)(below - unit) : strlen(unit);
  const int over = above == 1 && (*unit == 's' ? 1 : *unit == 'W' ? -1 : 0);
  const int watt = above == 1 && *unit == 'W', under = below && !strcmp(below + 1, "s");
  return watt ? -1 : over - under;
}

static double scaled(double x, int power) { return power > 0 ? x / FASTER : power < 0 ? x * FASTER : x; }

static void units_have_their_powers(void **state) {
  static const struct {
    const char *unit;
    int power;
  } known[] = {{"s", 1},       {"1/s", -1},   {"byte/s", -1}, {"s/byte", 1},    {"s/byte^0.5", 1},
               {"s/token", 1}, {"W", -1},     {"USD/s", -1},  {"1", 0},         {"J", 0},
               {"byte", 0},    {"J/byte", 0}, {"token/J", 0}, {"USD/token", 0}, {"flop/byte", 0}};
  (void)state;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (time_in(known[i].unit) != known[i].power) fail_msg("%s: %d", known[i].unit, time_in(known[i].unit));
}

/* A random point whose fields stay in bounds when everything becomes faster. */
static void point_and_faster(twocs_point *point, twocs_point *faster) {
  random_point(point);
  for (int k = 0; k < twocs_field_count; k++) {
    const twocs_column *f = &twocs_columns[k];
    const int power = time_in(f->unit);
    double *here = field(point, k);
    if (power > 0) *here = *here > 0 ? fmax(*here, FASTER * f->least) : *here;
    if (power < 0) *here = fmin(*here, f->most / FASTER);
    *field(faster, k) = scaled(*here, power);
  }
}

static void on_faster_hardware_everything_is_faster(void **state) {
  static setup s;
  static twocs_point faster;
  double result[TWOCS_COLUMNS_MOST], other[TWOCS_COLUMNS_MOST];
  (void)state;
  for (int round = 0; round < (SLOW ? 100 : 4000); round++) {
    random_plan(&s.plan);
    point_and_faster(&s.point, &faster);
    s.point.software.links = faster.software.links = 0; /* a measured class of network has its own speed */
    eval_all(&s.plan, &s.point, result);
    eval_all(&s.plan, &faster, other);
    for (int k = twocs_field_count; k < twocs_column_count; k++) {
      const double want = scaled(result[k], time_in(twocs_columns[k].unit));
      const int few_bits = fabs(result[k]) < 1e-300 || fabs(want) < 1e-300;
      if (other[k] != want && !few_bits)
        fail_msg("round %d: %s [%s] is %.17g, and %.17g on hardware %d times as fast", round,
                 twocs_columns[k].name, twocs_columns[k].unit, result[k], other[k], FASTER);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(units_have_their_powers),
      cmocka_unit_test(on_faster_hardware_everything_is_faster),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
