/* SPDX-License-Identifier: MIT
 *
 * Jobs on all cores: the tasks of a nest are shared among threads, each with its own scratch and its own part
 * of the sink. The rows of a task do not depend on the threads, and the result of a sink does not depend on
 * which part gets a row, so the bits do not depend on the threads either. Only this file and parallel_for.c
 * use OpenMP. */
#include "evaluate/nest.h"
#include "evaluate/needs.h"
#include "evaluate/parallel_for.h"
#include "evaluate/single.h"
#include <stdint.h>
#ifdef _OPENMP
#include <omp.h>
#endif

enum { LINE = 128 }; /* threads do not share a cache line */

/* Levels: the outermost, one of chunks, one for each axis. */
static size_t levels_most(int axes) { return (size_t)axes + 2; }

static size_t worker_size(size_t levels, size_t doubles) {
  const size_t size = levels * COLUMNS * sizeof(twocs_cells) + doubles * sizeof(double);
  return (size + LINE - 1) / LINE * LINE;
}

size_t twocs_scratch_size(int threads) {
  return worker_size(levels_most(TWOCS_AXES_MOST), WORKER_DOUBLES) * (size_t)(threads > 1 ? threads : 1);
}

/* The error of the first task that fails in the order of the rows, whichever thread is faster: after a
 * failure, only the tasks before it still run. */
typedef struct failure {
  size_t task;
  twocs_error error;
} failure;
static void failure_note(failure *first, size_t task, const twocs_error *error) {
#pragma omp critical(twocs_failure)
  if (task < first->task) {
    first->error = *error;
#pragma omp atomic write
    first->task = task;
  }
}

static size_t failure_task(failure *first) {
  size_t task;
#pragma omp atomic read
  task = first->task;
  return task;
}

typedef struct tasks {
  size_t begin, end;
} tasks;

/* The tasks of a nest that this job does: all, or its share. */
static tasks tasks_of(const struct nest *nest) {
  const size_t n = nest->tasks, shares = (size_t)nest->job->shares, share = (size_t)nest->job->share;
  if (nest->job->shares <= 1) return (tasks){0, n};
  return (tasks){n / shares * share + n % shares * share / shares,
                 n / shares * (share + 1) + n % shares * (share + 1) / shares};
}

static void task_run(struct worker *worker, size_t task, failure *first) {
  if (task > failure_task(first) || !twocs_worker_run(worker, task)) return;
  failure_note(first, task, &worker->error);
}

static void work_on_threads(const struct nest *nest, tasks these, failure *first, int threads,
                            struct worker *prime) {
  enum { RUNS = 16 }; /* for each thread */
  const size_t count = these.end - these.begin, run = count / (size_t)(RUNS * threads) + 1;
  (void)run;
  twocs_worker_prime(prime);
#pragma omp parallel num_threads(threads)
  {
    struct worker worker;
#ifdef _OPENMP
    const int thread = omp_get_thread_num();
#else
    const int thread = 0;
#endif
    if (thread == 0) {
      worker = *prime;
    } else {
      twocs_worker_init(&worker, nest, nest->job->part + thread,
                        (char *)nest->job->scratch +
                            worker_size((size_t)nest->levels, nest->doubles) * (size_t)thread);
      twocs_worker_copy(&worker, prime);
    }
    twocs_worker_narrow(&worker, threads);
#pragma omp for schedule(dynamic, run)
    for (size_t task = these.begin; task < these.end; task++) task_run(&worker, task, first);
  }
}

/* One thread does not use OpenMP, which asks the system each time: half the jobs of a search are short. */
static void work(const struct nest *nest, tasks these, failure *first, int threads) {
  struct worker worker;
  twocs_worker_init(&worker, nest, nest->job->part, nest->job->scratch);
  if (threads > 1)
    work_on_threads(nest, these, first, threads, &worker);
  else
    for (size_t task = these.begin; task < these.end; task++) task_run(&worker, task, first);
}

static twocs_status job_check(const twocs_job *job, twocs_error *error) {
  if (job->axes < 0 || job->axes > TWOCS_AXES_MOST)
    return twocs_fail(error, TWOCS_SIZE, "%d axes: expected at most %d", job->axes, TWOCS_AXES_MOST);
  if (job->wants < 1 || job->wants > TWOCS_COLUMNS_MOST)
    return twocs_fail(error, TWOCS_SIZE, "%d wanted columns: expected 1 to %d", job->wants,
                      TWOCS_COLUMNS_MOST);
  if (job->sift && (job->sifts < 1 || job->sifts > TWOCS_SIFTS_MOST))
    return twocs_fail(error, TWOCS_SIZE, "%d sifts: expected 1 to %d", job->sifts, TWOCS_SIFTS_MOST);
  for (int i = 0; job->sift && i < job->sifts; i++)
    if (job->sifted[i] < 0 || job->sifted[i] > job->wants)
      return twocs_fail(error, TWOCS_SIZE, "%d sifted columns, but there are %d wanted columns",
                        job->sifted[i], job->wants);
  if (job->shares > 1 && (job->share < 0 || job->share >= job->shares))
    return twocs_fail(error, TWOCS_RANGE, "share %d of %d: shares are numbered from 0", job->share,
                      job->shares);
  for (int a = 0; a < job->axes; a++)
    if (job->axis[a].size == 0) return twocs_fail(error, TWOCS_SIZE, "axis %d has no values", a + 1);
  if (twocs_rows(job->axes, job->axis) == SIZE_MAX)
    return twocs_fail(error, TWOCS_SIZE, "the grid has more rows than can be counted");
  return TWOCS_OK;
}

static int threads_of(const twocs_job *job, size_t most) {
  if (job->threads < 1 || twocs_plan_serial(job->plan)) return 1;
  return (size_t)job->threads > most ? (int)most : job->threads;
}

/* The most that its columns can take, whatever the order of the walk will be. A job that twocs_run will
 * refuse needs nothing. */
size_t twocs_job_scratch(const twocs_job *job) {
  signed char moved[COLUMNS];
  needs set;
  if (job->axes == 0 || job_check(job, NULL) || twocs_axes_mark(job, moved, NULL) ||
      twocs_needs_find(job, moved, &set, NULL))
    return 0;
  const size_t rows = twocs_rows(job->axes, job->axis);
  const size_t block = rows < TWOCS_BLOCK_MOST ? (rows + CELL - 1) / CELL * CELL : TWOCS_BLOCK_MOST;
  size_t columns = 0;
  for (int k = 0; k < COLUMNS; k++) columns += set.needed[k];
  return worker_size(levels_most(job->axes), columns * COLUMN_DOUBLES(block)) * (size_t)threads_of(job, rows);
}

static twocs_status run_single(const twocs_job *job, twocs_error *error) {
  double result[TWOCS_COLUMNS_MOST];
  twocs_cells value[TWOCS_COLUMNS_MOST];
  const twocs_status status = twocs_single(job, NULL, result, error);
  for (int i = 0; i < job->wants; i++) value[i] = (twocs_cells){&result[i], 0};
  if (!status && job->share == 0) job->take(job->sink, job->part, &(twocs_block){0, 1, NULL, value});
  return status;
}

twocs_status twocs_run_ordered(const twocs_job *job, const struct order *order, twocs_error *error) {
  struct nest nest;
  twocs_status status = job_check(job, error);
  if (!status && job->axes == 0) return run_single(job, error);
  if (!status) status = twocs_nest_init(&nest, job, order, error);
  if (status) return status;
  const tasks these = tasks_of(&nest);
  const size_t count = these.end - these.begin;
  failure first = {(size_t)-1, {TWOCS_OK, ""}};
  if (count) work(&nest, these, &first, threads_of(job, count));
  if (first.error.status && error) *error = first.error;
  return first.error.status;
}

twocs_status twocs_run(const twocs_job *job, twocs_error *error) {
  return twocs_run_ordered(job, NULL, error);
}

twocs_status twocs_eval_along(twocs_cached_order *cached, const twocs_plan *plan, const twocs_point *point,
                              int wants, const int want[], double result[], twocs_error *error) {
  const twocs_job job = {.plan = plan, .base = point, .wants = wants, .want = want};
  const twocs_status status = job_check(&job, error);
  return status ? status : twocs_single(&job, cached, result, error);
}

twocs_status twocs_eval(const twocs_plan *plan, const twocs_point *point, int wants, const int want[],
                        double result[], twocs_error *error) {
  return twocs_eval_along(NULL, plan, point, wants, want, result, error);
}
