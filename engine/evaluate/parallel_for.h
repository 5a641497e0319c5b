/* SPDX-License-Identifier: MIT
 *
 * Independent tasks on all cores. Only parallel_for.c and grid.c use OpenMP. */
#ifndef TWOCS_PARALLEL_FOR_H
#define TWOCS_PARALLEL_FOR_H
#include <stddef.h>

/* Runs task(context, i, thread) for every i below `tasks`, in any order; thread is from 0 to threads - 1. */
typedef void (*twocs_task)(void *context, size_t task, int thread);
void twocs_parallel_for(size_t tasks, int threads, twocs_task task, void *context);
#endif
