/* SPDX-License-Identifier: MIT */
/* The first GPU as a backend: GEMMs by cuBLASLt (or hipBLASLt), row operators by our own kernels, all-reduce by NCCL over
 * the GPUs of this machine. The one thing to know: work is queued and timed by the GPU's own events. So the time of a short
 * operator is its time in a row of equal ones, where launches are hidden as far as they can be. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "gpu_rows.cuh"

extern "C" {
#include "backend.h"
#include "clock.h"
extern const twocs_backend TWOCS_BACKEND_GPU;
}

namespace {

enum { ARRAYS = 7, DEVICES_MOST = 16, FILL_BLOCKS = 2048 };
const size_t workspace_size = (size_t)32 << 20;

struct gemm_plan {
  lt_product product;
  lt_matrix a, b, c;
  lt_choice choice;
};

struct work {
  twocs_op op;
  twocs_dtype dtype;
  size_t x, m, n, k, rows, width;
  void *array[ARRAYS];
  gemm_plan gemm;
  size_t count; /* of an all-reduce, on each device */
  void *given[DEVICES_MOST], *sum[DEVICES_MOST];
};

lt_handle handle;
void *workspace;
int devices;
char sentence[240];

const char *open_gpu(int) {
  const GPU(Error_t) found = GPU(GetDeviceCount)(&devices);
  if (found != GPU(Success) || devices == 0) {
    snprintf(sentence, sizeof sentence, "there is no GPU here: %s",
             found == GPU(Success) ? "none is visible" : GPU(GetErrorString)(found));
    return sentence;
  }
  if (devices > DEVICES_MOST) devices = DEVICES_MOST;
  if (!handle && LT(Create)(&handle) != BLAS_DONE) return "the GPU's BLAS does not start";
  if (!workspace && GPU(Malloc)(&workspace, workspace_size) != GPU(Success)) return "the GPU has no free memory";
  return NULL;
}

void tell_number(twocs_fact *tell, void *to, const char *name, const char *format, double value) {
  char text[64];
  snprintf(text, sizeof text, format, value);
  tell(to, name, text);
}

int attribute(device_attribute name) {
  int value = 0;
  GPU(DeviceGetAttribute)(&value, name, 0);
  return value;
}

void facts(twocs_fact *tell, void *to) {
  device_facts of;
  char text[160];
  int version = 0;
  if (GPU(GetDeviceProperties)(&of, 0) == GPU(Success)) tell(to, "device", of.name);
  tell_number(tell, to, "devices", "%.0f", devices);
  tell_number(tell, to, "memory", "%.1f GB", (double)of.totalGlobalMem * 1e-9);
  tell_number(tell, to, "units", "%.0f", of.multiProcessorCount);
  if (twocs_file_value("/proc/driver/nvidia/version", "NVRM version", text, sizeof text)) tell(to, "driver", text);
  GPU(RuntimeGetVersion)(&version);
  tell_number(tell, to, "runtime", "%.0f", version);
  tell_number(tell, to, "clock", "%.0f MHz at most", attribute(ATTRIBUTE(ClockRate)) * 1e-3);
  tell_number(tell, to, "memory_clock", "%.0f MHz", attribute(ATTRIBUTE(MemoryClockRate)) * 1e-3);
#if !defined(__HIPCC__)
  tell_number(tell, to, "blas", "cuBLASLt %.0f", (double)cublasLtGetVersion());
#endif
#if defined(TWOCS_NCCL)
  if (ncclGetVersion(&version) == ncclSuccess) tell_number(tell, to, "nccl", "%.0f", version);
#endif
}

/* ---- GEMM */

lt_type type_of(twocs_dtype dtype) {
  static const lt_type types[TWOCS_DTYPES] = {TYPE_(R_32F), TYPE_(R_16BF), TYPE_(R_16F), FP8_TYPE};
  return types[dtype];
}

/* FP8 inputs give BF16 results. */
lt_type result_of(twocs_dtype dtype) { return dtype == TWOCS_FP8 ? TYPE_(R_16BF) : type_of(dtype); }

int matrix(lt_matrix *to, lt_type type, size_t rows, size_t columns, size_t x) {
  const int32_t count = (int32_t)x;
  const int64_t stride = (int64_t)(rows * columns);
  return LT(MatrixLayoutCreate)(to, type, rows, columns, (int64_t)rows) == BLAS_DONE &&
         LT(MatrixLayoutSetAttribute)(*to, LT_(MATRIX_LAYOUT_BATCH_COUNT), &count, sizeof count) == BLAS_DONE &&
         LT(MatrixLayoutSetAttribute)(*to, LT_(MATRIX_LAYOUT_STRIDED_BATCH_OFFSET), &stride, sizeof stride) == BLAS_DONE;
}

/* In the column order that the BLAS uses: the result is n by m; the weights are k by n and transposed, as in a linear
 * layer, because FP8 supports nothing else. FP32 is FP32, not TF32. */
int plan_gemm(work *w) {
  gemm_plan *g = &w->gemm;
  const lt_turn turned = BLAS_(OP_T);
  lt_preference preference;
  int found = 0;
  if (LT(MatmulDescCreate)(&g->product, BLAS_(COMPUTE_32F), TYPE_(R_32F)) != BLAS_DONE) return 0;
  LT(MatmulDescSetAttribute)(g->product, LT_(MATMUL_DESC_TRANSA), &turned, sizeof turned);
  if (!matrix(&g->a, type_of(w->dtype), w->k, w->n, w->x) || !matrix(&g->b, type_of(w->dtype), w->k, w->m, w->x) ||
      !matrix(&g->c, result_of(w->dtype), w->n, w->m, w->x) || LT(MatmulPreferenceCreate)(&preference) != BLAS_DONE)
    return 0;
  LT(MatmulPreferenceSetAttribute)
  (preference, LT_(MATMUL_PREF_MAX_WORKSPACE_BYTES), &workspace_size, sizeof workspace_size);
  LT(MatmulAlgoGetHeuristic)(handle, g->product, g->a, g->b, g->c, g->c, preference, 1, &g->choice, &found);
  LT(MatmulPreferenceDestroy)(preference);
  return found > 0;
}

void release_gemm(gemm_plan *g) {
  if (g->product) LT(MatmulDescDestroy)(g->product);
  if (g->a) LT(MatrixLayoutDestroy)(g->a);
  if (g->b) LT(MatrixLayoutDestroy)(g->b);
  if (g->c) LT(MatrixLayoutDestroy)(g->c);
}

void run_gemm(const work *w) {
  const float one = 1, zero = 0;
  const gemm_plan *g = &w->gemm;
  LT(Matmul)
  (handle, g->product, &one, w->array[1], g->a, w->array[0], g->b, &zero, w->array[2], g->c, w->array[2], g->c,
   &g->choice.algo, workspace, workspace_size, 0);
}

/* ---- Row operators */

unsigned blocks_of(size_t n, size_t each) { return (unsigned)((n + each - 1) / each); }

template <int N, typename T> void run_packed(const work *w) {
  T *const *a = reinterpret_cast<T *const *>(w->array);
  float *const *f = reinterpret_cast<float *const *>(w->array);
  const size_t all = w->rows * w->width;
  const unsigned rows = (unsigned)w->rows, pieces = blocks_of(all, (size_t)THREADS * N);
  switch (w->op) {
  case TWOCS_SOFTMAX: softmax<N><<<rows, THREADS>>>(w->width, a[0], a[1]); break;
  case TWOCS_SOFTMAX_BACK: softmax_back<N><<<rows, THREADS>>>(w->width, a[0], a[1], a[2]); break;
  case TWOCS_LAYERNORM: layernorm<N><<<rows, THREADS>>>(w->width, a[0], f[3], f[4], a[1]); break;
  case TWOCS_LAYERNORM_BACK: {
    float2 *of_row = (float2 *)w->array[6];
    const dim3 slabs(blocks_of(w->width, COLUMNS), blocks_of(w->rows, SLAB));
    layernorm_back<N><<<rows, THREADS>>>(w->width, a[0], f[3], a[1], a[2], of_row);
    gain_back<<<slabs, dim3(COLUMNS, 8)>>>(w->rows, w->width, a[0], a[1], of_row, f[4], f[5]);
    break;
  }
  case TWOCS_GELU: elementwise<N><<<pieces, THREADS>>>(all, a[0], a[1], gelu_of()); break;
  case TWOCS_GELU_BACK: elementwise<N><<<pieces, THREADS>>>(all, a[0], a[1], a[2], gelu_slope()); break;
  case TWOCS_RESIDUAL_ADD: elementwise<N><<<pieces, THREADS>>>(all, a[0], a[1], a[2], sum_of()); break;
  case TWOCS_COPY: GPU(MemcpyAsync)(a[1], a[0], all * sizeof(T), GPU(MemcpyDeviceToDevice)); break;
  default: break;
  }
}

template <typename T> void run_rows(const work *w) {
  enum { WIDE = 16 / sizeof(T) };
  if (w->width % WIDE == 0) return run_packed<WIDE, T>(w);
  run_packed<1, T>(w);
}

/* ---- All-reduce */

#if defined(TWOCS_NCCL)
ncclComm_t comm[DEVICES_MOST];
int joined;

int join() {
  int list[DEVICES_MOST];
  for (int d = 0; d < devices; d++) list[d] = d;
  if (!joined) joined = ncclCommInitAll(comm, devices, list) == ncclSuccess;
  GPU(SetDevice)(0);
  return joined;
}

void run_all_reduce(const work *w) {
  static const ncclDataType_t types[TWOCS_DTYPES] = {ncclFloat32, ncclBfloat16, ncclFloat16, ncclFloat16};
  ncclGroupStart();
  for (int d = 0; d < devices; d++)
    ncclAllReduce(w->given[d], w->sum[d], w->count, types[w->dtype], ncclSum, comm[d], 0);
  ncclGroupEnd();
}
#else
int join() { return 0; }
void run_all_reduce(const work *) {}
#endif

int prepare_all_reduce(work *w, const twocs_shape *s, const char **why) {
  *why = "an all-reduce needs two GPUs and NCCL";
  if (devices < 2 || !join()) return 0;
  w->count = (size_t)ceil(s->byte / twocs_dtype_size(s->dtype));
  const size_t byte = w->count * (size_t)twocs_dtype_size(s->dtype);
  int full = 0;
  for (int d = 0; d < devices && !full; d++) {
    GPU(SetDevice)(d);
    full = GPU(Malloc)(&w->given[d], byte) != GPU(Success) || GPU(Malloc)(&w->sum[d], byte) != GPU(Success);
    if (!full) GPU(Memset)(w->given[d], 0, byte);
  }
  GPU(SetDevice)(0);
  *why = "the GPUs have not enough free memory";
  return !full;
}

/* ---- The backend */

/* Bytes of each array. Gains, biases, their gradients and the moments of rows are FP32. */
void sizes(const work *w, double size[ARRAYS]) {
  const double each = twocs_dtype_size(w->dtype), all = each * (double)w->rows * (double)w->width;
  const double x = (double)w->x, m = (double)w->m, n = (double)w->n, k = (double)w->k;
  memset(size, 0, ARRAYS * sizeof *size);
  if (twocs_operators[w->op].takes == TWOCS_TAKES_GEMM)
    size[0] = each * x * m * k, size[1] = each * x * k * n, size[2] = (w->dtype == TWOCS_FP8 ? 2 : each) * x * m * n;
  else
    for (int a = 0; a < (int)twocs_operators[w->op].moved; a++) size[a] = all;
  if (w->op == TWOCS_LAYERNORM || w->op == TWOCS_LAYERNORM_BACK)
    size[3] = size[4] = size[5] = 4.0 * (double)w->width, size[6] = 8.0 * (double)w->rows;
}

template <typename T> void fill_array(void *array, double byte) {
  fill<<<FILL_BLOCKS, THREADS>>>((size_t)(byte / sizeof(T)), (T *)array);
}

int allocate(work *w) {
  double size[ARRAYS], byte = 0;
  size_t empty, total;
  sizes(w, size);
  for (int a = 0; a < ARRAYS; a++) byte += size[a];
  if (GPU(MemGetInfo)(&empty, &total) != GPU(Success) || byte > 0.95 * (double)empty) return 0;
  for (int a = 0; a < ARRAYS; a++) {
    if (size[a] == 0) continue;
    if (GPU(Malloc)(&w->array[a], (size_t)size[a]) != GPU(Success)) return 0;
    if (w->dtype == TWOCS_FP32 || a > 2) fill_array<float>(w->array[a], size[a]);
    else if (w->dtype == TWOCS_BF16) fill_array<bfloat16>(w->array[a], size[a]);
    else if (w->dtype == TWOCS_FP16) fill_array<float16>(w->array[a], size[a]);
    else GPU(Memset)(w->array[a], 0x31, (size_t)size[a]);
  }
  return 1;
}

void release(void *prepared) {
  work *w = (work *)prepared;
  for (int a = 0; a < ARRAYS; a++) GPU(Free)(w->array[a]);
  for (int d = 0; d < DEVICES_MOST; d++) GPU(Free)(w->given[d]), GPU(Free)(w->sum[d]);
  release_gemm(&w->gemm);
  free(w);
}

int prepared(work *w, const twocs_shape *s, const char **why) {
  const twocs_sizes takes = twocs_operators[w->op].takes;
  if (takes == TWOCS_TAKES_NONE) return 1;
  if (takes == TWOCS_TAKES_BYTE) return prepare_all_reduce(w, s, why);
  *why = "row operators are measured in fp32, bf16 and fp16";
  if (takes == TWOCS_TAKES_ROWS && w->dtype == TWOCS_FP8) return 0;
  *why = "it needs more memory than the GPU has free";
  if (!allocate(w)) return 0;
  *why = "the GPU's BLAS has no algorithm for this shape and type";
  return takes != TWOCS_TAKES_GEMM || plan_gemm(w);
}

void *prepare(const twocs_shape *s, const char **why) {
  work *w = (work *)calloc(1, sizeof *w);
  *why = "there is not enough memory";
  if (!w) return NULL;
  w->op = s->op, w->dtype = s->dtype;
  w->x = (size_t)s->x, w->m = (size_t)s->m, w->n = (size_t)s->n, w->k = (size_t)s->k;
  w->rows = (size_t)s->rows, w->width = (size_t)s->width;
  if (prepared(w, s, why)) return w;
  release(w);
  GPU(GetLastError)(); /* clears the failure, which is reported */
  return NULL;
}

void run(const work *w) {
  switch (twocs_operators[w->op].takes) {
  case TWOCS_TAKES_GEMM: return run_gemm(w);
  case TWOCS_TAKES_BYTE: return run_all_reduce(w);
  case TWOCS_TAKES_NONE: return nothing<<<1, 1>>>();
  default: break;
  }
  if (w->dtype == TWOCS_FP32) return run_rows<float>(w);
  if (w->dtype == TWOCS_BF16) return run_rows<bfloat16>(w);
  run_rows<float16>(w);
}

double time_list(void *const list[], int count, double runs) {
  GPU(Event_t) start, stop;
  float milliseconds = 0;
  if (GPU(EventCreate)(&start) != GPU(Success) || GPU(EventCreate)(&stop) != GPU(Success)) return NAN;
  GPU(EventRecord)(start, 0);
  for (double r = 0; r < runs && !twocs_interrupted; r++)
    for (int i = 0; i < count; i++) run((const work *)list[i]);
  GPU(EventRecord)(stop, 0);
  const int bad = GPU(EventSynchronize)(stop) != GPU(Success) || GPU(EventElapsedTime)(&milliseconds, start, stop) != GPU(Success);
  GPU(EventDestroy)(start), GPU(EventDestroy)(stop);
  return bad || twocs_interrupted ? NAN : milliseconds * 1e-3;
}

int count_devices() { return devices; }

} // namespace

extern "C" const twocs_backend TWOCS_BACKEND_GPU = {GPU_NAME, open_gpu, facts, prepare, time_list, release, count_devices,
                                                    NULL, NULL, NULL, NULL};
