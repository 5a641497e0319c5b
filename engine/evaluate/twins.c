/* SPDX-License-Identifier: MIT
 *
 * Twins: columns that read exactly the same values and therefore hold the same. Under the roofline the three
 * GEMMs of an operator are twins, and so are the totals over them. */
#include "evaluate/nest.h"

static int slots_agree(const twocs_plan *plan, const struct slot *a, const struct slot *b) {
  if (a->family != b->family || a->aspect != b->aspect) return 0;
  const struct reading x = twocs_reading(plan, a->column), y = twocs_reading(plan, b->column);
  int i = 0;
  while (i < x.count && reading_at(&x, i) == reading_at(&y, i)) i++;
  return i == x.count;
}

static int totals_agree(const struct nest *nest, const struct total *a, const struct total *b) {
  if (a->key != b->key || a->how != b->how || a->first != b->first || a->last != b->last) return 0;
  for (int i = 0; i < a->rows; i++)
    if (twocs_total_has(a, i) && (a->weight[i * a->stride] != b->weight[i * b->stride] ||
                                  nest->twin[a->value[i * a->stride]] != nest->twin[b->value[i * b->stride]]))
      return 0;
  return 1;
}

/* Slots without an earlier twin, by family: the last one, and for each the next earlier one; -1: there is
 * none. */
typedef struct owners {
  short last[TWOCS_FAMILIES], before[COLUMNS];
} owners;

static void slot_twin_find(struct nest *nest, short i, owners *o) {
  const struct slot *slot = &twocs_slots[i];
  short other = o->last[slot->family];
  while (other >= 0 && !slots_agree(nest->job->plan, &twocs_slots[other], slot)) other = o->before[other];
  if (other >= 0)
    nest->twin[slot->column] = twocs_slots[other].column;
  else
    o->before[i] = o->last[slot->family], o->last[slot->family] = i;
}

void twocs_twins_find(struct nest *nest) {
  for (short k = 0; k < COLUMNS; k++) nest->twin[k] = k;
  owners slots;
  for (int f = 0; f < TWOCS_FAMILIES; f++) slots.last[f] = -1;
  for (short i = 0; i < twocs_slot_count; i++)
    if (nest->level[twocs_slots[i].column] >= 0) slot_twin_find(nest, i, &slots);
  for (int i = 1; i < twocs_total_count; i++) {
    const struct total *total = &twocs_totals[i], *first = twocs_totals;
    if (nest->level[total->column] < 0) continue;
    while (first < total && (nest->level[first->column] < 0 || !totals_agree(nest, first, total))) first++;
    nest->twin[total->column] = first->column;
  }
}
