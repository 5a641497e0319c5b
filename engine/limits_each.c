/* SPDX-License-Identifier: MIT
 *
 * One question of many cases, on all cores: a map of where linear scaling ends is this. Cases share nothing,
 * so neither their order nor the threads change a bit. */
#include "deal.h"
#include "limits_search.h"

static void answer(void *context, size_t i, int thread) {
  const twocs_limits_job *job = context;
  char *scratch = (char *)job->scratch + (size_t)thread * twocs_limits_scratch_size();
  job->done[i] = TWOCS_LIMITS_UNASKED;
  if (job->cancel && *job->cancel) return;
  const twocs_status status = job->question(&job->limits[i], job->cancel, scratch, &job->point[i], NULL);
  job->done[i] = status == TWOCS_OK       ? TWOCS_LIMITS_ANSWERED
                 : status == TWOCS_CANCEL ? TWOCS_LIMITS_UNASKED
                                          : TWOCS_LIMITS_FAILED;
}

twocs_status twocs_limits_each(const twocs_limits_job *job, twocs_error *error) {
  twocs_limits_job shared = *job;
  twocs_deal(job->n, job->threads > 1 ? job->threads : 1, answer, &shared);
  for (size_t i = 0; i < job->n; i++) /* the first failure is asked again, for its sentence */
    if (job->done[i] == TWOCS_LIMITS_FAILED)
      return job->question(&job->limits[i], NULL, job->scratch, &job->point[i], error);
  for (size_t i = 0; i < job->n; i++)
    if (job->done[i] == TWOCS_LIMITS_UNASKED)
      return twocs_fail(error, TWOCS_CANCEL, "stopped before all %.15g cases were answered", (double)job->n);
  return TWOCS_OK;
}
