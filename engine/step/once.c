/* SPDX-License-Identifier: MIT
 *
 * What a stage does once in a step: it reduces its gradients in buckets while its last backward passes go on,
 * then what is left, then the optimizer runs, and the new weights are gathered. */
#include "step/inside.h"

static const step_op once_op = {-1, -1, 0, 0};

/* The chunk whose last gradients come next after event `after`; -1 after the last. */
static int next_chunk(const step_work *w, int stage, int after) {
  const int chunks = step_chunks(w->of), *last = &w->last[stage * chunks];
  int next = -1;
  for (int c = 0; c < chunks; c++)
    if (last[c] > after && (next < 0 || last[c] < last[next])) next = c;
  return next;
}

/* A bucket is ready when its share of the pass that makes its last gradients is done. Where one is reduced
 * during the next share, the communication of that share has the network first. A pass of gradients of
 * weights alone has none. */
static void reduce(step_work *w, int stage, double all) {
  const twocs_pipeline *p = w->of;
  const int chunks = step_chunks(p), n = p->buckets ? p->buckets : 1;
  for (int c = next_chunk(w, stage, -1); c >= 0; c = next_chunk(w, stage, w->last[stage * chunks + c])) {
    const int last = w->last[stage * chunks + c];
    const twocs_timeline_event *pass = &w->event[last];
    const double network = pass->kind == TWOCS_EVENT_backward ? p->network : 0;
    for (int i = 1; i <= n; i++) {
      const double ready = i == n ? pass->end : pass->begin + (pass->end - pass->begin) * i / n;
      twocs_step_event(w, stage, TWOCS_EVENT_reduce, TWOCS_STREAM_gradients,
                       step_op_of(STEP_FORWARD, c, pass->microbatch), ready, last,
                       all / (step_used_chunks(p) * n) + (i < n ? network : 0));
    }
  }
}

/* Begins when two streams of the stage are free. */
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
