/* SPDX-License-Identifier: MIT
 *
 * Columns that wait for a job's sift: all but what it looks at, and what that reads in turn. */
#include "evaluate/nest.h"
#include <string.h>

/* From the last column to the first, since a column reads only those above it. */
void twocs_waiting_find(struct nest *nest) {
  const twocs_job *job = nest->job;
  unsigned char *waits = nest->waits;
  memset(waits, job->sift != NULL, COLUMNS);
  for (int i = 0; job->sift && i < job->sifted; i++) waits[job->want[i]] = 0;
  for (int i = nest->needs - 1; job->sift && i >= 0; i--) {
    const int k = nest->needed[i];
    if (waits[k]) continue;
    waits[nest->twin[k]] = 0;
    if (!nest->formula[k] || nest->twin[k] != k) continue;
    if (twocs_filler[k].by == BY_SUPPORT) { /* it looks at all that its result reads */
      memset(waits, 0, COLUMNS);
      return;
    }
    const struct reading r = nest_reading(nest, k);
    for (int n = 0; n < r.count; n++) waits[reading_at(&r, n)] = 0;
  }
}
