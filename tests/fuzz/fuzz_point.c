/* SPDX-License-Identifier: MIT */
/* libFuzzer target: whatever point in bounds under whatever plan, every column is finite. The bytes choose a
 * law of each family, then a value of each field somewhere between its bounds, or let it follow. */
#include "twocs.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct bytes {
  const uint8_t *data;
  size_t left;
} bytes;

static unsigned next(bytes *in) {
  if (!in->left) return 0;
  in->left--;
  return *in->data++;
}

static void choose_plan(bytes *in, twocs_plan *plan) {
  for (int f = 0; f < twocs_family_count; f++) {
    const twocs_law *of_family[64];
    unsigned count = 0;
    for (const twocs_law *law = twocs_laws; law->name; law++)
      if (!strcmp(law->family, twocs_families[f].name)) of_family[count++] = law;
    if (twocs_plan_set(plan, of_family[next(in) % count], NULL)) abort();
  }
}

/* Byte 0 and 3 are the initial value (which may be that it follows), 1 and 2 the bounds; the others lie
 * between on a logarithmic scale. What the field would refuse becomes its least. */
static double choose_value(bytes *in, int k) {
  const twocs_column *f = &twocs_columns[k];
  const unsigned byte = next(in);
  const double low = f->least > 0 ? f->least : f->most * 1e-18;
  double value = f->initial;
  if (f->kind & TWOCS_CHOICE) {
    value = byte % 8;
  } else if (byte == 1) {
    value = f->least;
  } else if (byte == 2) {
    value = f->most;
  } else if (byte > 3) {
    const double share = (byte + next(in) / 256.0 - 4) / 252;
    value = low * exp(share * log(f->most / low));
  }
  if (f->kind & TWOCS_COUNT) value = floor(value);
  return twocs_field_check(k, value, NULL) ? f->least : value;
}

/* The same point as rows of a grid must have the same bits: an axis that moves nothing, eleven rows long. */
enum { SAME = 11 };
static void grid_check(const twocs_plan *plan, const twocs_point *point, const int want[],
                       const double alone[]) {
  static double rows[TWOCS_COLUMNS_MOST][SAME], *out[TWOCS_COLUMNS_MOST];
  static void *scratch;
  const int layers = twocs_find("layers");
  double value[SAME];
  const double *const values = value;
  twocs_error error;
  twocs_columns_sink sink = {twocs_column_count, out};
  if (!scratch) scratch = malloc(twocs_scratch_size(1));
  for (int i = 0; i < SAME; i++) value[i] = point->model.layers;
  for (int k = 0; k < twocs_column_count; k++) out[k] = rows[k];
  const twocs_axis axis = {SAME, 1, &layers, &values};
  const twocs_job job = {.plan = plan,
                         .base = point,
                         .axes = 1,
                         .axis = &axis,
                         .wants = twocs_column_count,
                         .want = want,
                         .take = twocs_take_columns,
                         .sink = &sink,
                         .scratch = scratch};
  if (twocs_run(&job, &error)) fprintf(stderr, "refused as a grid: %s\n", error.text), abort();
  for (int k = 0; k < twocs_column_count; k++)
    for (int i = 0; i < SAME; i++)
      if (memcmp(&rows[k][i], &alone[k], sizeof alone[k]) != 0)
        fprintf(stderr, "%s = %.17g alone, %.17g in a grid\n", twocs_columns[k].name, alone[k], rows[k][i]),
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static int started;
  static int want[TWOCS_COLUMNS_MOST];
  static twocs_plan plan;
  twocs_point point;
  double result[TWOCS_COLUMNS_MOST];
  twocs_error error;
  bytes in = {data, size};
  if (!started) twocs_plan_init(&plan), started = 1;
  for (int k = 0; k < twocs_column_count; k++) want[k] = k;
  choose_plan(&in, &plan);
  for (int k = 0; k < twocs_field_count; k++) ((double *)&point)[k] = choose_value(&in, k);
  const twocs_status status = twocs_eval(&plan, &point, twocs_column_count, want, result, &error);
  if (status) fprintf(stderr, "refused: %s\n", error.text), abort();
  for (int k = 0; k < twocs_column_count; k++) {
    if (isfinite(result[k])) continue;
    fprintf(stderr, "%s = %g\n", twocs_columns[k].name, result[k]);
    for (int i = 0; i < twocs_field_count; i++)
      fprintf(stderr, "  %s = %.17g\n", twocs_columns[i].name, ((double *)&point)[i]);
    abort();
  }
  grid_check(&plan, &point, want, result);
  return 0;
}
