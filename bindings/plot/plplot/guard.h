/* SPDX-License-Identifier: MIT */
/* PLplot calls exit() on errors. TWOCS_PEN_GUARD precedes every group of calls of PLplot, and turns such an
   exit into a return of 0. */
#ifndef TWOCS_PEN_GUARD_H
#define TWOCS_PEN_GUARD_H
#include <setjmp.h>
#include "inside.h"

#define TEXT_MOST 2048 /* bytes of a text after translation to PLplot's markup */

extern jmp_buf twocs_pen_escape;
extern int twocs_pen_armed;
int twocs_pen_broken(twocs_pen *pen);
int twocs_pen_ready(twocs_pen *pen);
void twocs_pen_dip(const twocs_ink *ink);

#define TWOCS_PEN_GUARD(pen)                                                                                 \
  if (!twocs_pen_ready(pen)) return 0;                                                                       \
  if (setjmp(twocs_pen_escape)) return twocs_pen_broken(pen);                                                \
  twocs_pen_armed = 1

/* Adds the characters of a well-formed text that no font has to the pen's list. */
void twocs_fonts_check(twocs_pen *pen, const char *text);
#endif
