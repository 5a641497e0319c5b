/* SPDX-License-Identifier: MIT
 *
 * What makes two questions the same, and the steps of a trail. */
#include "evaluate/trail.h"
#include <string.h>

size_t twocs_trail_size(void) { return sizeof(twocs_trail); }

/* A law that is a function of a script may itself ask, and find the trail half walked. */
int twocs_trail_fits(const twocs_job *job) {
  int fits = job->wants <= COLUMNS && !job->plan->bases;
  for (int f = 0; f < TWOCS_FAMILIES; f++) fits &= !job->plan->law[f].serial;
  return fits;
}

int twocs_trail_same(const twocs_trail *trail, const twocs_job *job, const needs *set) {
  const twocs_plan *plan = job->plan;
  if (trail->wants != job->wants || memcmp(trail->given, set->given, (size_t)twocs_field_count)) return 0;
  for (int f = 0; f < TWOCS_FAMILIES; f++)
    if (trail->items[f] != plan->items[f] ||
        memcmp(trail->item[f], plan->item[f], (size_t)plan->items[f]) != 0)
      return 0;
  return !memcmp(trail->want, job->want, (size_t)job->wants * sizeof *job->want);
}

void twocs_trail_begin(twocs_trail *trail, const twocs_job *job, const needs *set) {
  memset(trail, 0, offsetof(twocs_trail, step));
  trail->wants = job->wants;
  memcpy(trail->want, job->want, (size_t)job->wants * sizeof *job->want);
  memcpy(trail->given, set->given, sizeof trail->given);
  for (int f = 0; f < TWOCS_FAMILIES; f++) {
    trail->items[f] = job->plan->items[f];
    memcpy(trail->item[f], job->plan->item[f], (size_t)job->plan->items[f]);
  }
}

void twocs_trail_cut(twocs_trail *trail, int step) {
  for (int i = step; i < trail->steps; i++) trail->looked[trail->step[i] % TWOCS_COLUMNS_MOST] = 0;
  trail->steps = step;
}
