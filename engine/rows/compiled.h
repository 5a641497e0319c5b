/* SPDX-License-Identifier: MIT
 *
 * What the engine and the generator of its formulas (engine/generate/) agree on. */
#ifndef TWOCS_COMPILED_H
#define TWOCS_COMPILED_H

#include <stddef.h>
#include <stdint.h>

/* Who fills a column. */
enum filled { BY_NOBODY, BY_FORMULA, BY_LAW, BY_SUM, BY_RULES, BY_SUPPORT };

/* Sets of fields, as bits: of 64 REACH_WORDS columns, the first ones. */
enum { REACH_WORDS = 10 };

/* Gates: factors at names that leave something out, is(mode, 0); and what one reads. */
enum { GATES_MOST = 512, GATE_READS_MOST = 16 };

/* What a row with guards reads, and all of these together. */
enum { GUARDED_READS_MOST = 256, ALL_GUARDED_READS_MOST = 8192 };

/* An equation has the number of its reference where that is a paper, and none where it is ours:
 * EQ(name, unit, reference, [number,] formula, meaning) is one of two macros of six and five places. */
#define EQ_OF(cited, own, ...) EQ_PICK(__VA_ARGS__, cited, own, )(__VA_ARGS__)
#define EQ_PICK(name, unit, reference, fourth, fifth, sixth, which, ...) which

/* A name is in the table of columns by name at its hash, or at the next free place after it. */
static inline uint32_t name_hash(const char *name, size_t length) {
  uint32_t h = 2166136261u;
  for (size_t i = 0; i < length; i++) h = (h ^ (unsigned char)name[i]) * 16777619u;
  return h ^ h >> 15;
}

#endif
