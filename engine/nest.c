/* SPDX-License-Identifier: MIT
 *
 * Where each column stands. What a wish needs is closed over what formulas read; a column then stands on the
 * deepest level among the columns that it reads, and a field on the level of the axis that moves it. */
#include "nest.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* From the last axis up: the innermost level long enough to pay for its calls and short enough to be one
 * block, so that what does not change outside is kept; then short levels, as many as there are, to hoist as
 * much as possible. */
void twocs_nest_cut(struct nest *nest, int axes, const twocs_axis axis[]) {
  int cut[LEVELS], cuts = 0, last = axes;
  while (last > 0 && cuts < LEVELS - 1) {
    const size_t enough = cuts ? CELL : 32, most = cuts ? OUTER_BLOCK : TWOCS_BLOCK_MOST;
    size_t rows = axis[--last].size;
    while (last > 0 && (cuts == LEVELS - 2 || rows < enough || rows * axis[last - 1].size <= most))
      rows *= axis[--last].size;
    cut[cuts++] = last;
  }
  nest->levels = 1 + cuts;
  nest->first[0] = 0;
  for (int l = 1; l <= cuts; l++) nest->first[l] = cut[cuts - l];
  nest->first[nest->levels] = axes;
  nest->rows[0] = nest->block[0] = 1;
  for (int l = 1; l <= cuts; l++) {
    nest->block[l] = l == cuts ? TWOCS_BLOCK_MOST : OUTER_BLOCK;
    nest->rows[l] = 1;
    for (int a = nest->first[l]; a < nest->first[l + 1]; a++) nest->rows[l] *= axis[a].size;
  }
  /* A task is a block of the outermost level: short where that level is, so that there are tasks for many
   * cores. */
  if (cuts > 1)
    nest->block[1] = nest->rows[1] / 64 < 1             ? 1
                     : nest->rows[1] / 64 > OUTER_BLOCK ? OUTER_BLOCK
                                                        : nest->rows[1] / 64;
}

size_t twocs_nest_tasks(const struct nest *nest) {
  return nest->levels > 1 ? (nest->rows[1] + nest->block[1] - 1) / nest->block[1] : 1;
}

static twocs_status axes_place(struct nest *nest, twocs_error *error) {
  const twocs_job *job = nest->job;
  for (int l = 1; l < nest->levels; l++)
    for (int a = nest->first[l]; a < nest->first[l + 1]; a++)
      for (int i = 0; i < job->axis[a].count; i++) {
        const int field = job->axis[a].field[i];
        if (field < 0 || field >= twocs_field_count)
          return twocs_fail(error, TWOCS_UNKNOWN, "axis %d moves no field", a + 1);
        if (nest->level[field] > 0)
          return twocs_fail(error, TWOCS_RANGE, "two axes move %s", twocs_columns[field].name);
        nest->level[field] = (signed char)l;
        for (size_t r = 0; r < job->axis[a].size; r++) {
          const twocs_status status = twocs_field_check(field, job->axis[a].value[i][r], error);
          if (status) return status;
          if (isnan(job->axis[a].value[i][r]))
            return twocs_fail(error, TWOCS_NUMBER, "an axis gives %s no value", twocs_columns[field].name);
        }
      }
  return TWOCS_OK;
}

/* A field without a value follows its formula; one that has none is missed only where something needs it. */
static twocs_status base_check(const struct nest *nest, twocs_error *error) {
  const double *base = (const double *)nest->job->base;
  for (int k = 0; k < twocs_field_count; k++)
    if (nest->level[k] == 0 && !isnan(base[k])) {
      const twocs_status status = twocs_field_check(k, base[k], error);
      if (status) return status;
    }
  return TWOCS_OK;
}

enum { WORDS = (COLUMNS + 63) / 64 };
typedef struct needs {
  unsigned long long bit[TWOCS_COLUMNS_MOST / 64];
} needs;
static int needs_has(const needs *set, int k) { return set->bit[k / 64] >> k % 64 & 1; }

/* Names all that is missing, in the order of the rows, or as many as a sentence holds. */
static twocs_status fail_missing(int missed, const short missing[], twocs_error *error) {
  char names[200] = "";
  size_t used = 0;
  while (missed > 0 && used < sizeof names - 40) {
    const short k = missing[--missed];
    const char *record = twocs_record_name(k), *name = twocs_columns[k].name;
    used += (size_t)snprintf(names + used, sizeof names - used, "%s%s.%s", used ? ", " : "", record, name);
  }
  return twocs_fail(error, TWOCS_GIVEN,
                    "not given: %s%s; a case needs a device, or at least these fields of one", names,
                    missed ? " ..." : "");
}

static twocs_status needs_close(struct nest *nest, needs *set, twocs_error *error) {
  const twocs_job *job = nest->job;
  const double *base = (const double *)job->base;
  short missing[TWOCS_COLUMNS_MOST];
  int missed = 0;
  memset(set, 0, sizeof *set);
  for (int i = 0; i < job->wants; i++) {
    if (job->want[i] < 0 || job->want[i] >= COLUMNS)
      return twocs_fail(error, TWOCS_UNKNOWN, "wish %d is no column", i + 1);
    set->bit[job->want[i] / 64] |= 1ull << job->want[i] % 64;
  }
  for (int k = COLUMNS - 1; k >= 0; k--) {
    if (!needs_has(set, k)) continue;
    const int field = k < twocs_field_count;
    nest->formula[k] = !field || (nest->level[k] == 0 && isnan(base[k]));
    if (nest->formula[k] && field && !twocs_row_of[k]) {
      missing[missed++] = (short)k;
      continue;
    }
    for (int i = 0; nest->formula[k] && i < WORDS; i++) set->bit[i] |= job->plan->reads[k][i];
  }
  return missed ? fail_missing(missed, missing, error) : TWOCS_OK;
}

static void levels_place(struct nest *nest, const needs *set) {
  for (short k = 0; k < COLUMNS; k++) {
    if (!needs_has(set, k)) {
      nest->level[k] = -1;
      continue;
    }
    nest->needed[nest->needs++] = k;
    if (!nest->formula[k] || nest->levels == 1) continue;
    int deepest = 0;
    for (int i = 0; i < WORDS; i++)
      for (unsigned long long rest = nest->job->plan->reads[k][i]; rest; rest &= rest - 1) {
        const int read = 64 * i + __builtin_ctzll(rest);
        if (nest->level[read] > deepest) deepest = nest->level[read];
      }
    nest->level[k] = (signed char)deepest;
    for (int i = 0; deepest && i < WORDS; i++)
      for (unsigned long long rest = nest->job->plan->reads[k][i]; rest; rest &= rest - 1) {
        const int read = 64 * i + __builtin_ctzll(rest);
        const signed char next = nest->level[read] < deepest ? nest->level[read] : nest->outer[read];
        if (next > nest->outer[k]) nest->outer[k] = next;
        if (nest->level[read] < deepest) nest->deeper[read] = 1;
      }
  }
}

/* Twins: columns that read the very same values and so hold the same. Under the roofline the three GEMMs of
 * an operator are one, and so are the totals over them. */
static int slots_agree(const struct slot *a, const struct slot *b, unsigned long long items) {
  if (a->family != b->family || a->aspect != b->aspect) return 0;
  for (unsigned long long rest = items; rest; rest &= rest - 1) {
    const int item = __builtin_ctzll(rest);
    if (twocs_family_columns[a->family][item] < 0 && a->in[item] != b->in[item]) return 0;
  }
  return 1;
}

static int totals_agree(const struct nest *nest, const struct total *a, const struct total *b) {
  if (a->terms != b->terms) return 0;
  for (int i = 0; i < a->terms; i++)
    if (a->weight[i * a->stride] != b->weight[i * b->stride] ||
        nest->twin[a->value[i * a->stride]] != nest->twin[b->value[i * b->stride]])
      return 0;
  return 1;
}

static void twin_set(struct nest *nest, short column, short first) {
  nest->twin[column] = first;
  nest->deeper[first] |= nest->deeper[column];
}

static void twins_find(struct nest *nest) {
  for (short k = 0; k < COLUMNS; k++) nest->twin[k] = k;
  for (int i = 1; nest->levels > 1 && i < twocs_slot_count; i++) {
    const struct slot *slot = &twocs_slots[i], *first = twocs_slots;
    if (nest->level[slot->column] < 0) continue;
    while (first < slot &&
           (nest->level[first->column] < 0 || !slots_agree(first, slot, nest->job->plan->item[slot->family])))
      first++;
    if (first < slot) twin_set(nest, slot->column, first->column);
  }
  for (int i = 1; nest->levels > 1 && i < twocs_total_count; i++) {
    const struct total *total = &twocs_totals[i], *first = twocs_totals;
    if (nest->level[total->column] < 0) continue;
    while (first < total && (nest->level[first->column] < 0 || !totals_agree(nest, first, total))) first++;
    if (first < total) twin_set(nest, total->column, first->column);
  }
}

/* Counting sort of the evaluated columns by level and outer level; within both they stay in the order of the
 * rows, so that what a column reads stands before it. */
static void order_init(struct nest *nest) {
  short count[LEVELS * LEVELS + 1] = {0}, passes[LEVELS + 1] = {0};
  for (int i = 0; i < nest->needs; i++) {
    const int k = nest->needed[i];
    if (nest->twin[k] != k) continue;
    if (nest->formula[k]) count[nest->level[k] * LEVELS + nest->outer[k] + 1]++;
    if (nest->deeper[k]) passes[nest->level[k] + 1]++;
  }
  for (int i = 0; i < LEVELS * LEVELS; i++) count[i + 1] = (short)(count[i + 1] + count[i]);
  for (int l = 0; l < LEVELS; l++) {
    for (int outer = 0; outer <= LEVELS; outer++) nest->start[l][outer] = count[l * LEVELS + outer];
    nest->pass[l + 1] = passes[l + 1] = (short)(passes[l + 1] + passes[l]);
  }
  nest->pass[0] = 0;
  for (int i = 0; i < nest->needs; i++) {
    const short k = nest->needed[i];
    if (nest->twin[k] != k) continue;
    if (nest->formula[k]) nest->order[count[nest->level[k] * LEVELS + nest->outer[k]]++] = k;
    if (nest->deeper[k]) nest->passed[passes[nest->level[k]]++] = k;
  }
}

static void memory_place(struct nest *nest) {
  size_t at = 0;
  for (int i = 0; i < nest->needs; i++) {
    const int k = nest->needed[i], l = nest->level[k], twin = nest->twin[k];
    if (twin != k) {
      nest->buffer[k] = nest->buffer[twin], nest->cell[k] = nest->cell[twin];
      continue;
    }
    nest->buffer[k] = at;
    at += l ? (nest->block[l] + CELL - 1) / CELL * CELL : CELL;
    nest->cell[k] = nest->deeper[k] && l ? at : nest->buffer[k];
    if (nest->deeper[k] && l) at += CELL;
  }
}

twocs_status twocs_nest_init(struct nest *nest, const twocs_job *job, twocs_error *error) {
  needs set;
  nest->job = job;
  nest->needs = 0;
  twocs_nest_cut(nest, job->axes, job->axis);
  memset(nest->level, 0, sizeof nest->level);
  memset(nest->outer, 0, sizeof nest->outer);
  memset(nest->formula, 0, sizeof nest->formula);
  memset(nest->deeper, 0, sizeof nest->deeper);
  twocs_status status = axes_place(nest, error);
  if (!status) status = base_check(nest, error);
  if (!status) status = needs_close(nest, &set, error);
  if (status) return status;
  levels_place(nest, &set);
  for (int i = 0; i < job->wants; i++)
    if (nest->level[job->want[i]] < nest->levels - 1) nest->deeper[job->want[i]] = 1;
  for (short i = 0; i < twocs_slot_count; i++) nest->filler[twocs_slots[i].column] = i;
  for (short i = 0; i < twocs_total_count; i++) nest->filler[twocs_totals[i].column] = i;
  twins_find(nest);
  order_init(nest);
  memory_place(nest);
  return TWOCS_OK;
}
