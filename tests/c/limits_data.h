/* SPDX-License-Identifier: MIT */
/* The limits against rows of the authors' simulator: a CSV is read into cells that are found by the name of
 * their column, and each kind of file has a function that counts how many of its rows we reproduce. The tests
 * and the benchmark share them. The one thing to know: the full files stand beside the project or in
 * TWOCS_DATA, a sample of them inside it. */
#ifndef LIMITS_DATA_H
#define LIMITS_DATA_H
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "twocs_limits.h"

static const char *const sample_folder = "tests/data/limits";

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

/* NULL: there is no such file. What is returned is overwritten by the next. */
static inline const sheet *sheet_read(const char *folder, const char *file) {
  static sheet s;
  char path[640];
  snprintf(path, sizeof path, "%s/%s", folder, file);
  FILE *in = fopen(path, "rb");
  if (!in) return NULL;
  const size_t size = fread(s.text, 1, sizeof s.text - 1, in);
  fclose(in);
  s.text[size] = 0;
  sheet_cut(&s);
  return &s;
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

static inline void layout_at(const sheet *s, int row, twocs_limits_layout *layout) {
  const char *const columns[] = {"DP_levels", "TPm_levels", "TPff_levels", "PP_levels", "EP_levels"};
  double members[5][4];
  for (int i = 0; i < 5; i++) members_at(s, row, columns[i], members[i]);
  memcpy(layout, members, sizeof members);
  layout->micro = at(s, row, "microbatches");
  layout->interleave = at(s, row, "v");
  layout->zb = at(s, row, "zero_bubble");
}

/* ---- Points. The files name GPUs in capitals. */

static inline void limits_of(const char *id, twocs_limits *limits) {
  char name[64] = "";
  for (size_t i = 0; id[i] && i + 1 < sizeof name; i++)
    name[i] = (char)(id[i] >= 'A' && id[i] <= 'Z' ? id[i] - 'A' + 'a' : id[i]);
  twocs_error error;
  twocs_limits_init(limits);
  if (twocs_limits_gpu(limits, name, &error)) trouble("no such GPU:", error.text);
}

static inline void settle(const twocs_limits *limits, twocs_limits_point *point) {
  twocs_error error;
  if (twocs_limits_settle(limits, point, &error)) trouble("does not settle:", error.text);
}

static inline double apart(double got, double want) {
  return got == want ? 0 : fabs(got - want) / fmax(fabs(want), 1e-300);
}

/* Structs of doubles, NaN like NaN. */
static inline int same_doubles(const void *got, const void *want, size_t size) {
  const double *a = got, *b = want;
  for (size_t i = 0; i < size / sizeof(double); i++)
    if (!(a[i] == b[i] || (isnan(a[i]) && isnan(b[i])))) return 0;
  return 1;
}

/* How many rows there are, how many are right, how far the worst is off, and in how many another layout is
 * exactly as fast as the one of the file. */
typedef struct tally {
  int rows, right, ties;
  double worst;
} tally;

static inline void tally_row(tally *t, double off, double tolerance) {
  t->rows++, t->right += off <= tolerance;
  t->worst = fmax(t->worst, isnan(off) ? (double)INFINITY : off);
}

/* Of a sweep, by definition: the headlines that the search answers faster. */
static inline double linear_end_of(const twocs_limits *k, int n, const twocs_limits_point point[]) {
  for (int i = 0; i < n; i++)
    if (point[i].result.util_rel <= k->linear_share) return point[i].shape.c_flop;
  return (double)NAN;
}
static inline double largest_of(int n, const twocs_limits_point point[]) {
  return n ? point[n - 1].shape.c_flop : (double)NAN;
}

/* ---- One function per file. */

static inline tally count_gpus(const sheet *s) {
  static const char *const names[] = {"max_flop_per_s",   "flop_per_s",        "shared_Bps",        "l2_Bps",
                                      "l2_bytes",         "global_Bps",        "memory_bytes",      "dsmem",
                                      "matmul_latency_s", "network_Bps_bidir", "network_latency_s", "num_sms",
                                      "max_clock_Hz",     "sustained_fraction"};
  tally t = {0, 0, 0, 0};
  for (int r = 1; r <= s->rows; r++) {
    twocs_limits limits;
    twocs_limits_point p;
    limits_of(text_at(s, r, "scenario_name"), &limits);
    settle(&limits, &p);
    const twocs_limits *k = &p.limits;
    const double got[] = {k->peak,     k->rate,     k->shared_bw, k->l2_bw,    k->l2_size,
                          k->mem_bw,   k->mem_size, k->dsmem,     k->tau,      2 * k->net0_bw,
                          k->net0_lat, k->sms,      k->clock,     k->sustained};
    double off = 0;
    for (size_t i = 0; i < sizeof got / sizeof *got; i++) off = fmax(off, apart(got[i], at(s, r, names[i])));
    tally_row(&t, off, 0);
  }
  return t;
}

static inline tally count_matmul(const sheet *s) {
  tally t = {0, 0, 0, 0};
  for (int r = 1; r <= s->rows; r++) {
    twocs_limits limits;
    twocs_limits_point p;
    limits_of(text_at(s, r, "gpu"), &limits);
    settle(&limits, &p);
    const int gradient = (int)at(s, r, "weight_grads");
    const double got =
        twocs_limits_multiply(&p, at(s, r, "d1"), at(s, r, "d2"), at(s, r, "b"), gradient).t_mm;
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
    twocs_limits limits;
    twocs_limits_point p;
    limits_of(text_at(s, r, "gpu"), &limits);
    settle(&limits, &p);
    const twocs_limits_matmul m = twocs_limits_multiply(&p, at(s, r, "d1"), at(s, r, "d2"), at(s, r, "b"),
                                                        (int)at(s, r, "weight_grads"));
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
    twocs_limits k;
    twocs_limits_point p;
    twocs_limits_layout layout;
    twocs_error error;
    limits_of(text_at(s, r, "gpu_id"), &k);
    k.d = at(s, r, "d_model"), k.f = at(s, r, "d_ff"), k.layers = at(s, r, "layers"),
    k.experts = at(s, r, "sparsity");
    k.batch = at(s, r, "batch_seq"), k.seq = at(s, r, "seq_len");
    layout_at(s, r, &layout);
    if (twocs_limits_eval(&k, &layout, &p, &error)) trouble("does not evaluate:", error.text);
    const twocs_limits_result *q = &p.result;
    const double n = p.shape.batches;
    const double got[] = {q->t_run,    q->util,       q->t_tp * n,
                          q->t_dp * n, q->t_ppep * n, (q->lat_pipe + q->lat_dp) * n,
                          n,           q->gpus};
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
      twocs_limits k;
      twocs_limits_point p;
      limits_of("H100_SXM5", &k);
      k.d = at(s, r, "d_model"), k.sparse = i % 2, k.batch_law = i / 2;
      settle(&k, &p);
      const double experts = i % 2 ? at(s, r, "sparsity_sparse_case") : 1;
      off = fmax(off, apart(p.limits.f, at(s, r, "d_ff")));
      off = fmax(off, apart(p.limits.layers, at(s, r, "layers")));
      off = fmax(off, apart(p.limits.experts, experts));
      off = fmax(off, apart(p.shape.c_flop, at(s, r, flop[i % 2])));
      off = fmax(off, apart(p.limits.batch, at(s, r, batch[i])));
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
    twocs_limits k;
    twocs_limits_point p;
    limits_of(strcmp(gpu, "any") ? gpu : "A100", &k);
    k.alpha = at(s, r, "alpha");
    settle(&k, &p);
    const double got = strcmp(text_at(s, r, "quantity"), "T_crit") ? p.shape.limit_flop : p.shape.crit_flop;
    tally_row(&t, apart(got, at(s, r, "flop")), 5e-7);
  }
  return t;
}

/* A layout other than the file's is right where both take as long, and the result says that there is a tie.
 */
static inline void compare_run(const sheet *s, int r, const twocs_limits_point *p, tally *t) {
  twocs_limits_layout layout;
  layout_at(s, r, &layout);
  const double off =
      fmax(apart(p->result.util, at(s, r, "util")), apart(p->result.run_months, at(s, r, "months")));
  double wrong = off <= 1e-9 ? 0 : off;
  if (p->result.gpus != at(s, r, "N_gpu") || p->shape.c_flop != at(s, r, "compute_flop"))
    wrong = (double)INFINITY;
  if (!same_doubles(&layout, &p->layout, sizeof layout)) {
    twocs_limits_point theirs;
    twocs_error error;
    if (twocs_limits_eval(&p->limits, &layout, &theirs, &error)) trouble("does not evaluate:", error.text);
    if (apart(p->result.t_run, theirs.result.t_run) < 1e-12)
      t->ties++;
    else
      wrong = (double)INFINITY;
  }
  tally_row(t, wrong, 0);
  t->worst = fmax(t->worst, off);
}

static inline void scenario_of(const sheet *s, int r, twocs_limits *k) {
  limits_of(text_at(s, r, "gpu_id"), k);
  k->sparse = strstr(text_at(s, r, "scenario"), "_sparse") != NULL;
  k->batch_law = strstr(text_at(s, r, "scenario"), "_nobs") ? 2 : 0;
  k->months = 12 * at(s, r, "years_limit");
}

/* Rows of a scenario stand together; a sample may leave out some. */
static inline tally count_runs(const sheet *s, void *room) {
  static twocs_limits_point point[TWOCS_LIMITS_POINTS];
  tally t = {0, 0, 0, 0};
  const char *scenario = "";
  int n = 0;
  for (int r = 1; r <= s->rows; r++) {
    twocs_limits k;
    twocs_error error;
    scenario_of(s, r, &k);
    if (strcmp(scenario, text_at(s, r, "scenario")) != 0 &&
        twocs_limits_sweep(&k, NULL, room, point, &n, &error))
      trouble("does not sweep:", error.text);
    scenario = text_at(s, r, "scenario");
    int i = 0;
    while (i < n && point[i].limits.d != at(s, r, "d_model")) i++;
    if (i < n)
      compare_run(s, r, &point[i], &t);
    else
      tally_row(&t, (double)INFINITY, 0);
  }
  return t;
}
#endif
