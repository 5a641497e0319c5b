/* SPDX-License-Identifier: MIT
 *
 * core.asked: the sizes that an evaluation asks its laws for, and how many of them lie outside the measured
 * range. The engine passes the rows block by block, so that no row is kept. */
#include "core.h"
#include "job.h"
#include <math.h>
#include <string.h>

enum { WANTS = 3 };

/* One slot that asks a law. A row counts if the slot has work there and, if it depends on ranks, more
 * than one rank. The results are the number of these rows, the number of those outside the measured range,
 * and the minimum and maximum of each size. */
typedef struct asking {
  const twocs_basis *basis;
  int slot, guard, size[TWOCS_SIZES][TWOCS_SIZE_COLUMNS]; /* places among the wants; -1: none */
} asking;
typedef struct asked {
  double rows, outside, least[TWOCS_SIZES], most[TWOCS_SIZES];
} asked;
/* Each part has its own results, because parts run at the same time. */
typedef struct asked_sink {
  int count, ranks; /* ranks: the place of that size */
  const asking *asking;
  asked *asked;
} asked_sink;

static double product(const int place[], const twocs_block *block, size_t r) {
  double x = 1;
  for (int i = 0; i < TWOCS_SIZE_COLUMNS && place[i] >= 0; i++) x *= twocs_block_value(block, place[i], r);
  return x;
}

static void look(const asking *a, int ranks, const twocs_block *block, size_t r, asked *found) {
  int outside = 0;
  if (!(twocs_block_value(block, a->guard, r) > 0)) return;
  if (a->size[ranks][0] >= 0 && !(product(a->size[ranks], block, r) > 1)) return;
  for (int s = 0; s < TWOCS_SIZES; s++) {
    if (a->size[s][0] < 0) continue;
    const double x = product(a->size[s], block, r);
    outside |= twocs_beyond(a->basis, s, x) > 1;
    found->least[s] = fmin(found->least[s], x), found->most[s] = fmax(found->most[s], x);
  }
  found->rows++, found->outside += outside;
}

static void take(void *context, int part, const twocs_block *block) {
  const asked_sink *sink = context;
  for (int i = 0; i < sink->count; i++)
    for (size_t r = 0; r < block->n; r++)
      look(&sink->asking[i], sink->ranks, block, r, &sink->asked[part * sink->count + i]);
}

/* The index of a column among the job's wants; the column is added if it is missing. */
static int want_of(job_workspace *workspace, int k) {
  int i = 0;
  while (i < workspace->job.wants && workspace->want[i] != k) i++;
  if (i == workspace->job.wants) workspace->want[workspace->job.wants++] = k;
  return i;
}

/* The column that is above zero where a slot asks for its time: its work. For a collective of a layer it is
 * the payload of all calls, because a collective that no layer calls has a payload too. */
static int guard_of(int slot, int family) {
  char name[80];
  int input[TWOCS_ITEMS_MOST], i = 0;
  const char *work = family == TWOCS_FAMILY_gemm ? "flop" : "byte", *call = twocs_columns[slot].name + 2;
  snprintf(name, sizeof name, "%s_calls", call);
  if (twocs_find(name) >= 0) return snprintf(name, sizeof name, "%s_byte", call), twocs_find(name);
  twocs_slot(slot, &(twocs_aspect){0}, input);
  while (strcmp(twocs_families[family].item[i], work) != 0) i++;
  return input[i];
}

static void asking_make(job_workspace *workspace, int slot, const twocs_basis *basis, asking *a) {
  *a = (asking){.basis = basis, .slot = slot, .guard = want_of(workspace, guard_of(slot, slot_times(slot)))};
  twocs_slot_sizes(slot, a->size);
  for (int s = 0; s < TWOCS_SIZES; s++)
    for (int i = 0; i < TWOCS_SIZE_COLUMNS; i++)
      if (a->size[s][i] >= 0) a->size[s][i] = want_of(workspace, a->size[s][i]);
}

/* Marks in `needed` the wanted columns and all columns that they read, directly or indirectly. */
static void need(const twocs_plan *plan, int wants, const int want[], unsigned char needed[]) {
  int stack[TWOCS_COLUMNS_MOST], read[TWOCS_COLUMNS_MOST], depth = 0;
  for (int i = 0; i < wants; i++)
    if (!needed[want[i]]) needed[want[i]] = 1, stack[depth++] = want[i];
  while (depth) {
    const int reads = twocs_plan_reads(plan, stack[--depth], read);
    for (int i = 0; i < reads; i++)
      if (!needed[read[i]]) needed[read[i]] = 1, stack[depth++] = read[i];
  }
}

static void asked_init(asked *a) {
  a->rows = a->outside = 0;
  for (int s = 0; s < TWOCS_SIZES; s++) a->least[s] = (double)INFINITY, a->most[s] = -(double)INFINITY;
}

/* Pushes { rows =, outside =, { size, least asked, most asked, least measured, most measured } ... }. The
 * list has only the sizes that were asked outside the measured range. */
static void asked_push(lua_State *L, const asked_sink *sink, int i, int parts) {
  const asking *a = &sink->asking[i];
  asked all;
  asked_init(&all);
  for (int t = 0; t < parts; t++) {
    const asked *part = &sink->asked[t * sink->count + i];
    all.rows += part->rows, all.outside += part->outside;
    for (int s = 0; s < TWOCS_SIZES; s++)
      all.least[s] = fmin(all.least[s], part->least[s]), all.most[s] = fmax(all.most[s], part->most[s]);
  }
  lua_newtable(L);
  lua_pushnumber(L, all.rows), lua_setfield(L, -2, "rows");
  lua_pushnumber(L, all.outside), lua_setfield(L, -2, "outside");
  for (int s = 0, n = 0; s < TWOCS_SIZES && all.outside > 0; s++) {
    if (a->size[s][0] < 0 ||
        !(twocs_beyond(a->basis, s, all.least[s]) > 1 || twocs_beyond(a->basis, s, all.most[s]) > 1))
      continue;
    const double range[] = {all.least[s], all.most[s], a->basis->least[s], a->basis->most[s]};
    lua_createtable(L, 5, 0);
    lua_pushstring(L, twocs_size_names[s]), lua_rawseti(L, -2, 1);
    for (int k = 0; k < 4; k++) lua_pushnumber(L, range[k]), lua_rawseti(L, -2, k + 2);
    lua_rawseti(L, -2, ++n);
  }
}

/* What the support of the wanted columns describes: "step" if they depend on t_step, "layer" if they depend
 * on any other slot of a layer, nil if they ask no law, or only laws of listed operators. */
static void push_result(lua_State *L, const unsigned char needed[]) {
  const char *result = NULL;
  for (int k = 0; k < twocs_column_count; k++)
    if (needed[k] && slot_times(k) >= 0 && strncmp(twocs_columns[k].name, "t_op_", 5) != 0) result = "layer";
  if (result && needed[twocs_find("t_step")]) result = "step";
  if (result)
    lua_pushstring(L, result);
  else
    lua_pushnil(L);
}

/* core.asked(case, axes, wants): what the laws are asked for to compute the wanted columns. Returns, for each
 * slot with a measured basis, in the order of the rows, a list as above with its `basis`, the table in
 * case.rests; then the names of the families without a basis; then "step", "layer" or nil. */
static int core_asked(lua_State *L) {
  unsigned char needed[TWOCS_COLUMNS_MOST] = {0}, bare[TWOCS_FAMILIES] = {0};
  lua_settop(L, WANTS);
  luaL_checkstack(L, 32, "asked");
  job_workspace *workspace = job_new(L, TWOCS_COLUMNS_MOST);
  need(&workspace->plan.plan, workspace->job.wants, workspace->want, needed);
  const twocs_bases *bases = bases_read(L, 1, needed);
  asking *list = lua_newuserdatauv(L, TWOCS_COLUMNS_MOST * sizeof *list, 0);
  asked_sink sink = {.ranks = twocs_size_find("ranks"), .asking = list};
  workspace->job.wants = 0;
  for (int k = 0; k < twocs_column_count; k++) {
    const int family = needed[k] ? slot_times(k) : -1;
    if (family < 0) continue;
    if (bases && bases->of[k])
      asking_make(workspace, k, &bases->basis[bases->of[k] - 1], &list[sink.count++]);
    else
      bare[family] = 1;
  }
  const int parts = twocs_threads();
  sink.asked = lua_newuserdatauv(L, (size_t)(parts * sink.count + 1) * sizeof *sink.asked, 0);
  for (int i = 0; i < parts * sink.count; i++) asked_init(&sink.asked[i]);
  twocs_plan_init(&workspace->plan.plan); /* sizes depend on no law */
  workspace->job.take = take, workspace->job.sink = &sink;
  if (sink.count && twocs_rows(workspace->job.axes, workspace->axis)) job_run(L, workspace);
  lua_getfield(L, 1, "rests");
  const int rests = lua_gettop(L);
  lua_createtable(L, sink.count, 0);
  for (int i = 0; i < sink.count; i++) {
    asked_push(L, &sink, i, parts);
    basis_push(L, rests, list[i].slot, slot_times(list[i].slot));
    lua_setfield(L, -2, "basis");
    lua_rawseti(L, -2, i + 1);
  }
  lua_newtable(L);
  for (int f = 0, n = 0; f < TWOCS_FAMILIES; f++)
    if (bare[f]) lua_pushstring(L, twocs_families[f].name), lua_rawseti(L, -2, ++n);
  push_result(L, needed);
  return 3;
}

void asked_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"asked", core_asked}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
