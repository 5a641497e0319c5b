/* SPDX-License-Identifier: MIT
 *
 * Jobs on all cores: the tasks of a nest are dealt to threads, each with its own scratch. What a task
 * computes and which rows it covers do not depend on the threads, so neither do the bits. The only file that
 * knows OpenMP. */
#include "nest.h"
#include "deal.h"
#include <stdint.h>
#ifdef _OPENMP
#include <omp.h>
#endif

enum { LINE = 128 }; /* threads do not share a cache line */

static size_t worker_size(void) {
  const size_t size = LEVELS * COLUMNS * sizeof(twocs_cells) + WORKER_DOUBLES * sizeof(double);
  return (size + LINE - 1) / LINE * LINE;
}

size_t twocs_scratch_size(int threads) { return worker_size() * (size_t)(threads > 1 ? threads : 1); }

int twocs_threads(void) {
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}

void twocs_deal(size_t tasks, int threads, twocs_task task, void *context) {
  (void)threads;
#pragma omp parallel for schedule(dynamic) num_threads(threads) if (threads > 1)
  for (size_t i = 0; i < tasks; i++)
#ifdef _OPENMP
    task(context, i, omp_get_thread_num());
#else
    task(context, i, 0);
#endif
}

size_t twocs_rows(int axes, const twocs_axis axis[]) {
  size_t rows = 1;
  for (int a = 0; a < axes; a++) {
    if (axis[a].size && rows > SIZE_MAX / axis[a].size) return SIZE_MAX;
    rows *= axis[a].size;
  }
  return rows;
}

size_t twocs_tasks(int axes, const twocs_axis axis[]) {
  struct nest nest;
  twocs_nest_cut(&nest, axes, axis);
  return twocs_nest_tasks(&nest);
}

static int plan_serial(const twocs_plan *plan) {
  int serial = 0;
  for (int f = 0; f < twocs_family_count; f++) serial |= plan->law[f].serial;
  return serial;
}

/* The first task that fails speaks, whichever thread comes first. */
typedef struct failure {
  size_t task;
  twocs_error error;
} failure;
static void failure_note(failure *first, size_t task, const twocs_error *error) {
#pragma omp critical(twocs_failure)
  if (task < first->task) first->task = task, first->error = *error;
}

static void work(const struct nest *nest, void *scratch, size_t tasks, int *stop, failure *first,
                 int threads) {
  (void)threads;
#pragma omp parallel num_threads(threads) if (threads > 1)
  {
    struct worker worker;
#ifdef _OPENMP
    twocs_worker_init(&worker, nest, (char *)scratch + worker_size() * (size_t)omp_get_thread_num());
#else
    twocs_worker_init(&worker, nest, scratch);
#endif
#pragma omp for schedule(dynamic)
    for (size_t task = 0; task < tasks; task++) {
      int stopped;
#pragma omp atomic read
      stopped = *stop;
      if (stopped || !twocs_worker_run(&worker, task)) continue;
      failure_note(first, task, &worker.error);
#pragma omp atomic write
      *stop = 1;
    }
  }
}

twocs_status twocs_run(const twocs_job *job, twocs_error *error) {
  struct nest nest;
  if (job->axes < 0 || job->axes > TWOCS_AXES_MOST)
    return twocs_fail(error, TWOCS_SIZE, "%d axes: at most %d", job->axes, TWOCS_AXES_MOST);
  if (job->wants < 1 || job->wants > TWOCS_COLUMNS_MOST)
    return twocs_fail(error, TWOCS_SIZE, "%d wishes: expected 1 to %d", job->wants, TWOCS_COLUMNS_MOST);
  for (int a = 0; a < job->axes; a++)
    if (job->axis[a].size == 0) return twocs_fail(error, TWOCS_SIZE, "axis %d has no values", a + 1);
  if (twocs_rows(job->axes, job->axis) == SIZE_MAX)
    return twocs_fail(error, TWOCS_SIZE, "the grid has more rows than can be counted");
  const twocs_status status = twocs_nest_init(&nest, job, error);
  if (status) return status;
  const size_t tasks = twocs_nest_tasks(&nest);
  const int threads = job->threads < 1 || plan_serial(job->plan) ? 1
                      : (size_t)job->threads > tasks             ? (int)tasks
                                                                 : job->threads;
  int stop = 0;
  failure first = {(size_t)-1, {TWOCS_OK, ""}};
  work(&nest, job->scratch, tasks, &stop, &first, threads);
  if (first.error.status && error) *error = first.error;
  return first.error.status;
}

typedef struct values {
  int wants;
  double *result;
} values;
static void take_values(void *sink, size_t task, size_t row, size_t n, const twocs_cells value[]) {
  const values *to = sink;
  (void)task, (void)row, (void)n;
  for (int i = 0; i < to->wants; i++) to->result[i] = value[i].value[0];
}

/* NOLINTBEGIN(readability-non-const-parameter): the sink writes through `result` */
twocs_status twocs_eval(const twocs_plan *plan, const twocs_point *point, int wants, const int want[],
                        double result[], void *scratch, twocs_error *error) {
  values to = {wants, result};
  return twocs_run(&(twocs_job){.plan = plan,
                                .base = point,
                                .wants = wants,
                                .want = want,
                                .take = take_values,
                                .sink = &to,
                                .scratch = scratch},
                   error);
}
/* NOLINTEND(readability-non-const-parameter) */
