/* SPDX-License-Identifier: MIT */
/* The JSON scanner. The one thing to know: zero bytes always follow the bytes that were read, so that the
 * inner loops need no bounds. If one of them stops a loop, refill() says whether the text goes on. */
#include "json.h"

#include <stdio.h>
#include <string.h>

enum { VALUE, FIRST_VALUE, FIRST_KEY, KEY, MEMBER, SEPARATOR, NOTHING };

enum { WORD = 8 }; /* bytes that the scanner of texts takes at once; zero bytes at the end */

static uint64_t repeated(unsigned char c) { return UINT64_C(0x0101010101010101) * c; }

/* Sets the top bit of each byte that is zero; exact up to the first one. */
static uint64_t zeros(uint64_t x) { return (x - repeated(1)) & ~x; }

/* The first byte that a text cannot hold as it is: a quote, a backslash, a control character. */
static const char *plain_end(const char *p) {
  for (uint64_t bytes, found;; p += WORD) {
    memcpy(&bytes, p, WORD);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    found = zeros(bytes ^ repeated('"')) | zeros(bytes ^ repeated('\\')) | ((bytes - repeated(' ')) & ~bytes);
    found &= repeated(0x80);
    if (found) return p + __builtin_ctzll(found) / 8;
  }
}

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static int is_numeric(char c) {
  return is_digit(c) || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
}

twocs_json_token twocs_json_refuse(twocs_json *json, const char *sentence) {
  if (json->token != TWOCS_JSON_BAD)
    snprintf(json->message, sizeof json->message, "line %llu: %s", (unsigned long long)json->line, sentence);
  json->text = "";
  json->length = 0;
  return json->token = TWOCS_JSON_BAD;
}

/* Reads on. The bytes from `keep` on stay, and move to the front of the buffer. 1, or 0 at the end of the
 * text. */
static int refill(twocs_json *json, size_t keep) {
  if (json->over) return 0;
  memmove(json->buffer, json->buffer + keep, json->end - keep);
  json->at -= keep;
  json->end -= keep;
  const size_t n = json->more(json->source, json->buffer + json->end, json->capacity - WORD - json->end);
  json->over = n == 0 || n == TWOCS_JSON_FAILED;
  if (n == TWOCS_JSON_FAILED) twocs_json_refuse(json, "reading the file failed");
  if (!json->over) json->end += n;
  memset(json->buffer + json->end, 0, WORD);
  return !json->over;
}

/* Refuses what the scanner has reached: the end of the text, or a byte. */
static twocs_json_token unexpected(twocs_json *json, const char *expected) {
  char sentence[120];
  const unsigned char c = (unsigned char)json->buffer[json->at];
  if (json->at == json->end)
    snprintf(sentence, sizeof sentence, "the text ends where %s is expected: it is truncated", expected);
  else if (c < ' ' || c >= 127)
    snprintf(sentence, sizeof sentence, "found byte 0x%02x where %s is expected", c, expected);
  else
    snprintf(sentence, sizeof sentence, "found '%c' where %s is expected", c, expected);
  return twocs_json_refuse(json, sentence);
}

/* The next byte that is not blank, 0 at the end of the text. */
static char next_byte(twocs_json *json) {
  for (;;) {
    const char *p = json->buffer + json->at;
    for (; *p == ' ' || *p == '\n' || *p == '\r' || *p == '\t'; p++) json->line += *p == '\n';
    json->at = (size_t)(p - json->buffer);
    if (*p || json->at < json->end) return *p;
    if (!refill(json, json->at)) return 0;
  }
}

void twocs_json_open(twocs_json *json, char *buffer, size_t capacity, twocs_json_more *more, void *source) {
  *json = (twocs_json){
      .more = more, .source = source, .buffer = buffer, .capacity = capacity, .text = "", .line = 1};
  json->token = TWOCS_JSON_NULL;
  json->wants = VALUE;
  memset(buffer, 0, WORD);
  while (json->end < 3 && refill(json, 0)) {}
  const unsigned char *head = (const unsigned char *)buffer;
  if (json->end >= 2 &&
      ((head[0] == 0xff && head[1] == 0xfe) || (head[0] == 0xfe && head[1] == 0xff) || !head[0] || !head[1]))
    twocs_json_refuse(json, "this is UTF-16 or no text at all: expected JSON in UTF-8");
  if (json->end >= 3 && !memcmp(head, "\xef\xbb\xbf", 3)) json->at = 3;
}

/* A quoted text; the scanner is after its first quote. */
static int text_read(twocs_json *json) {
  size_t start = json->at;
  json->escaped = json->cut = 0;
  for (;;) {
    const char *p = plain_end(json->buffer + json->at);
    json->at = (size_t)(p - json->buffer);
    if (*p == '"') break;
    if (*p == '\\' && json->at + 1 < json->end) {
      if (!strchr("\"\\/bfnrtu", p[1]) || !p[1]) return twocs_json_refuse(json, TWOCS_JSON_NO_ESCAPE), -1;
      json->escaped = 1;
      json->at += 2;
      continue;
    }
    if (*p != '\\' && json->at < json->end) return unexpected(json, "the closing quote of a string"), -1;
    const size_t half = json->capacity / 2;
    if (json->at - start > half) { /* keep what the caller may want, and go on after it */
      json->cut = 1;
      memmove(json->buffer + start + half, json->buffer + json->at, json->end - json->at);
      json->end -= json->at - start - half;
      json->at = start + half;
    }
    if (!refill(json, start)) return unexpected(json, "the closing quote of a string"), -1;
    start = 0;
  }
  json->text = json->buffer + start;
  json->length = json->cut ? json->capacity / 2 : json->at - start;
  json->at++;
  return 0;
}

static int digits(const char **p) {
  const char *start = *p;
  while (is_digit(**p)) ++*p;
  return *p > start;
}

/* The end of a number as RFC 8259 defines it, or NULL. The byte after it cannot belong to a number. */
static const char *number_end(const char *p) {
  p += *p == '-';
  if (*p == '0')
    p++;
  else if (!digits(&p))
    return NULL;
  if (*p == '.' && (++p, !digits(&p))) return NULL;
  if (*p == 'e' || *p == 'E') {
    p++;
    p += *p == '-' || *p == '+';
    if (!digits(&p)) return NULL;
  }
  return is_numeric(*p) ? NULL : p;
}

/* Reads on until the whole number is in the buffer; 0, or -1. */
static int number_complete(twocs_json *json) {
  for (size_t n = 0;;) {
    while (is_numeric(json->buffer[json->at + n])) n++;
    if (json->at + n < json->end) return 0;
    if (n > json->capacity / 2) return twocs_json_refuse(json, "a number with too many digits"), -1;
    if (!refill(json, json->at)) return json->token == TWOCS_JSON_BAD ? -1 : 0;
  }
}

static twocs_json_token number_read(twocs_json *json) {
  const char *end = number_end(json->buffer + json->at);
  if (!end || !*end) {
    if (number_complete(json)) return TWOCS_JSON_BAD;
    end = number_end(json->buffer + json->at);
  }
  if (!end) return twocs_json_refuse(json, "a number is malformed");
  json->text = json->buffer + json->at;
  json->length = (size_t)(end - json->text);
  json->at += json->length;
  return TWOCS_JSON_NUMBER;
}

/* Reads a word; the scanner is on its first letter, or on the - of -inf. */
static twocs_json_token word_read(twocs_json *json) {
  static const struct {
    const char *word;
    twocs_json_token token;
  } words[] = {{"true", TWOCS_JSON_TRUE},  {"false", TWOCS_JSON_FALSE},      {"null", TWOCS_JSON_NULL},
               {"NaN", TWOCS_JSON_NUMBER}, {"Infinity", TWOCS_JSON_NUMBER},  {"nan", TWOCS_JSON_NUMBER},
               {"inf", TWOCS_JSON_NUMBER}, {"-Infinity", TWOCS_JSON_NUMBER}, {"-inf", TWOCS_JSON_NUMBER},
               {"-nan", TWOCS_JSON_NUMBER}};
  while (json->end - json->at < 10 && refill(json, json->at)) {}
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    const size_t length = strlen(words[i].word);
    if (strncmp(json->buffer + json->at, words[i].word, length) != 0) continue;
    json->text = json->buffer + json->at;
    json->length = length;
    json->at += length;
    return words[i].token;
  }
  return unexpected(json, "a value");
}

static void push(twocs_json *json, int is_array) {
  json->arrays = json->arrays << 1 | (unsigned)is_array;
  json->depth++;
}

static int after_value(const twocs_json *json) { return json->depth ? SEPARATOR : NOTHING; }

static twocs_json_token open_container(twocs_json *json, int is_array) {
  if (json->depth == TWOCS_JSON_DEPTH) return twocs_json_refuse(json, "containers nest more than 64 deep");
  json->at++;
  push(json, is_array);
  json->wants = is_array ? FIRST_VALUE : FIRST_KEY;
  return is_array ? TWOCS_JSON_ARRAY : TWOCS_JSON_OBJECT;
}

static twocs_json_token close_container(twocs_json *json) {
  const int was_array = json->arrays & 1;
  json->at++;
  json->arrays >>= 1;
  json->depth--;
  json->wants = after_value(json);
  return was_array ? TWOCS_JSON_ARRAY_END : TWOCS_JSON_OBJECT_END;
}

static twocs_json_token value_read(twocs_json *json, char c) {
  twocs_json_token token;
  if (c == '"') {
    json->at++;
    token = text_read(json) ? TWOCS_JSON_BAD : TWOCS_JSON_STRING;
  } else if (c == '{' || c == '[') {
    return open_container(json, c == '[');
  } else if (is_digit(c) || c == '-') {
    while (json->end - json->at < 2 && refill(json, json->at)) {}
    const char second = json->buffer[json->at + (json->end > json->at)];
    token =
        c == '-' && (second == 'I' || second == 'i' || second == 'n') ? word_read(json) : number_read(json);
  } else {
    token = word_read(json);
  }
  json->wants = after_value(json);
  return token;
}

static twocs_json_token key_read(twocs_json *json) {
  json->at++;
  if (text_read(json)) return TWOCS_JSON_BAD;
  json->wants = MEMBER;
  return TWOCS_JSON_KEY;
}

static twocs_json_token scan(twocs_json *json) {
  char c = next_byte(json);
  if (json->token == TWOCS_JSON_BAD) return TWOCS_JSON_BAD;
  if (json->wants == SEPARATOR) {
    const int in_array = json->arrays & 1;
    if (c == (in_array ? ']' : '}')) return close_container(json);
    if (c != ',') return unexpected(json, in_array ? "',' or ']'" : "',' or '}'");
    json->at++;
    c = next_byte(json);
    json->wants = in_array ? VALUE : KEY;
  }
  switch (json->wants) {
  case MEMBER:
    if (c != ':') return unexpected(json, "':'");
    json->at++;
    return value_read(json, next_byte(json));
  case FIRST_KEY:
    if (c == '}') return close_container(json);
    return c == '"' ? key_read(json) : unexpected(json, "a key or '}'");
  case KEY:
    return c == '"' ? key_read(json) : unexpected(json, "a key");
  case FIRST_VALUE:
    return c == ']' ? close_container(json) : value_read(json, c);
  case VALUE:
    return value_read(json, c);
  default:
    return json->at == json->end ? TWOCS_JSON_END : unexpected(json, "the end of the text");
  }
}

twocs_json_token twocs_json_next(twocs_json *json) {
  if (json->token == TWOCS_JSON_BAD) return TWOCS_JSON_BAD;
  return json->token = scan(json);
}

int twocs_json_skip(twocs_json *json) {
  if (json->token == TWOCS_JSON_KEY) twocs_json_next(json);
  if (json->token == TWOCS_JSON_OBJECT || json->token == TWOCS_JSON_ARRAY)
    for (const int depth = json->depth; json->depth >= depth && twocs_json_next(json);) {}
  return json->token == TWOCS_JSON_BAD ? -1 : 0;
}
