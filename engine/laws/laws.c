/* SPDX-License-Identifier: MIT
 *
 * How long an operator takes. A new law is one function of a cell's inputs and one row of laws.def (or of
 * collectives.def), and nothing else. It may read the items of its family (families.def). */
#include "laws/calls.h"
#include "rows/formula.h"
#include "rows/items.h"
#include "rows/rows.h"

#define AT(item) in[item].value[j * in[item].step + u]

/* GEMMs. An operator without work takes no time, and no launch either. */
#define GEMM(item) AT(GEMM_##item)

static inline double gemm_algorithmic(const twocs_cells in[], size_t j, size_t u) {
  return GEMM(flop) / (GEMM(peak) * GEMM(eff));
}

static inline double gemm_roofline(const twocs_cells in[], size_t j, size_t u) {
  const double time = larger(GEMM(flop) * GEMM(pace), GEMM(byte) * GEMM(mem_pace)) + GEMM(launch);
  return GEMM(flop) > 0 ? time : 0;
}

/* Whole tiles in whole waves: the last wave and the tiles at the edge do less than they could. If there are
 * too few tiles for the device, the library cuts K into parts of at least split_depth, and pays split_eff for
 * adding them up. */
static inline double gemm_tiles(const twocs_cells in[], size_t j, size_t u) {
  const double tiles = ceil(GEMM(m) / GEMM(tile_m)) * ceil(GEMM(n) / GEMM(tile_n)) * GEMM(x);
  const double padded = ceil(tiles / GEMM(units)) * GEMM(units) * GEMM(tile_m) * GEMM(tile_n);
  const double uncut = GEMM(m) * GEMM(n) * GEMM(x) / larger(padded, 1);
  const double parts = smaller(GEMM(split_k), GEMM(k) / GEMM(split_depth));
  const double cut = GEMM(split_eff) * smaller(1, tiles * parts / GEMM(units));
  const double compute = GEMM(flop) * GEMM(pace) / larger(larger(uncut, cut), 1e-9);
  const double time = larger(compute, GEMM(byte) * GEMM(mem_pace)) + GEMM(launch);
  return GEMM(flop) > 0 ? time : 0;
}

/* What a GEMM library may choose: the tile of the output, and into how many parts it cuts K. */
static const struct tile {
  double m, n;
  int speed; /* 0: as large tiles; i: the share wave_tile<i> of that */
} tiles[] = {{256, 128, 0}, {128, 256, 0}, {128, 128, 1}, {128, 64, 2},
             {64, 128, 2},  {64, 64, 3},   {64, 32, 4},   {32, 64, 4}};
static const double parts[] = {1, 2, 4, 8, 16};
enum { TILES = sizeof tiles / sizeof *tiles, PARTS = sizeof parts / sizeof *parts };

/* Each choice is timed as whole waves of whole tiles over the device's units, and compared with its traffic;
 * the shorter of the two is hidden except for a rest. A part of K is at least 64 deep and comes in steps of
 * 32; GEMMs that are cut along K write and read FP32 partial sums. A long GEMM draws all the power that the
 * device may, and its clock drops. If a kernel first converts the left operand from 16 bits into the format,
 * its time is added. */
static inline double gemm_waves(const twocs_cells in[], size_t j, size_t u) {
  const double m = GEMM(m), n = GEMM(n), k = GEMM(k), x = GEMM(x), units = GEMM(units);
  const double speed[] = {1, GEMM(wave_tile1), GEMM(wave_tile2), GEMM(wave_tile3), GEMM(wave_tile4)};
  const double pace = 2 * units / (GEMM(peak) * GEMM(wave_eff)),
               move = 1 / (GEMM(mem_bw) * GEMM(wave_mem_eff));
  const double partial = 8 * m * n * x * GEMM(wave_split), one_unit = 1 / units;
  double best = (double)INFINITY;
  for (int i = 0; i < TILES; i++) {
    const double count = round_up(m / tiles[i].m) * round_up(n / tiles[i].n) * x;
    const double step = pace * tiles[i].m * tiles[i].n / speed[tiles[i].speed];
    for (int p = 0; p < PARTS && (!p || k >= 64 * parts[p]); p++) {
      const double depth = 32 * round_up(k / (32 * parts[p])) + GEMM(wave_depth);
      const double compute = round_up(count * parts[p] * one_unit) * depth * step;
      const double memory = (GEMM(byte) + (p ? partial * parts[p] : 0)) * move;
      best = smaller(best, larger(compute, memory) + GEMM(wave_rest) * smaller(compute, memory));
    }
  }
  const double warm = best * (1 + GEMM(wave_heat) * best / (best + GEMM(wave_warm)));
  const double quantizing = 2 * m * k * x * GEMM(wave_quant);
  return GEMM(flop) > 0 ? warm + quantizing + GEMM(wave_launch) : 0;
}

/* K cut into `cut` parts. There is no branch in the choice, so that rows can be timed side by side. */
static inline double depth_cut(double cut, double waves, double full, double round, double flop, double start,
                               double sum) {
  const double lost = round * pos(round_up(waves * cut) * full / cut - 1);
  return flop * (1 + lost) * (1 + start * cut) + (cut > 1 ? sum * cut : 0);
}

/* Tiles of 256 x 128 in whole waves, with K cut into 1, 2 or 4 parts whose sums are then written in FP32. Of
 * what units could do while a wave is not full, only a share is lost if the library cuts tiles into parts. A
 * batch of GEMMs keeps the device busy from one to the next: no start, no waves, and the pace that the device
 * states. */
static inline double gemm_depth(const twocs_cells in[], size_t j, size_t u) {
  const double m = GEMM(m), n = GEMM(n), area = larger(m * n, 1), one_unit = 1 / GEMM(units);
  const double upright = round_up(m / 256) * round_up(n / 128),
               across = round_up(m / 128) * round_up(n / 256);
  const double waves = smaller(upright, across) * one_unit, full = GEMM(units) * 256 * 128 / area;
  const double flop = GEMM(flop) / (GEMM(peak) * GEMM(depth_eff));
  const double sum = 4 * area * GEMM(depth_split) / GEMM(mem_bw),
               start = GEMM(depth_start) / larger(GEMM(k), 1);
#define CUT(cut) depth_cut(cut, waves, full, GEMM(depth_round), flop, start, sum)
  const double alone = smaller(smaller(CUT(1), CUT(2)), CUT(4));
#undef CUT
  const double compute = if_else(active(GEMM(x)), GEMM(flop) * GEMM(pace), alone);
  const double cold = larger(compute, GEMM(byte) / (GEMM(mem_bw) * GEMM(depth_mem_eff)));
  const double time = cold * (1 + GEMM(depth_heat) * cold / (cold + GEMM(depth_warm)));
  return when(some(GEMM(flop)), time + GEMM(depth_launch));
}

static inline double gemm_measured(const twocs_cells in[], size_t j, size_t u) {
  return GEMM(flop) > 0 ? GEMM(c0) + GEMM(c1) * GEMM(flop) + GEMM(c2) * GEMM(byte) : 0;
}

/* Fused attention: blocks of 128 queries, with the mean number of keys under the mask. If there are too few
 * queries for a block, the keys are divided among the units, and the queries of heads that share keys go
 * together. */
#define ATTENTION(item) AT(ATTENTION_##item)

static inline double attention_fused(const twocs_cells in[], size_t j, size_t u) {
  const double queries = ATTENTION(queries), units = ATTENTION(units), rows = smaller(queries, 128);
  const double seen = ATTENTION(keys) - ATTENTION(masked) * (queries - rows) / 2;
  const double waves = round_up(queries / 128) * ATTENTION(heads) / units;
  const double unfilled = queries > 64 ? larger(round_up(waves) - waves, 0) : 0;
  const double block = 4 * rows * (seen + ATTENTION(flash_start)) * ATTENTION(dim) * units /
                       (ATTENTION(peak_bf16) * ATTENTION(flash_share));
  const double share = waves < 1 ? 1 : ATTENTION(flash_fill);
  const double memory = ATTENTION(byte) / (ATTENTION(mem_bw) * ATTENTION(flash_mem_eff));
  const double time = larger((waves + share * unfilled) * block, memory) + ATTENTION(flash_launch);
  return ATTENTION(byte) > 0 ? time * ATTENTION(flash_pace) : 0;
}

/* The experts of a device, two GEMMs for each: tiles as high as suits the tokens of one expert, in waves over
 * the units, and the traffic of weights and tokens. */
#define GROUPED(item) AT(GROUPED_##item)

static const struct group_tile {
  double m, n;
  int speed; /* 0: as large tiles; i: the share grouped_tile<i> of that */
} group_tiles[] = {{256, 128, 0}, {128, 256, 0}, {128, 128, 1}, {64, 128, 2}, {16, 128, 3}};
enum { GROUP_TILES = sizeof group_tiles / sizeof *group_tiles };

static inline double group_waves(const twocs_cells in[], size_t j, size_t u, double n, double k,
                                 double byte) {
  const double m = GROUPED(m), x = GROUPED(x), units = GROUPED(units), lost = GROUPED(grouped_round);
  const double speed[] = {1, GROUPED(grouped_tile1), GROUPED(grouped_tile2), GROUPED(grouped_tile3)};
  const double pace = 2 * units / (GROUPED(peak) * GROUPED(grouped_eff));
  const double memory = byte / (GROUPED(mem_bw) * GROUPED(grouped_mem_eff));
  double compute = (double)INFINITY;
  for (int i = 0; i < GROUP_TILES; i++) {
    const double waves = round_up(m / group_tiles[i].m) * round_up(n / group_tiles[i].n) * x / units;
    const double step = pace * group_tiles[i].m * group_tiles[i].n * k / speed[group_tiles[i].speed];
    compute = smaller(compute, (waves + lost * (round_up(waves) - waves)) * step);
  }
  return larger(compute, memory) + GROUPED(grouped_rest) * smaller(compute, memory);
}

static inline double grouped_tiles(const twocs_cells in[], size_t j, size_t u) {
  const double n = GROUPED(n), k = GROUPED(k), one = 2 * GROUPED(m) * n * k * GROUPED(x);
  /* At least one, even if there is less than one token per expert. */
  const double matrices = larger(GROUPED(flop) / larger(one, 1), 1), byte = GROUPED(byte) / matrices;
  const double gemms =
      group_waves(in, j, u, (matrices - 1) * k, n, byte * (matrices - 1)) + group_waves(in, j, u, n, k, byte);
  const double order = GROUPED(moved) * GROUPED(grouped_move) / GROUPED(mem_bw);
  return GROUPED(flop) > 0 ? gemms + order + GROUPED(grouped_launch) : 0;
}

/* Streams. */
#define STREAM(item) AT(STREAM_##item)
static inline double stream_none(const twocs_cells in[], size_t j, size_t u) { return 0 * STREAM(byte); }

static inline double stream_roofline(const twocs_cells in[], size_t j, size_t u) {
  const double time = STREAM(byte) * STREAM(mem_pace) + STREAM(launch);
  return STREAM(byte) > 0 ? time : 0;
}

static inline double stream_measured(const twocs_cells in[], size_t j, size_t u) {
  return STREAM(byte) > 0 ? STREAM(c0) + STREAM(c2) * STREAM(byte) : 0;
}

#define LAW(family, law, reference, reads, meaning)                                                          \
  static twocs_status fill_##family##_##law(const void *context, twocs_aspect aspect, size_t n,              \
                                            const twocs_cells in[], double *restrict out,                    \
                                            twocs_error *error) {                                            \
    (void)context, (void)aspect, (void)error;                                                                \
    for (size_t j = 0; j < (n + CELL - 1) / CELL; j++)                                                       \
      for (size_t u = 0; u < CELL; u++) out[j * CELL + u] = family##_##law(in, j, u);                        \
    return TWOCS_OK;                                                                                         \
  }
#include "rows/laws.def"
#undef LAW

/* Collectives. calls.c fills in those of algorithms. */
#define CALL_AT(item) AT(CALL_##item)
/* A measured collective (law.def) has a time and nothing else. */
static twocs_status fill_measured(const void *context, twocs_aspect aspect, size_t n, const twocs_cells in[],
                                  double *out, twocs_error *error) {
  (void)context, (void)error;
  for (size_t r = 0; r < n; r++) {
    const size_t j = r / CELL, u = r % CELL;
    const double groups = CALL_AT(n1) * CALL_AT(n2) * CALL_AT(n3), ranks = CALL_AT(n0) * groups,
                 byte = CALL_AT(byte);
    const int called = byte > 0 && ranks > 1;
    const double far = log2(groups);
    const double line = CALL_AT(c0) + CALL_AT(near) * log2(CALL_AT(n0)) +
                        CALL_AT(c2) * byte * (1 - 1 / ranks) + CALL_AT(far) * far +
                        CALL_AT(fill) * sqrt(byte * (1 + far));
    const double time = called ? line : 0;
    out[r] = aspect == TWOCS_TIME             ? time
             : aspect == TWOCS_WHOLE          ? 1
             : aspect == TWOCS_WIRE && called ? byte
                                              : 0;
  }
  return TWOCS_OK;
}

#define CALL_READS                                                                                           \
  "byte n0 n1 n2 n3 net0_step net1_step net2_step net3_step net0_rate net1_rate net2_rate net3_rate "        \
  "net0_half "                                                                                               \
  "net1_half net2_half net3_half comm_launch comm_chunk"
#define CHOICE_READS CALL_READS " net0_reduce net1_reduce net2_reduce net3_reduce"
enum {
#define COLLECTIVE(kind, name, ...) ALGORITHM_##kind##_##name,
#include "rows/collectives.def"
#undef COLLECTIVE
};

static const int families[] = {
#define CALL(items)
#define FAMILY(f, items, meaning) TWOCS_FAMILY_##f,
#define KIND(c, meaning) TWOCS_FAMILY_##c,
#include "rows/families.def"
};
#undef CALL
#undef FAMILY
#undef KIND

const twocs_law twocs_laws[] = {
#define LAW(family, law, reference, reads, meaning)                                                          \
  {#family, #law, #reference, meaning, reads, fill_##family##_##law, NULL, 0},
#include "rows/laws.def"
#undef LAW
#define FAMILY(f, items, meaning)
#define CALL(items)
#define KIND(c, meaning)                                                                                     \
  {#c,                                                                                                       \
   "auto",                                                                                                   \
   "TWOCS",                                                                                                  \
   "the fastest of all algorithms of the machine for this size and group",                                   \
   CHOICE_READS,                                                                                             \
   twocs_fill_fastest,                                                                                       \
   &families[TWOCS_FAMILY_##c],                                                                              \
   0},                                                                                                       \
      {#c,                                                                                                   \
       "nccl",                                                                                               \
       "TWOCS",                                                                                              \
       "the faster of rings and trees over all adapters of a node, as in NCCL and RCCL",                     \
       CALL_READS,                                                                                           \
       twocs_fill_library,                                                                                   \
       &families[TWOCS_FAMILY_##c],                                                                          \
       0},
#include "rows/families.def"
#undef FAMILY
#undef CALL
#undef KIND
#define COLLECTIVE(kind, name, scope, s, t, p, l, offered, reference, meaning)                               \
  {#kind,                                                                                                    \
   #name,                                                                                                    \
   #reference,                                                                                               \
   meaning,                                                                                                  \
   CALL_READS,                                                                                               \
   twocs_fill_call,                                                                                          \
   &twocs_algorithms[ALGORITHM_##kind##_##name],                                                             \
   0},
#include "rows/collectives.def"
#undef COLLECTIVE
#define FAMILY(f, items, meaning)
#define CALL(items)
#define KIND(c, meaning)                                                                                     \
  {#c,                                                                                                       \
   "measured",                                                                                               \
   "TWOCS",                                                                                                  \
   "measured: start, steps in and between nodes, bytes, filling of the pipeline",                            \
   "byte n0 n1 n2 n3 c0 near c2 far fill",                                                                   \
   fill_measured,                                                                                            \
   NULL,                                                                                                     \
   0},
#include "rows/families.def"
    {0}};
