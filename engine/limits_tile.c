/* SPDX-License-Identifier: MIT
 *
 * One matmul on one GPU (ERDI24, section 1.2 of the specification): weights are cut into tiles that fit each
 * level of on-chip memory, tiles decide the traffic between levels, and the slowest of the levels and of the
 * arithmetic sets the pace. Tiles do not depend on the tokens, so they are cut once for a pair of weight
 * matrices and every microbatch reads them. */
#include "limits_parts.h"

/* How often rows x columns of weights are cut in each direction by tiles of at most `capacity`: as few tiles
 * as fit, as square as the matrix allows. */
typedef struct grid {
  double rows, columns;
} grid;

static grid tiles(const twocs_limits *gpu, double rows, double columns, double capacity) {
  const double count = ceil(rows * columns * gpu->word_byte / capacity);
  const double words = rows * columns / count;
  const double high = larger(smaller(rows, sqrt(words)), words / columns), wide = words / high;
  return (grid){rows / high, columns / wide};
}

/* Between two levels of memory, of which the lower one holds `members` tiles of `capacity`; distributed: its
 * members pass on to each other what they share, so that together they hold one large tile. */
static blocks_cut cut(const twocs_limits *gpu, double rows, double columns, double capacity, double members,
                      double distributed) {
  const double byte = rows * columns * gpu->word_byte;
  const grid own = tiles(gpu, rows, columns, capacity);
  const grid all = distributed > 0 ? tiles(gpu, rows, columns, capacity * members) : own;
  const double load = 2 * byte <= capacity * members ? 0 : byte; /* weights and gradients may stay below */
  return distributed > 0 ? (blocks_cut){load, all.rows, all.columns, own.rows, own.columns}
                         : (blocks_cut){load, all.rows, all.columns, 1, 1};
}

matmul_cut twocs_matmul_cut(const twocs_limits *gpu, double rows, double columns) {
  const double block = gpu->usable * gpu->reg_size, sm = gpu->blocks * block;
  return (matmul_cut){rows, columns, cut(gpu, rows, columns, larger(gpu->usable * gpu->l2_size, sm), 1, 0),
                      cut(gpu, rows, columns, sm, gpu->sms, gpu->dsmem),
                      cut(gpu, rows, columns, block, gpu->blocks * gpu->sms, 0)};
}

/* Bytes from the upper level to the lower one. */
static inline double moved(const blocks_cut *b, double in, double out, int gradient) {
  return gradient ? 2 * b->load + b->rows * out + b->columns * in
                  : b->load + b->rows * out + (2 * b->columns - 1) * in;
}

/* Bytes between members of the lower level: broadcast once; what is summed is sent and received. */
static inline double passed(const blocks_cut *b, double in, double out, int gradient) {
  const double broadcast = b->shared_rows > 1 ? b->shared_rows * out : 0;
  const double summed =
      gradient ? (b->shared_columns > 1 ? b->shared_columns * in : 0) : 2 * (b->shared_columns - 1) * in;
  return broadcast + summed;
}

static inline twocs_limits_matmul matmul(const twocs_limits *gpu, const matmul_cut *c, double tokens,
                                         int gradient) {
  const double in = c->rows * tokens * gpu->word_byte, out = c->columns * tokens * gpu->word_byte;
  const double edge = gpu->chunk;
  twocs_limits_matmul m;
  m.mem_byte = moved(&c->mem, in, out, gradient);
  m.l2_byte = moved(&c->l2, in, out, gradient);
  m.dsmem_byte = passed(&c->l2, in, out, gradient);
  m.reg_byte = moved(&c->reg, in, out, gradient);
  m.flop = 2 * (edge * edge * edge) * ceil(c->rows / edge) * ceil(c->columns / edge) * ceil(tokens / edge);
  m.t_mem = m.mem_byte / gpu->mem_bw;
  m.t_l2 = (m.mem_byte + m.l2_byte) / gpu->l2_bw;
  m.t_shared = (m.l2_byte + m.dsmem_byte + m.reg_byte) / gpu->shared_bw;
  m.t_flop = m.flop / gpu->rate;
  m.t_mm = gpu->tau + larger(larger(m.t_mem, m.t_l2), larger(m.t_shared, m.t_flop));
  return m;
}

twocs_limits_matmul twocs_limits_multiply(const twocs_limits_point *settled, double rows, double columns,
                                          double tokens, int gradient) {
  const matmul_cut c = twocs_matmul_cut(&settled->limits, rows, columns);
  return matmul(&settled->limits, &c, tokens, gradient);
}

/* The layer's two matrices, up a x b and down b x a: forward, gradient of the activations, gradient of the
 * weights. */
layer_cut twocs_layer_cut(const twocs_limits *gpu, double a, double b) {
  return (layer_cut){twocs_matmul_cut(gpu, a, b), twocs_matmul_cut(gpu, b, a)};
}

/* Summed as the authors' code does, and in t_mm whole numbers first: then not a bit differs. */
double twocs_layer_time(const twocs_limits *gpu, const layer_cut *layer, double tokens) {
  const twocs_limits_matmul up = matmul(gpu, &layer->up, tokens, 0),
                            down = matmul(gpu, &layer->down, tokens, 0),
                            up_weights = matmul(gpu, &layer->up, tokens, 1),
                            down_weights = matmul(gpu, &layer->down, tokens, 1);
  return 2 * (up.t_mm + down.t_mm) + (up_weights.t_mm + down_weights.t_mm);
}
