/* SPDX-License-Identifier: MIT
 *
 * Places each column on the deepest level among the columns that it reads, and a field on the level of the
 * axis that moves it. */
#include "evaluate/nest.h"
#include <string.h>

static void levels_cut(struct nest *nest) {
  const twocs_job *job = nest->job;
  const struct order *order = &nest->order;
  size_t stride[TWOCS_AXES_MOST], step = 1, chunks = 1;
  for (int a = job->axes - 1; a >= 0; a--) {
    stride[a] = step, step *= job->axis[a].size;
    chunks *= chunk_count(job->axis[a].size);
  }
  nest->chunked = chunks > 1;
  nest->levels = 1 + nest->chunked + order->groups;
  nest->rows[0] = 1;
  if (nest->chunked) nest->rows[1] = chunks;
  for (int g = 0; g < order->groups; g++) {
    const int level = g + 1 + nest->chunked;
    size_t rows = 1;
    nest->offset[level][0] = 0;
    for (int i = nest_axes_begin(nest, level); i < order->first[g + 1]; i++) {
      const size_t size = job->axis[order->axis[i]].size, n = size > CHUNK_MOST ? chunk_length(size) : size;
      for (size_t r = rows * n; r-- > 0;)
        nest->offset[level][r] = nest->offset[level][r / n] + r % n * stride[order->axis[i]];
      rows *= n;
    }
    nest->rows[level] = rows;
  }
  const int last = nest->levels - 1;
  nest->neighbours = 1;
  for (size_t r = 0; last && r < nest->rows[last]; r++) nest->neighbours &= nest->offset[last][r] == r;
}

/* Tasks: pieces of the outermost levels, so many that there are some for many cores, and each still worth
 * handing out. Rows of the first level can be handed out one by one, because a column of that level is
 * evaluated once for all tasks; of deeper levels, whole cells are handed out. The cut must not depend on the
 * threads, because shares of a job are tasks. */
static void tasks_cut(struct nest *nest) {
  enum { ENOUGH = 1024 };
  size_t above = 1, pieces = 1, unit = 1;
  nest->depth = 0;
  while (nest->depth + 2 + nest->order.repeated < nest->levels && above * pieces < ENOUGH) {
    if (nest->depth) above *= nest->rows[nest->depth];
    unit = nest->depth++ ? CELL : 1;
    pieces = (nest->rows[nest->depth] + unit - 1) / unit;
  }
  const size_t rows = nest->rows[nest->depth], wanted = (ENOUGH + above - 1) / above;
  nest->piece = pieces > wanted ? (rows / wanted + unit - 1) / unit * unit : unit;
  if (nest->chunked && nest->depth == 1) nest->piece = 1; /* a chunk is enough for a task */
  if (!nest->depth) nest->piece = 1;
  nest->tasks = nest->depth ? above * ((rows + nest->piece - 1) / nest->piece) : 1;
}

/* Places each column on the deepest level that it reads, and finds the next one above that is stepped
 * through. */
static void columns_place(struct nest *nest) {
  const struct order *order = &nest->order;
  unsigned axes_of[LEVELS] = {0};
  for (int a = 0; a < nest->job->axes; a++)
    if (nest->chunked && nest->job->axis[a].size > CHUNK_MOST) axes_of[1] |= 1u << a;
  for (int g = 0; g < order->groups; g++)
    for (int i = order->first[g]; i < order->first[g + 1]; i++)
      axes_of[g + 1 + nest->chunked] |= 1u << order->axis[i];
  for (int i = 0; i < nest->needs; i++) {
    const int k = nest->needed[i];
    const unsigned axes = nest->known.axes[k];
    int level = nest->levels - 1;
    while (level && !(axes & axes_of[level])) level--;
    int outer = level ? level - 1 : 0;
    while (outer && (nest_is_repeated(nest, outer) || !(axes & axes_of[outer]))) outer--;
    nest->level[k] = (signed char)level, nest->outer[k] = (signed char)outer;
  }
}

/* Marks the columns that deeper levels read, or that are wanted there. */
static void deeper_mark(struct nest *nest) {
  for (int i = 0; i < nest->needs; i++) {
    const int k = nest->needed[i];
    if (!nest->formula[k]) continue;
    const struct reading r = nest_reading(nest, k);
    for (int n = 0; n < r.count; n++)
      if (nest->level[reading_at(&r, n)] < nest->level[k]) nest->deeper[reading_at(&r, n)] = 1;
  }
  for (int i = 0; i < nest->job->wants; i++)
    if (nest->level[nest->job->want[i]] < nest->levels - 1) nest->deeper[nest->job->want[i]] = 1;
}

/* The level with which a column is evaluated; columns that wait for a sift come after all others. */
static int evaluated_with(const struct nest *nest, int k) {
  const int level = nest->level[k], repeated = nest_is_repeated(nest, level);
  const int waits = nest->waits[k] && (repeated || level == nest->levels - 1);
  return waits ? nest_waiting(nest, nest->waits[k], repeated) : level;
}

/* Counting sort of the evaluated columns by level and outer level; within both they stay in the order of the
 * rows, so that the inputs of a column come before it. */
static void evaluated_sort(struct nest *nest) {
  short count[LEVELS * LEVELS + 1] = {0};
  for (int i = 0; i < nest->needs; i++) {
    const int k = nest->needed[i];
    if (nest->twin[k] == k && nest->formula[k])
      count[evaluated_with(nest, k) * LEVELS + nest->outer[k] + 1]++;
  }
  for (int i = 0; i < LEVELS * LEVELS; i++) count[i + 1] = (short)(count[i + 1] + count[i]);
  for (int l = 0; l < LEVELS; l++)
    for (int outer = 0; outer <= LEVELS; outer++) nest->start[l][outer] = count[l * LEVELS + outer];
  for (int i = 0; i < nest->needs; i++) {
    const short k = nest->needed[i];
    if (nest->twin[k] == k && nest->formula[k])
      nest->evaluated[count[evaluated_with(nest, k) * LEVELS + nest->outer[k]]++] = k;
  }
}

/* 1: it reads something that counts for nothing, but is computed for other columns. */
static int idles(const struct nest *nest, int k) {
  const struct counting *of = &nest->counting[k];
  int found = 0;
  for (int i = 0; of->at >= 0 && i < of->idle; i++)
    found |= nest->level[nest->guarded[of->at + of->counts + i]] > 0;
  return found;
}

static void evaluating_note(struct nest *nest) {
  nest->row_of = twocs_rows_here(), nest->loops = twocs_loops_here();
  for (int i = 0; i < nest->start[LEVELS - 1][LEVELS]; i++) {
    const short k = nest->evaluated[i];
    const row_function formula = twocs_filler[k].by == BY_FORMULA && !idles(nest, k) ? nest->row_of[k] : NULL;
    const int repeated = nest->deeper[k] && nest_is_repeated(nest, nest->level[k]);
    nest->evaluating[i] =
        (struct evaluated){formula, nest->fields[k], nest->buffer[k], k, (unsigned char)repeated};
  }
}

/* Sorts by level: first the columns that own the values that deeper levels read, then their twins. */
static void passed_sort(struct nest *nest) {
  short count[2 * LEVELS + 1] = {0};
  for (int i = 0; i < nest->needs; i++) {
    const short k = nest->needed[i];
    if (nest->deeper[k]) nest->deeper[nest->twin[k]] |= 1;
  }
  for (int i = 0; i < nest->needs; i++) {
    const short k = nest->needed[i];
    if (nest->level[k] && nest->deeper[k]) count[2 * nest->level[k] + (nest->twin[k] != k) + 1]++;
  }
  for (int i = 0; i < 2 * LEVELS; i++) count[i + 1] = (short)(count[i + 1] + count[i]);
  for (int l = 0; l < LEVELS; l++) {
    nest->pass[l] = count[2 * l];
    nest->copied[l] = (size_t)(count[2 * l + 1] - count[2 * l]);
  }
  nest->pass[LEVELS] = count[2 * LEVELS];
  for (int i = 0; i < nest->needs; i++) {
    const short k = nest->needed[i];
    if (nest->level[k] && nest->deeper[k])
      nest->passed[count[2 * nest->level[k] + (nest->twin[k] != k)]++] = k;
  }
}

/* A term whose weight is a constant 0 adds nothing to a sum, and its value may not exist. */
static int terms_put(struct nest *nest, const struct total *t, int n) {
  const struct constants *known = &nest->known;
  for (int row = 0; row < t->rows; row++) {
    if (!twocs_total_has(t, row)) continue;
    const short weighs = t->weight[row * t->stride], value = t->value[row * t->stride];
    const int idle = weighs >= 0 && known->zero[weighs];
    const int one = weighs >= 0 && known->asked[weighs] && !known->axes[weighs] && known->of[weighs] == 1;
    if (idle && t->how == TOTAL_SUM) continue;
    nest->term[n++] = (struct nest_term){one ? -1 : weighs, idle ? -1 : value};
  }
  return n;
}

static void terms_find(struct nest *nest) {
  int n = 0;
  for (int i = 0; i < twocs_total_count; i++) {
    const int k = twocs_totals[i].column;
    if (nest->level[k] < 0 || !nest->formula[k] || nest->twin[k] != k) continue;
    const int end = terms_put(nest, &twocs_totals[i], n);
    nest->terms[k][0] = (short)n, nest->terms[k][1] = (short)(end - n);
    n = end;
  }
}

/* The size of a buffer; the extra cell keeps buffers from being a power of two apart. */
static size_t doubles_of(size_t rows) { return (rows + CELL - 1) / CELL * CELL + CELL; }

static void memory_place(struct nest *nest) {
  size_t at = 0;
  for (int i = 0; i < nest->needs; i++) {
    const int k = nest->needed[i], l = nest->level[k], twin = nest->twin[k];
    if (twin != k) {
      nest->buffer[k] = nest->buffer[twin], nest->cell[k] = nest->cell[twin];
      continue;
    }
    nest->buffer[k] = nest->cell[k] = at;
    at += l ? doubles_of(nest->rows[l]) : CELL;
    if (nest->deeper[k] && l)
      nest->cell[k] = at, at += nest_is_repeated(nest, l) ? doubles_of(nest->rows[l + 1]) : CELL;
  }
  nest->doubles = at;
  for (int i = 0; i < nest->pass[LEVELS]; i++)
    nest->copy[i] = (struct pass){nest->buffer[nest->passed[i]], nest->cell[nest->passed[i]]};
}

/* Whether a search for an order pays: a job that takes no longer than the search is walked in the given
 * order. */
static int worth_ordering(const struct nest *nest) {
  return (double)twocs_rows(nest->job->axes, nest->job->axis) * nest->needs > 1e5;
}

static void levels_sort(struct nest *nest) {
  short count[LEVELS + 1] = {0};
  for (int i = 0; i < nest->needs; i++)
    if (nest->level[nest->needed[i]]) count[nest->level[nest->needed[i]] + 1]++;
  for (int l = 0; l < LEVELS; l++) count[l + 1] = (short)(count[l + 1] + count[l]);
  memcpy(nest->at, count, sizeof nest->at);
  for (int i = 0; i < nest->needs; i++) {
    const short k = nest->needed[i];
    if (nest->level[k]) nest->at_level[count[nest->level[k]]++] = k;
  }
}

static void order_set(struct nest *nest, const struct order *order) {
  struct workload work;
  if (order) {
    nest->order = *order;
  } else if (worth_ordering(nest)) {
    twocs_workload_count(nest, &work);
    twocs_order_choose(&work, &nest->order);
    twocs_order_repeat(&work, &nest->order);
  } else {
    work.axes = nest->job->axes;
    for (int a = 0; a < work.axes; a++) work.size[a] = nest->job->axis[a].size;
    twocs_order_plain(&work, &nest->order);
  }
}

/* What the nest's memory must hold of a column that no axis moves: something evaluated reads it, or it is
 * wanted. A support column looks at all that its result read. */
static void read_mark(const struct nest *nest, unsigned char read[]) {
  for (int i = 0; i < nest->job->wants; i++) read[nest->job->want[i]] = 1;
  for (int k = 0; k < COLUMNS; k++) {
    if (!nest->formula[k]) continue;
    if (twocs_filler[k].by == BY_SUPPORT) memset(read, 1, COLUMNS);
    const struct reading r = twocs_reading(nest->job->plan, k);
    for (int n = 0; n < r.count; n++) read[reading_at(&r, n)] = 1;
  }
}

static void needs_take(struct nest *nest, const needs *set) {
  const struct constants *known = &nest->known;
  unsigned char read[COLUMNS] = {0};
  nest->needs = 0;
  memset(nest->level, -1, sizeof nest->level);
  for (int k = 0; k < COLUMNS; k++) nest->formula[k] = known->axes[k] && !set->given[k];
  read_mark(nest, read);
  for (short k = 0; k < COLUMNS; k++) {
    if (!known->asked[k] || !(known->axes[k] || read[k])) continue;
    nest->level[k] = 0;
    nest->needed[nest->needs++] = k;
  }
}

twocs_status twocs_nest_init(struct nest *nest, const twocs_job *job, const struct order *order,
                             twocs_error *error) {
  needs set;
  nest->job = job;
  memset(nest->outer, 0, sizeof nest->outer);
  memset(nest->deeper, 0, sizeof nest->deeper);
  twocs_status status = twocs_axes_mark(job, nest->moved, error);
  if (!status) status = twocs_axes_check(job, error);
  if (!status) status = twocs_needs_given(job, nest->moved, &set, error);
  if (!status) status = twocs_needs_met(job, nest->moved, &set, error);
  if (!status) status = twocs_constants_find(job, nest->moved, &set, &nest->known, error);
  if (status) return status;
  needs_take(nest, &set);
  twocs_counting_find(nest);
  twocs_twins_find(nest);
  twocs_waiting_find(nest);
  order_set(nest, order);
  levels_cut(nest);
  tasks_cut(nest);
  if (nest->levels > 1) columns_place(nest);
  deeper_mark(nest);
  evaluated_sort(nest);
  twocs_fields_find(nest);
  twocs_distinct_find(nest);
  passed_sort(nest);
  terms_find(nest);
  memory_place(nest);
  evaluating_note(nest);
  levels_sort(nest);
  return TWOCS_OK;
}
