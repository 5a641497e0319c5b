/* SPDX-License-Identifier: MIT
 *
 * The nearest measured rows. The tree only saves time: every bound is summed in the order of the distances
 * that it bounds, and rounding is monotone, so the result has the same bits as a search through all rows. */
#include "laws/nearby.h"
#include <math.h>
#include <string.h>

/* Rows of a leaf. Every leaf holds this many; missing ones are infinitely far. */
enum { LEAF = 28 };

/* Below 1, so that the farthest of the neighbours still has a little weight. */
static const double edge = 0.99;
/* The weight of the law alone against the rows. */
static const double prior = 0.02;

static inline double larger(double a, double b) { return a > b ? a : b; }
static inline double smaller(double a, double b) { return a < b ? a : b; }
static inline double square(double a) { return a * a; }

/* Nodes are numbered from 1, the children of i are 2i and 2i + 1, and node `leaves` is the first leaf. A node
 * of rows [low, high) gives its first child the rows below the middle. */
static size_t leaves_of(size_t rows) {
  size_t leaves = 1;
  while (rows > leaves * LEAF) leaves *= 2;
  return leaves;
}

/* The block: for each pair of children, feature by feature, the minimum of each and the maximum of each;
 * then, leaf by leaf, the rows' places (feature by feature), ratios, numbers and groups. */
static size_t boxes_at(int dims, size_t node) { return (node - 1) * 4 * (size_t)dims; }
static size_t leaf_at(const twocs_nearby *nearby, size_t node) {
  return boxes_at(nearby->dims, nearby->leaves) + (node - nearby->leaves) * LEAF * ((size_t)nearby->dims + 3);
}
/* After the leaves, while building: the numbers of the rows. */
static size_t numbers_at(const twocs_nearby *nearby) { return leaf_at(nearby, 2 * nearby->leaves); }

size_t twocs_nearby_size(size_t rows, int dims) {
  const twocs_nearby shape = {rows, leaves_of(rows), dims, 0};
  return sizeof shape + (numbers_at(&shape) + rows) * sizeof(double);
}

static size_t first_not_finite(size_t rows, int dims, const double *const place[], const double log_ratio[]) {
  for (size_t r = 0; r < rows; r++) {
    int finite = isfinite(log_ratio[r]);
    for (int d = 0; d < dims; d++) finite = finite && isfinite(place[d][r]);
    if (!finite) return r + 1;
  }
  return 0;
}

/* Compares rows by one feature, then by number, so that no two are equal. */
static int before(const double *feature, double a, double b) {
  const double x = feature[(size_t)a], y = feature[(size_t)b];
  return x < y || (x == y && a < b);
}

/* Reorders the numbers low to high so that the row at `rank` is the one that sorting would put there, smaller
 * ones come before it, and the rest after (Wirth's selection). */
static void select_rank(double number[], ptrdiff_t low, ptrdiff_t high, ptrdiff_t rank,
                        const double *feature) {
  while (low < high) {
    const double pivot = number[rank];
    ptrdiff_t i = low, j = high;
    while (i <= j) {
      while (before(feature, number[i], pivot)) i++;
      while (before(feature, pivot, number[j])) j--;
      if (i > j) break;
      const double swapped = number[i];
      number[i++] = number[j];
      number[j--] = swapped;
    }
    if (j < rank) low = i;
    if (rank < i) high = j;
  }
}

static double least_of(const double number[], size_t n, const double *feature) {
  double least = feature[(size_t)number[0]];
  for (size_t r = 1; r < n; r++) least = smaller(least, feature[(size_t)number[r]]);
  return least;
}
static double most_of(const double number[], size_t n, const double *feature) {
  double most = feature[(size_t)number[0]];
  for (size_t r = 1; r < n; r++) most = larger(most, feature[(size_t)number[r]]);
  return most;
}

/* The data that the tree is built from. */
typedef struct source {
  const double *const *place, *log_ratio;
  const int *group;
} source;

/* The feature with the widest range. */
static int widest(int dims, const double number[], size_t n, const double *const place[]) {
  int wide = 0;
  double most = -1;
  for (int d = 0; d < dims; d++) {
    const double range = most_of(number, n, place[d]) - least_of(number, n, place[d]);
    if (range > most) most = range, wide = d;
  }
  return wide;
}

static void fill_leaf(twocs_nearby *nearby, size_t node, const double number[], size_t n,
                      const source *from) {
  double *leaf = nearby->block + leaf_at(nearby, node), *other = leaf + (size_t)nearby->dims * LEAF;
  for (size_t i = 0; i < LEAF; i++) {
    const size_t row = i < n ? (size_t)number[i] : 0;
    for (size_t d = 0; d < (size_t)nearby->dims; d++)
      leaf[d * LEAF + i] = i < n ? from->place[d][row] : (double)INFINITY;
    other[i] = i < n ? from->log_ratio[row] : 0;
    other[LEAF + i] = i < n ? (double)row : (double)INFINITY;
    other[2 * LEAF + i] = i < n && from->group ? (double)from->group[row] : (double)row;
  }
}

static void build(twocs_nearby *nearby, size_t node, size_t low, size_t high, const source *from) {
  double *number = nearby->block + numbers_at(nearby);
  if (node >= nearby->leaves) {
    fill_leaf(nearby, node, number + low, high - low, from);
    return;
  }
  const size_t cut = low + (high - low) / 2;
  const int wide = widest(nearby->dims, number + low, high - low, from->place);
  select_rank(number, (ptrdiff_t)low, (ptrdiff_t)high - 1, (ptrdiff_t)cut, from->place[wide]);
  double *box = nearby->block + boxes_at(nearby->dims, node);
  for (int d = 0; d < nearby->dims; d++, box += 4) {
    box[0] = least_of(number + low, cut - low, from->place[d]);
    box[1] = least_of(number + cut, high - cut, from->place[d]);
    box[2] = most_of(number + low, cut - low, from->place[d]);
    box[3] = most_of(number + cut, high - cut, from->place[d]);
  }
  build(nearby, 2 * node, low, cut, from);
  build(nearby, 2 * node + 1, cut, high, from);
}

size_t twocs_nearby_init(twocs_nearby *nearby, size_t rows, int dims, const double *const place[],
                         const double log_ratio[], const int group[], int neighbours) {
  const size_t wrong = first_not_finite(rows, dims, place, log_ratio);
  if (wrong) return wrong;
  *nearby = (twocs_nearby){rows, leaves_of(rows), dims, neighbours};
  double *number = nearby->block + numbers_at(nearby);
  for (size_t r = 0; r < rows; r++) number[r] = (double)r;
  const source from = {place, log_ratio, group};
  build(nearby, 1, 0, rows, &from);
  return 0;
}

/* The rows found so far, nearest first. A place that is still free is infinitely far. */
typedef struct search {
  const twocs_nearby *nearby;
  const double *place;
  double skip;
  double distance[TWOCS_NEARBY_MOST]; /* squared */
  double number[TWOCS_NEARBY_MOST], ratio[TWOCS_NEARBY_MOST];
} search;

static void take(search *s, double distance, double number, double ratio) {
  int i = s->nearby->neighbours - 1;
  if (!(distance < s->distance[i] || (distance == s->distance[i] && number < s->number[i]))) return;
  for (; i > 0 &&
         (distance < s->distance[i - 1] || (distance == s->distance[i - 1] && number < s->number[i - 1]));
       i--) {
    s->distance[i] = s->distance[i - 1];
    s->number[i] = s->number[i - 1];
    s->ratio[i] = s->ratio[i - 1];
  }
  s->distance[i] = distance;
  s->number[i] = number;
  s->ratio[i] = ratio;
}

static void look_at_leaf(search *s, size_t node) {
  const int dims = s->nearby->dims;
  const double *x = s->nearby->block + leaf_at(s->nearby, node), *ratio = x + (size_t)dims * LEAF;
  const double *number = ratio + LEAF, *group = number + LEAF;
  double distance[LEAF] = {0};
  for (int d = 0; d < dims; d++, x += LEAF) {
    const double at = s->place[d];
    for (int i = 0; i < LEAF; i++) distance[i] += square(x[i] - at);
  }
  const double *farthest = s->distance + s->nearby->neighbours - 1;
  for (int i = 0; i < LEAF; i++)
    if (distance[i] <= *farthest && group[i] != s->skip) take(s, distance[i], number[i], ratio[i]);
}

/* Squared distances from the place to the boxes of a node's children. */
static inline void distances_to(const search *s, size_t node, double distance[2]) {
  const double *box = s->nearby->block + boxes_at(s->nearby->dims, node);
  double first = 0, second = 0;
  for (int d = 0; d < s->nearby->dims; d++, box += 4) {
    const double at = s->place[d];
    first += square(at - smaller(larger(at, box[0]), box[2]));
    second += square(at - smaller(larger(at, box[1]), box[3]));
  }
  distance[0] = first;
  distance[1] = second;
}

static void look(search *s, size_t node) {
  if (node >= s->nearby->leaves) {
    look_at_leaf(s, node);
    return;
  }
  double distance[2];
  distances_to(s, node, distance);
  const int nearer = distance[1] < distance[0];
  const double *farthest = s->distance + s->nearby->neighbours - 1;
  if (distance[nearer] <= *farthest) look(s, 2 * node + (size_t)nearer);
  if (distance[!nearer] <= *farthest) look(s, 2 * node + (size_t)!nearer);
}

/* The weight of a row is a tricube of its distance relative to the farthest neighbour, so that rows come and
 * go without a jump, times a bell of the distance itself. The mean counts as far as the bells outweigh the
 * law alone, so that far rows say nothing. The fading depends on the bells only, because on a grid all
 * neighbours may be as far as the farthest. With fewer rows than neighbours the farthest is infinitely
 * far. */
static double weighted_mean(const search *s) {
  const double reach = s->distance[s->nearby->neighbours - 1];
  double weights = 0, sum = 0, bells = 0;
  for (int i = 0; i < s->nearby->neighbours && s->distance[i] < (double)INFINITY; i++) {
    const double share = reach > 0 ? edge * sqrt(s->distance[i] / reach) : 0;
    const double rest = 1 - share * share * share, bell = exp(-s->distance[i] / 2);
    const double weight = rest * rest * rest * bell;
    weights += weight;
    sum += weight * s->ratio[i];
    bells += bell;
  }
  return weights > 0 ? sum / weights * (bells / (bells + prior)) : 0;
}

double twocs_nearby_log_ratio(const twocs_nearby *nearby, const double place[], int skip_group,
                              double *nearest) {
  search s = {.nearby = nearby, .place = place, .skip = skip_group};
  int known = 1;
  for (int d = 0; d < nearby->dims; d++) known = known && !isnan(place[d]);
  for (int i = 0; i < nearby->neighbours; i++) s.distance[i] = (double)INFINITY;
  if (known) look(&s, 1);
  if (nearest) *nearest = known ? sqrt(s.distance[0]) : (double)NAN;
  return known ? weighted_mean(&s) : (double)NAN;
}
