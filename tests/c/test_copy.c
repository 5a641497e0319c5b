/* SPDX-License-Identifier: MIT
 *
 * Copies of parts of files: the bytes, and the positions of both files afterwards, within the kernel and
 * where it refuses; a source that ends too early; a disk that becomes full. */
#define _DEFAULT_SOURCE
#include "common.h"
#include "copy.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  BYTES = 200000,
  FROM = 777,
  MIDDLE = 150000
}; /* more than is read at once, without a newline at the end */
static char text[BYTES], got[BYTES + 16];
static int from;

/* A file without a name. */
static int open_new(void) {
  FILE *file = tmpfile();
  assert_non_null(file);
  const int number = dup(fileno(file));
  fclose(file);
  return number;
}

static int start(void **state) {
  (void)state;
  for (int i = 0; i < BYTES; i++) text[i] = (char)('a' + i * 7 % 23);
  from = open_new();
  return write(from, text, BYTES) != BYTES;
}

/* The kernel does not copy by itself to a file that is opened for appending. */
static int opened(int by_hand) {
  const int to = open_new();
  assert_int_equal(fcntl(to, F_SETFL, by_hand ? O_APPEND : 0), 0);
  assert_int_equal(write(to, "head\n", 5), 5);
  return to;
}

static void holds(int to, int64_t bytes) {
  assert_int_equal(pread(to, got, sizeof got, 0), 5 + bytes);
  assert_memory_equal(got, "head\n", 5);
  assert_memory_equal(got + 5, text + FROM, (size_t)bytes);
  close(to);
}

static void a_copy_is_appended(void **state) {
  static const int64_t sizes[] = {0, 1, 65535, 65536, 65537, BYTES - FROM};
  (void)state;
  for (int by_hand = 0; by_hand < 2; by_hand++)
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
      const int to = opened(by_hand);
      assert_int_equal(twocs_copy(from, FROM, sizes[i], to), 0);
      assert_int_equal(lseek(to, 0, SEEK_CUR), 5 + sizes[i]);
      assert_int_equal(lseek(from, 0, SEEK_CUR), BYTES);
      holds(to, sizes[i]);
    }
}

static void a_source_that_ends_before(void **state) {
  (void)state;
  for (int by_hand = 0; by_hand < 2; by_hand++) {
    const int to = opened(by_hand);
    assert_int_equal(twocs_copy(from, FROM, BYTES - FROM + 1, to), TWOCS_COPY_SHORT);
    holds(to, BYTES - FROM);
    assert_int_equal(twocs_copy(-1, 0, 1, from), TWOCS_COPY_SHORT);
  }
}

/* A limit on the size of files acts like a full disk: a copy that is shorter than requested, then a
 * refusal. */
static void a_full_disk(void **state) {
  struct rlimit before, little = {MIDDLE + 5, MIDDLE + 5};
  (void)state;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  little.rlim_max = before.rlim_max;
  signal(SIGXFSZ, SIG_IGN);
  for (int by_hand = 0; by_hand < 2; by_hand++) {
    const int to = opened(by_hand);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
    const int code = twocs_copy(from, FROM, BYTES - FROM, to);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(code, EFBIG);
    holds(to, MIDDLE);
  }
  signal(SIGXFSZ, SIG_DFL);
  const int full = open("/dev/full", O_WRONLY);
  if (full >= 0) assert_int_equal(twocs_copy(from, 0, BYTES, full), ENOSPC);
  close(full);
}

/* A pipe whose reader takes a little at a time. */
static void a_pipe(void **state) {
  int ends[2], status;
  (void)state;
  assert_int_equal(pipe(ends), 0);
  const pid_t pid = fork();
  if (!pid) {
    size_t at = 0;
    close(ends[1]);
    for (ssize_t n; (n = read(ends[0], got + at, at + 999 < sizeof got ? 999 : sizeof got - at)) > 0;)
      at += (size_t)n;
    _exit(at != BYTES - FROM || memcmp(got, text + FROM, at));
  }
  close(ends[0]);
  assert_int_equal(twocs_copy(from, FROM, BYTES - FROM, ends[1]), 0);
  close(ends[1]);
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_int_equal(status, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_copy_is_appended),
                                     cmocka_unit_test(a_source_that_ends_before),
                                     cmocka_unit_test(a_full_disk), cmocka_unit_test(a_pipe)};
  return cmocka_run_group_tests(tests, start, NULL);
}
