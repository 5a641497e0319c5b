/* SPDX-License-Identifier: MIT
 *
 * A job of the engine made of the values on a script's stack: the case, the axes and the names of the wanted
 * columns, at 1, 2 and 3. */
#ifndef TWOCS_LUA_JOB_H
#define TWOCS_LUA_JOB_H

#include "core.h"
#include "evaluate/sinks.h"

/* Everything a job needs; lives in one userdata, want and out in another. */
typedef struct job_workspace {
  plan_workspace plan;
  twocs_point point;
  twocs_axis axis[TWOCS_AXES_MOST];
  double **out; /* of each want */
  int *want;
  twocs_job job;
} job_workspace;

/* What it leaves on the stack must stay there until the job has run. The caller sets take and sink, and may
 * add as many wants as it says to spare. */
job_workspace *job_new(lua_State *L, int spare);
/* Runs it, or raises what the engine says. */
void job_run(lua_State *L, job_workspace *);
/* The same, but under core.keeping Ctrl-C ends it with what its sink has: then 1. */
int job_run_kept(lua_State *L, job_workspace *);

/* The axes of a job, of a list of lists at this place of the stack, on which what they point to stays. */
int job_axes(lua_State *L, int lists, twocs_axis axis[]);
/* The same of many jobs, each on one thread, its rows in the part of that thread. done: by job, whether it is
 * whole. */
void jobs_run_kept(lua_State *L, int n, twocs_job job[], unsigned char done[]);

/* Conditions on the wants, a list of { place among them, relation, value }; it must stay on the stack, like
 * what this leaves there. */
twocs_conditions conditions_read(lua_State *L, int list, int wants);

/* For stopped.c: whether core.keeping runs; whether rows are counted; points that are done and kept. */
int job_is_keeping(void);
int job_is_watched(void);
void job_add_points(double done);

#endif
