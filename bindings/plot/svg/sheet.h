/* SPDX-License-Identifier: MIT */
/* The elements of an SVG on their way: text that grows. */
#ifndef TWOCS_SVG_SHEET_H
#define TWOCS_SVG_SHEET_H
#include "inside.h"

int twocs_pen_ready(twocs_pen *pen);
/* Appends as printf does. What no memory is left for makes the pen say so when it is closed. */
void twocs_svg_print(twocs_pen *pen, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Appends a number of points to a hundredth, or one between 0 and 1 to a thousandth, and no zeros. */
void twocs_svg_number(twocs_pen *pen, double value, int digits);
/* Appends n bytes as text between tags. */
void twocs_svg_escape(twocs_pen *pen, const char *bytes, size_t n);
/* What was appended, and whether all of it. */
const char *twocs_svg_text(const twocs_pen *pen, size_t *size, int *whole);
#endif
