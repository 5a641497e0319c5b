/* SPDX-License-Identifier: MIT */
/* Lines and areas. They are cut to the clip rectangle here, in doubles, and only what is left goes to the
   pen: PLplot's coordinates are integers that a point far outside would overflow. A line with more points
   than the canvas can show is thinned here too. */
#include <math.h>
#include "inside.h"

enum { BATCH = 512, COLUMNS = 8 }; /* columns in a point: four in a pixel of the PNG */

typedef struct path {
  double x[BATCH], y[BATCH];
  size_t n;
} path;

static int emit_line(twocs_pen *pen, const path *p, const twocs_ink *ink) {
  return p->n < 2 || twocs_pen_stroke(pen, p->n, p->x, p->y, ink);
}

/* Shortens the segment a-b to the clip rectangle; 0 if nothing is left (Liang and Barsky 1984). */
static int clip_segment(const double clip[4], double a[2], double b[2]) {
  double from = 0, to = 1, d[2] = {b[0] - a[0], b[1] - a[1]};
  for (int side = 0; side < 4; side++) {
    int axis = side & 1, high = side > 1;
    double run = high ? d[axis] : -d[axis], distance = high ? clip[side] - a[axis] : a[axis] - clip[side];
    if (run == 0 && distance < 0) return 0;
    if (run < 0 && distance / run > from) from = distance / run;
    if (run > 0 && distance / run < to) to = distance / run;
  }
  if (!(from < to)) return 0;
  for (int axis = 0; axis < 2; axis++) {
    b[axis] = to < 1 ? a[axis] + to * d[axis] : b[axis];
    a[axis] = from > 0 ? a[axis] + from * d[axis] : a[axis];
  }
  return 1;
}

static int stroke_segment(twocs_pen *pen, path *p, const double a[2], const double b[2],
                          const twocs_ink *ink) {
  int joined = p->n > 0 && p->x[p->n - 1] == a[0] && p->y[p->n - 1] == a[1];
  if (!joined || p->n == BATCH) {
    if (!emit_line(pen, p, ink)) return 0;
    p->x[0] = a[0], p->y[0] = a[1], p->n = 1;
  }
  p->x[p->n] = b[0], p->y[p->n++] = b[1];
  return 1;
}

/* Cuts a-b into dashes; `phase` runs through from segment to segment. A canvas is at most a few thousand
 * points long, so the count is small. */
static int stroke_dashed(twocs_pen *pen, path *p, const double a[2], const double b[2], const twocs_ink *ink,
                         double *phase) {
  double length = hypot(b[0] - a[0], b[1] - a[1]), at = 0;
  while (at < length) {
    int on = *phase < ink->dash;
    double left = (on ? ink->dash : 2 * ink->dash) - *phase, end = fmin(length, at + left);
    double u = at / length, v = end / length;
    double from[2] = {a[0] + u * (b[0] - a[0]), a[1] + u * (b[1] - a[1])};
    double to[2] = {a[0] + v * (b[0] - a[0]), a[1] + v * (b[1] - a[1])};
    if (at == 0 && p->n) from[0] = a[0], from[1] = a[1];
    if (end == length) to[0] = b[0], to[1] = b[1];
    if (on && !stroke_segment(pen, p, from, to, ink)) return 0;
    *phase = end < length ? (on ? ink->dash : 0) : *phase + (end - at);
    at = end;
  }
  return 1;
}

/* A line on its way to the pen. */
typedef struct {
  twocs_pen *pen;
  const twocs_ink *ink;
  path path;
  double phase, last[2];
  int begun;
} stroke;

/* Continues the line to a point; a point that is not finite splits it. */
static int stroke_to(stroke *s, double x, double y) {
  double a[2] = {s->last[0], s->last[1]}, b[2] = {x, y};
  const int drawn = s->begun && isfinite(x) && isfinite(y);
  s->begun = isfinite(x) && isfinite(y), s->last[0] = x, s->last[1] = y;
  if (!drawn || !clip_segment(s->pen->clip, a, b)) return 1;
  return s->ink->dash > 0.1 ? stroke_dashed(s->pen, &s->path, a, b, s->ink, &s->phase)
                            : stroke_segment(s->pen, &s->path, a, b, s->ink);
}

/* Neighbouring points in one narrow column of the canvas. A line through the first, the lowest, the highest
 * and the last covers what a line through all of them covers, except for less than a column's width. */
typedef struct {
  size_t first, last, low, high;
} bundle;

static int stroke_bundle(stroke *s, const bundle *of, const double x[], const double y[]) {
  const size_t early = of->low < of->high ? of->low : of->high, late = of->low + of->high - early;
  const size_t places[] = {of->first, early, late, of->last};
  for (int i = 0; i < 4; i++)
    if ((!i || places[i] != places[i - 1]) && !stroke_to(s, x[places[i]], y[places[i]])) return 0;
  return 1;
}

static int stroke_bundles(stroke *s, size_t n, const double x[], const double y[]) {
  bundle now = {0, 0, 0, 0};
  double column = 0;
  int open = 0;
  for (size_t i = 0; i < n; i++) {
    const int finite = isfinite(x[i]) && isfinite(y[i]);
    const double at = floor(x[i] * COLUMNS);
    if (open && finite && at == column) {
      now.last = i;
      if (y[i] < y[now.low]) now.low = i;
      if (y[i] > y[now.high]) now.high = i;
      continue;
    }
    if (open && !stroke_bundle(s, &now, x, y)) return 0;
    open = finite, column = at, now = (bundle){i, i, i, i};
    if (!finite && !stroke_to(s, x[i], y[i])) return 0;
  }
  return !open || stroke_bundle(s, &now, x, y);
}

/* Dashes run along the whole line, so a dashed line is drawn point by point. */
static int is_dense(const twocs_pen *pen, size_t n, const twocs_ink *ink) {
  return !(ink->dash > 0.1) && (double)n > 4 * COLUMNS * pen->width;
}

int twocs_pen_line(twocs_pen *pen, size_t n, const double x[], const double y[], twocs_ink ink) {
  stroke s;
  s.pen = pen, s.ink = &ink, s.path.n = 0, s.phase = 0, s.begun = 0;
  if (!(ink.width > 0)) return 1;
  if (is_dense(pen, n, &ink)) {
    if (!stroke_bundles(&s, n, x, y)) return 0;
  } else
    for (size_t i = 0; i < n; i++)
      if (!stroke_to(&s, x[i], y[i])) return 0;
  return emit_line(pen, &s.path, &ink);
}

/* Keeps the part of the polygon on the inner side of one edge of the clip rectangle (Sutherland and Hodgman
 * 1974). */
static void clip_side(const double clip[4], int side, const path *in, path *out) {
  int axis = side & 1, high = side > 1;
  out->n = 0;
  for (size_t i = 0; i < in->n && out->n + 2 <= BATCH; i++) {
    size_t j = i ? i - 1 : in->n - 1;
    double a[2] = {in->x[j], in->y[j]}, b[2] = {in->x[i], in->y[i]};
    int a_in = high ? a[axis] <= clip[side] : a[axis] >= clip[side];
    int b_in = high ? b[axis] <= clip[side] : b[axis] >= clip[side];
    if (a_in != b_in) {
      double u = (clip[side] - a[axis]) / (b[axis] - a[axis]);
      out->x[out->n] = axis ? a[0] + u * (b[0] - a[0]) : clip[side];
      out->y[out->n++] = axis ? clip[side] : a[1] + u * (b[1] - a[1]);
    }
    if (b_in) out->x[out->n] = b[0], out->y[out->n++] = b[1];
  }
}

static int edge_area(twocs_pen *pen, path *p, const twocs_ink *edge) {
  if (!(edge->width > 0) || p->n + 1 > BATCH) return 1;
  p->x[p->n] = p->x[0], p->y[p->n++] = p->y[0];
  return emit_line(pen, p, edge);
}

int twocs_pen_area(twocs_pen *pen, size_t n, const double x[], const double y[], twocs_ink fill,
                   twocs_ink edge) {
  path p[2];
  p[0].n = 0;
  for (size_t i = 0; i < n; i++) {
    if (!isfinite(x[i]) || !isfinite(y[i])) continue;
    if (p[0].n >= BATCH - 8) return twocs_pen_fail(pen, "an area has at most %s corners", "504");
    p[0].x[p[0].n] = x[i], p[0].y[p[0].n++] = y[i];
  }
  for (int side = 0; side < 4; side++) clip_side(pen->clip, side, &p[side & 1], &p[!(side & 1)]);
  if (p[0].n < 3) return 1;
  return twocs_pen_fill(pen, p[0].n, p[0].x, p[0].y, &fill) && edge_area(pen, &p[0], &edge);
}
