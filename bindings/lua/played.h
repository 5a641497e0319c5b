/* SPDX-License-Identifier: MIT
 *
 * A played timeline, as scripts hold it: the engine's own events. Columns and files are made from them on
 * request. */
#ifndef TWOCS_LUA_PLAYED_H
#define TWOCS_LUA_PLAYED_H

#include "core.h"
#include "step/timeline.h"

/* Plays the pipeline and pushes the timeline; a pipeline that cannot be played raises an error. The timeline
 * lives as long as the pushed value. */
const twocs_timeline *played_push(lua_State *L, const twocs_pipeline *);
const twocs_timeline *played_check(lua_State *L, int index);

/* A window of the timeline, walked forward: the events of some stages and of some microbatches. */
typedef struct played_window {
  const twocs_timeline_event *at, *end;
  int least, most;
} played_window;

/* Reads a window that a script gave at `index`: { first stage, last stage, first microbatch, last microbatch
 * }, counted from 0; or nothing, for the whole timeline. A window of microbatches leaves out events that
 * belong to no microbatch. */
played_window played_window_read(lua_State *L, int index, const twocs_timeline *);

/* The window's next event, or NULL. */
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
