/* SPDX-License-Identifier: MIT
 *
 * What the files of the Lua binding share. They use only the C API that Lua 5.4 and LuaJIT both have
 * (compat.h); memory that must outlive a call is userdata, so that an error may jump out of anywhere. */
#ifndef TWOCS_LUA_CORE_H
#define TWOCS_LUA_CORE_H

#include "compat.h"
#include "corrected.h"
#include "twocs.h"

/* A column of numbers: c[1] ... c[#c]. */
typedef struct column {
  size_t n;
  double value[];
} column;
column *column_new(lua_State *L, size_t n);
/* The column at a stack index, or one made of a table of numbers, which then stands on top of the stack;
 * what: for messages. */
column *column_check(lua_State *L, int index, const char *what);
void column_open(lua_State *L);

/* A record: the fields of its kind. */
typedef struct record {
  int kind, frozen; /* frozen: only copies of it change */
  double field[];
} record;

/* What a kind of record holds: columns in their order. The first `fields` of them a script may set; the rest
 * it reads. */
typedef struct record_kind {
  const char *name;
  int fields, count;
  const twocs_column *column;
  twocs_status (*check)(const struct record_kind *, int field, double value, twocs_error *error);
  double (*follow)(lua_State *L, const record *, int place); /* NULL: nothing follows */
  const char *preset; /* NULL, or a key that stands for many fields: take() sets them by the value at index */
  void (*take)(lua_State *L, record *, int index);
  const char *sealed; /* NULL, or why no field is ever set */
} record_kind;
/* Kinds count from 0: the records of twocs_point, then the limits'. */
record_kind record_kind_at(int kind);
int record_kinds(void);
record *record_check(lua_State *L, int index, int kind);
/* field: its values, or NULL where the caller fills them in. */
record *record_new(lua_State *L, int kind, const double field[]);
void record_open(lua_State *L);

/* Raises a mistake of the script: the sentence, behind the file and line of the script's own call, however
 * many functions of the house stand between. */
int script_error(lua_State *L, const char *text, ...);
int script_error_unknown(lua_State *L, const char *what, const char *name, int n, const char *const names[]);

/* What a text that cannot be read gives a script: nil, the sentence, 0. */
int text_refused(lua_State *L, const char *sentence);

/* A law that is a Lua function: called with a table of the family's items as columns, it returns a column or
 * a list of times. */
typedef struct script_law {
  lua_State *L;
  int function;
  const twocs_family *family;
} script_law;

/* A plan and what its laws point to. */
typedef struct plan_room {
  twocs_plan plan;
  script_law script[TWOCS_FAMILIES_MOST];
  twocs_corrected corrected[TWOCS_FAMILIES_MOST];
} plan_room;
/* Reads the field "plan" of the table at `given`. What it chooses stays on the stack, where the engine calls
 * functions from. */
void plan_read(lua_State *L, int given, plan_room *);
void plan_open(lua_State *L);

/* What core.nearby, core.curve and core.surface gave, at a stack index; or whichever of
 * two a correction is. */
const twocs_nearby *nearby_check(lua_State *L, int index);
const twocs_curve *curve_check(lua_State *L, int index);
const twocs_surface *surface_check(lua_State *L, int index);
void local_check(lua_State *L, int index, const twocs_nearby **nearby, const twocs_surface **surface);

/* A job's cancel flag; whoever catches Ctrl-C sets it. */
extern volatile int job_cancel;

/* Nonzero while a job runs that keeps what it has done: the first Ctrl-C then ends the job, not the script.
 */
extern volatile int job_keeps;

/* The limits: a case and a run of it. */
enum { LIMITS_KINDS = 2 };
extern const record_kind limits_kinds[];

void run_open(lua_State *L);      /* core.run, core.summary, core.explain */
void limits_open(lua_State *L);   /* core.limits ... */
void text_open(lua_State *L);     /* core.format, core.quantity ... */
void csv_open(lua_State *L);      /* core.csv, core.csv_header */
void gzip_open(lua_State *L);     /* core.inflate */
void logs_open(lua_State *L);     /* core.nccl, core.osu */
void document_open(lua_State *L); /* core.json, core.null */
void trace_open(lua_State *L);    /* core.trace ..., core.kernel_class */
void fit_open(lua_State *L);      /* core.least_squares, core.predict, core.student */
void local_open(lua_State *L);    /* core.nearby, core.curve, core.surface */
void tables_open(lua_State *L);   /* core.columns, core.records, core.laws ...: what the engine's rows say */

/* Lets `require` find the scripts of the house and the C modules beside it. */
void home_open(lua_State *L);
int luaopen_twocs_core(lua_State *L);
int luaopen_twocs(lua_State *L);

#endif
