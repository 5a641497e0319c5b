/* SPDX-License-Identifier: MIT
 *
 * core.run and core.summary: a case, axes and wanted columns from Lua tables become one job of the engine.
 * All memory is userdata, allocated before the engine starts. The engine writes directly into the columns
 * that the script gets. */
#include "fit/calibrate.h"
#include "core.h"
#include "job.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { CASE = 1, AXES, WANTS };

/* An axis is a list of { field name, column } that move together; without a field it is one point. */
static void axis_read(lua_State *L, int list, twocs_axis *axis) {
  axis->count = (int)lua_rawlen(L, list);
  axis->size = 1;
  int *field = lua_newuserdatauv(L, (size_t)axis->count * sizeof *field + 1, 0);
  const double **value = lua_newuserdatauv(L, (size_t)axis->count * sizeof *value + 1, 0);
  for (int i = 0; i < axis->count; i++) {
    lua_rawgeti(L, list, i + 1);
    lua_rawgeti(L, -1, 1);
    lua_rawgeti(L, -2, 2);
    field[i] = twocs_find(lua_tostring(L, -2));
    const column *c = column_check(L, -1, lua_tostring(L, -2));
    if (i && c->n != axis->size)
      script_error(L, "%s has %d values, but the axis has %d points", lua_tostring(L, -3), (int)c->n,
                   (int)axis->size);
    axis->size = c->n;
    value[i] = c->value;
    lua_replace(L, -4); /* keeps only the column */
    lua_pop(L, 2);
  }
  axis->field = field;
  axis->value = value;
}

int job_axes(lua_State *L, int lists, twocs_axis axis[]) {
  const size_t axes = lua_rawlen(L, lists);
  if (axes > TWOCS_AXES_MOST) script_error(L, "%d axes: expected at most %d", (int)axes, TWOCS_AXES_MOST);
  for (size_t a = 0; a < axes; a++) {
    lua_rawgeti(L, lists, (int)a + 1);
    const int list = lua_gettop(L);
    luaL_checkstack(L, (int)lua_rawlen(L, list) + 8, "axes");
    axis_read(L, list, &axis[a]);
  }
  return (int)axes;
}

job_workspace *job_new(lua_State *L, int spare) {
  luaL_checktype(L, CASE, LUA_TTABLE);
  luaL_checktype(L, AXES, LUA_TTABLE);
  luaL_checktype(L, WANTS, LUA_TTABLE);
  job_workspace *workspace = lua_newuserdatauv(L, sizeof *workspace, 0);
  memset(&workspace->job, 0, sizeof workspace->job);
  point_read(L, CASE, &workspace->point);
  plan_read(L, CASE, &workspace->plan);
  workspace->job.axes = job_axes(L, AXES, workspace->axis);
  const size_t wants = lua_rawlen(L, WANTS);
  const size_t most = wants + (size_t)spare;
  workspace->out = lua_newuserdatauv(L, most * (sizeof *workspace->out + sizeof *workspace->want) + 1, 0);
  workspace->want = (int *)(workspace->out + most);
  workspace->job.wants = wants_read(L, WANTS, workspace->want);
  support_read(L, CASE, &workspace->plan, workspace->job.wants, workspace->want);
  workspace->job.plan = &workspace->plan.plan;
  workspace->job.base = &workspace->point;
  workspace->job.axis = workspace->axis;
  workspace->job.want = workspace->want;
  workspace->job.cancel = &job_cancel;
  return workspace;
}

/* A sink, and how many rows it received; each part counts in a cache line of its own. */
enum { APART = 8 };
typedef struct counter {
  twocs_take take;
  twocs_sift sift;
  void *sink;
  size_t *rows;
} counter;

static void count(const counter *c, int part, size_t rows) {
  c->rows[part * APART] += rows;
  job_count(rows);
}

static void take_counted(void *context, int part, const twocs_block *block) {
  const counter *c = context;
  c->take(c->sink, part, block);
  count(c, part, block->n);
}

static int sift_counted(void *context, int part, int time, const twocs_block *block) {
  const counter *c = context;
  if (c->sift(c->sink, part, time, block)) return 1;
  count(c, part, block->n);
  return 0;
}

static void count_rows(lua_State *L, twocs_job *job, counter *c) {
  const size_t size = (size_t)(job->threads * APART) * sizeof *c->rows;
  *c = (counter){job->take, job->sift, job->sink, memset(lua_newuserdatauv(L, size, 0), 0, size)};
  job->take = take_counted, job->sink = c;
  if (job->sift) job->sift = sift_counted;
}

/* Running jobs: above 1 if a law that is a function of the script runs a job itself. */
static int running;

/* The scratch of jobs that need at most what one thread needs is kept for the next job: new memory each time
 * would give the collector much to do. A job inside another job has its own. */
static void *scratch_push(lua_State *L, size_t size) {
  static const char key[] = "twocs.scratch";
  const size_t most = twocs_scratch_size(1);
  if (running || size > most) return lua_newuserdatauv(L, size, 0);
  lua_getfield(L, LUA_REGISTRYINDEX, key);
  if (!lua_isnil(L, -1)) return lua_touserdata(L, -1);
  lua_pop(L, 1);
  void *kept = lua_newuserdatauv(L, most, 0);
  lua_pushvalue(L, -1);
  lua_setfield(L, LUA_REGISTRYINDEX, key);
  return kept;
}

/* If the kept scratch suffices for any job, the exact size for this one is not computed. */
static size_t scratch_size(const twocs_job *job) {
  return running || job->threads > 1 ? twocs_job_scratch(job) : twocs_scratch_size(1);
}

static twocs_status run(lua_State *L, twocs_job *job, counter *c, twocs_error *error) {
  job->threads = twocs_rows(job->axes, job->axis) < 20000 || job_is_watched() ? 1 : twocs_threads();
  job->scratch = scratch_push(L, scratch_size(job));
  if (job_is_keeping() || job_is_watched()) count_rows(L, job, c);
  job_begin(L);
  running++;
  const twocs_status status = twocs_run(job, error); /* raises nothing */
  running--;
  return status;
}

void job_run(lua_State *L, job_workspace *workspace) {
  twocs_error error;
  counter c = {0};
  status_raise(L, run(L, &workspace->job, &c, &error), &error);
}

int job_run_kept(lua_State *L, job_workspace *workspace) {
  twocs_error error;
  counter c = {0};
  size_t rows = 0;
  if (!job_is_keeping() || running) return job_run(L, workspace), 0; /* a law needs the complete result */
  const twocs_status status = run(L, &workspace->job, &c, &error);
  job_absorb(L);
  if (status && !job_cancel) status_raise(L, status, &error);
  for (int part = 0; c.rows && part < workspace->job.threads; part++) rows += c.rows[part * APART];
  job_add_points((double)rows);
  return status != TWOCS_OK;
}

/* The scratch of many jobs, kept for the next ones like the scratch of one job. */
enum { TOGETHER_MOST = 16 };
static void *many_scratch_push(lua_State *L, int threads) {
  static const char key[] = "twocs.scratch of many";
  const size_t size = twocs_scratch_size(threads);
  if (threads == 1) return scratch_push(L, size);
  lua_getfield(L, LUA_REGISTRYINDEX, key);
  if (!lua_isnil(L, -1) && lua_rawlen(L, -1) >= size) return lua_touserdata(L, -1);
  lua_pop(L, 1);
  void *kept = lua_newuserdatauv(L, size, 0);
  lua_pushvalue(L, -1);
  lua_setfield(L, LUA_REGISTRYINDEX, key);
  return kept;
}

/* How many threads: one inside another job, or if rows are counted for a test. */
static int threads_of_many(int n) {
  const int threads = twocs_threads() < TOGETHER_MOST ? twocs_threads() : TOGETHER_MOST;
  return job_is_watched() || running ? 1 : threads < n ? threads : n;
}

/* Raises the first of these errors, except if Ctrl-C ended the jobs under core.keeping. */
static void many_raise(lua_State *L, int n, const twocs_error error[]) {
  if (job_is_keeping() && job_cancel) return;
  for (int i = 0; i < n; i++) status_raise(L, error[i].status, &error[i]);
}

void jobs_run_kept(lua_State *L, int n, twocs_job job[], unsigned char done[]) {
  const int threads = threads_of_many(n);
  twocs_error *error = lua_newuserdatauv(L, (size_t)n * sizeof *error, 0);
  counter *c = lua_newuserdatauv(L, (size_t)n * sizeof *c, 0);
  void *scratch = many_scratch_push(L, threads);
  size_t rows = 0;
  luaL_checkstack(L, n + 8, "jobs");
  for (int i = 0; i < n; i++) {
    c[i].rows = NULL, job[i].threads = threads;
    if (job_is_keeping() || job_is_watched()) count_rows(L, &job[i], &c[i]);
  }
  job_begin(L);
  running++;
  twocs_run_many((size_t)n, job, threads, scratch, error); /* raises nothing */
  running--;
  job_absorb(L);
  many_raise(L, n, error);
  for (int i = 0; i < n; i++) {
    done[i] = error[i].status == TWOCS_OK;
    for (int part = 0; c[i].rows && part < threads; part++) rows += c[i].rows[part * APART];
  }
  if (job_is_keeping()) job_add_points((double)rows);
}

/* Columns, and for each row a byte with the number of the rule that it breaks. Mostly no row breaks a rule,
 * and then eight bytes per row need not be written. If rows may stay undone, their byte is UNDONE. */
enum { UNDONE = 255 };
typedef struct marked_sink {
  twocs_columns_sink columns;
  unsigned char *why; /* NULL: nothing is marked */
  int is_wanted;      /* whether the want after the columns is `why` */
} marked_sink;

static void take_marked(void *context, int part, const twocs_block *block) {
  static const double none[TWOCS_BLOCK_MOST];
  static const twocs_cells unbroken = {none, 0};
  const marked_sink *sink = context;
  twocs_take_columns((void *)&sink->columns, part, block);
  if (!sink->why) return;
  const twocs_cells *in = sink->is_wanted ? &block->value[sink->columns.wants] : &unbroken;
  const size_t n = block->n, *restrict offset = block->offset;
  const double *restrict value = in->value;
  unsigned char *restrict why = sink->why + block->first;
  const int alike = !in->step || !memcmp(value, none, n * sizeof *value);
  const unsigned char first = (unsigned char)value[0];
  if (alike && !offset) memset(why, first, n);
  for (size_t r = 0; alike && offset && r < n; r++) why[offset[r]] = first;
  for (size_t r = 0; !alike && r < n; r++) why[offset ? offset[r] : r] = (unsigned char)value[r];
}

/* Pushes a column of the numbers in the bytes, or nil if all are 0. */
static void push_why(lua_State *L, const unsigned char why[], size_t rows) {
  if (!rows || (!why[0] && !memcmp(why, why + 1, rows - 1))) {
    lua_pushnil(L);
    return;
  }
  column *c = column_new(L, rows);
  for (size_t i = 0; i < rows; i++) c->value[i] = why[i];
}

/* Pushes the numbers of the finished rows; the bytes of the other rows become 0, which is no rule. */
static void push_done(lua_State *L, unsigned char why[], size_t rows) {
  size_t done = 0, at = 0;
  for (size_t i = 0; i < rows; i++) done += why[i] != UNDONE;
  column *c = column_new(L, done);
  for (size_t i = 0; i < rows; i++) {
    if (why[i] != UNDONE)
      c->value[at++] = (double)(i + 1);
    else
      why[i] = 0;
  }
}

/* core.run(case, axes, wants, marked, keeps): a list of columns, in the order wanted. marked: the last want
 * is `why`; it is not in the list but the second result, a column, or nil if no row breaks a rule. keeps:
 * after Ctrl-C under core.keeping, the third result is the numbers of the finished rows; else there is
 * none. */
static int core_run(lua_State *L) {
  const int marked = lua_toboolean(L, WANTS + 1), keeps = lua_toboolean(L, WANTS + 2) && job_is_keeping();
  lua_settop(L, WANTS);
  job_workspace *workspace = job_new(L, 0);
  const size_t rows = twocs_rows(workspace->job.axes, workspace->axis);
  if (rows > (size_t)2.5e8) script_error(L, "%f rows: expected at most 2.5e8", (double)rows);
  const int columns = workspace->job.wants - marked;
  marked_sink sink = {{columns, workspace->out}, NULL, marked};
  if (marked && (columns < 0 || strcmp(twocs_columns[workspace->want[columns]].name, "why") != 0))
    return script_error(L, "the last column must be why");
  if (marked || keeps) sink.why = lua_newuserdatauv(L, rows + 1, 0);
  if (keeps) memset(sink.why, UNDONE, rows);
  lua_createtable(L, columns, 0);
  const int result = lua_gettop(L);
  for (int i = 0; i < columns; i++) {
    workspace->out[i] = column_new(L, rows)->value;
    lua_rawseti(L, result, i + 1);
  }
  workspace->job.take = take_marked;
  workspace->job.sink = &sink;
  int stopped = 0;
  if (workspace->job.wants && rows && keeps)
    stopped = job_run_kept(L, workspace);
  else if (workspace->job.wants && rows)
    job_run(L, workspace);
  if (stopped) push_done(L, sink.why, rows);
  const int done = lua_gettop(L);
  lua_pushvalue(L, result);
  if (marked)
    push_why(L, sink.why, rows);
  else
    lua_pushnil(L);
  if (stopped) lua_pushvalue(L, done);
  return 2 + stopped;
}

/* core.can(case, axes, wants): whether each field that these columns need holds a value or is on an axis.
 * Only a job that the engine would refuse has a scratch of size 0. */
static int core_can(lua_State *L) {
  lua_settop(L, WANTS);
  const job_workspace *workspace = job_new(L, 0);
  lua_pushboolean(L, twocs_job_scratch(&workspace->job) > 0);
  return 1;
}

/* core.summary(case, axes, wants, keeps): three columns, least, most and mean of each wanted column, and the
 * number of rows. keeps: under core.keeping, Ctrl-C ends it with the finished rows. */
static int core_summary(lua_State *L) {
  const int keeps = lua_toboolean(L, WANTS + 1);
  lua_settop(L, WANTS);
  job_workspace *workspace = job_new(L, 0);
  const size_t wants = (size_t)workspace->job.wants, parts = (size_t)twocs_threads() * wants;
  twocs_summary_sink sink = {workspace->job.wants,
                             lua_newuserdatauv(L, parts * sizeof(twocs_summary_part) + 1, 0)};
  memset(sink.part, 0, parts * sizeof(twocs_summary_part));
  workspace->job.take = twocs_take_summary;
  workspace->job.sink = &sink;
  column *least = column_new(L, wants), *most = column_new(L, wants), *mean = column_new(L, wants);
  const int first = lua_gettop(L) - 2;
  if (keeps)
    job_run_kept(L, workspace);
  else
    job_run(L, workspace);
  twocs_summary *all = lua_newuserdatauv(L, wants * sizeof *all + 1, 0);
  twocs_summary_merge(&sink, twocs_threads(), all);
  for (size_t i = 0; i < wants; i++) {
    least->value[i] = all[i].least;
    most->value[i] = all[i].most;
    mean->value[i] = all[i].sum / (double)all[i].count;
  }
  for (int i = 0; i < 3; i++) lua_pushvalue(L, first + i);
  lua_pushnumber(L, (double)twocs_rows(workspace->job.axes, workspace->axis));
  return 4;
}

static void push_list(lua_State *L, int n, const double value[]) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) lua_pushnumber(L, value[i]), lua_rawseti(L, -2, i + 1);
}

static void push_numbers(lua_State *L, const char *name, int n, const double value[]) {
  push_list(L, n, value);
  lua_setfield(L, -2, name);
}

/* core.calibrate(case, axes, { column }, measured, fields, huber, evaluations): { value, error, correlation }
 * as lists in the order of the fields, and sigma, loss, start_loss, evaluations. Under core.keeping, Ctrl-C
 * ends it with the best values so far. */
static int core_calibrate(lua_State *L) {
  enum { MEASURED = WANTS + 1, FIELDS, HUBER, EVALUATIONS };
  lua_settop(L, EVALUATIONS);
  twocs_calibration given = {.huber = luaL_optnumber(L, HUBER, 0),
                             .evaluations = (int)luaL_optnumber(L, EVALUATIONS, 0),
                             .tried = job_count};
  luaL_checktype(L, FIELDS, LUA_TTABLE);
  int field[TWOCS_CALIBRATE_MOST];
  given.count = (int)lua_rawlen(L, FIELDS);
  if (given.count > TWOCS_CALIBRATE_MOST)
    script_error(L, "%d fields to calibrate: at most %d", given.count, TWOCS_CALIBRATE_MOST);
  for (int i = 0; i < given.count; i++) {
    lua_rawgeti(L, FIELDS, i + 1);
    field[i] = twocs_find(luaL_checkstring(L, -1));
    if (field[i] < 0 || field[i] >= twocs_field_count)
      script_error(L, "\"%s\" is not a field to calibrate", lua_tostring(L, -1));
    lua_pop(L, 1);
  }
  given.field = field;
  job_workspace *workspace = job_new(L, 0);
  const size_t rows = twocs_rows(workspace->job.axes, workspace->axis);
  const column *measured = column_check(L, MEASURED, "measured");
  if (measured->n != rows) script_error(L, "%d measurements for %d rows", (int)measured->n, (int)rows);
  given.measured = measured->value;
  given.job = &workspace->job;
  workspace->job.threads = rows < 20000 ? 1 : twocs_threads();
  void *scratch = lua_newuserdatauv(L, twocs_calibrate_scratch(rows, given.count, workspace->job.threads), 0);
  twocs_calibrated result;
  twocs_error error;
  job_begin(L);
  const twocs_status status = twocs_calibrate(&given, scratch, &result, &error);
  if (status && !(job_cancel && job_is_keeping())) return script_error(L, "%s", error.text);
  job_absorb(L);
  lua_createtable(L, 0, 7);
  push_numbers(L, "value", given.count, result.value);
  push_numbers(L, "error", given.count, result.error);
  lua_createtable(L, given.count, 0);
  for (int i = 0; i < given.count; i++) {
    push_list(L, given.count, result.correlation[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "correlation");
  const double whole[] = {result.sigma, result.loss, result.start_loss, result.evaluations};
  static const char *const name[] = {"sigma", "loss", "start_loss", "evaluations"};
  for (int i = 0; i < 4; i++) lua_pushnumber(L, whole[i]), lua_setfield(L, -2, name[i]);
  return 1;
}

static int core_threads(lua_State *L) { return lua_pushnumber(L, twocs_threads()), 1; }

void run_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"run", core_run},         {"can", core_can},
                                       {"summary", core_summary}, {"calibrate", core_calibrate},
                                       {"threads", core_threads}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
