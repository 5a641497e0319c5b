/* SPDX-License-Identifier: MIT */
/* What is measured, and the machine it is measured on. A shape is one operator with its sizes; a backend is a
 * machine that can prepare shapes and time them. The one thing to know: a backend times a list of operators,
 * one after the other, so the same call measures a layer and a GEMM. */
#ifndef TWOCS_PROFILE_BACKEND_H
#define TWOCS_PROFILE_BACKEND_H
#include "clock.h"

typedef enum twocs_op {
  TWOCS_GEMM,
  TWOCS_BATCHED_GEMM,
  TWOCS_SOFTMAX,
  TWOCS_LAYERNORM,
  TWOCS_GELU,
  TWOCS_RESIDUAL_ADD,
  TWOCS_COPY,
  TWOCS_SOFTMAX_BACK,
  TWOCS_LAYERNORM_BACK,
  TWOCS_GELU_BACK,
  TWOCS_ALL_REDUCE,
  TWOCS_LAUNCH,
  TWOCS_OPS
} twocs_op;

typedef enum twocs_sizes {
  TWOCS_TAKES_GEMM, /* x, m, n, k */
  TWOCS_TAKES_ROWS, /* rows, width */
  TWOCS_TAKES_BYTE, /* byte */
  TWOCS_TAKES_NONE
} twocs_sizes;

typedef struct twocs_operator {
  const char *name;
  twocs_sizes takes;
  double flop;  /* for each element of a row operator */
  double moved; /* how often each element is read or written */
  const char *meaning;
} twocs_operator;

extern const twocs_operator twocs_operators[TWOCS_OPS];

typedef enum twocs_dtype { TWOCS_FP32, TWOCS_BF16, TWOCS_FP16, TWOCS_FP8, TWOCS_DTYPES } twocs_dtype;
extern const char *const twocs_dtype_names[TWOCS_DTYPES];
double twocs_dtype_size(twocs_dtype);

typedef struct twocs_shape {
  twocs_op op;
  twocs_dtype dtype;
  double x, m, n, k;  /* x products of an m by k and a k by n matrix */
  double rows, width; /* of a row operator */
  double byte;        /* of a collective, on each rank */
} twocs_shape;

double twocs_shape_flop(const twocs_shape *);
double twocs_shape_byte(const twocs_shape *);

/* Receives each fact about the machine: "device", "cpu"; "driver", "570.124". */
typedef void twocs_fact(void *to, const char *name, const char *value);

typedef struct twocs_backend {
  const char *name;
  const char *(*open)(int threads); /* NULL, or one sentence that says why this machine cannot be used */
  void (*facts)(twocs_fact *tell, void *to);
  void *(*prepare)(const twocs_shape *,
                   const char **why); /* buffers with numbers in them; NULL, and the reason in *why */
  double (*time)(void *const work[], int count, double runs); /* seconds that `runs` runs of the list take */
  void (*release)(void *work);
  /* Backends of several processes or devices; NULL: one. */
  int (*ranks)(void);
  int (*rank)(void);
  void (*agree)(twocs_load *); /* one load for all, so that every process makes the same decision */
  void (*wait)(void);          /* until every process is here, without keeping a core busy */
  void (*close)(void);
} twocs_backend;

#endif
