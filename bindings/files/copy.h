/* SPDX-License-Identifier: MIT
 *
 * Bytes from one open file into another. The one thing to know: they stay in the kernel where it can copy
 * them by itself, and are read and written where it refuses to. */
#ifndef TWOCS_COPY_H
#define TWOCS_COPY_H
#include <stdint.h>

enum { TWOCS_COPY_SHORT = -1 };

/* So many bytes, from a place on, to where the other file stands. 0; TWOCS_COPY_SHORT: the first file ends
 * before, or cannot be read; or errno's number: the other cannot be written to. */
int twocs_copy(int from, int64_t at, int64_t bytes, int to);

#endif
