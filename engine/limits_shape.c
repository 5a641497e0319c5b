/* SPDX-License-Identifier: MIT
 *
 * From fields to a settled point: bounds are checked, what follows is filled in, and the shape of the model
 * and the closed forms are evaluated. This is the boundary: behind it nothing is checked again. */
#include "limits_parts.h"

/* The nearest of q 2^i, q odd below 10, i in 0..59; of two as near, the smaller (section 1.1). */
static double rounded(double x) {
  const double largest = 0x9p59;
  double nearest = 1;
  if (x >= largest) return largest; /* far above it all would be as near as each other */
  for (int q = 1; q < 10; q += 2) {
    int exponent = 0;
    frexp(larger(x, 1) / q, &exponent); /* q 2^(exponent - 1) <= x < q 2^exponent */
    for (int e = exponent - 1; e <= exponent; e++) {
      const double value = ldexp(q, e < 0 ? 0 : e > 59 ? 59 : e);
      const double closer = fabs(value - x) - fabs(nearest - x);
      if (closer < 0 || (closer == 0 && value < nearest)) nearest = value;
    }
  }
  return nearest;
}

static double square(double x) { return x * x; }

twocs_status twocs_limits_field_check(int column, double value, twocs_error *error) {
  const twocs_column *field = &twocs_limits_columns[column];
  double most = field->most;
  const int counts = field->kind & TWOCS_COUNT;
  if (field->kind & TWOCS_CHOICE) {
    most = 0;
    for (const char *word = field->words; *word; word++) most += *word == ' ';
  }
  if (value >= field->least && value <= most && (!counts || value == floor(value))) return TWOCS_OK;
  if (isnan(value) && field->kind & TWOCS_FOLLOWS) return TWOCS_OK;
  if (isnan(value) && field->kind & TWOCS_MUST)
    return twocs_fail(error, TWOCS_GIVEN, "limits.%s is not given (%s, in %s)", field->name, field->meaning,
                      field->unit);
  return twocs_fail(error, isnan(value) ? TWOCS_NUMBER : TWOCS_RANGE,
                    "%s = %.15g: expected %s in [%.15g, %.15g] (%s)", field->name, value,
                    counts ? "a whole number" : "a number", field->least, most, field->meaning);
}

static twocs_status fields_check(const twocs_limits *limits, twocs_error *error) {
  const double *field = (const double *)limits;
  for (int i = 0; i < twocs_limits_field_count; i++) {
    const twocs_status status = twocs_limits_field_check(i, field[i], error);
    if (status) return status;
  }
  return TWOCS_OK;
}

static twocs_status levels_check(const twocs_limits *k, twocs_error *error) {
  const double bw[LEVELS] = {k->net0_bw, k->net1_bw, k->net2_bw, k->net3_bw};
  for (int l = 1; l < LEVELS && l < (int)k->levels; l++)
    if (bw[l] > bw[l - 1])
      return twocs_fail(error, TWOCS_RANGE,
                        "net%d_bw = %.15g: levels stand innermost first, and none is faster than the one "
                        "inside it (net%d_bw = %.15g)",
                        l, bw[l], l - 1, bw[l - 1]);
  return TWOCS_OK;
}

/* Every row by its name; what follows stays as it was set. */
#pragma GCC diagnostic ignored "-Wunused-variable"
static void follow(const twocs_limits *limits, twocs_limits_point *point) {
#define FIELD(name, ...) const double name = point->limits.name = limits->name;
#define GIVEN(name, ...) const double name = point->limits.name = limits->name;
#define CHOICE(name, ...) const double name = point->limits.name = limits->name;
#define FOLLOWS(name, unit, formula, ...)                                                                    \
  const double name = point->limits.name = isnan(limits->name) ? (formula) : limits->name;
#define EQ(name, unit, reference, number, e, meaning) const double name = point->shape.name = (e);
#include "rows/limits.def"
#include "rows/limits_shape.def"
  const double net_top_bw = levels < 2 ? net0_bw : levels < 3 ? net1_bw : levels < 4 ? net2_bw : net3_bw;
#include "rows/limits_closed.def"
#undef FIELD
#undef GIVEN
#undef CHOICE
#undef FOLLOWS
#undef EQ
}

static void blank(twocs_limits_layout *layout, twocs_limits_result *result) {
  double *field = (double *)layout;
  for (size_t i = 0; i < sizeof *layout / sizeof(double); i++) field[i] = (double)NAN;
  field = (double *)result;
  for (size_t i = 0; i < sizeof *result / sizeof(double); i++) field[i] = (double)NAN;
  result->feasible = 0;
}

twocs_status twocs_limits_settle(const twocs_limits *limits, twocs_limits_point *point, twocs_error *error) {
  twocs_status status = fields_check(limits, error);
  if (status) return status;
  follow(limits, point);
  blank(&point->layout, &point->result);
  status = fields_check(&point->limits, error);
  return status ? status : levels_check(&point->limits, error);
}
