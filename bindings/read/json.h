/* SPDX-License-Identifier: MIT */
/* JSON, token by token, from bytes that come in pieces. Nothing here allocates and no document is built: the
 * caller lends a buffer, asks for the next token, and skips what it does not want. The one thing to know: a
 * token's text lies in that buffer and lasts until the next token is asked for.
 *
 * It is as strict as RFC 8259, so that damaged or truncated text is noticed, except that it accepts NaN,
 * Infinity, nan and inf, which Python and printf write. A byte order mark is skipped; containers nest at most
 * 64 deep. A string longer than half the buffer keeps its beginning and is marked as cut. */
#ifndef TWOCS_READ_JSON_H
#define TWOCS_READ_JSON_H
#include <stddef.h>
#include <stdint.h>

typedef enum {
  TWOCS_JSON_BAD, /* message says why, with its line; every later token is bad too */
  TWOCS_JSON_END, /* the text held one value, and that is over */
  TWOCS_JSON_OBJECT,
  TWOCS_JSON_OBJECT_END,
  TWOCS_JSON_ARRAY,
  TWOCS_JSON_ARRAY_END,
  TWOCS_JSON_KEY,
  TWOCS_JSON_STRING,
  TWOCS_JSON_NUMBER,
  TWOCS_JSON_TRUE,
  TWOCS_JSON_FALSE,
  TWOCS_JSON_NULL
} twocs_json_token;

enum { TWOCS_JSON_DEPTH = 64 };

/* Writes at most capacity bytes and returns how many: 0 at the end of the text, or TWOCS_JSON_FAILED if
 * reading fails. */
typedef size_t twocs_json_more(void *source, char *buffer, size_t capacity);
#define TWOCS_JSON_FAILED ((size_t)-1)

typedef struct twocs_json {
  twocs_json_more *more;
  void *source;
  char *buffer;
  size_t capacity, at, end;
  const char *text; /* of a key, a string or a number: as in the text, without the quotes */
  size_t length;
  int escaped, cut; /* the string holds escapes; its end is missing */
  twocs_json_token token;
  uint64_t line;
  uint64_t arrays; /* the containers around, innermost in bit 0: is it an array? */
  int depth, wants, over;
  char message[200];
} twocs_json;

/* capacity: at least 1024. more gives the text. */
void twocs_json_open(twocs_json *, char *buffer, size_t capacity, twocs_json_more *more, void *source);

twocs_json_token twocs_json_next(twocs_json *);

/* Skips the value whose first token was just read, or that follows the key just read. Returns 0, or -1 if the
 * text is bad. */
int twocs_json_skip(twocs_json *);

/* Replaces the escapes in the text of a key or string, which only gets shorter. 0, or -1 if one is
 * invalid. */
int twocs_json_unescape(twocs_json *);

/* The number just read times 10^decimals, rounded half away from zero. 0, or -1 if it does not fit an
 * int64_t. */
int twocs_json_fixed(const twocs_json *, int decimals, int64_t *value);
int twocs_fixed_parse(const char *text, size_t length, int decimals, int64_t *value);

#define TWOCS_JSON_NO_ESCAPE "a string contains an invalid escape sequence"

/* The caller rejects the text: the token becomes BAD, with this sentence and the line. */
twocs_json_token twocs_json_refuse(twocs_json *, const char *sentence);

static inline int twocs_json_is(const twocs_json *json, const char *word, size_t length) {
  return json->length == length && !__builtin_memcmp(json->text, word, length);
}
/* Is the token's text this literal? */
#define TWOCS_JSON_IS(json, literal) twocs_json_is(json, literal, sizeof(literal) - 1)
#endif
