/* SPDX-License-Identifier: MIT
 *
 * A timeline from beginning to end: the input is checked, the caller's workspace is divided, every stage gets
 * its order of passes, the passes are played, what happens once is added, and everything is accounted for. */
#include "step/inside.h"
#include <math.h>

const char *const twocs_event_names[] = {
#define EVENT(name, stream, meaning) #name,
#include "step/events.def"
};
const char *const twocs_stream_names[] = {"compute", "transfer", "gradients"};

static twocs_status check_count(const char *name, int value, int most, twocs_error *error) {
  if (value >= 1 && value <= most) return TWOCS_OK;
  return twocs_fail(error, TWOCS_RANGE, "%s = %d: expected 1 to %d", name, value, most);
}

static twocs_status check_shape(const twocs_pipeline *p, twocs_error *error) {
  const int schedule = p->schedule;
  if (schedule < 0 || schedule >= twocs_step_schedule_count)
    return twocs_fail(error, TWOCS_UNKNOWN, "schedule %d does not exist: there are %d schedules", schedule,
                      twocs_step_schedule_count);
  const step_schedule *s = &twocs_step_schedules[schedule];
  if (check_count("pp", p->pp, TWOCS_TIMELINE_PP_MOST, error) ||
      check_count("vp", p->vp, TWOCS_TIMELINE_VP_MOST, error) ||
      check_count("microbatches", p->microbatches, TWOCS_TIMELINE_EVENTS_MOST, error))
    return error->status;
  const int vp = s->shape == STEP_V ? 2 : s->chunks ? 1 : p->vp;
  if (p->vp != vp)
    return twocs_fail(error, TWOCS_RANGE, "vp = %d: %s requires vp = %d", p->vp, twocs_schedules[schedule],
                      vp);
  if (s->shape == STEP_TWO_WAYS && p->pp % 2)
    return twocs_fail(error, TWOCS_RANGE, "pp = %d: %s requires an even number of stages", p->pp,
                      twocs_schedules[schedule]);
  const double passes = 5.0 * p->pp * step_chunks(p) * p->microbatches;
  const double once = p->once ? (double)p->pp * (3 + (double)step_chunks(p) * p->buckets) : 0;
  if (p->buckets < 0 || passes + once > TWOCS_TIMELINE_EVENTS_MOST)
    return twocs_fail(error, TWOCS_SIZE, "a timeline of about %.0f events: expected at most %d",
                      passes + once, TWOCS_TIMELINE_EVENTS_MOST);
  return TWOCS_OK;
}

static twocs_status check_times(const twocs_pipeline *p, twocs_error *error) {
  const int passes = p->pp * p->vp;
  for (int i = 0; i < passes + (p->once ? p->pp : 0); i++) {
    const double pass[] = {p->pass[i < passes ? i : 0].f, p->pass[i < passes ? i : 0].b,
                           p->pass[i < passes ? i : 0].w, p->hop, p->network};
    const char *const of_pass[] = {"f", "b", "w", "hop", "network"};
    const char *const of_once[] = {"reduce", "tail", "optimizer", "gather"};
    for (int k = 0; k < (i < passes ? 5 : 4); k++) {
      const double time = i < passes ? pass[k] : ((const double *)&p->once[i - passes])[k];
      if (!(time >= 0) || isinf(time))
        return twocs_fail(error, TWOCS_NUMBER, "%s of stage %d is %g: expected a time of at least 0",
                          i < passes ? of_pass[k] : of_once[k], i < passes ? i / p->vp : i - passes, time);
    }
  }
  return TWOCS_OK;
}

/* Takes parts of the workspace one after the other. Without a workspace it only counts how much is needed. */
static void *take(char *base, size_t *used, size_t count, size_t size) {
  void *part = base ? base + *used : NULL;
  *used += (count * size + sizeof(double) - 1) / sizeof(double) * sizeof(double);
  return part;
}

static size_t divide(const twocs_pipeline *p, void *base, step_work *w) {
  const size_t pp = (size_t)p->pp, chunks = (size_t)step_chunks(p), m = (size_t)p->microbatches;
  const size_t places = (size_t)step_places(p);
  const size_t visits = places * m, buckets = chunks * (size_t)(p->buckets ? p->buckets : 1);
  const size_t passes = visits * (size_t)(2 + step_schedule_of(p)->split);
  size_t used = 0;
  w->of = p;
  w->ops = (int)passes;
  w->events = (int)(passes + (p->hop > 0 ? 2 * visits : 0) + (p->once ? pp * (3 + buckets) : 0));
  w->event = take(base, &used, (size_t)w->events, sizeof *w->event);
  w->path = take(base, &used, (size_t)w->events, sizeof *w->path);
  w->stage = take(base, &used, pp, sizeof *w->stage);
  w->forward = take(base, &used, visits, sizeof *w->forward);
  w->backward = take(base, &used, visits, sizeof *w->backward);
  w->op = take(base, &used, passes, sizeof *w->op);
  w->first_op = take(base, &used, pp + 1, sizeof(int));
  w->first = take(base, &used, pp * TWOCS_STREAMS + 1, sizeof(int));
  w->used = take(base, &used, pp * TWOCS_STREAMS, sizeof(int));
  w->done = take(base, &used, pp, sizeof(int));
  w->last = take(base, &used, pp * chunks, sizeof(int));
  return used;
}

/* The events of a stage get their places before any is timed, so that they are in the order of stages,
 * streams and times. */
static void make_orders(step_work *w) {
  const twocs_pipeline *p = w->of;
  const int chunks = step_chunks(p);
  int ops = 0, events = 0;
  for (int s = 0; s < p->pp; s++) {
    step_order order = {p, s, 0, {0, 0}, {0, 0}, 0, w->op + ops};
    int count[TWOCS_STREAMS];
    step_schedule_of(p)->order(&order);
    w->first_op[s] = ops;
    ops += order.n;
    twocs_step_counts(p, s, order.n, count);
    for (int k = 0; k < TWOCS_STREAMS; k++) {
      w->first[s * TWOCS_STREAMS + k] = events;
      w->used[s * TWOCS_STREAMS + k] = 0;
      events += count[k];
    }
    for (int c = 0; c < chunks; c++) w->last[s * chunks + c] = -1;
  }
  w->first_op[p->pp] = w->ops = ops;
  w->first[p->pp * TWOCS_STREAMS] = w->events = events;
}

twocs_status twocs_timeline_size(const twocs_pipeline *pipeline, size_t *bytes, twocs_error *error) {
  step_work work;
  if (check_shape(pipeline, error)) return error->status;
  *bytes = divide(pipeline, NULL, &work);
  return TWOCS_OK;
}

void twocs_step_prepare(step_work *w, const twocs_pipeline *pipeline, void *workspace) {
  divide(pipeline, workspace, w);
  make_orders(w);
}

twocs_status twocs_timeline_run(const twocs_pipeline *pipeline, void *workspace, twocs_timeline *result,
                                twocs_error *error) {
  step_work work;
  if (check_shape(pipeline, error) || check_times(pipeline, error)) return error->status;
  twocs_step_prepare(&work, pipeline, workspace);
  if (twocs_step_play(&work, error)) return error->status;
  twocs_step_once(&work);
  twocs_step_account(&work, result);
  return TWOCS_OK;
}
