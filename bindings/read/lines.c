/* SPDX-License-Identifier: MIT */
/* Lines, words and numbers of logs. The one thing to know: each is found in one walk to its end, so the time
 * of a reader that uses them is proportional to the length of the text. */
#include "lines.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST_LABEL = 32, LONGEST_COUNT = 18, LONGEST_NUMBER = 40 };

static int is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static int is_digit(char c) { return c >= '0' && c <= '9'; }

void twocs_tally_add(twocs_tally *tally, size_t line) {
  if (!tally->count++) tally->first = line;
}

int twocs_lines_fail(char *message, size_t size, size_t line, const char *format, ...) {
  va_list arguments;
  const int head = size ? snprintf(message, size, "line %zu: ", line) : 0;
  va_start(arguments, format);
  if (head > 0 && (size_t)head < size) vsnprintf(message + head, size - (size_t)head, format, arguments);
  va_end(arguments);
  return -1;
}

int twocs_lines_open(twocs_lines *lines, const char *text, size_t length, char *message, size_t size) {
  *lines = (twocs_lines){.text = text, .length = length};
  if (length >= 3 && !memcmp(text, "\xef\xbb\xbf", 3)) lines->at = 3;
  const char *nul = length ? memchr(text, 0, length) : NULL;
  if (length && !nul) return 0;
  size_t line = 1;
  for (const char *c = text; nul && c < nul; c++) line += *c == '\n';
  return twocs_lines_fail(message, size, line,
                          nul ? "a NUL byte: this is not a text file" : "the text is empty");
}

static twocs_slice trim(twocs_slice s) {
  while (s.length && is_blank(s.text[s.length - 1])) s.length--;
  while (s.length && is_blank(*s.text)) s.text++, s.length--;
  return s;
}

/* Removes a label such as "[1,0]<stdout>:" or "3: ". */
static twocs_slice unlabelled(twocs_slice s) {
  size_t at = 0;
  if (s.length && *s.text == '[') {
    const twocs_slice head = {s.text, s.length < LONGEST_LABEL ? s.length : LONGEST_LABEL};
    const char *end = twocs_slice_find(head, "]<std");
    if (end) end = memchr(end, ':', (size_t)(head.text + head.length - end));
    at = end ? (size_t)(end - s.text) + 1 : 0;
  } else {
    while (at < s.length && at < LONGEST_LABEL && is_digit(s.text[at])) at++;
    at = at && at + 1 < s.length && s.text[at] == ':' && s.text[at + 1] == ' ' ? at + 2 : 0;
  }
  return (twocs_slice){s.text + at, s.length - at};
}

int twocs_lines_next(twocs_lines *lines, twocs_slice *line) {
  if (lines->at >= lines->length) return 0;
  const char *from = lines->text + lines->at;
  const char *end = memchr(from, '\n', lines->length - lines->at);
  lines->whole = end != NULL;
  line->text = from;
  line->length = end ? (size_t)(end - from) : lines->length - lines->at;
  lines->at += line->length + (end != NULL);
  lines->line++;
  *line = trim(unlabelled(trim(*line)));
  return 1;
}

int twocs_lines_word(twocs_slice *rest, twocs_slice *word) {
  *rest = trim(*rest);
  word->text = rest->text;
  word->length = 0;
  while (word->length < rest->length && !is_blank(rest->text[word->length])) word->length++;
  rest->text += word->length;
  rest->length -= word->length;
  return word->length > 0;
}

int twocs_slice_is(twocs_slice s, const char *text) {
  return s.length == strlen(text) && (!s.length || !memcmp(s.text, text, s.length));
}

const char *twocs_slice_find(twocs_slice s, const char *text) {
  const size_t length = strlen(text);
  const char *end = s.text + s.length;
  for (const char *at = s.text; (size_t)(end - at) >= length; at++) {
    at = memchr(at, *text, (size_t)(end - at) - length + 1);
    if (!at) return NULL;
    if (!memcmp(at, text, length)) return at;
  }
  return NULL;
}

int twocs_count(twocs_slice word, double *value) {
  *value = 0;
  for (size_t i = 0; i < word.length; i++) {
    if (!is_digit(word.text[i]) || i >= LONGEST_COUNT) return 0;
    *value = *value * 10 + (word.text[i] - '0');
  }
  return word.length > 0;
}

static int is_none(twocs_slice word) {
  static const char *const none[] = {"N/A", "nan", "-nan", "inf", "-inf"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    if (twocs_slice_is(word, none[i])) return 1;
  return 0;
}

/* The exponent of the last digit of "12.50" or "1.2e+06"; the text is a number. */
static int last_digit(twocs_slice word) {
  int places = 0, fraction = 0, exponent = 0, sign = 1;
  size_t i = 0;
  for (; i < word.length && (word.text[i] | 0x20) != 'e'; i++) {
    places += fraction && is_digit(word.text[i]);
    fraction |= word.text[i] == '.';
  }
  for (i++; i < word.length; i++) {
    if (word.text[i] == '-') sign = -1;
    if (is_digit(word.text[i]) && exponent < 1000) exponent = exponent * 10 + (word.text[i] - '0');
  }
  return sign * exponent - places;
}

int twocs_rounded_read(twocs_slice word, twocs_unit unit, twocs_rounded *number) {
  *number = (twocs_rounded){(double)NAN, (double)NAN};
  if (is_none(word)) return 1;
  twocs_quantity quantity;
  if (!word.length || word.length > LONGEST_NUMBER || (!is_digit(*word.text) && !strchr("+-.", *word.text)))
    return 0;
  for (size_t i = 0; i < word.length; i++)
    if (!is_digit(word.text[i]) && !strchr("+-.eE", word.text[i])) return 0;
  if (twocs_quantity_parse(word.text, word.length, unit, NULL, &quantity, NULL, 0)) return 0;
  number->value = quantity.value;
  number->half = 0.5 * pow(10, last_digit(word) + unit.decade) * unit.factor;
  return 1;
}
