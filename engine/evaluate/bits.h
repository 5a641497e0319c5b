/* SPDX-License-Identifier: MIT
 *
 * Whether two numbers are the same: -0 differs from 0, and a NaN equals itself. */
#ifndef TWOCS_EVALUATE_BITS_H
#define TWOCS_EVALUATE_BITS_H

#include <stdint.h>
#include <string.h>

static inline int same_bits(double a, double b) {
  uint64_t bits[2];
  memcpy(&bits[0], &a, sizeof a), memcpy(&bits[1], &b, sizeof b);
  return bits[0] == bits[1];
}

#endif
