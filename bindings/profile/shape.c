/* SPDX-License-Identifier: MIT */
/* The table of operators, and the arithmetic and traffic of a shape. They count the work that the operator
 * must do, with each operand moved once; the measurement shows what a cache saves or spills. */
#include <stddef.h>
#include "backend.h"

const char *const twocs_dtype_names[TWOCS_DTYPES] = {"fp32", "bf16", "fp16", "fp8"};

double twocs_dtype_size(twocs_dtype dtype) {
  static const double size[TWOCS_DTYPES] = {4, 2, 2, 1};
  return size[dtype];
}

/* An exponential or a hyperbolic tangent counts as one operation. */
const twocs_operator twocs_operators[TWOCS_OPS] = {
    [TWOCS_GEMM] = {"gemm", TWOCS_TAKES_GEMM, 0, 0, "C = A B, m by k times k by n"},
    [TWOCS_BATCHED_GEMM] = {"batched_gemm", TWOCS_TAKES_GEMM, 0, 0, "x products with matrices of their own"},
    [TWOCS_SOFTMAX] = {"softmax", TWOCS_TAKES_ROWS, 5, 2, "softmax of each row"},
    [TWOCS_LAYERNORM] = {"layernorm", TWOCS_TAKES_ROWS, 8, 2,
                         "each row to mean 0, variance 1, gain and bias"},
    [TWOCS_GELU] = {"gelu", TWOCS_TAKES_ROWS, 8, 2, "GeLU in its tanh form"},
    [TWOCS_RESIDUAL_ADD] = {"residual_add", TWOCS_TAKES_ROWS, 1, 3, "sum of two arrays"},
    [TWOCS_COPY] = {"copy", TWOCS_TAKES_ROWS, 0, 2, "copy of an array"},
    [TWOCS_SOFTMAX_BACK] = {"softmax_back", TWOCS_TAKES_ROWS, 4, 3, "gradient of softmax"},
    [TWOCS_LAYERNORM_BACK] = {"layernorm_back", TWOCS_TAKES_ROWS, 16, 3,
                              "gradients of LayerNorm, gain and bias"},
    [TWOCS_GELU_BACK] = {"gelu_back", TWOCS_TAKES_ROWS, 16, 3, "gradient of GeLU"},
    [TWOCS_ALL_REDUCE] = {"all_reduce", TWOCS_TAKES_BYTE, 0, 0,
                          "sum of one array over the ranks, on each of them"},
    [TWOCS_LAUNCH] = {"launch", TWOCS_TAKES_NONE, 0, 0, "a kernel that does nothing, one of many"},
};

double twocs_shape_flop(const twocs_shape *s) {
  switch (twocs_operators[s->op].takes) {
  case TWOCS_TAKES_GEMM:
    return 2 * s->x * s->m * s->n * s->k;
  case TWOCS_TAKES_ROWS:
    return twocs_operators[s->op].flop * s->rows * s->width;
  default:
    return 0;
  }
}

double twocs_shape_byte(const twocs_shape *s) {
  const double size = twocs_dtype_size(s->dtype), result = s->dtype == TWOCS_FP8 ? 2 : size; /* of a GEMM */
  switch (twocs_operators[s->op].takes) {
  case TWOCS_TAKES_GEMM:
    return s->x * (size * (s->m * s->k + s->k * s->n) + result * s->m * s->n);
  case TWOCS_TAKES_ROWS:
    return size * twocs_operators[s->op].moved * s->rows * s->width;
  case TWOCS_TAKES_BYTE:
    return s->byte;
  default:
    return 0;
  }
}
