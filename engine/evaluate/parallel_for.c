/* SPDX-License-Identifier: MIT
 *
 * Independent tasks on all cores. */
#include "evaluate/parallel_for.h"
#include "twocs.h"
#ifdef _OPENMP
#include <omp.h>
#endif

int twocs_threads(void) {
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}

/* One thread does not use OpenMP, which asks the system each time. */
void twocs_parallel_for(size_t tasks, int threads, twocs_task task, void *context) {
  for (size_t i = 0; threads <= 1 && i < tasks; i++) task(context, i, 0);
  if (threads <= 1) return;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
  for (size_t i = 0; i < tasks; i++)
#ifdef _OPENMP
    task(context, i, omp_get_thread_num());
#else
    task(context, i, 0);
#endif
}
