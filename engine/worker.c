/* SPDX-License-Identifier: MIT
 *
 * One thread walking a nest: block by block through a level, row by row into the next. A level keeps what
 * does not read the levels that stepped since it was last evaluated; `stale` remembers how far up that goes.
 */
#include "nest.h"
#include <stdint.h>

static size_t cells_of(size_t rows) { return (rows + CELL - 1) / CELL; }

/* Filling. */
static void fill_total(const struct total *t, const twocs_cells in[], size_t cells, double *out) {
  static const double one[CELL] = {1, 1, 1, 1, 1, 1, 1, 1};
  for (size_t j = 0; j < cells; j++) {
    double sum[CELL] = {0};
    for (int term = 0; term < t->terms; term++) {
      const short weighs = t->weight[term * t->stride];
      const twocs_cells weight = weighs >= 0 ? in[weighs] : (twocs_cells){one, 0};
      const twocs_cells value = in[t->value[term * t->stride]];
      for (size_t u = 0; u < CELL; u++)
        sum[u] += weight.value[j * weight.step + u] * value.value[j * value.step + u];
    }
    for (size_t u = 0; u < CELL; u++) out[j * CELL + u] = sum[u];
  }
}

/* legal: every rule holds. why: the first that does not. */
static void fill_verdict(const twocs_cells in[], int column, size_t cells, double *out) {
  for (size_t i = 0; i < cells * CELL; i++) out[i] = column == K_legal;
  for (int r = twocs_rule_count - 1; r >= 0; r--) {
    const twocs_cells rule = in[twocs_rule_column[r]];
    for (size_t j = 0; j < cells; j++)
      for (size_t u = 0; u < CELL; u++)
        if (rule.value[j * rule.step + u] <= 0) out[j * CELL + u] = column == K_legal ? 0 : r + 1;
  }
}

static twocs_status fill_slot(struct worker *w, const struct slot *s, const twocs_cells in[], size_t n,
                              double *out) {
  const twocs_plan *plan = w->nest->job->plan;
  twocs_cells item[ITEMS_MOST];
  for (int i = 0; i < twocs_families[s->family].count; i++) {
    const int own = twocs_family_columns[s->family][i] < 0;
    item[i] = in[own ? s->in[i] : twocs_family_columns[s->family][i]];
  }
  const twocs_law *law = &plan->law[s->family];
  const twocs_status status = law->fill(law->context, (twocs_aspect)s->aspect, n, item, out, &w->error);
  for (size_t i = n; i < cells_of(n) * CELL; i++) out[i] = out[n - 1];
  if (status && !w->error.status)
    twocs_fail(&w->error, TWOCS_LAW, "the %s law %s failed", law->family, law->name);
  return status;
}

static twocs_status fill(struct worker *w, int level, int column, size_t n) {
  const twocs_cells *in = w->in[level];
  double *out = w->memory + w->nest->buffer[column];
  if (twocs_row_of[column]) return twocs_row_of[column](cells_of(n), in, out), TWOCS_OK;
  if (column == K_legal || column == K_why) return fill_verdict(in, column, cells_of(n), out), TWOCS_OK;
  const int filler = w->nest->filler[column];
  if (filler < twocs_total_count && twocs_totals[filler].column == column)
    return fill_total(&twocs_totals[filler], in, cells_of(n), out), TWOCS_OK;
  return fill_slot(w, &twocs_slots[filler], in, n, out);
}

static twocs_status fill_level(struct worker *w, int level, int stale, size_t n) {
  const struct nest *nest = w->nest;
  for (int i = nest->start[level][stale]; i < nest->start[level][LEVELS]; i++) {
    const twocs_status status = fill(w, level, nest->order[i], n);
    if (status) return status;
  }
  return TWOCS_OK;
}

/* Values of the level's axes for rows [row, row + n) of the level. */
static void fill_axes(struct worker *w, int level, size_t row, size_t n) {
  const struct nest *nest = w->nest;
  size_t stride = nest->rows[level];
  for (int a = nest->first[level]; a < nest->first[level + 1]; a++) {
    const twocs_axis *axis = &nest->job->axis[a];
    stride /= axis->size;
    for (int i = 0; i < axis->count; i++) {
      if (nest->level[axis->field[i]] != level) continue;
      double *out = w->memory + nest->buffer[axis->field[i]];
      size_t at = row / stride % axis->size, left = stride - row % stride;
      for (size_t r = 0; r < n; r++) {
        out[r] = axis->value[i][at];
        if (--left == 0) left = stride, at = at + 1 == axis->size ? 0 : at + 1;
      }
      for (size_t r = n; r < cells_of(n) * CELL; r++) out[r] = out[n - 1];
    }
  }
}

static void give(struct worker *w, size_t row, size_t n) {
  const struct nest *nest = w->nest;
  twocs_cells value[COLUMNS];
  for (int i = 0; i < nest->job->wants; i++) value[i] = w->in[nest->levels - 1][nest->job->want[i]];
  nest->job->take(nest->job->sink, w->task, row, n, value);
}

/* Rewrites the cells that deeper levels read: row r of the block just evaluated. */
static void step(struct worker *w, int level, size_t r) {
  const struct nest *nest = w->nest;
  for (int i = nest->pass[level]; i < nest->pass[level + 1]; i++) {
    const int k = nest->passed[i];
    for (size_t u = 0; u < CELL; u++) w->memory[nest->cell[k] + u] = w->memory[nest->buffer[k] + r];
  }
  for (int l = level + 1; l < nest->levels; l++)
    if (w->stale[l] > level) w->stale[l] = level;
}

static twocs_status descend(struct worker *w, int level, size_t begin, size_t end, size_t row);

static twocs_status block(struct worker *w, int level, size_t begin, size_t n, size_t row) {
  const struct nest *nest = w->nest;
  const int whole = nest->rows[level] <= nest->block[level], stale = whole ? w->stale[level] : 0;
  if (nest->job->cancel && *nest->job->cancel) return twocs_fail(&w->error, TWOCS_CANCEL, "stopped");
  if (stale == 0) fill_axes(w, level, begin, n);
  twocs_status status = fill_level(w, level, stale, n);
  w->stale[level] = LEVELS;
  if (level == nest->levels - 1) {
    if (!status) give(w, row + begin, n);
    return status;
  }
  for (size_t r = 0; r < n && !status; r++) {
    step(w, level, r);
    status = descend(w, level + 1, 0, nest->rows[level + 1], (row + begin + r) * nest->rows[level + 1]);
  }
  return status;
}

/* Rows [begin, end) of a level; row is the number of the level's first row among all rows down to this level.
 */
static twocs_status descend(struct worker *w, int level, size_t begin, size_t end, size_t row) {
  twocs_status status = TWOCS_OK;
  for (size_t at = begin; at < end && !status; at += w->nest->block[level]) {
    const size_t left = end - at, most = w->nest->block[level];
    status = block(w, level, at, left < most ? left : most, row);
  }
  return status;
}

/* A worker knows the constants before its first task. */
void twocs_worker_init(struct worker *w, const struct nest *nest, void *scratch) {
  const double *base = (const double *)nest->job->base;
  w->nest = nest;
  w->in = scratch;
  w->memory = (double *)(w->in + LEVELS);
  w->error.status = TWOCS_OK;
  static const double nothing[CELL];
  for (int l = 0; ROWS_SLOW && l < nest->levels; l++)
    for (int k = 0; k < COLUMNS; k++) w->in[l][k] = (twocs_cells){nothing, 0};
  for (int i = 0; i < nest->needs; i++) {
    const int k = nest->needed[i], level = nest->level[k];
    for (int l = level; l < nest->levels; l++)
      w->in[l][k] = l == level && l ? (twocs_cells){w->memory + nest->buffer[k], CELL}
                                    : (twocs_cells){w->memory + nest->cell[k], 0};
    if (level == 0 && !nest->formula[k])
      for (int u = 0; u < CELL; u++) w->memory[nest->buffer[k] + (size_t)u] = base[k];
  }
  for (int l = 0; l < LEVELS; l++) w->stale[l] = 0;
  fill_level(w, 0, 0, 1);
}

twocs_status twocs_worker_run(struct worker *w, size_t task) {
  const struct nest *nest = w->nest;
  w->task = task;
  if (w->error.status) return w->error.status;
  if (nest->levels == 1) return give(w, 0, 1), TWOCS_OK;
  const size_t begin = task * nest->block[1], end = begin + nest->block[1];
  w->stale[1] = 0;
  return descend(w, 1, begin, end < nest->rows[1] ? end : nest->rows[1], 0);
}
