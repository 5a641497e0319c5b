/* SPDX-License-Identifier: MIT
 *
 * Data movement limits: how far a training run can be scaled before data movement and latency stop it, after
 * ERDI24. A twocs_limits holds a GPU, a network, a run and the laws of shape and batch, doubles all the way
 * (rows/limits*.def); from its d_model follow the model, its data, its compute and its batch. The search
 * finds the layout that trains it fastest on a cluster; the sweep asks, width after width, for the smallest
 * cluster that is fast enough, and how much of its peak is still used.
 *
 *   twocs_limits limits;  twocs_limits_init(&limits);
 *   twocs_limits_gpu(&limits, "h100_sxm5", &error);
 *   twocs_limits_point point[TWOCS_LIMITS_POINTS];  int n;
 *   twocs_limits_sweep(&limits, NULL, scratch, point, &n, &error);      // 31 widths
 *   twocs_limits_linear_end(&limits, NULL, scratch, point, &error);     // point->shape.c_flop: 2.05e28
 *
 * What cannot be trained is no error: `feasible` is 0 and its results are NaN. */
#ifndef TWOCS_LIMITS_H
#define TWOCS_LIMITS_H

#include "twocs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is put in: NaN where a field follows. In the order of the rows. */
typedef struct twocs_limits {
#define FIELD(name, ...) double name;
#define GIVEN(name, ...) double name;
#define FOLLOWS(name, ...) double name;
#define CHOICE(name, ...) double name;
#define EQ(name, ...)
#include "rows/limits.def"
#include "rows/limits_shape.def"
#include "rows/limits_closed.def"
#undef FIELD
#undef GIVEN
#undef FOLLOWS
#undef CHOICE
#undef EQ
} twocs_limits;

/* What follows without a layout. */
typedef struct twocs_limits_shape {
#define FIELD(...)
#define FOLLOWS(...)
#define CHOICE(...)
#define EQ(name, ...) double name;
#include "rows/limits_shape.def"
#include "rows/limits_closed.def"
#undef FIELD
#undef FOLLOWS
#undef CHOICE
#undef EQ
} twocs_limits_shape;

enum { TWOCS_LIMITS_LEVELS = 4 };

typedef struct twocs_limits_layout {
#define DEGREE(name, meaning) double name##_n0, name##_n1, name##_n2, name##_n3;
#define SETTING(name, ...) double name;
#include "rows/limits_layout.def"
#undef DEGREE
#undef SETTING
} twocs_limits_layout;

typedef struct twocs_limits_result {
#define DEGREE(name, meaning) double name;
#define SETTING(...)
  double feasible; /* 1, or 0: there is no such run, and the rest is NaN */
  double gpus, ties;
#include "rows/limits_layout.def"
#undef DEGREE
#undef SETTING
#define EQ(name, ...) double name;
#include "rows/limits_work.def"
  double t_tp, t_ppep, t_dp, lat_tp, lat_ppep, lat_dp;
#include "rows/limits_time.def"
#include "rows/limits_memory.def"
#include "rows/limits_result.def"
#undef EQ
} twocs_limits_result;

/* One run with all that is known of it: limits.* here are settled, no field follows any more. */
typedef struct twocs_limits_point {
  twocs_limits limits;
  twocs_limits_shape shape;
  twocs_limits_layout layout;
  twocs_limits_result result;
} twocs_limits_point;

/* The doubles of a point in their order, and the records they stand in: limits, shape, layout, result. */
TWOCS_API extern const twocs_column twocs_limits_columns[];
TWOCS_API extern const int twocs_limits_column_count, twocs_limits_field_count;
TWOCS_API extern const twocs_record twocs_limits_records[];
TWOCS_API extern const int twocs_limits_record_count;
/* The column of that name, or -1. */
TWOCS_API int twocs_limits_find(const char *name);

/* The published GPUs, in their order. */
typedef struct twocs_limits_machine {
  const char *name, *title;
} twocs_limits_machine;
TWOCS_API extern const twocs_limits_machine twocs_limits_machines[];
TWOCS_API extern const int twocs_limits_machine_count;

/* Every field to its initial value. */
TWOCS_API void twocs_limits_init(twocs_limits *limits);
/* Checks one value of a field: in bounds, whole where it counts. NaN passes where the field follows. */
TWOCS_API twocs_status twocs_limits_field_check(int column, double value, twocs_error *error);
/* The machine, which is all fields before `months`, becomes a published GPU and its network. */
TWOCS_API twocs_status twocs_limits_gpu(twocs_limits *limits, const char *name, twocs_error *error);
/* Checks every field, fills in what follows, and writes limits and shape of *point; layout and result become
 * NaN and infeasible. */
TWOCS_API twocs_status twocs_limits_settle(const twocs_limits *limits, twocs_limits_point *point,
                                           twocs_error *error);

/* One matmul on one GPU: weights rows x columns, `tokens` of them; gradient: 1 for that of the weights. */
typedef struct twocs_limits_matmul {
  double mem_byte, l2_byte, dsmem_byte, reg_byte, flop; /* moved between two levels; padded work */
  double t_mem, t_l2, t_shared, t_flop;                 /* what each of them takes */
  double t_mm;                                          /* the longest, and the latency */
} twocs_limits_matmul;
TWOCS_API twocs_limits_matmul twocs_limits_multiply(const twocs_limits_point *settled, double rows,
                                                    double columns, double tokens, int gradient);

/* Evaluates *layout: time, utilisation, memory. It is an error where degrees are no whole numbers or the
 * pipeline does not divide the layers; feasible is 1 where the memory fits. */
TWOCS_API twocs_status twocs_limits_eval(const twocs_limits *limits, const twocs_limits_layout *layout,
                                         twocs_limits_point *point, twocs_error *error);

/* Scratch of a search: any memory of that size, aligned for double. */
TWOCS_API size_t twocs_limits_scratch_size(void);
/* The fastest way of spreading the degrees of *layout over the levels; at which level its members stand does
 * not matter. */
TWOCS_API twocs_status twocs_limits_place(const twocs_limits *limits, const twocs_limits_layout *layout,
                                          void *scratch, twocs_limits_point *point, twocs_error *error);
/* The fastest layout on `gpus` GPUs, whatever its time. */
TWOCS_API twocs_status twocs_limits_best(const twocs_limits *limits, double gpus, void *scratch,
                                         twocs_limits_point *point, twocs_error *error);
/* The fastest layout on the smallest cluster that is done in time. */
TWOCS_API twocs_status twocs_limits_fit(const twocs_limits *limits, void *scratch, twocs_limits_point *point,
                                        twocs_error *error);

/* A sweep over d_model up to the first infeasible width, which is left out; point has room for
 * TWOCS_LIMITS_POINTS. It stops early, with TWOCS_CANCEL and what is done kept, where *cancel becomes
 * nonzero. */
enum { TWOCS_LIMITS_POINTS = 128 };
TWOCS_API twocs_status twocs_limits_sweep(const twocs_limits *limits, const volatile int *cancel,
                                          void *scratch, twocs_limits_point point[], int *n,
                                          twocs_error *error);
/* The first point of a sweep at which linear scaling has ended: utilisation is at most linear_share of the
 * sustained one. Then the last that is feasible. *point is infeasible where there is none. Cheaper than a
 * sweep: what is far from the edge is not searched to the end. */
TWOCS_API twocs_status twocs_limits_linear_end(const twocs_limits *limits, const volatile int *cancel,
                                               void *scratch, twocs_limits_point *point, twocs_error *error);
TWOCS_API twocs_status twocs_limits_largest(const twocs_limits *limits, const volatile int *cancel,
                                            void *scratch, twocs_limits_point *point, twocs_error *error);

/* The same question of many cases, on `threads` threads: point[i] answers limits[i] where done[i] says so.
 * Scratch is twocs_limits_scratch_size() for each thread. The error told is that of the first case that has
 * one; the others are answered all the same. */
enum { TWOCS_LIMITS_UNASKED, TWOCS_LIMITS_ANSWERED, TWOCS_LIMITS_FAILED }; /* of done */
typedef twocs_status (*twocs_limits_question)(const twocs_limits *limits, const volatile int *cancel,
                                              void *scratch, twocs_limits_point *point, twocs_error *error);
typedef struct twocs_limits_job {
  twocs_limits_question question; /* twocs_limits_linear_end or twocs_limits_largest */
  size_t n;
  const twocs_limits *limits;
  twocs_limits_point *point;
  unsigned char *done;
  int threads;
  void *scratch;
  const volatile int *cancel;
} twocs_limits_job;
TWOCS_API twocs_status twocs_limits_each(const twocs_limits_job *job, twocs_error *error);

#ifdef __cplusplus
}
#endif
#endif
