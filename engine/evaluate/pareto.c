/* SPDX-License-Identifier: MIT
 *
 * The rows that no other row beats. A row that beats one is likely to beat the next too, so it moves one
 * place towards the front of the list. The list is sorted at the end. */
#include "evaluate/conditions.h"
#include <math.h>

/* Whether a is at least as good in every column; if rows are equal in all columns, the first beats the
 * other. The signs of the values are such that less is better. */
static int beats(int columns, const twocs_pareto_row *a, const twocs_pareto_row *b) {
  int better = 0;
  for (int c = 0; c < columns; c++) {
    if (a->value[c] > b->value[c]) return 0;
    better |= a->value[c] < b->value[c];
  }
  return better || a->row < b->row;
}

/* count is capacity + 1 after the front did not fit. */
static void offer(const twocs_pareto_sink *sink, twocs_pareto_row front[], size_t *count,
                  const twocs_pareto_row *row) {
  if (*count > sink->capacity) return;
  for (size_t i = 0; i < *count; i++)
    if (beats(sink->columns, &front[i], row)) {
      const twocs_pareto_row winner = front[i];
      if (i) front[i] = front[i - 1], front[i - 1] = winner;
      return;
    }
  size_t kept = 0;
  for (size_t i = 0; i < *count; i++)
    if (!beats(sink->columns, row, &front[i])) front[kept++] = front[i];
  *count = kept + 1;
  if (kept < sink->capacity) front[kept] = *row;
}

void twocs_take_pareto(void *sink, int part, const twocs_block *block) {
  const twocs_pareto_sink *to = sink;
  unsigned char ok[TWOCS_BLOCK_MOST];
  twocs_conditions_hold(&to->where, block, ok);
  for (size_t r = 0; r < block->n; r++) {
    if (!ok[r]) continue;
    twocs_pareto_row row = {{0}, twocs_block_row(block, r)};
    int number = 1;
    for (int c = 0; c < to->columns; c++) {
      const double value = twocs_block_value(block, to->want[c], r);
      row.value[c] = to->most[c] ? -value : value;
      number &= !isnan(value);
    }
    if (number) offer(to, to->row + (size_t)part * to->capacity, &to->count[part], &row);
  }
}

static int before(int columns, const twocs_pareto_row *a, const twocs_pareto_row *b) {
  for (int c = 0; c < columns; c++)
    if (a->value[c] != b->value[c]) return a->value[c] < b->value[c];
  return a->row < b->row;
}

/* Shell's sort, with Knuth's gaps. */
static void sort(int columns, twocs_pareto_row row[], size_t n) {
  size_t gap = 1;
  while (gap < n / 3) gap = 3 * gap + 1;
  for (; gap; gap /= 3)
    for (size_t i = gap; i < n; i++) {
      const twocs_pareto_row moved = row[i];
      size_t j = i;
      for (; j >= gap && before(columns, &moved, &row[j - gap]); j -= gap) row[j] = row[j - gap];
      row[j] = moved;
    }
}

size_t twocs_pareto_merge(const twocs_pareto_sink *sink, int parts, twocs_pareto_row result[]) {
  size_t count = 0;
  for (int p = 0; p < parts; p++) {
    if (sink->count[p] > sink->capacity) return sink->capacity + 1;
    for (size_t i = 0; i < sink->count[p]; i++)
      offer(sink, result, &count, &sink->row[(size_t)p * sink->capacity + i]);
  }
  if (count > sink->capacity) return sink->capacity + 1;
  sort(sink->columns, result, count);
  for (size_t i = 0; i < count; i++)
    for (int c = 0; c < sink->columns; c++)
      if (sink->most[c]) result[i].value[c] = -result[i].value[c];
  return count;
}
