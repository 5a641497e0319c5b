/* SPDX-License-Identifier: MIT
 *
 * When two questions are the same, and the steps of a cached order. */
#include "evaluate/cached_order.h"
#include <string.h>

size_t twocs_cached_order_size(void) { return sizeof(twocs_cached_order); }

twocs_cached_order *twocs_cached_order_in(void *bytes) {
  twocs_cached_order *cached = bytes;
  cached->wants = 0;
  return cached;
}

/* A law that is a function of a script may ask a question itself, and would find the cached order half
 * walked. */
int twocs_cached_order_fits(const twocs_job *job) {
  int fits = job->wants <= COLUMNS && !job->plan->bases;
  for (int f = 0; f < TWOCS_FAMILIES; f++) fits &= !job->plan->law[f].serial;
  return fits;
}

int twocs_cached_order_same(const twocs_cached_order *cached, const twocs_job *job, const needs *set) {
  const twocs_plan *plan = job->plan;
  if (cached->wants != job->wants || memcmp(cached->given, set->given, (size_t)twocs_field_count)) return 0;
  for (int f = 0; f < TWOCS_FAMILIES; f++)
    if (cached->items[f] != plan->items[f] ||
        memcmp(cached->item[f], plan->item[f], (size_t)plan->items[f]) != 0)
      return 0;
  return !memcmp(cached->want, job->want, (size_t)job->wants * sizeof *job->want);
}

void twocs_cached_order_begin(twocs_cached_order *cached, const twocs_job *job, const needs *set) {
  memset(cached->looked, 0, sizeof cached->looked);
  cached->whole = cached->steps = 0;
  cached->wants = job->wants;
  memcpy(cached->want, job->want, (size_t)job->wants * sizeof *job->want);
  memcpy(cached->given, set->given, sizeof cached->given);
  for (int f = 0; f < TWOCS_FAMILIES; f++) {
    cached->items[f] = job->plan->items[f];
    memcpy(cached->item[f], job->plan->item[f], (size_t)job->plan->items[f]);
  }
}

void twocs_cached_order_cut(twocs_cached_order *cached, int step) {
  for (int i = step; i < cached->steps; i++) cached->looked[cached->step[i] % TWOCS_COLUMNS_MOST] = 0;
  cached->steps = step;
}
