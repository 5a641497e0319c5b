/* SPDX-License-Identifier: MIT */
/* gzip by zlib. The one thing to know: the checksum of each text is checked at its end, so the pieces from
 * next() are reliable only when it has returned 0. */
#include "inflate.h"

#include <limits.h>
#include <stdio.h>

enum { BETWEEN, INSIDE, AFTER, BROKEN };
enum { GZIP_ONLY = 16 + MAX_WBITS };

int twocs_is_gzip(const char *text, size_t length) {
  return length >= 2 && text[0] == '\x1f' && text[1] == '\x8b';
}

static void *arena_give(void *opaque, unsigned items, unsigned size) {
  twocs_inflate *z = opaque;
  const size_t wanted = ((size_t)items * size + 15) / 16 * 16;
  if (wanted > TWOCS_INFLATE_ARENA - z->used) return NULL;
  char *given = z->arena + z->used;
  z->used += wanted;
  return given;
}

static void arena_take(void *opaque, void *given) {
  (void)opaque;
  (void)given;
}

void twocs_inflate_open(twocs_inflate *z, const char *text, size_t length, size_t most) {
  z->stream = (z_stream){.zalloc = arena_give, .zfree = arena_take, .opaque = z};
  z->rest = text;
  z->rest_length = length;
  z->used = z->total = 0;
  z->most = most;
  z->state = BETWEEN;
  z->more = NULL;
}

static int broken(twocs_inflate *z, char *message, size_t size, const char *sentence) {
  z->state = BROKEN;
  if (size) snprintf(message, size, "gzip: %s", sentence);
  return -1;
}

/* zlib counts in unsigned, so it gets a long text in parts. */
static void show_more(twocs_inflate *z) {
  if (z->stream.avail_in) return;
  if (!z->rest_length && z->more) z->rest_length = z->more(z->source, &z->rest);
  if (!z->rest_length) return;
  const size_t part = z->rest_length < UINT_MAX ? z->rest_length : UINT_MAX;
  z->stream.next_in = (z_const Bytef *)z->rest;
  z->stream.avail_in = (unsigned)part;
  z->rest += part;
  z->rest_length -= part;
}

/* At the start of a text, or after the last one. Returns 1: there is one; 0: none; -1: something else
 * follows. */
static int text_begin(twocs_inflate *z, char *message, size_t size) {
  show_more(z);
  if (!z->stream.avail_in) {
    if (!z->stream.state) return broken(z, message, size, "it is empty");
    z->state = AFTER;
    return 0;
  }
  if (z->stream.state && *z->stream.next_in != 0x1f)
    return broken(z, message, size, "the data after its end are not gzip");
  if (!z->stream.state ? inflateInit2(&z->stream, GZIP_ONLY) : inflateReset(&z->stream))
    return broken(z, message, size, "zlib cannot be started");
  z->state = INSIDE;
  return 1;
}

static int too_much(twocs_inflate *z, char *message, size_t size) {
  char sentence[120];
  snprintf(sentence, sizeof sentence, "it inflates to more than %zu MB", z->most / 1000000);
  if (z->most < 1000000) snprintf(sentence, sizeof sentence, "it inflates to more than %zu B", z->most);
  return broken(z, message, size, sentence);
}

/* Fills the buffer once. */
static int step(twocs_inflate *z, size_t *length, char *message, size_t size) {
  z->stream.next_out = (Bytef *)z->buffer;
  z->stream.avail_out = TWOCS_INFLATE_BUFFER;
  for (int code = Z_OK; z->stream.avail_out;) {
    show_more(z);
    const int starved = !z->stream.avail_in;
    code = inflate(&z->stream, Z_NO_FLUSH);
    if (code == Z_STREAM_END) {
      z->state = BETWEEN;
      break;
    }
    if (code == Z_OK) continue;
    if (starved && code == Z_BUF_ERROR)
      return broken(z, message, size, "it is incomplete: the file is truncated");
    return broken(z, message, size, code == Z_MEM_ERROR ? "zlib has no memory" : "its content is damaged");
  }
  *length = TWOCS_INFLATE_BUFFER - z->stream.avail_out;
  z->total += *length;
  return z->total > z->most ? too_much(z, message, size) : 1;
}

int twocs_inflate_next(twocs_inflate *z, const char **piece, size_t *length, char *message, size_t size) {
  *piece = z->buffer;
  *length = 0;
  while (z->state != AFTER) {
    if (z->state == BROKEN) return broken(z, message, size, "it is damaged");
    const int more = z->state == INSIDE ? 1 : text_begin(z, message, size);
    if (more <= 0) return more;
    if (step(z, length, message, size) < 0) return -1;
    if (*length) return 1;
  }
  return 0;
}
