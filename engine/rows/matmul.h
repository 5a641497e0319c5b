/* SPDX-License-Identifier: MIT
 *
 * One matmul on one device (ERDI24, section 1.2 of the specification): weights are cut into tiles that fit
 * each level of on-chip memory, tiles decide the traffic between levels, and the slowest of the levels and of
 * the arithmetic sets the pace. Tiles do not depend on the tokens: the search cuts them once for a pair of
 * weight matrices, and every microbatch reads them. */
#ifndef TWOCS_MATMUL_H
#define TWOCS_MATMUL_H

#include "rows/formula.h"

/* What a matmul asks of a device, and the bytes of a word. */
typedef struct chip {
  double word_byte, units, blocks, reg_size, l2_size, usable, dsmem, mma_edge;
  double mem_bw, l2_bw, shared_bw, rate, launch;
} chip;

/* How often rows x columns of weights are cut in each direction by tiles of at most `capacity`: as few tiles
 * as fit, as square as the matrix allows. */
typedef struct tile_grid {
  double rows, columns;
} tile_grid;

static inline tile_grid tiles_of(const chip *c, double rows, double columns, double capacity) {
  const double count = ceil(rows * columns * c->word_byte / capacity);
  const double words = rows * columns / count;
  const double high = larger(smaller(rows, sqrt(words)), words / columns), wide = words / high;
  return (tile_grid){rows / high, columns / wide};
}

/* Between two levels of memory, of which the lower one holds `members` tiles of `capacity`; distributed: its
 * members pass on to each other what they share, so that together they hold one large tile. */
typedef struct blocks_cut {
  double load, rows, columns, shared_rows, shared_columns; /* byte of weights; tiles across */
} blocks_cut;

static inline blocks_cut blocks_of(const chip *c, double rows, double columns, double capacity,
                                   double members, double distributed) {
  const double byte = rows * columns * c->word_byte;
  const tile_grid own = tiles_of(c, rows, columns, capacity);
  const tile_grid all = distributed > 0 ? tiles_of(c, rows, columns, capacity * members) : own;
  const double load = 2 * byte <= capacity * members ? 0 : byte; /* weights and gradients may stay below */
  return distributed > 0 ? (blocks_cut){load, all.rows, all.columns, own.rows, own.columns}
                         : (blocks_cut){load, all.rows, all.columns, 1, 1};
}

typedef struct matmul_cut {
  double rows, columns;
  blocks_cut mem, l2, reg;
} matmul_cut;

static inline matmul_cut matmul_cut_of(const chip *c, double rows, double columns) {
  const double block = c->usable * c->reg_size, unit = c->blocks * block;
  return (matmul_cut){rows, columns, blocks_of(c, rows, columns, larger(c->usable * c->l2_size, unit), 1, 0),
                      blocks_of(c, rows, columns, unit, c->units, c->dsmem),
                      blocks_of(c, rows, columns, block, c->blocks * c->units, 0)};
}

/* Bytes from the upper level to the lower one. */
static inline double bytes_moved(const blocks_cut *b, double in, double out, int gradient) {
  return gradient ? 2 * b->load + b->rows * out + b->columns * in
                  : b->load + b->rows * out + (2 * b->columns - 1) * in;
}

/* Bytes between members of the lower level: broadcast once; what is summed is sent and received. */
static inline double bytes_passed(const blocks_cut *b, double in, double out, int gradient) {
  const double broadcast = b->shared_rows > 1 ? b->shared_rows * out : 0;
  const double summed =
      gradient ? (b->shared_columns > 1 ? b->shared_columns * in : 0) : 2 * (b->shared_columns - 1) * in;
  return broadcast + summed;
}

typedef struct matmul_terms {
  double mem_byte, l2_byte, dsmem_byte, reg_byte, flop; /* moved between two levels; padded work */
  double t_mem, t_l2, t_shared, t_flop;                 /* what each of them takes */
  double t_mm;                                          /* the longest, and the launch */
} matmul_terms;

static inline matmul_terms matmul_of(const chip *c, const matmul_cut *cut, double tokens, int gradient) {
  const double in = cut->rows * tokens * c->word_byte, out = cut->columns * tokens * c->word_byte;
  const double edge = c->mma_edge;
  matmul_terms m;
  m.mem_byte = bytes_moved(&cut->mem, in, out, gradient);
  m.l2_byte = bytes_moved(&cut->l2, in, out, gradient);
  m.dsmem_byte = bytes_passed(&cut->l2, in, out, gradient);
  m.reg_byte = bytes_moved(&cut->reg, in, out, gradient);
  m.flop =
      2 * (edge * edge * edge) * ceil(cut->rows / edge) * ceil(cut->columns / edge) * ceil(tokens / edge);
  m.t_mem = m.mem_byte / c->mem_bw;
  m.t_l2 = (m.mem_byte + m.l2_byte) / c->l2_bw;
  m.t_shared = (m.l2_byte + m.dsmem_byte + m.reg_byte) / c->shared_bw;
  m.t_flop = m.flop / c->rate;
  m.t_mm = c->launch + larger(larger(m.t_mem, m.t_l2), larger(m.t_shared, m.t_flop));
  return m;
}

/* The layer's two matrices, up a x b and down b x a: forward, gradient of the activations, gradient of the
 * weights. */
typedef struct layer_cut {
  matmul_cut up, down;
} layer_cut;

static inline layer_cut layer_cut_of(const chip *c, double a, double b) {
  return (layer_cut){matmul_cut_of(c, a, b), matmul_cut_of(c, b, a)};
}

/* Summed as the authors' code does, and in t_mm whole numbers first: then not a bit differs. */
static inline double layer_time_of(const chip *c, const layer_cut *layer, double tokens) {
  const matmul_terms up = matmul_of(c, &layer->up, tokens, 0), down = matmul_of(c, &layer->down, tokens, 0),
                     up_weights = matmul_of(c, &layer->up, tokens, 1),
                     down_weights = matmul_of(c, &layer->down, tokens, 1);
  return 2 * (up.t_mm + down.t_mm) + (up_weights.t_mm + down_weights.t_mm);
}

/* As the row calls it. */
static inline double layer_time(double a, double b, double tokens, double word_byte, double units,
                                double blocks, double reg_size, double l2_size, double usable, double dsmem,
                                double mma_edge, double mem_bw, double l2_bw, double shared_bw, double rate,
                                double launch) {
  const chip c = {word_byte, units,  blocks, reg_size,  l2_size, usable, dsmem,
                  mma_edge,  mem_bw, l2_bw,  shared_bw, rate,    launch};
  const layer_cut layer = layer_cut_of(&c, a, b);
  return layer_time_of(&c, &layer, tokens);
}

#endif
