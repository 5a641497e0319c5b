/* SPDX-License-Identifier: MIT
 *
 * Parsing 400 KB of scripts and data takes most of the time of a first question. So the build compiles them
 * into one file for each interpreter (scripts/generate/compiled.lua describes its format). The one thing to
 * know: that file also holds the sources, and its code is used only if the script on disk equals its source,
 * byte for byte. An edited script therefore runs without a build. A chunk's name must be the script's path,
 * which messages and core.own_words look for. The path is inserted here, because an installation lies
 * elsewhere than the build. */
#define _POSIX_C_SOURCE 200809L
#include "compiled.h"
#include "core.h"
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[8] = "twocs c1";
enum { FIELDS = 6, NUMBER = 4 }; /* place and length of name and source; lengths of head and rest */
static const char key[] = "twocs.compiled";

typedef struct archive {
  unsigned char *at;
  size_t size;
} archive;

typedef struct span {
  const char *at;
  size_t size;
} span;

typedef struct script {
  span name, source, head, rest;
} script;

static uint32_t number(const archive *a, size_t place) {
  const unsigned char *b = a->at + place;
  return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* A piece that exceeds a truncated file becomes empty, and so it fits no source. */
static span piece(const archive *a, size_t place, size_t size) {
  if (place > a->size || size > a->size - place) place = size = 0;
  return (span){(const char *)a->at + place, size};
}

static size_t scripts(const archive *a) {
  const size_t table = sizeof magic + NUMBER;
  if (a->size < table || memcmp(a->at, magic, sizeof magic) != 0) return 0;
  const size_t count = number(a, sizeof magic);
  return count <= (a->size - table) / (FIELDS * NUMBER) ? count : 0;
}

/* The fields are the place and length of the name, the place and length of the source, then the lengths of
 * head and rest, which follow the source. */
static script script_at(const archive *a, size_t i) {
  uint32_t f[FIELDS];
  for (size_t k = 0; k < FIELDS; k++) f[k] = number(a, sizeof magic + NUMBER * (1 + FIELDS * i + k));
  const size_t head = (size_t)f[2] + f[3], rest = head + f[4];
  return (script){piece(a, f[0], f[1]), piece(a, f[2], f[3]), piece(a, head, f[4]), piece(a, rest, f[5])};
}

/* The scripts are sorted by their names. */
static int find(const archive *a, const char *name, script *found) {
  const size_t length = strlen(name);
  for (size_t first = 0, end = scripts(a); first < end;) {
    const size_t middle = first + (end - first) / 2;
    *found = script_at(a, middle);
    const size_t common = found->name.size < length ? found->name.size : length;
    const int order = memcmp(name, found->name.at, common);
    if (!order && found->name.size == length) return found->rest.size > 0;
    if (order < 0 || (!order && length < found->name.size))
      end = middle;
    else
      first = middle + 1;
  }
  return 0;
}

static archive map(const char *file) {
  archive a = {NULL, 0};
  struct stat is;
  const int descriptor = open(file, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return a;
  if (!fstat(descriptor, &is) && is.st_size > 0) {
    void *at = mmap(NULL, (size_t)is.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (at != MAP_FAILED) a = (archive){at, (size_t)is.st_size};
  }
  close(descriptor);
  return a;
}

static void unmap(archive a) {
  if (a.at) munmap(a.at, a.size);
}

static int archive_free(lua_State *L) {
  archive *a = lua_touserdata(L, 1);
  unmap(*a);
  *a = (archive){NULL, 0};
  return 0;
}

void compiled_open(lua_State *L, const char *modules) {
  lua_pushfstring(L, "%s/scripts.code", modules);
  archive *a = lua_newuserdata(L, sizeof *a);
  *a = map(lua_tostring(L, -2));
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, archive_free);
  lua_setfield(L, -2, "__gc");
  lua_setmetatable(L, -2);
  lua_setfield(L, LUA_REGISTRYINDEX, key);
  lua_pop(L, 1);
}

static int is_source(const char *file, span source) {
  const archive now = map(file);
  const int same = now.size == source.size && !memcmp(now.at, source.at, source.size);
  unmap(now);
  return same;
}

static int found_fresh(lua_State *L, const char *file, const char *name, script *found) {
  lua_getfield(L, LUA_REGISTRYINDEX, key);
  const archive *a = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return a && a->at && find(a, name, found) && found->source.size && is_source(file, found->source);
}

/* Writes a chunk's name as this interpreter writes it into code: its length in digits of 7 bits, one in each
 * byte, then its text. */
static size_t name_written(char *to, const char *file) {
  char digits[10];
  size_t count = 0, written = 0;
  const size_t length = strlen(file) + 1; /* with the @ that marks a file */
#if LUA_VERSION_NUM == 501                /* LuaJIT: the lowest digit first, all but the last one marked */
  for (size_t left = length; count == 0 || left; left >>= 7) digits[count++] = (char)(left & 0x7f);
  for (; written < count; written++) to[written] = (char)(digits[written] | (written + 1 < count ? 0x80 : 0));
#else /* the length and one, the highest digit first, the last one marked */
  for (size_t left = length + 1; count == 0 || left; left >>= 7) digits[count++] = (char)(left & 0x7f);
  for (; written < count; written++)
    to[written] = (char)(digits[count - 1 - written] | (written + 1 < count ? 0 : 0x80));
#endif
  to[written++] = '@';
  memcpy(to + written, file, length - 1);
  return written + length - 1;
}

typedef struct pieces {
  span piece[3];
  int next;
} pieces;

static const char *next_piece(lua_State *L, void *data, size_t *size) {
  (void)L;
  pieces *p = data;
  if (p->next == 3) return NULL;
  const span now = p->piece[p->next++];
  *size = now.size;
  return now.at;
}

int compiled_load(lua_State *L, const char *file, const char *name) {
  script s;
  char named[PATH_MAX + 16];
  if (strlen(file) < PATH_MAX && found_fresh(L, file, name, &s)) {
    pieces p = {{s.head, {named, name_written(named, file)}, s.rest}, 0};
#if LUA_VERSION_NUM == 501
    if (!lua_load(L, next_piece, &p, "=code")) return 0;
#else
    if (!lua_load(L, next_piece, &p, "=code", "b")) return 0;
#endif
    lua_pop(L, 1); /* code of another version of the interpreter */
  }
  return luaL_loadfilex(L, file, "t");
}

/* core.is_compiled(name): whether the script home/name would be loaded from code. */
static int is_compiled(lua_State *L) {
  script s;
  const char *name = luaL_checkstring(L, 1);
  lua_getfield(L, LUA_REGISTRYINDEX, "twocs.home");
  lua_pushfstring(L, "%s/%s", lua_tostring(L, -1), name);
  lua_pushboolean(L, found_fresh(L, lua_tostring(L, -1), name, &s));
  return 1;
}

void compiled_functions(lua_State *L) {
  lua_pushcfunction(L, is_compiled);
  lua_setfield(L, -2, "is_compiled");
}
