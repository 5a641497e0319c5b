/* SPDX-License-Identifier: MIT */
/* The log of nccl-tests or rccl-tests: rows of timings, in runs, among other output. Open it, then call next
 * until it returns 0. A run begins with the line that names the columns; the lines before it (the device
 * list, the program's name) belong to it. Columns are found by their names, which differ by version. Times
 * and rates are read in the units that the log gives below the names. Lines that are neither a row nor a
 * comment are skipped and counted. */
#ifndef TWOCS_READ_NCCL_H
#define TWOCS_READ_NCCL_H
#include "lines.h"

enum { TWOCS_NCCL_END, TWOCS_NCCL_ROW, TWOCS_NCCL_RUN };
enum { TWOCS_NCCL_COLUMNS = 32, TWOCS_NCCL_HOSTS = 4096, TWOCS_NCCL_PLACES = 2 * TWOCS_NCCL_HOSTS };

typedef struct twocs_nccl_timing {
  twocs_rounded time, algbw, busbw; /* s, byte/s */
  double errors;                    /* as printed: wrong elements, or the largest difference */
} twocs_nccl_timing;

typedef struct twocs_nccl_row {
  double bytes, count, root;   /* NaN if there is no root */
  twocs_slice type, redop;     /* empty if there is no redop */
  twocs_nccl_timing timing[2]; /* out of place, in place */
} twocs_nccl_row;

typedef struct twocs_nccl_run {
  size_t header_line, rows;
  size_t ranks, nodes, per_node; /* 0: not said; per_node also where nodes differ */
  twocs_slice program, device;   /* "all_reduce", "Tesla V100-SXM2-16GB"; empty: not said */
  double low, high;              /* bounds of busbw / algbw within their rounding; NaN if rows disagree */
  int cpu_time;                  /* are its times those of the CPU? */
  int whole;                     /* did its summary follow? */
} twocs_nccl_run;

typedef struct twocs_nccl_host {
  twocs_slice name;
  size_t devices, list; /* list: the number of the device list that has it */
} twocs_nccl_host;

typedef struct twocs_nccl {
  twocs_lines lines;
  twocs_nccl_row row;
  twocs_nccl_run run;                           /* the one that has ended, or is being read */
  twocs_tally skipped, broken, doubtful, wrong; /* broken: a row that is not whole; doubtful: bytes, time and
                                                   algbw disagree; wrong: the log's own check failed */
  /* the reader's own */
  twocs_nccl_run next;
  size_t list, heard;
  int open, columns, column[TWOCS_NCCL_COLUMNS], timings, stamped;
  twocs_unit time, rate;
  twocs_slice held;
  twocs_nccl_host host[TWOCS_NCCL_PLACES];
} twocs_nccl;

/* 0, or -1 and one sentence with its line in message. */
int twocs_nccl_open(twocs_nccl *, const char *text, size_t length, char *message, size_t size);

/* TWOCS_NCCL_ROW and a row; TWOCS_NCCL_RUN when the run of the rows before has ended; TWOCS_NCCL_END; or -1
 * and one sentence with its line. */
int twocs_nccl_next(twocs_nccl *, char *message, size_t size);
#endif
