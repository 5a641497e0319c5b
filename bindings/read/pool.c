/* SPDX-License-Identifier: MIT */
/* Interned texts: one block of bytes and a table of hashes that is at most half full. */
#include "pool.h"

#include <stdlib.h>
#include <string.h>

int twocs_grow(void **list, size_t *capacity, size_t count, size_t size) {
  if (count < *capacity) return 0;
  const size_t wanted = *capacity + *capacity / 2 + 64;
  void *grown = wanted > SIZE_MAX / size ? NULL : realloc(*list, wanted * size);
  if (!grown) return -1;
  *list = grown;
  *capacity = wanted;
  return 0;
}

static uint64_t hash_of(const char *text, size_t length) {
  uint64_t h = 14695981039346656037u ^ length, part;
  for (; length >= sizeof part; text += sizeof part, length -= sizeof part) {
    memcpy(&part, text, sizeof part);
    h = (h ^ part) * 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
  }
  for (; length; length--) h = (h ^ (unsigned char)*text++) * 1099511628211u;
  return (h ^ h >> 29) * 0xbf58476d1ce4e5b9u >> 16;
}

const char *twocs_pool_text(const twocs_pool *pool, uint32_t number, size_t *length) {
  if (length) *length = pool->start[number + 1] - pool->start[number] - 1;
  return pool->text + pool->start[number];
}

static uint32_t *slot_of(const twocs_pool *pool, const char *text, size_t length) {
  for (size_t at = hash_of(text, length) & (pool->slots - 1);; at = (at + 1) & (pool->slots - 1)) {
    uint32_t *slot = &pool->slot[at];
    size_t known;
    if (!*slot) return slot;
    const char *there = twocs_pool_text(pool, *slot - 1, &known);
    if (known == length && !memcmp(there, text, length)) return slot;
  }
}

static int slots_grow(twocs_pool *pool) {
  if (2 * (pool->count + 1) <= pool->slots) return 0;
  uint32_t *old = pool->slot;
  const size_t slots = pool->slots ? 2 * pool->slots : 256;
  pool->slot = calloc(slots, sizeof *pool->slot);
  if (!pool->slot) return pool->slot = old, -1;
  free(old);
  pool->slots = slots;
  for (uint32_t i = 0; i < pool->count; i++) {
    size_t length;
    const char *text = twocs_pool_text(pool, i, &length);
    *slot_of(pool, text, length) = i + 1;
  }
  return 0;
}

static int text_grow(twocs_pool *pool, size_t length) {
  if (pool->used + length + 1 <= pool->capacity) return 0;
  size_t capacity = pool->capacity + pool->capacity / 2 + length + 4096;
  char *text = realloc(pool->text, capacity);
  if (!text) return -1;
  pool->text = text;
  pool->capacity = capacity;
  return 0;
}

int twocs_pool_add(twocs_pool *pool, const void *text, size_t length, uint32_t *number) {
  if (slots_grow(pool) ||
      twocs_grow((void **)&pool->start, &pool->starts, pool->count + 1, sizeof *pool->start))
    return TWOCS_POOL_NO_MEMORY;
  pool->start[pool->count] = (uint32_t)pool->used;
  uint32_t *slot = slot_of(pool, text, length);
  if (*slot) {
    *number = *slot - 1;
    return 0;
  }
  if (length > pool->most || pool->used + length + 1 > pool->most) return TWOCS_POOL_FULL;
  if (text_grow(pool, length)) return TWOCS_POOL_NO_MEMORY;
  memcpy(pool->text + pool->used, text, length);
  pool->text[pool->used + length] = 0;
  pool->used += length + 1;
  *number = (uint32_t)pool->count++;
  pool->start[pool->count] = (uint32_t)pool->used;
  *slot = *number + 1;
  return 0;
}

void twocs_pool_close(twocs_pool *pool) {
  free(pool->text);
  free(pool->start);
  free(pool->slot);
  *pool = (twocs_pool){.most = pool->most};
}
