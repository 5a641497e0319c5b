/* SPDX-License-Identifier: MIT */
/* The bytes of a file, inflated if it is gzip; they can be read from the beginning more than once. The one
 * thing to know: no more than a few pieces of it are in memory at a time. */
#ifndef TWOCS_READ_STREAM_H
#define TWOCS_READ_STREAM_H
#include "inflate.h"

#include <stdio.h>

enum { TWOCS_STREAM_BUFFER = 1 << 16 };

typedef struct twocs_stream {
  FILE *file;
  int gzip, failed;
  size_t held, given; /* of the piece read, or of the piece inflated */
  const char *piece;
  char message[160]; /* why it failed */
  char buffer[TWOCS_STREAM_BUFFER];
  twocs_inflate inflate;
} twocs_stream;

/* 0, or -1 and errno. */
int twocs_stream_open(twocs_stream *, const char *path);

/* Writes at most capacity bytes; returns how many, 0 at the end, SIZE_MAX if it fails. A twocs_json_more. */
size_t twocs_stream_more(void *stream, char *buffer, size_t capacity);

/* Goes back to the first byte; 0, or -1 if that is impossible, as for a pipe. */
int twocs_stream_rewind(void *stream);

void twocs_stream_close(twocs_stream *);
#endif
