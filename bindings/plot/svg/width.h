/* SPDX-License-Identifier: MIT */
/* What the SVG pen asks of the program around it: the width of letters, which only the viewer knows. */
#ifndef TWOCS_SVG_WIDTH_H
#define TWOCS_SVG_WIDTH_H
#include <stddef.h>

/* The fonts that it writes with; a viewer uses the first that it has. */
#define TWOCS_SVG_SANS "Liberation Sans,Arial,Helvetica,sans-serif"
#define TWOCS_SVG_SERIF "STIX,STIX Two Text,Liberation Serif,Times New Roman,serif"

/* The width of n bytes of UTF-8 in a font of size 1; symbol: as symbols are set, in serif italic. */
double twocs_svg_width(const char *bytes, size_t n, int symbol);
#endif
