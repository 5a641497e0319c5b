/* SPDX-License-Identifier: MIT
 *
 * Copies bytes from one open file to another. */
#define _GNU_SOURCE
#include "copy.h"
#include <errno.h>
#include <unistd.h>

enum { AT_ONCE_IN_KERNEL = 1 << 30, AT_ONCE = 1 << 16 };

/* How many bytes the kernel copied; 0: it refuses to, or the file ends. */
static int64_t in_kernel(int from, int64_t at, int64_t bytes, int to) {
#ifdef __linux__
  off_t place = (off_t)at;
  const size_t most = bytes < AT_ONCE_IN_KERNEL ? (size_t)bytes : AT_ONCE_IN_KERNEL;
  const ssize_t done = copy_file_range(from, &place, to, NULL, most, 0);
  return done > 0 ? done : 0;
#else
  return (void)from, (void)at, (void)bytes, (void)to, 0;
#endif
}

static int write_all(int to, const char *text, size_t length) {
  while (length > 0) {
    const ssize_t done = write(to, text, length);
    if (done < 0 && errno != EINTR) return errno;
    if (done > 0) text += done, length -= (size_t)done;
  }
  return 0;
}

static int by_hand(int from, int64_t at, int64_t bytes, int to) {
  char buffer[AT_ONCE];
  int code = 0;
  while (bytes > 0 && !code) {
    const ssize_t got = pread(from, buffer, bytes < AT_ONCE ? (size_t)bytes : AT_ONCE, (off_t)at);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return TWOCS_COPY_SHORT;
    code = write_all(to, buffer, (size_t)got);
    at += got, bytes -= got;
  }
  return code;
}

/* Bytes that the kernel does not copy, for whatever reason, are read and written here, which also finds the
 * error. */
int twocs_copy(int from, int64_t at, int64_t bytes, int to) {
  for (int64_t done = 1; bytes > 0 && done > 0; at += done, bytes -= done)
    done = in_kernel(from, at, bytes, to);
  return by_hand(from, at, bytes, to);
}
