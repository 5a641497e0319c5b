/* SPDX-License-Identifier: MIT
 *
 * Logs of benchmarks for scripts. Each log is walked twice: first to count, then to fill the columns. Scripts
 * find out what the rows mean together (which collective, how many ranks). */
#include "core.h"
#include "nccl.h"
#include "osu.h"

static void set_count(lua_State *L, const char *key, size_t count) {
  lua_pushnumber(L, (double)count);
  lua_setfield(L, -2, key);
}

static void set_slice(lua_State *L, const char *key, twocs_slice text) {
  lua_pushlstring(L, text.length ? text.text : "", text.length);
  lua_setfield(L, -2, key);
}

static void set_tally(lua_State *L, const char *key, twocs_tally of) {
  lua_createtable(L, 0, 2);
  set_count(L, "count", of.count);
  set_count(L, "first", of.first);
  lua_setfield(L, -2, key);
}

static const char *const nccl_names[] = {"run",   "bytes",  "count", "root",     "t_out",    "algbw",
                                         "busbw", "errors", "t_in",  "algbw_in", "busbw_in", "errors_in"};
enum { NCCL_NUMBERS = sizeof nccl_names / sizeof *nccl_names, TYPES = NCCL_NUMBERS, REDOPS, RUNS };

static void nccl_numbers(const twocs_nccl_row *row, size_t run, double number[]) {
  double *to = number;
  *to++ = (double)run;
  *to++ = row->bytes;
  *to++ = row->count;
  *to++ = row->root;
  for (int t = 0; t < 2; t++) {
    *to++ = row->timing[t].time.value;
    *to++ = row->timing[t].algbw.value;
    *to++ = row->timing[t].busbw.value;
    *to++ = row->timing[t].errors;
  }
}

static void push_run(lua_State *L, const twocs_nccl_run *run) {
  lua_createtable(L, 0, 11);
  set_count(L, "line", run->header_line);
  set_count(L, "rows", run->rows);
  set_count(L, "ranks", run->ranks);
  set_count(L, "nodes", run->nodes);
  set_count(L, "per_node", run->per_node);
  set_slice(L, "program", run->program);
  set_slice(L, "device", run->device);
  lua_pushnumber(L, run->low);
  lua_setfield(L, -2, "low");
  lua_pushnumber(L, run->high);
  lua_setfield(L, -2, "high");
  lua_pushboolean(L, run->cpu_time);
  lua_setfield(L, -2, "cpu_time");
  lua_pushboolean(L, run->whole);
  lua_setfield(L, -2, "whole");
}

/* Fills the columns and lists at the stack indices from `first` on. */
static void nccl_fill(lua_State *L, twocs_nccl *log, column *const filled[], int first) {
  double number[NCCL_NUMBERS];
  size_t row = 0, run = 1;
  for (int event; (event = twocs_nccl_next(log, NULL, 0)) > 0;) {
    if (event == TWOCS_NCCL_RUN) {
      push_run(L, &log->run);
      lua_rawseti(L, first + RUNS, (int)run++);
      continue;
    }
    nccl_numbers(&log->row, run, number);
    for (int k = 0; k < NCCL_NUMBERS; k++) filled[k]->value[row] = number[k];
    row++;
    lua_pushlstring(L, log->row.type.text, log->row.type.length);
    lua_rawseti(L, first + TYPES, (int)row);
    lua_pushlstring(L, log->row.redop.length ? log->row.redop.text : "", log->row.redop.length);
    lua_rawseti(L, first + REDOPS, (int)row);
  }
}

/* core.nccl(text): { n, columns by name, type = texts, redop = texts, runs = a description of each run,
 * skipped = { count, first } ... }, or nil, sentence, code. */
static int core_nccl(lua_State *L) {
  size_t length, rows = 0;
  char sentence[320];
  const char *text = luaL_checklstring(L, 1, &length);
  twocs_nccl *log = lua_newuserdatauv(L, sizeof *log, 0);
  if (twocs_nccl_open(log, text, length, sentence, sizeof sentence)) return text_refused(L, sentence);
  int event;
  while ((event = twocs_nccl_next(log, sentence, sizeof sentence)) > 0) rows += event == TWOCS_NCCL_ROW;
  if (event < 0) return text_refused(L, sentence);
  luaL_checkstack(L, NCCL_NUMBERS + 8, "columns");
  column *filled[NCCL_NUMBERS];
  const int first = lua_gettop(L) + 1;
  for (int k = 0; k < NCCL_NUMBERS; k++) filled[k] = column_new(L, rows);
  for (int k = TYPES; k <= RUNS; k++) lua_newtable(L);
  twocs_nccl_open(log, text, length, NULL, 0);
  nccl_fill(L, log, filled, first);
  lua_createtable(L, 0, NCCL_NUMBERS + 9);
  set_count(L, "n", rows);
  set_count(L, "lines", log->lines.line);
  set_tally(L, "skipped", log->skipped);
  set_tally(L, "broken", log->broken);
  set_tally(L, "doubtful", log->doubtful);
  set_tally(L, "wrong", log->wrong);
  static const char *const lists[] = {"type", "redop", "runs"};
  for (int k = 0; k <= RUNS; k++) {
    lua_pushvalue(L, first + k);
    lua_setfield(L, -2, k < NCCL_NUMBERS ? nccl_names[k] : lists[k - TYPES]);
  }
  return 1;
}

static const char *const osu_names[] = {"bytes", "t",        "t_min",      "t_max",  "t_p50",
                                        "t_p90", "t_p99",    "t_compute",  "t_comm", "overlap",
                                        "rate",  "messages", "iterations", "run"};
enum { OSU_RUN = TWOCS_OSU_VALUES, OSU_NUMBERS };

/* Fills the columns, and the list of runs at the index. */
static void osu_fill(lua_State *L, twocs_osu *log, column *const filled[], int runs) {
  size_t row = 0, run = 1;
  for (int event; (event = twocs_osu_next(log, NULL, 0)) > 0;) {
    if (event == TWOCS_OSU_ROW) {
      for (int k = 0; k < TWOCS_OSU_VALUES; k++) filled[k]->value[row] = log->value[k];
      filled[OSU_RUN]->value[row++] = (double)run;
      continue;
    }
    lua_createtable(L, 0, 5);
    set_count(L, "line", log->run.header_line);
    set_count(L, "rows", log->run.rows);
    set_count(L, "pairs", log->run.pairs);
    set_slice(L, "title", log->run.title);
    set_slice(L, "unknown", log->run.unknown);
    lua_rawseti(L, runs, (int)run++);
  }
}

/* core.osu(text): like core.nccl, with the columns that OSU's benchmarks have. */
static int core_osu(lua_State *L) {
  size_t length, rows = 0;
  char sentence[320];
  const char *text = luaL_checklstring(L, 1, &length);
  twocs_osu *log = lua_newuserdatauv(L, sizeof *log, 0);
  if (twocs_osu_open(log, text, length, sentence, sizeof sentence)) return text_refused(L, sentence);
  int event;
  while ((event = twocs_osu_next(log, sentence, sizeof sentence)) > 0) rows += event == TWOCS_OSU_ROW;
  if (event < 0) return text_refused(L, sentence);
  luaL_checkstack(L, OSU_NUMBERS + 8, "columns");
  column *filled[OSU_NUMBERS];
  const int first = lua_gettop(L) + 1, runs = first + OSU_NUMBERS;
  for (int k = 0; k < OSU_NUMBERS; k++) filled[k] = column_new(L, rows);
  lua_newtable(L);
  twocs_osu_open(log, text, length, NULL, 0);
  osu_fill(L, log, filled, runs);
  lua_createtable(L, 0, OSU_NUMBERS + 6);
  set_count(L, "n", rows);
  set_count(L, "lines", log->lines.line);
  set_tally(L, "skipped", log->skipped);
  set_tally(L, "broken", log->broken);
  set_tally(L, "wrong", log->wrong);
  for (int k = 0; k <= OSU_NUMBERS; k++) {
    lua_pushvalue(L, first + k);
    lua_setfield(L, -2, k < OSU_NUMBERS ? osu_names[k] : "runs");
  }
  return 1;
}

void logs_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"nccl", core_nccl}, {"osu", core_osu}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
