/* SPDX-License-Identifier: MIT */
/* Files as streams: the same bytes plain and inflated, however often they are read, in pieces of any size;
 * and a file that is cut off is reported. */
#define _POSIX_C_SOURCE 200809L
#include "common.h"

#include "stream.h"

#include <unistd.h>

enum { LENGTH = 3000000 };
static char text[LENGTH], back[LENGTH + 1], path[] = "/tmp/twocs-stream-XXXXXX";

/* Bytes that hardly compress, so that the compressed file has many pieces too. */
static int bytes_make(void **state) {
  (void)state;
  for (int i = 0; i < LENGTH; i++) text[i] = (char)(random_bits() & 127);
  const int file = mkstemp(path);
  return file < 0 ? -1 : close(file);
}

static int file_remove(void **state) {
  (void)state;
  return remove(path);
}

static void write_plain(size_t length) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, length, file), length);
  assert_int_equal(fclose(file), 0);
}

static void write_zipped(void) {
  gzFile file = gzopen(path, "wb1");
  assert_non_null(file);
  assert_int_equal(gzwrite(file, text, LENGTH), LENGTH);
  assert_int_equal(gzclose(file), Z_OK);
}

static size_t read_all(twocs_stream *s, size_t capacity) {
  size_t n = 0, got;
  while ((got = twocs_stream_more(s, back + n, n + capacity < sizeof back ? capacity : sizeof back - n)) &&
         got != SIZE_MAX)
    n += got;
  return n;
}

static void reads_back(void) {
  twocs_stream *s = malloc(sizeof *s);
  assert_non_null(s);
  assert_int_equal(twocs_stream_open(s, path), 0);
  for (size_t capacity = 70000; capacity > 900; capacity /= 8) {
    memset(back, 0, sizeof back);
    assert_int_equal(read_all(s, capacity), LENGTH);
    assert_memory_equal(back, text, LENGTH);
    assert_int_equal(twocs_stream_more(s, back, 10), 0);
    assert_int_equal(twocs_stream_rewind(s), 0);
  }
  twocs_stream_close(s);
  free(s);
}

static void a_file_comes_as_it_is(void **state) {
  (void)state;
  write_plain(LENGTH);
  reads_back();
}

static void gzip_is_inflated(void **state) {
  (void)state;
  write_zipped();
  reads_back();
}

static void a_truncated_file_is_reported(void **state) {
  (void)state;
  twocs_stream *s = malloc(sizeof *s);
  assert_non_null(s);
  write_zipped();
  assert_int_equal(truncate(path, 200000), 0);
  assert_int_equal(twocs_stream_open(s, path), 0);
  assert_true(read_all(s, 4096) < LENGTH && s->failed);
  assert_non_null(strstr(s->message, "truncated"));
  twocs_stream_close(s);
  write_plain(0);
  assert_int_equal(twocs_stream_open(s, path), 0);
  assert_int_equal(read_all(s, 100), 0);
  assert_false(s->failed);
  twocs_stream_close(s);
  assert_int_equal(twocs_stream_open(s, "/no/such/file"), -1);
  free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_file_comes_as_it_is),
      cmocka_unit_test(gzip_is_inflated),
      cmocka_unit_test(a_truncated_file_is_reported),
  };
  return cmocka_run_group_tests(tests, bytes_make, file_remove);
}
