/* SPDX-License-Identifier: MIT */
/* gzip text, piece by piece: open, then next until it returns 0. The one thing to know: zlib works inside the
 * struct, so nothing is allocated and nothing needs to be closed; eight bytes of alignment are enough for it.
 * The text must outlive it, or comes in pieces itself (stream.h). Several gzip texts one after the other are
 * one, as for gzip itself. */
#ifndef TWOCS_READ_INFLATE_H
#define TWOCS_READ_INFLATE_H
#include <stddef.h>
#include <zlib.h>

/* How many bytes a text may inflate to if the caller gives no number. */
#define TWOCS_INFLATE_MOST ((size_t)512 << 20)

enum { TWOCS_INFLATE_BUFFER = 1 << 16, TWOCS_INFLATE_ARENA = 56 << 10 };

typedef struct twocs_inflate {
  z_stream stream;
  const char *rest; /* the part of the text that zlib has not received yet */
  size_t rest_length, used, total, most;
  int state;
  size_t (*more)(void *source, const char **piece); /* what follows the text, 0: nothing; may be NULL */
  void *source;
  _Alignas(8) char arena[TWOCS_INFLATE_ARENA]; /* memory for zlib */
  char buffer[TWOCS_INFLATE_BUFFER];
} twocs_inflate;

/* Is it gzip, by its first bytes? */
int twocs_is_gzip(const char *text, size_t length);

/* most: more inflated bytes than this are refused. */
void twocs_inflate_open(twocs_inflate *, const char *text, size_t length, size_t most);

/* 1 and a piece, which lasts until the next call; 0 after the last; -1 and one sentence in message. */
int twocs_inflate_next(twocs_inflate *, const char **piece, size_t *length, char *message, size_t size);
#endif
