/* SPDX-License-Identifier: MIT */
/* The wall, compared with rows of the authors' simulator: a CSV is read into cells that are found by the name
 * of their column, and for each kind of file a function counts how many of its rows we reproduce. The tests
 * and the benchmark share this. The one thing to know: the full files are next to the project or in
 * TWOCS_DATA, and a sample of them is inside it. */
#ifndef WALL_DATA_H
#define WALL_DATA_H
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "search/twocs_wall.h"

static const char *const sample_folder = "tests/data/wall";

static inline const char *reference_folder(void) {
  static char path[512];
  const char *data = getenv("TWOCS_DATA");
  snprintf(path, sizeof path, "%s/erdil24", data ? data : "../shared/data");
  return path;
}

/* ---- Sheets. */

enum { ROWS_MOST = 800, COLUMNS_MOST = 40, TEXT_MOST = 1 << 17 };
typedef struct sheet {
  char text[TEXT_MOST];
  char *cell[ROWS_MOST + 2][COLUMNS_MOST]; /* row 0: names */
  int rows, columns;
} sheet;

static inline void trouble(const char *what, const char *which) {
  fprintf(stderr, "%s %s\n", what, which);
  exit(1);
}

static inline void sheet_cut(sheet *s) {
  int row = 0, column = 0;
  s->columns = 0;
  s->cell[0][0] = s->text;
  for (char *c = s->text; *c; c++) {
    if (*c == '\r') *c = 0;
    if (*c != ',' && *c != '\n') continue;
    if (*c == '\n' && row == 0) s->columns = column + 1;
    if (*c == '\n')
      row++, column = 0;
    else
      column++;
    *c = 0;
    if (row > ROWS_MOST + 1 || column >= COLUMNS_MOST) trouble("too large a sheet:", s->cell[0][0]);
    s->cell[row][column] = c + 1;
  }
  s->rows = row - 1;
}

/* Returns 0 if there is no such file. */
static inline int sheet_fill(sheet *s, const char *folder, const char *file) {
  char path[640];
  snprintf(path, sizeof path, "%s/%s", folder, file);
  FILE *in = fopen(path, "rb");
  if (!in) return 0;
  const size_t size = fread(s->text, 1, sizeof s->text - 1, in);
  fclose(in);
  s->text[size] = 0;
  sheet_cut(s);
  return 1;
}

/* Returns NULL if there is no such file. The next call overwrites the result. */
static inline const sheet *sheet_read(const char *folder, const char *file) {
  static sheet s;
  return sheet_fill(&s, folder, file) ? &s : NULL;
}

static inline const char *text_at(const sheet *s, int row, const char *column) {
  for (int c = 0; c < s->columns; c++)
    if (!strcmp(s->cell[0][c], column)) return s->cell[row][c];
  trouble("there is no column", column);
  return "";
}
static inline double at(const sheet *s, int row, const char *column) {
  return strtod(text_at(s, row, column), NULL);
}

/* "4/8192": members level by level. */
static inline void members_at(const sheet *s, int row, const char *column, double members[4]) {
  const char *c = text_at(s, row, column);
  for (int l = 0; l < 4; l++) {
    char *end = NULL;
    members[l] = *c ? strtod(c, &end) : 1;
    if (*c) c = *end ? end + 1 : end;
  }
}

static inline void layout_at(const sheet *s, int row, twocs_point *point) {
  const char *const columns[] = {"DP_levels", "TPm_levels", "TPff_levels", "PP_levels", "EP_levels"};
  double members[5][4], *const degree[] = {&point->layout.dp, &point->wall.tp_d, &point->wall.tp_f,
                                           &point->layout.pp, &point->layout.ep};
  for (int i = 0; i < 5; i++) {
    members_at(s, row, columns[i], members[i]);
    *degree[i] = members[i][0] * members[i][1] * members[i][2] * members[i][3];
  }
  memcpy(&point->wall.dp_l0, members, sizeof members);
  point->wall.micro = at(s, row, "microbatches");
  point->wall.interleave = at(s, row, "v");
  point->wall.zb = at(s, row, "zero_bubble");
}

/* ---- Points. Machines are the rows of the sample's gpus.csv, with which a test in Lua compares devices.lua;
 * an infinite bandwidth becomes the maximum of its field. */

/* The l-th part of "a|b|c", or the last one; 0 for an empty text. */
static inline double part_at(const sheet *s, int row, const char *column, int l) {
  const char *c = text_at(s, row, column);
  for (; l > 0 && strchr(c, '|'); l--) c = strchr(c, '|') + 1;
  return strtod(c, NULL);
}

static inline int parts_at(const sheet *s, int row, const char *column) {
  const char *c = text_at(s, row, column);
  int n = *c != 0;
  for (; *c; c++) n += *c == '|';
  return n;
}

static inline int same_name(const char *a, const char *b) {
  for (; *a && (*a | 32) == (*b | 32); a++, b++) {}
  return *a == *b;
}

static inline void device_at(const sheet *s, int row, twocs_device *device) {
  const double unlimited = 1048576, one_way = 0.5, most = 1e24;
  double *const size[] = {&device->net0_size, &device->net1_size, &device->net2_size};
  double *const bw[] = {&device->net0_bw, &device->net1_bw, &device->net2_bw};
  const int levels = 1 + parts_at(s, row, "level_sizes");
  device->peak_fp32 = 1, device->peak_fp16 = at(s, row, "max_flop_per_s");
  device->units = at(s, row, "num_sms"), device->clock = at(s, row, "max_clock_Hz");
  device->flop_eff = at(s, row, "sustained_fraction");
  device->l2_bw = at(s, row, "l2_Bps"), device->l2_size = at(s, row, "l2_bytes");
  device->mem_bw = at(s, row, "global_Bps"), device->mem_size = at(s, row, "memory_bytes");
  device->dsmem = at(s, row, "dsmem"), device->launch = at(s, row, "matmul_latency_s");
  device->net0_lat = part_at(s, row, "network_latency_s", 0);
  for (int l = 0; l < levels; l++) {
    *size[l] = l == levels - 1 ? unlimited : part_at(s, row, "level_sizes", l);
    *bw[l] = fmin(one_way * part_at(s, row, "network_Bps_bidir", l), most);
  }
  if (device->units > 1e4) device->shared_bw = at(s, row, "shared_Bps"); /* out of date, as published */
}

static inline void wall_of(const char *id, twocs_point *point) {
  static sheet machines;
  if (!machines.rows && !sheet_fill(&machines, sample_folder, "gpus.csv")) trouble("no", "gpus.csv");
  twocs_point_init(point);
  for (int r = 1; r <= machines.rows; r++)
    if (same_name(text_at(&machines, r, "scenario_name"), id)) {
      device_at(&machines, r, &point->device);
      return;
    }
  trouble("no such machine:", id);
}

static inline void settle(const twocs_point *point, twocs_wall_run *run) {
  twocs_error error;
  if (twocs_wall_settle(point, run, &error)) trouble("does not settle:", error.text);
}

static inline double apart(double got, double want) {
  return got == want ? 0 : fabs(got - want) / fmax(fabs(want), 1e-300);
}

/* Compares structs of doubles; NaN equals NaN. */
static inline int same_doubles(const void *got, const void *want, size_t size) {
  const double *a = got, *b = want;
  for (size_t i = 0; i < size / sizeof(double); i++)
    if (!(a[i] == b[i] || (isnan(a[i]) && isnan(b[i])))) return 0;
  return 1;
}

/* How many rows there are, how many are right, the largest error, and in how many rows another layout is
 * exactly as fast as the one in the file. */
typedef struct tally {
  int rows, right, ties;
  double worst;
} tally;

static inline void tally_row(tally *t, double off, double tolerance) {
  t->rows++, t->right += off <= tolerance;
  t->worst = fmax(t->worst, isnan(off) ? (double)INFINITY : off);
}

/* From a sweep, by definition: the headlines that the search finds faster. */
static inline double linear_end_of(const twocs_point *k, int n, const twocs_wall_run run[]) {
  for (int i = 0; i < n; i++)
    if (run[i].util_rel <= k->wall.linear_share) return run[i].c_flop;
  return (double)NAN;
}
static inline double largest_of(int n, const twocs_wall_run run[]) {
  return n ? run[n - 1].c_flop : (double)NAN;
}

/* ---- One function per file. */

static inline tally count_gpus(const sheet *s) {
  static const char *const names[] = {"max_flop_per_s", "flop_per_s", "shared_Bps",   "l2_Bps",
                                      "global_Bps",     "num_sms",    "max_clock_Hz", "sustained_fraction"};
  tally t = {0, 0, 0, 0};
  for (int r = 1; r <= s->rows; r++) {
    twocs_point point;
    twocs_wall_run p;
    wall_of(text_at(s, r, "scenario_name"), &point);
    settle(&point, &p);
    const twocs_device *k = &p.point.device;
    const double got[] = {p.peak, p.rate, k->shared_bw, k->l2_bw, k->mem_bw, k->units, k->clock, k->flop_eff};
    double off = 0;
    for (size_t i = 0; i < sizeof got / sizeof *got; i++) off = fmax(off, apart(got[i], at(s, r, names[i])));
    tally_row(&t, off, 0);
  }
  return t;
}

static inline tally count_matmul(const sheet *s) {
  tally t = {0, 0, 0, 0};
  for (int r = 1; r <= s->rows; r++) {
    twocs_point point;
    twocs_wall_run p;
    wall_of(text_at(s, r, "gpu"), &point);
    settle(&point, &p);
    const int gradient = (int)at(s, r, "weight_grads");
    const double got = twocs_wall_multiply(&p, at(s, r, "d1"), at(s, r, "d2"), at(s, r, "b"), gradient).t_mm;
    tally_row(&t, apart(got, at(s, r, "seconds")), 1e-12);
  }
  return t;
}

static inline tally count_traffic(const sheet *s) {
  static const char *const names[] = {"global_bytes", "l2_sm_bytes", "dsmem_bytes",
                                      "sm_reg_bytes", "flop_padded", "t_global",
                                      "t_l2",         "t_shared",    "t_arith"};
  tally t = {0, 0, 0, 0};
  for (int r = 1; r <= s->rows; r++) {
    twocs_point point;
    twocs_wall_run p;
    wall_of(text_at(s, r, "gpu"), &point);
    settle(&point, &p);
    const twocs_wall_matmul m =
        twocs_wall_multiply(&p, at(s, r, "d1"), at(s, r, "d2"), at(s, r, "b"), (int)at(s, r, "weight_grads"));
    const double got[] = {m.mem_byte, m.l2_byte, m.dsmem_byte, m.reg_byte, m.flop,
                          m.t_mem,    m.t_l2,    m.t_shared,   m.t_flop};
    double off = 0;
    for (size_t i = 0; i < sizeof got / sizeof *got; i++) off = fmax(off, apart(got[i], at(s, r, names[i])));
    tally_row(&t, off, 1e-12);
  }
  return t;
}

static inline tally count_training(const sheet *s) {
  static const char *const names[] = {"total_seconds", "util",          "tp_seconds",
                                      "dp_seconds",    "pp_ep_seconds", "latency_seconds",
                                      "num_batches",   "N_gpu"};
  tally t = {0, 0, 0, 0};
  for (int r = 1; r <= s->rows; r++) {
    twocs_point k;
    twocs_wall_run q;
    twocs_error error;
    wall_of(text_at(s, r, "gpu_id"), &k);
    k.wall.d = at(s, r, "d_model"), k.wall.f = at(s, r, "d_ff"), k.wall.depth = at(s, r, "layers"),
    k.wall.stack_experts = at(s, r, "sparsity");
    k.wall.own_batch = at(s, r, "batch_seq"), k.run.sl = at(s, r, "seq_len");
    layout_at(s, r, &k);
    if (twocs_wall_eval(&k, &q, &error)) trouble("does not evaluate:", error.text);
    const double n = q.batches;
    const double got[] = {
        q.t_run, q.util, q.t_tp_net * n, q.t_dp_net * n, q.t_ppep_net * n, (q.lat_pipe + q.lat_dp) * n,
        n,       q.gpus};
    double off = 0;
    for (size_t i = 0; i < sizeof got / sizeof *got; i++) off = fmax(off, apart(got[i], at(s, r, names[i])));
    tally_row(&t, off, 1e-12);
  }
  return t;
}

static inline tally count_shape(const sheet *s) {
  static const char *const flop[] = {"C_dense", "C_sparse"};
  static const char *const batch[] = {"batch_seq_dense", "batch_seq_sparse", "batch_seq_dense_deepseek",
                                      "batch_seq_sparse_deepseek"};
  tally t = {0, 0, 0, 0};
  for (int r = 1; r <= s->rows; r++) {
    double off = 0;
    for (int i = 0; i < 4; i++) {
      twocs_point k;
      twocs_wall_run p;
      wall_of("H100_SXM5", &k);
      k.wall.d = at(s, r, "d_model"), k.wall.sparse = i % 2, k.wall.batch_law = i / 2;
      settle(&k, &p);
      const double experts = i % 2 ? at(s, r, "sparsity_sparse_case") : 1;
      off = fmax(off, apart(p.point.wall.f, at(s, r, "d_ff")));
      off = fmax(off, apart(p.point.wall.depth, at(s, r, "layers")));
      off = fmax(off, apart(p.point.wall.stack_experts, experts));
      off = fmax(off, apart(p.c_flop, at(s, r, flop[i % 2])));
      off = fmax(off, apart(p.batch, at(s, r, batch[i])));
    }
    tally_row(&t, off, 0);
  }
  return t;
}

/* The file has seven digits. */
static inline tally count_closed(const sheet *s) {
  tally t = {0, 0, 0, 0};
  for (int r = 1; r <= s->rows; r++) {
    const char *gpu = text_at(s, r, "gpu_id");
    twocs_point k;
    twocs_wall_run p;
    wall_of(strcmp(gpu, "any") ? gpu : "A100", &k);
    k.wall.alpha = at(s, r, "alpha");
    settle(&k, &p);
    const double got = strcmp(text_at(s, r, "quantity"), "T_crit") ? p.limit_flop : p.crit_flop;
    tally_row(&t, apart(got, at(s, r, "flop")), 5e-7);
  }
  return t;
}

/* A layout other than the file's is right if both take the same time and the result says that there is a
 * tie. */
static inline void compare_run(const sheet *s, int r, const twocs_wall_run *p, tally *t) {
  twocs_point layout = p->point;
  layout_at(s, r, &layout);
  const double off = fmax(apart(p->util, at(s, r, "util")), apart(p->run_months, at(s, r, "months")));
  double wrong = off <= 1e-9 ? 0 : off;
  if (p->gpus != at(s, r, "N_gpu") || p->c_flop != at(s, r, "compute_flop")) wrong = (double)INFINITY;
  if (!same_doubles(&layout, &p->point, sizeof layout)) {
    twocs_wall_run theirs;
    twocs_error error;
    if (twocs_wall_eval(&layout, &theirs, &error)) trouble("does not evaluate:", error.text);
    if (apart(p->t_run, theirs.t_run) < 1e-12)
      t->ties++;
    else
      wrong = (double)INFINITY;
  }
  tally_row(t, wrong, 0);
  t->worst = fmax(t->worst, off);
}

static inline void scenario_of(const sheet *s, int r, twocs_point *k) {
  wall_of(text_at(s, r, "gpu_id"), k);
  k->wall.sparse = strstr(text_at(s, r, "scenario"), "_sparse") != NULL;
  k->wall.batch_law = strstr(text_at(s, r, "scenario"), "_nobs") ? 2 : 0;
  k->wall.months = 12 * at(s, r, "years_limit");
}

/* The rows of a scenario are adjacent; a sample may leave out some. */
static inline tally count_runs(const sheet *s, void *workspace) {
  static twocs_wall_run run[TWOCS_WALL_RUNS];
  tally t = {0, 0, 0, 0};
  const char *scenario = "";
  int n = 0;
  for (int r = 1; r <= s->rows; r++) {
    twocs_point k;
    twocs_error error;
    scenario_of(s, r, &k);
    if (strcmp(scenario, text_at(s, r, "scenario")) != 0 &&
        twocs_wall_sweep(&k, NULL, workspace, run, &n, &error))
      trouble("does not sweep:", error.text);
    scenario = text_at(s, r, "scenario");
    int i = 0;
    while (i < n && run[i].point.wall.d != at(s, r, "d_model")) i++;
    if (i < n)
      compare_run(s, r, &run[i], &t);
    else
      tally_row(&t, (double)INFINITY, 0);
  }
  return t;
}
#endif
