/* SPDX-License-Identifier: MIT */
/* The trace reader's benchmark: writes a made-up trace of 200 MB (or as many as the first argument says),
 * reads it plain and inflating, and says how long it took and how much memory with the goals. Each reading
 * is the best of three. The one thing to know: memory is the growth of the process's peak, so the writer
 * keeps nothing. */
#define _POSIX_C_SOURCE 200809L
#include "stream.h"
#include "trace.h"

#include <math.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { SHAPES = 40, READINGS = 3 };
static const double goal_seconds = 2, goal_each = 64, goal_fixed = 16e6;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double peak(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * (double)usage.ru_maxrss;
}

/* What PyTorch writes for one kernel: an operator inside two others, the launch, an arrow, the kernel. */
static int kernel_write(char *text, size_t capacity, long i) {
  static const char *const names[] = {
      "void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_128x128_64x4_tn_align8>(Params)",
      "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::BFloat16>, "
      "std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<c10::BFloat16>, std::array<char*, 3ul>)",
      "void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float>(int, "
      "float)",
      "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)"};
  const long start = 1700000000000000 + 20 * i, id = 3 * i, size = 512 * (1 + i % SHAPES);
  static const char outer[] =
      "  {\n    \"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"%s\", \"pid\": 4242, \"tid\": 4242,\n"
      "    \"ts\": %ld.%03ld, \"dur\": %d.125,\n    \"args\": {\n"
      "      \"External id\": %ld,\"Record function id\": 0, \"Concrete Inputs\": [\"\", \"\", \"\"], "
      "\"Input type\": "
      "[\"c10::BFloat16\", \"c10::BFloat16\", \"c10::BFloat16\"], \"Input Strides\": [[%ld, 1], [1, 4096], "
      "[]], "
      "\"Input Dims\": [[%ld, 4096], [4096, 1024], []], \"Ev Idx\": %ld\n    }\n  },\n";
  int n = 0;
  n += snprintf(text + n, capacity - (size_t)n, outer, "aten::linear", start, i % 1000, 15, id, size, size,
                id);
  n += snprintf(text + n, capacity - (size_t)n, outer, "aten::matmul", start + 1, i % 1000, 12, id + 1, size,
                size, id + 1);
  n += snprintf(text + n, capacity - (size_t)n, outer, "aten::mm", start + 2, i % 1000, 9, id + 2, size, size,
                id + 2);
  n += snprintf(
      text + n, capacity - (size_t)n,
      "  {\n    \"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", \"pid\": 4242, "
      "\"tid\": 4242,\n    \"ts\": %ld.001, \"dur\": 4.250,\n    \"args\": {\n      \"External id\": %ld, "
      "\"cbid\": 211, \"correlation\": %ld\n    }\n  },\n"
      "  {\n    \"ph\": \"s\", \"id\": %ld, \"pid\": 4242, \"tid\": 4242, \"ts\": %ld.001,\n    \"cat\": "
      "\"ac2g\", \"name\": \"ac2g\"\n  },\n",
      start + 3, id + 2, i, i, start + 3);
  return n + snprintf(text + n, capacity - (size_t)n,
                      "  {\n    \"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"%s\", \"pid\": 0, \"tid\": "
                      "%d,\n    \"ts\": "
                      "%ld.500, \"dur\": 17.%03ld,\n    \"args\": {\n      \"External id\": %ld, \"queued\": "
                      "0, \"device\": "
                      "0, \"context\": 1,\n      \"stream\": %d, \"correlation\": %ld,\n      \"registers "
                      "per thread\": 96, "
                      "\"shared memory\": 87568,\n      \"blocks per SM\": 4.740741,\n      \"warps per "
                      "SM\": 75.851852,\n"
                      "      \"grid\": [512, 1, 1],\n      \"block\": [512, 1, 1],\n      \"est. achieved "
                      "occupancy %%\": "
                      "75\n    }\n  },\n",
                      names[i % 4], i % 4 == 3 ? 20 : 7, start + 1000, i % 1000, id + 2, i % 4 == 3 ? 20 : 7,
                      i);
}

/* Writes both files; returns how many bytes the text has. */
static double files_write(const char *plain, const char *zipped, double bytes) {
  FILE *file = fopen(plain, "wb");
  gzFile gz = gzopen(zipped, "wb1");
  char text[8192];
  double written = 0;
  if (!file || !gz) perror("bench_trace: cannot write"), exit(1);
  int n = snprintf(text, sizeof text, "{\n  \"schemaVersion\": 1,\n  \"traceEvents\": [\n");
  for (long i = 0; n; i++) {
    if (fwrite(text, 1, (size_t)n, file) != (size_t)n || gzwrite(gz, text, (unsigned)n) != n)
      perror("bench_trace: cannot write"), exit(1);
    written += n;
    n = written < bytes ? kernel_write(text, sizeof text, i) : 0;
  }
  fputs("  {}]\n}\n", file);
  gzputs(gz, "  {}]\n}\n");
  if (fclose(file) || gzclose(gz)) perror("bench_trace: cannot write"), exit(1);
  return written;
}

static void result(const char *what, double got, const char *unit, double goal) {
  printf("%-34s %10.3f %-2s  goal %8.3f  %s\n", what, got, unit, goal, got <= goal ? "met" : "MISSED");
}

/* The best of some readings. */
static double read_file(const char *path, twocs_trace *trace) {
  twocs_stream *stream = malloc(sizeof *stream);
  double best = HUGE_VAL;
  char message[300];
  if (!stream) exit(1);
  for (int i = 0; i < READINGS; i++) {
    const double began = seconds();
    if (twocs_stream_open(stream, path)) perror(path), exit(1);
    const twocs_trace_source source = {twocs_stream_more, twocs_stream_rewind, stream};
    if (i) twocs_trace_close(trace);
    if (twocs_trace_read(trace, &source, message, sizeof message))
      fprintf(stderr, "bench_trace: %s\n", message), exit(1);
    twocs_stream_close(stream);
    if (seconds() - began < best) best = seconds() - began;
  }
  free(stream);
  return best;
}

int main(int count, char *argument[]) {
  const double bytes = 1e6 * (count > 1 ? strtod(argument[1], NULL) : 200);
  const char *folder = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
  char plain[4096], zipped[4100];
  snprintf(plain, sizeof plain, "%s/twocs-bench-%ld.json", folder, (long)getpid());
  snprintf(zipped, sizeof zipped, "%s.gz", plain);
  const double size = files_write(plain, zipped, bytes), before = peak();
  twocs_trace trace;
  const double took = read_file(plain, &trace), memory = peak() - before, kernels = (double)trace.kernels;
  printf("%.0f MB, %.0f events, %.0f kernels, %zu readings of the text\n", size / 1e6, (double)trace.events,
         kernels, trace.passes);
  result("seconds for 200 MB, plain", took * 200e6 / size, "s", goal_seconds);
  result("peak memory", memory / 1e6, "MB", (goal_each * kernels + goal_fixed) / 1e6);
  twocs_trace_close(&trace);
  const double took_inflating = read_file(zipped, &trace);
  twocs_trace_close(&trace);
  result("seconds for 200 MB, inflating", took_inflating * 200e6 / size, "s", goal_seconds);
  result("peak memory with that", (peak() - before) / 1e6, "MB", (goal_each * kernels + goal_fixed) / 1e6);
  remove(plain);
  remove(zipped);
  return 0;
}
