/* SPDX-License-Identifier: MIT
 *
 * Files and folders for scripts, and whether a stream is a terminal. A failure is a fact about the world, so
 * these functions return nil, a sentence, a code. */
#define _DEFAULT_SOURCE
#include "core.h"
#include "whole.h"
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/stat.h>
#include <unistd.h>

/* FNV-1a over words of eight bytes; after each word the upper half of the hash is folded into the lower. The
 * last word is padded with zeros, and the length is part of the hash. */
uint64_t hash_more(uint64_t hash, const char *bytes, size_t length) {
  for (size_t i = 0; i < length; i += sizeof(uint64_t)) {
    uint64_t word = 0;
    memcpy(&word, bytes + i, length - i < sizeof word ? length - i : sizeof word);
    hash = (hash ^ word) * 1099511628211u;
    hash ^= hash >> 32;
  }
  return (hash ^ length) * 1099511628211u;
}

void push_hash(lua_State *L, uint64_t hash) {
  char out[20];
  snprintf(out, sizeof out, "%016llx", (unsigned long long)hash);
  lua_pushstring(L, out);
}

/* core.file_hash(path): the hash of its content, or nil if it cannot be read. */
static int core_file_hash(lua_State *L) {
  char part[1 << 16];
  FILE *file = fopen(luaL_checkstring(L, 1), "rb");
  if (!file) return lua_pushnil(L), 1;
  setvbuf(file, NULL, _IONBF, 0);
  uint64_t hash = HASH_BEGIN;
  for (size_t n; (n = fread(part, 1, sizeof part, file)) > 0;) hash = hash_more(hash, part, n);
  const int whole = !ferror(file);
  fclose(file);
  if (whole)
    push_hash(L, hash);
  else
    lua_pushnil(L);
  return 1;
}

/* core.is_device(path): whether a device, a pipe or a link is there, neither a file nor a folder, so that no
 * file may replace it. */
static int is_device(const char *path) {
  struct stat at;
  return !lstat(path, &at) && !S_ISREG(at.st_mode) && !S_ISDIR(at.st_mode);
}
static int core_is_device(lua_State *L) { return lua_pushboolean(L, is_device(luaL_checkstring(L, 1))), 1; }

/* core.is_pipe(path): whether it is a named pipe, where a reader waits for a writer forever. Pipes in /dev
 * and /proc (a shell's <(command), /dev/stdin) have a writer, and do not count. */
static int core_is_pipe(lua_State *L) {
  struct stat at;
  const char *path = luaL_checkstring(L, 1);
  const int known = !strncmp(path, "/dev/", 5) || !strncmp(path, "/proc/", 6);
  return lua_pushboolean(L, !known && !stat(path, &at) && S_ISFIFO(at.st_mode)), 1;
}

/* core.folder(path): creates it and the folders above it; true, or nil, sentence, code. */
static int core_folder(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  char part[1024];
  const size_t length = strlen(path);
  if (length >= sizeof part) return script_error(L, "a folder's name of %d bytes is too long", (int)length);
  for (size_t i = 1; i <= length; i++) {
    if (path[i] != '/' && path[i] != 0) continue;
    memcpy(part, path, i);
    part[i] = 0;
    struct stat at;
    if (mkdir(part, 0777) && !(errno == EEXIST && !stat(part, &at) && S_ISDIR(at.st_mode))) {
      const int code = errno;
      lua_pushnil(L);
      lua_pushfstring(L, "cannot make the folder %s: %s", part, strerror(code));
      lua_pushnumber(L, code);
      return 3;
    }
  }
  lua_pushboolean(L, 1);
  return 1;
}

/* core.files(folder): the names of its entries, sorted; or nil, sentence, code. */
static int core_files(lua_State *L) {
  const char *folder = luaL_checkstring(L, 1);
  struct dirent **entry;
  const int n = scandir(folder, &entry, NULL, alphasort);
  if (n < 0) {
    const int code = errno;
    lua_pushnil(L);
    lua_pushfstring(L, "cannot list %s: %s", folder, strerror(code));
    lua_pushnumber(L, code);
    return 3;
  }
  char *names = lua_newuserdatauv(L, (size_t)n * sizeof entry[0]->d_name + 1, 0);
  for (int i = 0; i < n; i++) { /* frees malloc's memory before Lua allocates */
    memcpy(names + (size_t)i * sizeof entry[0]->d_name, entry[i]->d_name, strlen(entry[i]->d_name) + 1);
    free(entry[i]);
  }
  const size_t width = sizeof entry[0]->d_name;
  free(entry);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_pushstring(L, names + (size_t)i * width);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* A device, a pipe or a link is written to, not replaced. */
static int write_through(const char *path, const char *text, size_t length) {
  FILE *file = fopen(path, "wb");
  if (!file) return errno;
  errno = 0;
  const int written = fwrite(text, 1, length, file) == length;
  const int code = written ? 0 : errno;
  return fclose(file) ? errno : written ? 0 : code ? code : EIO;
}

static int write_whole(const char *path, const char *text, size_t length) {
  twocs_whole whole;
  int code = twocs_whole_open(&whole, path);
  if (code) return code;
  errno = 0;
  if (fwrite(text, 1, length, whole.file) == length) return twocs_whole_close(&whole, 1);
  code = errno ? errno : EIO;
  twocs_whole_close(&whole, 0);
  return code;
}

/* core.write(path, text): writes a file that is complete or absent; returns the path, or nil, sentence,
 * code. */
static int core_write(lua_State *L) {
  size_t length;
  const char *path = luaL_checkstring(L, 1), *text = luaL_checklstring(L, 2, &length);
  const int code = is_device(path) ? write_through(path, text, length) : write_whole(path, text, length);
  if (!code) return lua_settop(L, 1), 1;
  lua_pushnil(L);
  lua_pushfstring(L, "%s: %s", path, strerror(code));
  lua_pushnumber(L, code);
  return 3;
}

/* core.sweep(folder): removes the files that killed writers left there. */
static int core_sweep(lua_State *L) { return twocs_whole_sweep(luaL_checkstring(L, 1)), 0; }

/* core.is_terminal(number of a stream) */
static int core_is_terminal(lua_State *L) {
  return lua_pushboolean(L, isatty((int)luaL_checknumber(L, 1))), 1;
}

/* core.sleep(seconds): waits so long, or until a signal comes. */
static int core_sleep(lua_State *L) {
  const double seconds = luaL_checknumber(L, 1);
  if (seconds > 0 && seconds < 3600)
    nanosleep(&(struct timespec){(time_t)seconds, (long)(1e9 * (seconds - floor(seconds)))}, NULL);
  return 0;
}

void files_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"folder", core_folder},
                                       {"sleep", core_sleep},
                                       {"files", core_files},
                                       {"is_device", core_is_device},
                                       {"write", core_write},
                                       {"sweep", core_sweep},
                                       {"is_terminal", core_is_terminal},
                                       {"file_hash", core_file_hash},
                                       {"is_pipe", core_is_pipe},
                                       {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
