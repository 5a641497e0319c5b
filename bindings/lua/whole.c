/* SPDX-License-Identifier: MIT
 *
 * A file that scripts write piece by piece and that appears under its name only when it is complete. A
 * device, a pipe or a link is written to directly. A failure is an environment error: nil, a sentence, a
 * code. */
#define _DEFAULT_SOURCE
#include "whole.h"
#include "copy.h"
#include "core.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#define TYPE "twocs.whole"

typedef struct {
  twocs_whole whole;
  FILE *file; /* NULL: it is closed */
  int through;
  char path[];
} handle;

static int refused(lua_State *L, const char *path, int code) {
  lua_pushnil(L);
  lua_pushfstring(L, "%s: %s", path, strerror(code ? code : EIO));
  lua_pushnumber(L, code ? code : EIO);
  return 3;
}

static handle *handle_check(lua_State *L, int index) {
  handle *h = luaL_checkudata(L, index, TYPE);
  luaL_argcheck(L, h->file != NULL, index, "the file is closed");
  return h;
}

FILE *whole_file(lua_State *L, int index) { return handle_check(L, index)->file; }

int whole_refused(lua_State *L, int index, int code) {
  return refused(L, handle_check(L, index)->path, code);
}

static int is_device(const char *path) {
  struct stat at;
  return !lstat(path, &at) && !S_ISREG(at.st_mode) && !S_ISDIR(at.st_mode);
}

/* core.whole(path): an open file, or nil, sentence, code. */
static int core_whole(lua_State *L) {
  size_t length;
  const char *path = luaL_checklstring(L, 1, &length);
  handle *h = lua_newuserdatauv(L, sizeof *h + length + 1, 0);
  memset(h, 0, sizeof *h);
  memcpy(h->path, path, length + 1);
  luaL_getmetatable(L, TYPE);
  lua_setmetatable(L, -2);
  h->through = is_device(path);
  const int code = h->through ? 0 : twocs_whole_open(&h->whole, h->path);
  if (code) return refused(L, path, code);
  h->file = h->through ? fopen(h->path, "wb") : h->whole.file;
  return h->file ? 1 : refused(L, path, errno);
}

/* file:write(text): true, or nil, sentence, code. */
static int whole_write(lua_State *L) {
  const handle *h = handle_check(L, 1);
  size_t length;
  const char *text = luaL_checklstring(L, 2, &length);
  errno = 0;
  if (fwrite(text, 1, length, h->file) != length) return refused(L, h->path, errno);
  return lua_pushboolean(L, 1), 1;
}

/* file:copy(other, from, bytes): appends `bytes` bytes of a file of io.open, from offset `from` on: true;
 * false if that file ends before; or nil, sentence, code. The copy comes after what was written before it. */
static int whole_copy(lua_State *L) {
  const handle *h = handle_check(L, 1);
  FILE *const *other = luaL_checkudata(L, 2, LUA_FILEHANDLE);
  const double from = luaL_checknumber(L, 3), bytes = luaL_checknumber(L, 4);
  errno = 0;
  if (fflush(h->file)) return refused(L, h->path, errno);
  const int code = twocs_copy(fileno(*other), (int64_t)from, (int64_t)bytes, fileno(h->file));
  fseek(h->file, 0, SEEK_END); /* updates its position; a pipe has none */
  if (code > 0) return refused(L, h->path, code);
  return lua_pushboolean(L, code != TWOCS_COPY_SHORT), 1;
}

/* file:at(): how many bytes are written. */
static int whole_at(lua_State *L) { return lua_pushnumber(L, (double)ftell(handle_check(L, 1)->file)), 1; }

static int end(handle *h, int keep) {
  if (!h->file) return 0;
  FILE *file = h->file;
  h->file = NULL;
  errno = 0;
  if (h->through) return fclose(file) ? (errno ? errno : EIO) : 0;
  return twocs_whole_close(&h->whole, keep);
}

/* file:close(keep): the path, or nil, sentence, code. keep: the file gets its name; otherwise it is
 * removed. */
static int whole_close(lua_State *L) {
  handle *h = handle_check(L, 1);
  const int code = end(h, lua_toboolean(L, 2));
  if (code) return refused(L, h->path, code);
  return lua_pushstring(L, h->path), 1;
}

static int whole_gc(lua_State *L) { return end(luaL_checkudata(L, 1, TYPE), 0), 0; }

void whole_open(lua_State *L) {
  static const luaL_Reg methods[] = {{"write", whole_write}, {"copy", whole_copy}, {"at", whole_at},
                                     {"close", whole_close}, {"__gc", whole_gc},   {NULL, NULL}};
  luaL_newmetatable(L, TYPE);
  luaL_setfuncs(L, methods, 0);
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
  lua_pushcfunction(L, core_whole);
  lua_setfield(L, -2, "whole");
}
