/* SPDX-License-Identifier: MIT */
/* The JSON reader: the nodes of a text in order with their lines, and what it reports about a text that is
 * not JSON. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "linear_time.h"

static char message[400];

/* The whole walk as a line of words: {, [, ), key=, value, @line if it has changed. */
static const char *walk(const char *text, size_t length) {
  static char out[2000];
  size_t line = 1, n = 0;
  int more;
  twocs_document document;
  twocs_document_node node;
  char *copy = malloc(length + 1); /* no byte longer: a sanitizer sees any byte read after it */
  assert_non_null(copy);
  memcpy(copy, text, length);
  copy = realloc(copy, length ? length : 1);
  message[0] = out[0] = 0;
  if (twocs_document_open(&document, copy, length, message, sizeof message)) {
    free(copy);
    return message;
  }
  while ((more = twocs_document_next(&document, &node, message, sizeof message)) > 0) {
    assert_true(n < sizeof out - 200);
    if (node.line != line) n += (size_t)sprintf(out + n, "@%zu ", line = node.line);
    if (node.key) n += (size_t)sprintf(out + n, "%.90s=", node.key);
    switch (node.kind) {
    case TWOCS_DOCUMENT_OBJECT:
      n += (size_t)sprintf(out + n, "{ ");
      break;
    case TWOCS_DOCUMENT_LIST:
      n += (size_t)sprintf(out + n, "[ ");
      break;
    case TWOCS_DOCUMENT_CLOSE:
      n += (size_t)sprintf(out + n, ") ");
      break;
    case TWOCS_DOCUMENT_NUMBER:
      n += (size_t)sprintf(out + n, "%.17g ", node.number);
      break;
    case TWOCS_DOCUMENT_TEXT:
    case TWOCS_DOCUMENT_DIGITS:
      n += (size_t)sprintf(out + n, "%c%.*s ", node.kind == TWOCS_DOCUMENT_TEXT ? '\'' : '#',
                           (int)node.length, node.text);
      break;
    default:
      n += (size_t)sprintf(out + n, "%s ",
                           node.kind == TWOCS_DOCUMENT_TRUE    ? "true"
                           : node.kind == TWOCS_DOCUMENT_FALSE ? "false"
                                                               : "null");
    }
  }
  twocs_document_close(&document);
  twocs_document_close(&document);
  free(copy);
  return more < 0 ? message : out;
}

static void is(const char *text, const char *want) { assert_string_equal(walk(text, strlen(text)), want); }

static void values_come_in_order_with_their_lines(void **state) {
  (void)state;
  is("{}", "{ ) ");
  is("[]", "[ ) ");
  is(" 7 ", "7 ");
  is("\"a\"", "'a ");
  is("null", "null ");
  is("{\"a\": 1,\r\n \"b\": [1.5, -2e3,\n true , false,null],\n\"c\":{\"d\" :\n{}}}\n",
     "{ a=1 @2 b=[ 1.5 -2000 @3 true false null ) @4 c={ d={ @5 ) ) ) ");
  is("[false\n,true\n,null\n,7\n,\"x\"\n,[]\n,{}\n,1]",
     "[ false @2 true @3 null @4 7 @5 'x @6 [ ) @7 { ) @8 1 ) ");
  is("[[],[{}],\n{\"x\":[]}]", "[ [ ) [ { ) ) @2 { x=[ ) ) ) ");
  is("\xef\xbb\xbf\n{\"a\":1}", "@2 { a=1 ) ");
  is("{\"\":\"\", \"a\\\"b\":\"c\\\\\", \"\\u00e9\":\"{[,:]}\"}", "{ =' a\"b='c\\ \xc3\xa9='{[,:]} ) ");
}

static void a_number_is_exact_or_its_digits(void **state) {
  (void)state;
  is("[9007199254740992, 9007199254740993, -9007199254740993]", "[ 9007199254740992 #9007199254740993 "
                                                                "#-9007199254740993 ) ");
  is("[1152921504606846976, 12345678901234567]", "[ 1.152921504606847e+18 #12345678901234567 ) ");
  is("[1e22, 1e300, 0.1, -0, 0e0, 1E+2]", "[ 1e+22 1.0000000000000001e+300 0.10000000000000001 -0 0 100 ) ");
  is("[1e400]", "line 1: 1e400 is too large for a number");
  is("[\n-1e999]", "line 2: -1e999 is too large for a number");
  is("[1e-999]", "[ 0 ) ");
}

static void syntax_that_json_lacks_is_refused(void **state) {
  (void)state;
  is("[007]", "line 1: 007 is not a JSON number");
  is("[1.]", "line 1: 1. is not a JSON number");
  is("[-.5]", "line 1: -.5 is not a JSON number");
  is("[1e]", "line 1: not JSON from here on: 1e]");
  is("[0x10]", "line 1: not JSON from here on: 0x10]");
  is("[1-2]", "line 1: not JSON from here on: 1-2]");
  is("[NaN]", "line 1: not JSON from here on: NaN]");
  is("[1,]", "line 1: not JSON from here on: ]");
  is("{\"a\":1,}", "line 1: not JSON from here on: }");
  is("[{\"a\":1,\n}, 2]", "line 2: not JSON from here on: }");
  is("{,}", "line 1: not JSON from here on: ,}");
  is("{\"a\" 1}", "line 1: not JSON from here on: 1}");
  is("{a:1}", "line 1: not JSON from here on: a:1}");
  is("{'a':1}", "line 1: not JSON from here on: 'a':1}");
  is("{\n\"a\": 1\n\"b\": 2}", "line 3: not JSON from here on: \"b\":");
  is("{\"a\":tru}", "line 1: not JSON from here on: tru}");
  is("{} {}", "line 1: not JSON from here on: {}");
  is("[\"\\x\"]", "line 1: not JSON from here on: \\x\"]");
  is("// a remark\n{}", "line 1: not JSON from here on: //");
}

static void a_text_that_was_cut_off(void **state) {
  (void)state;
  const char *whole = "{\"model_type\": \"llama\", \"a\": [1, {\"b\": true}], \"c\": \"\\u00e9\"}";
  for (size_t length = 0; length < strlen(whole); length++) {
    const char *said = walk(whole, length);
    if (strncmp(said, "line 1: ", 8) != 0) fail_msg("after %zu bytes: %s", length, said);
  }
  is("{\"a\": 1", "line 1: the text ends inside an object or a list; it is truncated");
  is("{\"a\": \"b", "line 1: a string does not end");
  is("tr", "line 1: not JSON from here on: tr");
}

static void texts_that_are_not_json_are_refused(void **state) {
  (void)state;
  is("", "line 1: is empty; expected JSON");
  is(" \n\n ", "line 3: is empty; expected JSON");
  is("\xef\xbb\xbf", "line 1: is empty; expected JSON");
  is("\xff\xfe{", "line 1: is UTF-16; expected UTF-8");
  is("\xfe\xff{", "line 1: is UTF-16; expected UTF-8");
  assert_string_equal(walk("{\0}\0", 4), "line 1: is UTF-16; expected UTF-8");
  assert_string_equal(walk("{ \0}", 4), "line 1: byte 0x00 is not allowed in JSON");
  assert_string_equal(walk("[\"a\0b\"]", 7), "line 1: byte 0x00 must be escaped in a string");
  is("[\n\"a\\u0000b\"]", "line 2: a string contains \\u0000");
  is("[\"\\\\u0000\"]", "[ '\\u0000 ) ");
  is("[\"a\nb\"]", "line 1: a line ends inside a string");
  is("[\"a\tb\"]", "line 1: byte 0x09 must be escaped in a string");
  is("[\"\xe9\"]", "line 1: byte 0xe9 is not UTF-8");
  is("[\"\xc0\x80\"]", "line 1: byte 0xc0 is not UTF-8");
  is("[\"\xed\xa0\x80\"]", "line 1: byte 0xed is not UTF-8");
  is("[\"\xf4\x90\x80\x80\"]", "line 1: byte 0xf4 is not UTF-8");
  is("[\"\\ud800\"]", "line 1: not JSON from here on: \\ud800\"]");
  is("\x1f\x8b\x08", "line 1: byte 0x1f is not allowed in JSON");
}

static void depth_is_bounded(void **state) {
  (void)state;
  char text[2 * TWOCS_DOCUMENT_DEPTH + 4];
  memset(text, '[', sizeof text);
  assert_string_equal(walk(text, sizeof text), "line 1: objects and lists are nested more than 64 deep");
  memset(text + TWOCS_DOCUMENT_DEPTH, ']', TWOCS_DOCUMENT_DEPTH);
  const char *said = walk(text, (size_t)2 * TWOCS_DOCUMENT_DEPTH);
  if (strncmp(said, "[ [ [ ", 6) != 0) fail_msg("%s", said);
}

static size_t count_nodes(const char *text, size_t length) {
  twocs_document document;
  twocs_document_node node;
  size_t nodes = 0;
  if (twocs_document_open(&document, text, length, message, sizeof message)) return 0;
  while (twocs_document_next(&document, &node, message, sizeof message) > 0) nodes++;
  twocs_document_close(&document);
  return nodes;
}

/* The beginning of the text, with its brackets closed. */
static void walk_beginning(const char *text, size_t length) {
  char *copy = malloc(length);
  assert_non_null(copy);
  memcpy(copy, text, length);
  copy[length - 2] = ' ', copy[length - 1] = ']';
  assert_int_equal(count_nodes(copy, length), length / 2 + 1);
  free(copy);
}

/* A text with the maximum number of bytes, made of the smallest values. */
static void size_is_bounded_and_time_linear(void **state) {
  (void)state;
  const size_t length = TWOCS_DOCUMENT_MOST;
  char *text = malloc(length + 1);
  assert_non_null(text);
  for (size_t i = 0; i < length; i++) text[i] = i % 2 ? '1' : ',';
  text[0] = '[', text[length - 1] = ']', text[length] = ' ';
  text[length - 2] = ' ';
  twocs_document document;
  assert_int_equal(count_nodes(text, length), length / 2 + 1);
  assert_linear(walk_beginning, text, length / 16);
  assert_int_equal(twocs_document_open(&document, text, length + 1, message, sizeof message), -1);
  assert_string_equal(message, "line 1: contains 4194305 bytes; a document may have at most 4194304");
  free(text);
}

static void a_short_message_is_cut(void **state) {
  (void)state;
  char small[10];
  twocs_document document;
  assert_int_equal(twocs_document_open(&document, "{", 1, small, sizeof small), -1);
  assert_string_equal(small, "line 1: t");
  assert_int_equal(twocs_document_open(&document, "{", 1, small, 4), -1);
  assert_string_equal(small, "lin");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_come_in_order_with_their_lines),
      cmocka_unit_test(a_number_is_exact_or_its_digits),
      cmocka_unit_test(syntax_that_json_lacks_is_refused),
      cmocka_unit_test(a_text_that_was_cut_off),
      cmocka_unit_test(texts_that_are_not_json_are_refused),
      cmocka_unit_test(depth_is_bounded),
      cmocka_unit_test(size_is_bounded_and_time_linear),
      cmocka_unit_test(a_short_message_is_cut),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
