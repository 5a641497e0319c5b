/* SPDX-License-Identifier: MIT
 *
 * CSV text for scripts: core.csv_header returns the cells of the header, and core.csv reads the text, under
 * other headers if the script gives some. All memory is Lua's, so that an error may be raised anywhere. */
#include "core.h"
#include "csv.h"

enum { MOST_COLUMNS = 2000 };

static void push_cell(lua_State *L, const twocs_csv_cell *cell) {
  if (!cell->quoted) {
    lua_pushlstring(L, cell->text, cell->length);
    return;
  }
  char *text = lua_newuserdatauv(L, cell->length + 1, 0);
  lua_pushlstring(L, text, twocs_csv_unquote(cell, text));
  lua_remove(L, -2);
}

/* Opens the text at index 1, whose header begins at the byte at index 2, if that is given. Returns 0, or how
 * many results it pushed that report an error. */
static int open_text(lua_State *L, twocs_csv *csv) {
  size_t length;
  char sentence[320];
  const char *text = luaL_checklstring(L, 1, &length);
  const double header = luaL_optnumber(L, 2, 1);
  const size_t at = header >= 1 && header <= (double)length ? (size_t)header - 1 : 0;
  if (twocs_csv_open(csv, text, length, at, sentence, sizeof sentence)) return text_refused(L, sentence);
  if (csv->columns > MOST_COLUMNS) return text_refused(L, "line 1: more than 2000 columns");
  return 0;
}

/* core.csv_header(text, at): a list of { cell = "t [us]", name = "t" }, and the line of the header; or nil,
 * sentence, code. */
static int core_csv_header(lua_State *L) {
  twocs_csv csv;
  const int refused = open_text(L, &csv);
  if (refused) return refused;
  twocs_csv_cell *cell = lua_newuserdatauv(L, csv.columns * sizeof *cell + 1, 0);
  twocs_csv_header(&csv, cell);
  lua_createtable(L, (int)csv.columns, 0);
  for (size_t k = 0; k < csv.columns; k++) {
    lua_createtable(L, 0, 2);
    push_cell(L, &cell[k]);
    lua_setfield(L, -2, "cell");
    cell[k].length = twocs_csv_name(&cell[k]);
    push_cell(L, &cell[k]);
    lua_setfield(L, -2, "name");
    lua_rawseti(L, -2, (int)k + 1);
  }
  lua_pushnumber(L, (double)csv.header_line);
  return 2;
}

/* The list at index 3: for each column the text that replaces its header cell, or false if the column is not
 * wanted. NULL if there is no list. The list keeps its texts alive. */
static twocs_csv_cell *headers_given(lua_State *L, const twocs_csv *csv) {
  if (lua_isnoneornil(L, 3)) return NULL;
  luaL_checktype(L, 3, LUA_TTABLE);
  twocs_csv_cell *cell = lua_newuserdatauv(L, csv->columns * sizeof *cell + 1, 0);
  for (size_t k = 0; k < csv->columns; k++) {
    cell[k] = (twocs_csv_cell){.line = csv->header_line};
    lua_rawgeti(L, 3, (int)k + 1);
    if (lua_type(L, -1) == LUA_TSTRING) cell[k].text = lua_tolstring(L, -1, &cell[k].length);
    lua_pop(L, 1);
  }
  return cell;
}

/* Fills the text columns: walks all cells once, and puts the cells of text columns into lists, at stack
 * indices from `first` on. A list replaces the memory for numbers of a column that turned out to be text. */
static void fill_texts(lua_State *L, const twocs_csv *csv, const twocs_csv_column found[], int first) {
  int any = 0;
  for (size_t k = 0; k < csv->columns; k++) {
    if (found[k].numeric || !found[k].wanted) continue;
    lua_createtable(L, (int)(csv->rows < 1 << 26 ? csv->rows : 1 << 26), 0);
    lua_replace(L, first + (int)k);
    any = 1;
  }
  if (!any) return;
  twocs_csv_cursor cursor = twocs_csv_start(csv);
  twocs_csv_cell cell;
  for (size_t i = 0; csv->columns && twocs_csv_next(csv, &cursor, &cell); i++) {
    const twocs_csv_column *of = &found[i % csv->columns];
    if (of->numeric || !of->wanted) continue;
    push_cell(L, &cell);
    lua_rawseti(L, first + (int)(i % csv->columns), (int)(i / csv->columns) + 1);
  }
}

static void push_column(lua_State *L, const twocs_csv_column *found, int values) {
  lua_createtable(L, 0, 4);
  push_cell(L, &found->name);
  lua_setfield(L, -2, "name");
  lua_pushstring(L, found->unit.name ? found->unit.name : "");
  lua_setfield(L, -2, "unit");
  lua_pushvalue(L, values);
  lua_setfield(L, -2, "values");
  lua_pushboolean(L, !found->numeric);
  lua_setfield(L, -2, "text");
}

/* core.csv(text, at, headers): { n, line, head, { name, unit, text, values = column or list of texts } ... },
 * or nil, sentence, code. */
static int core_csv(lua_State *L) {
  twocs_csv csv;
  char sentence[320];
  lua_settop(L, 3);
  const int refused = open_text(L, &csv);
  if (refused) return refused;
  twocs_csv_column *found = lua_newuserdatauv(L, csv.columns * sizeof *found + 1, 0);
  const twocs_csv_cell *instead = headers_given(L, &csv);
  if (twocs_csv_columns(&csv, instead, found, sentence, sizeof sentence)) return text_refused(L, sentence);
  luaL_checkstack(L, (int)csv.columns + 8, "columns");
  const int first = lua_gettop(L) + 1;
  for (size_t k = 0; k < csv.columns; k++)
    if (found[k].numeric)
      found[k].values = column_new(L, csv.rows)->value;
    else
      lua_pushnil(L);
  if (twocs_csv_fill(&csv, found, sentence, sizeof sentence)) return text_refused(L, sentence);
  fill_texts(L, &csv, found, first);
  lua_createtable(L, (int)csv.columns, 3);
  lua_pushnumber(L, (double)csv.rows);
  lua_setfield(L, -2, "n");
  lua_pushnumber(L, (double)csv.header_line);
  lua_setfield(L, -2, "line");
  if (csv.remark) {
    lua_pushlstring(L, csv.remark, csv.remark_length);
    lua_setfield(L, -2, "head");
  }
  for (size_t k = 0, kept = 0; k < csv.columns; k++) {
    if (!found[k].wanted) continue;
    push_column(L, &found[k], first + (int)k);
    lua_rawseti(L, -2, (int)++kept);
  }
  return 1;
}

/* core.is_number(text): whether it would be read as a number. */
static int core_is_number(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_pushboolean(L, twocs_csv_is_number(text, length));
  return 1;
}

void csv_open(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"csv", core_csv}, {"csv_header", core_csv_header}, {"is_number", core_is_number}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
