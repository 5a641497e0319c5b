/* SPDX-License-Identifier: MIT
 *
 * A timeline that was played, as scripts hold it: the engine's own events, of which columns and files are
 * made when they are asked for. */
#ifndef TWOCS_LUA_PLAYED_H
#define TWOCS_LUA_PLAYED_H

#include "core.h"
#include "step/timeline.h"

/* Plays the pipeline and pushes it; a pipeline that cannot be played raises. It stays as long as what is
 * pushed. */
const twocs_timeline *played_push(lua_State *L, const twocs_pipeline *);
const twocs_timeline *played_check(lua_State *L, int index);

/* A window of it that goes forward: the events of some stages, of some microbatches. */
typedef struct played_window {
  const twocs_timeline_event *at, *end;
  int least, most;
} played_window;

/* What a script says of it at `index`: { first stage, last stage, first microbatch, last microbatch }, which
 * count from 0; or nothing, and it is the whole. A window of microbatches has nothing that comes once. */
played_window played_window_read(lua_State *L, int index, const twocs_timeline *);

/* Its next event, or NULL. */
static inline const twocs_timeline_event *played_next(played_window *w) {
  while (w->at < w->end) {
    const twocs_timeline_event *v = w->at++;
    if (v->microbatch >= w->least && v->microbatch <= w->most) return v;
  }
  return NULL;
}

/* Pushes a list of these names. */
void push_names(lua_State *L, int n, const char *const name[]);

void played_open(lua_State *L); /* core.timeline_events, core.timeline_path, core.timeline_streams */
void chrome_open(lua_State *L); /* core.timeline_chrome */

#endif
