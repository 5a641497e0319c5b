/* SPDX-License-Identifier: MIT */
/* Quantities at the edge of twocs. Inside, everything is a double in one of a closed set of SI units
 * ("byte/s"); people write "400 Gb/s" and read "50 GB/s". b is a bit and B a byte, always; K means 1024 only
 * in a bare "4K". */
#ifndef TWOCS_UNITS_H
#define TWOCS_UNITS_H
#include <stddef.h>

#include "api.h"

TWOCS_BEGIN

/* A way of writing numbers: the value in SI is number * 10^decade * factor. name is one of the closed set,
 * NULL where any unit will do, "" where only a bare number will. "Gb/s" is { "byte/s", 9, 0.125 }. */
typedef struct twocs_unit {
  const char *name;
  int decade;
  double factor;
} twocs_unit;

typedef struct twocs_quantity {
  double value;     /* in SI */
  const char *unit; /* static; NULL for a bare number where any unit would do */
} twocs_quantity;

enum {
  TWOCS_QUANTITY_NUMBER = 1, /* not a number: empty, NaN, infinite, with something after it */
  TWOCS_QUANTITY_RANGE,      /* beyond what a double holds */
  TWOCS_QUANTITY_UNIT,       /* no such unit */
  TWOCS_QUANTITY_MISMATCH,   /* a unit, but not the wanted one */
  TWOCS_QUANTITY_LONG        /* longer than any quantity */
};

/* Texts need no terminating zero. On failure the result is one of the codes above and one sentence is in
 * message, cut to size; on success it is 0 and message is left alone. message may be NULL if size is 0. */
TWOCS_API int twocs_unit_parse(const char *text, size_t length, twocs_unit *unit, char *message, size_t size);

/* wanted is how a bare number is meant, and its name is what the quantity must be in. field names the thing
 * in messages; NULL: "the value". */
TWOCS_API int twocs_quantity_parse(const char *text, size_t length, twocs_unit wanted, const char *field,
                                   twocs_quantity *quantity, char *message, size_t size);

/* How to show numbers up to `largest` (its sign is ignored) in a unit: value / divisor, then the label. An
 * unknown unit is its own label; the label of "1" is "". */
typedef struct twocs_scale {
  char label[32];
  double divisor;
} twocs_scale;
TWOCS_API twocs_scale twocs_unit_scale(double largest, const char *unit);

/* "312 TFLOP/s", "37 us", four digits. Returns the length of the whole text, as snprintf does. */
TWOCS_API int twocs_quantity_print(char *buffer, size_t size, double value, const char *unit);

/* The closed set: the name of unit i, NULL after the last. */
TWOCS_API const char *twocs_unit_name(size_t i);

TWOCS_END

#endif
