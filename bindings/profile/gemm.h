/* SPDX-License-Identifier: MIT */
/* The GEMM of this machine's BLAS. */
#ifndef TWOCS_PROFILE_GEMM_H
#define TWOCS_PROFILE_GEMM_H
#include <stddef.h>
#include "backend.h"

/* C = A B in FP32, row after row: m by k times k by n. */
void twocs_gemm(size_t m, size_t n, size_t k, const float *a, const float *b, float *c);
void twocs_gemm_threads(int threads);
void twocs_gemm_facts(twocs_fact *tell, void *to);

#endif
