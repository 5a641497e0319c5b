/* SPDX-License-Identifier: MIT */
/* One event of a trace, of any kind: the fields that matter here. */
#ifndef TWOCS_READ_EVENT_H
#define TWOCS_READ_EVENT_H
#include "json.h"

/* The kinds of events, as bits. */
enum {
  TWOCS_EVENT_KERNEL = 1,
  TWOCS_EVENT_COPY = 2,
  TWOCS_EVENT_MEMSET = 4,
  TWOCS_EVENT_OPERATOR = 8,
  TWOCS_EVENT_LAUNCH = 16,
  TWOCS_EVENT_ANNOTATION = 32,
  TWOCS_EVENT_DEVICE_ANNOTATION = 64,
  TWOCS_EVENT_OTHER = 128,
  TWOCS_EVENT_UNKNOWN = 256 /* its category has not been read yet */
};

#define TWOCS_EVENT_NONE INT64_MIN /* the event has no such value */

enum {
  TWOCS_EVENT_NAME = 1 << 15,
  TWOCS_EVENT_SHAPES = 512,
  TWOCS_EVENT_INPUTS = 3, /* whose sizes are kept as numbers */
  TWOCS_EVENT_SIZES = 8
};

typedef struct twocs_event {
  int category;
  char phase;
  int64_t start, duration; /* ns */
  int64_t process, thread, device, stream, external, correlation;
  int64_t bytes, in, out, ranks; /* in, out: numbers of elements */
  size_t name_length, collective_length, shapes_length;
  int name_cut, shapes_cut;
  uint64_t shapes_hash;
  int inputs, sizes[TWOCS_EVENT_INPUTS];
  double size[TWOCS_EVENT_INPUTS][TWOCS_EVENT_SIZES];
  const char *type;    /* of the first input that is a tensor: "bf16"; "" unknown */
  const char *element; /* of a collective */
  double element_bytes;
  char collective[40];
  char shapes[TWOCS_EVENT_SHAPES]; /* "141x512 512x512"; - for an input without a shape */
  char name[TWOCS_EVENT_NAME];
} twocs_event;

/* Reads the rest of an event whose brace was just read. Only events of the wanted categories get their
 * arguments and names. Returns 0, or -1 if the text is bad. */
int twocs_event_read(twocs_json *, twocs_event *, int wanted);

/* The sizes of a matrix product: a batch of m x k times k x n. Returns 0, or -1 if the operator is none. */
int twocs_event_product(const twocs_event *, double size[4]);
#endif
