/* SPDX-License-Identifier: MIT
 *
 * Shared by the sinks that have conditions. */
#ifndef TWOCS_CONDITIONS_H
#define TWOCS_CONDITIONS_H

#include "evaluate/sinks.h"

/* ok[r]: 1 if all conditions hold in row r of the block. */
void twocs_conditions_hold(const twocs_conditions *where, const twocs_block *block, unsigned char ok[]);
/* In how many of n rows, at most a block's, the conditions hold. */
size_t twocs_conditions_count(const unsigned char ok[], size_t n);
/* In how many rows of the block the conditions hold. */
size_t twocs_conditions_rows(const twocs_conditions *where, const twocs_block *block);

#endif
