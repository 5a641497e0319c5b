/* SPDX-License-Identifier: MIT
 *
 * Where a row is written, and whether it is a row of its own or another row makes it. */
#ifndef GENERATE_PLACES_H
#define GENERATE_PLACES_H

#include <stdio.h>

/* Writes the table twocs_places. */
void places_write(FILE *out);

#endif
