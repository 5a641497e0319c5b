/* SPDX-License-Identifier: MIT
 *
 * gzip for scripts. zlib works in one userdata and fills another, so that an error may be raised anywhere. */
#include "core.h"
#include "inflate.h"
#include <string.h>

/* core.inflate(text, most): the content of the gzip text, at most `most` bytes; or nil, sentence, code. The
 * text is inflated twice, the first time to count the bytes, so that a refused text costs no memory. */
static int core_inflate(lua_State *L) {
  size_t length, n, total = 0;
  char sentence[200];
  const char *text = luaL_checklstring(L, 1, &length), *piece;
  const double wanted = luaL_optnumber(L, 2, (double)TWOCS_INFLATE_MOST);
  const size_t most = wanted >= 1 && wanted < 1e15 ? (size_t)wanted : 1;
  twocs_inflate *z = lua_newuserdatauv(L, sizeof *z, 0);
  twocs_inflate_open(z, text, length, most);
  int code;
  while ((code = twocs_inflate_next(z, &piece, &n, sentence, sizeof sentence)) > 0) total += n;
  if (code) return text_refused(L, sentence);
  char *whole = lua_newuserdatauv(L, total + 1, 0), *end = whole;
  twocs_inflate_open(z, text, length, most);
  for (; twocs_inflate_next(z, &piece, &n, NULL, 0) > 0; end += n) memcpy(end, piece, n);
  lua_pushlstring(L, whole, total);
  return 1;
}

/* core.inflate_beginning(text): the first bytes of a text that may be cut off; nil if there are none. */
static int core_inflate_beginning(lua_State *L) {
  size_t length, n;
  const char *text = luaL_checklstring(L, 1, &length), *piece;
  twocs_inflate *z = lua_newuserdatauv(L, sizeof *z, 0);
  twocs_inflate_open(z, text, length, TWOCS_INFLATE_BUFFER);
  twocs_inflate_next(z, &piece, &n, NULL, 0);
  if (n)
    lua_pushlstring(L, piece, n);
  else
    lua_pushnil(L);
  return 1;
}

void gzip_open(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"inflate", core_inflate}, {"inflate_beginning", core_inflate_beginning}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
  lua_pushnumber(L, (double)TWOCS_INFLATE_MOST);
  lua_setfield(L, -2, "most_read");
}
