/* SPDX-License-Identifier: MIT */
/* Row operators as loops that a compiler turns into vector code: no calls, no branches, sums in LANES parts.
 * Each runs on one thread, in the widest instructions that the processor has. */
#include "operators.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

/* Sanitizers cannot follow the choice between clones, which the loader makes. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define WIDEST __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define WIDEST
#endif
#define INSIDE static inline __attribute__((always_inline))

enum { LANES = 16 };

/* e^x to a few units in the last place: 2^whole times a polynomial of the rest (Taylor's of e^r, r below
 * ln(2)/2). Adding 1.5 2^23 rounds to a whole number, which is then in the lowest bits. */
INSIDE float exponential(float x) {
  const float raised = x > -87.0f ? x : -87.0f, clipped = raised < 88.0f ? raised : 88.0f;
  const float rounder = 12582912.0f, shifted = clipped * 1.44269504f + rounder, whole = shifted - rounder;
  const float r = clipped - whole * 0.693359375f + whole * 2.12194440e-4f; /* ln(2) in two parts */
  const float polynomial =
      1.0f +
      r * (1.0f + r * (1.0f / 2 + r * (1.0f / 6 + r * (1.0f / 24 + r * (1.0f / 120 + r * (1.0f / 720))))));
  int32_t bits;
  float power;
  memcpy(&bits, &shifted, sizeof bits);
  bits = (int32_t)((uint32_t)bits << 23) + 0x3f800000;
  memcpy(&power, &bits, sizeof power);
  return polynomial * power;
}

INSIDE float hyperbolic_tangent(float x) { return 1.0f - 2.0f / (exponential(2.0f * x) + 1.0f); }

INSIDE float total(const float part[LANES]) {
  float sum = 0;
  for (size_t l = 0; l < LANES; l++) sum += part[l];
  return sum;
}

/* Runs `each` with i from 0 to width - 1; lane l takes every LANES-th i. */
#define IN_LANES(width, each)                                                                                \
  do {                                                                                                       \
    size_t i_ = 0;                                                                                           \
    for (; i_ + LANES <= (width); i_ += LANES)                                                               \
      for (size_t l = 0; l < LANES; l++) {                                                                   \
        const size_t i = i_ + l;                                                                             \
        each;                                                                                                \
      }                                                                                                      \
    for (size_t l = 0; i_ < (width); l++, i_++) {                                                            \
      const size_t i = i_;                                                                                   \
      each;                                                                                                  \
    }                                                                                                        \
  } while (0)

INSIDE float largest(size_t width, const float *x) {
  float part[LANES], most = x[0];
  for (size_t l = 0; l < LANES; l++) part[l] = x[0];
  IN_LANES(width, part[l] = part[l] > x[i] ? part[l] : x[i]);
  for (size_t l = 0; l < LANES; l++) most = most > part[l] ? most : part[l];
  return most;
}

WIDEST void twocs_softmax(size_t rows, size_t width, const float *x, float *restrict y) {
  for (size_t r = 0; r < rows; r++, x += width, y += width) {
    const float most = largest(width, x);
    float part[LANES] = {0};
    IN_LANES(width, part[l] += y[i] = exponential(x[i] - most));
    const float scale = 1.0f / total(part);
    for (size_t i = 0; i < width; i++) y[i] *= scale;
  }
}

/* Mean, and one over the standard deviation. */
INSIDE void moments(size_t width, const float *x, float *mean, float *scale) {
  const float each = 1.0f / (float)width;
  float part[LANES] = {0}, square[LANES] = {0};
  IN_LANES(width, part[l] += x[i]);
  const float centre = *mean = total(part) * each;
  IN_LANES(width, square[l] += (x[i] - centre) * (x[i] - centre));
  *scale = 1.0f / sqrtf(total(square) * each + 1e-5f);
}

WIDEST void twocs_layernorm(size_t rows, size_t width, const float *x, const float *gain, const float *bias,
                            float *restrict y) {
  for (size_t r = 0; r < rows; r++, x += width, y += width) {
    float mean, scale;
    moments(width, x, &mean, &scale);
    for (size_t i = 0; i < width; i++) y[i] = (x[i] - mean) * scale * gain[i] + bias[i];
  }
}

/* GeLU's tanh form: x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))). */
INSIDE float gelu_bend(float x) { return hyperbolic_tangent(0.797884561f * (x + 0.044715f * x * x * x)); }

WIDEST void twocs_gelu(size_t n, const float *x, float *restrict y) {
  for (size_t i = 0; i < n; i++) y[i] = 0.5f * x[i] * (1.0f + gelu_bend(x[i]));
}

WIDEST void twocs_residual_add(size_t n, const float *x, const float *skip, float *restrict y) {
  for (size_t i = 0; i < n; i++) y[i] = x[i] + skip[i];
}

WIDEST void twocs_softmax_back(size_t rows, size_t width, const float *y, const float *dy,
                               float *restrict dx) {
  for (size_t r = 0; r < rows; r++, y += width, dy += width, dx += width) {
    float part[LANES] = {0};
    IN_LANES(width, part[l] += y[i] * dy[i]);
    const float sum = total(part);
    for (size_t i = 0; i < width; i++) dx[i] = y[i] * (dy[i] - sum);
  }
}

WIDEST void twocs_layernorm_back(size_t rows, size_t width, const float *x, const float *gain,
                                 const float *dy, float *restrict dx, float *restrict dgain,
                                 float *restrict dbias) {
  for (size_t r = 0; r < rows; r++, x += width, dy += width, dx += width) {
    float mean, scale, sum[LANES] = {0}, product[LANES] = {0};
    moments(width, x, &mean, &scale);
    IN_LANES(width, sum[l] += dy[i] * gain[i]);
    IN_LANES(width, product[l] += dy[i] * gain[i] * (x[i] - mean));
    const float a = total(sum) / (float)width, b = total(product) * scale * scale / (float)width;
    for (size_t i = 0; i < width; i++) {
      dx[i] = scale * (dy[i] * gain[i] - a - (x[i] - mean) * b);
      dgain[i] += dy[i] * (x[i] - mean) * scale;
      dbias[i] += dy[i];
    }
  }
}

WIDEST void twocs_gelu_back(size_t n, const float *x, const float *dy, float *restrict dx) {
  for (size_t i = 0; i < n; i++) {
    const float bend = gelu_bend(x[i]), slope = 0.797884561f * (1.0f + 0.134145f * x[i] * x[i]);
    dx[i] = dy[i] * 0.5f * (1.0f + bend + x[i] * (1.0f - bend * bend) * slope);
  }
}
