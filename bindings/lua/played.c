/* SPDX-License-Identifier: MIT
 *
 * Columns of a played timeline. The one thing to know: they are made when a script asks for them, because
 * with eight bytes per number they take more memory than the engine's events. */
#include "played.h"
#include <limits.h>

#define TYPE "twocs.played"

typedef struct played {
  twocs_timeline timeline;
  double workspace[];
} played;

const twocs_timeline *played_push(lua_State *L, const twocs_pipeline *pipeline) {
  twocs_error error;
  size_t bytes;
  if (twocs_timeline_size(pipeline, &bytes, &error)) script_error(L, "timeline: %s", error.text);
  played *p = lua_newuserdatauv(L, sizeof *p + bytes, 0);
  if (twocs_timeline_run(pipeline, p->workspace, &p->timeline, &error))
    script_error(L, "timeline: %s", error.text);
  luaL_getmetatable(L, TYPE);
  lua_setmetatable(L, -2);
  return &p->timeline;
}

const twocs_timeline *played_check(lua_State *L, int index) {
  const played *p = luaL_checkudata(L, index, TYPE);
  return &p->timeline;
}

played_window played_window_read(lua_State *L, int index, const twocs_timeline *t) {
  int given[] = {0, t->stages - 1, -1, INT_MAX};
  for (int i = 0; i < 4 && lua_istable(L, index); i++) {
    lua_rawgeti(L, index, i + 1);
    if (!lua_isnil(L, -1)) given[i] = (int)lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  luaL_argcheck(L, given[0] >= 0 && given[1] < t->stages && given[0] <= given[1], index,
                "a window of stages");
  return (played_window){t->event + t->first[given[0] * TWOCS_STREAMS],
                         t->event + t->first[(given[1] + 1) * TWOCS_STREAMS], given[2], given[3]};
}

void push_names(lua_State *L, int n, const char *const name[]) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n && name[i]; i++) {
    lua_pushstring(L, name[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

/* Columns of the table on top of the stack, which keeps them alive. */
static double *put_numbers(lua_State *L, const char *key, size_t n) {
  column *c = column_new(L, n);
  lua_setfield(L, -2, key);
  return c->value;
}

static unsigned *put_words(lua_State *L, const char *key, size_t n, int count, const char *const text[]) {
  push_names(L, count, text);
  word_column *w = words_new(L, n, -1);
  lua_setfield(L, -3, key);
  lua_pop(L, 1);
  return w->code;
}

/* The columns of a table of events; `last` is the one that only this table has. */
typedef struct rows {
  double *stage, *microbatch, *chunk, *begin, *finish, *last;
  unsigned *stream, *event;
} rows;

static rows rows_push(lua_State *L, size_t n, const char *last) {
  lua_createtable(L, 0, 8);
  return (rows){.stage = put_numbers(L, "stage", n),
                .microbatch = put_numbers(L, "microbatch", n),
                .chunk = put_numbers(L, "chunk", n),
                .begin = put_numbers(L, "begin", n),
                .finish = put_numbers(L, "finish", n),
                .last = put_numbers(L, last, n),
                .stream = put_words(L, "stream", n, TWOCS_STREAMS, twocs_stream_names),
                .event = put_words(L, "event", n, TWOCS_EVENT_KINDS, twocs_event_names)};
}

static void row_set(const rows *r, size_t i, const twocs_timeline_event *v, double begin, double end) {
  r->stage[i] = v->stage, r->microbatch[i] = v->microbatch, r->chunk[i] = v->chunk;
  r->begin[i] = begin, r->finish[i] = end;
  r->stream[i] = v->stream, r->event[i] = v->kind;
}

/* core.timeline_events(played, window): a table of columns. */
static int timeline_events(lua_State *L) {
  const twocs_timeline *t = played_check(L, 1);
  const played_window window = played_window_read(L, 2, t);
  const twocs_timeline_event *v;
  size_t n = 0, i = 0;
  for (played_window w = window; played_next(&w);) n++;
  const rows r = rows_push(L, n, "critical");
  for (played_window w = window; (v = played_next(&w)); i++) {
    row_set(&r, i, v, v->begin, v->end);
    r.last[i] = v->critical;
  }
  return 1;
}

/* core.timeline_path(played): the same for the critical path, with t instead of critical. */
static int timeline_path(lua_State *L) {
  const twocs_timeline *t = played_check(L, 1);
  const rows r = rows_push(L, (size_t)t->parts, "t");
  for (int i = 0; i < t->parts; i++) {
    const twocs_timeline_path *part = &t->path[i];
    row_set(&r, (size_t)i, &t->event[part->event], part->begin, part->end);
    r.last[i] = part->end - part->begin;
  }
  return 1;
}

/* core.timeline_streams(played): columns with a row for each stream that has events. */
static int timeline_streams(lua_State *L) {
  const twocs_timeline *t = played_check(L, 1);
  const int streams = t->stages * TWOCS_STREAMS;
  size_t n = 0, i = 0;
  for (int k = 0; k < streams; k++) n += t->first[k] < t->first[k + 1];
  lua_createtable(L, 0, 4);
  double *stage = put_numbers(L, "stage", n), *busy = put_numbers(L, "busy", n),
         *idle = put_numbers(L, "idle", n);
  unsigned *stream = put_words(L, "stream", n, TWOCS_STREAMS, twocs_stream_names);
  for (int k = 0; k < streams; k++) {
    if (t->first[k] == t->first[k + 1]) continue;
    const int place = k / TWOCS_STREAMS;
    const twocs_timeline_stage *of = &t->stage[place];
    stage[i] = place, stream[i] = (unsigned)(k % TWOCS_STREAMS);
    busy[i] = of->busy[k % TWOCS_STREAMS], idle[i++] = of->waits[k % TWOCS_STREAMS];
  }
  return 1;
}

void played_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"timeline_events", timeline_events},
                                       {"timeline_path", timeline_path},
                                       {"timeline_streams", timeline_streams},
                                       {NULL, NULL}};
  luaL_newmetatable(L, TYPE);
  lua_pop(L, 1);
  luaL_setfuncs(L, functions, 0);
}
