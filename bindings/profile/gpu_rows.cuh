/* SPDX-License-Identifier: MIT */
/* The row operators of a layer as GPU kernels. Numbers are moved 16 bytes at a time where rows allow it; arithmetic is in
 * FP32. A block works on one row; elementwise operators treat all data as one long row. */
#ifndef TWOCS_PROFILE_GPU_ROWS_CUH
#define TWOCS_PROFILE_GPU_ROWS_CUH
#include <stddef.h>
#include <stdint.h>
#include "gpu.cuh"

enum { THREADS = 256, COLUMNS = 32, SLAB = 64 };

template <typename T, int N> struct alignas(sizeof(T) * N) pack { T at[N]; };

/* Sums over a block; every thread gets the sum. */
template <int COUNT> __device__ void block_sum(float (&x)[COUNT]) {
  __shared__ float part[COUNT][THREADS];
  for (int c = 0; c < COUNT; c++) part[c][threadIdx.x] = x[c];
  for (int half = THREADS / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      for (int c = 0; c < COUNT; c++) part[c][threadIdx.x] += part[c][threadIdx.x + half];
  }
  __syncthreads();
  for (int c = 0; c < COUNT; c++) x[c] = part[c][0];
  __syncthreads();
}

__device__ inline float block_most(float x) {
  __shared__ float part[THREADS];
  part[threadIdx.x] = x;
  for (int half = THREADS / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) part[threadIdx.x] = fmaxf(part[threadIdx.x], part[threadIdx.x + half]);
  }
  __syncthreads();
  x = part[0];
  __syncthreads();
  return x;
}

/* Calls each(value, i) for the block's share of a row. */
template <int N, typename T, typename F> __device__ void each_of(size_t width, const T *x, F each) {
  for (size_t i = threadIdx.x * (size_t)N; i < width; i += (size_t)THREADS * N) {
    const pack<T, N> p = *reinterpret_cast<const pack<T, N> *>(x + i);
    for (int l = 0; l < N; l++) each((float)p.at[l], i + l);
  }
}

template <int N, typename T, typename F> __device__ void map_row(size_t width, const T *x, T *y, F each) {
  for (size_t i = threadIdx.x * (size_t)N; i < width; i += (size_t)THREADS * N) {
    pack<T, N> p = *reinterpret_cast<const pack<T, N> *>(x + i);
    for (int l = 0; l < N; l++) p.at[l] = (T)each((float)p.at[l], i + l);
    *reinterpret_cast<pack<T, N> *>(y + i) = p;
  }
}

template <int N, typename T> __global__ void softmax(size_t width, const T *x, T *y) {
  x += blockIdx.x * width, y += blockIdx.x * width;
  float most = -INFINITY, sum[1] = {0};
  each_of<N>(width, x, [&](float v, size_t) { most = fmaxf(most, v); });
  most = block_most(most);
  each_of<N>(width, x, [&](float v, size_t) { sum[0] += __expf(v - most); });
  block_sum(sum);
  const float scale = 1 / sum[0];
  map_row<N>(width, x, y, [=](float v, size_t) { return __expf(v - most) * scale; });
}

template <int N, typename T> __global__ void softmax_back(size_t width, const T *y, const T *dy, T *dx) {
  y += blockIdx.x * width, dy += blockIdx.x * width, dx += blockIdx.x * width;
  float sum[1] = {0};
  each_of<N>(width, y, [&](float v, size_t i) { sum[0] += v * (float)dy[i]; });
  block_sum(sum);
  map_row<N>(width, y, dx, [=](float v, size_t i) { return v * ((float)dy[i] - sum[0]); });
}

/* Mean, and one over the standard deviation. */
template <int N, typename T> __device__ float2 moments(size_t width, const T *x) {
  float sum[1] = {0}, square[1] = {0};
  each_of<N>(width, x, [&](float v, size_t) { sum[0] += v; });
  block_sum(sum);
  const float mean = sum[0] / width;
  each_of<N>(width, x, [&](float v, size_t) { square[0] += (v - mean) * (v - mean); });
  block_sum(square);
  return make_float2(mean, rsqrtf(square[0] / width + 1e-5f));
}

template <int N, typename T>
__global__ void layernorm(size_t width, const T *x, const float *gain, const float *bias, T *y) {
  x += blockIdx.x * width, y += blockIdx.x * width;
  const float2 of = moments<N>(width, x);
  map_row<N>(width, x, y, [=](float v, size_t i) { return (v - of.x) * of.y * gain[i] + bias[i]; });
}

template <int N, typename T>
__global__ void layernorm_back(size_t width, const T *x, const float *gain, const T *dy, T *dx, float2 *of_row) {
  x += blockIdx.x * width, dy += blockIdx.x * width, dx += blockIdx.x * width;
  const float2 of = moments<N>(width, x);
  float sum[2] = {0, 0};
  each_of<N>(width, x, [&](float v, size_t i) {
    sum[0] += (float)dy[i] * gain[i], sum[1] += (float)dy[i] * gain[i] * (v - of.x);
  });
  block_sum(sum);
  const float a = sum[0] / width, b = sum[1] * of.y * of.y / width;
  map_row<N>(width, x, dx, [=](float v, size_t i) { return of.y * ((float)dy[i] * gain[i] - a - (v - of.x) * b); });
  if (threadIdx.x == 0) of_row[blockIdx.x] = of;
}

/* Gradients of gain and bias: a block sums COLUMNS columns over SLAB rows. */
template <typename T>
__global__ void gain_back(size_t rows, size_t width, const T *x, const T *dy, const float2 *of_row, float *dgain,
                          float *dbias) {
  const size_t column = blockIdx.x * (size_t)COLUMNS + threadIdx.x, first = blockIdx.y * (size_t)SLAB;
  if (column >= width) return;
  float gain = 0, bias = 0;
  for (size_t r = first + threadIdx.y; r < rows && r < first + SLAB; r += blockDim.y) {
    const float up = (float)dy[r * width + column];
    gain += up * ((float)x[r * width + column] - of_row[r].x) * of_row[r].y, bias += up;
  }
  atomicAdd(dgain + column, gain), atomicAdd(dbias + column, bias);
}

/* Elementwise: a block works on one piece of one long row. */
template <int N, typename T, typename F> __global__ void elementwise(size_t n, const T *x, T *y, F each) {
  const size_t i = (blockIdx.x * (size_t)THREADS + threadIdx.x) * N;
  if (i >= n) return;
  pack<T, N> p = *reinterpret_cast<const pack<T, N> *>(x + i);
  for (int l = 0; l < N; l++) p.at[l] = (T)each((float)p.at[l], (float)0);
  *reinterpret_cast<pack<T, N> *>(y + i) = p;
}

template <int N, typename T, typename F> __global__ void elementwise(size_t n, const T *x, const T *other, T *y, F each) {
  const size_t i = (blockIdx.x * (size_t)THREADS + threadIdx.x) * N;
  if (i >= n) return;
  pack<T, N> p = *reinterpret_cast<const pack<T, N> *>(x + i);
  const pack<T, N> q = *reinterpret_cast<const pack<T, N> *>(other + i);
  for (int l = 0; l < N; l++) p.at[l] = (T)each((float)p.at[l], (float)q.at[l]);
  *reinterpret_cast<pack<T, N> *>(y + i) = p;
}

struct gelu_of {
  static __device__ float bend(float x) { return tanhf(0.797884561f * (x + 0.044715f * x * x * x)); }
  __device__ float operator()(float x, float) const { return 0.5f * x * (1 + bend(x)); }
};
struct gelu_slope {
  __device__ float operator()(float x, float dy) const {
    const float b = gelu_of::bend(x), slope = 0.797884561f * (1 + 0.134145f * x * x);
    return dy * 0.5f * (1 + b + x * (1 - b * b) * slope);
  }
};
struct sum_of {
  __device__ float operator()(float x, float y) const { return x + y; }
};

/* Numbers between -1/2 and 1/2: with zeros a GPU draws less power and runs faster than in real work. */
template <typename T> __global__ void fill(size_t n, T *x) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
    uint32_t bits = (uint32_t)i * 2654435761u + 12345u;
    bits = (bits ^ bits >> 15) * 2246822519u;
    x[i] = (T)((float)(int32_t)(bits >> 8) * 0x1p-24f - 0.5f);
  }
}

__global__ void nothing() {}

#endif
