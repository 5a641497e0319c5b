/* SPDX-License-Identifier: MIT
 *
 * Finds fields that a script states and that change nothing. The one thing to know: there is no list of which
 * field counts when. A stated field is moved to its initial value, to every word of a choice, far up and
 * down. If no result that could read it changes a bit, it has no effect in this case. */
#include "core.h"
#include "job.h"
#include <math.h>
#include <string.h>

enum { SAMPLES = 24, TRIES_MOST = TWOCS_WORDS_MOST + 8 };

/* ---- The stated fields of a case as one number, because scripts ask the same question again and again. */

static uint64_t mixed(uint64_t hash, uint64_t x) { return (hash ^ x) * 0x100000001b3u; }

/* Which rows count depends on whether a value is 0, 1 or more, and on words. */
static uint64_t class_of(const twocs_column *field, double value) {
  if (field->kind & TWOCS_CHOICE) return (uint64_t)value + 3;
  return value == 0 ? 0 : value == 1 ? 1 : 2;
}

static uint64_t record_mixed(uint64_t hash, const record *r) {
  const twocs_column *fields = &twocs_columns[twocs_records[r->kind].first];
  for (int w = 0; w < STATED_WORDS; w++)
    for (uint64_t rest = r->stated[w]; rest; rest &= rest - 1) {
      const int k = 64 * w + __builtin_ctzll(rest);
      hash = mixed(hash, (uint64_t)(r->kind * 1024 + k) * 64 + class_of(&fields[k], r->field[k]));
    }
  return hash;
}

/* core.statement(case): a number that is the same for cases that state the same fields alike; 0 if none is
 * stated. */
static int core_statement(lua_State *L) {
  uint64_t hash = 0;
  luaL_checktype(L, 1, LUA_TTABLE);
  for (int kind = 0; kind < twocs_record_count - 1; kind++) {
    lua_getfield(L, 1, twocs_records[kind].name);
    if (!lua_isnil(L, -1)) hash = record_mixed(hash, record_check(L, -1, kind));
    lua_pop(L, 1);
  }
  lua_pushnumber(L, (double)(hash >> 11));
  return 1;
}

/* ---- One question: a plan, a point and the columns to look at. */

typedef struct question {
  const twocs_plan *plan;
  int wants;
  const int *want;
  twocs_cached_order *cached;
  double base[TWOCS_COLUMNS_MOST], other[TWOCS_COLUMNS_MOST];
} question;

static int ask(question *q, const twocs_point *point, double result[]) {
  twocs_error error;
  return !twocs_eval_along(q->cached, q->plan, point, q->wants, q->want, result, &error);
}

/* Other values of a field; those that most often change a result come first. */
static int others(int k, double value, double to[TRIES_MOST]) {
  const twocs_column *field = &twocs_columns[k];
  int n = 0;
  if (!(field->kind & TWOCS_MUST)) to[n++] = field->initial;
  if (field->kind & TWOCS_CHOICE) {
    char word[32];
    for (int i = 0; i < TWOCS_WORDS_MOST; i++) {
      twocs_word(field->words, i, sizeof word, word);
      if (!*word) break;
      to[n++] = i;
    }
    return n;
  }
  const double far[] = {2 * value, value / 2, 1000 * value, value / 1000, 0, 1, 2};
  for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
    const double x = field->kind & TWOCS_COUNT ? floor(far[i]) : far[i];
    if (x >= field->least && x <= field->most) to[n++] = x;
  }
  return n;
}

/* Whether moving field k changes a result of this point, or makes the results impossible to compute. */
static int counts_at(question *q, const twocs_point *point, int k) {
  twocs_point moved = *point;
  double *at = (double *)&moved + k, value = *at, to[TRIES_MOST];
  const int tries = others(k, value, to);
  if (!ask(q, point, q->base)) return 1;
  for (int i = 0; i < tries; i++) {
    if (to[i] == value) continue;
    *at = to[i];
    if (!ask(q, &moved, q->other) || memcmp(q->base, q->other, (size_t)q->wants * sizeof *q->base) != 0)
      return 1;
  }
  return 0;
}

/* ---- Which results could read a field, whatever the values are. */

/* Marks the columns that read field k, directly or not. */
static void readers(const twocs_plan *plan, int k, unsigned char reads[]) {
  int read[TWOCS_COLUMNS_MOST];
  memset(reads, 0, (size_t)twocs_column_count);
  reads[k] = 1;
  for (int c = k + 1; c < twocs_column_count; c++) {
    const int n = twocs_plan_reads(plan, c, read);
    for (int i = 0; i < n && !reads[c]; i++) reads[c] = reads[read[i]];
  }
}

/* Whether field k changes one of all results at this point, or may change one: if a result cannot be computed
 * because another field is missing, nobody can say. */
static int counts_for_any(question *all, const twocs_point *point, int k, const unsigned char reads[]) {
  for (int c = twocs_field_count; c < twocs_column_count; c++) {
    if (!reads[c]) continue;
    all->want = &c, all->wants = 1;
    if (counts_at(all, point, k)) return 1;
  }
  return 0;
}

/* ---- Points of the case: one, or a sample of those that the axes reach. */

static void point_at(const twocs_job *job, size_t row, twocs_point *point) {
  *point = *job->base;
  for (int a = job->axes - 1; a >= 0; a--) {
    const twocs_axis *axis = &job->axis[a];
    for (int f = 0; f < axis->count; f++)
      ((double *)point)[axis->field[f]] = axis->value[f][row % axis->size];
    row /= axis->size;
  }
}

/* A sample of the rows that includes every value of a short axis: their remainders must not all be equal. */
static size_t sample_row(size_t i, size_t n, size_t rows) {
  return n == rows ? i : (size_t)((double)i * (double)(rows - 1) / (double)(n - 1));
}

typedef struct samples {
  int count;
  twocs_point point[SAMPLES];
} samples;

static void samples_take(const twocs_job *job, samples *s) {
  const size_t rows = twocs_rows(job->axes, job->axis);
  s->count = rows < SAMPLES ? (int)rows : SAMPLES;
  for (int i = 0; i < s->count; i++)
    point_at(job, sample_row((size_t)i, (size_t)s->count, rows), &s->point[i]);
}

static int counts(question *q, const samples *s, int k) {
  for (int i = 0; i < s->count; i++)
    if (counts_at(q, &s->point[i], k)) return 1;
  return 0;
}

/* Whether the wanted results could read the field, whatever the values are. */
static int may_read(const question *q, const unsigned char reads[]) {
  for (int i = 0; i < q->wants; i++)
    if (reads[q->want[i]]) return 1;
  return 0;
}

/* Whether both fields belong to one record. */
static int in_one_record(int a, int b) {
  for (int kind = 0; kind < twocs_record_count; kind++) {
    const int first = twocs_records[kind].first, end = first + twocs_records[kind].count;
    if (a >= first && a < end) return b >= first && b < end;
  }
  return 0;
}

/* Finds the first other field that, when it is moved, makes field k count at this point; pushes its name and
 * the value that does so, or nothing. Fields of k's own record come first: a layout without copies has
 * nothing to do with experts. */
static int push_waits_for(lua_State *L, question *q, const twocs_point *point, int k) {
  for (int turn = 0; turn < 2 * twocs_field_count; turn++) {
    const int f = turn % twocs_field_count, near = turn < twocs_field_count;
    if (in_one_record(f, k) != near) continue;
    const twocs_column *field = &twocs_columns[f];
    const int switched = field->kind & TWOCS_CHOICE || field->initial == 0 || field->initial == 1;
    twocs_point moved = *point;
    double *at = (double *)&moved + f, value = *at, to[TRIES_MOST];
    if (f == k || !switched || isnan(value)) continue;
    const int tries = others(f, value, to);
    for (int i = 0; i < tries; i++) {
      if (to[i] == value || isnan(to[i])) continue;
      *at = to[i];
      if (!ask(q, &moved, q->base) || !counts_at(q, &moved, k)) continue;
      lua_pushstring(L, field->name);
      char word[32];
      if (field->kind & TWOCS_CHOICE)
        twocs_word(field->words, (int)to[i], sizeof word, word), lua_pushfstring(L, "\"%s\"", word);
      else
        lua_pushfstring(L, "%d", (int)to[i]);
      return 2;
    }
  }
  return 0;
}

/* Pushes { field, whether the wanted results could read it, the field that would make it count, the value of
 * that field, whether an axis moves it }. */
static void push_idle(lua_State *L, question *q, const samples *s, int k, int could, int moved) {
  lua_createtable(L, 5, 0);
  lua_pushboolean(L, moved), lua_rawseti(L, -2, 5);
  lua_pushstring(L, twocs_columns[k].name), lua_rawseti(L, -2, 1);
  lua_pushboolean(L, could), lua_rawseti(L, -2, 2);
  if (could && push_waits_for(L, q, &s->point[0], k)) lua_rawseti(L, -3, 4), lua_rawseti(L, -2, 3);
}

static int is_moved(const twocs_job *job, int k) {
  for (int a = 0; a < job->axes; a++)
    for (int f = 0; f < job->axis[a].count; f++)
      if (job->axis[a].field[f] == k) return 1;
  return 0;
}

/* A record that states all that its kind requires is a description, like a data sheet; a case may need only a
 * part of it. */
static int describes(const record *r) {
  const twocs_record *own = &twocs_records[r->kind];
  int must = 0;
  for (int i = 0; i < own->count; i++) {
    const unsigned kind = twocs_columns[own->first + i].kind;
    if (!(kind & TWOCS_MUST) || kind & TWOCS_ASKED) continue;
    if (!record_states(r, i)) return 0;
    must = 1;
  }
  return must;
}

/* Whether a field is stated as switched off, which it is initially: nobody expects it to change a result. */
static int stays_off(const record *r, int i, int k) {
  return r->field[i] == 0 && twocs_columns[k].initial == 0;
}

/* Adds the fields that this record states without effect to the list on top of the stack. */
static void record_idle(lua_State *L, const record *r, const twocs_job *job, question *q, question *all,
                        const samples *s, const unsigned char known[]) {
  unsigned char reads[TWOCS_COLUMNS_MOST];
  const int first = twocs_records[r->kind].first;
  for (int i = 0; i < twocs_records[r->kind].count; i++) {
    const int k = first + i;
    if (!record_states(r, i) || known[k] || stays_off(r, i, k)) continue;
    if (is_moved(job, k) || counts(q, s, k)) continue;
    readers(q->plan, k, reads);
    const int could = may_read(q, reads);
    if (!could && counts_for_any(all, &s->point[0], k, reads)) continue;
    push_idle(L, q, s, k, could, 0);
    lua_rawseti(L, -2, (int)lua_rawlen(L, -2) + 1);
  }
}

/* Whether one of the first values of an axis changes a result of these points. */
static int axis_counts(question *q, const samples *s, const twocs_axis *axis) {
  const int k = axis->field[0];
  for (int i = 0; i < s->count; i++) {
    twocs_point moved = s->point[i];
    if (!ask(q, &moved, q->base)) return 1;
    for (size_t v = 0; v < axis->size && v < SAMPLES; v++) {
      ((double *)&moved)[k] = axis->value[0][v];
      if (!ask(q, &moved, q->other) || memcmp(q->base, q->other, (size_t)q->wants * sizeof *q->base) != 0)
        return 1;
    }
  }
  return 0;
}

/* The wanted results. A field that an axis moves may be wanted itself, but that does not show an effect. */
static int results_of(const question *q, int want[]) {
  int n = 0;
  for (int i = 0; i < q->wants; i++)
    if (q->want[i] >= twocs_field_count) want[n++] = q->want[i];
  return n;
}

/* The same for axes of one field whose values all give the same results. */
static void axes_idle(lua_State *L, const twocs_job *job, question *q, const samples *s,
                      const unsigned char known[]) {
  unsigned char reads[TWOCS_COLUMNS_MOST];
  int results[TWOCS_COLUMNS_MOST];
  const int wants = q->wants, *const want = q->want;
  q->wants = results_of(q, results), q->want = results;
  for (int a = 0; a < job->axes; a++) {
    const twocs_axis *axis = &job->axis[a];
    const int k = axis->field[0];
    if (axis->count != 1 || axis->size < 2 || known[k] || axis_counts(q, s, axis)) continue;
    readers(q->plan, k, reads);
    if (!may_read(q, reads)) continue;
    push_idle(L, q, s, k, 1, 1);
    lua_rawseti(L, -2, (int)lua_rawlen(L, -2) + 1);
  }
  q->wants = wants, q->want = want;
}

/* core.idle(case, axes, wants, known): a list of the stated fields and of the axes that change none of the
 * wanted columns and, if these can never read them, no other result either. Those named in `known` are left
 * out. The list is empty if the wanted columns cannot be computed. */
static int core_idle(lua_State *L) {
  enum { CASE = 1, WANTS = 3, KNOWN };
  unsigned char known[TWOCS_COLUMNS_MOST] = {0};
  lua_settop(L, KNOWN);
  luaL_checkstack(L, 32, "idle");
  for (int k = 0; k < twocs_field_count; k++) {
    lua_getfield(L, KNOWN, twocs_columns[k].name);
    known[k] = (unsigned char)lua_toboolean(L, -1);
    lua_pop(L, 1);
  }
  lua_settop(L, WANTS);
  const job_workspace *workspace = job_new(L, 0);
  question *q = lua_newuserdatauv(L, 2 * sizeof *q, 0), *all = &q[1]; /* all: one result after another */
  samples *s = lua_newuserdatauv(L, sizeof *s, 0);
  q->plan = &workspace->plan.plan, q->wants = workspace->job.wants, q->want = workspace->want;
  q->cached = twocs_cached_order_in(lua_newuserdatauv(L, twocs_cached_order_size(), 0));
  all->plan = q->plan, all->cached = q->cached;
  samples_take(&workspace->job, s);
  lua_newtable(L);
  for (int kind = 0; kind < twocs_record_count - 1 && s->count && ask(q, &s->point[0], q->base); kind++) {
    lua_getfield(L, CASE, twocs_records[kind].name);
    const record *r = lua_isnil(L, -1) ? NULL : record_check(L, -1, kind);
    lua_pop(L, 1); /* the case holds it */
    if (r && !describes(r)) record_idle(L, r, &workspace->job, q, all, s, known);
  }
  if (s->count && ask(q, &s->point[0], q->base)) axes_idle(L, &workspace->job, q, s, known);
  return 1;
}

void idle_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"statement", core_statement}, {"idle", core_idle}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
