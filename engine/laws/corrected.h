/* SPDX-License-Identifier: MIT */
/* A law for a plan, corrected by measurements: operators by the measured rows nearest in shape or by a grid
 * of sizes, collectives by measured curves, and all of them by a factor. */
#ifndef TWOCS_CORRECTED_H
#define TWOCS_CORRECTED_H
#include "laws/curve.h"
#include "laws/grid.h"
#include "laws/nearby.h"
#include "twocs.h"

TWOCS_BEGIN

/* The place of a GEMM of x times M x N x K among measured ones: the logarithms of its sizes, whether it is a
 * batch, and whether M, N and K are multiples of 64, since libraries use slower kernels if not. */
enum { TWOCS_GEMM_PLACE = 8, TWOCS_STREAM_PLACE = 1 };
TWOCS_API void twocs_gemm_place(double m, double n, double k, double x, double place[TWOCS_GEMM_PLACE]);
TWOCS_API void twocs_stream_place(double byte, double place[TWOCS_STREAM_PLACE]);

typedef struct twocs_corrected {
  twocs_law law;                /* what is corrected */
  const twocs_nearby *nearby;   /* for GEMMs and streams, or NULL */
  const twocs_surface *surface; /* for collectives, or NULL */
  const twocs_grid *grid;       /* for operators, or NULL */
  double factor;                /* all times are multiplied by it */
  const twocs_family *family;   /* from here on filled in by twocs_corrected_law */
  int item[5];                  /* places of the items that give the place of a row */
  int single;                   /* the item that a grid knows only up to 1, or -1 */
  char reads[512];
} twocs_corrected;

/* Makes the law for a plan. `corrected`, with law, nearby, surface, grid and factor filled in, is its context
 * and must live as long. Fails if the correction does not suit the law's family. */
TWOCS_API twocs_status twocs_corrected_law(twocs_corrected *corrected, twocs_law *law, twocs_error *error);

TWOCS_END
#endif
