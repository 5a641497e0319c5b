/* SPDX-License-Identifier: MIT
 *
 * The wall for scripts: a kind of record that holds a run, and the questions whose answers are runs. A case
 * is a table of records, as for every other verb. All memory is userdata, allocated before the engine starts.
 * scripts/twocs/limits/init.lua builds on it. */
#define _POSIX_C_SOURCE 200809L
#include "search/twocs_wall.h"
#include "core.h"
#include "job.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { CASES_MOST = 100000 };

volatile int job_keeps;
static int jobs_keep = 1; /* 0: no job keeps its work */

/* ---- Runs: every column by its name; a column that the search does not compute has no value. */

static int run_kind(void) { return record_kinds() - 1; }

static double *run_new(lua_State *L) {
  double *value = record_new(L, run_kind(), NULL)->field;
  for (int k = 0; k < twocs_column_count; k++) value[k] = (double)NAN;
  return value;
}

static void run_set(double value[], const twocs_wall_run *run) {
  for (int k = 0; k < twocs_column_count; k++) value[k] = twocs_wall_value(run, k);
}

/* core.wall_parts(run): the records of the point that the run describes, by name. */
static int wall_parts(lua_State *L) {
  const record *run = record_check(L, 1, run_kind());
  lua_newtable(L);
  for (int kind = 0; kind < twocs_record_count - 1; kind++) {
    double *field = record_new(L, kind, &run->field[twocs_records[kind].first])->field;
    for (int i = 0; i < twocs_records[kind].count; i++)
      if (isnan(field[i])) field[i] = twocs_columns[twocs_records[kind].first + i].initial;
    lua_setfield(L, -2, twocs_records[kind].name);
  }
  return 1;
}

/* core.wall_columns(): the results that a run holds: name -> whether the result needs a layout. */
static int wall_columns(lua_State *L) {
  lua_newtable(L);
  for (int k = twocs_field_count; k < twocs_column_count; k++) {
    int needs_layout;
    if (!twocs_wall_holds(k, &needs_layout)) continue;
    lua_pushboolean(L, needs_layout);
    lua_setfield(L, -2, twocs_columns[k].name);
  }
  return 1;
}

/* ---- Questions. */

typedef struct asked {
  twocs_point point;
  twocs_wall_run run;
} asked;

/* The case at a stack index as a point, with memory for its answer. */
static asked *asked_new(lua_State *L, int index) {
  luaL_checktype(L, index, LUA_TTABLE);
  asked *a = lua_newuserdatauv(L, sizeof *a, 0);
  point_read(L, index, &a->point);
  return a;
}

static void *scratch_new(lua_State *L, int threads) {
  return lua_newuserdatauv(L, (size_t)threads * twocs_wall_scratch_size(), 0);
}

static twocs_status ask_fit(const twocs_point *point, const volatile int *cancel, void *scratch,
                            twocs_wall_run *run, twocs_error *error) {
  (void)cancel;
  return twocs_wall_fit(point, scratch, run, error);
}

static twocs_wall_question question_at(lua_State *L, int index) {
  static const char *const name[] = {"linear_end", "largest", "fit", NULL};
  static const twocs_wall_question question[] = {twocs_wall_linear_end, twocs_wall_largest, ask_fit};
  return question[luaL_checkoption(L, index, NULL, name)];
}

/* core.wall_ask(question, case): a run; an infeasible one if there is none. */
static int wall_ask(lua_State *L) {
  twocs_error error;
  const twocs_wall_question question = question_at(L, 1);
  asked *a = asked_new(L, 2);
  void *scratch = scratch_new(L, 1);
  double *value = run_new(L);
  job_begin(L);
  if (question(&a->point, &job_cancel, scratch, &a->run, &error)) return script_error(L, "%s", error.text);
  run_set(value, &a->run);
  return 1;
}

/* core.wall_best(case, gpus): the fastest run on that many GPUs. */
static int wall_best(lua_State *L) {
  twocs_error error;
  const double gpus = luaL_checknumber(L, 2);
  asked *a = asked_new(L, 1);
  void *scratch = scratch_new(L, 1);
  double *value = run_new(L);
  if (twocs_wall_best(&a->point, gpus, scratch, &a->run, &error)) return script_error(L, "%s", error.text);
  run_set(value, &a->run);
  return 1;
}

/* core.wall_check(case): nil, or the sentence that says what is wrong with the case. */
static int wall_check(lua_State *L) {
  twocs_error error;
  asked *a = asked_new(L, 1);
  if (twocs_wall_settle(&a->point, &a->run, &error))
    lua_pushstring(L, error.text);
  else
    lua_pushnil(L);
  return 1;
}

/* core.wall_eval(case, placed): the run with the layout of the case or, if placed, with the fastest way to
 * spread its degrees. If that is impossible: an infeasible run, and a sentence that says why. */
static int wall_eval(lua_State *L) {
  twocs_error error;
  const int placed = lua_toboolean(L, 2);
  asked *a = asked_new(L, 1);
  void *scratch = scratch_new(L, 1);
  double *value = run_new(L);
  if (twocs_wall_settle(&a->point, &a->run, &error)) return script_error(L, "%s", error.text);
  const twocs_status status = placed ? twocs_wall_place(&a->point, scratch, &a->run, &error)
                                     : twocs_wall_eval(&a->point, &a->run, &error);
  if (status) twocs_wall_settle(&a->point, &a->run, NULL);
  run_set(value, &a->run);
  if (!status) return 1;
  lua_pushstring(L, error.text);
  return 2;
}

/* core.wall_matmul(case, rows, columns, tokens, gradient): the bytes that it moves, and the times, by
 * name. */
static int wall_matmul(lua_State *L) {
  twocs_error error;
  asked *a = asked_new(L, 1);
  if (twocs_wall_settle(&a->point, &a->run, &error)) return script_error(L, "%s", error.text);
  const twocs_wall_matmul m = twocs_wall_multiply(&a->run, luaL_checknumber(L, 2), luaL_checknumber(L, 3),
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

typedef struct wanted {
  int count, column[TWOCS_COLUMNS_MOST];
  double *out[TWOCS_COLUMNS_MOST];
} wanted;

/* Leaves a list of columns of n rows on the stack; the columns have no values yet. */
static wanted *wanted_new(lua_State *L, int wants, size_t n) {
  luaL_checktype(L, wants, LUA_TTABLE);
  wanted *w = lua_newuserdatauv(L, sizeof *w, 0);
  w->count = (int)lua_rawlen(L, wants);
  if (w->count > TWOCS_COLUMNS_MOST)
    script_error(L, "%d wanted columns: expected at most %d", w->count, TWOCS_COLUMNS_MOST);
  lua_createtable(L, w->count, 0);
  for (int i = 0; i < w->count; i++) {
    lua_rawgeti(L, wants, i + 1);
    w->column[i] = lua_isstring(L, -1) ? twocs_find(lua_tostring(L, -1)) : -1;
    if (w->column[i] < 0) script_error(L, "item %d of want is not the name of a column", i + 1);
    lua_pop(L, 1);
    w->out[i] = column_new(L, n)->value;
    for (size_t r = 0; r < n; r++) w->out[i][r] = (double)NAN;
    lua_rawseti(L, -2, i + 1);
  }
  return w;
}

static void wanted_take(const wanted *w, size_t row, const twocs_wall_run *run) {
  for (int i = 0; i < w->count; i++) w->out[i][row] = twocs_wall_value(run, w->column[i]);
}

/* If a question asks for a width and has no answer, feasible is 0 and the other columns have no value. */
static void wanted_blank(const wanted *w, size_t row) {
  for (int i = 0; i < w->count; i++)
    w->out[i][row] = strcmp(twocs_columns[w->column[i]].name, "feasible") == 0 ? 0 : (double)NAN;
}

/* core.wall_sweep(case, wants): a list of columns. */
static int wall_sweep(lua_State *L) {
  twocs_error error;
  int n;
  asked *a = asked_new(L, 1);
  twocs_wall_run *run = lua_newuserdatauv(L, TWOCS_WALL_RUNS * sizeof *run, 0);
  void *scratch = scratch_new(L, 1);
  job_begin(L);
  if (twocs_wall_sweep(&a->point, &job_cancel, scratch, run, &n, &error))
    return script_error(L, "%s", error.text);
  const wanted *w = wanted_new(L, 2, (size_t)n);
  for (int i = 0; i < n; i++) wanted_take(w, (size_t)i, &run[i]);
  return 1;
}

/* The progress of a long job: one line on a terminal, which is overwritten. */
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

/* Points come from a list of cases, or from a case and axes. They are read and answered chunk by chunk. */
typedef struct many {
  twocs_wall_job job;
  lua_State *L;
  int cases;             /* stack index of the list, or 0 */
  const twocs_job *grid; /* else these axes over their base */
  twocs_point *point;
  size_t n, chunk;
} many;

static void many_point(const many *m, size_t i, twocs_point *point) {
  if (m->cases) {
    lua_rawgeti(m->L, m->cases, (int)i + 1);
    point_read(m->L, lua_gettop(m->L), point);
    lua_pop(m->L, 1);
    return;
  }
  *point = *m->grid->base;
  for (int a = m->grid->axes - 1; a >= 0; a--) {
    const twocs_axis *axis = &m->grid->axis[a];
    for (int f = 0; f < axis->count; f++) ((double *)point)[axis->field[f]] = axis->value[f][i % axis->size];
    i /= axis->size;
  }
}

static many *many_new(lua_State *L, int cases, const twocs_job *grid) {
  many *m = lua_newuserdatauv(L, sizeof *m, 0);
  memset(m, 0, sizeof *m);
  m->L = L, m->cases = cases, m->grid = grid;
  m->n = cases ? lua_rawlen(L, cases) : twocs_rows(grid->axes, grid->axis);
  if (m->n > CASES_MOST) script_error(L, "%f cases: at most %d", (double)m->n, CASES_MOST);
  twocs_wall_job *job = &m->job;
  job->threads = m->n > 1 ? twocs_threads() : 1;
  m->chunk = m->n / 64 > 64 ? m->n / 64 : 64;
  if (m->chunk > m->n) m->chunk = m->n;
  m->point = lua_newuserdatauv(L, (m->chunk + 1) * sizeof *m->point, 0);
  job->run = lua_newuserdatauv(L, (m->chunk + 1) * sizeof *job->run, 0);
  job->done = lua_newuserdatauv(L, m->chunk + 1, 0);
  job->scratch = scratch_new(L, job->threads);
  job->cancel = &job_cancel;
  for (size_t i = 0; cases && i < m->n; i++) many_point(m, i, m->point); /* refuses a bad case */
  return m;
}

/* From here to the end nothing raises an error, so that job_keeps is always set back to 0. Returns how many
 * cases are wrong; *error is the error of the first. */
static int many_run(many *m, const wanted *w, double state[], int keeps, twocs_error *error) {
  int wrong = 0;
  progress bar = {0, isatty(STDERR_FILENO), seconds()};
  job_keeps = keeps && jobs_keep;
  for (size_t first = 0; first < m->n && !job_cancel; first += m->chunk) {
    twocs_wall_job *job = &m->job;
    twocs_error trouble;
    job->point = m->point;
    job->n = m->n - first < m->chunk ? m->n - first : m->chunk;
    for (size_t i = 0; i < job->n; i++) many_point(m, first + i, &m->point[i]);
    const twocs_status status = twocs_wall_each(job, &trouble);
    if (status && status != TWOCS_CANCEL && !wrong++) *error = trouble;
    for (size_t i = 0; i < job->n; i++) {
      state[first + i] = job->done[i];
      if (job->done[i] != TWOCS_WALL_ANSWERED) continue;
      if (job->question != ask_fit && job->run[i].feasible <= 0)
        wanted_blank(w, first + i);
      else
        wanted_take(w, first + i, &job->run[i]);
    }
    progress_show(&bar, first + job->n, m->n);
    job_count(job->n);
  }
  job_keeps = 0;
  progress_end(&bar);
  return wrong;
}

static int many_answer(lua_State *L, many *m, int wants, int keeps) {
  twocs_error error;
  const wanted *w = wanted_new(L, wants, m->n);
  column *state = column_new(L, m->n);
  memset(state->value, 0, m->n * sizeof *state->value);
  job_begin(L);
  const int wrong = many_run(m, w, state->value, keeps, &error);
  if (wrong) lua_pushstring(L, error.text);
  return wrong ? 3 : 2;
}

/* core.wall_each(question, cases, wants, keeps): a list of columns; a column that is 1 if a case was
 * answered and 2 if it is wrong; and the error of the first wrong case. After Ctrl-C the columns hold the
 * cases that were answered until then. */
static int wall_each(lua_State *L) {
  lua_settop(L, 4);
  const twocs_wall_question question = question_at(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  many *m = many_new(L, 2, NULL);
  m->job.question = question;
  return many_answer(L, m, 3, lua_toboolean(L, 4));
}

/* core.wall_run(case, axes, wants): like core.run, but each point has the layout that the search finds: the
 * run of its width on the smallest cluster that finishes in time. */
static int wall_run(lua_State *L) {
  lua_settop(L, 3);
  many *m = many_new(L, 0, &job_new(L, 0)->job);
  m->job.question = ask_fit;
  if (many_answer(L, m, 3, 0) == 3) return script_error(L, "%s", lua_tostring(L, -1));
  lua_pop(L, 1);
  return 1;
}

/* core.keep_jobs(whether): with false, Ctrl-C ends the script even if a job could keep its finished work. */
static int keep_jobs(lua_State *L) { return jobs_keep = lua_toboolean(L, 1), 0; }

void wall_open(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"wall_ask", wall_ask},         {"wall_best", wall_best},     {"wall_check", wall_check},
      {"wall_eval", wall_eval},       {"wall_matmul", wall_matmul}, {"wall_sweep", wall_sweep},
      {"wall_each", wall_each},       {"wall_run", wall_run},       {"wall_parts", wall_parts},
      {"wall_columns", wall_columns}, {"keep_jobs", keep_jobs},     {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
