/* SPDX-License-Identifier: MIT
 *
 * The tables over which a TOTAL runs: one line per row of a .def file, holding the columns that it makes, and
 * the key by which a total picks it: of a message its parallelism, or (SIDES) its side, of a cut its
 * dimension. The includer says what a column is: it defines ENTRY (a type), COLUMN(name), and
 * NO_COLUMN, which weighs 1. All three are undefined at the end. */
/* clang-format off */
#include "rows/sides.h"
enum { GEMMS_each, GEMMS_step, GEMMS_flop, GEMMS_byte, GEMMS_t_f, GEMMS_t_i, GEMMS_t_w, GEMMS_parts };
enum { STREAMS_each, STREAMS_step, STREAMS_flop, STREAMS_byte, STREAMS_t_f, STREAMS_t_b, STREAMS_parts };
enum { CALLS_one, CALLS_byte, CALLS_moved, CALLS_t, CALLS_t_f, CALLS_t_b, CALLS_parts };
enum { SIDES_one = CALLS_one, SIDES_byte = CALLS_byte, SIDES_moved = CALLS_moved, SIDES_t = CALLS_t,
    SIDES_t_f = CALLS_t_f, SIDES_t_b = CALLS_t_b, SIDES_parts = CALLS_parts };
enum { SCHEDULES_one, SCHEDULES_chosen, SCHEDULES_flight, SCHEDULES_less, SCHEDULES_copies, SCHEDULES_heads,
    SCHEDULES_embeds, SCHEDULES_bubble, SCHEDULES_hops, SCHEDULES_parts };
enum { STAGES_one, STAGES_slowest, STAGES_fullest, STAGES_count, STAGES_t, STAGES_cmp, STAGES_ser, STAGES_exp,
    STAGES_f, STAGES_w, STAGES_weight, STAGES_grad, STAGES_opt, STAGES_act, STAGES_end, STAGES_cache, STAGES_parts };
enum { CUTS_one, CUTS_ways, CUTS_parts };
enum { PARALLELISMS_one, PARALLELISMS_degree, PARALLELISMS_parts };
enum { KINDS_one, KINDS_t, KINDS_parts };
enum { GEMMS_ALL = 1, STREAMS_ALL = 1, KINDS_ALL = 1, SCHEDULES_ALL = 1, STAGES_ALL = 1 }; /* their keys are 0 */
enum dim {
#define DIM(d, ...) DIM_##d,
#include "rows/dims.def"
};
#undef DIM
enum parallelism {
#define PARALLELISM(p, ...) P_##p,
#include "rows/parallelisms.def"
  PARALLELISMS_ALL, CALLS_ALL = PARALLELISMS_ALL
};

static const ENTRY GEMMS[][GEMMS_parts] = {
#define GEMM(g, ...) \
  {COLUMN(g##_each), COLUMN(g##_step), COLUMN(g##_flop), COLUMN(g##_byte), COLUMN(t_##g##_f), COLUMN(t_##g##_i), \
    COLUMN(t_##g##_w)},
#define STREAM(s, ...)
#include "rows/operators.def"
};
#undef GEMM
#undef STREAM

static const ENTRY STREAMS[][STREAMS_parts] = {
#define GEMM(g, ...)
#define STREAM(s, ...) \
  {COLUMN(s##_each), COLUMN(s##_step), COLUMN(s##_flop), COLUMN(s##_byte), COLUMN(t_##s##_f), COLUMN(t_##s##_b)},
#include "rows/operators.def"
};
#undef GEMM
#undef STREAM

static const ENTRY CALLS[][CALLS_parts] = {
#define CALL(p, c, ...) {NO_COLUMN, COLUMN(c##_byte), COLUMN(c##_moved), COLUMN(t_##c##_layer), COLUMN(t_##c##_f), \
    COLUMN(t_##c##_b)},
#include "rows/parallelisms.def"
};
static const short CALLS_key[] = {
#define CALL(p, ...) P_##p,
#include "rows/parallelisms.def"
};
/* The same messages by the side on which they stand. */
#define SIDES CALLS
static const short SIDES_key[] = {
#define CALL(p, c, group, kind, payload, often, side, ...) side,
#include "rows/parallelisms.def"
};

static const ENTRY CUTS[][CUTS_parts] = {
#define CUT(p, d, ...) {NO_COLUMN, COLUMN(p##_cuts_##d)},
#include "rows/parallelisms.def"
};
static const short CUTS_key[] = {
#define CUT(p, d, ...) DIM_##d,
#include "rows/parallelisms.def"
};

static const ENTRY PARALLELISMS[][PARALLELISMS_parts] = {
#define PARALLELISM(p, ...) {NO_COLUMN, COLUMN(p)},
#include "rows/parallelisms.def"
};
static const short PARALLELISMS_key[] = {
#define PARALLELISM(p, ...) P_##p,
#include "rows/parallelisms.def"
};

static const ENTRY SCHEDULES[][SCHEDULES_parts] = {
#define SCHEDULE(s, ...) {NO_COLUMN, COLUMN(s##_chosen), COLUMN(s##_flight), COLUMN(s##_less), COLUMN(s##_copies), \
    COLUMN(s##_heads), COLUMN(s##_embeds), COLUMN(s##_bubble), COLUMN(s##_hops)},
#include "rows/schedules.def"
};
static const ENTRY STAGES[][STAGES_parts] = {
#define STAGE(s, ...) \
  {NO_COLUMN, COLUMN(s##_slowest), COLUMN(s##_fullest), COLUMN(s##_count), COLUMN(t_##s), COLUMN(t_##s##_cmp), \
    COLUMN(t_##s##_ser), COLUMN(t_##s##_exp), COLUMN(t_##s##_f), COLUMN(t_##s##_w), COLUMN(s##_weight_mem), \
    COLUMN(s##_grad_mem), COLUMN(s##_opt_mem), COLUMN(s##_act_mem), COLUMN(s##_end_mem), COLUMN(s##_cache_mem)},
#include "rows/stages.def"
};

static const ENTRY KINDS[][KINDS_parts] = {
#define FAMILY(f, items, meaning)
#define CALL(items)
#define KIND(c, meaning) {NO_COLUMN, COLUMN(t_op_##c)},
#include "rows/families.def"
};
#undef FAMILY
#undef KIND
#undef CALL

static const short GEMMS_key[sizeof GEMMS / sizeof *GEMMS] = {0}, STREAMS_key[sizeof STREAMS / sizeof *STREAMS] = {0},
                   KINDS_key[sizeof KINDS / sizeof *KINDS] = {0}, STAGES_key[sizeof STAGES / sizeof *STAGES] = {0},
                   SCHEDULES_key[sizeof SCHEDULES / sizeof *SCHEDULES] = {0};

#undef ENTRY
#undef COLUMN
#undef NO_COLUMN
/* clang-format on */
