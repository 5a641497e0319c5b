/* SPDX-License-Identifier: MIT
 *
 * One thread that walks a nest: it evaluates a level, then steps through it row by row, and enters the next
 * level at each row. A level keeps the columns that do not read the levels that stepped since its last
 * evaluation; `stale` records how far up that goes, also from one task to the next. */
#include "evaluate/nest.h"
#include "evaluate/shares.h"
#include <stdint.h>
#include <string.h>

static size_t cells_of(size_t rows) { return (rows + CELL - 1) / CELL; }

static const uint64_t all_fields = UINT64_MAX;

/* For columns that count for nothing, and items that a law does not read. */
static const double nothing[CELL];

/* Where a level sees the columns. */
static twocs_cells *seen_from(const struct worker *w, int level) { return w->in + (size_t)level * COLUMNS; }

/* Filling. */
static void fill_total(const struct nest *nest, const twocs_cells in[], int column, size_t cells,
                       double *out) {
  const struct nest_term *from = nest->term + nest->terms[column][0];
  const int terms = nest->terms[column][1];
  struct term of[TOTAL_TERMS_MOST];
  for (int i = 0; i < terms; i++) {
    const twocs_cells value = from[i].value < 0 ? (twocs_cells){nothing, 0} : in[from[i].value];
    of[i] = (struct term){value.value, NULL, value.step, 0};
    if (from[i].weight >= 0) of[i].y = in[from[i].weight].value, of[i].y_step = in[from[i].weight].step;
  }
  const int product = twocs_totals[twocs_filler[column].at].how == TOTAL_PRODUCT;
  (product ? nest->loops->multiply : nest->loops->add_up)(of, terms, cells, out);
}

/* legal: every rule holds. why: the first that does not. Most rules hold for all rows alike. */
static void fill_verdict(const twocs_cells in[], int column, size_t cells, double *out) {
  for (size_t i = 0; i < cells * CELL; i++) out[i] = column == K_legal;
  for (int r = twocs_rule_count - 1; r >= 0; r--) {
    const twocs_cells rule = in[twocs_rule_column[r]];
    if (!rule.step && !(rule.value[0] <= 0)) continue;
    for (size_t j = 0; j < cells; j++)
      for (size_t u = 0; u < CELL; u++)
        if (rule.value[j * rule.step + u] <= 0) out[j * CELL + u] = column == K_legal ? 0 : r + 1;
  }
}

/* Asks the law for n rows of the items, and pads the last cell. */
static twocs_status ask(struct worker *w, const struct slot *s, size_t n, const twocs_cells item[],
                        double *out) {
  const twocs_law *law = &w->nest->job->plan->law[s->family];
  const twocs_status status = law->fill(law->context, (twocs_aspect)s->aspect, n, item, out, &w->error);
  for (size_t i = n; i < cells_of(n) * CELL; i++) out[i] = out[n - 1];
  if (status && !w->error.status)
    twocs_fail(&w->error, TWOCS_LAW, "the %s law %s failed", law->family, law->name);
  return status;
}

/* Gathers the rows of the items that differ, in whole cells; 0: too many items vary. */
enum { MOVING_MOST = 32, HALF = TWOCS_BLOCK_MOST / 2 };
static int items_gather(const struct distinct *d, int items, twocs_cells item[],
                        double value[MOVING_MOST][HALF]) {
  int moving = 0;
  /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): fill_slot filled all items */
  for (int i = 0; i < items; i++) moving += item[i].step != 0;
  if (moving > MOVING_MOST) return 0;
  for (int i = 0; i < items; i++) {
    if (!item[i].step) continue;
    double *to = value[--moving];
    for (size_t r = 0; r < d->rows; r++) to[r] = item[i].value[d->row[r]];
    for (size_t r = d->rows; r < cells_of(d->rows) * CELL; r++) to[r] = to[d->rows - 1];
    item[i].value = to;
  }
  return 1;
}

/* Asks the law once for rows that are equal. */
static twocs_status ask_distinct(struct worker *w, const struct slot *s, const struct distinct *d, size_t n,
                                 twocs_cells item[], double *out) {
  double value[MOVING_MOST][HALF], answer[HALF];
  if (!items_gather(d, twocs_families[s->family].count, item, value)) return ask(w, s, n, item, out);
  const twocs_status status = ask(w, s, d->rows, item, answer);
  for (size_t r = 0; r < n; r++) out[r] = answer[d->of[r]];
  for (size_t r = n; r < cells_of(n) * CELL; r++) out[r] = out[n - 1];
  /* NOLINTNEXTLINE(clang-analyzer-core.StackAddressEscape): the caller reads no item afterwards */
  return status;
}

/* Items that the law does not read hold zeros. */
static twocs_status fill_slot(struct worker *w, const struct slot *s, const twocs_cells in[], size_t n,
                              double *out) {
  const struct nest *nest = w->nest;
  const struct reading r = twocs_reading(nest->job->plan, s->column);
  const int level = nest->level[s->column], asks = nest->asks[s->column];
  const int all = twocs_families[s->family].count;
  twocs_cells item[TWOCS_ITEMS_MOST];
  if (r.count < all) memcpy(item, w->unread, (size_t)all * sizeof *item);
  /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a slot has items */
  for (int i = 0; i < r.count; i++) item[r.item[i]] = in[reading_at(&r, i)];
  const int repeats = asks >= 0 && n == nest->rows[level];
  return repeats ? ask_distinct(w, s, &nest->distinct[asks], n, item, out) : ask(w, s, n, item, out);
}

/* A column that counts for nothing may hold anything on this level, so the formula sees zeros instead. */
static void fill_idling(const struct nest *nest, twocs_cells in[], int column, size_t cells, double *out) {
  const struct counting *of = &nest->counting[column];
  const short *idle = nest->guarded + of->at + of->counts;
  twocs_cells kept[GUARDED_READS_MOST];
  for (int i = 0; i < of->idle; i++) kept[i] = in[idle[i]], in[idle[i]] = (twocs_cells){nothing, 0};
  nest->row_of[column](cells, in, out);
  for (int i = 0; i < of->idle; i++) in[idle[i]] = kept[i];
}

/* The first needed support column of a result fills all that are needed; all of them are on one level. */
static void fill_support(const struct worker *w, const twocs_cells in[], const struct support *s, size_t n) {
  const struct nest *nest = w->nest;
  double *out[SUPPORTS_MOST] = {NULL};
  int first = 1;
  for (int i = 0; i < twocs_support_count; i++) {
    const struct support *other = &twocs_supports[i];
    if (other->result != s->result || !nest->formula[other->column]) continue;
    if (other < s) first = 0;
    out[i] = w->memory + nest->buffer[other->column] + w->low[nest->level[other->column]];
  }
  if (!first) return;
  twocs_shares_fill(nest->job->plan, &nest->known, s->result, in, n, out);
  for (int i = 0; i < twocs_support_count; i++)
    for (size_t r = n; out[i] && r < cells_of(n) * CELL; r++) out[i][r] = out[i][n - 1];
}

static twocs_status fill(struct worker *w, twocs_cells in[], int column, size_t n, double *out) {
  const struct filler filler = twocs_filler[column];
  switch (filler.by) {
  case BY_FORMULA:
    return fill_idling(w->nest, in, column, cells_of(n), out), TWOCS_OK;
  case BY_SUM:
    return fill_total(w->nest, in, column, cells_of(n), out), TWOCS_OK;
  case BY_RULES:
    return fill_verdict(in, column, cells_of(n), out), TWOCS_OK;
  case BY_SUPPORT:
    return fill_support(w, in, &twocs_supports[filler.at], n), TWOCS_OK;
  default:
    return fill_slot(w, &twocs_slots[filler.at], in, n, out);
  }
}

/* Writes what the last level sees of a column of the repeated level. Buffers are longer than their rows. */
static void repeat(struct worker *w, int level, int k) {
  const struct nest *nest = w->nest;
  const size_t rows = nest->rows[level], times = nest->rows[level + 1] / rows;
  const double *from = w->memory + nest->buffer[k];
  double *to = w->memory + nest->cell[k], *end = to + rows * times;
  nest->loops->repeat(rows, times, from, to);
  for (size_t i = 0; (rows * times + i) % CELL; i++) end[i] = from[rows - 1];
}

/* Values of the level's axes: all of them, or those of the chunk. */
static void fill_axes(struct worker *w, int level) {
  const struct nest *nest = w->nest;
  const struct order *order = &nest->order;
  const int g = level - 1 - nest->chunked;
  const size_t n = w->rows[level];
  const int repeats = nest_is_repeated(nest, level);
  size_t stride = nest->rows[level] / (nest_sees_repeated(nest, level) ? nest->rows[level - 1] : 1);
  for (int a = order->first[g]; a < order->first[g + 1]; a++) {
    const twocs_axis *axis = &nest->job->axis[order->axis[a]];
    stride = axis->size > CHUNK_MOST ? 1 : stride / axis->size;
    for (int i = 0; i < axis->count; i++) {
      if (nest->level[axis->field[i]] != level) continue;
      double *out = w->memory + nest->buffer[axis->field[i]];
      size_t at = w->begin[level], left = stride;
      for (size_t r = 0; r < n; r++) {
        out[r] = axis->value[i][at];
        if (--left == 0) left = stride, at = at + 1 == axis->size ? 0 : at + 1;
      }
      for (size_t r = n; r < cells_of(n) * CELL; r++) out[r] = out[n - 1];
      if (repeats && nest->deeper[axis->field[i]]) repeat(w, level, axis->field[i]);
    }
  }
}

/* 1 if level 1 walks the chunks of this level's axis. */
static int is_chunked(const struct nest *nest, int level) {
  const struct order *order = &nest->order;
  return nest->job->axis[order->axis[order->first[level - 1 - nest->chunked]]].size > CHUNK_MOST;
}

/* Evaluates the columns from one place of `evaluated` to another that depend on a changed field, at n rows
 * from w->low[level] on. */
static twocs_status columns_fill(struct worker *w, int level, int from, int to, size_t n, uint64_t changed) {
  const struct nest *nest = w->nest;
  const struct evaluated *one = nest->evaluating + from, *end = nest->evaluating + to;
  twocs_cells *in = seen_from(w, level);
  double *rows = w->memory + w->low[level];
  const size_t cells = cells_of(n);
  for (; one < end; one++) {
    twocs_status status = TWOCS_OK;
    if (!(one->fields & changed)) continue;
    if (one->formula)
      one->formula(cells, in, rows + one->buffer);
    else
      status = fill(w, in, one->column, n, rows + one->buffer);
    if (status) return status;
    if (one->repeated) repeat(w, level, one->column);
  }
  return TWOCS_OK;
}

/* Moves the rows at which the level's columns see each other by `by`. */
static void shift(struct worker *w, int level, ptrdiff_t by) {
  const struct nest *nest = w->nest;
  twocs_cells *in = seen_from(w, level);
  for (int i = nest->at[level]; by && i < nest->at[level + 1]; i++) in[nest->at_level[i]].value += by;
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* Evaluates what has changed in a level: columns that read only its own axes at all rows, the others at the
 * rows near row r. */
static twocs_status level_fill(struct worker *w, int level, size_t r) {
  const struct nest *nest = w->nest;
  const int chunks = level == 1 && nest->chunked;
  const size_t low = r / w->span[level] * w->span[level], was = w->low[level];
  const int stale = low == was || w->stale[level] < 1 ? w->stale[level] : 1;
  const short *start = nest->start[level];
  if (nest->job->cancel && *nest->job->cancel) return twocs_fail(&w->error, TWOCS_CANCEL, "stopped");
  if (!chunks && w->stale[level] <= is_chunked(nest, level)) fill_axes(w, level);
  twocs_status status = TWOCS_OK;
  w->low[level] = 0;
  if (stale == 0) status = columns_fill(w, level, start[0], start[1], w->rows[level], all_fields);
  if (status) return status;
  const int from = start[stale > 1 ? stale : 1];
  w->low[level] = low;
  shift(w, level, (ptrdiff_t)low);
  status = columns_fill(w, level, from, start[LEVELS], least(w->span[level], w->rows[level] - low),
                        low == was ? w->changed[level] : all_fields);
  shift(w, level, -(ptrdiff_t)low);
  if (status) return status;
  w->stale[level] = LEVELS, w->changed[level] = 0;
  return TWOCS_OK;
}

/* Sets where each chunked axis begins in chunk r, and how long it is there. */
static void chunks_set(struct worker *w, size_t r) {
  const struct nest *nest = w->nest;
  w->base[2] = 0;
  for (int level = nest->levels - 1; level > 1; level--) {
    if (!is_chunked(nest, level)) continue;
    const size_t size = nest->job->axis[nest->order.axis[nest->order.first[level - 2]]].size;
    const size_t chunk = r % chunk_count(size), length = chunk_length(size);
    r /= chunk_count(size);
    w->begin[level] = chunk * length;
    w->rows[level] = size - chunk * length < length ? size - chunk * length : length;
    w->base[2] += nest->offset[level][1] * w->begin[level];
  }
}

/* Rewrites the cells that deeper levels read, for row r of the level. */
static void step(struct worker *w, int level, size_t r) {
  const struct nest *nest = w->nest;
  nest->loops->pass_on(w->memory, nest->copied[level], nest->copy + nest->pass[level], r);
  const int chunks = level == 1 && nest->chunked;
  const uint64_t changed =
      chunks || w->row[level] == SIZE_MAX ? all_fields : twocs_changed_fields(w, level, w->row[level], r);
  w->row[level] = r;
  if (chunks)
    chunks_set(w, r);
  else
    w->base[level + 1] = w->base[level] + nest->offset[level][r];
  for (int l = level + 1; l < nest->levels + TWOCS_SIFTS_MOST; l++) {
    if (w->stale[l] > level) w->stale[l] = level;
    w->changed[l] |= changed;
  }
}

/* Evaluates the columns that wait for this number of sifts, after these have let a block through. */
static twocs_status waiting_fill(struct worker *w, int sifts) {
  const struct nest *nest = w->nest;
  const int last = nest->levels - 1, own = nest->levels + sifts - 1, stale = w->stale[own];
  twocs_status status = TWOCS_OK;
  for (int level = last - nest->order.repeated; level <= last && !status; level++) {
    const short *start = nest->start[nest_waiting(nest, sifts, level < last)];
    status = columns_fill(w, level, start[stale], start[LEVELS], w->rows[level], w->changed[own]);
  }
  if (!status) w->stale[own] = LEVELS, w->changed[own] = 0;
  return status;
}

static twocs_status give(struct worker *w) {
  const struct nest *nest = w->nest;
  const int last = nest->levels - 1;
  const twocs_cells *in = seen_from(w, last);
  twocs_cells value[TWOCS_COLUMNS_MOST];
  for (int i = 0; i < nest->job->wants; i++) value[i] = in[nest->job->want[i]];
  twocs_block block = {w->base[last], 1, NULL, value};
  if (last > 0) {
    block.n = w->rows[last];
    if (!nest->neighbours) block.offset = nest->offset[last];
  }
  const twocs_job *job = nest->job;
  twocs_status status = TWOCS_OK;
  for (int i = 0; job->sift && i < job->sifts && !status; i++) {
    if (!job->sift(job->sink, w->part, i, &block)) return TWOCS_OK;
    status = waiting_fill(w, i + 1);
  }
  if (!status) job->take(job->sink, w->part, &block);
  return status;
}

static twocs_status descend(struct worker *w, int level) {
  twocs_status status = level_fill(w, level, 0);
  if (status) return status;
  if (level == w->nest->levels - 1) return give(w);
  if (nest_is_repeated(w->nest, level)) {
    w->base[level + 1] = w->base[level];
    return descend(w, level + 1);
  }
  for (size_t r = 0; r < w->rows[level] && !status; r++) {
    step(w, level, r);
    status = descend(w, level + 1);
  }
  return status;
}

/* A column's own level sees its rows. Deeper levels see its current row in a cell or, if its level is
 * repeated, all of its rows in turn. */
static void views_init(struct worker *w, int k) {
  const struct nest *nest = w->nest;
  const int own = nest->level[k];
  const twocs_cells deeper = {w->memory + nest->cell[k], nest_is_repeated(nest, own) ? CELL : 0};
  twocs_cells *in = seen_from(w, own) + k, *end = seen_from(w, nest->levels);
  *in = (twocs_cells){w->memory + nest->buffer[k], own ? CELL : 0};
  for (in += COLUMNS; in < end; in += COLUMNS) *in = deeper;
}

/* Gives zeros for reads that are not computed, because they count for nothing. */
static void idle_init(struct worker *w, int k) {
  const struct counting *of = &w->nest->counting[k];
  if (of->at < 0) return;
  const short *idle = w->nest->guarded + of->at + of->counts;
  for (int i = 0; i < of->idle; i++)
    if (w->nest->level[idle[i]] < 0) seen_from(w, w->nest->level[k])[idle[i]] = (twocs_cells){nothing, 0};
}

/* A worker knows the constants before its first task. */
void twocs_worker_init(struct worker *w, const struct nest *nest, int part, void *scratch) {
  w->nest = nest;
  w->part = part;
  w->in = scratch;
  w->memory = (double *)seen_from(w, nest->levels);
  w->error.status = TWOCS_OK;
  for (int i = 0; i < TWOCS_ITEMS_MOST; i++) w->unread[i] = (twocs_cells){nothing, 0};
  for (int i = 0; i < nest->needs; i++) {
    const int k = nest->needed[i];
    views_init(w, k), idle_init(w, k);
    if (nest->known.axes[k]) continue;
    double *buffer = w->memory + nest->buffer[k];
    for (size_t u = 0; u < CELL; u++) buffer[u] = nest->known.of[k];
  }
  for (int i = 0; i < TWOCS_SIFTS_MOST; i++)
    w->stale[nest->levels + i] = 0, w->changed[nest->levels + i] = all_fields;
  for (int l = 0; l < nest->levels; l++)
    w->stale[l] = 0, w->row[l] = SIZE_MAX, w->base[l] = 0, w->begin[l] = 0, w->rows[l] = nest->rows[l],
    w->span[l] = SIZE_MAX, w->low[l] = 0, w->primed[l] = 0, w->changed[l] = all_fields;
}

/* Several threads: see nest.h. If a level cannot be evaluated here, it is left to the tasks, and the first of
 * them that fails reports why. */
void twocs_worker_prime(struct worker *w) {
  const struct nest *nest = w->nest;
  for (int l = 1; l < nest->levels; l++) {
    const short *start = nest->start[l];
    if (!(l == 1 && nest->chunked)) fill_axes(w, l);
    if (columns_fill(w, l, start[0], start[1], w->rows[l], all_fields)) {
      w->error.status = TWOCS_OK;
      return;
    }
    w->stale[l] = 1, w->primed[l] = 1;
  }
}

void twocs_worker_copy(struct worker *w, const struct worker *first) {
  const struct nest *nest = w->nest;
  for (int i = 0; i < nest->needs; i++) {
    const int k = nest->needed[i], l = nest->level[k];
    if (!l || nest->outer[k] || nest->twin[k] != k || !first->primed[l]) continue;
    const size_t bytes = cells_of(nest->rows[l]) * CELL * sizeof *w->memory;
    memcpy(w->memory + nest->buffer[k], first->memory + nest->buffer[k], bytes);
    if (nest_is_repeated(nest, l) && nest->deeper[k]) repeat(w, l, k);
  }
  for (int l = 1; l < nest->levels; l++)
    if (first->primed[l]) w->stale[l] = 1;
}

void twocs_worker_narrow(struct worker *w, int threads) {
  enum { LEAST = 16 };
  const struct nest *nest = w->nest;
  for (int l = 1; l <= nest->depth; l++) {
    const size_t rows = nest->rows[l] / (2 * (size_t)threads) / CELL * CELL;
    w->span[l] = l == nest->depth ? nest->piece : rows > LEAST ? rows : LEAST;
    if (l == 1) w->span[l] = SIZE_MAX; /* nothing there reads another level */
  }
}

/* Brings a level to row r. */
static twocs_status level_reach(struct worker *w, int level, size_t r) {
  const int changed = w->stale[level] < LEVELS || r / w->span[level] * w->span[level] != w->low[level];
  if (changed) {
    const twocs_status status = level_fill(w, level, r);
    if (status) return status;
  }
  if (changed || w->row[level] != r) step(w, level, r);
  return TWOCS_OK;
}

/* Brings the levels of the task to its rows; values that are still valid are kept. */
twocs_status twocs_worker_run(struct worker *w, size_t task) {
  const struct nest *nest = w->nest;
  size_t left = nest->tasks;
  if (nest->levels == 1) return give(w);
  for (int level = 1; level < nest->depth; level++) {
    left /= nest->rows[level];
    const size_t r = task / left;
    task %= left;
    if (r >= w->rows[level]) return TWOCS_OK; /* the last chunk is shorter */
    const twocs_status status = level_reach(w, level, r);
    if (status) return status;
  }
  if (!nest->depth) return descend(w, 1);
  const int level = nest->depth;
  twocs_status status = TWOCS_OK;
  for (size_t r = task * nest->piece; r < (task + 1) * nest->piece && r < w->rows[level] && !status; r++) {
    status = level_reach(w, level, r);
    if (!status) status = descend(w, level + 1);
  }
  return status;
}
