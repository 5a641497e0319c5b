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

void twocs_parallel_for(size_t tasks, int threads, twocs_task task, void *context) {
  (void)threads;
#pragma omp parallel for schedule(dynamic) num_threads(threads) if (threads > 1)
  for (size_t i = 0; i < tasks; i++)
#ifdef _OPENMP
    task(context, i, omp_get_thread_num());
#else
    task(context, i, 0);
#endif
}
