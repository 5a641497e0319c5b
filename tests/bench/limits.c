/* SPDX-License-Identifier: MIT */
/* The wall on one page: how many of the authors' rows are reproduced, and how long the searches take and
 * what was asked for. Run from the root of the tree. The one thing to know: times are the best of a few, of
 * this machine as it is. */
#include <time.h>
#include "../c/wall_published.h"

enum { CELLS = 100, THREADS = 2 };
static const double octaves = 3; /* a map's halving and doubling of latency and bandwidth */

static double seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void *workspace(size_t threads) {
  void *memory = malloc(threads * twocs_wall_scratch_size());
  if (!memory) trouble("no memory for", "the search");
  return memory;
}

static void *scratch;
static tally count_runs_here(const sheet *s) { return count_runs(s, scratch); }

static void counts(const char *folder) {
  static const struct {
    const char *file, *what;
    tally (*count)(const sheet *);
  } file[] = {{"unit-matmul.csv", "matmul times, to 1e-12", count_matmul},
              {"unit-matmul-io.csv", "traffic of a matmul, to 1e-12", count_traffic},
              {"unit-training.csv", "evaluations of a layout, to 1e-12", count_training},
              {"unit-shape.csv", "shapes and batches, exactly", count_shape},
              {"analytic.csv", "closed forms, to their seven digits", count_closed},
              {"gpus.csv", "GPUs, exactly", count_gpus},
              {"runs.csv", "swept optima, to 1e-9, degrees exactly", count_runs_here}};
  printf("%s\n", folder);
  for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
    const sheet *s = sheet_read(folder, file[i].file);
    if (!s) {
      printf("  %-42s SKIP: no %s\n", file[i].what, file[i].file);
      continue;
    }
    const tally t = file[i].count(s);
    printf("  %-42s %4d of %4d   worst %.1e", file[i].what, t.right, t.rows, t.worst);
    if (t.ties) printf("   in %d another layout is exactly as fast", t.ties);
    printf("\n");
  }
}

static void headline_counts(void) {
  static twocs_wall_run point[TWOCS_WALL_RUNS];
  int right = 0;
  for (int i = 0; i < HEADLINES; i++) {
    twocs_point k;
    int n;
    headline_point(&headlines[i], &k);
    twocs_wall_sweep(&k, NULL, scratch, point, &n, NULL);
    right += headline_right(linear_end_of(&k, n, point), headlines[i].linear_end);
    right += headline_right(largest_of(n, point), headlines[i].largest);
  }
  printf("headlines of %d scenarios                     %4d of %4d\n\n", HEADLINES, right, 2 * HEADLINES);
}

static void sweep(const char *what, const char *gpu, double sparse, double goal) {
  static twocs_wall_run point[TWOCS_WALL_RUNS];
  twocs_point k;
  double best = (double)INFINITY;
  int n = 0;
  wall_of(gpu, &k);
  k.wall.sparse = sparse;
  for (int i = 0; i < 10; i++) {
    const double start = seconds();
    twocs_wall_sweep(&k, NULL, scratch, point, &n, NULL);
    best = fmin(best, seconds() - start);
  }
  printf("%-44s %9.2f ms", what, 1e3 * best);
  if (goal > 0) printf("   goal %g ms", 1e3 * goal);
  printf("   %d points\n", n);
}

/* Latency and bandwidth over six octaves each; every hundredth cell is checked against a full sweep. */
static void map(int threads) {
  static twocs_point k[CELLS * CELLS];
  static twocs_wall_run answer[CELLS * CELLS], point[TWOCS_WALL_RUNS];
  static unsigned char done[CELLS * CELLS];
  twocs_error error = {TWOCS_OK, ""};
  for (int i = 0; i < CELLS * CELLS; i++) {
    const int column = i % CELLS, row = i / CELLS;
    const double x = octaves * (2.0 * column / (CELLS - 1) - 1), y = octaves * (2.0 * row / (CELLS - 1) - 1);
    wall_of("h100_sxm5", &k[i]);
    k[i].device.net0_lat *= exp2(x), k[i].device.launch *= exp2(x);
    k[i].device.net0_bw *= exp2(y), k[i].device.net1_bw *= exp2(y);
  }
  void *memory = workspace((size_t)threads);
  const twocs_wall_job job = {twocs_wall_linear_end, CELLS * CELLS, k, answer, done, threads, memory, NULL};
  const double start = seconds();
  if (twocs_wall_each(&job, &error)) trouble("the map failed:", error.text);
  const double took = seconds() - start;
  int checked = 0, same = 0;
  for (int i = 0; i < CELLS * CELLS; i += 101, checked++) {
    int n;
    twocs_wall_sweep(&k[i], NULL, memory, point, &n, &error);
    const double end = linear_end_of(&k[i], n, point),
                 got = answer[i].feasible > 0 ? answer[i].c_flop : (double)NAN;
    same += got == end || (isnan(got) && isnan(end));
  }
  free(memory);
  printf("map of the linear end, %d x %d, %d thread%s  %9.2f s    goal 60 s on 2   %d of %d cells as a full "
         "sweep\n",
         CELLS, CELLS, threads, threads > 1 ? "s" : " ", took, same, checked);
}

int main(void) {
  scratch = workspace(1);
  counts(sample_folder);
  counts(reference_folder());
  headline_counts();
  sweep("H100 dense, two levels", "h100_sxm5", 0, 0.020);
  sweep("H100 sparse, two levels", "h100_sxm5", 1, 0);
  sweep("H100 superpod dense, three levels", "h100_sxm5_superpod", 0, 1);
  sweep("H100 superpod sparse, three levels", "h100_sxm5_superpod", 1, 1);
  sweep("H100 infinite network, low latency", "h100_sxm5_infinite_network_low_latency", 0, 0);
  map(1);
  map(THREADS);
  free(scratch);
  return 0;
}
