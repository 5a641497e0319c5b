/* SPDX-License-Identifier: MIT */
/* Files as streams. */
#include "stream.h"

#include <stdint.h>
#include <string.h>

/* The limit of inflated bytes. They are never held, so it only ends an endless stream. */
#if SIZE_MAX > 0xffffffff
#define MOST ((size_t)1 << 40)
#else
#define MOST (SIZE_MAX / 2)
#endif

static size_t piece_read(void *source, const char **piece) {
  twocs_stream *s = source;
  const size_t n = fread(s->buffer, 1, sizeof s->buffer, s->file);
  *piece = s->buffer;
  s->failed = n == 0 && ferror(s->file);
  return n;
}

static void start(twocs_stream *s) {
  s->failed = 0;
  s->given = 0;
  s->held = piece_read(s, &s->piece);
  s->gzip = twocs_is_gzip(s->piece, s->held);
  if (!s->gzip) return;
  twocs_inflate_open(&s->inflate, s->piece, s->held, MOST);
  s->inflate.more = piece_read;
  s->inflate.source = s;
  s->held = 0;
}

int twocs_stream_open(twocs_stream *s, const char *path) {
  s->message[0] = 0;
  s->file = fopen(path, "rb");
  if (!s->file) return -1;
  setvbuf(s->file, NULL, _IONBF, 0); /* pieces are large enough */
  start(s);
  return 0;
}

static void next_piece(twocs_stream *s) {
  s->given = 0;
  if (!s->gzip) {
    s->held = piece_read(s, &s->piece);
    return;
  }
  s->held = 0;
  if (twocs_inflate_next(&s->inflate, &s->piece, &s->held, s->message, sizeof s->message) < 0) s->failed = 1;
}

size_t twocs_stream_more(void *stream, char *buffer, size_t capacity) {
  twocs_stream *s = stream;
  if (s->given == s->held) next_piece(s);
  if (s->failed) {
    if (!s->message[0]) snprintf(s->message, sizeof s->message, "reading failed");
    return SIZE_MAX;
  }
  const size_t n = s->held - s->given < capacity ? s->held - s->given : capacity;
  memcpy(buffer, s->piece + s->given, n);
  s->given += n;
  return n;
}

int twocs_stream_rewind(void *stream) {
  twocs_stream *s = stream;
  if (fseek(s->file, 0, SEEK_SET)) return -1;
  start(s);
  return 0;
}

void twocs_stream_close(twocs_stream *s) {
  if (s->file) fclose(s->file);
  s->file = NULL;
}
