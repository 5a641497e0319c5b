/* SPDX-License-Identifier: MIT
 *
 * JSON through cJSON. Before it parses, one pass over the text finds what cJSON would assume or misread: the
 * encoding, the depth of the text, strings that a line break or a NUL ends. Afterwards the walk goes through
 * the text and the tree in parallel, because the tree has neither lines nor digits. */
#include "document.h"
#include <cjson/cJSON.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(char *message, size_t size, size_t line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static int fail(char *message, size_t size, size_t line, const char *format, ...) {
  va_list arguments;
  const int length = snprintf(message, size, "line %zu: ", line);
  va_start(arguments, format);
  if (length >= 0 && (size_t)length < size)
    vsnprintf(message + length, size - (size_t)length, format, arguments);
  va_end(arguments);
  return -1;
}

/* Bytes of the UTF-8 character at the front of the text, or 0. */
static size_t character(const unsigned char *text, size_t length) {
  static const struct {
    unsigned char from, to, low, high, bytes; /* first byte; bounds of the second */
  } forms[] = {{0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
               {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
               {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    if (text[0] < forms[i].from || text[0] > forms[i].to) continue;
    if (forms[i].bytes > length) return 0;
    if (forms[i].bytes > 1 && (text[1] < forms[i].low || text[1] > forms[i].high)) return 0;
    for (size_t k = 2; k < forms[i].bytes; k++)
      if (text[k] < 0x80 || text[k] > 0xbf) return 0;
    return forms[i].bytes;
  }
  return 0;
}

static int is_utf16(const char *text, size_t length) {
  return length >= 2 &&
         (!memcmp(text, "\xff\xfe", 2) || !memcmp(text, "\xfe\xff", 2) || (!text[0] != !text[1]));
}

static int is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* Checks the whole text for everything that does not need the grammar. */
static int check(const char *text, size_t length, char *message, size_t size) {
  size_t line = 1, string = 0, filled = 0; /* string: the line where the open one began, 0 outside */
  int depth = 0;
  if (length > TWOCS_DOCUMENT_MOST)
    return fail(message, size, 1, "contains %zu bytes; a document may have at most %d", length,
                TWOCS_DOCUMENT_MOST);
  if (is_utf16(text, length)) return fail(message, size, 1, "is UTF-16; expected UTF-8");
  for (size_t at = length >= 3 && !memcmp(text, "\xef\xbb\xbf", 3) ? 3 : 0; at < length;) {
    const char c = text[at];
    const size_t bytes = character((const unsigned char *)text + at, length - at);
    if (!bytes) return fail(message, size, line, "byte 0x%02x is not UTF-8", (unsigned char)c);
    if ((unsigned char)c < 0x20 && !(is_blank(c) && !string)) {
      if (string && c == '\n') return fail(message, size, line, "a line ends inside a string");
      return fail(message, size, line, "byte 0x%02x %s", (unsigned char)c,
                  string ? "must be escaped in a string" : "is not allowed in JSON");
    }
    if (string && c == '\\') {
      if (length - at >= 6 && !memcmp(text + at, "\\u0000", 6))
        return fail(message, size, line, "a string contains \\u0000");
      at += at + 1 < length && text[at + 1] > 0x1f && text[at + 1] < 0x7f ? 2 : 1;
      continue;
    }
    if (c == '"') string = string ? 0 : line;
    if (!string && (c == '{' || c == '[') && ++depth > TWOCS_DOCUMENT_DEPTH)
      return fail(message, size, line, "objects and lists are nested more than %d deep",
                  TWOCS_DOCUMENT_DEPTH);
    if (!string && (c == '}' || c == ']')) depth--;
    line += c == '\n';
    filled |= !is_blank(c);
    at += bytes;
  }
  if (!filled) return fail(message, size, line, "is empty; expected JSON");
  if (string) return fail(message, size, string, "a string does not end");
  if (depth > 0)
    return fail(message, size, line, "the text ends inside an object or a list; it is truncated");
  return 0;
}

static int is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || strchr("+-._", c);
}

/* Whether the character before this place is where a key should be; there the parser stops one too late. */
static int is_no_key(const char *text, size_t at) {
  if (at < 2 || is_blank(text[at - 1]) || strchr("[{\"", text[at - 1])) return 0;
  for (at--; at > 0 && is_blank(text[at - 1]);) at--;
  return at > 0 && (text[at - 1] == ',' || text[at - 1] == '{');
}

/* Reports the text where the parser stopped: a whole word, or the text up to the next blank or comma. */
static int fail_at(const char *text, size_t length, size_t at, char *message, size_t size) {
  size_t line = 1, stop;
  if (at <= length && is_no_key(text, at)) at--;
  while (at < length && is_blank(text[at])) at++;
  while (at > 0 && at < length && is_word(text[at]) && is_word(text[at - 1])) at--;
  if (at >= length) at = length - 1; /* at the latest, the end is wrong */
  for (size_t i = 0; i < at; i++) line += text[i] == '\n';
  for (stop = at + 1; stop < length && stop < at + 40 && !is_blank(text[stop]) && text[stop] != ',';) stop++;
  while (stop < length && stop > at && (text[stop] & 0xc0) == 0x80) stop--; /* not within a character */
  return fail(message, size, line, "not JSON from here on: %.*s%s", (int)(stop - at), text + at,
              stop - at >= 40 ? "..." : "");
}

int twocs_document_open(twocs_document *document, const char *text, size_t length, char *message,
                        size_t size) {
  const char *end = NULL;
  memset(document, 0, sizeof *document);
  if (check(text, length, message, size)) return -1;
  char *copy = malloc(length + 1); /* cJSON may look at the byte after the text */
  if (!copy) return fail(message, size, 1, "there is no memory for it");
  memcpy(copy, text, length);
  copy[length] = 0;
  cJSON *root = cJSON_ParseWithLengthOpts(copy, length + 1, &end, 0);
  size_t at = end ? (size_t)(end - copy) : 0;
  free(copy);
  if (!root) return fail_at(text, length, at, message, size);
  while (at < length && is_blank(text[at])) at++;
  if (at < length) {
    cJSON_Delete(root);
    return fail_at(text, length, at, message, size);
  }
  document->text = text;
  document->length = length;
  document->at = length >= 3 && !memcmp(text, "\xef\xbb\xbf", 3) ? 3 : 0;
  document->line = 1;
  document->root = document->next = root;
  return 0;
}

void twocs_document_close(twocs_document *document) {
  cJSON_Delete(document->root);
  document->root = document->next = NULL;
  document->depth = 0;
}

/* The walk through the text: to the next token, and over a string. */
static void skip_to(twocs_document *document, const char *these) {
  for (; document->at < document->length && strchr(these, document->text[document->at]); document->at++)
    document->line += document->text[document->at] == '\n';
}

static void skip_string(twocs_document *document) {
  for (document->at++; document->at < document->length && document->text[document->at] != '"'; document->at++)
    document->at += document->text[document->at] == '\\';
  document->at++;
}

/* Counts digits. Numbers are checked against the rules of JSON here, because cJSON also accepts 007 and 1. */
static size_t digits(const char *text, size_t length) {
  size_t n = 0;
  while (n < length && text[n] >= '0' && text[n] <= '9') n++;
  return n;
}

static int is_number(const char *text, size_t length, int *whole) {
  size_t at = length > 0 && text[0] == '-', n = digits(text + at, length - at);
  if (!n || (n > 1 && text[at] == '0')) return 0;
  at += n;
  *whole = at == length;
  if (at < length && text[at] == '.') {
    if (!(n = digits(text + at + 1, length - at - 1))) return 0;
    at += 1 + n;
  }
  if (at < length && (text[at] == 'e' || text[at] == 'E')) {
    at++;
    at += at < length && (text[at] == '-' || text[at] == '+');
    if (!(n = digits(text + at, length - at))) return 0;
    at += n;
  }
  return at == length;
}

static int number(twocs_document *document, const cJSON *item, twocs_document_node *node, char *message,
                  size_t size) {
  const char *text = document->text + document->at;
  size_t length = 0;
  int whole = 0;
  while (length < document->length - document->at && text[length] && strchr("+-.0123456789eE", text[length]))
    length++;
  document->at += length;
  if (!is_number(text, length, &whole))
    return fail(message, size, document->line, "%.*s is not a JSON number", length < 40 ? (int)length : 40,
                text);
  node->kind = TWOCS_DOCUMENT_NUMBER;
  node->text = text;
  node->length = length;
  node->number = item->valuedouble;
  if (isinf(node->number))
    return fail(message, size, document->line, "%.*s is too large for a number",
                length < 40 ? (int)length : 40, text);
  if (whole && fabs(node->number) >= 0x1p53) {
    char exact[400];
    snprintf(exact, sizeof exact, "%.0f", node->number);
    if (strlen(exact) != length || memcmp(exact, text, length) != 0) node->kind = TWOCS_DOCUMENT_DIGITS;
  }
  return 1;
}

static int value(twocs_document *document, cJSON *item, twocs_document_node *node, char *message,
                 size_t size) {
  switch (item->type & 0xff) {
  case cJSON_Object:
  case cJSON_Array:
    node->kind = cJSON_IsObject(item) ? TWOCS_DOCUMENT_OBJECT : TWOCS_DOCUMENT_LIST;
    document->at++;
    document->open[document->depth++] = item;
    document->next = item->child;
    return 1;
  case cJSON_Number:
    return number(document, item, node, message, size);
  case cJSON_String:
    node->kind = TWOCS_DOCUMENT_TEXT;
    node->text = item->valuestring;
    node->length = strlen(item->valuestring);
    skip_string(document);
    return 1;
  default:
    node->kind = cJSON_IsTrue(item)    ? TWOCS_DOCUMENT_TRUE
                 : cJSON_IsFalse(item) ? TWOCS_DOCUMENT_FALSE
                                       : TWOCS_DOCUMENT_NULL;
    document->at += cJSON_IsFalse(item) ? 5 : 4;
    return 1;
  }
}

int twocs_document_next(twocs_document *document, twocs_document_node *node, char *message, size_t size) {
  cJSON *item = document->next;
  *node = (twocs_document_node){.kind = TWOCS_DOCUMENT_CLOSE};
  skip_to(document, item ? " \t\r\n," : " \t\r\n");
  node->line = document->line;
  if (!item) {
    if (!document->depth) return 0;
    document->depth--;
    document->next = document->depth ? document->open[document->depth]->next : NULL;
    document->at++;
    return 1;
  }
  document->next = document->depth ? item->next : NULL;
  if (document->depth && cJSON_IsObject(document->open[document->depth - 1])) {
    node->key = item->string;
    skip_string(document);
    skip_to(document, " \t\r\n:");
  }
  return value(document, item, node, message, size);
}
