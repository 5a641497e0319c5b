/* SPDX-License-Identifier: MIT
 *
 * The loadable module: require "twocs" from a stock interpreter, or from our own. The core is C; the rest is
 * scripts/twocs/, which home.c finds. */
#define _GNU_SOURCE
#include "played.h"
#include <dlfcn.h>

int luaopen_twocs_core(lua_State *L) {
  lua_newtable(L);
  plan_open(L);
  stopped_open(L);
  run_open(L);
  sinks_open(L);
  kinds_open(L);
  products_open(L);
  lists_open(L);
  eval_open(L);
  plain_open(L);
  asked_open(L);
  idle_open(L);
  column_open(L);
  choose_open(L);
  words_open(L);
  group_open(L);
  axis_open(L);
  record_open(L);
  held_open(L);
  hint_open(L);
  text_open(L);
  files_open(L);
  csv_open(L);
  csv_write_open(L);
  whole_open(L);
  gzip_open(L);
  logs_open(L);
  document_open(L);
  trace_open(L);
  fit_open(L);
  local_open(L);
  timeline_open(L);
  played_open(L);
  chrome_open(L);
  wall_open(L);
  tables_open(L);
  place_open(L);
  lua_pushliteral(L, TWOCS_VERSION);
  lua_setfield(L, -2, "version");
  return 1;
}

/* An address in this file; dladdr finds the file that contains it. */
static const char anchor = 0;

__attribute__((visibility("default"))) int luaopen_twocs(lua_State *L) {
  Dl_info self; /* in the executable, main.c did it before */
  home_open(L, dladdr(&anchor, &self) ? self.dli_fname : "", 0, luaopen_twocs_core);
  lua_getglobal(L, "require");
  lua_pushliteral(L, "twocs.init");
  lua_call(L, 1, 1);
  return 1;
}
