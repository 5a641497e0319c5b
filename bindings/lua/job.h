/* SPDX-License-Identifier: MIT
 *
 * A job of the engine, made of the values on a script's stack: the case, the axes and the names of the wanted
 * columns, at 1, 2 and 3. */
#ifndef TWOCS_LUA_JOB_H
#define TWOCS_LUA_JOB_H

#include "core.h"
#include "evaluate/sinks.h"

/* All data of a job, in one userdata; want and out are in another. */
typedef struct job_workspace {
  plan_workspace plan;
  twocs_point point;
  twocs_axis axis[TWOCS_AXES_MOST];
  double **out; /* of each want */
  int *want;
  twocs_job job;
} job_workspace;

/* The values that it leaves on the stack must stay there until the job has run. The caller sets take and
 * sink, and may add up to `spare` wants. */
job_workspace *job_new(lua_State *L, int spare);
/* Runs the job, or raises the engine's error. */
void job_run(lua_State *L, job_workspace *);
/* The same, but under core.keeping Ctrl-C ends the job with what its sink has so far: returns 1. */
int job_run_kept(lua_State *L, job_workspace *);

/* The axes of a job, from a list of lists at this place of the stack. The data that they point to stays on
 * the stack. */
int job_axes(lua_State *L, int lists, twocs_axis axis[]);
/* The same for many jobs, each on one thread, with its rows in the part of that thread. done: for each job,
 * whether it is complete. */
void jobs_run_kept(lua_State *L, int n, twocs_job job[], unsigned char done[]);

/* Conditions on the wants, from a list of { index of a want, relation, value }. The list must stay on the
 * stack, and so must the values that this leaves there. */
twocs_conditions conditions_read(lua_State *L, int list, int wants);

/* For stopped.c: whether core.keeping runs; whether rows are counted; adds points that are finished and
 * kept. */
int job_is_keeping(void);
int job_is_watched(void);
void job_add_points(double done);

#endif
