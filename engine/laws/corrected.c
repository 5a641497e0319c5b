/* SPDX-License-Identifier: MIT
 *
 * The law fills in its times, then the measurements correct them. */
#include "laws/corrected.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static double flag(int is) { return is ? 1 : 0; }
static double aligned(double size) { return flag(fmod(size, 64) == 0); }
static double size_of(double count) { return log2(fmax(count, 1)); }

void twocs_gemm_place(double m, double n, double k, double x, double place[TWOCS_GEMM_PLACE]) {
  const double all[] = {size_of(x),  size_of(m), size_of(n), size_of(k),
                        flag(x > 1), aligned(m), aligned(n), aligned(k)};
  memcpy(place, all, sizeof all);
}

void twocs_stream_place(double byte, double place[TWOCS_STREAM_PLACE]) { place[0] = size_of(byte); }

#define CELL(i) twocs_cell(in[c->item[i]], r)

static void correct_shapes(const twocs_corrected *c, size_t n, const twocs_cells in[], double out[]) {
  double place[TWOCS_GEMM_PLACE];
  for (size_t r = 0; r < n; r++) {
    if (!(out[r] > 0)) continue;
    if (c->item[1] < 0)
      twocs_stream_place(CELL(0), place);
    else
      twocs_gemm_place(CELL(0), CELL(1), CELL(2), CELL(3), place);
    out[r] *= exp(twocs_nearby_log_ratio(c->nearby, place, -1, NULL));
  }
}

/* 2 if M is not a multiple of 4, because libraries then pad the operand or take a slower kernel; else 1. */
static double ragged(double m) { return fmod(m, 4) == 0 ? 1 : 2; }

/* A grid knows single GEMMs, and collectives inside one node. For a batch of GEMMs, or several nodes, the
 * time of the law stays. In place of the batch a grid may have whether M is ragged. */
static void correct_sizes(const twocs_corrected *c, size_t n, const twocs_cells in[], double out[]) {
  double size[TWOCS_GRID_DIMS];
  for (size_t r = 0; r < n; r++) {
    if (!(out[r] > 0) || (c->single >= 0 && CELL(c->single) > 1)) continue;
    for (int d = 0; d < c->grid->dims; d++) size[d] = d == c->single ? ragged(CELL(0)) : CELL(d);
    out[r] *= exp(twocs_grid_log_ratio(c->grid, size));
  }
}

enum { PAD = 8 };

/* The law's time of row r with the ranks of another group, which scales the curve of that group to this
 * one. */
static double law_of_group(const twocs_corrected *c, size_t r, const twocs_cells in[],
                           const twocs_group *group) {
  const twocs_family *family = c->family;
  double value[TWOCS_ITEMS_MOST][PAD], out[PAD];
  twocs_cells cells[TWOCS_ITEMS_MOST];
  twocs_error error;
  for (int i = 0; i < family->count; i++) {
    const double own = twocs_cell(in[i], r);
    for (int u = 0; u < PAD; u++) value[i][u] = own;
    cells[i] = (twocs_cells){value[i], 0};
  }
  for (int level = 0; level < 4; level++)
    for (int u = 0; u < PAD; u++) value[c->item[1 + level]][u] = group->ranks[level];
  return c->law.fill(c->law.context, TWOCS_TIME, 1, cells, out, &error) ? 0 : out[0];
}

static void take_curves(const twocs_corrected *c, size_t n, const twocs_cells in[], double out[]) {
  for (size_t r = 0; r < n; r++) {
    if (!(out[r] > 0)) continue; /* no payload, or one rank */
    const twocs_group group = {{CELL(1), CELL(2), CELL(3), CELL(4)}};
    twocs_group used;
    int beyond;
    double time = twocs_surface_at(c->surface, &group, CELL(0), &used, &beyond);
    if (beyond & TWOCS_BEYOND_RANKS) {
      const double there = law_of_group(c, r, in, &used);
      time = there > 0 ? time * out[r] / there : out[r];
    }
    out[r] = time;
  }
}

static twocs_status fill(const void *context, twocs_aspect aspect, size_t n, const twocs_cells in[],
                         double *out, twocs_error *error) {
  const twocs_corrected *c = context;
  const twocs_status status = c->law.fill(c->law.context, aspect, n, in, out, error);
  if (status || aspect != TWOCS_TIME) return status;
  if (c->nearby) correct_shapes(c, n, in, out);
  if (c->surface) take_curves(c, n, in, out);
  if (c->grid) correct_sizes(c, n, in, out);
  for (size_t r = 0; r < n; r++) out[r] *= c->factor;
  return TWOCS_OK;
}

static const twocs_family *family_of(const char *name) {
  int f = 0;
  while (f < twocs_family_count && strcmp(twocs_families[f].name, name) != 0) f++;
  return f < twocs_family_count ? &twocs_families[f] : NULL;
}

/* The items that give the place of a row, by kind of operator. */
static const char *const attention_items[] = {"keys", "heads", "shared", "dim", NULL};
static const char *const grouped_items[] = {"m", "n", "k", "x", NULL};
static const char *const stream_items[] = {"byte", NULL}, *const gemm_items[] = {"m", "n", "k", "x", NULL},
                         *const call_items[] = {"byte", "n0", "n1", "n2", "n3", NULL};

static const char *const *items_of(const twocs_family *family) {
  return !strcmp(family->name, "gemm")        ? gemm_items
         : !strcmp(family->name, "stream")    ? stream_items
         : !strcmp(family->name, "attention") ? attention_items
         : !strcmp(family->name, "grouped")   ? grouped_items
                                              : call_items;
}

twocs_status twocs_corrected_law(twocs_corrected *c, twocs_law *law, twocs_error *error) {
  const twocs_family *family = c->family = family_of(c->law.family);
  if (!family) return twocs_fail(error, TWOCS_UNKNOWN, "'%s' is not a family of laws", c->law.family);
  const char *const *items = items_of(family);
  const int dims = items == gemm_items ? TWOCS_GEMM_PLACE : items == stream_items ? TWOCS_STREAM_PLACE : 0;
  if (c->nearby && c->nearby->dims != dims)
    return twocs_fail(error, TWOCS_LAW, "measured rows with %d features cannot correct %s, which has %d",
                      c->nearby->dims, family->name, dims);
  int sizes = 0;
  while (items[sizes]) sizes++;
  if (c->grid && c->grid->dims > (items == call_items ? 2 : sizes))
    return twocs_fail(error, TWOCS_LAW, "a grid of %d sizes cannot correct %s", c->grid->dims, family->name);
  c->single = items == gemm_items ? 3 : items == call_items ? 2 : -1;
  if (c->surface && items != call_items)
    return twocs_fail(error, TWOCS_LAW, "curves of collectives cannot correct %s", family->name);
  size_t used = (size_t)snprintf(c->reads, sizeof c->reads, "%s", c->law.reads ? c->law.reads : "");
  for (int i = 0; i < 5; i++) c->item[i] = -1;
  for (int i = 0; items[i]; i++) {
    for (c->item[i] = 0; strcmp(family->item[c->item[i]], items[i]) != 0;) c->item[i]++;
    used += (size_t)snprintf(c->reads + used, sizeof c->reads - used, " %s", items[i]);
  }
  *law = c->law;
  law->reads = c->law.reads ? c->reads : NULL;
  law->fill = fill;
  law->context = c;
  return TWOCS_OK;
}
