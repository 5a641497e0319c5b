/* SPDX-License-Identifier: MIT */
/* Sinks and the order of the walk: for any order of axes and any cuts, on any number of threads and in any
 * shares, every sink gives the same bits, and keeps what a loop over all rows would have kept. Tolerance:
 * none, bits are compared. */
#include "common.h"
#include "evaluate/nest.h"
#include "../bench/grid.h"

enum { AXES = 6, WANTS = 3, SIFTED = 4, KEEP = 25, CAPACITY = 4000, PARTS = 4, SETS = 2, KINDS = 6 };

/* 3 x 130 x 2 x 5 x 2 x 4 rows, one axis longer than a block; the columns have ties. */
static const char *const moved[AXES] = {"tp", "h", "recompute", "sl", "interference", "opt_byte"};
static const size_t sizes[AXES] = {3, 130, 2, 5, 2, 4};
/* Of the lengths, two neighbours are always equal, in sequence or in layers. */
static double values[AXES][130], layers[5] = {8, 16, 16, 24, 24};
static int fields[AXES + 1], wants[WANTS];
static const double *value_of[AXES + 1];
static twocs_axis axes[AXES];
static setup s;

static size_t grid_rows(void) { return twocs_rows(AXES, axes); }

static int setup_grid(void **state) {
  (void)state;
  setup_init(&s);
  s.point.layout.dp = 2;
  for (int i = 0; i < 130; i++) {
    if (i < 3) values[0][i] = 1 << i;
    values[1][i] = 128 * (i + 1);
    if (i < 2) values[2][i] = i, values[4][i] = 1 + 0.2 * i;
    if (i < 5) values[3][i] = 512 << i / 2;
    if (i < 4) values[5][i] = 4 * i;
  }
  for (int a = 0; a < AXES; a++) {
    const int own = a < 4 ? a : a + 1; /* after the second field of axis 3 */
    fields[own] = column(moved[a]), value_of[own] = values[a];
    axes[a] = (twocs_axis){sizes[a], 1, &fields[own], &value_of[own]};
  }
  fields[4] = column("layers"), value_of[4] = layers, axes[3].count = 2;
  wants[0] = column("t_step"), wants[1] = column("mem_byte"), wants[2] = column("legal");
  return 0;
}

/* All results of the sinks of a job. */
typedef struct outcome {
  twocs_summary summary[WANTS];
  twocs_kept least[KEEP], most[KEEP];
  twocs_pareto_row front[CAPACITY];
  size_t leasts, mosts, fronts, count[SETS];
  twocs_kept kind[KINDS][KEEP];
  size_t kinds[KINDS], fits;
} outcome;

static const twocs_condition conditions[] = {{1, TWOCS_AT_MOST, 20e9}, {2, TWOCS_EQUAL, 1}};
static const twocs_conditions sets[SETS] = {{1, conditions}, {2, conditions}};

static void run(twocs_job *job, twocs_take take, void *sink, const struct order *order) {
  twocs_error error = {TWOCS_OK, ""};
  job->take = take, job->sink = sink;
  const int shares = job->shares > 1 ? job->shares : 1;
  for (int share = 0; share < shares; share++) {
    job->share = share;
    if (twocs_run_ordered(job, order, &error)) fail_msg("%s", error.text);
  }
}

/* Kinds by tp and recompute. A row is kept under its own number, which is twice its number in the grid, plus
 * 7. With the sifts, which most blocks do not pass. */
static twocs_kinds_sink kinds_of(const twocs_job *base, const struct order *order, twocs_kinds_sink asked) {
  const int sifted[SIFTED + 1] = {column("legal"), column("mem_byte"), column("t_step_floor"),
                                  column("t_step_slots"), column("t_step")};
  twocs_job job = *base;
  job.wants = SIFTED + 1, job.want = sifted;
  job.sift = twocs_sift_kinds, job.sifts = 2, job.sifted[0] = SIFTED - 1, job.sifted[1] = SIFTED;
  static double place[AXES][130], kind[2][3] = {{0, 2, 4}, {0, 1}};
  static double memory[PARTS * 1000];
  static twocs_kinds_axis axis[AXES];
  size_t stride = 1;
  for (int a = AXES - 1; a >= 0; a--) {
    for (size_t i = 0; i < sizes[a]; i++) place[a][i] = 2 * (double)(i * stride) + (a == 1 ? 7 : 0);
    axis[a] = (twocs_kinds_axis){sizes[a], stride, place[a], a == 0 ? kind[0] : a == 2 ? kind[1] : NULL};
    stride *= sizes[a];
  }
  twocs_kinds_sink sink = asked;
  sink.want = SIFTED, sink.bound[0] = SIFTED - 2, sink.bound[1] = SIFTED - 1, sink.where = sets[0];
  sink.axes = AXES, sink.axis = axis, sink.parts = PARTS, sink.kinds = KINDS, sink.keep = KEEP;
  assert_true(twocs_kinds_size(&sink) <= sizeof memory);
  twocs_kinds_init(&sink, memory);
  run(&job, twocs_take_kinds, &sink, order);
  return sink;
}

static outcome outcome_of(int threads, int shares, const struct order *order) {
  static twocs_summary_part part[PARTS * WANTS];
  static twocs_kept least[PARTS * KEEP], most[PARTS * KEEP];
  static twocs_pareto_row front[PARTS * CAPACITY];
  size_t leasts[PARTS] = {0}, mosts[PARTS] = {0}, fronts[PARTS] = {0}, counts[PARTS * SETS] = {0};
  static outcome all;
  int left;
  memset(&all, 0, sizeof all), memset(part, 0, sizeof part);
  twocs_job job = {.plan = &s.plan,
                   .base = &s.point,
                   .axes = AXES,
                   .axis = axes,
                   .wants = WANTS,
                   .want = wants,
                   .threads = threads,
                   .shares = shares,
                   .scratch = scratch()};
  twocs_summary_sink summary = {WANTS, part};
  twocs_best_sink best = {.want = 0, .where = sets[0], .keep = KEEP, .count = leasts, .kept = least},
                  worst = best;
  worst.most = 1, worst.count = mosts, worst.kept = most;
  twocs_pareto_sink pareto = {.columns = 2,
                              .want = {0, 1},
                              .most = {0, 1}, /* the most memory used in the least time */
                              .where = sets[1],
                              .capacity = CAPACITY,
                              .count = fronts,
                              .row = front};
  twocs_count_sink count = {SETS, sets, counts};
  run(&job, twocs_take_summary, &summary, order);
  run(&job, twocs_take_best, &best, order);
  run(&job, twocs_take_best, &worst, order);
  run(&job, twocs_take_pareto, &pareto, order);
  run(&job, twocs_take_count, &count, order);
  twocs_summary_merge(&summary, PARTS, all.summary);
  all.leasts = twocs_best_merge(&best, PARTS, all.least);
  all.mosts = twocs_best_merge(&worst, PARTS, all.most);
  all.fronts = twocs_pareto_merge(&pareto, PARTS, all.front);
  for (size_t i = all.fronts; i < CAPACITY; i++) memset(&all.front[i], 0, sizeof all.front[i]);
  twocs_count_merge(&count, PARTS, all.count);
  const twocs_kinds_sink kinds = kinds_of(&job, order, (twocs_kinds_sink){.first = 0});
  for (int k = 0; k < KINDS; k++) all.kinds[k] = twocs_kinds_merge(&kinds, k, all.kind[k], &left);
  for (int p = 0; p < PARTS; p++) all.fits += kinds.fits[p];
  return all;
}

static double *columns_of(int threads, const struct order *order) {
  const size_t rows = grid_rows();
  double *cell = malloc(rows * WANTS * sizeof *cell), *out[WANTS];
  assert_non_null(cell);
  memset(cell, 0xff, rows * WANTS * sizeof *cell);
  for (int i = 0; i < WANTS; i++) out[i] = cell + (size_t)i * rows;
  twocs_columns_sink sink = {WANTS, out};
  twocs_job job = {.plan = &s.plan,
                   .base = &s.point,
                   .axes = AXES,
                   .axis = axes,
                   .wants = WANTS,
                   .want = wants,
                   .threads = threads,
                   .scratch = scratch()};
  run(&job, twocs_take_columns, &sink, order);
  return cell;
}

/* Axes in any order, divided anywhere a block allows it. */
static struct order random_order(void) {
  struct order order = {.groups = 0};
  unsigned char left[AXES];
  for (int a = 0; a < AXES; a++) left[a] = (unsigned char)a;
  size_t rows = TWOCS_BLOCK_MOST + 1;
  for (int n = AXES; n > 0; n--) {
    const int i = random_below(n);
    const unsigned char axis = left[i];
    left[i] = left[n - 1];
    if (rows * sizes[axis] > TWOCS_BLOCK_MOST || random_below(2))
      order.first[order.groups++] = AXES - n, rows = 1;
    rows *= sizes[axis];
    order.axis[AXES - n] = axis;
  }
  order.first[order.groups] = AXES;
  size_t block = 1;
  for (int i = order.groups > 1 ? order.first[order.groups - 2] : 0; i < AXES; i++)
    block *= sizes[order.axis[i]];
  order.repeated = order.groups > 1 && block <= TWOCS_BLOCK_MOST && random_below(2);
  return order;
}

static void no_order_of_the_walk_changes_a_bit(void **state) {
  static outcome one, other;
  (void)state;
  one = outcome_of(1, 0, NULL);
  double *plain = columns_of(1, NULL);
  assert_true(one.leasts == KEEP && one.mosts == KEEP && one.fronts > 3 && one.count[1] > 0);
  for (int round = 0; round < (SLOW ? 3 : 40); round++) {
    const struct order order = random_order();
    const int threads = 1 + round % 3, shares = round % 4;
    other = outcome_of(threads, shares, &order);
    assert_memory_equal(&one, &other, sizeof one);
    double *columns = columns_of(threads, &order);
    assert_memory_equal(plain, columns, grid_rows() * WANTS * sizeof *plain);
    free(columns);
  }
  free(plain);
}

/* ---- Compared with loops over all rows. */
static int precedes(const twocs_kept *a, const twocs_kept *b, int most) {
  if (a->value != b->value) return most ? a->value > b->value : a->value < b->value;
  return a->row < b->row;
}

static void best_are(const outcome *got, const double *cell, int most) {
  const size_t rows = grid_rows();
  const twocs_kept *kept = most ? got->most : got->least;
  twocs_kept last = {most ? HUGE_VAL : -HUGE_VAL, 0};
  for (int i = 0; i < KEEP; i++) {
    twocs_kept best = {most ? -HUGE_VAL : HUGE_VAL, rows};
    for (size_t r = 0; r < rows; r++) {
      const twocs_kept row = {cell[r], r};
      if (cell[rows + r] <= 20e9 && precedes(&row, &best, most) && (!i || precedes(&last, &row, most)))
        best = row;
    }
    exact("a kept value", kept[i].value, best.value);
    assert_int_equal(kept[i].row, best.row);
    last = best;
  }
}

static void the_best_are_those_of_a_loop(void **state) {
  static outcome got;
  (void)state;
  got = outcome_of(2, 0, NULL);
  double *cell = columns_of(1, NULL);
  best_are(&got, cell, 0);
  best_are(&got, cell, 1);
  free(cell);
}

static void the_best_of_each_kind_are_those_of_a_loop(void **state) {
  static outcome got;
  (void)state;
  got = outcome_of(2, 0, NULL);
  double *cell = columns_of(1, NULL);
  const size_t rows = grid_rows();
  size_t fits = 0;
  for (size_t r = 0; r < rows; r++) fits += cell[rows + r] <= 20e9;
  assert_int_equal(got.fits, fits);
  for (int k = 0; k < KINDS; k++) {
    twocs_kept last = {-HUGE_VAL, 0};
    assert_int_equal(got.kinds[k], KEEP);
    for (int i = 0; i < KEEP; i++) {
      twocs_kept best = {HUGE_VAL, rows};
      for (size_t r = 0; r < rows; r++) {
        const twocs_kept row = {cell[r], r};
        const size_t tp = r / (130 * 2 * 5 * 2 * 4), recompute = r / (5 * 2 * 4) % 2;
        if ((int)(2 * tp + recompute) == k && cell[rows + r] <= 20e9 && precedes(&row, &best, 0) &&
            (!i || precedes(&last, &row, 0)))
          best = row;
      }
      exact("a kept value", got.kind[k][i].value, best.value);
      assert_int_equal(got.kind[k][i].row, 2 * best.row + 7);
      last = best;
    }
  }
  free(cell);
}

/* Whether a row, kept by the sink that leaves nothing out, is among those that this sink is asked for. */
static int is_asked(const twocs_kinds_sink *sink, const outcome *whole, int kind, size_t place) {
  const twocs_kept row = whole->kind[kind][place];
  double best = HUGE_VAL;
  size_t better = 0;
  for (int k = 0; k < KINDS; k++) {
    best = fmin(best, whole->kind[k][0].value);
    for (size_t i = 0; i < whole->kinds[k]; i++) better += precedes(&whole->kind[k][i], &row, 0) ? 1 : 0;
  }
  return place < sink->sure || better < sink->first || row.value <= best * (1 + sink->near);
}

/* In every order of the walk, on any number of threads. */
static void bounds_do_not_exclude_wanted_rows(void **state) {
  static outcome whole;
  static twocs_kept got[KEEP];
  (void)state;
  whole = outcome_of(1, 0, NULL);
  size_t asked = 0, all = 0;
  int some = 0;
  const int rounds = SLOW ? 6 : 40;
  for (int round = 0; round < rounds; round++) {
    const struct order order = random_order();
    const twocs_job job = {.plan = &s.plan,
                           .base = &s.point,
                           .axes = AXES,
                           .axis = axes,
                           .threads = 1 + round % 3,
                           .scratch = scratch()};
    const twocs_kinds_sink sink =
        kinds_of(&job, &order,
                 (twocs_kinds_sink){.sure = (size_t)(round % 3), .first = 7, .near = 0.01 * (round % 2)});
    size_t fits = 0;
    for (int p = 0; p < PARTS; p++) fits += sink.fits[p];
    assert_int_equal(fits, whole.fits);
    for (int k = 0; k < KINDS; k++) {
      int left;
      const size_t count = twocs_kinds_merge(&sink, k, got, &left);
      assert_true(left == (count < KEEP)); /* each kind has more rows than are kept */
      all += KEEP, some |= left;
      for (size_t i = 0; i < KEEP; i++) {
        if (!is_asked(&sink, &whole, k, i)) continue;
        assert_true(i < count);
        assert_memory_equal(&got[i], &whole.kind[k][i], sizeof got[i]);
        asked++;
      }
    }
  }
  assert_true(asked > (size_t)(2 * rounds) && asked < all / 2 && some);
}

static void the_front_is_that_of_a_loop(void **state) {
  static outcome got;
  (void)state;
  got = outcome_of(2, 0, NULL);
  double *cell = columns_of(1, NULL);
  const size_t rows = grid_rows();
  const double *t = cell, *mem = cell + rows, *legal = cell + 2 * rows;
  size_t found = 0;
  for (size_t r = 0; r < rows; r++) {
    if (!(mem[r] <= 20e9 && legal[r] == 1)) continue;
    int beaten = 0;
    for (size_t q = 0; q < rows && !beaten; q++)
      beaten = mem[q] <= 20e9 && legal[q] == 1 && t[q] <= t[r] && mem[q] >= mem[r] &&
               (t[q] < t[r] || mem[q] > mem[r] || q < r);
    if (beaten) continue;
    size_t at = 0;
    while (at < got.fronts && got.front[at].row != r) at++;
    assert_true(at < got.fronts);
    exact("a value of the front", got.front[at].value[1], mem[r]);
    found++;
  }
  assert_int_equal(found, got.fronts);
  for (size_t i = 1; i < got.fronts; i++) assert_true(got.front[i - 1].value[0] <= got.front[i].value[0]);
  size_t fits = 0, both = 0;
  for (size_t r = 0; r < rows; r++) fits += mem[r] <= 20e9, both += mem[r] <= 20e9 && legal[r] == 1;
  assert_int_equal(got.count[0], fits);
  assert_int_equal(got.count[1], both);
  free(cell);
}

static void a_front_beyond_its_capacity_is_reported(void **state) {
  twocs_pareto_row row[3], result[3];
  size_t count = 0;
  (void)state;
  double a[8], b[8];
  for (int i = 0; i < 8; i++) a[i] = i, b[i] = -i;
  const twocs_cells value[] = {{a, 8}, {b, 8}};
  const twocs_block block = {0, 8, NULL, value};
  twocs_pareto_sink sink = {.columns = 2, .want = {0, 1}, .capacity = 3, .count = &count, .row = row};
  twocs_take_pareto(&sink, 0, &block);
  assert_int_equal(twocs_pareto_merge(&sink, 1, result), 4);
  count = 0, sink.most[1] = 1; /* now the first row is better than all others */
  twocs_take_pareto(&sink, 0, &block);
  assert_int_equal(twocs_pareto_merge(&sink, 1, result), 1);
  assert_int_equal(result[0].row, 0);
}

/* Every relation, a row that is not a number, and a column that is constant in the block. */
static void conditions_select_the_right_rows(void **state) {
  (void)state;
  double x[8] = {1, 2, 3, (double)NAN, 5, 6, 7, 8}, seven[8] = {7, 7, 7, 7, 7, 7, 7, 7};
  const twocs_cells value[] = {{x, 8}, {seven, 0}};
  const twocs_block block = {0, 7, NULL, value};
  static const struct {
    twocs_relation relation;
    size_t of_x, of_seven;
  } want[] = {{TWOCS_AT_MOST, 3, 0}, {TWOCS_AT_LEAST, 4, 7}, {TWOCS_BELOW, 2, 0},
              {TWOCS_ABOVE, 3, 7},   {TWOCS_EQUAL, 1, 0},    {TWOCS_UNEQUAL, 5, 7}};
  for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
    const twocs_condition on_x = {0, want[i].relation, 3}, on_seven = {1, want[i].relation, 3};
    const twocs_conditions of[] = {{1, &on_x}, {1, &on_seven}};
    size_t count[2] = {0};
    twocs_count_sink sink = {2, of, count};
    twocs_take_count(&sink, 0, &block);
    assert_int_equal(count[0], want[i].of_x);
    assert_int_equal(count[1], want[i].of_seven);
  }
}

/* ---- Sums. */
static twocs_summary summed(size_t n, const double *x, size_t block_most) {
  twocs_summary_part part = {0};
  twocs_summary_sink sink = {1, &part};
  twocs_summary result;
  for (size_t at = 0; at < n;) {
    double cell[TWOCS_BLOCK_MOST];
    size_t length = 1 + (size_t)random_below((int)block_most);
    if (length > n - at) length = n - at;
    memcpy(cell, x + at, length * sizeof *cell);
    const twocs_cells value = {cell, length == 1 ? 0 : 8};
    const twocs_block block = {at, length, NULL, &value};
    twocs_take_summary(&sink, 0, &block);
    at += length;
  }
  twocs_summary_merge(&sink, 1, &result);
  return result;
}

static void a_sum_does_not_depend_on_the_order(void **state) {
  enum { N = 3000 };
  static double x[N];
  (void)state;
  for (int kind = 0; kind < 4; kind++) {
    long double all = 0;
    double most = 0;
    for (int i = 0; i < N; i++) {
      const double unit = (random_below(2000001) - 1000000) * 1e-6;
      x[i] = kind == 0   ? 1 + unit
             : kind == 1 ? unit * exp2(random_below(400) - 200)
             : kind == 2 ? unit * 1e-280
                         : 0.1;
      all += (long double)x[i], most = fmax(most, fabs(x[i]));
    }
    const twocs_summary one = summed(N, x, TWOCS_BLOCK_MOST);
    if (!(fabs(one.sum - (double)all) <= N * most * 0x1p-48))
      fail_msg("kind %d: the sum is %.17g, want %.17g", kind, one.sum, (double)all);
    for (int round = 0; round < 20; round++) {
      for (int i = N - 1; i > 0; i--) {
        const int j = random_below(i + 1);
        const double moved_value = x[i];
        x[i] = x[j], x[j] = moved_value;
      }
      const twocs_summary other = summed(N, x, round % 2 ? 3 : TWOCS_BLOCK_MOST);
      assert_memory_equal(&one, &other, sizeof one);
    }
  }
}

static void nan_does_not_count_in_bounds(void **state) {
  (void)state;
  double x[] = {3, (double)NAN, -2, 8};
  for (int first = 0; first < 4; first++) {
    const double moved_value = x[0];
    memmove(x, x + 1, 3 * sizeof *x), x[3] = moved_value;
    const twocs_summary all = summed(4, x, 4);
    exact("least", all.least, -2);
    exact("most", all.most, 8);
    assert_true(isnan(all.sum));
  }
  const double endless[] = {1, HUGE_VAL, 2};
  exact("an endless sum", summed(3, endless, 3).sum, HUGE_VAL);
  exact("an endless bound", summed(3, endless, 3).most, HUGE_VAL);
  const double huge[] = {1e300, 1};
  exact("the most", summed(2, huge, 2).most, 1e300);
}

/* ---- The cost of the walk, by counting. */

/* Rows for which columns are evaluated, with padding, on all levels. */
static double rows_a_point(const struct nest *nest) {
  double work = 0;
  size_t visits[LEVELS + 1] = {1};
  for (int l = 1; l < nest->levels; l++) visits[l] = visits[l - 1] * nest->rows[l];
  for (int l = 1; l < nest->levels; l++)
    for (int i = nest->start[l][0]; i < nest->start[l][LEVELS]; i++)
      work += (double)visits[nest->outer[nest->evaluated[i]]] * (double)((nest->rows[l] + 7) / 8 * 8);
  return work / (double)twocs_rows(nest->job->axes, nest->job->axis);
}

/* A point costs about the same with n values on the innermost axis as with n + 1. A jump would mean, for
 * example, that a level is not a block. */
static void no_length_of_an_axis_is_a_cliff(void **state) {
  static setup one;
  static struct nest nest;
  enum { MOST = 300, INNER = 3 };
  static double many[INNER][MOST];
  static const char *const name[] = {"h", "tp", "flop_vs_bw"};
  const size_t size[] = {32, 16, 0};
  const double *const column_values[] = {many[0], many[1], many[2]};
  int field_of[INNER];
  twocs_axis axis[INNER];
  (void)state;
  setup_init(&one);
  for (int a = 0; a < INNER; a++) {
    field_of[a] = column(name[a]);
    for (int i = 0; i < MOST; i++) many[a][i] = a == 0 ? 128 * (i + 1) : 1 + i;
    axis[a] = (twocs_axis){size[a], 1, &field_of[a], &column_values[a]};
  }
  const int want[] = {column("t_step"), column("f_ser")};
  double before = 0;
  for (size_t n = 1; n <= MOST; n++) {
    axis[2].size = n;
    const twocs_job job = {.plan = &one.plan,
                           .base = &one.point,
                           .axes = INNER,
                           .axis = axis,
                           .wants = 2,
                           .want = want,
                           .take = twocs_take_count};
    assert_int_equal(twocs_nest_init(&nest, &job, NULL, NULL), TWOCS_OK);
    const double point = rows_a_point(&nest);
    if (n > 1 && point > 1.5 * before)
      fail_msg("%zu values: %g rows a point, %g with one fewer", n, point, before);
    before = point;
  }
}

/* Computing two columns of four axes costs the same in some orders; the chosen one stores consecutive values
 * next to each other in memory. */
static void stored_values_are_consecutive_in_memory(void **state) {
  enum { SIDE = 32, FOUR = 4 };
  static const char *const name[FOUR] = {"h", "sl", "tp", "flop_vs_bw"};
  static const int step[FOUR] = {1024, 256, 4, 1};
  static setup one;
  static struct nest nest;
  double value[FOUR][SIDE];
  const double *lists[FOUR];
  int field[FOUR];
  twocs_axis axis[FOUR];
  (void)state;
  setup_init(&one);
  for (int a = 0; a < FOUR; a++) {
    for (int i = 0; i < SIDE; i++) value[a][i] = step[a] * (i + 1);
    field[a] = column(name[a]), lists[a] = value[a];
    axis[a] = (twocs_axis){SIDE, 1, &field[a], &lists[a]};
  }
  const int want[] = {column("f_ser"), column("t_layer")};
  const twocs_job job = {.plan = &one.plan,
                         .base = &one.point,
                         .axes = FOUR,
                         .axis = axis,
                         .wants = 2,
                         .want = want,
                         .take = twocs_take_columns};
  assert_int_equal(twocs_nest_init(&nest, &job, NULL, NULL), TWOCS_OK);
  assert_int_equal(nest.order.groups, FOUR);
  for (int a = 0; a < FOUR; a++) assert_int_equal(nest.order.axis[a], a);
}

/* The walk of the grid has the same low cost, whatever the order in which its axes are written. */
static void the_cost_of_a_walk_does_not_depend_on_the_order(void **state) {
  static setup one;
  static struct nest nest[3];
  static grid g;
  (void)state;
  setup_init(&one);
  for (int o = 0; o < 3; o++) {
    grid_init(&g, grid_orders[o]);
    const int want[] = {column("t_step"), column("mem_byte")};
    const twocs_job job = {.plan = &one.plan,
                           .base = &g.point,
                           .axes = GRID_AXES,
                           .axis = g.axis,
                           .wants = 2,
                           .want = want,
                           .take = twocs_take_best};
    assert_int_equal(twocs_nest_init(&nest[o], &job, NULL, NULL), TWOCS_OK);
    assert_int_equal(nest[o].levels, nest[0].levels);
    for (int l = 1; l < nest[o].levels; l++) assert_int_equal(nest[o].rows[l], nest[0].rows[l]);
    for (int k = 0; k < COLUMNS; k++) assert_int_equal(nest[o].level[k], nest[0].level[k]);
    /* The cost of every point: the columns of the last level that read the one above. */
    const int last = nest[o].levels - 1, above = last - 1 - nest[o].order.repeated;
    int divisions = 0;
    for (int i = nest[o].start[last][above]; i < nest[o].start[last][LEVELS]; i++)
      divisions += twocs_divisions[nest[o].evaluated[i]];
    assert_int_equal(divisions, GRID_DIVISIONS);
    assert_true(rows_a_point(&nest[o]) <= GRID_ROWS + 0.01);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(no_order_of_the_walk_changes_a_bit, setup_grid),
      cmocka_unit_test_setup(the_best_are_those_of_a_loop, setup_grid),
      cmocka_unit_test_setup(the_best_of_each_kind_are_those_of_a_loop, setup_grid),
      cmocka_unit_test_setup(bounds_do_not_exclude_wanted_rows, setup_grid),
      cmocka_unit_test_setup(the_front_is_that_of_a_loop, setup_grid),
      cmocka_unit_test(a_front_beyond_its_capacity_is_reported),
      cmocka_unit_test(conditions_select_the_right_rows),
      cmocka_unit_test(a_sum_does_not_depend_on_the_order),
      cmocka_unit_test(nan_does_not_count_in_bounds),
      cmocka_unit_test(no_length_of_an_axis_is_a_cliff),
      cmocka_unit_test(stored_values_are_consecutive_in_memory),
      cmocka_unit_test(the_cost_of_a_walk_does_not_depend_on_the_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
