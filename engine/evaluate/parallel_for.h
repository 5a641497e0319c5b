/* SPDX-License-Identifier: MIT
 *
 * Independent tasks on all cores. It and grid.c know OpenMP, and no other file. */
#ifndef TWOCS_PARALLEL_FOR_H
#define TWOCS_PARALLEL_FOR_H
#include <stddef.h>

/* Runs task(context, i, thread) for every i below `tasks`, thread from 0 to threads - 1; in no order. */
typedef void (*twocs_task)(void *context, size_t task, int thread);
void twocs_parallel_for(size_t tasks, int threads, twocs_task task, void *context);
#endif
