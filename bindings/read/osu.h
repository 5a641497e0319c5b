/* SPDX-License-Identifier: MIT */
/* The output of the OSU micro-benchmarks: a title, a line that names the columns, rows; several of them may
 * follow each other. Open the text, then call next until it returns 0. Columns are found by their names,
 * which may contain blanks (two blanks separate them), and read in the units in brackets after the names.
 * Lines that are neither a row nor a comment are skipped and counted. */
#ifndef TWOCS_READ_OSU_H
#define TWOCS_READ_OSU_H
#include "lines.h"

enum { TWOCS_OSU_END, TWOCS_OSU_ROW, TWOCS_OSU_RUN };

/* What a column may hold, in SI; NaN if a run has no such column. */
enum {
  TWOCS_OSU_BYTES,
  TWOCS_OSU_TIME,
  TWOCS_OSU_TIME_MIN,
  TWOCS_OSU_TIME_MAX,
  TWOCS_OSU_TIME_P50,
  TWOCS_OSU_TIME_P90,
  TWOCS_OSU_TIME_P99,
  TWOCS_OSU_COMPUTE,
  TWOCS_OSU_COMM,
  TWOCS_OSU_OVERLAP,
  TWOCS_OSU_RATE,
  TWOCS_OSU_MESSAGES,
  TWOCS_OSU_ITERATIONS,
  TWOCS_OSU_VALUES,
  TWOCS_OSU_CHECK = TWOCS_OSU_VALUES, /* Pass or Fail */
  TWOCS_OSU_OTHER
};
enum { TWOCS_OSU_COLUMNS = 24 };

typedef struct twocs_osu_run {
  size_t header_line, rows, pairs; /* pairs: of ranks that send to each other; 0: not said */
  twocs_slice title;               /* "OSU MPI Allreduce Latency Test v5.8"; empty: not said */
  twocs_slice unknown;             /* the first unknown column; empty: none */
} twocs_osu_run;

typedef struct twocs_osu {
  twocs_lines lines;
  double value[TWOCS_OSU_VALUES];     /* the row */
  twocs_osu_run run;                  /* the one that has ended, or is being read */
  twocs_tally skipped, broken, wrong; /* broken: a row that is not whole; wrong: its check failed */
  /* the reader's own */
  twocs_osu_run next;
  int open, columns, column[TWOCS_OSU_COLUMNS];
  twocs_unit unit[TWOCS_OSU_COLUMNS];
  twocs_slice held;
} twocs_osu;

/* 0, or -1 and one sentence with its line in message. */
int twocs_osu_open(twocs_osu *, const char *text, size_t length, char *message, size_t size);

/* TWOCS_OSU_ROW and a row; TWOCS_OSU_RUN when the run of the rows before has ended; TWOCS_OSU_END; or -1 and
 * one sentence with its line. */
int twocs_osu_next(twocs_osu *, char *message, size_t size);
#endif
