/* SPDX-License-Identifier: MIT
 *
 * One point: each wanted column after what it reads, each a number. Only what a law reads is laid out as
 * cells, since laws know nothing else. The same operations in the same order as in a grid, so the same bits.
 */
#include "evaluate/shares.h"
#include "evaluate/support.h"
#include <string.h>

typedef struct single {
  const twocs_job *job;
  const twocs_plan *plan;
  const signed char *moved;
  const needs *set;
  struct constants *known;
  double *of; /* of `known` */
  twocs_error *error;
  int supported; /* the result whose support was found; -1: none */
  int family;    /* whose laws the cells below were laid out for */
  twocs_cells item[TWOCS_ITEMS_MOST];
  double cell[TWOCS_ITEMS_MOST][CELL];
} single;

/* Items that the law does not read hold zeros. */
static void items_lay_out(single *s, int family) {
  static const double nothing[CELL];
  s->family = family;
  for (int i = 0; i < twocs_families[family].count; i++) s->item[i] = (twocs_cells){nothing, 0};
  for (int i = 0; i < s->plan->items[family]; i++) s->item[s->plan->item[family][i]].value = s->cell[i];
}

static twocs_status fill_slot(single *s, int column, const struct slot *slot) {
  const twocs_law *law = &s->plan->law[slot->family];
  const struct reading r = twocs_reading(s->plan, column);
  double out[CELL];
  twocs_error own;
  own.status = TWOCS_OK;
  if (s->family != slot->family) items_lay_out(s, slot->family);
  for (int i = 0; i < r.count; i++) {
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a slot has items */
    const double x = s->of[r.column[r.item[i]]];
    for (int u = 0; u < CELL; u++) s->cell[i][u] = x;
  }
  const twocs_status status = law->fill(law->context, (twocs_aspect)slot->aspect, 1, s->item, out, &own);
  s->of[column] = out[0];
  if (!status) return TWOCS_OK;
  if (!own.status) twocs_fail(&own, TWOCS_LAW, "the %s law %s failed", law->family, law->name);
  if (s->error) *s->error = own;
  return own.status;
}

static double total(const single *s, const struct total *t) {
  const int product = t->how == TOTAL_PRODUCT;
  double sum = product;
  for (int row = 0; row < t->rows; row++) {
    if (!twocs_total_has(t, row)) continue;
    const short weighs = t->weight[row * t->stride];
    const double term = (weighs >= 0 ? s->of[weighs] : 1) * s->of[t->value[row * t->stride]];
    sum = product ? sum * term : sum + term;
  }
  return sum;
}

/* legal: every rule holds. why: the first that does not. */
static double verdict(const single *s, int column) {
  int r = 0;
  while (r < twocs_rule_count && !(s->of[twocs_rule_column[r]] <= 0)) r++;
  if (column == K_legal) return r == twocs_rule_count;
  return r == twocs_rule_count ? 0 : r + 1;
}

/* All that rests on one result, at once. Stands apart from ask(), which calls itself: this takes some stack.
 */
__attribute__((noinline)) static void fill_support(single *s, const struct support *of) {
  static const double nothing[CELL];
  double cell[COLUMNS][CELL], found[SUPPORTS_MOST], *out[SUPPORTS_MOST] = {NULL};
  twocs_cells in[COLUMNS];
  if (s->supported == of->result) return;
  s->supported = of->result;
  for (int k = 0; k < COLUMNS; k++) {
    in[k] = (twocs_cells){s->known->asked[k] ? cell[k] : nothing, 0};
    for (int u = 0; u < CELL && s->known->asked[k]; u++) cell[k][u] = s->of[k];
  }
  for (int i = 0; i < twocs_support_count; i++)
    if (twocs_supports[i].result == of->result) out[i] = &found[i];
  twocs_shares_fill(s->plan, s->known, of->result, in, 1, out);
  for (int i = 0; i < twocs_support_count; i++)
    if (out[i]) s->of[twocs_supports[i].column] = found[i];
}

/* Without measurements all is assumed. */
static double unsupported(const struct support *s) {
  return s->part == SUPPORT_WORST ? TWOCS_ASSUMED : s->part == SUPPORT_ASSUMED || s->part == SUPPORT_FARTHEST;
}

static twocs_status fill(single *s, int k) {
  const struct filler filler = twocs_filler[k];
  switch (filler.by) {
  case BY_FORMULA:
    s->of[k] = twocs_one_of[k](s->of);
    return TWOCS_OK;
  case BY_SUM:
    s->of[k] = total(s, &twocs_totals[filler.at]);
    return TWOCS_OK;
  case BY_RULES:
    s->of[k] = verdict(s, k);
    return TWOCS_OK;
  case BY_SUPPORT:
    if (s->plan->bases)
      fill_support(s, &twocs_supports[filler.at]);
    else
      s->of[k] = unsupported(&twocs_supports[filler.at]);
    return TWOCS_OK;
  default:
    return fill_slot(s, k, &twocs_slots[filler.at]);
  }
}

static twocs_status ask(single *s, int k);

/* Asks for what guards it first, and for the column itself only where it counts. *guard: the reader's next
 * guard; they stand in the order of what they guard. */
static twocs_status ask_guarded(single *s, int k, int read, int *guard) {
  const int end = twocs_guard_begin[k + 1];
  int idle = 0;
  for (; *guard < end && twocs_guards[*guard].read == read; ++*guard) {
    const int by = twocs_guards[*guard].by;
    if (idle) continue;
    const twocs_status status = s->known->asked[by] ? TWOCS_OK : ask(s, by);
    if (status) return status;
    idle = s->known->zero[by];
  }
  if (idle) return TWOCS_OK;
  const twocs_status status = s->known->asked[read] ? TWOCS_OK : ask(s, read);
  s->known->axes[k] |= s->known->axes[read];
  return status;
}

/* 1 in *zero where a factor is a constant 0, so that the product is, and asks for nothing more. */
static twocs_status ask_factors(single *s, int k, int *zero) {
  for (int i = twocs_guard_begin[k]; i < twocs_guard_begin[k + 1] && twocs_guards[i].read == k; i++) {
    const int by = twocs_guards[i].by;
    const twocs_status status = s->known->asked[by] ? TWOCS_OK : ask(s, by);
    *zero = s->known->zero[by];
    if (status || *zero) return status;
  }
  return TWOCS_OK;
}

static twocs_status ask_reads(single *s, int k) {
  const struct reading r = twocs_reading(s->plan, k);
  int guard = twocs_guard_begin[k];
  const int guarded = guard < twocs_guard_begin[k + 1];
  twocs_status status = TWOCS_OK;
  unsigned axes = 0;
  while (guarded && twocs_guards[guard].read == k) guard++;
  for (int i = 0; i < r.count && !status; i++) {
    const int read = reading_at(&r, i);
    if (guarded)
      status = ask_guarded(s, k, read, &guard);
    else if (!s->known->asked[read])
      status = ask(s, read);
    axes |= guarded ? 0 : s->known->axes[read];
  }
  s->known->axes[k] |= axes;
  return status;
}

/* Another column of the same result that was asked for already, whose axes are this one's too; -1: none. */
static int asked_beside(const single *s, int k) {
  const int result = twocs_supports[twocs_filler[k].at].result;
  for (int i = 0; i < twocs_support_count; i++) {
    const struct support *other = &twocs_supports[i];
    if (other->result == result && other->column != k && s->known->asked[other->column]) return other->column;
  }
  return -1;
}

/* The result, and the sizes of those slots in its cone that it asked for. */
__attribute__((noinline)) static twocs_status ask_support(single *s, int k) {
  const int support = twocs_filler[k].at, result = twocs_supports[support].result,
            beside = asked_beside(s, k);
  if (!s->plan->bases) return TWOCS_OK;
  if (beside >= 0) {
    s->known->axes[k] = s->known->axes[beside];
    return TWOCS_OK;
  }
  twocs_status status = s->known->asked[result] ? TWOCS_OK : ask(s, result);
  s->known->axes[k] |= s->known->axes[result];
  const struct reading cone = twocs_cone(support);
  for (int i = 0; i < cone.count && !status; i++) {
    int column[TWOCS_SIZES][TWOCS_SIZE_COLUMNS];
    if (twocs_filler[cone.column[i]].by != BY_LAW || !s->known->asked[cone.column[i]]) continue;
    twocs_slot_sizes(cone.column[i], column);
    for (int size = 0; size < TWOCS_SIZES; size++)
      for (int c = 0; c < TWOCS_SIZE_COLUMNS && column[size][c] >= 0 && !status; c++) {
        status = s->known->asked[column[size][c]] ? TWOCS_OK : ask(s, column[size][c]);
        s->known->axes[k] |= s->known->axes[column[size][c]];
      }
  }
  return status;
}

static double given_value(const single *s, int field) {
  if (!s->moved || !s->moved[field]) return ((const double *)s->job->base)[field];
  const twocs_axis *axis = &s->job->axis[s->moved[field] - 1];
  int i = 0;
  while (axis->field[i] != field) i++;
  return axis->value[i][0];
}

/* Known where no axis moves anything that it reads. */
static twocs_status ask_gate(single *s, int k) {
  const struct gate *gate = &twocs_gates[k - COLUMNS];
  unsigned axes = 0;
  for (int i = 0; i < gate->reads; i++) {
    const int read = gate->read[i];
    const twocs_status status = s->known->asked[read] ? TWOCS_OK : ask(s, read);
    if (status) return status;
    axes |= s->known->axes[read];
  }
  s->known->zero[k] = !axes && gate->value(s->of) == 0;
  return TWOCS_OK;
}

static twocs_status ask(single *s, int k) {
  struct constants *known = s->known;
  known->asked[k] = 1;
  if (k >= COLUMNS) return ask_gate(s, k);
  if (s->set->given[k]) {
    const int axis = s->moved ? s->moved[k] - 1 : -1;
    if (axis >= 0 && s->job->axis[axis].size > 1)
      known->axes[k] = 1u << axis;
    else
      s->of[k] = given_value(s, k);
  } else {
    int zero = 0;
    twocs_status status = ask_factors(s, k, &zero);
    if (!status && !zero) status = twocs_filler[k].by == BY_SUPPORT ? ask_support(s, k) : ask_reads(s, k);
    if (!status && !zero && !known->axes[k]) status = fill(s, k);
    if (status) return status;
  }
  known->zero[k] = !known->axes[k] && s->of[k] == 0;
  return TWOCS_OK;
}

/* Without axes a given field is what the point says. */
static void fields_take(single *s) {
  const double *base = (const double *)s->job->base;
  for (int k = 0; k < twocs_field_count; k++) {
    const int given = s->set->given[k];
    s->of[k] = given ? base[k] : 0;
    s->known->asked[k] = (unsigned char)given;
    s->known->zero[k] = (unsigned char)(given && base[k] == 0);
  }
}

/* What nobody asks for holds 0. */
twocs_status twocs_constants_find(const twocs_job *job, const signed char moved[], const needs *set,
                                  struct constants *constants, twocs_error *error) {
  single s;
  s.job = job, s.plan = job->plan, s.moved = moved, s.set = set, s.known = constants, s.of = constants->of;
  s.error = error, s.family = s.supported = -1;
  memset(constants, 0, sizeof *constants);
  if (!moved) fields_take(&s);
  twocs_status status = TWOCS_OK;
  for (int i = 0; i < job->wants && !status; i++)
    if (!constants->asked[job->want[i]]) status = ask(&s, job->want[i]);
  return status;
}

twocs_status twocs_single(const twocs_job *job, double result[], twocs_error *error) {
  needs set;
  struct constants known;
  twocs_status status = twocs_needs_given(job, &set, error);
  if (!status) status = twocs_constants_find(job, NULL, &set, &known, error);
  for (int i = 0; i < job->wants && !status; i++) result[i] = known.of[job->want[i]];
  return status;
}
