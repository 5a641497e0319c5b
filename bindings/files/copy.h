/* SPDX-License-Identifier: MIT
 *
 * Copies bytes from one open file to another. The one thing to know: the kernel copies them by itself where
 * it can; where it refuses to, they are read and written. */
#ifndef TWOCS_COPY_H
#define TWOCS_COPY_H
#include <stdint.h>

enum { TWOCS_COPY_SHORT = -1 };

/* Copies `bytes` bytes from offset `at` of the first file to the current position of the second. Returns 0;
 * TWOCS_COPY_SHORT: the first file is too short or cannot be read; or an errno value: the second file cannot
 * be written. */
int twocs_copy(int from, int64_t at, int64_t bytes, int to);

#endif
