/* SPDX-License-Identifier: MIT */
/* Shared by the tests of the trace reader: a text that comes in pieces, once or as often as it is read. In it
 * ' stands for ", for readability. */
#ifndef TRACE_TEXT_H
#define TRACE_TEXT_H
#include "common.h"

#include "trace.h"

typedef struct {
  const char *text;
  size_t length, at, piece;
  int may_rewind, readings;
} pieces;

static inline size_t piece_more(void *source, char *buffer, size_t capacity) {
  pieces *p = source;
  size_t n = p->length - p->at < p->piece ? p->length - p->at : p->piece;
  if (n > capacity) n = capacity;
  for (size_t i = 0; i < n; i++) buffer[i] = p->text[p->at + i] == '\'' ? '"' : p->text[p->at + i];
  p->at += n;
  return n;
}

static inline int piece_rewind(void *source) {
  pieces *p = source;
  if (!p->may_rewind) return -1;
  p->at = 0;
  p->readings++;
  return 0;
}

static char message[300];

static inline int read_pieces(twocs_trace *trace, const char *text, size_t length, size_t piece,
                              int may_rewind) {
  pieces source = {text, length, 0, piece, may_rewind, 1};
  const twocs_trace_source from = {piece_more, piece_rewind, &source};
  return twocs_trace_read(trace, &from, message, sizeof message);
}
#endif
