/* SPDX-License-Identifier: MIT
 *
 * The wall: how far a training run can be scaled before data movement and latency stop it, after ERDI24. The
 * run, device and wall of a point determine everything (rows/wall*.def): the stack, its data, its compute and
 * its batch follow from the width d. Every number of a run is a column like any other, and twocs_eval()
 * computes it for the layout of the point. The search finds the layout that trains the stack fastest on a
 * cluster. The sweep asks, for width after width, for the smallest cluster that is fast enough, and for how
 * much of its peak is still used.
 *
 *   twocs_point point;  twocs_point_init(&point);  point.device = ...;
 *   twocs_wall_run run[TWOCS_WALL_RUNS];  int n;
 *   twocs_wall_sweep(&point, NULL, scratch, run, &n, &error);        // H100: 31 widths
 *   twocs_wall_linear_end(&point, NULL, scratch, run, &error);       // run->c_flop: 2.05e28
 *
 * If something cannot be trained, that is no error: `feasible` is 0, and its layout and results are NaN. */
#ifndef TWOCS_WALL_H
#define TWOCS_WALL_H

#include "twocs.h"

TWOCS_BEGIN

/* One run: its point, with all fields that follow from others filled in, and every row of the wall by its
 * name. */
typedef struct twocs_wall_run {
  twocs_point point;
  double peak;
#define EQ(name, ...) double name;
#include "rows/wall_rows.def"
#undef EQ
} twocs_wall_run;

/* The value of a column in a run; NaN if the search does not compute that column. */
TWOCS_API double twocs_wall_value(const twocs_wall_run *run, int column);
/* Whether a run holds a column as a result, and whether that result needs a layout. */
TWOCS_API int twocs_wall_holds(int column, int *needs_layout);

/* Checks what the search reads, fills in what follows, and computes what needs no layout. Layout and results
 * become NaN, and the run infeasible. */
TWOCS_API twocs_status twocs_wall_settle(const twocs_point *point, twocs_wall_run *run, twocs_error *error);

/* One matmul on one device: weights of rows x columns, `tokens` tokens; gradient: 1 for the gradient of the
 * weights. */
typedef struct twocs_wall_matmul {
  double mem_byte, l2_byte, dsmem_byte, reg_byte, flop; /* moved between two levels; padded work */
  double t_mem, t_l2, t_shared, t_flop;                 /* how long each of these takes */
  double t_mm;                                          /* the longest, plus the launch */
} twocs_wall_matmul;
TWOCS_API twocs_wall_matmul twocs_wall_multiply(const twocs_wall_run *settled, double rows, double columns,
                                                double tokens, int gradient);

/* Evaluates the point's own layout: time, utilisation, memory. It is an error if degrees are not whole
 * numbers, are not the product of their members, or do not divide the stack. feasible is 1 if the memory
 * fits. */
TWOCS_API twocs_status twocs_wall_eval(const twocs_point *point, twocs_wall_run *run, twocs_error *error);

/* Scratch of a search: any memory of that size, aligned for double. */
TWOCS_API size_t twocs_wall_scratch_size(void);
/* The fastest way to spread the point's degrees over the levels; members are not read. */
TWOCS_API twocs_status twocs_wall_place(const twocs_point *point, void *scratch, twocs_wall_run *run,
                                        twocs_error *error);
/* The fastest layout on `gpus` devices, whatever its time. */
TWOCS_API twocs_status twocs_wall_best(const twocs_point *point, double gpus, void *scratch,
                                       twocs_wall_run *run, twocs_error *error);
/* The fastest layout on the smallest cluster that finishes in time. */
TWOCS_API twocs_status twocs_wall_fit(const twocs_point *point, void *scratch, twocs_wall_run *run,
                                      twocs_error *error);

/* A sweep over d up to the first infeasible width, which is left out; run holds up to TWOCS_WALL_RUNS. If
 * *cancel becomes nonzero, it stops early with TWOCS_CANCEL, and keeps what is done. */
enum { TWOCS_WALL_RUNS = 128 };
TWOCS_API twocs_status twocs_wall_sweep(const twocs_point *point, const volatile int *cancel, void *scratch,
                                        twocs_wall_run run[], int *n, twocs_error *error);
/* The first run of a sweep at which linear scaling has ended, because utilisation is at most linear_share of
 * the sustained one; and the last run that is feasible. *run is infeasible if there is none. Both are cheaper
 * than a sweep, because what is far from the edge is not searched to the end. */
TWOCS_API twocs_status twocs_wall_linear_end(const twocs_point *point, const volatile int *cancel,
                                             void *scratch, twocs_wall_run *run, twocs_error *error);
TWOCS_API twocs_status twocs_wall_largest(const twocs_point *point, const volatile int *cancel, void *scratch,
                                          twocs_wall_run *run, twocs_error *error);

/* The same question for many points, on `threads` threads: run[i] is the answer for point[i] if done[i] says
 * so. Scratch is twocs_wall_scratch_size() for each thread. The error reported is that of the first point
 * that has one; the others are answered all the same. */
enum { TWOCS_WALL_UNASKED, TWOCS_WALL_ANSWERED, TWOCS_WALL_FAILED }; /* values of done */
typedef twocs_status (*twocs_wall_question)(const twocs_point *point, const volatile int *cancel,
                                            void *scratch, twocs_wall_run *run, twocs_error *error);
typedef struct twocs_wall_job {
  twocs_wall_question question; /* twocs_wall_linear_end or twocs_wall_largest */
  size_t n;
  const twocs_point *point;
  twocs_wall_run *run;
  unsigned char *done;
  int threads;
  void *scratch;
  const volatile int *cancel;
} twocs_wall_job;
TWOCS_API twocs_status twocs_wall_each(const twocs_wall_job *job, twocs_error *error);

TWOCS_END
#endif
