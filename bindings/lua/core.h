/* SPDX-License-Identifier: MIT
 *
 * Declarations that the files of the Lua binding share. They use only the C API that Lua 5.4 and LuaJIT both
 * have (compat.h). Memory that must outlive a call is userdata, so that an error may be raised anywhere. */
#ifndef TWOCS_LUA_CORE_H
#define TWOCS_LUA_CORE_H

#include <stdint.h>
#include <stdio.h>
#include "column.h"
#include "laws/corrected.h"
#include "twocs.h"

column *column_new(lua_State *L, size_t n);
/* The column at a stack index, or one made of a table of numbers there; it is pushed. what: for messages. */
column *column_check(lua_State *L, int index, const char *what);
column *column_test(lua_State *L, int index);         /* NULL: it is not a column */
const column *column_needed(lua_State *L, int index); /* raises if it is not a column */
void column_open(lua_State *L);

/* The same for texts. words_new: with the texts in the list at an index. words_check: the column at an index,
 * or one made of a list of n texts there; it is then on top of the stack. words_texts pushes the list of
 * texts. */
word_column *words_new(lua_State *L, size_t n, int texts);
word_column *words_test(lua_State *L, int index);
word_column *words_check(lua_State *L, int index, size_t n);
void words_texts(lua_State *L, int index);
void words_open(lua_State *L);  /* core.is_words, core.words_along, core.recoded ... */
void group_open(lua_State *L);  /* core.grouped, core.fold, core.partners ... */
void axis_open(lua_State *L);   /* core.extent, core.along ...: for figures */
void choose_open(lua_State *L); /* core.sorted, core.top, core.compare, core.pick ... */

/* A record: the fields of its kind. stated: the fields that a script set, as bits. Values that come from a
 * registered record do not count as stated. */
enum { STATED_WORDS = 4, FROZEN = 1, OF_SHEET = 2 };
typedef struct record {
  const void *mark; /* marked.h */
  int kind,
      frozen; /* FROZEN: only copies of it change; OF_SHEET: while it is filled from a registered entry */
  uint64_t stated[STATED_WORDS];
  double field[];
} record;
static inline int record_states(const record *r, int k) {
  return k < 64 * STATED_WORDS && (r->stated[k / 64] >> k % 64 & 1);
}

/* A kind of record: its columns in their order. A script may set the first `fields` of them, and only read
 * the others. */
typedef struct record_kind {
  const char *name;
  int fields, count;
  const twocs_column *column;
  twocs_status (*check)(const struct record_kind *, int field, double value, twocs_error *error);
  double (*follow)(lua_State *L, const record *, int place); /* NULL: nothing follows */
  const char *sealed;                                        /* NULL, or why no field can be set */
} record_kind;
/* Kinds count from 0: the records of twocs_point, then runs of the wall. */
record_kind record_kind_at(int kind);
int record_kinds(void);
record *record_check(lua_State *L, int index, int kind);
/* field: its values, or NULL if the caller fills them in. */
record *record_new(lua_State *L, int kind, const double field[]);
/* The record at a stack index if it is one of this kind, or NULL. */
record *record_test(lua_State *L, int index, int kind);
void record_open(lua_State *L);
void held_open(lua_State *L); /* core.held, core.column_of, core.placed: many cases as one job */

/* Raises an error for a mistake of the script. The sentence follows the file and line of the call in the
 * script, however many functions of twocs are in between. */
int script_error(lua_State *L, const char *text, ...);
int core_own_words(lua_State *L);

/* Pushes the text with each control character as '?'. */
void push_printable(lua_State *L, const char *text, size_t length);
/* Pushes the end of a sentence about a name that is a field elsewhere, or another tool's name of a field: 1.
 * Otherwise pushes nothing: 0. */
int push_hint(lua_State *L, const char *word);
void hint_open(lua_State *L); /* core.hint, core.foreign */
int script_error_unknown(lua_State *L, const char *what, const char *name, int n, const char *const names[]);

/* Pushes the results for a text that cannot be read: nil, the sentence, 0. */
int text_refused(lua_State *L, const char *sentence);

/* A law that is a Lua function: it takes a table with the family's items as columns, and returns a column or
 * a list of times. */
typedef struct script_law {
  lua_State *L;
  int function;
  const twocs_family *family;
} script_law;

/* A plan and the data that its laws point to. */
typedef struct plan_workspace {
  twocs_plan plan;
  script_law script[TWOCS_FAMILIES];
  twocs_corrected corrected[TWOCS_FAMILIES];
} plan_workspace;
/* Reads the field "plan" of the table at `given`. The chosen laws stay on the stack, from where the engine
 * calls their functions. */
void plan_read(lua_State *L, int given, plan_workspace *);
/* slot_times: the family whose laws give slot `slot` a time, or -1. basis_push: pushes the basis of such a
 * slot from the table at `rests`, its operator's own or its family's; 0: there is none, and nil is pushed.
 * bases_read: the bases of the case at `given`, of all slots or of those marked in `needed`; they stay on the
 * stack. NULL: nothing was measured. */
int slot_times(int slot);
int basis_push(lua_State *L, int rests, int slot, int family);
twocs_bases *bases_read(lua_State *L, int given, const unsigned char needed[]);
/* Adds the measured bases to the plan, if one of the wanted columns describes them; they stay on the
 * stack. */
void support_read(lua_State *L, int given, plan_workspace *, int wants, const int want[]);
void plan_open(lua_State *L);

/* point_read: the point of the case at `given`. want_read: the column whose name is at an index. wants_read:
 * the columns of a list of names; returns how many. An unknown name raises an error, and status_raise does
 * for every status but success. */
void point_read(lua_State *L, int given, twocs_point *);
int want_read(lua_State *L, int index);
int wants_read(lua_State *L, int list, int want[]);
void status_raise(lua_State *L, twocs_status status, const twocs_error *error);

/* The object at a stack index that core.nearby, core.curve or core.surface made. local_check: a correction,
 * which is one of these or of core.grid. */
const twocs_nearby *nearby_check(lua_State *L, int index);
const twocs_curve *curve_check(lua_State *L, int index);
const twocs_surface *surface_check(lua_State *L, int index);
void local_check(lua_State *L, int index, twocs_corrected *to);

/* A job's cancel flag; the handler of Ctrl-C sets it. */
extern volatile int job_cancel;

/* The handler of Ctrl-C; NULL inside another program's interpreter. came: whether Ctrl-C came and ends the
 * script. taken: the same, and forgets it. keep: from now on, or no longer, the handler waits longer, and
 * watches this thread of Lua; returns how often Ctrl-C came since the last call. end: raises an error as
 * Ctrl-C does. */
typedef struct interrupt_catcher {
  int (*came)(void);
  int (*taken)(lua_State *L);
  int (*keep)(lua_State *L, int whether);
  int (*end)(lua_State *L);
} interrupt_catcher;
extern const interrupt_catcher *job_catcher;

/* Before any long work in C: sets job_cancel if Ctrl-C came a moment ago; from here on Ctrl-C sets it. Raises
 * an error if Ctrl-C came to an earlier job that kept its finished work. */
void job_begin(lua_State *L);
/* After work that keeps what it has done, under core.keeping: Ctrl-C then raises an error at the next job,
 * not in the lines of Lua that store the results of this one. */
void job_absorb(lua_State *L);
/* Counts finished rows. */
void job_count(size_t rows);

/* Nonzero while a job runs that keeps its finished work: the first Ctrl-C then ends the job, not the
 * script. */
extern volatile int job_keeps;

void stopped_open(lua_State *L); /* core.keeping, core.stop */
void run_open(lua_State *L);     /* core.run, core.summary ... */
void eval_open(lua_State *L);    /* core.eval, core.reads */
/* Pushes the cached order for questions like this one, from the table at `orders`. */
twocs_cached_order *cached_order_push(lua_State *L, int orders, const twocs_point *, int wants,
                                      const int want[]);
void plain_open(lua_State *L);    /* core.eval_plain, after eval_open */
void sinks_open(lua_State *L);    /* core.best, core.pareto, core.count */
void kinds_open(lua_State *L);    /* core.kinds, core.kinds_take ... */
void products_open(lua_State *L); /* core.products */
void lists_open(lua_State *L);    /* core.alike, core.picked ... */
void asked_open(lua_State *L);    /* core.asked */
void idle_open(lua_State *L);     /* core.statement, core.idle */
void timeline_open(lua_State *L); /* core.timeline, core.timeline_of ... */
void wall_open(lua_State *L);     /* core.wall_ask ... */
void text_open(lua_State *L);     /* core.format, core.quantity ... */
/* A hash of bytes. Start with HASH_BEGIN. The length of each part must be a multiple of eight bytes. */
#define HASH_BEGIN 14695981039346656037u
uint64_t hash_more(uint64_t hash, const char *bytes, size_t length);
void push_hash(lua_State *L, uint64_t hash); /* as text */

void files_open(lua_State *L);     /* core.files, core.folder, core.write ... */
void csv_open(lua_State *L);       /* core.csv, core.csv_header */
void csv_write_open(lua_State *L); /* core.csv_rows, core.csv_text, core.csv_cell */
void whole_open(lua_State *L);     /* core.whole */
/* whole_file: the open file at a stack index that core.whole made. whole_refused: the results after a failed
 * write. */
FILE *whole_file(lua_State *L, int index);
int whole_refused(lua_State *L, int index, int code);
void gzip_open(lua_State *L);     /* core.inflate */
void logs_open(lua_State *L);     /* core.nccl, core.osu */
void document_open(lua_State *L); /* core.json, core.null */
void trace_open(lua_State *L);    /* core.trace ..., core.kernel_class */
void fit_open(lua_State *L);      /* core.least_squares, core.predict, core.student */
void local_open(lua_State *L);    /* core.nearby, core.curve, core.surface, core.grid */
void tables_open(lua_State *L);   /* core.columns, core.records, core.laws ...: the engine's rows */

void place_open(lua_State *L); /* core.place */

/* Makes `require` find the scripts and the C modules of twocs, from the place of the executable or of the
 * loadable module `file`. Raises an error if they are not there. */
void home_open(lua_State *L, const char *file, int is_program, lua_CFunction core);
int luaopen_twocs_core(lua_State *L);
int luaopen_twocs(lua_State *L);

#endif
