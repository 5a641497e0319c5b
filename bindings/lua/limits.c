/* SPDX-License-Identifier: MIT
 *
 * The limits for scripts: two kinds of record, a case and a run that answers a question of it, and the
 * questions themselves. All memory is userdata, allocated before the engine starts. What scripts make of it
 * is in scripts/twocs/limits.lua. */
#define _POSIX_C_SOURCE 200809L
#include "twocs_limits.h"
#include "core.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { CASES_MOST = 100000 };

volatile int job_keeps;

/* ---- The kinds. A case reads what follows of it without a layout; a run holds everything. */

static int case_kind(void) { return record_kinds() - LIMITS_KINDS; }
static int run_kind(void) { return record_kinds() - 1; }

static twocs_status case_check(const record_kind *kind, int field, double value, twocs_error *error) {
  (void)kind;
  return twocs_limits_field_check(field, value, error);
}

static double case_follow(lua_State *L, const record *r, int place) {
  twocs_limits_point point;
  twocs_error error;
  (void)L;
  return twocs_limits_settle((const twocs_limits *)r->field, &point, &error) ? (double)NAN
                                                                             : ((double *)&point)[place];
}

static void case_gpu(lua_State *L, record *r, int index) {
  twocs_error error;
  const char *name = lua_tostring(L, index);
  if (!name) script_error(L, "gpu is a %s, expected the name of a published GPU", luaL_typename(L, index));
  if (twocs_limits_gpu((twocs_limits *)r->field, name, &error)) script_error(L, "%s", error.text);
}

enum {
  FIELDS = sizeof(twocs_limits) / sizeof(double),
  SHAPES = sizeof(twocs_limits_shape) / sizeof(double),
  COLUMNS = sizeof(twocs_limits_point) / sizeof(double)
};
const record_kind limits_kinds[LIMITS_KINDS] = {{.name = "limits case",
                                                 .fields = FIELDS,
                                                 .count = FIELDS + SHAPES,
                                                 .column = twocs_limits_columns,
                                                 .check = case_check,
                                                 .follow = case_follow,
                                                 .preset = "gpu",
                                                 .take = case_gpu},
                                                {.name = "limits run",
                                                 .fields = COLUMNS,
                                                 .count = COLUMNS,
                                                 .column = twocs_limits_columns,
                                                 .sealed = "is a result: change its case and ask again"}};

static const twocs_limits *case_at(lua_State *L, int index) {
  return (const twocs_limits *)record_check(L, index, case_kind())->field;
}

static twocs_limits_point *run_new(lua_State *L) {
  return (twocs_limits_point *)record_new(L, run_kind(), NULL)->field;
}

/* ---- Questions. */

static void *scratch_new(lua_State *L, int threads) {
  return lua_newuserdatauv(L, (size_t)threads * twocs_limits_scratch_size(), 0);
}

static twocs_status ask_fit(const twocs_limits *limits, const volatile int *cancel, void *scratch,
                            twocs_limits_point *point, twocs_error *error) {
  (void)cancel;
  return twocs_limits_fit(limits, scratch, point, error);
}

static twocs_limits_question question_at(lua_State *L, int index) {
  static const char *const name[] = {"linear_end", "largest", "fit", NULL};
  static const twocs_limits_question question[] = {twocs_limits_linear_end, twocs_limits_largest, ask_fit};
  return question[luaL_checkoption(L, index, NULL, name)];
}

/* core.limits_ask(question, case): a run, infeasible where there is none. */
static int limits_ask(lua_State *L) {
  twocs_error error;
  const twocs_limits_question question = question_at(L, 1);
  const twocs_limits *limits = case_at(L, 2);
  void *scratch = scratch_new(L, 1);
  twocs_limits_point *point = run_new(L);
  job_cancel = 0;
  if (question(limits, &job_cancel, scratch, point, &error)) return script_error(L, "%s", error.text);
  return 1;
}

/* core.limits_best(case, gpus): the fastest run on so many. */
static int limits_best(lua_State *L) {
  twocs_error error;
  const twocs_limits *limits = case_at(L, 1);
  const double gpus = luaL_checknumber(L, 2);
  void *scratch = scratch_new(L, 1);
  if (twocs_limits_best(limits, gpus, scratch, run_new(L), &error)) return script_error(L, "%s", error.text);
  return 1;
}

/* core.limits_check(case): nil, or the sentence that says what is wrong with it. */
static int limits_check(lua_State *L) {
  twocs_limits_point point;
  twocs_error error;
  if (twocs_limits_settle(case_at(L, 1), &point, &error))
    lua_pushstring(L, error.text);
  else
    lua_pushnil(L);
  return 1;
}

/* core.limits_eval(case, layout, placed): a run at the values of the layout record, or, placed, at the
 * fastest way of spreading its degrees; where it cannot be, an infeasible one and why. */
static int limits_eval(lua_State *L) {
  twocs_error error;
  twocs_limits_layout layout;
  const twocs_limits *limits = case_at(L, 1);
  const column *values = column_check(L, 2, "layout");
  const int placed = lua_toboolean(L, 3);
  if (values->n != sizeof layout / sizeof(double)) return script_error(L, "a layout of %d", (int)values->n);
  memcpy(&layout, values->value, sizeof layout);
  void *scratch = scratch_new(L, 1);
  twocs_limits_point *point = run_new(L);
  if (twocs_limits_settle(limits, point, &error)) return script_error(L, "%s", error.text);
  const twocs_status status = placed ? twocs_limits_place(limits, &layout, scratch, point, &error)
                                     : twocs_limits_eval(limits, &layout, point, &error);
  if (!status) return 1;
  twocs_limits_settle(limits, point, NULL);
  lua_pushstring(L, error.text);
  return 2;
}

/* core.limits_matmul(case, rows, columns, tokens, gradient): what it moves and how long that takes, by name.
 */
static int limits_matmul(lua_State *L) {
  twocs_error error;
  twocs_limits_point point;
  if (twocs_limits_settle(case_at(L, 1), &point, &error)) return script_error(L, "%s", error.text);
  const twocs_limits_matmul m = twocs_limits_multiply(&point, luaL_checknumber(L, 2), luaL_checknumber(L, 3),
                                                      luaL_checknumber(L, 4), lua_toboolean(L, 5));
  const struct {
    const char *name;
    double value;
  } part[] = {{"mem_byte", m.mem_byte}, {"l2_byte", m.l2_byte},   {"dsmem_byte", m.dsmem_byte},
              {"reg_byte", m.reg_byte}, {"flop", m.flop},         {"t_mem", m.t_mem},
              {"t_l2", m.t_l2},         {"t_shared", m.t_shared}, {"t_flop", m.t_flop},
              {"t_mm", m.t_mm}};
  lua_newtable(L);
  for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
    lua_pushnumber(L, part[i].value);
    lua_setfield(L, -2, part[i].name);
  }
  return 1;
}

/* ---- Many runs, as columns. */

typedef struct wishes {
  int count, column[COLUMNS];
  double *out[COLUMNS];
} wishes;

/* Leaves a list of columns with room for n rows on the stack. */
static wishes *wishes_new(lua_State *L, int wants, size_t n) {
  luaL_checktype(L, wants, LUA_TTABLE);
  wishes *w = lua_newuserdatauv(L, sizeof *w, 0);
  w->count = (int)lua_rawlen(L, wants);
  if (w->count > COLUMNS) script_error(L, "%d wishes: at most %d", w->count, COLUMNS);
  lua_createtable(L, w->count, 0);
  for (int i = 0; i < w->count; i++) {
    lua_rawgeti(L, wants, i + 1);
    w->column[i] = lua_isstring(L, -1) ? twocs_limits_find(lua_tostring(L, -1)) : -1;
    if (w->column[i] < 0) script_error(L, "wish %d is no column of the limits", i + 1);
    lua_pop(L, 1);
    w->out[i] = column_new(L, n)->value;
    lua_rawseti(L, -2, i + 1);
  }
  return w;
}

static void wishes_take(const wishes *w, size_t row, const twocs_limits_point *point) {
  for (int i = 0; i < w->count; i++) w->out[i][row] = ((const double *)point)[w->column[i]];
}

/* Of a question whose answer is a width, no answer has none. */
static void blank_width(twocs_limits_point *point) {
  double *value = (double *)point;
  if (point->result.feasible > 0) return;
  for (int i = 0; i < COLUMNS; i++) value[i] = (double)NAN;
  point->result.feasible = 0;
}

/* core.limits_sweep(case, wants): a list of columns. */
static int limits_sweep(lua_State *L) {
  twocs_error error;
  int n;
  const twocs_limits *limits = case_at(L, 1);
  twocs_limits_point *point = lua_newuserdatauv(L, TWOCS_LIMITS_POINTS * sizeof *point, 0);
  void *scratch = scratch_new(L, 1);
  job_cancel = 0;
  if (twocs_limits_sweep(limits, &job_cancel, scratch, point, &n, &error))
    return script_error(L, "%s", error.text);
  const wishes *w = wishes_new(L, 2, (size_t)n);
  for (int i = 0; i < n; i++) wishes_take(w, (size_t)i, &point[i]);
  return 1;
}

/* How far a long job is: one line, written over, where somebody looks at it. */
typedef struct progress {
  int shown, terminal;
  double began;
} progress;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void progress_show(progress *p, size_t done, size_t n) {
  enum { WIDTH = 30 };
  const double took = seconds() - p->began;
  char bar[WIDTH + 1];
  if (!p->terminal || took < 0.5) return;
  const size_t full = WIDTH * done / n;
  for (size_t i = 0; i < WIDTH; i++) bar[i] = i < full ? '#' : '.';
  bar[WIDTH] = 0;
  fprintf(stderr, "\r[%s] %d of %d, %.0f s left\033[K", bar, (int)done, (int)n,
          took * (double)(n - done) / (double)(done ? done : 1));
  p->shown = 1;
}

static void progress_end(const progress *p) {
  if (p->shown) fputs("\r\033[K", stderr);
}

/* Cases are read and answered chunk by chunk. */
typedef struct each_room {
  twocs_limits_job job;
  twocs_limits *limits;
  size_t n, chunk;
} each_room;

static each_room *each_new(lua_State *L, int cases) {
  luaL_checktype(L, cases, LUA_TTABLE);
  each_room *room = lua_newuserdatauv(L, sizeof *room, 0);
  memset(room, 0, sizeof *room);
  room->n = lua_rawlen(L, cases);
  if (room->n > CASES_MOST) script_error(L, "%d cases: at most %d", (int)room->n, CASES_MOST);
  twocs_limits_job *job = &room->job;
  job->threads = room->n > 1 ? twocs_threads() : 1;
  room->chunk = room->n / 64 > 64 ? room->n / 64 : 64;
  if (room->chunk > room->n) room->chunk = room->n;
  room->limits = lua_newuserdatauv(L, (room->n + 1) * sizeof *room->limits, 0);
  job->point = lua_newuserdatauv(L, (room->chunk + 1) * sizeof *job->point, 0);
  job->done = lua_newuserdatauv(L, room->chunk + 1, 0);
  job->scratch = scratch_new(L, job->threads);
  job->cancel = &job_cancel;
  for (size_t i = 0; i < room->n; i++) {
    lua_rawgeti(L, cases, (int)i + 1);
    room->limits[i] = *case_at(L, -1);
    lua_pop(L, 1);
  }
  return room;
}

/* From here to the end nothing raises, so that job_keeps is 0 again. Returns how many cases are wrong; *error
 * is that of the first. */
static int each_run(each_room *room, const wishes *w, double state[], int keeps, twocs_error *error) {
  int wrong = 0;
  progress bar = {0, isatty(STDERR_FILENO), seconds()};
  job_cancel = 0;
  job_keeps = keeps;
  for (size_t first = 0; first < room->n && !job_cancel; first += room->chunk) {
    twocs_limits_job *job = &room->job;
    twocs_error trouble;
    job->limits = &room->limits[first];
    job->n = room->n - first < room->chunk ? room->n - first : room->chunk;
    const twocs_status status = twocs_limits_each(job, &trouble);
    if (status && status != TWOCS_CANCEL && !wrong++) *error = trouble;
    for (size_t i = 0; i < job->n; i++) {
      state[first + i] = job->done[i];
      if (job->done[i] != TWOCS_LIMITS_ANSWERED) continue;
      if (job->question != ask_fit) blank_width(&job->point[i]);
      wishes_take(w, first + i, &job->point[i]);
    }
    progress_show(&bar, first + job->n, room->n);
  }
  job_keeps = 0;
  progress_end(&bar);
  return wrong;
}

/* core.limits_each(question, cases, wants): a list of columns, one that is 1 where a case was answered and 2
 * where it is wrong, and what is wrong with the first such. After Ctrl-C there is what was done until then.
 */
static int limits_each(lua_State *L) {
  twocs_error error;
  lua_settop(L, 4);
  const twocs_limits_question question = question_at(L, 1);
  each_room *room = each_new(L, 2);
  room->job.question = question;
  const wishes *w = wishes_new(L, 3, room->n);
  for (int i = 0; i < w->count; i++)
    for (size_t r = 0; r < room->n; r++) w->out[i][r] = (double)NAN;
  column *state = column_new(L, room->n);
  memset(state->value, 0, room->n * sizeof *state->value);
  const int wrong = each_run(room, w, state->value, lua_toboolean(L, 4), &error);
  if (wrong) lua_pushstring(L, error.text);
  return wrong ? 3 : 2;
}

/* core.limits_gpus(): a list of { name, title }. */
static int limits_gpus(lua_State *L) {
  lua_createtable(L, twocs_limits_machine_count, 0);
  for (int i = 0; i < twocs_limits_machine_count; i++) {
    lua_createtable(L, 0, 2);
    lua_pushstring(L, twocs_limits_machines[i].name);
    lua_setfield(L, -2, "name");
    lua_pushstring(L, twocs_limits_machines[i].title);
    lua_setfield(L, -2, "title");
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

void limits_open(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"limits_ask", limits_ask},   {"limits_best", limits_best},     {"limits_check", limits_check},
      {"limits_eval", limits_eval}, {"limits_matmul", limits_matmul}, {"limits_sweep", limits_sweep},
      {"limits_each", limits_each}, {"limits_gpus", limits_gpus},     {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
