/* SPDX-License-Identifier: MIT
 *
 * Place of a message: on the critical path; during attention's core, a block of keys at a time; during
 * the forward or the backward pass of each microbatch; during the backward pass of the last one; after it.
 * From CORE to GRADIENT it may hide. */
#ifndef TWOCS_SIDES_H
#define TWOCS_SIDES_H

enum { SERIAL, CORE, FORWARD, BACKWARD, GRADIENT, AFTER };

#endif
