/* SPDX-License-Identifier: MIT */
/* A small JSON document (a model's configuration, never a trace) as a walk over its nodes, each with its
 * line. cJSON parses and owns the memory. This adds what a reader must report about a text: where it is
 * wrong, in one sentence, or that it is UTF-16, not UTF-8, too large, too deep, or has a number that no
 * double holds. The text must outlive the walk, which takes the lines and the digits of a number from it. */
#ifndef TWOCS_READ_DOCUMENT_H
#define TWOCS_READ_DOCUMENT_H
#include <stddef.h>

enum {
  TWOCS_DOCUMENT_DEPTH = 64,     /* objects and lists within each other */
  TWOCS_DOCUMENT_MOST = 4 << 20, /* bytes of text */
};

typedef enum twocs_document_kind {
  TWOCS_DOCUMENT_OBJECT,
  TWOCS_DOCUMENT_LIST,
  TWOCS_DOCUMENT_CLOSE, /* of the object or list that was opened last and is still open */
  TWOCS_DOCUMENT_TEXT,
  TWOCS_DOCUMENT_NUMBER,
  TWOCS_DOCUMENT_DIGITS, /* a whole number that no double holds exactly, such as an id: its digits are the
                            text */
  TWOCS_DOCUMENT_TRUE,
  TWOCS_DOCUMENT_FALSE,
  TWOCS_DOCUMENT_NULL,
} twocs_document_kind;

typedef struct twocs_document_node {
  twocs_document_kind kind;
  const char *key; /* in an object: ends in NUL; else NULL */
  size_t line;     /* of the key, where there is one, else of the value */
  const char *text;
  size_t length;
  double number;
} twocs_document_node;

typedef struct twocs_document {
  const char *text;
  size_t length, at, line; /* how far the walk has come in the text */
  struct cJSON *root, *next, *open[TWOCS_DOCUMENT_DEPTH];
  int depth;
} twocs_document;

/* Returns 0, or -1 and one sentence with its line in message; then there is nothing to close. */
int twocs_document_open(twocs_document *, const char *text, size_t length, char *message, size_t size);

/* The nodes in the order of the text: 1 and a node, 0 after the last, or -1 and a sentence. What a node
 * points to lives until the document is closed. */
int twocs_document_next(twocs_document *, twocs_document_node *, char *message, size_t size);

/* May be called more than once. */
void twocs_document_close(twocs_document *);
#endif
