/* SPDX-License-Identifier: MIT */
/* The wall, compared with the authors' simulator: every row of the reference files, if they are there, of the
 * sample in any case, and the headlines of every scenario. Matmuls, traffic and evaluations agree to 1e-12,
 * because operations have another order; shapes and GPUs exactly; months and utilisation of a search to 1e-9,
 * its degrees exactly except for ties. */
#include "common.h"
#include "wall_published.h"

static void *workspace(void) {
  static void *memory;
  if (!memory) memory = malloc(twocs_wall_scratch_size());
  assert_non_null(memory);
  return memory;
}

static tally count_runs_here(const sheet *s) { return count_runs(s, workspace()); }

/* least: rows that the sample must have; most: rows of the full file. */
static void compare(const char *file, tally (*count)(const sheet *), int least, int full) {
  const sheet *s = sheet_read(sample_folder, file);
  assert_non_null(s);
  tally t = count(s);
  assert_true(t.rows >= least);
  if (t.right != t.rows) fail_msg("sample %s: %d of %d rows, worst %g", file, t.right, t.rows, t.worst);
  s = sheet_read(reference_folder(), file);
  if (!s) {
    print_message("SKIP: no %s/%s\n", reference_folder(), file);
    return;
  }
  t = count(s);
  print_message("%s: %d of %d rows, %d ties, worst %g\n", file, t.right, t.rows, t.ties, t.worst);
  assert_int_equal(t.rows, full);
  assert_int_equal(t.right, full);
}

static void gpus(void **state) { (void)state, compare("gpus.csv", count_gpus, 12, 12); }
static void matmul(void **state) { (void)state, compare("unit-matmul.csv", count_matmul, 20, 792); }
static void traffic(void **state) { (void)state, compare("unit-matmul-io.csv", count_traffic, 10, 40); }
static void training(void **state) { (void)state, compare("unit-training.csv", count_training, 20, 192); }
static void shape(void **state) { (void)state, compare("unit-shape.csv", count_shape, 10, 55); }
static void closed(void **state) { (void)state, compare("analytic.csv", count_closed, 10, 32); }
static void runs(void **state) { (void)state, compare("runs.csv", count_runs_here, 15, 151); }

static twocs_wall_run asked(twocs_status (*ask)(const twocs_point *, const volatile int *, void *,
                                                twocs_wall_run *, twocs_error *),
                            const twocs_point *k) {
  twocs_wall_run p;
  twocs_error error;
  if (ask(k, NULL, workspace(), &p, &error)) fail_msg("%s", error.text);
  return p;
}

/* The same point, bit for bit, as in the sweep. */
static void same_point(const char *what, const twocs_wall_run *got, const twocs_wall_run *point, int n) {
  const twocs_wall_run *want = NULL;
  for (int i = 0; i < n; i++)
    if (point[i].point.wall.d == got->point.wall.d) want = &point[i];
  if (!want || !same_doubles(got, want, sizeof *got)) fail_msg("%s: not the point of the sweep", what);
}

static void scenarios(void **state) {
  (void)state;
  static twocs_wall_run point[TWOCS_WALL_RUNS];
  for (int i = 0; i < HEADLINES; i++) {
    const published *h = &headlines[i];
    twocs_point k;
    twocs_error error;
    int n = 0;
    headline_point(h, &k);
    if (twocs_wall_sweep(&k, NULL, workspace(), point, &n, &error)) fail_msg("%s: %s", h->name, error.text);
    const double end = linear_end_of(&k, n, point), largest = largest_of(n, point);
    if (!headline_right(end, h->linear_end)) fail_msg("%s: linear scaling ends at %g", h->name, end);
    if (!headline_right(largest, h->largest)) fail_msg("%s: the largest run is %g", h->name, largest);
    const twocs_wall_run first = asked(twocs_wall_linear_end, &k), last = asked(twocs_wall_largest, &k);
    if (isnan(end))
      exact("no end", first.feasible, 0);
    else
      exact("where it ends", first.c_flop, end), same_point(h->name, &first, point, n);
    exact("the largest", last.c_flop, largest), same_point(h->name, &last, point, n);
  }
}

/* Three printed digits. */
static void closed_forms(void **state) {
  (void)state;
  twocs_point k;
  twocs_wall_run p;
  wall_of("h100_sxm5", &k);
  settle(&k, &p);
  near("T_crit", p.crit_flop, 1.924e28, 5e-4);
  near("T_limit", p.limit_flop, 2.305e31, 5e-4);
  near("n", p.least_nano, 590.35, 1e-5);
  near("a", p.least_edge, 26385, 5e-5);
  k.wall.alpha = 0.2, k.wall.closed_macs = 1;
  settle(&k, &p); /* half the anchor to the power -alpha, squared, to the power 1 / (1 - 2 alpha) */
  near("T_crit in MACs", p.crit_flop, 1.942074e31 * pow(2, 0.4 / 0.6), 5e-7);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gpus),     cmocka_unit_test(matmul),    cmocka_unit_test(traffic),
      cmocka_unit_test(training), cmocka_unit_test(shape),     cmocka_unit_test(closed),
      cmocka_unit_test(runs),     cmocka_unit_test(scenarios), cmocka_unit_test(closed_forms),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
