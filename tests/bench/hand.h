/* SPDX-License-Identifier: MIT */
/* What a careful C programmer writes for this one sweep, without the engine: training in FP16 without
 * recomputation, a plain FFN with dropout, every head with its own K and V, GEMMs and streams by roofline,
 * ring all-reduces over a network of two levels. Choices are settled here, numbers come from the point. The
 * three GEMMs of an operator (forward, and two gradients) have one time under the roofline, so it is computed
 * once. */
#ifndef HAND_H
#define HAND_H
#include "twocs.h"

/* What a layer costs before compute grows: GEMMs and streams, forward and backward, and both kinds of
 * communication. */
struct hand_layer {
  double gemm, stream_f, stream_b, ser, ovl;
};

static inline double hand_most(double a, double b) { return a > b ? a : b; }
static inline double hand_least(double a, double b) { return a < b ? a : b; }

static inline double hand_gemm(const twocs_device *d, double m, double n, double k, double x) {
  return hand_most(2 * m * n * k * x / (d->peak_fp16 * d->flop_eff),
                   2 * (m * k + k * n + m * n) * x / (d->mem_bw * d->mem_eff)) +
         d->launch;
}

static inline double hand_stream(const twocs_device *d, double byte) {
  return byte / (d->mem_bw * d->mem_eff) + d->launch;
}

/* n0 ranks inside the node, n1 nodes: the ring runs at the speed of the slowest link it crosses. */
static inline double hand_ring(const twocs_device *d, double byte, double n0, double n1) {
  const double n = n0 * n1;
  const int inside = n0 > 1, across = n1 > 1;
  const double lat = hand_most(inside ? d->net0_lat : 0, across ? d->net1_lat : 0);
  const double half = hand_most(inside ? d->net0_half : 0, across ? d->net1_half : 0);
  const double bw = hand_least(inside ? d->net0_bw : d->net1_bw, across ? d->net1_bw : d->net0_bw);
  return n > 1 ? d->comm_launch + 2 * (n - 1) * lat + 2 * (n - 1) / n * (byte + half) / bw : 0;
}

static inline struct hand_layer hand_layer(const twocs_point *p, double h, double sl, double tp) {
  const twocs_device *d = &p->device;
  const double b = p->run.b, tokens = sl * b, head_dim = p->model.head_dim, heads = h / head_dim / tp,
               ffn = 4 * h / tp;
  const double kv_heads = hand_most(heads, 1); /* beyond the heads K and V are copied */
  const double scores = b * heads * sl * sl, dp = p->layout.dp;
  const double tp_n0 = hand_most(1, hand_least(tp, d->net0_size)),
               dp_n0 = hand_most(1, hand_least(dp, d->net0_size / tp));
  struct hand_layer layer;
  layer.gemm = hand_gemm(d, tokens, (heads + 2 * kv_heads) * head_dim, h, 1) +
               hand_gemm(d, sl, sl, head_dim, b * heads) + hand_gemm(d, sl, head_dim, sl, b * heads) +
               hand_gemm(d, tokens, h, heads * head_dim, 1) + hand_gemm(d, tokens, ffn, h, 1) +
               hand_gemm(d, tokens, h, ffn, 1);
  layer.stream_f =
      hand_stream(d, 4 * scores) + hand_stream(d, 4 * scores) + hand_stream(d, 4 * tokens * ffn) +
      2 * (hand_stream(d, 4 * tokens * h) + hand_stream(d, 6 * tokens * h) + hand_stream(d, 4 * tokens * h));
  layer.stream_b =
      hand_stream(d, 6 * scores) + hand_stream(d, 4 * scores) + hand_stream(d, 6 * tokens * ffn) +
      2 * (hand_stream(d, 6 * tokens * h) + hand_stream(d, 6 * tokens * h) + hand_stream(d, 4 * tokens * h));
  layer.ser = 4 * hand_ring(d, 2 * h * tokens, tp_n0, tp / tp_n0);
  layer.ovl =
      hand_ring(d, 2 * (2 * h * (heads + kv_heads) * head_dim + 2 * h * ffn + 4 * h), dp_n0, dp / dp_n0);
  return layer;
}

/* The two columns from a layer and the growth of compute, in a form that the compiler turns into vectors. */
static inline void hand_grown(const struct hand_layer *l, double interference, double slowed, double growth,
                              double *f_ser, double *t_layer) {
  const double back = 2 * l->gemm / growth + l->stream_b, cmp = l->gemm / growth + l->stream_f + back,
               hide = interference * back;
  const double exposed = hand_most(0, l->ovl - hide), slow = hand_least(l->ovl, hide) * slowed;
  *f_ser = l->ser / (cmp + l->ser);
  *t_layer = cmp + l->ser + exposed + slow;
}

enum { HAND_SIDE_MOST = 64 };

/* axis: h, sl, tp, growth, `side` values each; growth runs fastest. */
static void hand_hoisted(const twocs_point *p, int side, const double *const axis[4], double *restrict f_ser,
                         double *restrict t_layer) {
  const double interference = p->software.interference, slowed = 1 - 1 / interference;
  for (int i = 0; i < side; i++)
    for (int j = 0; j < side; j++)
      for (int k = 0; k < side; k++) {
        const struct hand_layer layer = hand_layer(p, axis[0][i], axis[1][j], axis[2][k]);
        const double *restrict growth = axis[3];
        for (int l = 0; l < side; l++)
          hand_grown(&layer, interference, slowed, growth[l], &f_ser[l], &t_layer[l]);
        f_ser += side, t_layer += side;
      }
}

/* The same, h fastest: sl, tp, growth, h. */
static void hand_hoisted_h(const twocs_point *p, int side, const double *const axis[4],
                           double *restrict f_ser, double *restrict t_layer) {
  const double interference = p->software.interference, slowed = 1 - 1 / interference;
  double gemm[HAND_SIDE_MOST], stream_f[HAND_SIDE_MOST], stream_b[HAND_SIDE_MOST], ser[HAND_SIDE_MOST],
      ovl[HAND_SIDE_MOST];
  for (int j = 0; j < side; j++)
    for (int k = 0; k < side; k++) {
      for (int i = 0; i < side; i++) {
        const struct hand_layer layer = hand_layer(p, axis[0][i], axis[1][j], axis[2][k]);
        gemm[i] = layer.gemm, stream_f[i] = layer.stream_f, stream_b[i] = layer.stream_b, ser[i] = layer.ser,
        ovl[i] = layer.ovl;
      }
      for (int l = 0; l < side; l++) {
        const double growth = axis[3][l];
        for (int i = 0; i < side; i++) {
          const struct hand_layer layer = {gemm[i], stream_f[i], stream_b[i], ser[i], ovl[i]};
          hand_grown(&layer, interference, slowed, growth, &f_ser[i], &t_layer[i]);
        }
        f_ser += side, t_layer += side;
      }
    }
}

static void hand_fused(const twocs_point *p, int side, const double *const axis[4], double *f_ser,
                       double *t_layer) {
  const int rows = side * side * side * side;
  for (int r = 0; r < rows; r++) {
    const struct hand_layer layer = hand_layer(p, axis[0][r / side / side / side],
                                               axis[1][r / side / side % side], axis[2][r / side % side]);
    hand_grown(&layer, p->software.interference, 1 - 1 / p->software.interference, axis[3][r % side],
               &f_ser[r], &t_layer[r]);
  }
}
#endif
