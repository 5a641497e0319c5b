/* SPDX-License-Identifier: MIT
 *
 * From a point to a settled run: bounds are checked, fields that follow are filled in, and the rows that need
 * no layout are evaluated. This is the boundary: nothing is checked again after it. */
#include "rows/rows.h"
#include "search/wall_parts.h"
#include <string.h>

/* ---- Runs by column. */

/* Where a run has a column, in doubles; 0 if nowhere, because a run begins with the point's fields. */
#define AT(name) (short)(offsetof(twocs_wall_run, name) / sizeof(double))
static const short place[COLUMNS] = {
    [K_peak] = AT(peak),
#define EQ(name, ...) [K_##name] = AT(name),
#include "rows/wall_rows.def"
#undef EQ
};
#undef AT

/* Of model and layout the search reads a width, DP, PP and EP; their other fields say nothing about a run. Of
 * the run and the device, which are adjacent, it may read all. */
static int is_read(int column) {
  return column == K_h || column == K_dp || column == K_pp || column == K_ep ||
         (column >= K_sl && column < K_gemm_c0) || column >= K_months;
}

double twocs_wall_value(const twocs_wall_run *run, int column) {
  if (column < twocs_field_count) return is_read(column) ? ((const double *)run)[column] : (double)NAN;
  return place[column] ? ((const double *)run)[place[column]] : (double)NAN;
}

int twocs_wall_holds(int column, int *needs_layout) {
  *needs_layout = column >= K_gpus && place[column] > 0;
  return place[column] > 0;
}

/* ---- Bounds. */

/* The search reads nearly all fields of these three records. */
static int reads_record(const twocs_record *r) {
  return !strcmp(r->name, "run") || !strcmp(r->name, "device") || !strcmp(r->name, "wall");
}

static int of_layout(int column) { return column >= K_tp_d && column <= K_ep_l3; }

/* Checks the fields that were given, whether or not the search reads them. */
static twocs_status given_check(const twocs_point *point, twocs_error *error) {
  const double *field = (const double *)point;
  for (int r = 0; r < twocs_record_count; r++)
    for (int i = 0; reads_record(&twocs_records[r]) && i < twocs_records[r].count; i++) {
      const int k = twocs_records[r].first + i;
      const twocs_status status =
          isnan(field[k]) || of_layout(k) ? TWOCS_OK : twocs_field_check(k, field[k], error);
      if (status) return status;
    }
  return TWOCS_OK;
}

/* Checks that fields without a default were given. */
static twocs_status missing_check(const twocs_wall_run *run, twocs_error *error) {
  static const short needed[] = {K_clock,    K_flop_eff, K_units,     K_l2_bw,   K_l2_size, K_mem_bw,
                                 K_mem_size, K_launch,   K_net0_size, K_net0_bw, K_net0_lat};
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
    const double value = ((const double *)&run->point)[needed[i]];
    if (isnan(value)) return twocs_field_check(needed[i], value, error);
  }
  return isnan(run->peak)
             ? twocs_field_check(run->point.run.format > 1 ? K_peak_fp16 : K_peak_fp32, (double)NAN, error)
             : TWOCS_OK;
}

/* Checks the fields that follow from others. */
static twocs_status followed_check(const twocs_point *given, const twocs_point *point, twocs_error *error) {
  static const short followed[] = {K_word_byte, K_layer_scale,   K_d,          K_f,
                                   K_depth,     K_stack_experts, K_closed_node};
  for (size_t i = 0; i < sizeof followed / sizeof *followed; i++)
    if (isnan(((const double *)given)[followed[i]])) {
      const twocs_status status = twocs_field_check(followed[i], ((const double *)point)[followed[i]], error);
      if (status) return status;
    }
  return TWOCS_OK;
}

static twocs_status levels_check(const twocs_wall_run *run, twocs_error *error) {
  const twocs_device *k = &run->point.device;
  const double bw[LEVELS] = {k->net0_bw, k->net1_bw, k->net2_bw, k->net3_bw};
  for (int l = 1; l < LEVELS && l < (int)run->net_levels; l++)
    if (bw[l] > bw[l - 1])
      return twocs_fail(
          error, TWOCS_RANGE,
          "net%d_bw = %.15g: levels are listed innermost first, and none is faster than the one "
          "inside it (net%d_bw = %.15g)",
          l, bw[l], l - 1, bw[l - 1]);
  return TWOCS_OK;
}

/* ---- Fields that follow. Every row is a variable of its name; fields that were set stay. */
#pragma GCC diagnostic ignored "-Wunused-variable"
static void rows_follow(const twocs_point *given, twocs_wall_run *run) {
#define FIELD(name, ...) const double name = run->point.RECORD_NAME.name;
#define GIVEN(name, ...) const double name = run->point.RECORD_NAME.name;
#define ASKED(name, ...) const double name = run->point.RECORD_NAME.name;
#define CHOICE(name, ...) const double name = run->point.RECORD_NAME.name;
#define FOLLOWS(name, unit, formula, ...)                                                                    \
  const double name = run->point.RECORD_NAME.name =                                                          \
      isnan(given->RECORD_NAME.name) ? twocs_one_of[K_##name]((const double *)&run->point)                   \
                                     : given->RECORD_NAME.name;
#define RECORD_NAME model
#include "rows/model.def"
#undef RECORD_NAME
#define RECORD_NAME layout
#include "rows/layout.def"
#undef RECORD_NAME
#define RECORD_NAME run
#include "rows/run.def"
#undef RECORD_NAME
#define RECORD_NAME device
#include "rows/device.def"
#undef RECORD_NAME
#define RECORD_NAME software
#include "rows/software.def"
#undef RECORD_NAME
#define RECORD_NAME wall
#include "rows/wall.def"
#undef RECORD_NAME
#undef FIELD
#undef GIVEN
#undef ASKED
#undef CHOICE
#undef FOLLOWS
#define EQ(name, unit, reference, e, meaning) const double name = (e);
#include "rows/peak.def"
#undef EQ
  run->peak = peak;
#define EQ(name, unit, reference, number, e, meaning) const double name = run->name = (e);
#include "rows/wall_shape.def"
#include "rows/wall_closed.def"
#undef EQ
}

static void blank(twocs_wall_run *run) {
  double *value = (double *)run;
  for (int k = K_tp_d; k <= K_ep_l3; k++) value[k] = (double)NAN;
  run->point.layout.dp = run->point.layout.pp = run->point.layout.ep = (double)NAN;
  for (int k = K_gpus; k < COLUMNS; k++)
    if (place[k]) value[place[k]] = (double)NAN;
  run->feasible = 0;
}

twocs_status twocs_wall_follow(const twocs_point *point, twocs_wall_run *run, twocs_error *error) {
  run->point = *point;
  rows_follow(point, run);
  blank(run);
  twocs_status status = missing_check(run, error);
  if (!status) status = followed_check(point, &run->point, error);
  return status ? status : levels_check(run, error);
}

twocs_status twocs_wall_settle(const twocs_point *point, twocs_wall_run *run, twocs_error *error) {
  const twocs_status status = given_check(point, error);
  return status ? status : twocs_wall_follow(point, run, error);
}
