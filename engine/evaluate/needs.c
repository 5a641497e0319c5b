/* SPDX-License-Identifier: MIT
 *
 * Walks over the columns from the last to the first, because a column reads only columns above it. */
#include "evaluate/needs.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Most fields pass here, in a few instructions; the others get the full check. 0, the first word, is valid
 * for every choice. */
static inline int plainly_good(const twocs_column *f, double x) {
  if (f->kind & TWOCS_CHOICE) return x == 0;
  if (!(x >= f->least && x <= f->most)) return 0;
  return !(f->kind & TWOCS_COUNT) || (x <= 0x1p62 && x == (double)(long long)x);
}

/* A field without a value follows its formula; a field without a formula is missing only if something needs
 * it. */
static twocs_status fields_check(const twocs_job *job, const signed char moved[], needs *set,
                                 twocs_error *error) {
  const double *base = (const double *)job->base;
  for (int k = 0; k < twocs_field_count; k++) {
    const int is_moved = moved && moved[k] > 0;
    if (!is_moved && isnan(base[k])) continue;
    set->given[k] = 1;
    if (is_moved || plainly_good(&twocs_columns[k], base[k])) continue;
    const twocs_status status = twocs_field_check(k, base[k], error);
    if (status) return status;
  }
  return TWOCS_OK;
}

/* Names all missing fields, in the order of the rows, or as many as a sentence holds. */
static twocs_status fail_missing(const unsigned char missing[], twocs_error *error) {
  char names[200] = "";
  size_t used = 0;
  int k = 0;
  for (; k < twocs_field_count && used < sizeof names - 40; k++) {
    if (!missing[k]) continue;
    const char *record = twocs_record_name(k), *name = twocs_columns[k].name;
    used += (size_t)snprintf(names + used, sizeof names - used, "%s%s.%s", used ? ", " : "", record, name);
  }
  while (k < twocs_field_count && !missing[k]) k++;
  return twocs_fail(error, TWOCS_GIVEN,
                    "not given: %s%s; a case needs a device, or at least these fields of a device", names,
                    k < twocs_field_count ? " ..." : "");
}

static twocs_status wants_put(const twocs_job *job, needs *set, twocs_error *error) {
  for (int i = 0; i < job->wants; i++) {
    if (job->want[i] < 0 || job->want[i] >= COLUMNS)
      return twocs_fail(error, TWOCS_UNKNOWN, "want %d is not a column", i + 1);
    set->needed[job->want[i]] = 1;
  }
  return TWOCS_OK;
}

twocs_status twocs_needs_find(const twocs_job *job, const signed char moved[], needs *set,
                              twocs_error *error) {
  unsigned char missing[COLUMNS] = {0};
  int missed = 0;
  memset(set, 0, sizeof *set);
  twocs_status status = fields_check(job, moved, set, error);
  if (!status) status = wants_put(job, set, error);
  if (status) return status;
  const twocs_plan *plan = job->plan;
  unsigned char *restrict needed = set->needed;
  for (int k = COLUMNS - 1; k >= 0; k--) {
    if (!needed[k] || set->given[k]) continue;
    const struct reading r = twocs_reading(plan, k);
    if (twocs_filler[k].by == BY_NOBODY) missing[k] = 1, missed = 1;
    for (int i = 0; i < r.count; i++) needed[reading_at(&r, i)] = 1;
  }
  return missed ? fail_missing(missing, error) : TWOCS_OK;
}

/* 1 if a wanted column may depend on a field that has neither value nor formula. */
static int may_miss(const twocs_job *job, const needs *set) {
  uint64_t missing[REACH_WORDS] = {0}, met = 0;
  for (int k = 0; k < twocs_field_count; k++)
    if (!set->given[k] && twocs_filler[k].by == BY_NOBODY) missing[k / 64] |= (uint64_t)1 << k % 64;
  for (int i = 0; i < job->wants && !met; i++)
    for (int w = 0; w < REACH_WORDS; w++) met |= missing[w] & twocs_reach[job->want[i]][w];
  return met != 0;
}

twocs_status twocs_needs_given(const twocs_job *job, const signed char moved[], needs *set,
                               twocs_error *error) {
  memset(set->given, 0, sizeof set->given);
  return fields_check(job, moved, set, error);
}

twocs_status twocs_needs_met(const twocs_job *job, const signed char moved[], needs *set,
                             twocs_error *error) {
  int known = 1;
  for (int i = 0; i < job->wants; i++) known &= job->want[i] >= 0 && job->want[i] < COLUMNS;
  return known && !may_miss(job, set) ? TWOCS_OK : twocs_needs_find(job, moved, set, error);
}
