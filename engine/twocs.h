/* SPDX-License-Identifier: MIT
 *
 * twocs: how compute and communication scale against each other as Transformers and hardware grow.
 *
 * A POINT is one case: a model, a run, a layout over devices, a device. Its fields are doubles in SI units
 * (flop, byte, second), grouped in records. COLUMNS follow from a point: what is computed and sent (which
 * does not depend on hardware), how long that takes, how much memory it needs. Every column is one row of a
 * .def file in rows/, written in the papers' own letters with its reference. twocs_columns[] describes them
 * all, and nothing is listed anywhere else.
 *
 * A PLAN says how operators are timed: it names a LAW for GEMMs, for passes over memory, and for each kind of
 * collective. The choice is made once per plan, never per point. The parameters of a law are fields, so they
 * can be swept.
 *
 * twocs_run() evaluates a JOB: a point, axes that vary some of its fields, the columns that are wanted, and a
 * sink that takes them. Without axes it is a single evaluation; an axis that varies many fields together is a
 * batch. What is not wanted is not computed, and what does not depend on an inner axis is computed outside
 * it. The same point gives the same bits alone or among a million, on one thread or on all.
 *
 *   twocs_plan plan;    twocs_plan_init(&plan);                       // the default laws
 *   twocs_point point;  twocs_point_init(&point);
 *   point.model.h = 16384;  point.layout.tp = 64;  point.device = ...;
 *   const int want[] = {twocs_find("f_ser"), twocs_find("t_layer")};
 *   double result[2];   twocs_error error;
 *   if (twocs_eval(&plan, &point, 2, want, result, &error)) puts(error.text);
 *
 * The library allocates nothing, keeps no state, and reads and writes no files. Scratch memory comes from the
 * caller. Functions that can fail return a status and fill in a twocs_error. A field that is NaN is computed
 * by its formula; if it has none, it must be given, and a missing one is an error that says so. */
#ifndef TWOCS_H
#define TWOCS_H

#include <stddef.h>

#include "api.h"
#include "laws/collectives.h"
#include "rows/units.h"

TWOCS_BEGIN

#define TWOCS_VERSION "0.1.0"

/* Status and error. */
typedef enum twocs_status {
#define STATUS(name, text) TWOCS_##name,
#include "rows/status.def"
#undef STATUS
} twocs_status;

typedef struct twocs_error {
  twocs_status status;
  char text[320]; /* one sentence that names the field, its value and what was expected */
} twocs_error;

/* Fills *error and returns status; text is a printf format. */
TWOCS_API twocs_status twocs_fail(twocs_error *error, twocs_status status, const char *text, ...);

/* Records: arrays of doubles with named slots, in the order of the rows. */
#define FIELD(name, ...) double name;
#define FOLLOWS(name, ...) double name;
#define GIVEN(name, ...) double name;
#define ASKED(name, ...) double name;
#define CHOICE(name, ...) double name;
typedef struct twocs_model {
#include "rows/model.def"
} twocs_model;
typedef struct twocs_training {
#include "rows/run.def"
} twocs_training;
typedef struct twocs_layout {
#include "rows/layout.def"
} twocs_layout;
typedef struct twocs_device {
#include "rows/device.def"
} twocs_device;
typedef struct twocs_software {
#include "rows/software.def"
} twocs_software;
typedef struct twocs_coefficients {
#include "rows/law.def"
} twocs_coefficients;
typedef struct twocs_operator {
#include "rows/op.def"
} twocs_operator;
typedef struct twocs_wall {
#include "rows/wall.def"
#include "rows/wall_layout.def"
#include "rows/wall_search.def"
} twocs_wall;
#undef FIELD
#undef FOLLOWS
#undef GIVEN
#undef ASKED
#undef CHOICE

typedef struct twocs_point {
  twocs_model model;
  twocs_layout layout;
  twocs_training run;
  twocs_device device;
  twocs_software software;
  twocs_coefficients law; /* of measured laws */
  twocs_operator op;      /* one operator of a listed network */
  twocs_wall wall;        /* a training run of any size */
} twocs_point;

/* Kinds of columns, as bits. */
enum { TWOCS_COUNT = 1, TWOCS_FOLLOWS = 2, TWOCS_MUST = 4, TWOCS_CHOICE = 8, TWOCS_ASKED = 16 };
enum { TWOCS_WORDS_MOST = 24 }; /* words of a choice */

/* One column: a field of a record, or a result. The first twocs_field_count columns are the fields, in the
 * order of twocs_point. */
typedef struct twocs_column {
  const char *name, *unit;
  const char *formula;            /* the text of its expression; of a slot, the family that fills it */
  const char *reference, *number; /* identifier of refs.def and the number there; "" of a field */
  const char *words;              /* of a choice: its words, separated by blanks; their values count from 0 */
  const char *meaning;
  double initial, least, most; /* of a field; initial is NaN if it follows or must be given */
  unsigned kind;
} twocs_column;

TWOCS_API extern const twocs_column twocs_columns[];
TWOCS_API extern const int twocs_column_count, twocs_field_count;
enum { TWOCS_COLUMNS_MOST = 4096 };

/* Records: model, layout, run, device, software, law, op, wall. The last, "result", holds what follows from
 * them. */
typedef struct twocs_record {
  const char *name;
  int first, count;
} twocs_record;
TWOCS_API extern const twocs_record twocs_records[];
TWOCS_API extern const int twocs_record_count;

/* Where a column is written. inner: 0 for a row of its own, 2 for a column that another row makes, 3 for a
 * row of one pass, and 1 instead of 2 or 3 if the documentation, an example or a study names it. Lists leave
 * out those with 2 and 3; any can be asked for. */
typedef struct twocs_place {
  const char *file;
  int line, inner;
} twocs_place;
TWOCS_API extern const twocs_place twocs_places[];

/* Whether a column is a field or a result of the model of the wall (rows/wall.def). And pairs of columns that
 * mean the same in the models of the wall and of a step, the wall's first, ending in -1. */
TWOCS_API int twocs_of_wall(int column);
TWOCS_API extern const short twocs_counterparts[][2];

typedef struct twocs_reference {
  const char *name, *text;
} twocs_reference;
TWOCS_API extern const twocs_reference twocs_references[];
TWOCS_API extern const int twocs_reference_count;

/* The rules, in the order of rows/rules.h; rule i is named by `why` = i + 1. */
typedef struct twocs_rule {
  const char *name, *condition, *sentence;
} twocs_rule;
TWOCS_API extern const twocs_rule twocs_rules[];
TWOCS_API extern const int twocs_rule_count;

/* The column of that name, or -1. */
TWOCS_API int twocs_find(const char *name);
/* The known name nearest to a misspelt one among n names, or NULL if none is near. */
TWOCS_API const char *twocs_nearest(const char *name, int n, const char *const names[]);
/* The index of a word in a choice, or -1; copies word i (empty if there is none). */
TWOCS_API int twocs_word_find(const char *words, const char *word);
TWOCS_API void twocs_word(const char *words, int i, size_t size, char *word);

/* The record that a column belongs to. */
TWOCS_API const char *twocs_record_name(int column);

/* Sets every field to its initial value. */
TWOCS_API void twocs_point_init(twocs_point *point);
/* Checks one value of field `column`: finite, in bounds, and whole if it is a count. NaN passes if the field
 * follows. */
TWOCS_API twocs_status twocs_field_check(int column, double value, twocs_error *error);
/* Checks whether a number written without a unit can be meant in the field's own unit. If no machine has such
 * a value (rows/plausible.def), the result is TWOCS_RANGE and a sentence with the units that were probably
 * meant. */
TWOCS_API twocs_status twocs_field_plausible(int column, double value, twocs_error *error);

/* Laws and plans. An input of a law is cells in blocks of 8; step is 8, or 0 if all rows share the first
 * block. */
typedef struct twocs_cells {
  const double *value;
  size_t step;
} twocs_cells;
/* The value of row r. */
static inline double twocs_cell(twocs_cells cells, size_t r) {
  return cells.value[r / 8 * cells.step + r % 8];
}
typedef enum twocs_aspect { TWOCS_TIME, TWOCS_STEPS, TWOCS_WIRE, TWOCS_WHOLE, TWOCS_ALGORITHM } twocs_aspect;
/* Whether an algorithm takes its ranks (TWOCS_WHOLE) depends only on these, of all that a law of collectives
 * reads. */
enum { TWOCS_RANKS = 4 };
/* Fills n rows of out, which has room for a multiple of 8; rows beyond n may be filled too. in[] are the
 * family's items in the order of families.def; items that the law does not read hold zeros. It must not
 * raise; an error ends the job. */
typedef twocs_status (*twocs_fill)(const void *context, twocs_aspect aspect, size_t n, const twocs_cells in[],
                                   double *out, twocs_error *error);

typedef struct twocs_law {
  const char *family, *name, *reference, *meaning;
  const char *reads; /* which of the family's items, separated by blanks; NULL: all */
  twocs_fill fill;
  const void *context;
  int serial; /* 1: must not run on several threads */
} twocs_law;

TWOCS_API extern const twocs_law twocs_laws[]; /* built in, collectives included, each family's default first;
                                                  ends in a row without a name */

typedef struct twocs_family {
  const char *name, *meaning;
  int count;
  const char *const *item; /* names of its items; those of ALL are columns */
} twocs_family;
TWOCS_API extern const twocs_family twocs_families[];
TWOCS_API extern const int twocs_family_count;
enum {
#define FAMILY(f, items, meaning) TWOCS_FAMILY_##f,
#define KIND(c, meaning) TWOCS_FAMILY_##c,
#define CALL(items)
#include "rows/families.def"
#undef FAMILY
#undef KIND
#undef CALL
  TWOCS_FAMILIES,
  TWOCS_ITEMS_MOST = 128
};

typedef struct twocs_plan {
  twocs_law law[TWOCS_FAMILIES];                        /* by family */
  int items[TWOCS_FAMILIES];                            /* how many items the law reads */
  unsigned char item[TWOCS_FAMILIES][TWOCS_ITEMS_MOST]; /* which, as places in the family */
  int ranks[TWOCS_FAMILIES];                            /* of a collective: how many of these are ranks */
  unsigned char rank[TWOCS_FAMILIES][TWOCS_RANKS];      /* which */
  const struct twocs_bases *bases; /* what their times rest on (support.h); NULL: nothing was measured */
} twocs_plan;

/* Each family gets its default, the first of its laws: GEMMs and streams the roofline, collectives the
 * fastest algorithm that the machine offers. */
TWOCS_API void twocs_plan_init(twocs_plan *plan);
/* Finds a built-in law by its name, or returns NULL and a sentence; sets one in a plan by its name; sets any
 * law. */
TWOCS_API const twocs_law *twocs_law_find(const char *family, const char *name, twocs_error *error);
TWOCS_API twocs_status twocs_plan_choose(twocs_plan *plan, const char *family, const char *law,
                                         twocs_error *error);
TWOCS_API twocs_status twocs_plan_set(twocs_plan *plan, const twocs_law *law, twocs_error *error);
/* The columns that `reader` reads directly under this plan, each once and in the order of the rows. Returns
 * how many. read[] has room for as many as there are columns. */
TWOCS_API int twocs_plan_reads(const twocs_plan *plan, int reader, int read[]);

/* What fills column `column`: the number of its family, or -1 if no law does. *aspect is what the law is
 * asked for, and input[i] is the column of the family's item i; either may be NULL. */
TWOCS_API int twocs_slot(int column, twocs_aspect *aspect, int input[]);

/* Jobs. The last axis runs fastest; rows are numbered in that order. An axis varies `count` fields together:
 * value[i][r] is the value of field[i] at its r-th point. */
typedef struct twocs_axis {
  size_t size;
  int count;
  const int *field;
  const double *const *value;
} twocs_axis;

/* A block of rows of the wanted columns, n at most TWOCS_BLOCK_MOST. Row r of it is row number first +
 * (offset ? offset[r] : r) of the job, because a job may go through its axes in a faster order than that of
 * the numbers. */
typedef struct twocs_block {
  size_t first, n;
  const size_t *offset;
  const twocs_cells *value; /* by want */
} twocs_block;

/* Takes a block. It is called from several threads at once, but for one part from one thread only; parts are
 * numbered from 0, as many as the job has threads. Blocks come in any order, so a sink must not depend on
 * it. */
typedef void (*twocs_take)(void *sink, int part, const twocs_block *block);
/* Looks at a block of which only the first wants are evaluated yet, as many as the job says. If it returns 0,
 * the sink needs none of these rows: the rest is not evaluated, and the block is not taken. It is called like
 * a take. A job may ask several times about a block, each time with more wants; `time` says which time it is,
 * from 0. */
typedef int (*twocs_sift)(void *sink, int part, int time, const twocs_block *block);
enum { TWOCS_BLOCK_MOST = 256, TWOCS_AXES_MOST = 32, TWOCS_SIFTS_MOST = 2 };

typedef struct twocs_job {
  const twocs_plan *plan;
  const twocs_point *base;
  int axes, wants;
  const twocs_axis *axis;
  const int *want;
  twocs_take take;
  twocs_sift sift;                     /* NULL: every block is taken */
  int sifts, sifted[TWOCS_SIFTS_MOST]; /* how often it is asked, and each time with how many wants */
  void *sink;
  int part;                   /* the sink's part that gets the rows of the first thread */
  int threads;                /* 0 or 1: the caller's thread alone */
  void *scratch;              /* aligned for double; NULL if there are no axes */
  const volatile int *cancel; /* NULL, or stops the job when it becomes nonzero */
  int share, shares;          /* shares > 1: the job does only this share of the grid, from 0 */
} twocs_job;

/* Bytes of scratch memory: what this job needs, once everything else in it is filled in, or what is enough
 * for any job on that many threads. */
TWOCS_API size_t twocs_job_scratch(const twocs_job *job);
TWOCS_API size_t twocs_scratch_size(int threads);
/* Threads that the machine offers; 1 without OpenMP. */
TWOCS_API int twocs_threads(void);
/* Rows of the grid; SIZE_MAX if they cannot be counted. */
TWOCS_API size_t twocs_rows(int axes, const twocs_axis axis[]);
TWOCS_API twocs_status twocs_run(const twocs_job *job, twocs_error *error);
/* Runs jobs that do not depend on each other, each on one of `threads` threads, which gives its rows to the
 * part of its own number. So several small jobs run at a time. scratch: of twocs_scratch_size(threads).
 * error: one for each job. */
TWOCS_API void twocs_run_many(size_t jobs, const twocs_job job[], int threads, void *scratch,
                              twocs_error error[]);
/* A single evaluation, which needs no scratch memory. */
TWOCS_API twocs_status twocs_eval(const twocs_plan *plan, const twocs_point *point, int wants,
                                  const int want[], double result[], twocs_error *error);
/* The same, bit for bit, for one point after another. If the wants, the fields that hold a value and what the
 * laws read are those of the last call with this cached order, the way to the wanted columns need not be
 * found again. A cached order takes twocs_cached_order_size() bytes, aligned for double;
 * twocs_cached_order_in puts an empty one there. What it was used for before changes no result. One thread at
 * a time. */
typedef struct twocs_cached_order twocs_cached_order;
TWOCS_API size_t twocs_cached_order_size(void);
TWOCS_API twocs_cached_order *twocs_cached_order_in(void *bytes);
TWOCS_API twocs_status twocs_eval_along(twocs_cached_order *cached, const twocs_plan *plan,
                                        const twocs_point *point, int wants, const int want[],
                                        double result[], twocs_error *error);

TWOCS_END

/* The rest of the public interface: sinks, curves and corrections that turn measurements into laws, least
 * squares and calibration, the registered devices and models, the wall of a training run, and the timeline of
 * a step. */
#include "evaluate/sinks.h"
#include "evaluate/support.h"
#include "fit/calibrate.h"
#include "fit/fit.h"
#include "laws/corrected.h"
#include "rows/registry.h"
#include "search/twocs_wall.h"
#include "step/timeline.h"

#endif
