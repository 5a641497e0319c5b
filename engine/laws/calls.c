/* SPDX-License-Identifier: MIT
 *
 * Fills the calls of collectives. Rows of the same group over the same links are usually next to each other
 * and differ only in their payload. They are filled at once, with the bits that each would have alone. */
#include "laws/calls.h"
#include "rows/items.h"
#include <math.h>
#include <string.h>

enum { LEVELS = 4, RUN = TWOCS_BLOCK_MOST };

#define AT(item, r) twocs_cell(in[item], r)
/* What all rows of a run share, and their payloads. */
typedef struct run {
  twocs_link link[LEVELS], one[TWOCS_OVERS];
  double launch, chunk, byte[RUN];
  size_t rows;
} run;

/* Rows of several algorithms, or of one. */
typedef struct results {
  double time[RUN], legal[RUN], steps[RUN], wire[RUN];
} results;

/* Only a law that chooses reads whether switches reduce. Items that a law does not declare must not be
 * touched. */
#define LEVEL(l) CALL_n##l, CALL_net##l##_step, CALL_net##l##_rate, CALL_net##l##_half
static const unsigned char shared_items[] = {
    LEVEL(0),        LEVEL(1),         LEVEL(2),         LEVEL(3),         CALL_comm_launch,
    CALL_comm_chunk, CALL_net0_reduce, CALL_net1_reduce, CALL_net2_reduce, CALL_net3_reduce};
enum { SHARED = sizeof shared_items / sizeof *shared_items };

/* Finds which of the values that rows of a run share may differ from row to row; returns how many. */
static int varying_find(const twocs_cells in[], int chooses, const double *varying[SHARED]) {
  int count = 0;
  for (int i = 0; i < (chooses ? SHARED : SHARED - LEVELS); i++)
    if (in[shared_items[i]].step) varying[count++] = in[shared_items[i]].value;
  return count;
}

static int same(int count, const double *const varying[], size_t a, size_t b) {
  int i = 0;
  while (i < count && varying[i][a] == varying[i][b]) i++;
  return i == count;
}

#define LINK(l)                                                                                              \
  {                                                                                                          \
    AT(CALL_n##l, first), AT(CALL_net##l##_step, first), AT(CALL_net##l##_rate, first),                      \
        AT(CALL_net##l##_half, first), chooses ? AT(CALL_net##l##_reduce, first) : 0                         \
  }
static void run_find(run *of, size_t first, size_t n, const twocs_cells in[], int chooses, int count,
                     const double *const varying[]) {
  const twocs_link link[LEVELS] = {LINK(0), LINK(1), LINK(2), LINK(3)};
  const size_t most = n - first < RUN ? n : first + RUN;
  size_t r = first + 1;
  while (r < most && same(count, varying, r, first)) r++;
  memcpy(of->link, link, sizeof link);
  of->launch = AT(CALL_comm_launch, first), of->chunk = AT(CALL_comm_chunk, first);
  of->rows = r - first;
  for (size_t i = 0; i < of->rows; i++) of->byte[i] = AT(CALL_byte, first + i);
}

/* How many rows from this one on are groups of one rank: they send nothing, take no time, and break no
 * rule. */
static size_t alone(size_t first, size_t n, const twocs_cells in[]) {
  const int alike = !(in[CALL_n0].step | in[CALL_n1].step | in[CALL_n2].step | in[CALL_n3].step);
  size_t r = first;
  while (r < n && AT(CALL_n0, r) <= 1 && AT(CALL_n1, r) <= 1 && AT(CALL_n2, r) <= 1 && AT(CALL_n3, r) <= 1)
    r = alike ? n : r + 1;
  return r - first;
}

/* 1 if no row has anything to send. */
static int empty(const run *of) {
  int empty = 1;
  for (size_t r = 0; r < of->rows; r++) empty &= !(of->byte[r] > 0);
  return empty;
}

/* all: steps and bytes on the wire too. */
static void algorithm_fill(const twocs_algorithm *algorithm, const run *of, int all, results *to) {
  const int levels = algorithm->nested ? LEVELS : 1;
  const twocs_link *link = algorithm->nested ? of->link : &of->one[algorithm->over];
  twocs_phases phases = {.inner = 1, .chunk = of->chunk, .rows = of->rows, .byte = of->byte};
  if (algorithm->over == TWOCS_TREES) phases.inner = twocs_rings_of(of->link);
  int called = 0;
  phases.time = to->time, phases.legal = to->legal;
  if (all) phases.steps = to->steps, phases.wire = to->wire;
  for (size_t r = 0; r < of->rows; r++) to->time[r] = 0, to->legal[r] = 1;
  for (size_t r = 0; all && r < of->rows; r++) to->steps[r] = to->wire[r] = 0;
  for (int l = 0; l < levels; l++) {
    if (!(link[l].ranks > 1)) continue;
    phases.n = link[l].ranks, phases.link = link[l];
    algorithm->phases(&phases);
    phases.inner *= link[l].ranks, called = 1;
  }
  for (size_t r = 0; called && r < of->rows; r++) to->time[r] += of->launch;
}

/* Every row of a result is filled before it is read, in loops of one length, which the analyzer does not see.
 * NOLINTBEGIN(clang-analyzer-core.*) */

/* `number`, from 1, is that of this algorithm; the rows of `least` in which it is faster take it. */
static void faster_take(const results *one, const run *of, int all, double number, results *least,
                        double taken[]) {
  for (size_t r = 0; r < of->rows; r++) {
    const int better = one->legal[r] > 0 && one->time[r] < least->time[r];
    taken[r] = better ? number : taken[r];
    least->time[r] = better ? one->time[r] : least->time[r];
    if (all) least->steps[r] = better ? one->steps[r] : least->steps[r];
    if (all) least->wire[r] = better ? one->wire[r] : least->wire[r];
  }
}

/* If no algorithm exists, the first is taken. library: 1, the choice is among those that NCCL has; 0, among
 * all that the machine offers. */
static void fastest_fill(int family, int library, const run *of, int all, results *least, double taken[]) {
  results one;
  int number = 0, none = 0;
  for (size_t r = 0; r < of->rows; r++) least->time[r] = HUGE_VAL, taken[r] = 0;
  for (int i = 0; i < twocs_algorithm_count; i++) {
    const twocs_algorithm *algorithm = &twocs_algorithms[i];
    if (algorithm->family != family) continue;
    number++;
    if (library ? algorithm->offered != TWOCS_LIBRARY : !twocs_link_offers(of->link, algorithm)) continue;
    algorithm_fill(algorithm, of, all, &one);
    faster_take(&one, of, all, number, least, taken);
  }
  for (size_t r = 0; r < of->rows; r++) none |= taken[r] == 0;
  if (!none) return;
  int first = 0;
  while (twocs_algorithms[first].family != family) first++;
  algorithm_fill(&twocs_algorithms[first], of, all, &one);
  for (size_t r = 0; r < of->rows; r++) {
    if (taken[r] != 0) continue;
    taken[r] = 1, least->time[r] = one.time[r];
    if (all) least->steps[r] = one.steps[r], least->wire[r] = one.wire[r];
  }
}

static void take(twocs_aspect aspect, const run *of, const results *from, const double taken[], double *out) {
  for (size_t r = 0; r < of->rows; r++) switch (aspect) {
    case TWOCS_TIME:
      out[r] = of->byte[r] > 0 ? from->time[r] : 0;
      break;
    case TWOCS_STEPS:
      out[r] = from->steps[r];
      break;
    case TWOCS_WIRE:
      out[r] = from->wire[r];
      break;
    default:
      out[r] = taken[r];
    }
}
/* NOLINTEND(clang-analyzer-core.*) */

static double number_of(const twocs_algorithm *algorithm) {
  const twocs_algorithm *first = algorithm;
  while (first > twocs_algorithms && first[-1].family == algorithm->family) first--;
  return (double)(algorithm - first + 1);
}

/* Whether some algorithm that may be chosen exists for a group; this depends on its ranks alone. */
static double takes(int family, int library, const twocs_algorithm *fixed, const double n[LEVELS]) {
  const twocs_link link[LEVELS] = {
      {n[0], 0, 1, 0, 0}, {n[1], 0, 1, 0, 0}, {n[2], 0, 1, 0, 0}, {n[3], 0, 1, 0, 0}};
  if (fixed) return twocs_collective_legal(fixed, 1, link, 0);
  for (int i = 0; i < twocs_algorithm_count; i++) {
    const twocs_algorithm *algorithm = &twocs_algorithms[i];
    const int offered = library ? algorithm->offered == TWOCS_LIBRARY : twocs_link_offers(link, algorithm);
    if (algorithm->family == family && offered && twocs_collective_legal(algorithm, 1, link, 0) > 0) return 1;
  }
  return 0;
}

static int same_ranks(const double a[LEVELS], const double b[LEVELS]) {
  for (int level = 0; level < LEVELS; level++)
    if (a[level] != b[level]) return 0;
  return 1;
}

static void whole_fill(int family, int library, const twocs_algorithm *fixed, size_t rows,
                       const twocs_cells in[], double *out) {
  double before[LEVELS] = {0};
  for (size_t r = 0; r < rows; r++) {
    const double n[LEVELS] = {AT(CALL_n0, r), AT(CALL_n1, r), AT(CALL_n2, r), AT(CALL_n3, r)};
    out[r] = r && same_ranks(n, before) ? out[r - 1] : takes(family, library, fixed, n);
    memcpy(before, n, sizeof n);
  }
}

/* fixed: NULL if each row chooses. */
static twocs_status fill(int family, int library, const twocs_algorithm *fixed, twocs_aspect aspect, size_t n,
                         const twocs_cells in[], double *out) {
  const int all = aspect == TWOCS_STEPS || aspect == TWOCS_WIRE;
  run of;
  results found;
  const double *varying[SHARED];
  const int chooses = !fixed && !library, count = varying_find(in, chooses, varying);
  double taken[RUN];
  if (aspect == TWOCS_WHOLE) return whole_fill(family, library, fixed, n, in, out), TWOCS_OK;
  for (size_t first = 0; first < n; first += of.rows) {
    const size_t silent = aspect == TWOCS_ALGORITHM ? 0 : alone(first, n, in);
    if (!silent) run_find(&of, first, n, in, chooses, count, varying);
    if (silent) of.rows = silent;
    if (silent || (aspect == TWOCS_TIME && empty(&of))) {
      for (size_t r = 0; r < of.rows; r++) out[first + r] = 0;
      continue;
    }
    for (int over = 0; over < TWOCS_OVERS; over++)
      if (!fixed || over == (int)fixed->over) of.one[over] = twocs_link_over(over, of.link);
    if (!fixed)
      fastest_fill(family, library, &of, all, &found, taken);
    else
      algorithm_fill(fixed, &of, all, &found);
    for (size_t r = 0; fixed && aspect == TWOCS_ALGORITHM && r < of.rows; r++) taken[r] = number_of(fixed);
    take(aspect, &of, &found, taken, out + first);
  }
  return TWOCS_OK;
}

twocs_status twocs_fill_call(const void *context, twocs_aspect aspect, size_t n, const twocs_cells in[],
                             double *out, twocs_error *error) {
  const twocs_algorithm *algorithm = context;
  return (void)error, fill(algorithm->family, 0, algorithm, aspect, n, in, out);
}

twocs_status twocs_fill_fastest(const void *context, twocs_aspect aspect, size_t n, const twocs_cells in[],
                                double *out, twocs_error *error) {
  const int *family = context;
  return (void)error, fill(*family, 0, NULL, aspect, n, in, out);
}

twocs_status twocs_fill_library(const void *context, twocs_aspect aspect, size_t n, const twocs_cells in[],
                                double *out, twocs_error *error) {
  const int *family = context;
  return (void)error, fill(*family, 1, NULL, aspect, n, in, out);
}
