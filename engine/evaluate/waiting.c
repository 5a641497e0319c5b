/* SPDX-License-Identifier: MIT
 *
 * Columns that wait for a job's sifts: all except those that a sift looks at, and those that these read in
 * turn. */
#include "evaluate/nest.h"
#include <string.h>

/* A column waits for no more sifts than what needs it. */
static void wait(unsigned char waits[], int k, int sifts) {
  if (waits[k] > sifts) waits[k] = (unsigned char)sifts;
}

/* From the last column to the first, because a column reads only columns above it. */
void twocs_waiting_find(struct nest *nest) {
  const twocs_job *job = nest->job;
  unsigned char *waits = nest->waits;
  const int sifts = job->sift ? job->sifts : 0;
  memset(waits, sifts, COLUMNS);
  for (int s = 0; s < sifts; s++)
    for (int i = 0; i < job->sifted[s]; i++) wait(waits, job->want[i], s);
  for (int i = nest->needs - 1; sifts && i >= 0; i--) {
    const int k = nest->needed[i];
    if (waits[k] == sifts) continue;
    wait(waits, nest->twin[k], waits[k]);
    if (!nest->formula[k] || nest->twin[k] != k) continue;
    if (twocs_filler[k].by == BY_SUPPORT) { /* it looks at all that its result reads */
      memset(waits, 0, COLUMNS);
      return;
    }
    const struct reading r = nest_reading(nest, k);
    for (int n = 0; n < r.count; n++) wait(waits, reading_at(&r, n), waits[k]);
  }
}
