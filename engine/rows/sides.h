/* SPDX-License-Identifier: MIT
 *
 * Where a message stands: on the critical path; beside attention's core, a block of keys at a time; beside
 * the forward or the backward pass of each microbatch; beside the backward pass of the last one; behind it.
 * From CORE to GRADIENT it may hide. */
#ifndef TWOCS_SIDES_H
#define TWOCS_SIDES_H

enum { SERIAL, CORE, FORWARD, BACKWARD, GRADIENT, AFTER };

#endif
