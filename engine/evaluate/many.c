/* SPDX-License-Identifier: MIT
 *
 * Many jobs, each on one thread. A job of a few thousand rows spends half its time in preparation, which no
 * other thread can help with; with many jobs, each thread prepares its own. */
#include "evaluate/parallel_for.h"
#include "rows/rows.h"

typedef struct many {
  const twocs_job *job;
  char *scratch;
  twocs_error *error;
} many;

static void run_one(void *context, size_t i, int thread) {
  const many *m = context;
  twocs_job job = m->job[i];
  job.threads = 1, job.part = thread, job.scratch = m->scratch + twocs_scratch_size(1) * (size_t)thread;
  m->error[i].status = TWOCS_OK;
  twocs_run(&job, &m->error[i]);
}

void twocs_run_many(size_t jobs, const twocs_job job[], int threads, void *scratch, twocs_error error[]) {
  many m = {job, scratch, error};
  int serial = 0;
  for (size_t i = 0; i < jobs; i++) serial |= twocs_plan_serial(job[i].plan);
  twocs_parallel_for(jobs, serial ? 1 : threads, run_one, &m);
}
