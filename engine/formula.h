/* SPDX-License-Identifier: MIT
 *
 * What formulas may call beside arithmetic: everything with a branch in it. Degree 1 must give exactly
 * nothing, and no helper may give NaN for values in bounds. */
#ifndef TWOCS_FORMULA_H
#define TWOCS_FORMULA_H

#include <math.h>

static inline double larger(double a, double b) { return a > b ? a : b; }
static inline double smaller(double a, double b) { return a < b ? a : b; }
static inline double pos(double x) { return x > 0 ? x : 0; }
/* a / b as a share: of nothing, nothing. Without a branch around the division the loop is vectorised. */
static inline double share(double a, double b) { return a / (b > 0 ? b : (double)INFINITY); }
static inline double is(double choice, double word) { return choice == word ? 1 : 0; }
static inline double is_most(double a, double b) { return a <= b ? 1 : 0; }
static inline double active(double degree) { return degree > 1 ? 1 : 0; }
/* ceil() of 0 <= x < 2^51 without a call: adding 1.5 x 2^52 drops what stands behind the point. */
static inline double round_up(double x) {
  const double nearest = (x + 0x1.8p52) - 0x1.8p52;
  return nearest + (nearest < x ? 1 : 0);
}
static inline double whole(double x) { return x == floor(x) && x >= 1 ? 1 : 0; }
/* Ranks of a group at one level: `inner` ranks fill it first, and the outermost level present takes all that
 * is left. */
static inline double span(double ranks, double inner, double size, double outer) {
  return outer > 1 ? larger(1, smaller(ranks, size / inner)) : ranks;
}
static inline double format_byte(double format) { return format <= 1 ? 4 : format <= 3 ? 2 : 1; }
static inline double at_format(double format, double fp32, double tf32, double fp16, double bf16,
                               double fp8) {
  return format <= 0 ? fp32 : format <= 1 ? tf32 : format <= 2 ? fp16 : format <= 3 ? bf16 : fp8;
}

#endif
