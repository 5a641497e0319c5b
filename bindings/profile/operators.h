/* SPDX-License-Identifier: MIT */
/* The row operators of a Transformer layer on a CPU, in FP32: rows by width, row after row. The backward ones
 * take what the forward one had (x or y) and the gradient of its result (dy). */
#ifndef TWOCS_PROFILE_OPERATORS_H
#define TWOCS_PROFILE_OPERATORS_H
#include <stddef.h>

void twocs_softmax(size_t rows, size_t width, const float *x, float *y);
void twocs_layernorm(size_t rows, size_t width, const float *x, const float *gain, const float *bias,
                     float *y);
void twocs_gelu(size_t n, const float *x, float *y);
void twocs_residual_add(size_t n, const float *x, const float *skip, float *y);
void twocs_softmax_back(size_t rows, size_t width, const float *y, const float *dy, float *dx);
/* Adds to dgain and dbias. */
void twocs_layernorm_back(size_t rows, size_t width, const float *x, const float *gain, const float *dy,
                          float *dx, float *dgain, float *dbias);
void twocs_gelu_back(size_t n, const float *x, const float *dy, float *dx);

#endif
