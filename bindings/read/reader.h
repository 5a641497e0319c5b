/* SPDX-License-Identifier: MIT */
/* What the parts of the trace reader share. Each calls only those before it: operator.c (what an event says
 * about an operator), match.c (the kernels that an event belongs to), pass.c (one reading of the text),
 * join.c (the operator of each kernel), finish.c (steps), trace.c (the whole). */
#ifndef TWOCS_READ_READER_H
#define TWOCS_READ_READER_H
#include "event.h"
#include "trace.h"

/* What a reading of the text is for. */
typedef enum {
  TWOCS_PASS_ALL,      /* kernels and steps; operators as far as their table goes */
  TWOCS_PASS_NEEDED,   /* operators that launched a kernel */
  TWOCS_PASS_LAUNCHES, /* which thread launched a kernel, and when */
  TWOCS_PASS_INNERMOST /* which operator ran there then */
} twocs_pass;

enum {
  TWOCS_READER_BUFFER = 1 << 18,
  TWOCS_READER_OPERATORS = 3 << 18, /* in the table */
  TWOCS_READER_THREADS = 1 << 12
};
#define TWOCS_READER_NO_THREAD UINT32_MAX
#define TWOCS_READER_AMBIGUOUS UINT32_MAX /* two operators claim a kernel: neither gets it */

typedef struct twocs_reader_row {
  uint32_t external, op;
} twocs_reader_row;

typedef struct twocs_reader {
  twocs_trace *trace;
  const twocs_trace_source *source;
  twocs_pass pass;
  int known;     /* "traceEvents" was there */
  int64_t total; /* of the kernels' durations: sums of them cannot overflow */
  /* The operators of the first reading, by their order in it. */
  twocs_reader_row *table;
  size_t capacity, operators, operators_seen, launches_seen;
  int overflow;      /* some are not in the table */
  uint32_t *order;   /* kernels, sorted by what the pass looks up */
  uint32_t *scratch; /* as many */
  twocs_pool threads;
  /* The members from here on are not set to zero. */
  uint32_t first[TWOCS_READER_THREADS + 1]; /* of each thread's kernels in order */
  twocs_json json;
  twocs_event event;
  char buffer[TWOCS_READER_BUFFER];
} twocs_reader;

/* Reads the text once; 0, or -1 with reader->json.message. */
int twocs_reader_pass(twocs_reader *, twocs_pass);

/* The number + 1 of the message that the event describes, 0 if it describes none, -1 if there is no
 * memory. */
int64_t twocs_reader_message(twocs_reader *);

/* The number + 1 of the operator that the event is, 0 if the pool is full, -1 if there is no memory. */
int64_t twocs_reader_operator(twocs_reader *);

/* After the first reading: gives each kernel its operator, by further readings if necessary. 0 or -1. */
int twocs_reader_join(twocs_reader *);

/* After that: completes the steps, and adds what only the operators know about their kernels. */
void twocs_trace_finish(twocs_trace *);

/* Gives an operator to the kernels of an id. */
void twocs_reader_give(twocs_reader *, int64_t id, uint32_t op);

/* What match.c does with an event of a later pass. 0 or -1. */
int twocs_reader_needed(twocs_reader *);
int twocs_reader_launch(twocs_reader *);
int twocs_reader_innermost(twocs_reader *);
#endif
