/* SPDX-License-Identifier: MIT
 *
 * Properties of a fit, and predictions. The one thing to know: Student's distribution has a closed sum for a
 * whole number of degrees of freedom, and its central probability is concave in t, so that Newton's steps
 * from zero rise to the quantile without ever passing it. */
#include "fit/fit.h"

#include <math.h>

static double dot(const twocs_fit *fit, int j, int k) {
  double sum = 0;
  for (int l = 0; l < fit->terms; l++) sum += fit->spread[j][l] * fit->spread[k][l];
  return sum;
}

double twocs_fit_correlation(const twocs_fit *fit, int j, int k) {
  if (fit->pinned[j] || fit->pinned[k]) return (double)NAN;
  return j == k ? 1 : dot(fit, j, k) / sqrt(dot(fit, j, j) * dot(fit, k, k));
}

/* x^T S S^T x: the variance of the value at x is sigma^2 times this. */
static double variance_at(const twocs_fit *fit, const double x[]) {
  double square = 0;
  for (int l = 0; l < fit->terms; l++) {
    double sum = 0;
    for (int j = 0; j < fit->terms; j++) sum += x[j] * fit->spread[j][l];
    square += sum * sum;
  }
  return square;
}

double twocs_fit_leverage(const twocs_fit *fit, const twocs_fit_problem *problem, size_t row) {
  double x[TWOCS_FIT_TERMS_MOST];
  for (int j = 0; j < fit->terms; j++) x[j] = problem->x[j][row] / (fit->relative ? problem->y[row] : 1);
  return variance_at(fit, x);
}

twocs_fit_prediction twocs_fit_predict(const twocs_fit *fit, const double x[], double student) {
  twocs_fit_prediction p = {0, fit->sigma * sqrt(variance_at(fit, x)), (double)NAN};
  for (int j = 0; j < fit->terms; j++) p.value += fit->value[j] * x[j];
  const double scatter = fit->relative ? fit->sigma * p.value : fit->sigma;
  p.half = student * sqrt(p.error * p.error + scatter * scatter);
  return p;
}

/* ---- Student's distribution. ---- */

static const double pi = 3.14159265358979323846;

/* P(|T| < t) (Abramowitz and Stegun 26.7.3 and 26.7.4: a sum over odd powers of a cosine, or even ones). */
static double student_within(double t, size_t freedom) {
  const double n = (double)freedom, scale = sqrt(n + t * t), sine = t / scale, cosine2 = n / (n + t * t);
  const size_t odd = freedom % 2;
  double term = odd ? sqrt(n) / scale : 1, sum = 0;
  for (size_t power = odd; power + 2 <= freedom; power += 2) {
    sum += term;
    term *= cosine2 * (double)(power + 1) / (double)(power + 2);
  }
  return odd ? 2 / pi * (atan(t / sqrt(n)) + sine * sum) : sine * sum;
}

/* The density at zero, by steps of two degrees. */
static double student_top(size_t freedom) {
  double top = freedom % 2 ? 1 / pi : sqrt(0.125);
  for (size_t n = freedom % 2 ? 1 : 2; n < freedom; n += 2)
    top *= (double)(n + 1) / (double)n * sqrt((double)n / (double)(n + 2));
  return top;
}

enum { STEPS_MOST = 200, NEARLY_NORMAL = 5000 };

static double normal(double confidence) {
  double z = 0;
  for (int step = 0; step < STEPS_MOST; step++) {
    const double next = z + (confidence - erf(z / sqrt(2))) / (2 / sqrt(2 * pi) * exp(-z * z / 2));
    if (!(next > z * (1 + 1e-15))) break;
    z = next;
  }
  return z;
}

double twocs_student(double confidence, size_t freedom) {
  if (!(confidence > 0 && confidence < 1) || freedom == 0) return (double)NAN;
  const double n = (double)freedom;
  if (freedom > NEARLY_NORMAL) { /* Abramowitz and Stegun 26.7.5 */
    const double z = normal(confidence), z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
  }
  const double top = student_top(freedom);
  double t = 0;
  for (int step = 0; step < STEPS_MOST; step++) {
    const double density = 2 * top * exp(-(n + 1) / 2 * log1p(t * t / n));
    const double next = t + (confidence - student_within(t, freedom)) / density;
    if (!(next > t * (1 + 1e-15))) break;
    t = next;
  }
  return t;
}
