/* SPDX-License-Identifier: MIT
 *
 * Checks the values of axes before anything is computed. A sampling job has as many values as rows, so a
 * first pass, on all cores, only finds out whether any value is wrong. If so, a second pass looks at the
 * values one by one and writes the sentence. */
#include "evaluate/nest.h"
#include "evaluate/parallel_for.h"
#include <math.h>
#include <string.h>

enum { PIECE = 1 << 14 };

size_t twocs_rows(int axes, const twocs_axis axis[]) {
  size_t rows = 1;
  for (int a = 0; a < axes; a++) {
    if (axis[a].size && rows > SIZE_MAX / axis[a].size) return SIZE_MAX;
    rows *= axis[a].size;
  }
  return rows;
}

/* 0: all values are finite, in bounds, and whole where the field counts. It may return 1 for values that the
 * field check accepts. */
static int suspicious(const twocs_column *field, const double value[], size_t n) {
  const double least = field->least, most = field->most;
  int bad = 0;
  if (field->kind & TWOCS_COUNT)
    for (size_t r = 0; r < n; r++) {
      const double x = value[r], nearest = (x + 0x1.8p52) - 0x1.8p52;
      bad |= !(x >= least) | !(x <= most) | (nearest != x);
    }
  else
    for (size_t r = 0; r < n; r++) bad |= !(value[r] >= least) | !(value[r] <= most);
  return bad;
}

typedef struct scan {
  const twocs_axis *axis;
  int bad;
} scan;

static void scan_piece(void *context, size_t piece, int thread) {
  scan *s = context;
  (void)thread;
  const size_t begin = piece * PIECE, left = s->axis->size - begin;
  int bad = 0;
  for (int i = 0; i < s->axis->count; i++)
    bad |=
        suspicious(&twocs_columns[s->axis->field[i]], s->axis->value[i] + begin, left < PIECE ? left : PIECE);
  if (!bad) return;
  /* All threads that write it write the same value. */
  __atomic_store_n(&s->bad, 1, __ATOMIC_RELAXED);
}

static twocs_status values_check(const twocs_axis *axis, int threads, twocs_error *error) {
  scan s = {axis, 0};
  const size_t pieces = (axis->size + PIECE - 1) / PIECE;
  twocs_parallel_for(pieces, pieces > 4 && threads > 1 ? threads : 1, scan_piece, &s);
  for (int i = 0; s.bad && i < axis->count; i++)
    for (size_t r = 0; r < axis->size; r++) {
      const twocs_status status = twocs_field_check(axis->field[i], axis->value[i][r], error);
      if (status) return status;
      if (isnan(axis->value[i][r]))
        return twocs_fail(error, TWOCS_NUMBER, "an axis has no value for %s",
                          twocs_columns[axis->field[i]].name);
    }
  return TWOCS_OK;
}

twocs_status twocs_axes_mark(const twocs_job *job, signed char moved[COLUMNS], twocs_error *error) {
  memset(moved, 0, COLUMNS);
  for (int a = 0; a < job->axes; a++)
    for (int i = 0; i < job->axis[a].count; i++) {
      const int field = job->axis[a].field[i];
      if (field < 0 || field >= twocs_field_count)
        return twocs_fail(error, TWOCS_UNKNOWN, "axis %d does not change a known field", a + 1);
      if (moved[field])
        return twocs_fail(error, TWOCS_RANGE, "two axes change %s", twocs_columns[field].name);
      moved[field] = (signed char)(a + 1);
    }
  return TWOCS_OK;
}

twocs_status twocs_axes_check(const twocs_job *job, twocs_error *error) {
  twocs_status status = TWOCS_OK;
  for (int a = 0; a < job->axes && !status; a++) status = values_check(&job->axis[a], job->threads, error);
  return status;
}
