/* SPDX-License-Identifier: MIT
 *
 * Selects rows of a table, as a column of row numbers (from 1): the rows that meet a condition, their order,
 * and their cells. The one thing to know: numbers are ordered by whole-number keys, in which 0 and -0 are
 * equal and NaN is the greatest in both directions. */
#include "core.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  uint64_t key;
  size_t row;
} entry;

static uint64_t key_of(double x, int down) {
  uint64_t bits;
  if (isnan(x)) return UINT64_MAX;
  if (x == 0) x = 0;
  memcpy(&bits, &x, sizeof bits);
  bits = bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
  return down ? ~bits : bits;
}

/* Sorting
 * ---------------------------------------------------------------------------------------------------*/

/* Sorts by the keys' bytes, the least significant one first; each pass keeps the order of equal bytes.
 * Returns whichever of the two arrays holds the result. */
static entry *radix_sort(entry *from, entry *to, size_t n) {
  static const size_t zero[256];
  size_t count[8][256];
  for (int byte = 0; byte < 8; byte++) memcpy(count[byte], zero, sizeof zero);
  for (size_t i = 0; i < n; i++)
    for (int byte = 0; byte < 8; byte++) count[byte][from[i].key >> (8 * byte) & 255]++;
  for (int byte = 0; byte < 8 && n; byte++) {
    size_t *next = count[byte], begin = 0;
    if (next[from[0].key >> (8 * byte) & 255] == n) continue; /* all alike */
    for (int value = 0; value < 256; value++) {
      const size_t many = next[value];
      next[value] = begin, begin += many;
    }
    for (size_t i = 0; i < n; i++) to[next[from[i].key >> (8 * byte) & 255]++] = from[i];
    entry *other = from;
    from = to, to = other;
  }
  return from;
}

static int push_rows(lua_State *L, const entry *e, size_t n) {
  column *rows = column_new(L, n);
  for (size_t i = 0; i < n; i++) rows->value[i] = (double)(e[i].row + 1);
  return 1;
}

/* core.sorted(columns, down): all rows, sorted by the first column, then by the next ones. Equal rows keep
 * their order, so the last column is sorted first. */
static int core_sorted(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const int down = lua_toboolean(L, 2), count = (int)lua_rawlen(L, 1);
  lua_settop(L, 2);
  lua_rawgeti(L, 1, 1);
  const size_t n = column_needed(L, 3)->n;
  entry *from = lua_newuserdatauv(L, (2 * n + 1) * sizeof *from, 0), *to = from + n;
  for (size_t i = 0; i < n; i++) from[i].row = i;
  for (int k = count; k > 0; k--) {
    lua_rawgeti(L, 1, k);
    const column *c = column_needed(L, 5);
    if (c->n != n)
      return script_error(L, "sort: a column has %f rows, and another one %f", (double)n, (double)c->n);
    for (size_t i = 0; i < n; i++) from[i].key = key_of(c->value[from[i].row], down);
    entry *sorted = radix_sort(from, to, n);
    if (sorted == to) to = from, from = sorted;
    lua_settop(L, 4);
  }
  return push_rows(L, from, n);
}

static int is_after(entry a, entry b) { return a.key > b.key || (a.key == b.key && a.row > b.row); }

/* Moves the entry at `at` down to its place in a heap whose root is the last in the order. */
static void heap_sink(entry *heap, size_t n, size_t at) {
  const entry moving = heap[at];
  for (size_t child; (child = 2 * at + 1) < n; at = child) {
    if (child + 1 < n && is_after(heap[child + 1], heap[child])) child++;
    if (!is_after(heap[child], moving)) break;
    heap[at] = heap[child];
  }
  heap[at] = moving;
}

/* core.top(column, k, down): the first k of core.sorted{ column }, without sorting the rest. */
static int core_top(lua_State *L) {
  const column *c = column_needed(L, 1);
  const double wanted = luaL_checknumber(L, 2);
  const int down = lua_toboolean(L, 3);
  const size_t k = wanted < (double)c->n ? (size_t)wanted : c->n;
  entry *heap = lua_newuserdatauv(L, (2 * k + 1) * sizeof *heap, 0);
  for (size_t i = 0; i < c->n && k; i++) {
    const entry e = {key_of(c->value[i], down), i};
    if (i < k) {
      heap[i] = e;
      if (i + 1 == k)
        for (size_t at = k / 2; at-- > 0;) heap_sink(heap, k, at);
    } else if (e.key < heap->key) { /* an equal key in a later row comes after */
      heap[0] = e;
      heap_sink(heap, k, 0);
    }
  }
  /* First the rows in the order of the table, because the sort keeps the order of equal keys. */
  for (size_t i = 0; i < k; i++) heap[k + i] = (entry){heap[i].row, heap[i].row};
  entry *by_row = radix_sort(heap + k, heap, k);
  for (size_t i = 0; i < k; i++) by_row[i].key = key_of(c->value[by_row[i].row], down);
  return push_rows(L, radix_sort(by_row, by_row == heap ? heap + k : heap, k), k);
}

/* Conditions
 * ------------------------------------------------------------------------------------------------*/

/* The rows to look at: those of the column at an index, or all n rows. */
typedef struct {
  const column *rows;
  size_t count;
} candidates;

static candidates candidates_given(lua_State *L, int index, size_t n) {
  if (lua_isnoneornil(L, index)) return (candidates){NULL, n};
  const column *rows = column_needed(L, index);
  for (size_t i = 0; i < rows->n; i++)
    if (!(rows->value[i] >= 1 && rows->value[i] <= (double)n) || rows->value[i] != floor(rows->value[i]))
      script_error(L, "row %f: expected whole numbers in [1, %f]", rows->value[i], (double)n);
  return (candidates){rows, rows->n};
}

static size_t candidate(const candidates *c, size_t i) { return c->rows ? (size_t)c->rows->value[i] - 1 : i; }

/* Shrinks the memory for all candidates to the rows that were kept. */
static int push_kept(lua_State *L, const column *kept, size_t n) {
  column *rows = column_new(L, n);
  if (n) memcpy(rows->value, kept->value, n * sizeof *rows->value);
  return 1;
}

static int keys_order(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static int is_among(uint64_t key, const uint64_t *keys, size_t n) {
  size_t low = 0;
  while (n) {
    const size_t half = n / 2;
    if (keys[low + half] == key) return 1;
    if (keys[low + half] < key)
      low += half + 1, n -= half + 1;
    else
      n = half;
  }
  return 0;
}

/* core.among(column, values, rows): the rows among `rows` (nil: all) whose number is one of the values; NaN
 * equals NaN. */
static int core_among(lua_State *L) {
  const column *c = column_needed(L, 1), *values = column_needed(L, 2);
  const candidates of = candidates_given(L, 3, c->n);
  uint64_t *keys = lua_newuserdatauv(L, values->n * sizeof *keys + 1, 0);
  for (size_t i = 0; i < values->n; i++) keys[i] = key_of(values->value[i], 0);
  qsort(keys, values->n, sizeof *keys, keys_order);
  column *kept = column_new(L, of.count);
  size_t n = 0;
  for (size_t i = 0; i < of.count; i++) {
    const size_t row = candidate(&of, i);
    if (is_among(key_of(c->value[row], 0), keys, values->n)) kept->value[n++] = (double)(row + 1);
  }
  return push_kept(L, kept, n);
}

enum { BELOW = 1, EQUAL = 2, ABOVE = 4, UNORDERED = 8 };

/* Which outcomes of a comparison an operator accepts; a NaN is unequal to everything, as in Lua. */
static int outcomes_of(lua_State *L, const char *operator) {
  static const struct {
    const char *text;
    int outcomes;
  } operators[] = {{"<", BELOW},          {"<=", BELOW | EQUAL}, {">", ABOVE},
                   {">=", ABOVE | EQUAL}, {"==", EQUAL},         {"~=", BELOW | ABOVE | UNORDERED}};
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    if (!strcmp(operator, operators[i].text)) return operators[i].outcomes;
  return script_error(L, "\"%s\" is not a comparison; expected < <= > >= == ~=", operator);
}

/* core.compare(column, operator, other, rows): the rows among `rows` (nil: all) where the comparison holds,
 * such as column < other; other is a number or a column. */
static int core_compare(lua_State *L) {
  const column *c = column_needed(L, 1);
  const int accepted = outcomes_of(L, luaL_checkstring(L, 2)), one = lua_type(L, 3) == LUA_TNUMBER;
  const double number = one ? lua_tonumber(L, 3) : 0;
  const column *other = one ? NULL : column_needed(L, 3);
  if (other && other->n != c->n)
    return script_error(L, "a column has %f rows, and the other one %f", (double)c->n, (double)other->n);
  const candidates of = candidates_given(L, 4, c->n);
  column *kept = column_new(L, of.count);
  size_t n = 0;
  for (size_t i = 0; i < of.count; i++) {
    const size_t row = candidate(&of, i);
    const double a = c->value[row], b = other ? other->value[row] : number;
    const int outcome = a < b ? BELOW : a > b ? ABOVE : a == b ? EQUAL : UNORDERED;
    kept->value[n] = (double)(row + 1);
    n += (outcome & accepted) != 0;
  }
  return push_kept(L, kept, n);
}

/* Cells
 * -----------------------------------------------------------------------------------------------------*/

/* core.pick(cells, rows, n): the cells of these rows. cells: a column, words, or a list of n; the result is
 * of the same kind. */
static int core_pick(lua_State *L) {
  const column *from = column_test(L, 1);
  const word_column *texts = words_test(L, 1);
  if (!from && !texts) luaL_checktype(L, 1, LUA_TTABLE);
  const size_t n = from ? from->n : texts ? texts->n : (size_t)luaL_checknumber(L, 3);
  const candidates of = candidates_given(L, 2, n);
  if (from) {
    column *to = column_new(L, of.count);
    for (size_t i = 0; i < of.count; i++) to->value[i] = from->value[candidate(&of, i)];
    return 1;
  }
  if (texts) {
    words_texts(L, 1);
    word_column *to = words_new(L, of.count, -1);
    for (size_t i = 0; i < of.count; i++) to->code[i] = texts->code[candidate(&of, i)];
    return 1;
  }
  lua_createtable(L, (int)of.count, 0);
  for (size_t i = 0; i < of.count; i++) {
    lua_rawgeti(L, 1, (int)candidate(&of, i) + 1);
    lua_rawseti(L, -2, (int)i + 1);
  }
  return 1;
}

/* Appends the lists of texts: a text that is in both is there twice. */
static int words_appended(lua_State *L, const word_column *a, const word_column *b) {
  lua_settop(L, 2);
  words_texts(L, 1), words_texts(L, 2);
  const int own = (int)lua_rawlen(L, 3), more = (int)lua_rawlen(L, 4);
  lua_createtable(L, own + more, 0);
  for (int c = 1; c <= own; c++) lua_rawgeti(L, 3, c), lua_rawseti(L, 5, c);
  for (int c = 1; c <= more; c++) lua_rawgeti(L, 4, c), lua_rawseti(L, 5, own + c);
  word_column *both = words_new(L, a->n + b->n, 5);
  if (a->n) memcpy(both->code, a->code, a->n * sizeof *a->code);
  for (size_t i = 0; i < b->n; i++) both->code[a->n + i] = b->code[i] + (unsigned)own;
  return 1;
}

/* core.appended(column, column), or core.appended(words, words). */
static int core_appended(lua_State *L) {
  const word_column *texts = words_test(L, 1), *more = words_test(L, 2);
  if (texts && more) return words_appended(L, texts, more);
  const column *a = column_needed(L, 1), *b = column_needed(L, 2);
  column *both = column_new(L, a->n + b->n);
  if (a->n) memcpy(both->value, a->value, a->n * sizeof *a->value);
  if (b->n) memcpy(both->value + a->n, b->value, b->n * sizeof *b->value);
  return 1;
}

/* core.tally(column): a list with how often each whole number from 1 on occurs, and how many rows hold 0.
 * Numbers above 4096 and fractions are not counted. */
static int core_tally(lua_State *L) {
  enum { MOST = 4096 };
  const column *c = column_needed(L, 1);
  size_t count[MOST + 1] = {0}, last = 0;
  for (size_t i = 0; i < c->n; i++) {
    const double x = c->value[i];
    if (!(x >= 0 && x <= MOST) || x != floor(x)) continue;
    count[(size_t)x]++;
  }
  for (size_t x = 1; x <= MOST; x++)
    if (count[x]) last = x;
  lua_createtable(L, (int)last, 0);
  for (size_t x = 1; x <= last; x++) lua_pushnumber(L, (double)count[x]), lua_rawseti(L, -2, (int)x);
  lua_pushnumber(L, (double)count[0]);
  return 2;
}

/* core.first_broken(columns, places): for each row the place of the first column whose value is not above 0,
 * or 0; nil if no row has such a column. */
static int core_first_broken(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_rawgeti(L, 1, 1);
  column *first = column_new(L, column_needed(L, -1)->n);
  int any = 0;
  memset(first->value, 0, first->n * sizeof *first->value);
  for (int k = 1; k <= (int)lua_rawlen(L, 1); k++) {
    lua_rawgeti(L, 1, k), lua_rawgeti(L, 2, k);
    const column *holds = column_needed(L, -2);
    for (size_t i = 0; i < first->n && i < holds->n; i++)
      if (holds->value[i] <= 0 && first->value[i] == 0) first->value[i] = lua_tonumber(L, -1), any = 1;
    lua_pop(L, 2);
  }
  if (!any) lua_pushnil(L);
  return 1;
}

/* core.woven(columns, axes): one column with all rows of a grid. Each axis is { size, is_outer }; the last
 * one varies fastest. Each point of the outer axes has a column of its own among `columns`. */
static int core_woven(lua_State *L) {
  enum { MOST = 64 };
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  const int axes = (int)lua_rawlen(L, 2), count = (int)lua_rawlen(L, 1);
  luaL_argcheck(L, axes <= MOST, 2, "at most 64 axes");
  size_t size[MOST], at[MOST] = {0}, stride[MOST], runs = 1, rows = 1;
  int outer[MOST];
  for (int a = axes - 1; a >= 0; a--) {
    lua_rawgeti(L, 2, a + 1), lua_rawgeti(L, 3, 1), lua_rawgeti(L, 3, 2);
    size[a] = (size_t)lua_tonumber(L, 4), outer[a] = lua_toboolean(L, 5);
    size_t *step = outer[a] ? &runs : &rows;
    stride[a] = *step, *step *= size[a];
    lua_settop(L, 2);
  }
  luaL_argcheck(L, runs == (size_t)count, 1, "expected a column for each point of the outer axes");
  luaL_checkstack(L, count + 8, "columns");
  const double **from = lua_newuserdatauv(L, (size_t)count * sizeof *from + 1, 0);
  for (int p = 0; p < count; p++) {
    lua_rawgeti(L, 1, p + 1);
    const column *part = column_needed(L, -1);
    luaL_argcheck(L, part->n == rows, 1, "expected columns with all rows");
    from[p] = part->value;
  }
  column *to = column_new(L, runs * rows);
  for (size_t i = 0, p = 0, r = 0; i < to->n; i++) {
    to->value[i] = from[p][r];
    for (int a = axes - 1; a >= 0; a--) {
      size_t *place = outer[a] ? &p : &r;
      *place += stride[a];
      if (++at[a] < size[a]) break;
      *place -= size[a] * stride[a], at[a] = 0;
    }
  }
  return 1;
}

/* core.is_zero(column): 1 if it holds 0, else 0. */
static int core_is_zero(lua_State *L) {
  const column *c = column_needed(L, 1);
  column *to = column_new(L, c->n);
  for (size_t i = 0; i < c->n; i++) to->value[i] = c->value[i] == 0;
  return 1;
}

void choose_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"sorted", core_sorted},
                                       {"top", core_top},
                                       {"among", core_among},
                                       {"compare", core_compare},
                                       {"pick", core_pick},
                                       {"appended", core_appended},
                                       {"tally", core_tally},
                                       {"is_zero", core_is_zero},
                                       {"first_broken", core_first_broken},
                                       {"woven", core_woven},
                                       {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
