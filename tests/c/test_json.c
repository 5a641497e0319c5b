/* SPDX-License-Identifier: MIT */
/* The JSON scanner: what it accepts, what it reports about the rest, and that neither the pieces in which the
 * text comes nor a small buffer make a difference. */
#include "common.h"

#include "json.h"

typedef struct {
  const char *text;
  size_t length, at, piece;
} pieces;

static size_t piece_more(void *source, char *buffer, size_t capacity) {
  pieces *p = source;
  size_t n = p->length - p->at < p->piece ? p->length - p->at : p->piece;
  if (n > capacity) n = capacity;
  memcpy(buffer, p->text + p->at, n);
  p->at += n;
  return n;
}

/* The tokens of a text as a text; a bad one with its message. */
static char shown[1 << 16];

static void show(const char *text, size_t length, size_t piece, size_t capacity) {
  static const char *const marks[] = {"BAD ", "END", "{",  "}",    "[",     "]",
                                      "k:",   "s:",  "n:", "true", "false", "null"};
  pieces source = {text, length, 0, piece};
  char *buffer = malloc(capacity), *out = shown;
  twocs_json json;
  twocs_json_token token;
  assert_non_null(buffer);
  twocs_json_open(&json, buffer, capacity, piece_more, &source);
  do {
    token = twocs_json_next(&json);
    if (token == TWOCS_JSON_STRING && twocs_json_unescape(&json)) token = TWOCS_JSON_BAD;
    out += sprintf(out, "%s", marks[token]);
    if (token == TWOCS_JSON_BAD) out += sprintf(out, "%s", json.message);
    if (token == TWOCS_JSON_KEY || token == TWOCS_JSON_STRING || token == TWOCS_JSON_NUMBER)
      out += sprintf(out, "%.*s%s", (int)json.length, json.text, json.cut ? "~" : "");
    out += sprintf(out, " ");
  } while (token > TWOCS_JSON_END);
  free(buffer);
}

static void shows(const char *text, const char *expected) {
  show(text, strlen(text), 1 << 20, 1 << 16);
  assert_string_equal(shown, expected);
}

static void refuses(const char *text, const char *message) {
  show(text, strlen(text), 1 << 20, 1 << 16);
  const char *bad = strstr(shown, "BAD ");
  if (!bad || !strstr(bad, message)) fail_msg("%s\ngives: %s\nwant: %s", text, shown, message);
}

static void values_are_read(void **state) {
  (void)state;
  shows("{}", "{ } END ");
  shows(" [ ] ", "[ ] END ");
  shows("\xef\xbb\xbf[1]", "[ n:1 ] END ");
  shows("{\"a\": [1, -2.5e-3, \"b\", true, false, null], \"c\": {\"d\": {}}}",
        "{ k:a [ n:1 n:-2.5e-3 s:b true false null ] k:c { k:d { } } } END ");
  shows("0", "n:0 END ");
  shows("\"\"", "s: END ");
  shows("[NaN, Infinity, -Infinity, nan, inf, -inf, -nan]",
        "[ n:NaN n:Infinity n:-Infinity n:nan n:inf n:-inf n:-nan ] END ");
}

static void escapes_are_decoded(void **state) {
  (void)state;
  shows("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "s:\"\\/\b\f\n\r\t END ");
  shows("\"\\u0041\\u00e9\\u20AC\\ud83d\\ude00\"", "s:A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80 END ");
  shows("\"\\ud83d!\"", "s:\xef\xbf\xbd! END "); /* half a pair */
  refuses("\"\\x\"", "line 1: a string contains");
  refuses("\"\\u12g4\"", "line 1: a string contains");
  refuses("\"\\u12\"", "line 1: a string contains");
}

/* Both ends of each length of UTF-8 (RFC 3629, section 3) and of the surrogates (RFC 2781, section 2.1). */
static void code_points_at_the_ends_of_their_ranges(void **state) {
  (void)state;
  static const struct {
    const char *text, *utf8;
  } point[] = {{"\\u0001", "\x01"},
               {"\\u007f", "\x7f"},
               {"\\u0080", "\xc2\x80"},
               {"\\u07ff", "\xdf\xbf"},
               {"\\u0800", "\xe0\xa0\x80"},
               {"\\ud7ff", "\xed\x9f\xbf"},
               {"\\ue000", "\xee\x80\x80"},
               {"\\uFFFF", "\xef\xbf\xbf"},
               {"\\ud800\\udc00", "\xf0\x90\x80\x80"},
               {"\\ud800\\udfff", "\xf0\x90\x8f\xbf"},
               {"\\uDBFF\\uDC00", "\xf4\x8f\xb0\x80"},
               {"\\udbff\\udfff", "\xf4\x8f\xbf\xbf"},
               {"\\ud801\\udc37x", "\xf0\x90\x90\xb7x"}};
  char text[64], want[64];
  for (size_t i = 0; i < sizeof point / sizeof *point; i++) {
    snprintf(text, sizeof text, "\"%s\"", point[i].text);
    snprintf(want, sizeof want, "s:%s END ", point[i].utf8);
    shows(text, want);
  }
}

/* Half a pair becomes the replacement character, and what follows is read as if it stood alone. */
static void half_a_pair_is_replaced(void **state) {
  (void)state;
#define NOTHING "\xef\xbf\xbd"
  shows("\"\\ud800\"", "s:" NOTHING " END ");
  shows("\"\\udbffx\"", "s:" NOTHING "x END ");
  shows("\"\\udc00\"", "s:" NOTHING " END ");
  shows("\"\\udfff\\ud800\"", "s:" NOTHING NOTHING " END ");
  shows("\"\\ud83d\\u0041\"", "s:" NOTHING "A END ");
  shows("\"\\ud83d\\udbff\"", "s:" NOTHING NOTHING " END ");
  shows("\"\\ud83d\\ue000\"", "s:" NOTHING "\xee\x80\x80 END ");
  shows("\"\\ud83d\\ud83d\\ude00\"", "s:" NOTHING "\xf0\x9f\x98\x80 END ");
  shows("\"\\ud83d\\n1234\"", "s:" NOTHING "\n1234 END ");
  shows("\"\\ud83dude00\"", "s:" NOTHING "ude00 END ");
  shows("\"\\u0041\\udc00\"", "s:A" NOTHING " END ");
#undef NOTHING
}

static void wrong_texts_are_refused_with_their_line(void **state) {
  (void)state;
  refuses("", "line 1: the text ends where a value is expected: it is truncated");
  refuses("\n\n", "line 3: the text ends");
  refuses("{\"a\": 1,\n\"b\": 2,\n}", "line 3: found '}' where a key is expected");
  refuses("[1,\n2\n3]", "line 3: found '3' where ',' or ']' is expected");
  refuses("[1,]", "line 1: found ']' where a value is expected");
  refuses("{\"a\" 1}", "found '1' where ':' is expected");
  refuses("{a: 1}", "found 'a' where a key or '}' is expected");
  refuses("[1}", "found '}' where ',' or ']' is expected");
  refuses("{\"a\":1]", "found ']' where ',' or '}' is expected");
  refuses("[1]\n]", "line 2: found ']' where the end of the text is expected");
  refuses("[\"abc", "the text ends where the closing quote of a string is expected");
  refuses("[\"abc\n\"]", "byte 0x0a where the closing quote");
  refuses("[\"a\tb\"]", "byte 0x09 where the closing quote");
  refuses("[01]", "a number is malformed");
  refuses("[1.]", "a number is malformed");
  refuses("[.5]", "found '.' where a value");
  refuses("[+5]", "found '+' where a value");
  refuses("[1e]", "a number is malformed");
  refuses("[--1]", "a number is malformed");
  refuses("[tru]", "found 't' where a value is expected");
  refuses("[\x80]", "byte 0x80 where a value");
  refuses("\xff\xfe[\x01", "UTF-16");
  show("[\0]", 3, 9, 4096);
  assert_non_null(strstr(shown, "no text at all"));
  show("[ \0]", 4, 9, 4096);
  assert_non_null(strstr(shown, "byte 0x00 where a value"));
  show("[\"a\0\"]", 6, 9, 4096);
  assert_non_null(strstr(shown, "byte 0x00 where the closing quote"));
}

static void nesting_is_bounded(void **state) {
  (void)state;
  char text[200] = "";
  for (int i = 0; i < 64; i++) text[i] = '[', text[127 - i] = ']';
  show(text, 128, 200, 4096);
  assert_null(strstr(shown, "BAD"));
  memset(text, '[', 65);
  show(text, 65, 200, 4096);
  assert_non_null(strstr(shown, "more than 64 deep"));
}

/* With pieces down to one byte and the smallest buffer, the tokens are the same. */
static void pieces_make_no_difference(void **state) {
  (void)state;
  char text[6000], whole[sizeof shown];
  int n = sprintf(text, "{\"long\": \"");
  for (int i = 0; i < 480; i++) n += sprintf(text + n, "%c", 'a' + i % 26);
  n += sprintf(text + n, "\", \"escapes\": \"");
  for (int i = 0; i < 60; i++) n += sprintf(text + n, "\\u00e9\\n");
  n += sprintf(text + n, "\", \"numbers\": [");
  for (int i = 0; i < 200; i++) n += sprintf(text + n, "%s%d.%03de-%d", i ? ",\n " : "", i * 7919, i, i % 7);
  n += sprintf(text + n, "], \"words\": [true, false, null, NaN, -Infinity], \"x\": {\"y\": {}}}");
  show(text, (size_t)n, 1 << 20, 1 << 16);
  strcpy(whole, shown);
  assert_non_null(strstr(whole, "} END"));
  for (size_t piece = 1; piece < 40; piece++) {
    show(text, (size_t)n, piece, 1024 + piece);
    assert_string_equal(shown, whole);
  }
}

/* It is never longer than half the buffer, and it is marked as incomplete. */
static void a_very_long_text_keeps_its_beginning(void **state) {
  (void)state;
  enum { LONG = 100000 };
  char *text = malloc(LONG + 20);
  assert_non_null(text);
  const int head = sprintf(text, "[\"");
  memset(text + head, 'x', LONG);
  memcpy(text + head + 1000, "\\n\\u00e9", 8);
  memcpy(text + head + LONG, "\", 1]", 6);
  for (size_t piece = 1; piece < 3000; piece += 577) {
    pieces source = {text, strlen(text), 0, piece};
    char buffer[2048];
    twocs_json json;
    twocs_json_open(&json, buffer, sizeof buffer, piece_more, &source);
    assert_int_equal(twocs_json_next(&json), TWOCS_JSON_ARRAY);
    assert_int_equal(twocs_json_next(&json), TWOCS_JSON_STRING);
    assert_true(json.cut && json.length == 1024);
    assert_int_equal(twocs_json_next(&json), TWOCS_JSON_NUMBER);
    assert_true(json.length == 1 && *json.text == '1');
    assert_int_equal(twocs_json_next(&json), TWOCS_JSON_ARRAY_END);
    assert_int_equal(twocs_json_next(&json), TWOCS_JSON_END);
  }
  free(text);
}

/* The text after a cut is read from its first byte, wherever the text begins in the buffer. */
static void the_text_after_a_cut_is_read(void **state) {
  (void)state;
  char text[4000], buffer[2048];
  for (int before = 0; before < 40; before += 13)
    for (int length = 1000; length < 2300; length += 7) {
      char *end = text;
      memset(end, ' ', (size_t)before), end += before;
      end += sprintf(end, "[\"");
      memset(end, 'x', (size_t)length), end += length;
      end += sprintf(end, "\",12345678,true]");
      pieces source = {text, (size_t)(end - text), 0, sizeof buffer};
      twocs_json json;
      twocs_json_open(&json, buffer, sizeof buffer, piece_more, &source);
      assert_int_equal(twocs_json_next(&json), TWOCS_JSON_ARRAY);
      assert_int_equal(twocs_json_next(&json), TWOCS_JSON_STRING);
      assert_int_equal(json.length, json.cut ? 1024 : length);
      assert_int_equal(twocs_json_next(&json), TWOCS_JSON_NUMBER);
      if (json.length != 8 || memcmp(json.text, "12345678", 8) != 0)
        fail_msg("%d blanks, %d letters: %.*s", before, length, (int)json.length, json.text);
      assert_int_equal(twocs_json_next(&json), TWOCS_JSON_TRUE);
      assert_int_equal(twocs_json_next(&json), TWOCS_JSON_ARRAY_END);
      assert_int_equal(twocs_json_next(&json), TWOCS_JSON_END);
    }
}

/* A number at the end of the text, at any position in the buffer. */
static void a_number_may_be_the_end(void **state) {
  (void)state;
  for (size_t blanks = 0; blanks < 3000; blanks += 7) {
    char text[3100];
    memset(text, ' ', blanks);
    strcpy(text + blanks, "-12.5e3");
    show(text, blanks + 7, 1 + blanks % 11, 1024);
    assert_string_equal(shown, "n:-12.5e3 END ");
  }
}

static void unwanted_values_are_skipped(void **state) {
  (void)state;
  const char *text = "{\"a\": {\"b\": [1, {\"c\": []}]}, \"d\": 7}";
  pieces source = {text, strlen(text), 0, 3};
  char buffer[1024];
  twocs_json json;
  twocs_json_open(&json, buffer, sizeof buffer, piece_more, &source);
  assert_int_equal(twocs_json_next(&json), TWOCS_JSON_OBJECT);
  assert_int_equal(twocs_json_next(&json), TWOCS_JSON_KEY);
  assert_int_equal(twocs_json_skip(&json), 0);
  assert_int_equal(twocs_json_next(&json), TWOCS_JSON_KEY);
  assert_true(TWOCS_JSON_IS(&json, "d"));
  assert_int_equal(twocs_json_next(&json), TWOCS_JSON_NUMBER);
  assert_int_equal(twocs_json_skip(&json), 0); /* a number is over already */
  assert_int_equal(twocs_json_next(&json), TWOCS_JSON_OBJECT_END);
  assert_int_equal(twocs_json_next(&json), TWOCS_JSON_END);
}

static size_t failing_more(void *source, char *buffer, size_t capacity) {
  int *left = source;
  if ((*left)-- <= 0) return TWOCS_JSON_FAILED;
  memcpy(buffer, "[1, ", 4);
  return capacity > 4 ? 4 : capacity;
}

static void a_read_error_is_reported(void **state) {
  (void)state;
  int left = 1;
  char buffer[1024];
  twocs_json json;
  twocs_json_open(&json, buffer, sizeof buffer, failing_more, &left);
  while (twocs_json_next(&json) > TWOCS_JSON_END) {}
  assert_int_equal(json.token, TWOCS_JSON_BAD);
  assert_non_null(strstr(json.message, "line 1: reading the file failed"));
}

static void numbers_become_whole_ones(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int decimals;
    int64_t value;
  } good[] = {{"0", 3, 0},
              {"-0", 3, 0},
              {"4203669604595.407", 3, 4203669604595407},
              {"1.0005", 3, 1001},
              {"-1.0005", 3, -1001},
              {"1.00049", 3, 1000},
              {"1e3", 0, 1000},
              {"1.25e-3", 5, 125},
              {"1.5e3", 3, 1500000},
              {"0.0004999999999999999999999", 3, 0},
              {"0.0005", 3, 1},
              {"9223372036854775807", 0, 922337203685477580 * (int64_t)10 + 7},
              {"123456789012345678901234567890e-20", 0, 1234567890},
              {"1e-400", 3, 0},
              {"0e999999999999", 3, 0}};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    int64_t value = -7;
    assert_int_equal(twocs_fixed_parse(good[i].text, strlen(good[i].text), good[i].decimals, &value), 0);
    if (value != good[i].value) fail_msg("%s is %lld", good[i].text, (long long)value);
  }
  static const char *const bad[] = {
      "", "-", "x", "1x", "nan", "inf", "1.2.3", "1e400", "99999999999999999999", "0x10"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    int64_t value;
    if (!twocs_fixed_parse(bad[i], strlen(bad[i]), 0, &value))
      fail_msg("%s is %lld", bad[i], (long long)value);
  }
}

/* Compared with the C library, if a double holds the result exactly. */
static void numbers_agree_with_the_library(void **state) {
  (void)state;
  for (int i = 0; i < 100000; i++) {
    char text[40];
    int64_t value;
    const int64_t want = (int64_t)(random_bits() % 900000000000000);
    snprintf(text, sizeof text, "%lld.%03d", (long long)(want / 1000), (int)(want % 1000));
    assert_int_equal(twocs_fixed_parse(text, strlen(text), 3, &value), 0);
    assert_true(value == want);
    assert_true((int64_t)llround(strtod(text, NULL) * 1000) == value);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_are_read),
      cmocka_unit_test(escapes_are_decoded),
      cmocka_unit_test(code_points_at_the_ends_of_their_ranges),
      cmocka_unit_test(half_a_pair_is_replaced),
      cmocka_unit_test(wrong_texts_are_refused_with_their_line),
      cmocka_unit_test(nesting_is_bounded),
      cmocka_unit_test(pieces_make_no_difference),
      cmocka_unit_test(a_very_long_text_keeps_its_beginning),
      cmocka_unit_test(the_text_after_a_cut_is_read),
      cmocka_unit_test(a_number_may_be_the_end),
      cmocka_unit_test(unwanted_values_are_skipped),
      cmocka_unit_test(a_read_error_is_reported),
      cmocka_unit_test(numbers_become_whole_ones),
      cmocka_unit_test(numbers_agree_with_the_library),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
