/* SPDX-License-Identifier: MIT */
/* libFuzzer target: whatever run, device and wall in bounds, a question about them ends in a sentence, in no
 * run at all, or in one whose every number is finite and whose single evaluation gives the same bits. Three
 * bytes at a time choose a field and its value; the first of all chooses how many levels the network has. */
#include "search/twocs_wall.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* An H100 with one to four levels. */
static void machine(unsigned levels, twocs_device *k) {
  const double size[] = {8, 32, 4, 1048576};
  double *const sizes[] = {&k->net0_size, &k->net1_size, &k->net2_size, &k->net3_size};
  for (unsigned l = 0; l <= levels; l++) *sizes[l] = l == levels ? size[3] : size[l];
  k->peak_fp32 = 66.9e12, k->peak_fp16 = 989.43e12, k->flop_eff = 0.7, k->units = 132, k->clock = 1830e6;
  k->l2_bw = 6441e9, k->l2_size = 52428800, k->mem_bw = 3352e9, k->mem_size = 80e9, k->dsmem = 1;
  k->launch = 4.5e-6, k->net0_lat = 1.125e-6, k->net0_bw = 450e9, k->net1_bw = 50e9;
}

/* The fields that a byte may choose: those of run, device and wall. */
static int field_at(unsigned byte) {
  int n = 0, field[256];
  for (int r = 0; r < twocs_record_count; r++) {
    const twocs_record *record = &twocs_records[r];
    const int read =
        !strcmp(record->name, "run") || !strcmp(record->name, "device") || !strcmp(record->name, "wall");
    for (int i = 0; read && i < record->count && n < 256; i++) field[n++] = record->first + i;
  }
  return field[byte % (unsigned)n];
}

/* Byte 0, 1 and 2 are the initial value and the bounds; the others lie between on a logarithmic scale. */
static double choose_value(const twocs_column *f, const uint8_t *byte) {
  const double low = f->least > 0 ? f->least : f->most * 1e-12;
  double value = f->initial;
  if (f->kind & TWOCS_CHOICE) return byte[0] % 3;
  if (byte[0] == 1) value = f->least;
  if (byte[0] == 2) value = f->most;
  if (byte[0] > 2) value = low * exp((byte[0] - 3 + byte[1] / 256.0) / 253 * log(f->most / low));
  return f->kind & TWOCS_COUNT ? floor(value) : value;
}

static twocs_status question(unsigned which, const twocs_point *point, void *scratch, twocs_wall_run *run,
                             twocs_error *error) {
  switch (which % 4) {
  case 0:
    return twocs_wall_best(point, ldexp(1 + which / 64, (int)(which / 4 % 64)), scratch, run, error);
  case 1:
    return twocs_wall_fit(point, scratch, run, error);
  case 2:
    return twocs_wall_linear_end(point, NULL, scratch, run, error);
  default:
    return twocs_wall_largest(point, NULL, scratch, run, error);
  }
}

static void wrong(const char *what, const twocs_point *point) {
  fprintf(stderr, "%s\n", what);
  for (int i = 0; i < twocs_field_count; i++)
    fprintf(stderr, "  %s = %.17g\n", twocs_columns[i].name, ((const double *)point)[i]);
  abort();
}

static void check(const twocs_point *point, const twocs_wall_run *run) {
  twocs_wall_run again;
  twocs_error error;
  int needs_layout;
  for (int c = twocs_field_count; c < twocs_column_count; c++)
    if (twocs_wall_holds(c, &needs_layout) && !isfinite(twocs_wall_value(run, c)))
      wrong(twocs_columns[c].name, point);
  if (twocs_wall_eval(&run->point, &again, &error)) wrong(error.text, point);
  if (again.t_run != run->t_run) wrong("a single evaluation differs", point);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static void *scratch;
  twocs_point point;
  twocs_wall_run run;
  twocs_error error;
  if (!scratch) scratch = malloc(twocs_wall_scratch_size());
  if (size < 2) return 0;
  twocs_point_init(&point);
  machine(data[0] % 4, &point.device);
  for (size_t i = 2; i + 3 <= size; i += 3) {
    const int field = field_at(data[i]);
    ((double *)&point)[field] = choose_value(&twocs_columns[field], &data[i + 1]);
  }
  if (question(data[1], &point, scratch, &run, &error)) return 0;
  if (run.feasible > 0) check(&point, &run);
  return 0;
}
