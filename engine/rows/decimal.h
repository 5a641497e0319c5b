/* SPDX-License-Identifier: MIT */
/* Doubles to decimal digits and back, fast, with exactly the results of printf and strtod. The one thing to
 * know: both work in integers with a known error and say when that error could change the result, which
 * happens a few times in a hundred; the C library then decides. */
#ifndef TWOCS_DECIMAL_H
#define TWOCS_DECIMAL_H
#include <stddef.h>
#include <stdint.h>

#include "api.h"

TWOCS_BEGIN

enum { TWOCS_DECIMAL_SIZE = 32, TWOCS_POWER_LEAST = -336, TWOCS_POWER_MOST = 363 };

/* 10^q, for q from TWOCS_POWER_LEAST to TWOCS_POWER_MOST, is at least power * 2^exponent and less than
 * (power + TWOCS_POWER_ERROR) * 2^exponent; the highest bit of power is set. */
enum { TWOCS_POWER_ERROR = 4 };
uint64_t twocs_decimal_power(int q, int *exponent);

/* The double nearest to digits * 10^exponent: 1, or 0 where that cannot be decided here. */
int twocs_decimal_value(uint64_t digits, int exponent, double *value);

/* Reads all of the text as a plain number, such as -1.25e-3, times 10^decade. 0: it is none, or its value
 * cannot be decided here. */
int twocs_decimal_read(const char *text, size_t length, int decade, double *value);

/* Writes the first of "%.15g", "%.16g" and "%.17g" that reads back as the value, with an exponent where %.15g
 * has one. buffer has TWOCS_DECIMAL_SIZE bytes; there is no zero after the text. Returns its length. */
TWOCS_API size_t twocs_decimal_write(char *buffer, double value);

/* The same, without asking the C library: 0 where the digits cannot be decided here. */
size_t twocs_decimal_try(char *buffer, double value);

TWOCS_END

#endif
