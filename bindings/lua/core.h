/* SPDX-License-Identifier: MIT
 *
 * What the files of the Lua binding share. They use only the C API that Lua 5.4 and LuaJIT both have
 * (compat.h); memory that must outlive a call is userdata, so that an error may jump out of anywhere. */
#ifndef TWOCS_LUA_CORE_H
#define TWOCS_LUA_CORE_H

#include <stdint.h>
#include <stdio.h>
#include "column.h"
#include "laws/corrected.h"
#include "twocs.h"

column *column_new(lua_State *L, size_t n);
/* The column at a stack index, or one made of a table of numbers, which is then on top of the stack;
 * what: for messages. */
column *column_check(lua_State *L, int index, const char *what);
column *column_test(lua_State *L, int index);         /* the column at a stack index, or NULL: it is none */
const column *column_needed(lua_State *L, int index); /* that column, or the sentence that there is none */
void column_open(lua_State *L);

/* The same of texts. words_new: of the texts in the list at an index. words_check: those at an index, or made
 * of a list of n texts there; they then stand on top of the stack. words_texts pushes their list. */
word_column *words_new(lua_State *L, size_t n, int texts);
word_column *words_test(lua_State *L, int index);
word_column *words_check(lua_State *L, int index, size_t n);
void words_texts(lua_State *L, int index);
void words_open(lua_State *L);  /* core.is_words, core.words_along, core.recoded ... */
void group_open(lua_State *L);  /* core.grouped, core.fold, core.partners ... */
void axis_open(lua_State *L);   /* core.extent, core.along ...: for figures */
void choose_open(lua_State *L); /* core.sorted, core.top, core.compare, core.pick ... */

/* A record: the fields of its kind. stated: those that a script set, as bits; what a registered record says
 * by itself counts as nobody's statement. */
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

/* What a kind of record holds: columns in their order. The first `fields` of them a script may set; the rest
 * it reads. */
typedef struct record_kind {
  const char *name;
  int fields, count;
  const twocs_column *column;
  twocs_status (*check)(const struct record_kind *, int field, double value, twocs_error *error);
  double (*follow)(lua_State *L, const record *, int place); /* NULL: nothing follows */
  const char *sealed;                                        /* NULL, or why no field is ever set */
} record_kind;
/* Kinds count from 0: the records of twocs_point, then runs of the wall. */
record_kind record_kind_at(int kind);
int record_kinds(void);
record *record_check(lua_State *L, int index, int kind);
/* field: its values, or NULL where the caller fills them in. */
record *record_new(lua_State *L, int kind, const double field[]);
/* The record at a stack index if it is one of this kind, or NULL. */
record *record_test(lua_State *L, int index, int kind);
void record_open(lua_State *L);
void held_open(lua_State *L); /* core.held, core.column_of, core.placed: many cases as one job */

/* Raises a mistake of the script: the sentence, after the file and line of the call in the script, however
 * many functions of twocs stand between. */
int script_error(lua_State *L, const char *text, ...);
int core_own_words(lua_State *L);

/* Pushes the text with each control character as '?'. */
void push_printable(lua_State *L, const char *text, size_t length);
/* Pushes the end of a sentence about a name that is a field elsewhere, or another tool's name of one: 1; else
 * pushes nothing: 0. */
int push_hint(lua_State *L, const char *word);
void hint_open(lua_State *L); /* core.hint, core.foreign */
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
typedef struct plan_workspace {
  twocs_plan plan;
  script_law script[TWOCS_FAMILIES];
  twocs_corrected corrected[TWOCS_FAMILIES];
} plan_workspace;
/* Reads the field "plan" of the table at `given`. What it chooses stays on the stack, where the engine calls
 * functions from. */
void plan_read(lua_State *L, int given, plan_workspace *);
/* The family whose laws give slot `slot` a time, or -1. Pushes the basis of such a slot, its operator's own
 * or its family's, from the table at `rests`; 0: there is none, and nil is there. All bases of the case
 * at `given`, or those of the slots in `needed`; they stay on the stack. NULL: nothing was measured. */
int slot_times(int slot);
int basis_push(lua_State *L, int rests, int slot, int family);
twocs_bases *bases_read(lua_State *L, int given, const unsigned char needed[]);
/* What the plan rests on, where one of the wanted columns tells of it; it stays on the stack. */
void support_read(lua_State *L, int given, plan_workspace *, int wants, const int want[]);
void plan_open(lua_State *L);

/* The point of the case at `given`; the column of the name at an index; those of a list of names, how many.
 * What is unknown raises, as does a status that is none of success. */
void point_read(lua_State *L, int given, twocs_point *);
int want_read(lua_State *L, int index);
int wants_read(lua_State *L, int list, int want[]);
void status_raise(lua_State *L, twocs_status status, const twocs_error *error);

/* What core.nearby, core.curve and core.surface gave, at a stack index; or whichever of these and core.grid a
 * correction is. */
const twocs_nearby *nearby_check(lua_State *L, int index);
const twocs_curve *curve_check(lua_State *L, int index);
const twocs_surface *surface_check(lua_State *L, int index);
void local_check(lua_State *L, int index, twocs_corrected *to);

/* A job's cancel flag; what catches Ctrl-C sets it. */
extern volatile int job_cancel;

/* What catches Ctrl-C; NULL where that is another's interpreter. came: whether it came, and ends the script.
 * taken: the same; forgets it. keep: from here on, or no more, it is waited for longer, and looked for in
 * this thread of Lua; how often it came since. end: raises as it does. */
typedef struct interrupt_catcher {
  int (*came)(void);
  int (*taken)(lua_State *L);
  int (*keep)(lua_State *L, int whether);
  int (*end)(lua_State *L);
} interrupt_catcher;
extern const interrupt_catcher *job_catcher;

/* Before any long work in C: sets job_cancel, as Ctrl-C from here on, where it came a moment ago. Raises
 * where it came to a job before that kept what it had done. */
void job_begin(lua_State *L);
/* After work that keeps what it has done, under core.keeping: then Ctrl-C raises at the next job, not in the
 * lines of Lua that put away what this one returns. */
void job_absorb(lua_State *L);
/* Counts rows that are done. */
void job_count(size_t rows);

/* Nonzero while a job runs that keeps what it has done: the first Ctrl-C then ends the job, not the script.
 */
extern volatile int job_keeps;

/* The kind of the records of twocs_point: a run that the search found. */

void stopped_open(lua_State *L); /* core.keeping, core.stop */
void run_open(lua_State *L);     /* core.run, core.summary ... */
void eval_open(lua_State *L);    /* core.eval, core.reads */
/* The cached order for questions like this one, on top of the stack, from the table at `orders`. */
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
/* A hash of bytes: begin with HASH_BEGIN; parts have to be multiples of eight bytes long. */
#define HASH_BEGIN 14695981039346656037u
uint64_t hash_more(uint64_t hash, const char *bytes, size_t length);
void push_hash(lua_State *L, uint64_t hash); /* as text */

void files_open(lua_State *L);     /* core.files, core.folder, core.write ... */
void csv_open(lua_State *L);       /* core.csv, core.csv_header */
void csv_write_open(lua_State *L); /* core.csv_rows, core.csv_text, core.csv_cell */
void whole_open(lua_State *L);     /* core.whole */
/* The open file that core.whole gave, at a stack index; and what a script gets where writing to it failed. */
FILE *whole_file(lua_State *L, int index);
int whole_refused(lua_State *L, int index, int code);
void gzip_open(lua_State *L);     /* core.inflate */
void logs_open(lua_State *L);     /* core.nccl, core.osu */
void document_open(lua_State *L); /* core.json, core.null */
void trace_open(lua_State *L);    /* core.trace ..., core.kernel_class */
void fit_open(lua_State *L);      /* core.least_squares, core.predict, core.student */
void local_open(lua_State *L);    /* core.nearby, core.curve, core.surface, core.grid */
void tables_open(lua_State *L);   /* core.columns, core.records, core.laws ...: what the engine's rows say */

void place_open(lua_State *L); /* core.place */

/* Lets `require` find the scripts and the C modules of twocs, from the place of the executable or the
 * loadable module `file`. Raises an error where they are not there. */
void home_open(lua_State *L, const char *file, int is_program, lua_CFunction core);
int luaopen_twocs_core(lua_State *L);
int luaopen_twocs(lua_State *L);

#endif
