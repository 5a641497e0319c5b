/* SPDX-License-Identifier: MIT
 *
 * Which reads of a column with guards count; the others are only multiplied by a constant 0. This is found
 * once for a nest, because most other facts about its columns follow from their reads. */
#include "evaluate/nest.h"
#include <string.h>

/* Guards are in the order of the reads, after the guards of the column itself. */
static void reads_sort(struct nest *nest, int k, short at) {
  const struct reading r = twocs_reading(nest->job->plan, k);
  const struct guard *guard = twocs_guards + twocs_guard_begin[k];
  const struct guard *end = twocs_guards + twocs_guard_begin[k + 1];
  struct counting *of = &nest->counting[k];
  short idle[GUARDED_READS_MOST];
  *of = (struct counting){.at = at};
  while (guard < end && guard->read == k) guard++;
  for (int i = 0; i < r.count; i++) {
    int idles = 0;
    for (; guard < end && guard->read == r.column[i]; guard++) idles |= nest->known.zero[guard->by];
    if (idles)
      idle[of->idle++] = r.column[i];
    else
      nest->guarded[at + of->counts++] = r.column[i];
  }
  memcpy(nest->guarded + at + of->counts, idle, (size_t)of->idle * sizeof *idle);
}

void twocs_counting_find(struct nest *nest) {
  short at = 0;
  for (int i = 0; i < nest->needs; i++) {
    const int k = nest->needed[i];
    nest->counting[k].at = -1;
    if (!nest->formula[k] || twocs_guard_begin[k] == twocs_guard_begin[k + 1]) continue;
    reads_sort(nest, k, at);
    at = (short)(at + nest->counting[k].counts + nest->counting[k].idle);
  }
}
