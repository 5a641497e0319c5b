/* SPDX-License-Identifier: MIT */
/* gzip: what zlib writes is read completely, as one text or several. What was cut off, damaged or appended is
 * refused with a sentence, and so is more than the caller wants to hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "inflate.h"

enum { MOST = 1 << 20, GZIP_FORMAT = 16 + MAX_WBITS };

typedef struct {
  size_t length;
  char text[MOST];
} buffer;

static buffer zipped, whole;
static twocs_inflate z;
static char message[200];

static void zip(const char *text, size_t length) {
  z_stream s = {.next_in = (z_const Bytef *)text, .avail_in = (unsigned)length};
  assert_int_equal(deflateInit2(&s, 9, Z_DEFLATED, GZIP_FORMAT, 8, Z_DEFAULT_STRATEGY), Z_OK);
  s.next_out = (Bytef *)zipped.text + zipped.length;
  s.avail_out = (unsigned)(MOST - zipped.length);
  assert_int_equal(deflate(&s, Z_FINISH), Z_STREAM_END);
  zipped.length += s.total_out;
  assert_int_equal(deflateEnd(&s), Z_OK);
}

static int unzip(size_t length, size_t most) {
  const char *piece;
  size_t n;
  int code;
  message[0] = 0;
  whole.length = 0;
  twocs_inflate_open(&z, zipped.text, length, most);
  while ((code = twocs_inflate_next(&z, &piece, &n, message, sizeof message)) > 0) {
    assert_true(n > 0 && n <= sizeof whole.text - whole.length);
    memcpy(whole.text + whole.length, piece, n);
    whole.length += n;
  }
  return code;
}

static int setup(void **state) {
  (void)state;
  zipped.length = 0;
  return 0;
}

static void a_compressed_text_is_restored(void **state) {
  (void)state;
  static char text[300000];
  for (size_t i = 0; i < sizeof text; i++) text[i] = (char)('a' + i * i % 23);
  zip(text, sizeof text);
  assert_true(twocs_is_gzip(zipped.text, zipped.length));
  assert_false(twocs_is_gzip("\x1f", 1));
  assert_int_equal(unzip(zipped.length, MOST), 0);
  assert_int_equal(whole.length, sizeof text);
  assert_memory_equal(whole.text, text, sizeof text);
}

static void texts_behind_each_other_are_one(void **state) {
  (void)state;
  zip("a,b\n", 4);
  zip("", 0);
  zip("1,2\n", 4);
  assert_int_equal(unzip(zipped.length, MOST), 0);
  assert_int_equal(whole.length, 8);
  assert_memory_equal(whole.text, "a,b\n1,2\n", 8);
}

static void a_text_cut_anywhere_is_refused(void **state) {
  (void)state;
  zip("size,time\n1,2\n3,4\n", 18);
  assert_int_equal(unzip(0, MOST), -1);
  assert_string_equal(message, "gzip: it is empty");
  for (size_t length = 1; length < zipped.length; length++) {
    assert_int_equal(unzip(length, MOST), -1);
    assert_string_equal(message, "gzip: it is incomplete: the file is truncated");
  }
}

static void damage_is_refused(void **state) {
  (void)state;
  zip("size,time\n1,2\n3,4\n", 18);
  int harmless = 0;
  const size_t behind_head = 10; /* flags and times in the head do not matter here */
  for (size_t at = behind_head; at < zipped.length; at++) {
    const char *piece;
    size_t n;
    zipped.text[at] ^= 0x10;
    const int code = unzip(zipped.length, MOST);
    assert_int_equal(twocs_inflate_next(&z, &piece, &n, NULL, 0), code);
    if (code)
      assert_memory_equal(message, "gzip: it", 8);
    else /* a bit of padding in the last byte */
      assert_true(++harmless == 1 && whole.length == 18);
    zipped.text[at] ^= 0x10;
  }
  memcpy(zipped.text + zipped.length, "more", 4);
  assert_int_equal(unzip(zipped.length + 4, MOST), -1);
  assert_string_equal(message, "gzip: the data after its end are not gzip");
}

static void a_bomb_is_refused(void **state) {
  (void)state;
  const size_t length = 64 << 20;
  char *zeros = calloc(length, 1);
  assert_non_null(zeros);
  zip(zeros, length);
  free(zeros);
  assert_true(zipped.length < 100000);
  assert_int_equal(unzip(zipped.length, 900000), -1);
  assert_string_equal(message, "gzip: it inflates to more than 900000 B");
  char *sentence = malloc(64);
  assert_non_null(sentence);
  const char *piece;
  size_t n, total = 0;
  twocs_inflate_open(&z, zipped.text, zipped.length, 32000000);
  int code;
  while ((code = twocs_inflate_next(&z, &piece, &n, sentence, 64)) > 0) total += n;
  assert_int_equal(code, -1);
  assert_true(total <= 32000000);
  assert_string_equal(sentence, "gzip: it inflates to more than 32 MB");
  free(sentence);
}

/* zlib gets its memory from the arena. If the arena is used up, an error says so, before or after the start,
 * and the text is never mistaken for an empty one. */
static void a_lack_of_memory_in_zlib_is_reported(void **state) {
  (void)state;
  const char *piece;
  size_t n;
  zip("some text", 9);
  for (size_t used = 0; used <= TWOCS_INFLATE_ARENA; used += 1024) {
    twocs_inflate_open(&z, zipped.text, zipped.length, MOST);
    z.used = used;
    message[0] = 0;
    const int code = twocs_inflate_next(&z, &piece, &n, message, sizeof message);
    if (used == 0) assert_true(code == 1 && n == 9);
    if (used == TWOCS_INFLATE_ARENA) assert_string_equal(message, "gzip: zlib cannot be started");
    assert_true(code == 1 ? n == 9 : code == -1 && message[0]);
    if (code < 0) {
      assert_int_equal(twocs_inflate_next(&z, &piece, &n, message, sizeof message), -1);
      assert_string_equal(message, "gzip: it is damaged");
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(a_compressed_text_is_restored, setup),
      cmocka_unit_test_setup(texts_behind_each_other_are_one, setup),
      cmocka_unit_test_setup(a_text_cut_anywhere_is_refused, setup),
      cmocka_unit_test_setup(damage_is_refused, setup),
      cmocka_unit_test_setup(a_bomb_is_refused, setup),
      cmocka_unit_test_setup(a_lack_of_memory_in_zlib_is_reported, setup),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
