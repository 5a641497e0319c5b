/* SPDX-License-Identifier: MIT
 *
 * The rows of the limits as a table, fields with their initial values and bounds, and what follows from them
 * without a layout. The one thing to know: a point is doubles all the way, in the order of the table. */
#include "limits_parts.h"
#include <string.h>

enum { REAL = 0, COUNT = TWOCS_COUNT };
enum { /* a misspelt reference does not compile */
#define REF(name, text) REF_##name,
#include "rows/refs.def"
#undef REF
};
#define CHECKED(reference) (&#reference[0 * REF_##reference])

/* ---- The table. */
#define FIELD(name, unit, initial, least, most, kind, meaning)                                               \
  {#name, unit, "", "", "", "", meaning, initial, least, most, kind},
#define GIVEN(name, unit, least, most, kind, meaning)                                                        \
  {#name, unit, "", "", "", "", meaning, (double)NAN, least, most, (kind) | TWOCS_MUST},
#define FOLLOWS(name, unit, formula, least, most, kind, meaning)                                             \
  {#name, unit, #formula, "", "", "", meaning, (double)NAN, least, most, (kind) | TWOCS_FOLLOWS},
#define CHOICE(name, initial, words, meaning)                                                                \
  {#name, "1", "", "", "", words, meaning, initial, 0, TWOCS_WORDS_MOST - 1, COUNT | TWOCS_CHOICE},
#define EQ(...)
const twocs_column twocs_limits_columns[] = {
#include "rows/limits.def"
#include "rows/limits_shape.def"
#include "rows/limits_closed.def"
#undef FIELD
#undef GIVEN
#undef FOLLOWS
#undef CHOICE
#undef EQ
#define FIELD(...)
#define FOLLOWS(...)
#define CHOICE(...)
#define EQ(name, unit, reference, number, e, meaning)                                                        \
  {#name, unit, #e, CHECKED(reference), number, "", meaning, 0, 0, 0, 0},
#include "rows/limits_shape.def"
#include "rows/limits_closed.def"
#undef FIELD
#undef FOLLOWS
#undef CHOICE
#define MEMBERS(name, level, meaning)                                                                        \
  {#name "_n" #level, "1",  "", "", "", "", "members at level " #level ": " meaning, 1, 1,                   \
   9007199254740992,  COUNT},
#define DEGREE(name, meaning)                                                                                \
  MEMBERS(name, 0, meaning) MEMBERS(name, 1, meaning) MEMBERS(name, 2, meaning) MEMBERS(name, 3, meaning)
#define SETTING(name, initial, least, most, meaning)                                                         \
  {#name, "1", "", "", "", "", meaning, initial, least, most, COUNT},
#include "rows/limits_layout.def"
#undef DEGREE
#undef SETTING
#define VALUE(name, unit, number, meaning) {#name, unit, "", "ERDI24", number, "", meaning, 0, 0, 0, 0},
#define DEGREE(name, meaning) VALUE(name, "1", "1.0", meaning)
#define SETTING(...)
    VALUE(feasible, "1", "1.7", "1 where there is such a run")
        VALUE(gpus, "1", "1.0", "GPUs of the cluster N")
            VALUE(ties, "1", "1.7", "other layouts found that take as long and send as much, to 1e-12")
#include "rows/limits_layout.def"
#include "rows/limits_work.def"
                VALUE(t_tp, "s", "1.5", "TP on the wires, of a batch")
                    VALUE(t_ppep, "s", "1.5", "PP and EP on the wires, of a batch")
                        VALUE(t_dp, "s", "1.5", "DP on the wires, of a batch")
                            VALUE(lat_tp, "s", "1.5", "latency of TP, of a batch")
                                VALUE(lat_ppep, "s", "1.5", "latency of PP and EP, of a batch")
                                    VALUE(lat_dp, "s", "1.5", "latency of DP, of a batch")
#include "rows/limits_time.def"
#include "rows/limits_memory.def"
#include "rows/limits_result.def"
};
#undef DEGREE
#undef SETTING
#undef EQ

enum {
  FIELDS = sizeof(twocs_limits) / sizeof(double),
  SHAPES = sizeof(twocs_limits_shape) / sizeof(double),
  LAYOUTS = sizeof(twocs_limits_layout) / sizeof(double),
  RESULTS = sizeof(twocs_limits_result) / sizeof(double),
  COLUMNS = sizeof(twocs_limits_point) / sizeof(double)
};
_Static_assert(sizeof twocs_limits_columns / sizeof *twocs_limits_columns == COLUMNS,
               "a point is its columns, in their order");
const int twocs_limits_column_count = COLUMNS, twocs_limits_field_count = FIELDS;
const twocs_record twocs_limits_records[] = {{"limits", 0, FIELDS},
                                             {"shape", FIELDS, SHAPES},
                                             {"layout", FIELDS + SHAPES, LAYOUTS},
                                             {"result", FIELDS + SHAPES + LAYOUTS, RESULTS}};
const int twocs_limits_record_count = (int)(sizeof twocs_limits_records / sizeof *twocs_limits_records);

int twocs_limits_find(const char *name) {
  for (int i = 0; i < COLUMNS; i++)
    if (!strcmp(twocs_limits_columns[i].name, name)) return i;
  return -1;
}

void twocs_limits_init(twocs_limits *limits) {
  double *field = (double *)limits;
  for (int i = 0; i < FIELDS; i++) field[i] = twocs_limits_columns[i].initial;
}

/* ---- The published GPUs. */
static void gpu_blank(twocs_limits *limits) { (void)limits; }
static const double MIB = 1048576;
#define SET(field, value) limits->field = (value);
#define GPU(name, like, items, title)                                                                        \
  static void gpu_##name(twocs_limits *limits) {                                                             \
    gpu_##like(limits);                                                                                      \
    items                                                                                                    \
  }
#include "rows/limits_gpus.def"
#undef GPU
#undef SET
#define GPU(name, like, items, title) {#name, title},
const twocs_limits_machine twocs_limits_machines[] = {
#include "rows/limits_gpus.def"
};
#undef GPU
#define GPU(name, like, items, title) gpu_##name,
static void (*const gpus[])(twocs_limits *) = {
#include "rows/limits_gpus.def"
};
#undef GPU
#define GPU(name, ...) #name,
static const char *const names[] = {
#include "rows/limits_gpus.def"
};
#undef GPU
const int twocs_limits_machine_count = (int)(sizeof gpus / sizeof *gpus);

twocs_status twocs_limits_gpu(twocs_limits *limits, const char *name, twocs_error *error) {
  for (int i = 0; i < twocs_limits_machine_count; i++)
    if (!strcmp(names[i], name)) {
      twocs_limits blank;
      twocs_limits_init(&blank);
      memcpy(limits, &blank, offsetof(twocs_limits, months));
      return gpus[i](limits), TWOCS_OK;
    }
  const char *nearest = twocs_nearest(name, twocs_limits_machine_count, names);
  return twocs_fail(error, TWOCS_UNKNOWN, "there is no published GPU \"%s\"%s%s%s", name,
                    nearest ? " (did you mean " : "", nearest ? nearest : "", nearest ? "?)" : "");
}
