/* SPDX-License-Identifier: MIT
 *
 * What a stage does once per step: it reduces its gradients in buckets during its last backward passes, then
 * the rest, then the optimizer runs, and the new weights are gathered. */
#include "step/inside.h"
#include <math.h>

static const step_op once_op = {-1, -1, 0, 0};

/* The chunk whose last gradients are the next after event `after`; -1 if there is none. */
static int next_chunk(const step_work *w, int stage, int after) {
  const int chunks = step_chunks(w->of), *last = &w->last[stage * chunks];
  int next = -1;
  for (int c = 0; c < chunks; c++)
    if (last[c] > after && (next < 0 || last[c] < last[next])) next = c;
  return next;
}

/* When a message that would take until `end` has left the network, if each backward pass from event `pass` on
 * keeps the network busy for `network`: during such a pass, the message gets only what is left. */
static double left_by(const step_work *w, int stage, int pass, double begin, double end, double network) {
  const int k = stage * TWOCS_STREAMS + TWOCS_STREAM_compute, after = w->first[k] + w->used[k];
  for (int e = pass; e < after && w->event[e].begin < end; e++) {
    const twocs_timeline_event *of = &w->event[e];
    const double from = fmax(begin, of->begin), length = of->end - of->begin;
    if (of->kind != TWOCS_EVENT_backward || from >= of->end) continue;
    const double free = fmax(0, 1 - network / length), until = fmin(of->end, from + (end - from) / free);
    end += (until - from) * (1 - free);
  }
  return end;
}

/* A bucket is ready when its share of the pass that makes its last gradients is done. A pass that only makes
 * gradients of weights has no communication. */
static void reduce(step_work *w, int stage, double all) {
  const twocs_pipeline *p = w->of;
  const int chunks = step_chunks(p), n = step_buckets(p, stage);
  const double takes = all / (step_used_chunks(p) * n);
  for (int c = next_chunk(w, stage, -1); c >= 0; c = next_chunk(w, stage, w->last[stage * chunks + c])) {
    const int last = w->last[stage * chunks + c];
    const twocs_timeline_event *pass = &w->event[last];
    for (int i = 1; i <= n; i++) {
      const double ready = i == n ? pass->end : pass->begin + (pass->end - pass->begin) * i / n;
      int before;
      const double begin = fmax(ready, twocs_step_free(w, stage, TWOCS_STREAM_gradients, &before));
      twocs_step_event(w, stage, TWOCS_EVENT_reduce, TWOCS_STREAM_gradients,
                       step_op_of(STEP_FORWARD, c, pass->microbatch), ready, last,
                       left_by(w, stage, last, begin, begin + takes, p->network * n) - begin);
    }
  }
}

/* Adds an event that begins when two streams of the stage are free. */
static void after_both(step_work *w, int stage, twocs_event_kind kind, int stream, int other, double takes) {
  int last;
  const double ready = twocs_step_free(w, stage, other, &last);
  if (takes > 0) twocs_step_event(w, stage, kind, stream, once_op, ready, last, takes);
}

void twocs_step_once(step_work *w) {
  for (int s = 0; s < w->of->pp && w->of->once; s++) {
    const twocs_once *once = &w->of->once[s];
    if (once->reduce > 0 && !w->of->forward_only) reduce(w, s, once->reduce);
    after_both(w, s, TWOCS_EVENT_tail, TWOCS_STREAM_gradients, TWOCS_STREAM_compute, once->tail);
    after_both(w, s, TWOCS_EVENT_optimizer, TWOCS_STREAM_compute, TWOCS_STREAM_gradients, once->optimizer);
    after_both(w, s, TWOCS_EVENT_gather, TWOCS_STREAM_gradients, TWOCS_STREAM_compute, once->gather);
  }
}
