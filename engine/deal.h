/* SPDX-License-Identifier: MIT
 *
 * Independent tasks on all cores. grid.c has it, for it alone knows threads. */
#ifndef TWOCS_DEAL_H
#define TWOCS_DEAL_H
#include <stddef.h>

/* Runs task(context, i, thread) for every i below `tasks`, thread from 0 to threads - 1; in no order. */
typedef void (*twocs_task)(void *context, size_t task, int thread);
void twocs_deal(size_t tasks, int threads, twocs_task task, void *context);
#endif
