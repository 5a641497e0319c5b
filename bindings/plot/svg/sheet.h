/* SPDX-License-Identifier: MIT */
/* The elements of an SVG while it is drawn: text that grows. */
#ifndef TWOCS_SVG_SHEET_H
#define TWOCS_SVG_SHEET_H
#include "inside.h"

int twocs_pen_ready(twocs_pen *pen);
/* Appends as printf does. If memory runs out, closing the pen reports it. */
void twocs_svg_print(twocs_pen *pen, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Appends a number with at most so many decimals: 2 for points, 3 between 0 and 1; zeros at the end are
 * dropped. */
void twocs_svg_number(twocs_pen *pen, double value, int digits);
/* Appends n bytes as text between tags. */
void twocs_svg_escape(twocs_pen *pen, const char *bytes, size_t n);
/* The text so far, and whether it is complete. */
const char *twocs_svg_text(const twocs_pen *pen, size_t *size, int *whole);
#endif
