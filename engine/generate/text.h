/* SPDX-License-Identifier: MIT
 *
 * The text of a formula as a list of words. The one thing to know: an identifier is a FUNCTION where "("
 * follows it, a CONSTANT where it begins with a capital letter, and otherwise a NAME. */
#ifndef GENERATE_TEXT_H
#define GENERATE_TEXT_H

#include <stddef.h>

enum kind { NAME, FUNCTION, CONSTANT, DIVISION };
typedef struct word {
  enum kind kind;
  const char *at;
  size_t length;
} word;

/* Moves *text after its next word; 0 if there is none left. Numbers and other signs are skipped. */
int word_next(const char **text, word *);
int word_is(const word *, const char *name);

/* A part of a text. */
typedef struct piece {
  const char *begin, *end;
} piece;
/* Removes the blanks and parentheses around it. */
piece piece_strip(piece);
int piece_is_name(const piece *, word *);
/* Where the call that begins at `name` ends, after its last parenthesis. */
const char *call_end(const char *name, const char *end);

/* One call and nothing more: its name and its arguments. */
enum { ARGUMENTS_MOST = 24 };
typedef struct call {
  word name;
  int arguments;
  piece argument[ARGUMENTS_MOST];
} call;
int call_read(const piece *, call *);

/* The functions that formulas may call, read from the text of a header, and how many divisions each does. */
enum { FUNCTIONS_MOST = 128 };
typedef struct function {
  char name[32];
  int divisions;
} function;
typedef struct functions {
  int count;
  function of[FUNCTIONS_MOST];
} functions;

/* Returns NULL, or what is wrong with the file. `text` is changed: its comments become blanks. */
const char *functions_read(char *text, functions *);
const function *function_find(const functions *, const word *);

#endif
