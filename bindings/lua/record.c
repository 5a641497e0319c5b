/* SPDX-License-Identifier: MIT
 *
 * One binding for every record: model, run, layout, device, law, op, wall, and a run of the wall. It knows no
 * field by name; the rows say what a field is called, what it means and what it may hold. Calling a record
 * with changes returns a changed copy. In addition to its fields a record carries notes (name, source, year
 * ...), which are values of Lua. */
#include "core.h"
#include "marked.h"
#include "rows/units.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define TYPE "twocs.record"
static const char mark[] = TYPE;
enum {
  FIELDS = 1,
  METHODS,
  NOTES,
  OWN,
  NOTED
}; /* upvalues. FIELDS: by kind, name -> place; METHODS: of all records; NOTES: record -> its notes; OWN:
    * methods of one kind, by its name; NOTED: names of notes. Scripts fill METHODS and OWN. */

/* In records of twocs_point: a field that follows its formula is evaluated from the fields of its own
 * record. */
static double point_follow(lua_State *L, const record *r, int field) {
  const twocs_record *own = &twocs_records[r->kind];
  twocs_point point;
  twocs_error error;
  twocs_plan *plan;
  double value;
  twocs_point_init(&point);
  memcpy((double *)&point + own->first, r->field, (size_t)own->count * sizeof(double));
  lua_getfield(L, LUA_REGISTRYINDEX, "twocs.plan");
  plan = lua_touserdata(L, -1);
  const int wanted = own->first + field;
  const twocs_status failed = twocs_eval(plan, &point, 1, &wanted, &value, &error);
  lua_pop(L, 1);
  return failed ? (double)NAN : value;
}

static twocs_status point_check(const record_kind *kind, int field, double value, twocs_error *error) {
  return twocs_field_check((int)(kind->column - twocs_columns) + field, value, error);
}

/* A run of the wall: it has every column, and no field can be set. */
static record_kind wall_run_kind(void) {
  return (record_kind){.name = "limits run",
                       .fields = twocs_column_count,
                       .count = twocs_column_count,
                       .column = twocs_columns,
                       .sealed = "is a result: change its case and evaluate again"};
}

int record_kinds(void) { return twocs_record_count; }

record_kind record_kind_at(int kind) {
  if (kind >= twocs_record_count - 1) return wall_run_kind();
  const twocs_record *own = &twocs_records[kind];
  return (record_kind){.name = own->name,
                       .fields = own->count,
                       .count = own->count,
                       .column = &twocs_columns[own->first],
                       .check = point_check,
                       .follow = point_follow};
}

static record_kind kind_of(const record *r) { return record_kind_at(r->kind); }

record *record_test(lua_State *L, int index, int kind) {
  record *r = marked_test(L, index, mark);
  return r && r->kind == kind ? r : NULL;
}

record *record_check(lua_State *L, int index, int kind) {
  record *r = marked_test(L, index, mark);
  if (!r || r->kind != kind)
    script_error(L, "expected a %s, got a %s", record_kind_at(kind).name,
                 r ? kind_of(r).name : luaL_typename(L, index));
  return r;
}

record *record_new(lua_State *L, int kind, const double field[]) {
  const size_t size = (size_t)record_kind_at(kind).fields * sizeof *field;
  record *r = lua_newuserdatauv(L, sizeof *r + size, 0);
  r->mark = mark;
  r->kind = kind;
  r->frozen = 0;
  memset(r->stated, 0, sizeof r->stated);
  if (field) memcpy(r->field, field, size);
  luaL_getmetatable(L, TYPE);
  lua_setmetatable(L, -2);
  return r;
}

/* Values. */
static double word_value(lua_State *L, const twocs_column *field, const char *text) {
  const int word = twocs_word_find(field->words, text);
  if (word < 0)
    script_error(L, "%s = \"%s\": expected one of %s (%s)", field->name, text, field->words, field->meaning);
  return word;
}

/* true and false mean the first two words of a choice between no and yes, and nothing else. */
static int may_be_true(const twocs_column *field) {
  return field->kind & TWOCS_CHOICE && !strncmp(field->words, "no yes", 6);
}

static double quantity_value(lua_State *L, const twocs_column *field, int index) {
  size_t length;
  const char *text = lua_tolstring(L, index, &length);
  char sentence[320];
  twocs_quantity quantity = {0, NULL};
  const int pure = !strcmp(field->unit, "1");
  if (pure && strchr(text, ','))
    script_error(L,
                 "%s = \"%s\": expected a number; a list of values is an axis: over = { %s = { 1, 2 } } (%s)",
                 field->name, text, field->name, field->meaning);
  if (twocs_quantity_parse(text, length, (twocs_unit){field->unit, 0, 1}, field->name, &quantity, sentence,
                           sizeof sentence))
    script_error(L, "%s (%s)", sentence, field->meaning);
  return quantity.value;
}

/* A table is mostly a list of values, which a sweep takes as an axis. */
static void not_a_number(lua_State *L, const twocs_column *field, int index) {
  const char *is = luaL_typename(L, index),
             *axis = lua_istable(L, index) ? "; a list of values is an axis: over = { " : "";
  const char *name = *axis ? field->name : "", *end = *axis ? " = { ... } } of tw.sweep" : "";
  if (field->kind & TWOCS_CHOICE)
    script_error(L, "%s is a %s, expected one of %s%s%s%s (%s)", field->name, is, field->words, axis, name,
                 end, field->meaning);
  if (!strcmp(field->unit, "1"))
    script_error(L, "%s is a %s, expected a number%s%s%s (%s)", field->name, is, axis, name, end,
                 field->meaning);
  script_error(L, "%s is a %s, expected a number or a quantity such as \"3 %s\"%s%s%s (%s)", field->name, is,
               field->unit, axis, name, end, field->meaning);
}

static double field_value(lua_State *L, const record_kind *kind, int k, int index) {
  const twocs_column *field = &kind->column[k];
  twocs_error error;
  double value = 0;
  switch (lua_type(L, index)) {
  case LUA_TNUMBER:
    value = lua_tonumber(L, index);
    break;
  case LUA_TBOOLEAN:
    if (!may_be_true(field))
      script_error(L, "%s is a boolean, expected %s%s (%s)", field->name,
                   field->kind & TWOCS_CHOICE ? "one of " : "a number",
                   field->kind & TWOCS_CHOICE ? field->words : "", field->meaning);
    value = lua_toboolean(L, index);
    break;
  case LUA_TSTRING:
    if (field->kind & TWOCS_CHOICE) return word_value(L, field, lua_tostring(L, index));
    value = quantity_value(L, field, index);
    break;
  default:
    not_a_number(L, field, index);
  }
  if (isnan(value)) script_error(L, "%s = nan: expected a number (%s)", field->name, field->meaning);
  if (kind->check(kind, k, value, &error)) script_error(L, "%s", error.text);
  return value;
}

static void push_field(lua_State *L, const record *r, int k) {
  const record_kind kind = kind_of(r);
  const twocs_column *field = &kind.column[k];
  double value = k < kind.fields ? r->field[k] : (double)NAN;
  if (isnan(value) && kind.follow && (k >= kind.fields || field->kind & TWOCS_FOLLOWS))
    value = kind.follow(L, r, k);
  if (isnan(value)) {
    lua_pushnil(L);
  } else if (field->kind & TWOCS_CHOICE) {
    char word[32];
    twocs_word(field->words, (int)value, sizeof word, word);
    lua_pushstring(L, word);
  } else {
    lua_pushnumber(L, value);
  }
}

static void push_places(lua_State *L, const record_kind *kind) {
  lua_createtable(L, 0, kind->count);
  for (int k = 0; k < kind->count; k++) {
    lua_pushnumber(L, k);
    lua_setfield(L, -2, kind->column[k].name);
  }
}

/* The place of a name in this record, or -1; the name is at index 2. The first record of a kind makes a table
 * of the places, because few scripts use all kinds. */
static int field_find(lua_State *L, const record *r) {
  lua_rawgeti(L, lua_upvalueindex(FIELDS), r->kind + 1);
  if (lua_isnil(L, -1)) {
    const record_kind kind = kind_of(r);
    lua_pop(L, 1);
    push_places(L, &kind);
    lua_pushvalue(L, -1);
    lua_rawseti(L, lua_upvalueindex(FIELDS), r->kind + 1);
  }
  lua_pushvalue(L, 2);
  lua_rawget(L, -2);
  const int k = lua_isnil(L, -1) ? -1 : (int)lua_tonumber(L, -1);
  lua_pop(L, 2);
  return k;
}

/* Refuses a value under a number, or "base": mostly the name of a registered record that a script wants to
 * change. */
static int unnamed(lua_State *L, const record_kind *kind) {
  static const char *const registered[][2] = {
      {"model", "tw.models.llama3_8b{ ... }"},
      {"device", "tw.devices.h100_sxm{ ... }"},
      {"software", "tw.software.megatron_core{ ... }"},
  };
  for (size_t i = 0; i < sizeof registered / sizeof *registered; i++)
    if (!strcmp(registered[i][0], kind->name))
      return script_error(L, "a %s is a table of named fields; to change a registered one, write %s",
                          kind->name, registered[i][1]);
  return script_error(L, "a %s is a table of named fields, but one of its values has no name", kind->name);
}

static int field_unknown(lua_State *L, const record *r) {
  const record_kind kind = kind_of(r);
  const char *names[TWOCS_COLUMNS_MOST], *key = lua_tostring(L, 2);
  char what[64];
  int n = 0;
  if (!key) return script_error(L, "a %s has no field %s", kind.name, luaL_typename(L, 2));
  if (!key[strspn(key, "0123456789")] || !strcmp(key, "base")) return unnamed(L, &kind);
  if (push_hint(L, key))
    return script_error(L, "\"%s\" is not a field of a %s%s", key, kind.name, lua_tostring(L, -1));
  for (int i = 0; i < kind.count; i++) names[n++] = kind.column[i].name;
  const int result = twocs_find(key);
  if (result >= 0 && !twocs_nearest(key, n, names))
    return script_error(L, "\"%s\" is not a field of a %s; it is a result (%s)", key, kind.name,
                        twocs_columns[result].meaning);
  snprintf(what, sizeof what, "field of a %s", kind.name);
  return script_error_unknown(L, what, key, n, names);
}

/* Pushes the record's notes; 0: it has none yet, and nil is pushed. */
static int push_notes(lua_State *L, int index) {
  lua_pushvalue(L, index);
  lua_rawget(L, lua_upvalueindex(NOTES));
  return lua_istable(L, -1);
}

/* Notes that any script may write. sheet_notes: what a data sheet or a paper states in addition to the
 * fields, for one kind of record. Scripts read these, formulas do not. Only a registered entry has them,
 * because a script that sets one of them means a field. */
static const char *const notes[] = {"name", "title", "source",  "assumed",      "note", "unsupported",
                                    "year", "setup", "erratum", "architecture", NULL};
static const struct {
  const char *kind, *name;
} sheet_notes[] = {
    {"model", "published_param"},  {"model", "tp"},     {"model", "b"},          {"model", "sl"},
    {"device", "power"},           {"device", "busbw"}, {"device", "gemm_warm"}, {"device", "fp4_eff"},
    {"device", "peak_fp16_sparse"}};

static int is_sheet_note(const record_kind *kind, const char *key) {
  for (size_t i = 0; key && i < sizeof sheet_notes / sizeof *sheet_notes; i++)
    if (!strcmp(sheet_notes[i].kind, kind->name) && !strcmp(sheet_notes[i].name, key)) return 1;
  return 0;
}

/* Fields of the kind whose names contain this word: "cap_power, host_power". */
static void fields_like(const record_kind *kind, const char *word, size_t size, char *text) {
  size_t used = 0;
  text[0] = 0;
  for (int k = 0; k < kind->count && used < size; k++)
    if (strstr(kind->column[k].name, word))
      used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", kind->column[k].name);
}

/* Refuses a script that sets what only a data sheet states; the key is at index 2. */
static int sheet_note_refused(lua_State *L, const record *r) {
  const record_kind kind = kind_of(r);
  const char *key = lua_tostring(L, 2);
  char like[200];
  if (push_hint(L, key))
    return script_error(L, "%s is not a field of a %s%s", key, kind.name, lua_tostring(L, -1));
  fields_like(&kind, key, sizeof like, like);
  return script_error(L, "%s of a %s comes from its data sheet, and no result reads it%s%s", key, kind.name,
                      *like ? "; fields that results read: " : "", like);
}

/* The key is at index 2. */
static int is_note(lua_State *L) {
  lua_pushvalue(L, 2);
  lua_rawget(L, lua_upvalueindex(NOTED));
  const int found = !lua_isnil(L, -1);
  lua_pop(L, 1);
  return found;
}

static void note_set(lua_State *L, int index) {
  if (!push_notes(L, index)) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, index);
    lua_pushvalue(L, -2);
    lua_rawset(L, lua_upvalueindex(NOTES));
  }
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 3);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

/* Pushes a method of this kind, or of every record; the key is at index 2. */
static int push_method(lua_State *L, const record_kind *kind) {
  lua_getfield(L, lua_upvalueindex(OWN), kind->name);
  if (lua_istable(L, -1)) {
    lua_pushvalue(L, 2);
    lua_rawget(L, -2);
    if (!lua_isnil(L, -1)) return 1;
  }
  lua_pushvalue(L, 2);
  lua_rawget(L, lua_upvalueindex(METHODS));
  return !lua_isnil(L, -1);
}

static int record_index(lua_State *L) {
  const record *r = marked_check(L, 1, mark, TYPE);
  const record_kind kind = kind_of(r);
  const int k = field_find(L, r);
  if (k >= 0) return push_field(L, r, k), 1;
  if (!is_note(L)) {
    if (push_method(L, &kind)) return 1;
    if (!is_sheet_note(&kind, lua_tostring(L, 2))) return field_unknown(L, r);
  }
  if (!push_notes(L, 1)) return 1;
  lua_pushvalue(L, 2);
  lua_rawget(L, -2);
  return 1;
}

static int cannot_change(lua_State *L, const record *r) {
  const record_kind kind = kind_of(r);
  if (kind.sealed) return script_error(L, "a %s %s", kind.name, kind.sealed);
  return script_error(L, "this registered %s cannot be changed: make a copy by calling it, %s{ %s = ... }",
                      kind.name, kind.name, lua_tostring(L, 2));
}

/* Checks a number without a unit, because the script may have meant another unit. */
static void check_plausible(lua_State *L, const record_kind *kind, int k, double value) {
  twocs_error error;
  if (kind->check != point_check || !(value > 0)) return;
  if (twocs_field_plausible((int)(kind->column - twocs_columns) + k, value, &error))
    script_error(L, "%s", error.text);
}

/* Sets the field to the value at index 3; nil restores the initial value, with which a field may follow its
 * formula. */
static void field_set(lua_State *L, record *r, const record_kind *kind, int k) {
  const int type = lua_type(L, 3);
  if (type == LUA_TNUMBER && r->frozen != OF_SHEET) check_plausible(L, kind, k, lua_tonumber(L, 3));
  r->field[k] = type == LUA_TNIL ? kind->column[k].initial : field_value(L, kind, k, 3);
  if (k >= 64 * STATED_WORDS) return;
  const uint64_t bit = (uint64_t)1 << k % 64;
  if (type == LUA_TNIL)
    r->stated[k / 64] &= ~bit;
  else
    r->stated[k / 64] |= bit;
}

static int record_newindex(lua_State *L) {
  record *r = marked_check(L, 1, mark, TYPE);
  const record_kind kind = kind_of(r);
  if (r->frozen == FROZEN || kind.sealed) return cannot_change(L, r);
  const int k = field_find(L, r);
  if (k >= kind.fields)
    return script_error(L, "%s follows from the fields of the %s and is not set (%s)", kind.column[k].name,
                        kind.name, kind.column[k].meaning);
  if (k >= 0) {
    field_set(L, r, &kind, k);
  } else if (is_note(L) || (r->frozen == OF_SHEET && is_sheet_note(&kind, lua_tostring(L, 2)))) {
    note_set(L, 1);
  } else if (is_sheet_note(&kind, lua_tostring(L, 2))) {
    sheet_note_refused(L, r);
  } else {
    field_unknown(L, r);
  }
  return 0;
}

static void notes_copy(lua_State *L, int from, int to) {
  if (!push_notes(L, from)) {
    lua_pop(L, 1);
    return;
  }
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, -3);) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -4);
  }
  lua_pushvalue(L, to);
  lua_insert(L, -2);
  lua_rawset(L, lua_upvalueindex(NOTES));
  lua_pop(L, 1);
}

static void change_one(lua_State *L, int set, int key, int value) {
  lua_pushvalue(L, set);
  lua_pushvalue(L, 1);
  lua_pushvalue(L, key);
  lua_pushvalue(L, value);
  lua_call(L, 3, 0);
}

static void record_change(lua_State *L, int changes) {
  lua_getmetatable(L, 1);
  lua_getfield(L, -1, "__newindex");
  const int set = lua_gettop(L);
  for (lua_pushnil(L); lua_next(L, changes); lua_pop(L, 1)) change_one(L, set, set + 1, set + 2);
  lua_settop(L, changes);
}

/* record(changes, quiet): a changed copy. quiet: the changes are twocs' own, and do not count as stated. */
static int record_call(lua_State *L) {
  const record *r = marked_check(L, 1, mark, TYPE);
  const record_kind kind = kind_of(r);
  uint64_t stated[STATED_WORDS];
  const int quiet = lua_toboolean(L, 3);
  if (kind.sealed) return script_error(L, "a %s %s", kind.name, kind.sealed);
  if (!lua_istable(L, 2) && !lua_isnoneornil(L, 2))
    return script_error(L, "a %s is called with a table of changes, not a %s", kind.name,
                        luaL_typename(L, 2));
  lua_settop(L, 2);
  record *copy = record_new(L, r->kind, r->field);
  memcpy(stated, r->stated, sizeof stated);
  memcpy(copy->stated, stated, sizeof stated);
  notes_copy(L, 1, 3);
  lua_replace(L, 1);
  copy->frozen = quiet ? OF_SHEET : 0;
  if (lua_istable(L, 2)) record_change(L, 2);
  copy->frozen = 0;
  if (quiet) memcpy(copy->stated, stated, sizeof stated);
  lua_settop(L, 1);
  return 1;
}

/* core.record("device", changes, sheet): a record with the changes, and every other field at its initial
 * value. sheet: the changes are a registered entry. It may have the notes of a sheet, and bare numbers that
 * are not checked for a mistaken unit; its fields do not count as stated. */
static int record_make(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  int place = 0;
  while (place < record_kinds() && strcmp(record_kind_at(place).name, name) != 0) place++;
  if (place == record_kinds() || record_kind_at(place).sealed)
    return script_error(L, "'%s' is not a record", name);
  const record_kind kind = record_kind_at(place);
  lua_settop(L, 3);
  record *r = record_new(L, place, NULL);
  for (int i = 0; i < kind.fields; i++) r->field[i] = kind.column[i].initial;
  r->frozen = lua_toboolean(L, 3) ? OF_SHEET : 0;
  lua_replace(L, 1);
  lua_settop(L, 2);
  if (lua_istable(L, 2)) record_change(L, 2);
  if (r->frozen == OF_SHEET) memset(r->stated, 0, sizeof r->stated);
  r->frozen = 0;
  lua_settop(L, 1);
  return 1;
}

/* core.kind(x): the name of the record's kind, or nil if x is not a record. */
static int record_kind_name(lua_State *L) {
  const record *r = marked_test(L, 1, mark);
  if (r)
    lua_pushstring(L, kind_of(r).name);
  else
    lua_pushnil(L);
  return 1;
}

/* core.given(record, name, ...): whether each of these fields holds a value of its own, that is, neither
 * follows a formula nor is missing. */
static int record_given(lua_State *L) {
  const record *r = marked_check(L, 1, mark, TYPE);
  const record_kind kind = kind_of(r);
  int all = 1;
  for (int i = 2, last = lua_gettop(L); i <= last; i++) {
    const int k = twocs_find(luaL_checkstring(L, i)) - (int)(kind.column - twocs_columns);
    if (k < 0 || k >= kind.count) return lua_pushvalue(L, i), lua_replace(L, 2), field_unknown(L, r);
    all &= k < kind.fields && !isnan(r->field[k]);
  }
  lua_pushboolean(L, all);
  return 1;
}

/* core.states(record, name): whether a script has set the field or, without a name, any field. */
static int record_states_any(lua_State *L) {
  const record *r = marked_check(L, 1, mark, TYPE);
  const record_kind kind = kind_of(r);
  uint64_t any = 0;
  for (int w = 0; w < STATED_WORDS; w++) any |= r->stated[w];
  if (lua_isnoneornil(L, 2)) return lua_pushboolean(L, any != 0), 1;
  const int k = twocs_find(luaL_checkstring(L, 2)) - (int)(kind.column - twocs_columns);
  if (k < 0 || k >= kind.count) return field_unknown(L, r);
  lua_pushboolean(L, record_states(r, k));
  return 1;
}

/* core.freeze(record): from now on it can be copied but not changed. */
static int record_freeze(lua_State *L) {
  record *r = marked_check(L, 1, mark, TYPE);
  r->frozen = FROZEN;
  memset(r->stated, 0, sizeof r->stated);
  return 1;
}

/* core.is_frozen(record) */
static int record_is_frozen(lua_State *L) {
  const record *r = marked_check(L, 1, mark, TYPE);
  return lua_pushboolean(L, r->frozen == FROZEN), 1;
}

static int record_equal(lua_State *L) {
  const record *a = marked_test(L, 1, mark), *b = marked_test(L, 2, mark);
  lua_pushboolean(L, a && b && a->kind == b->kind &&
                         !memcmp(a->field, b->field, (size_t)kind_of(a).fields * sizeof(double)));
  return 1;
}

void record_open(lua_State *L) {
  static const luaL_Reg meta[] = {{"__index", record_index},
                                  {"__newindex", record_newindex},
                                  {"__call", record_call},
                                  {"__eq", record_equal},
                                  {NULL, NULL}};
  luaL_newmetatable(L, TYPE);
  const int core = lua_gettop(L) - 1;
  lua_pushvalue(L, -1);
  lua_setfield(L, core, "record_meta");
  lua_newtable(L);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_setfield(L, core, "methods"); /* core.methods: scripts add methods of records */
  lua_newtable(L);
  lua_newtable(L);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_setfield(L, core, "own_methods"); /* core.own_methods.device: of one kind */
  lua_newtable(L);
  for (int i = 0; notes[i]; i++) lua_pushboolean(L, 1), lua_setfield(L, -2, notes[i]);
  luaL_setfuncs(L, meta, 5);
  lua_pop(L, 1);
  lua_pushcfunction(L, record_make);
  lua_setfield(L, -2, "record");
  lua_pushcfunction(L, record_kind_name);
  lua_setfield(L, -2, "kind");
  lua_pushcfunction(L, record_given);
  lua_setfield(L, -2, "given");
  lua_pushcfunction(L, record_states_any);
  lua_setfield(L, -2, "states");
  lua_pushcfunction(L, record_freeze);
  lua_setfield(L, -2, "freeze");
  lua_pushcfunction(L, record_is_frozen);
  lua_setfield(L, -2, "is_frozen");
}
