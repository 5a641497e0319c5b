/* SPDX-License-Identifier: MIT */
/* The bytes of a file, inflated where it is gzip, from its beginning and again from its beginning. The one
 * thing to know: no more of it than a few pieces is ever in memory. */
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

/* At most capacity bytes and how many they are: 0 at the end, SIZE_MAX where it fails. A twocs_json_more. */
size_t twocs_stream_more(void *stream, char *buffer, size_t capacity);

/* Back to the first byte; 0, or -1 where the file, a pipe say, has none to go back to. */
int twocs_stream_rewind(void *stream);

void twocs_stream_close(twocs_stream *);
#endif
