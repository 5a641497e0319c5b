/* SPDX-License-Identifier: MIT */
/* A law for a plan that was corrected by measurements: operators by the rows nearest in shape or by a grid of
 * sizes, collectives by the curves that were measured, all of them by a factor. */
#ifndef TWOCS_CORRECTED_H
#define TWOCS_CORRECTED_H
#include "laws/curve.h"
#include "laws/grid.h"
#include "laws/nearby.h"
#include "twocs.h"

TWOCS_BEGIN

/* Where a GEMM of x times M x N x K is among measured ones: logarithms of its sizes, whether it is a
 * batch, and whether M, N and K are multiples of 64, below which libraries fall back to slower kernels. */
enum { TWOCS_GEMM_PLACE = 8, TWOCS_STREAM_PLACE = 1 };
TWOCS_API void twocs_gemm_place(double m, double n, double k, double x, double place[TWOCS_GEMM_PLACE]);
TWOCS_API void twocs_stream_place(double byte, double place[TWOCS_STREAM_PLACE]);

typedef struct twocs_corrected {
  twocs_law law;                /* what is corrected */
  const twocs_nearby *nearby;   /* for GEMMs and streams, or NULL */
  const twocs_surface *surface; /* for collectives, or NULL */
  const twocs_grid *grid;       /* for operators, or NULL */
  double factor;                /* of all times */
  const twocs_family *family;   /* what follows is filled in by twocs_corrected_law */
  int item[5];                  /* places of the items that give the place of a row */
  int single;                   /* which of these says by more than 1 that a grid does not know it, or -1 */
  char reads[512];
} twocs_corrected;

/* Makes the law for a plan; `corrected`, with law, nearby, surface, grid and factor filled in, is its context
 * and must live as long. Fails where the correction does not suit the law's family. */
TWOCS_API twocs_status twocs_corrected_law(twocs_corrected *corrected, twocs_law *law, twocs_error *error);

TWOCS_END
#endif
