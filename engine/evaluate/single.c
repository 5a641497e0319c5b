/* SPDX-License-Identifier: MIT
 *
 * One point: each wanted column is computed after the columns that it reads, as a number. Only the inputs of
 * laws are laid out as cells, because laws take nothing else. The operations and their order are those of a
 * grid, and so are the bits.
 */
#include "evaluate/bits.h"
#include "evaluate/shares.h"
#include "evaluate/support.h"
#include <string.h>

typedef struct single {
  const twocs_job *job;
  const twocs_plan *plan;
  const signed char *moved;
  const needs *set;
  struct constants *known;
  double *of;                 /* of `known` */
  twocs_cached_order *cached; /* records each step; or NULL */
  twocs_error *error;
  int supported; /* the result whose support was found; -1: none */
  struct cells {
    int own; /* how many items each slot has of its own; -1: nothing is laid out yet */
    unsigned char place[TWOCS_ITEMS_MOST]; /* their places among the items that the law reads */
    twocs_cells item[TWOCS_ITEMS_MOST];
    double cell[TWOCS_ITEMS_MOST][CELL];
  } cells[TWOCS_FAMILIES], ranks[TWOCS_FAMILIES]; /* ranks: of slots that read only these */
} single;

static void cell_fill(double cell[CELL], double x) {
  for (int u = 0; u < CELL; u++) cell[u] = x;
}

/* Lays out what all slots of the family share, when the first of them is filled. Items that the law does not
 * read hold zeros. */
static void cells_lay(const single *s, struct cells *to, int family, const struct reading *r) {
  static const double nothing[CELL];
  to->own = 0;
  for (int i = 0; i < twocs_families[family].count; i++) to->item[i] = (twocs_cells){nothing, 0};
  for (int i = 0; i < r->count; i++) {
    const int item = r->item[i]; /* NOLINT(clang-analyzer-core.NullDereference): a slot has items */
    to->item[item].value = to->cell[i];
    if (twocs_shared[family][item])
      cell_fill(to->cell[i], s->of[r->column[item]]);
    else
      to->place[to->own++] = (unsigned char)i;
  }
}

static const twocs_cells *cells_fill(single *s, int column, const struct slot *slot) {
  const struct reading r = twocs_reading(s->plan, column);
  struct cells *to = slot->aspect == TWOCS_WHOLE ? &s->ranks[slot->family] : &s->cells[slot->family];
  if (to->own < 0) cells_lay(s, to, slot->family, &r);
  /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a slot has items */
  for (int i = 0; i < to->own; i++) cell_fill(to->cell[to->place[i]], s->of[r.column[r.item[to->place[i]]]]);
  return to->item;
}

static twocs_status fill_slot(single *s, int column, const struct slot *slot) {
  const twocs_law *law = &s->plan->law[slot->family];
  const twocs_cells *item = cells_fill(s, column, slot);
  double out[CELL];
  twocs_error own;
  own.status = TWOCS_OK;
  const twocs_status status = law->fill(law->context, (twocs_aspect)slot->aspect, 1, item, out, &own);
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

/* Fills all support columns of one result at once. It is separate from ask(), which calls itself, because
 * this takes some stack. */
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

/* Without measured bases all is assumed. */
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

/* 1 if a column that guards others is a constant 0. */
static int idles(single *s, int by) {
  const int zero = s->known->zero[by];
  if (s->cached) cached_order_looked(s->cached, by, zero);
  return zero;
}

/* Asks for the guards of a column first, and for the column itself only if it counts. *guard: the reader's
 * next guard; guards are in the order of the columns that they guard. */
static twocs_status ask_guarded(single *s, int k, int read, int *guard) {
  const int end = twocs_guard_begin[k + 1];
  int idle = 0;
  for (; *guard < end && twocs_guards[*guard].read == read; ++*guard) {
    const int by = twocs_guards[*guard].by;
    if (idle) continue;
    const twocs_status status = s->known->asked[by] ? TWOCS_OK : ask(s, by);
    if (status) return status;
    idle = idles(s, by);
  }
  if (idle) return TWOCS_OK;
  const twocs_status status = s->known->asked[read] ? TWOCS_OK : ask(s, read);
  s->known->axes[k] |= s->known->axes[read];
  return status;
}

/* *zero becomes 1 if a factor is a constant 0: then the product is 0 too, and nothing else is asked for. */
static twocs_status ask_factors(single *s, int k, int *zero) {
  for (int i = twocs_guard_begin[k]; i < twocs_guard_begin[k + 1] && twocs_guards[i].read == k; i++) {
    const int by = twocs_guards[i].by;
    const twocs_status status = s->known->asked[by] ? TWOCS_OK : ask(s, by);
    if (status || (*zero = idles(s, by))) return status;
  }
  return TWOCS_OK;
}

static twocs_status ask_reads(single *s, int k) {
  const struct reading r = twocs_reading(s->plan, k);
  const int end = twocs_guard_begin[k + 1];
  int guard = twocs_guard_begin[k];
  twocs_status status = TWOCS_OK;
  unsigned axes = 0;
  while (guard < end && twocs_guards[guard].read == k) guard++;
  for (int i = 0; i < r.count && !status; i++) {
    const int read = reading_at(&r, i);
    if (guard < end && twocs_guards[guard].read == read) {
      status = ask_guarded(s, k, read, &guard);
      continue;
    }
    if (!s->known->asked[read]) status = ask(s, read);
    axes |= s->known->axes[read];
  }
  s->known->axes[k] |= axes;
  return status;
}

/* Another support column of the same result that was asked for already, and has the same axes; -1: none. */
static int asked_beside(const single *s, int k) {
  const int result = twocs_supports[twocs_filler[k].at].result;
  for (int i = 0; i < twocs_support_count; i++) {
    const struct support *other = &twocs_supports[i];
    if (other->result == result && other->column != k && s->known->asked[other->column]) return other->column;
  }
  return -1;
}

/* Asks for the result, and for the sizes of those slots in its dependencies that it needed. */
__attribute__((noinline)) static twocs_status ask_support(single *s, int k) {
  const int support = twocs_filler[k].at, result = twocs_supports[support].result,
            before = asked_beside(s, k);
  if (!s->plan->bases) return TWOCS_OK;
  if (before >= 0) {
    s->known->axes[k] = s->known->axes[before];
    return TWOCS_OK;
  }
  twocs_status status = s->known->asked[result] ? TWOCS_OK : ask(s, result);
  s->known->axes[k] |= s->known->axes[result];
  const struct reading dependencies = twocs_dependencies(support);
  for (int i = 0; i < dependencies.count && !status; i++) {
    int column[TWOCS_SIZES][TWOCS_SIZE_COLUMNS];
    if (twocs_filler[dependencies.column[i]].by != BY_LAW || !s->known->asked[dependencies.column[i]])
      continue;
    twocs_slot_sizes(dependencies.column[i], column);
    for (int size = 0; size < TWOCS_SIZES; size++)
      for (int c = 0; c < TWOCS_SIZE_COLUMNS && column[size][c] >= 0 && !status; c++) {
        status = s->known->asked[column[size][c]] ? TWOCS_OK : ask(s, column[size][c]);
        s->known->axes[k] |= s->known->axes[column[size][c]];
      }
  }
  return status;
}

/* The values that an axis gives to a field. */
static const double *axis_values(const twocs_axis *axis, int field) {
  int i = 0;
  while (axis->field[i] != field) i++;
  return axis->value[i];
}

/* The axis along which a field varies, as a bit. Some of the fields that move together may not vary. */
static unsigned axis_of(const single *s, int field) {
  if (!s->moved || !s->moved[field]) return 0;
  const int a = s->moved[field] - 1;
  const twocs_axis *axis = &s->job->axis[a];
  const double *value = axis_values(axis, field);
  size_t r = 1;
  while (r < axis->size && same_bits(value[r], value[0])) r++;
  return r < axis->size ? 1u << a : 0;
}

static double given_value(const single *s, int field) {
  if (!s->moved || !s->moved[field]) return ((const double *)s->job->base)[field];
  return axis_values(&s->job->axis[s->moved[field] - 1], field)[0];
}

/* A gate is known if no axis moves anything that it reads. */
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
    known->axes[k] = axis_of(s, k);
    if (!known->axes[k]) s->of[k] = given_value(s, k);
  } else {
    int zero = 0;
    twocs_status status = ask_factors(s, k, &zero);
    if (!status && !zero) status = twocs_filler[k].by == BY_SUPPORT ? ask_support(s, k) : ask_reads(s, k);
    if (!status && !zero && !known->axes[k]) {
      status = fill(s, k);
      if (!status && s->cached) cached_order_filled(s->cached, k);
    }
    if (status) return status;
  }
  known->zero[k] = !known->axes[k] && s->of[k] == 0;
  return TWOCS_OK;
}

/* Without axes a given field has the point's value. Columns that are not asked for hold 0. */
static void fields_take(single *s) {
  const double *base = (const double *)s->job->base;
  for (int k = 0; k < twocs_field_count; k++)
    s->of[k] = base[k] == base[k] ? base[k] : 0; /* given: it holds a value */
  memset(s->of + twocs_field_count, 0, (COLUMNS - (size_t)twocs_field_count) * sizeof *s->of);
}

static void mark(struct constants *known, int k) {
  known->asked[k] = 1;
  known->zero[k] = known->of[k] == 0;
}

static void marks_clear(struct constants *known) {
  memset(known->axes, 0, sizeof known->axes);
  memset(known->asked, 0, sizeof known->asked);
  memset(known->zero, 0, sizeof known->zero);
}

static void fields_mark(const single *s) {
  marks_clear(s->known);
  for (int k = 0; k < twocs_field_count; k++)
    if (s->set->given[k]) mark(s->known, k);
}

static twocs_status ask_all(single *s) {
  twocs_status status = TWOCS_OK;
  for (int i = 0; i < s->job->wants && !status; i++)
    if (!s->known->asked[s->job->want[i]]) status = ask(s, s->job->want[i]);
  return status;
}

static void single_init(single *s, const twocs_job *job, const signed char moved[], const needs *set,
                        struct constants *known, twocs_error *error) {
  s->job = job, s->plan = job->plan, s->moved = moved, s->set = set, s->known = known, s->of = known->of;
  s->cached = NULL, s->error = error, s->supported = -1;
  for (int f = 0; f < TWOCS_FAMILIES; f++) s->cells[f].own = s->ranks[f].own = -1;
}

twocs_status twocs_constants_find(const twocs_job *job, const signed char moved[], const needs *set,
                                  struct constants *constants, twocs_error *error) {
  single s;
  single_init(&s, job, moved, set, constants, error);
  if (moved) {
    memset(constants, 0, sizeof *constants);
  } else {
    fields_take(&s);
    fields_mark(&s);
  }
  return ask_all(&s);
}

static int step_column(const twocs_cached_order *cached, int i) {
  return cached->step[i] % TWOCS_COLUMNS_MOST;
}

static int is_zero(const single *s, int k) {
  return (k < COLUMNS ? s->of[k] : twocs_gates[k - COLUMNS].value(s->of)) == 0;
}

/* Takes the steps of the cached order up to the first guard with another result. *taken: how many steps. */
static twocs_status follow(single *s, const twocs_cached_order *cached, int *taken) {
  twocs_status status = TWOCS_OK;
  int i = 0;
  for (; i < cached->steps; i++) {
    const int k = step_column(cached, i), found = cached->step[i] - k;
    if (found != CACHED_FILLED && is_zero(s, k) != (found == CACHED_ZERO)) break;
    if (found == CACHED_FILLED && (status = fill(s, k))) break;
  }
  *taken = i;
  return status;
}

/* Finds the columns that the cached order did not lead to; they become its next steps. */
static twocs_status go_on(single *s, twocs_cached_order *cached) {
  fields_mark(s);
  for (int i = 0; cached && i < cached->steps; i++)
    if (cached->step[i] < CACHED_ZERO) mark(s->known, step_column(cached, i));
  s->cached = cached;
  const twocs_status status = ask_all(s);
  if (cached) cached->whole = !status;
  return status;
}

static twocs_status walk(single *s, needs *set, twocs_cached_order *cached) {
  int taken = 0;
  twocs_status status;
  if (cached && twocs_cached_order_same(cached, s->job, set)) {
    status = follow(s, cached, &taken);
    if (status || (cached->whole && taken == cached->steps)) return status;
    twocs_cached_order_cut(cached, taken);
  } else {
    status = twocs_needs_met(s->job, NULL, set, s->error);
    if (status) return status;
    if (cached) twocs_cached_order_begin(cached, s->job, set);
  }
  return go_on(s, cached);
}

twocs_status twocs_single(const twocs_job *job, twocs_cached_order *cached, double result[],
                          twocs_error *error) {
  needs set;
  struct constants known;
  single s;
  twocs_status status = twocs_needs_given(job, NULL, &set, error);
  if (status) return status;
  single_init(&s, job, NULL, &set, &known, error);
  fields_take(&s);
  status = walk(&s, &set, cached && twocs_cached_order_fits(job) ? cached : NULL);
  for (int i = 0; i < job->wants && !status; i++) result[i] = known.of[job->want[i]];
  return status;
}
