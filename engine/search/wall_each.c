/* SPDX-License-Identifier: MIT
 *
 * One question for many cases, on all cores; a map of where linear scaling ends is such a question. Cases
 * share nothing, so neither their order nor the number of threads changes a bit of the results. */
#include "evaluate/parallel_for.h"
#include "search/wall_tables.h"

static void answer(void *context, size_t i, int thread) {
  const twocs_wall_job *job = context;
  char *scratch = (char *)job->scratch + (size_t)thread * twocs_wall_scratch_size();
  job->done[i] = TWOCS_WALL_UNASKED;
  if (job->cancel && *job->cancel) return;
  const twocs_status status = job->question(&job->point[i], job->cancel, scratch, &job->run[i], NULL);
  job->done[i] = status == TWOCS_OK       ? TWOCS_WALL_ANSWERED
                 : status == TWOCS_CANCEL ? TWOCS_WALL_UNASKED
                                          : TWOCS_WALL_FAILED;
}

twocs_status twocs_wall_each(const twocs_wall_job *job, twocs_error *error) {
  twocs_wall_job shared = *job;
  twocs_parallel_for(job->n, job->threads > 1 ? job->threads : 1, answer, &shared);
  for (size_t i = 0; i < job->n; i++) /* the first failure is asked again for its sentence */
    if (job->done[i] == TWOCS_WALL_FAILED)
      return job->question(&job->point[i], NULL, job->scratch, &job->run[i], error);
  for (size_t i = 0; i < job->n; i++)
    if (job->done[i] == TWOCS_WALL_UNASKED)
      return twocs_fail(error, TWOCS_CANCEL, "stopped before all %.15g cases were evaluated", (double)job->n);
  return TWOCS_OK;
}
