/* SPDX-License-Identifier: MIT */
/* The CPU as a backend: GEMMs by the BLAS, row operators by our own kernels, all in FP32. The one thing to
 * know: a repeated operator finds its matrices in the cache, as far as they fit. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "backend.h"
#include "clock.h"
#include "gemm.h"
#include "operators.h"

enum { ARRAYS = 6, ALIGNED = 64 };

typedef struct work {
  twocs_op op;
  size_t x, m, n, k, rows, width;
  float *array[ARRAYS]; /* inputs and results, in the order of the operator's arguments */
} work;

static const char *open_cpu(int threads) {
  twocs_gemm_threads(threads > 0 ? threads : 1);
  return NULL;
}

static void facts(twocs_fact *tell, void *to) {
  char name[128], cores[24], clock[48];
  twocs_cpu_name(name, sizeof name);
  snprintf(cores, sizeof cores, "%d", twocs_cores());
  tell(to, "device", name);
  tell(to, "cores", cores);
  twocs_cpu_clock(clock, sizeof clock);
  if (*clock) tell(to, "clock", clock);
  twocs_gemm_facts(tell, to);
}

/* How many numbers each array of an operator holds. */
static void sizes(const work *w, double size[ARRAYS]) {
  const double all = (double)w->rows * (double)w->width, gains = (double)w->width;
  memset(size, 0, ARRAYS * sizeof *size);
  switch (w->op) {
  case TWOCS_GEMM:
  case TWOCS_BATCHED_GEMM:
    size[0] = (double)w->x * (double)w->m * (double)w->k;
    size[1] = (double)w->x * (double)w->k * (double)w->n;
    size[2] = (double)w->x * (double)w->m * (double)w->n;
    break;
  case TWOCS_LAYERNORM:
    size[0] = all, size[1] = gains, size[2] = gains, size[3] = all;
    break;
  case TWOCS_LAYERNORM_BACK:
    size[0] = all, size[1] = gains, size[2] = all, size[3] = all, size[4] = gains, size[5] = gains;
    break;
  default:
    for (int a = 0; a < (int)twocs_operators[w->op].moved; a++) size[a] = all;
  }
}

/* Numbers between -1/2 and 1/2, none so small that it slows a processor down. */
static float *filled(double count) {
  const size_t n = (size_t)count, byte = (n * sizeof(float) + ALIGNED - 1) / ALIGNED * ALIGNED;
  float *array = aligned_alloc(ALIGNED, byte);
  uint32_t bits = 1;
  for (size_t i = 0; array && i < n; i++) {
    bits = bits * 1664525u + 1013904223u;
    array[i] = (float)(int32_t)(bits >> 8) * 0x1p-24f - 0.5f;
  }
  return array;
}

static void release(void *prepared) {
  work *w = prepared;
  for (int a = 0; a < ARRAYS; a++) free(w->array[a]);
  free(w);
}

static const char *refusal(const twocs_shape *s) {
  if (s->dtype != TWOCS_FP32) return "the CPU backend measures fp32 only";
  switch (twocs_operators[s->op].takes) {
  case TWOCS_TAKES_GEMM:
  case TWOCS_TAKES_ROWS:
    return NULL;
  case TWOCS_TAKES_BYTE:
    return "an all-reduce needs several processes: mpirun -n 2 twocs profile --collectives";
  default:
    return "a CPU launches no kernels";
  }
}

static void *prepare(const twocs_shape *s, const char **why) {
  static char sentence[160];
  double size[ARRAYS], byte = 0;
  if ((*why = refusal(s))) return NULL;
  work *w = calloc(1, sizeof *w);
  *why = "there is not enough memory";
  if (!w) return NULL;
  w->op = s->op;
  w->x = (size_t)s->x, w->m = (size_t)s->m, w->n = (size_t)s->n, w->k = (size_t)s->k;
  w->rows = (size_t)s->rows, w->width = (size_t)s->width;
  sizes(w, size);
  for (int a = 0; a < ARRAYS; a++) byte += size[a] * (double)sizeof(float);
  int full = byte > 0.8 * twocs_memory_free();
  for (int a = 0; a < ARRAYS && !full; a++)
    if (size[a] > 0) full = !(w->array[a] = filled(size[a]));
  if (!full) return w;
  snprintf(sentence, sizeof sentence, "it needs %.3g GB of memory, more than is free", byte * 1e-9);
  *why = sentence;
  release(w);
  return NULL;
}

static void run(const work *w) {
  float *const *a = w->array;
  const size_t all = w->rows * w->width;
  switch (w->op) {
  case TWOCS_GEMM:
  case TWOCS_BATCHED_GEMM:
    for (size_t i = 0; i < w->x; i++)
      twocs_gemm(w->m, w->n, w->k, a[0] + i * w->m * w->k, a[1] + i * w->k * w->n, a[2] + i * w->m * w->n);
    break;
  case TWOCS_SOFTMAX:
    twocs_softmax(w->rows, w->width, a[0], a[1]);
    break;
  case TWOCS_LAYERNORM:
    twocs_layernorm(w->rows, w->width, a[0], a[1], a[2], a[3]);
    break;
  case TWOCS_GELU:
    twocs_gelu(all, a[0], a[1]);
    break;
  case TWOCS_RESIDUAL_ADD:
    twocs_residual_add(all, a[0], a[1], a[2]);
    break;
  case TWOCS_COPY:
    memcpy(a[1], a[0], all * sizeof **a);
    break;
  case TWOCS_SOFTMAX_BACK:
    twocs_softmax_back(w->rows, w->width, a[0], a[1], a[2]);
    break;
  case TWOCS_LAYERNORM_BACK:
    twocs_layernorm_back(w->rows, w->width, a[0], a[1], a[2], a[3], a[4], a[5]);
    break;
  case TWOCS_GELU_BACK:
    twocs_gelu_back(all, a[0], a[1], a[2]);
    break;
  default:
    break;
  }
}

/* Checks for an interrupt between operators, because a layer may take long. */
static double time_list(void *const prepared[], int count, double runs) {
  const double start = twocs_clock();
  for (double r = 0; r < runs; r++)
    for (int i = 0; i < count; i++) {
      if (twocs_interrupted) return (double)NAN;
      run(prepared[i]);
    }
  return twocs_clock() - start;
}

extern const twocs_backend twocs_backend_cpu;
const twocs_backend twocs_backend_cpu = {.name = "cpu",
                                         .open = open_cpu,
                                         .facts = facts,
                                         .prepare = prepare,
                                         .time = time_list,
                                         .release = release};
