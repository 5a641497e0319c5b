/* SPDX-License-Identifier: MIT */
/* Where linear scaling ends and the largest run, for every scenario that was published or run with the
 * authors' code: name, GPU, what differs from the baseline, the two headlines (NaN: not within the grid) and
 * how many digits were printed. */
#ifndef WALL_PUBLISHED_H
#define WALL_PUBLISHED_H
#include "wall_data.h"

typedef struct published {
  const char *name, *gpu, *field;
  double value, sparse, law; /* of that field; sparse or not; the batch law */
  double linear_end, largest;
} published;

enum { POWER, DEEPSEEK, FIXED };
static const published headlines[] = {
    {"V100 dense", "v100_sxm2", NULL, 0, 0, POWER, 2.8466e27, 2.707e31},
    {"A100 dense", "a100", NULL, 0, 0, POWER, 3.4015e28, 2.707e31},
    {"H100 dense", "h100_sxm5", NULL, 0, 0, POWER, 2.0484e28, 2.707e31},
    {"H100 LL dense", "h100_sxm5_low_latency", NULL, 0, 0, POWER, 1.3385e29, 5.476e33},
    {"H100 GN dense", "h100_sxm5_global_nvlink", NULL, 0, 0, POWER, 4.0654e29, 2.707e31},
    {"H100 GN + LL dense", "h100_sxm5_global_nvlink_low_latency", NULL, 0, 0, POWER, 5.0756e31, 5.476e33},
    {"H100 infinite + LL dense", "h100_sxm5_infinite_network_low_latency", NULL, 0, 0, POWER, 8.9967e31,
     5.476e33},
    {"H100 dense, batch fixed", "h100_sxm5", NULL, 0, 0, FIXED, 2.8466e27, 2.040e29},
    {"H100 dense, DeepSeek", "h100_sxm5", NULL, 0, 0, DEEPSEEK, 3.2101e33, 2.415e36},
    {"V100 sparse", "v100_sxm2", NULL, 0, 1, POWER, 1.569e27, 1.003e32},
    {"A100 sparse", "a100", NULL, 0, 1, POWER, 2.323e29, 1.003e32},
    {"H100 sparse", "h100_sxm5", NULL, 0, 1, POWER, 6.832e28, 1.003e32},
    {"H100 LL sparse", "h100_sxm5_low_latency", NULL, 0, 1, POWER, 6.832e28, 1.439e34},
    {"H100 GN sparse", "h100_sxm5_global_nvlink", NULL, 0, 1, POWER, 7.374e29, 1.003e32},
    {"H100 GN + LL sparse", "h100_sxm5_global_nvlink_low_latency", NULL, 0, 1, POWER, 1.003e32, 1.439e34},
    {"H100 infinite + LL sparse", "h100_sxm5_infinite_network_low_latency", NULL, 0, 1, POWER, 5.711e32,
     1.439e34},
    {"H100 superpod dense", "h100_sxm5_superpod", NULL, 0, 0, POWER, 4.065e29, 2.707e31},
    {"H100 scaled dense", "h100_sxm5_scaled", NULL, 0, 0, POWER, 5.076e31, 2.387e33},
    {"H100 scaled sparse", "h100_sxm5_scaled", NULL, 0, 1, POWER, 1.003e32, 9.831e33},
    {"H100 PCIe dense", "h100_pcie", NULL, 0, 0, POWER, 2.040e29, 2.707e31},
    {"H100 dense, 1 month", "h100_sxm5", "months", 1, 0, POWER, 8.30e27, 3.01e30},
    {"H100 dense, 6 months", "h100_sxm5", "months", 6, 0, POWER, 4.07e29, 2.44e32},
    {"H100 dense, 12 months", "h100_sxm5", "months", 12, 0, POWER, 1.39e30, 4.70e32},
    {"A100 dense, DeepSeek", "a100", NULL, 0, 0, DEEPSEEK, 2.387e33, 2.415e36},
    {"V100 dense, DeepSeek", "v100_sxm2", NULL, 0, 0, DEEPSEEK, 5.949e30, 2.415e36},
    {"H100 sparse, DeepSeek", "h100_sxm5", NULL, 0, 1, DEEPSEEK, 7.309e33, 7.667e38},
    {"H100 GN + LL dense, DeepSeek", "h100_sxm5_global_nvlink_low_latency", NULL, 0, 0, DEEPSEEK, (double)NAN,
     2.415e36},
    {"H100 scaled dense, DeepSeek", "h100_sxm5_scaled", NULL, 0, 0, DEEPSEEK, (double)NAN, 2.415e36},
    {"H100 dense, batch exponent 0.10", "h100_sxm5", "batch_exponent", 0.10, 0, POWER, 1.49e28, 3.01e30},
    {"H100 dense, batch exponent 1/6", "h100_sxm5", "batch_exponent", 1.0 / 6, 0, POWER, 2.05e28, 2.71e31},
    {"H100 dense, batch exponent 0.25", "h100_sxm5", "batch_exponent", 0.25, 0, POWER, 1.04e30, 1.20e33},
    {"H100 dense, batch exponent 1/3", "h100_sxm5", "batch_exponent", 1.0 / 3, 0, POWER, 5.08e31, 8.56e35},
    {"H100 dense, layer exponent 0", "h100_sxm5", "layer_exponent", 0, 0, POWER, 7.84e29, 1.73e33},
    {"H100 dense, layer exponent 0.2", "h100_sxm5", "layer_exponent", 0.2, 0, POWER, 1.02e29, 2.73e32},
    {"H100 dense, f = 16 d", "h100_sxm5", "ff_ratio", 16, 0, POWER, 4.48e28, 2.71e31},
    {"H100 dense, s = 8192", "h100_sxm5", "sl", 8192, 0, POWER, 2.05e28, 2.71e31},
    {"H100 dense, no zero bubble", "h100_sxm5", "zero_bubble", 0, 0, POWER, 2.05e28, 2.71e31},
    {"H100 dense, zero bubble charged", "h100_sxm5", "zb_latency", 1, 0, POWER, 2.05e28, 2.71e31},
};
enum { HEADLINES = sizeof headlines / sizeof *headlines };

static inline void headline_point(const published *h, twocs_point *k) {
  wall_of(h->gpu, k);
  k->wall.sparse = h->sparse, k->wall.batch_law = h->law;
  if (h->field) ((double *)k)[twocs_find(h->field)] = h->value;
}

/* At least three printed digits. */
static inline int headline_right(double got, double printed) {
  return isnan(printed) ? isnan(got) : apart(got, printed) < 5e-3;
}
#endif
