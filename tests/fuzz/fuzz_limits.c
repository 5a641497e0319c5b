/* SPDX-License-Identifier: MIT */
/* libFuzzer target: whatever limits in bounds, a question about them ends in a sentence, in no run at all, or
 * in one whose every number is finite and whose single evaluation gives the same bits. Three bytes at a time
 * choose a field and its value; the first of all chooses GPU and question. */
#include "twocs_limits.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Byte 0, 1 and 2 are the initial value and the bounds; the others lie between on a logarithmic scale. */
static double choose_value(const twocs_column *f, const uint8_t *byte) {
  const double most = isinf(f->most) ? 1e20 : f->most, low = f->least > 0 ? f->least : most * 1e-12;
  double value = f->initial;
  if (f->kind & TWOCS_CHOICE) return byte[0] % 3;
  if (byte[0] == 1) value = f->least;
  if (byte[0] == 2) value = f->most;
  if (byte[0] > 2) value = low * exp((byte[0] - 3 + byte[1] / 256.0) / 253 * log(most / low));
  return f->kind & TWOCS_COUNT ? floor(value) : value;
}

static twocs_status question(unsigned which, const twocs_limits *limits, void *scratch,
                             twocs_limits_point *point, twocs_error *error) {
  switch (which % 4) {
  case 0:
    return twocs_limits_best(limits, ldexp(1 + which / 64, (int)(which / 4 % 64)), scratch, point, error);
  case 1:
    return twocs_limits_fit(limits, scratch, point, error);
  case 2:
    return twocs_limits_linear_end(limits, NULL, scratch, point, error);
  default:
    return twocs_limits_largest(limits, NULL, scratch, point, error);
  }
}

static void wrong(const char *what, const twocs_limits *limits) {
  fprintf(stderr, "%s\n", what);
  for (int i = 0; i < twocs_limits_field_count; i++)
    fprintf(stderr, "  %s = %.17g\n", twocs_limits_columns[i].name, ((const double *)limits)[i]);
  abort();
}

static void check(const twocs_limits *limits, const twocs_limits_point *point) {
  twocs_limits_point again;
  twocs_error error;
  const double *value = (const double *)&point->result;
  for (size_t i = 0; i < sizeof point->result / sizeof(double); i++)
    if (!isfinite(value[i])) wrong(twocs_limits_columns[twocs_limits_records[3].first + (int)i].name, limits);
  if (twocs_limits_eval(&point->limits, &point->layout, &again, &error)) wrong(error.text, limits);
  if (again.result.t_run != point->result.t_run) wrong("a single evaluation differs", limits);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static void *scratch;
  twocs_limits limits;
  twocs_limits_point point;
  twocs_error error;
  if (!scratch) scratch = malloc(twocs_limits_scratch_size());
  if (size < 2) return 0;
  twocs_limits_init(&limits);
  twocs_limits_gpu(&limits, twocs_limits_machines[data[0] % twocs_limits_machine_count].name, NULL);
  for (size_t i = 2; i + 3 <= size; i += 3) {
    const int field = data[i] % twocs_limits_field_count;
    ((double *)&limits)[field] = choose_value(&twocs_limits_columns[field], &data[i + 1]);
  }
  if (question(data[1], &limits, scratch, &point, &error)) return 0;
  if (point.result.feasible > 0) check(&limits, &point);
  return 0;
}
