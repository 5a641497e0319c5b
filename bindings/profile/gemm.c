/* SPDX-License-Identifier: MIT */
/* OpenBLAS. The one thing to know: it chooses its kernels by the processor's name, and takes old ones for a
 * processor that it does not know. So the name of its choice is stored with every measurement. */
#include "gemm.h"
#include <cblas.h>
#include <stdio.h>
#include <string.h>

void twocs_gemm(size_t m, size_t n, size_t k, const float *a, const float *b, float *c) {
  const blasint rows = (blasint)m, columns = (blasint)n, depth = (blasint)k;
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, columns, depth, 1.0f, a, depth, b, columns,
              0.0f, c, columns);
}

void twocs_gemm_threads(int threads) { openblas_set_num_threads(threads); }

/* Whether kernels of that name use the widest instructions that this processor has. */
static int is_widest(const char *core) {
#if defined(__x86_64__)
  static const char *const wide[] = {"SkylakeX", "Cooperlake", "SapphireRapids", "Sapphirerapids"};
  if (!__builtin_cpu_supports("avx512f")) return 1;
  for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
    if (!strcmp(core, wide[i])) return 1;
  return 0;
#else
  return *core != 0;
#endif
}

void twocs_gemm_facts(twocs_fact *tell, void *to) {
  char threads[24];
  snprintf(threads, sizeof threads, "%d", openblas_get_num_threads());
  tell(to, "blas", openblas_get_config());
  tell(to, "blas_core", openblas_get_corename());
  tell(to, "threads", threads);
  if (!is_widest(openblas_get_corename()))
    tell(to, "advice",
         "this processor has AVX-512, but OpenBLAS uses kernels without it; "
         "OPENBLAS_CORETYPE=SkylakeX in the environment may be much faster");
}
