/* SPDX-License-Identifier: MIT
 *
 * Writes rows of a table as CSV text, some at a time, so that a table of any length needs little memory. The
 * one thing to know: a number has the fewest digits, from 15 on, that read back as exactly its bits. A NaN is
 * written as nan, whatever its sign. */
#include "core.h"
#include "rows/decimal.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* alone: it is the only cell of its line, which would be blank without quotes. */
static int needs_quotes(const char *text, size_t length, int alone) {
  if (!length) return alone;
  if (is_space(*text) || *text == '#' || is_space(text[length - 1])) return 1;
  for (size_t i = 0; i < length; i++)
    if (text[i] == '"' || text[i] == ',' || text[i] == '\r' || text[i] == '\n' || (text[i] == ';' && alone))
      return 1;
  return 0;
}

/* Whether a spreadsheet would compute the text, or the reader would take its apostrophe for a guard. */
static int needs_guard(const char *text, size_t length) {
  size_t i = 0;
  while (i < length && text[i] == '\'') i++;
  return i < length && (text[i] == '=' || text[i] == '+' || text[i] == '@');
}

/* Writes at most 2 * length + 3 bytes. */
static char *text_write(char *at, const char *text, size_t length, int alone) {
  const int guard = needs_guard(text, length);
  if (!needs_quotes(text, length, alone)) {
    if (guard) *at++ = '\'';
    return (char *)memcpy(at, text, length) + length;
  }
  *at++ = '"';
  if (guard) *at++ = '\'';
  for (size_t i = 0; i < length; i++) {
    if (text[i] == '"') *at++ = '"';
    *at++ = text[i];
  }
  *at++ = '"';
  return at;
}

static char *number_write(char *at, double value) {
  if (isnan(value)) return (char *)memcpy(at, "nan", 3) + 3;
  return at + twocs_decimal_write(at, value);
}

/* core.csv_cell(text, alone): the text as a cell. */
static int core_csv_cell(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  char *buffer = lua_newuserdatauv(L, 2 * length + 3, 0);
  lua_pushlstring(L, buffer, (size_t)(text_write(buffer, text, length, lua_toboolean(L, 2)) - buffer));
  return 1;
}

typedef struct {
  int count;
  size_t first, last;        /* rows, from 0, last after the end */
  const column **numbers;    /* NULL if the column contains texts, whose list is at stack index 4 + k, */
  const word_column **words; /* and NULL if that list has a text for each row, not for each code */
} rows;

/* Pushes the columns of the list at index 1, of n rows, and finds which of them are numbers. */
static rows rows_given(lua_State *L, size_t n) {
  luaL_checktype(L, 1, LUA_TTABLE);
  rows r = {.count = (int)lua_rawlen(L, 1)};
  lua_settop(L, 3);
  luaL_checkstack(L, r.count + 8, "columns");
  for (int k = 0; k < r.count; k++) lua_rawgeti(L, 1, k + 1);
  r.numbers = lua_newuserdatauv(L, (size_t)r.count * sizeof(const column *) + 1, 0);
  r.words = lua_newuserdatauv(L, (size_t)r.count * sizeof(const word_column *) + 1, 0);
  for (int k = 0; k < r.count; k++) {
    r.numbers[k] = column_test(L, 4 + k);
    r.words[k] = words_test(L, 4 + k);
    if (r.words[k] && n > r.words[k]->n) script_error(L, "csv: a column is shorter than its table");
    if (r.words[k]) { words_texts(L, 4 + k), lua_replace(L, 4 + k); /* the list at 1 keeps the codes */ }
    if (!r.numbers[k]) luaL_checktype(L, 4 + k, LUA_TTABLE);
    if (r.numbers[k] && n > r.numbers[k]->n) script_error(L, "csv: a column is shorter than its table");
  }
  return r;
}

/* The text of a cell, which lives as long as its list. NULL: it holds a NUL byte. */
static const char *text_at(lua_State *L, const rows *r, int k, size_t row, size_t *length) {
  lua_rawgeti(L, 4 + k, (int)(r->words[k] ? r->words[k]->code[row] : row) + 1);
  if (lua_type(L, -1) != LUA_TSTRING)
    script_error(L, "csv: a column of texts contains a %s", luaL_typename(L, -1));
  const char *text = lua_tolstring(L, -1, length);
  lua_pop(L, 1);
  return memchr(text, 0, *length) ? NULL : text;
}

/* The most bytes that the rows can take; 0: a text holds a NUL byte. */
static size_t most_bytes(lua_State *L, const rows *r) {
  size_t bytes = 1 + (r->last - r->first) * (size_t)r->count * (TWOCS_DECIMAL_SIZE + 1), length;
  for (int k = 0; k < r->count; k++)
    for (size_t i = r->first; !r->numbers[k] && i < r->last; i++) {
      if (!text_at(L, r, k, i, &length)) return 0;
      bytes += 2 * length;
    }
  return bytes;
}

static size_t rows_write(lua_State *L, const rows *r, char *buffer) {
  char *at = buffer;
  for (size_t i = r->first; i < r->last; i++)
    for (int k = 0; k < r->count; k++) {
      if (r->numbers[k])
        at = number_write(at, r->numbers[k]->value[i]);
      else {
        size_t length;
        const char *text = text_at(L, r, k, i, &length);
        at = text_write(at, text, length, r->count == 1);
      }
      *at++ = k + 1 < r->count ? ',' : '\n';
    }
  return (size_t)(at - buffer);
}

/* core.csv_rows(columns, n, file): writes all rows, some at a time, into memory that is used again. Returns
 * true and how many rows it wrote, fewer after Ctrl-C; false if a text holds a NUL byte; or nil, sentence,
 * code. */
static int core_csv_rows(lua_State *L) {
  enum { AT_ONCE = 1024 };
  const size_t n = (size_t)luaL_checknumber(L, 2);
  FILE *file = whole_file(L, 3);
  rows r = rows_given(L, n);
  const int top = lua_gettop(L);
  char *buffer = NULL;
  size_t memory = 0;
  job_begin(L);
  for (; r.first < n && !job_cancel; r.first = r.last) {
    r.last = n - r.first > AT_ONCE ? r.first + AT_ONCE : n;
    const size_t bytes = most_bytes(L, &r);
    if (!bytes) return lua_pushboolean(L, 0), 1;
    if (bytes > memory) {
      lua_settop(L, top);
      buffer = lua_newuserdatauv(L, memory = bytes + bytes / 4, 0);
    }
    const size_t length = rows_write(L, &r, buffer);
    errno = 0;
    if (fwrite(buffer, 1, length, file) != length) return whole_refused(L, 3, errno);
    job_count(r.last - r.first);
  }
  job_absorb(L);
  return lua_pushboolean(L, 1), lua_pushnumber(L, (double)r.first), 2;
}

/* core.csv_text(columns, first, last): these rows as text; false if a text holds a NUL byte. */
static int core_csv_text(lua_State *L) {
  const size_t first = (size_t)luaL_checknumber(L, 2) - 1, last = (size_t)luaL_checknumber(L, 3);
  rows r = rows_given(L, last);
  r.first = first, r.last = last;
  const size_t bytes = most_bytes(L, &r);
  if (!bytes) return lua_pushboolean(L, 0), 1;
  char *buffer = lua_newuserdatauv(L, bytes, 0);
  lua_pushlstring(L, buffer, rows_write(L, &r, buffer));
  return 1;
}

void csv_write_open(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"csv_cell", core_csv_cell}, {"csv_rows", core_csv_rows}, {"csv_text", core_csv_text}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
