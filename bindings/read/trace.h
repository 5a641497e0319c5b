/* SPDX-License-Identifier: MIT */
/* A trace of a GPU program, in the JSON of Chrome's tracer as PyTorch's profiler (Kineto) writes it: its GPU
 * kernels, the operators that launched them, its steps. The one thing to know: the text is streamed and never
 * held; what stays is one row for each kernel, and each name and shape once.
 *
 * An operator and its kernels share an "External id", and events come in no order. So the operators' ids are
 * kept until the end of the text, in a table with a limit. Only if this limit, or that of the pool of shapes,
 * is exceeded, the text is read again, and then only operators that launched a kernel are kept. Old profilers
 * write no such ids. There, a kernel and its launch have the same "correlation", and the kernel belongs to
 * the operator that was innermost on the launching thread; finding it takes two more readings. If a text
 * cannot be read again, its kernels stay without operators. */
#ifndef TWOCS_READ_TRACE_H
#define TWOCS_READ_TRACE_H
#include "json.h"
#include "kernels.h"
#include "pool.h"

enum { TWOCS_TRACE_STEPS_MOST = 100000, TWOCS_TRACE_DEVICES_MOST = 256 };

/* A collective as the profiler describes it; zero: not known. */
typedef struct twocs_message {
  double bytes, ranks; /* the larger of what goes in and what comes out, as nccl-tests count */
  twocs_collective_kind kind;
  char type[12];
} twocs_message;

/* An operator with the shapes of its inputs. */
typedef struct twocs_trace_operator {
  uint32_t name, shapes, type; /* the places of their texts in the pool of operators */
  uint32_t message;            /* 1 for the first, 0 for none */
  twocs_kernel kernel;         /* what its kernels do, according to its own name */
  double m, n, k, batch;       /* of a matrix product; 0: this is none, or its shapes are unknown */
} twocs_trace_operator;

typedef struct twocs_trace_kernel {
  int64_t start, duration; /* ns */
  int64_t call;            /* kernels of one call of an operator have the same; INT64_MIN: unknown */
  int64_t correlation;     /* with its launch; INT64_MIN: unknown */
  uint32_t name;           /* in the pool of names */
  uint32_t op, message;    /* 1 for the first, 0 for none */
  uint32_t thread;         /* scratch of the reader */
  int32_t stream;
  uint16_t device; /* into twocs_trace.device */
  uint8_t class, collective;
} twocs_trace_kernel;

typedef struct twocs_trace_step {
  int64_t number, start, end; /* ns; kernels that start in [start, end) are its own */
  int on_device;              /* as the device saw it; else as the launching program did */
} twocs_trace_step;

typedef struct twocs_trace {
  twocs_trace_kernel *kernel;
  uint32_t *order; /* kernels by their start */
  size_t kernels, kernel_capacity;
  twocs_pool names, operators, messages;
  uint8_t *class; /* of each name: class, collective */
  size_t class_capacity;
  twocs_trace_operator *op;
  size_t op_capacity;
  twocs_trace_step *step;
  size_t steps, step_capacity;
  int64_t device[TWOCS_TRACE_DEVICES_MOST]; /* their numbers */
  size_t devices;
  int64_t rank, world; /* -1: the trace does not say */
  size_t events, passes;
  char gpu[64]; /* the first device's name, "" if the trace does not say */
} twocs_trace;

/* The source of the text. If rewind is NULL or returns nonzero, there is only one reading. */
typedef struct twocs_trace_source {
  twocs_json_more *more;
  int (*rewind)(void *source);
  void *source;
} twocs_trace_source;

/* 0; or -1 with one sentence and its line in message, and nothing to close. */
int twocs_trace_read(twocs_trace *, const twocs_trace_source *, char *message, size_t size);
void twocs_trace_close(twocs_trace *);

twocs_message twocs_trace_message(const twocs_trace *, uint32_t number);

/* A part of a trace: the kernels that start in [from, to), of one device. */
typedef struct twocs_trace_part {
  int64_t from, to; /* ns */
  int device;       /* into twocs_trace.device; -1: all */
} twocs_trace_part;

/* The whole: from INT64_MIN, to INT64_MAX, device -1. */
int twocs_trace_is_in(const twocs_trace_part *, const twocs_trace_kernel *);

/* How many kernels start before this time, which is the place in trace.order where later kernels begin. */
size_t twocs_trace_from(const twocs_trace *, int64_t time);

/* How the time of one device was spent, in ns. */
typedef struct twocs_trace_overlap {
  int64_t device, kernels;
  int64_t span;                   /* from the first start to the last end */
  int64_t compute, communication; /* at least one such kernel ran; copies are neither */
  int64_t overlapped, exposed;    /* communication with, and without, concurrent computation */
  int64_t copy;                   /* nothing but copies ran */
  int64_t idle;                   /* nothing ran */
} twocs_trace_overlap;

/* One row for each device that has kernels in the part, in the order of twocs_trace.device; returns how
 * many. */
size_t twocs_trace_overlaps(const twocs_trace *, const twocs_trace_part *,
                            twocs_trace_overlap row[TWOCS_TRACE_DEVICES_MOST]);

/* Kernels that do the same work: of the same class, operator, shapes and message, and of the same name where
 * the operator or its shapes are unknown. */
typedef struct twocs_trace_group {
  uint32_t kernel;                      /* one of them: the longest */
  int64_t kernels, calls, total, least; /* least: of the sums over the kernels of a call; ns */
} twocs_trace_group;

/* The groups of a part. Both scratch arrays hold as many numbers as there are kernels; when it
 * returns the first holds the kernels of the part, group by group. group NULL: only counts. */
size_t twocs_trace_groups(const twocs_trace *, const twocs_trace_part *, uint32_t *scratch, uint32_t *more,
                          twocs_trace_group *group);

/* A stable sort of numbers; it takes linear time if they are sorted already. */
typedef int twocs_before(const void *rows, uint32_t a, uint32_t b);
void twocs_order(uint32_t *order, uint32_t *scratch, size_t n, twocs_before *before, const void *rows);
#endif
