/* SPDX-License-Identifier: MIT
 *
 * The cost of a walk, counted: the price of each column is estimated from its formula's text, and gathered by
 * the axes that the column reads and the axes of its readers. */
#include "evaluate/nest.h"

/* Nanoseconds of an ordinary machine, as in order.c. */
static const double call_price = 10, row_price = 0.25, division_price = 0.6, operation_price = 0.08,
                    term_price = 0.25, item_price = 0.12, script_price = 1000, support_price = 200,
                    summed_price = 1.2, seen_price = 0.3, settled_price = 3;

static double price_of_formula(int column) {
  return row_price + division_price * twocs_divisions[column] + operation_price * twocs_operations[column];
}

/* The share of blocks that a sift lets through: a guess. */
static const double let_through = 0.1;

/* The cost of a law is a guess: the square of the number of items that it reads. */
static double price_of_slot(const twocs_plan *plan, const struct slot *slot) {
  const double items = plan->items[slot->family];
  return plan->law[slot->family].serial ? script_price : item_price * items * items;
}

/* Whether a law is asked only once for rows with the same question (distinct.c). */
static int is_asked(const twocs_plan *plan, int k) {
  return twocs_filler[k].by == BY_LAW && !plan->law[twocs_slots[twocs_filler[k].at].family].serial;
}

static double price_of(const twocs_plan *plan, int k) {
  const struct filler filler = twocs_filler[k];
  switch (filler.by) {
  case BY_FORMULA:
    return price_of_formula(k);
  case BY_SUM:
    return term_price * twocs_totals[filler.at].rows;
  case BY_RULES:
    return term_price * twocs_rule_count;
  case BY_SUPPORT:
    return support_price;
  default:
    return price_of_slot(plan, &twocs_slots[filler.at]);
  }
}

/* place: by a hash of both, 1 + the share that was put there, 0: none. There are twice as many places as
 * shares, so the next free one is near. */
enum { PLACES = 2 * SHARES_MOST };
static struct share *share_find(struct workload *work, unsigned axes, unsigned reach,
                                unsigned short place[PLACES]) {
  unsigned at = (axes * 31 + reach * 2654435761u) >> 16 & (PLACES - 1);
  for (; place[at]; at = (at + 1) & (PLACES - 1)) {
    struct share *found = &work->share[place[at] - 1];
    if (found->axes == axes && found->reach == reach) return found;
  }
  if (work->shares == SHARES_MOST)
    return &work->share[SHARES_MOST - 1]; /* a worse estimate, no worse result */
  place[at] = (unsigned short)++work->shares;
  work->share[work->shares - 1] = (struct share){.axes = axes, .reach = reach};
  return &work->share[work->shares - 1];
}

/* The heaviest first, so that a walk that costs too much is recognized soon. */
static void shares_sort(struct workload *work) {
  double weight[SHARES_MOST];
  for (int i = 0; i < work->shares; i++) {
    const struct share share = work->share[i];
    const double own = axes_rows(work, share.axes) * (share.row + share.asked);
    int at = i;
    for (; at > 0 && weight[at - 1] < own; at--)
      weight[at] = weight[at - 1], work->share[at] = work->share[at - 1];
    weight[at] = own, work->share[at] = share;
  }
}

void twocs_workload_count(const struct nest *nest, struct workload *work) {
  const unsigned *axes = nest->known.axes;
  const twocs_job *job = nest->job;
  unsigned reach[COLUMNS] = {0};
  work->axes = job->axes, work->shares = 0;
  for (int a = 0; a < job->axes; a++) work->size[a] = job->axis[a].size;
  const int columns = job->take == twocs_take_columns;
  work->stored = columns ? job->wants : 0;
  work->taken = columns ? 0 : job->take == twocs_take_summary ? summed_price : seen_price;
  work->settled = columns ? 0 : settled_price;
  for (int i = 0; i < job->wants; i++) reach[job->want[i]] = ~0u;
  for (int i = nest->needs - 1; i >= 0; i--) {
    const int k = nest->needed[i];
    if (!nest->formula[k] || nest->twin[k] != k) continue;
    const struct reading r = nest_reading(nest, k);
    for (int n = 0; n < r.count; n++) reach[nest->twin[reading_at(&r, n)]] |= axes[k];
  }
  unsigned short place[PLACES] = {0};
  for (int i = 0; i < nest->needs; i++) {
    const int k = nest->needed[i];
    if (nest->twin[k] != k || (!axes[k] && reach[k] != ~0u)) continue;
    struct share *share = share_find(work, axes[k], reach[k], place);
    share->wanted += reach[k] == ~0u;
    share->passes++;
    if (!nest->formula[k]) continue;
    const double often = nest->waits[k] ? let_through : 1;
    share->call += often * call_price;
    *(is_asked(job->plan, k) ? &share->asked : &share->row) += often * price_of(job->plan, k);
  }
  shares_sort(work);
}
