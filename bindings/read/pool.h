/* SPDX-License-Identifier: MIT */
/* Texts that occur again and again; each is stored once and has a number, 0 for the first, 1 for the next.
 * The one thing to know: a pool has a limit, and reports when it is full, so that no file can make it grow
 * forever. */
#ifndef TWOCS_READ_POOL_H
#define TWOCS_READ_POOL_H
#include <stddef.h>
#include <stdint.h>

typedef struct twocs_pool {
  char *text;
  uint32_t *start; /* where each begins, and at [count] where the next would */
  uint32_t *slot;  /* by hash: a number + 1, or 0 */
  size_t used, capacity, most, count, starts, slots;
} twocs_pool;

enum { TWOCS_POOL_FULL = 1, TWOCS_POOL_NO_MEMORY = -1 };

/* A pool of zeros is empty; `most` is the limit of bytes for all its texts. Returns 0 and the number, or one
 * of the codes above. */
int twocs_pool_add(twocs_pool *, const void *text, size_t length, uint32_t *number);

/* The text; a zero byte follows it. */
const char *twocs_pool_text(const twocs_pool *, uint32_t number, size_t *length);

/* Frees its memory; only `most` stays. */
void twocs_pool_close(twocs_pool *);

/* Makes room for one more item in a list that grows by halves; 0, or -1 if there is no memory. */
int twocs_grow(void **list, size_t *capacity, size_t count, size_t size);
#endif
