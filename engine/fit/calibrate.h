/* SPDX-License-Identifier: MIT */
/* Calibration: fields of a point are moved until a column agrees with measurements. The job states the rest
 * of the case, and its axes state how the rows differ. Any field that any equation reads can be found this
 * way, from a GEMM's efficiency to a constant of a whole step.
 *
 * It minimizes the mean over the rows of Huber's loss of log(column / measured), so that a short time counts
 * as much as a long one, and an outlier counts little. Fields move by factors, inside their bounds, with the
 * simplex of Nelder and Mead (1965), which suits laws with a minimum or a maximum in them. A field that the
 * rows do not determine stays where it starts, because moving away costs a little. */
#ifndef TWOCS_CALIBRATE_H
#define TWOCS_CALIBRATE_H
#include "twocs.h"

TWOCS_BEGIN

enum { TWOCS_CALIBRATE_MOST = 16 };

typedef struct twocs_calibration {
  const twocs_job *job;   /* wants one column; its sink and scratch are not used */
  const double *measured; /* for each row, above 0 */
  int count;
  const int *field;           /* what may move, from its value in the job's point, above 0 */
  double huber;               /* width of the loss; 0: 0.1 */
  int evaluations;            /* at most; 0: 400 for each field */
  void (*tried)(size_t rows); /* NULL, or called after each evaluation */
} twocs_calibration;

typedef struct twocs_calibrated {
  double value[TWOCS_CALIBRATE_MOST];
  double error[TWOCS_CALIBRATE_MOST]; /* standard error; NaN if the rows do not determine it */
  double correlation[TWOCS_CALIBRATE_MOST][TWOCS_CALIBRATE_MOST];
  double sigma; /* of a residual log(column / measured), without outliers */
  double loss, start_loss;
  int evaluations;
} twocs_calibrated;

/* Bytes of scratch. */
TWOCS_API size_t twocs_calibrate_scratch(size_t rows, int count, int threads);

/* Fails with one sentence if a measurement is not above 0, a field cannot be calibrated, or the job fails. If
 * the job is cancelled, the values are the best so far, and their errors are not known. */
TWOCS_API twocs_status twocs_calibrate(const twocs_calibration *calibration, void *scratch,
                                       twocs_calibrated *result, twocs_error *error);

TWOCS_END
#endif
