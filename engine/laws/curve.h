/* SPDX-License-Identifier: MIT */
/* Time against size, as measured. Between two knots a curve is a cubic of the logarithms that never leaves
 * the range of these two, whatever noise or a change of protocol does to them. A surface is a family of
 * curves, each measured on its own number of ranks; what these do not determine is left to a law. */
#ifndef TWOCS_CURVE_H
#define TWOCS_CURVE_H

#include <stddef.h>

#include "api.h"

TWOCS_BEGIN

typedef struct twocs_knot {
  double byte, time;
  double x, y, slope; /* log2 of both, and dy/dx */
} twocs_knot;

/* One block without pointers, so that it may be copied. It is only read once it is made. */
typedef struct twocs_curve {
  size_t knots; /* how many different sizes were measured */
  twocs_knot knot[];
} twocs_curve;

/* Bytes that a curve of n >= 1 measurements needs at most. */
TWOCS_API size_t twocs_curve_size(size_t n);

/* Builds a curve from measurements in any order; if several have the same size, their median counts. Returns
 * 0, or 1 + the first measurement whose byte or time is not a finite number above 0, and then nothing is
 * built. */
TWOCS_API size_t twocs_curve_init(twocs_curve *curve, size_t n, const double byte[], const double time[]);

/* Below the smallest size the time is that of the smallest, which is latency; above the largest it is
 * proportional to the size, at the bandwidth of the largest. *beyond, which may be NULL, is 1 in these two
 * cases, else 0. */
TWOCS_API double twocs_curve_at(const twocs_curve *curve, double byte, int *beyond);

/* The value at knot i of the curve without that knot. NaN if it is the only one. */
TWOCS_API double twocs_curve_leave_out(const twocs_curve *curve, size_t i, int *beyond);

/* Ranks at the four levels of the network, innermost first; 1 if a level is not spanned. */
typedef struct twocs_group {
  double ranks[4];
} twocs_group;

enum { TWOCS_BEYOND_BYTE = 1, TWOCS_BEYOND_RANKS = 2 };

/* Curves by group of ranks: one block, as above. */
typedef struct twocs_surface {
  size_t curves; /* at least one */
  double block[];
} twocs_surface;

TWOCS_API size_t twocs_surface_size(size_t curves, const twocs_curve *const curve[]);

/* Copies the curves. Returns 0, or 1 + the first group that has ranks below 1 or not finite, or that equals
 * an earlier group, and then nothing is built. */
TWOCS_API size_t twocs_surface_init(twocs_surface *surface, size_t curves, const twocs_group group[],
                                    const twocs_curve *const curve[]);

/* The time of a group. If the group was measured, its own curve gives it. Else two groups may differ from it
 * at one level only, which all three span, one with fewer ranks there and one with more: then a straight line
 * of the logarithms of ranks and time between the two nearest such groups. Else the curve of the nearest
 * group, and the caller must scale by a law from *used to `group`. *used, which may be NULL, is the group
 * that the answer holds for: `group` itself except in the last case. *beyond, which may be NULL, gets
 * TWOCS_BEYOND bits. */
TWOCS_API double twocs_surface_at(const twocs_surface *surface, const twocs_group *group, double byte,
                                  twocs_group *used, int *beyond);

TWOCS_END

#endif
