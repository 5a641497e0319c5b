/* SPDX-License-Identifier: MIT
 *
 * Plays the passes: each stage goes on through its order as long as its inputs have arrived. If no stage can
 * go on and not all is done, the order deadlocks, and that is an error. */
#include "step/inside.h"
#include <stddef.h>

double twocs_step_free(const step_work *w, int stage, int stream, int *last) {
  const int k = stage * TWOCS_STREAMS + stream;
  *last = w->used[k] ? w->first[k] + w->used[k] - 1 : -1;
  return *last < 0 ? 0 : w->event[*last].end;
}

int twocs_step_event(step_work *w, int stage, twocs_event_kind kind, int stream, step_op of, double ready,
                     int after, double takes) {
  int last;
  const double free = twocs_step_free(w, stage, stream, &last), begin = ready > free ? ready : free;
  const int e = w->first[stage * TWOCS_STREAMS + stream] + w->used[stage * TWOCS_STREAMS + stream]++;
  w->event[e] = (twocs_timeline_event){.begin = begin,
                                       .end = begin + takes,
                                       .after = ready > free ? after : last,
                                       .microbatch = of.microbatch,
                                       .chunk = of.chunk,
                                       .stage = (short)stage,
                                       .stream = (unsigned char)stream,
                                       .kind = (unsigned char)kind};
  return e;
}

/* The place that the result of a pass goes to, or -1 if the model ends there. */
static int goes_to(const twocs_pipeline *p, int place, step_pass pass) {
  const int to = pass == STEP_FORWARD ? place + 1 : place - 1;
  return to < step_places(p) ? to : -1;
}

void twocs_step_counts(const twocs_pipeline *p, int stage, int ops, int count[TWOCS_STREAMS]) {
  const int chunks = step_chunks(p), buckets = p->once ? step_buckets(p, stage) : 1;
  const twocs_once none = {0, 0, 0, 0}, *once = p->once ? &p->once[stage] : &none;
  int sends = 0;
  for (int c = 0; c < chunks; c++)
    for (int pass = STEP_FORWARD; pass <= (p->forward_only ? STEP_FORWARD : STEP_WHOLE); pass++) {
      const int to = goes_to(p, step_place(p, stage, c), (step_pass)pass);
      if (p->hop > 0 && to >= 0 && step_stage(p, to, c) != stage) sends += step_count(p, c);
    }
  count[TWOCS_STREAM_compute] = ops + (p->blocking ? sends : 0) + (once->optimizer > 0);
  count[TWOCS_STREAM_transfer] = p->blocking ? 0 : sends;
  count[TWOCS_STREAM_gradients] = (once->reduce > 0 && !p->forward_only ? step_used_chunks(p) * buckets : 0) +
                                  (once->tail > 0) + (once->gather > 0);
}

/* Sends the result of a pass to where it is read. Nothing is sent within a stage. */
static int sent(step_work *w, int stage, step_op op, int place, int event) {
  const twocs_pipeline *p = w->of;
  const int to = goes_to(p, place, (step_pass)op.pass);
  if (to >= 0 && p->hop > 0 && step_stage(p, to, op.chunk) != stage)
    return twocs_step_event(
        w, stage, op.pass == STEP_FORWARD ? TWOCS_EVENT_send_forward : TWOCS_EVENT_send_backward,
        p->blocking ? TWOCS_STREAM_compute : TWOCS_STREAM_transfer, op, w->event[event].end, event, p->hop);
  return event;
}

/* What brings the input of a pass. */
static int reads(const step_work *w, int place, step_op op) {
  if (op.pass == STEP_FORWARD)
    return place > 0 ? *step_at(w, w->forward, place - 1, op.microbatch) : STEP_BEGIN;
  if (op.pass == STEP_WEIGHTS) /* of the same stage: its backward pass has ended, or has not */
    return *step_at(w, w->backward, place, op.microbatch) == STEP_WAITS ? STEP_WAITS : STEP_BEGIN;
  const int own = *step_at(w, w->forward, place, op.microbatch);
  if (own == STEP_WAITS || place + 1 == step_places(w->of)) return own;
  return *step_at(w, w->backward, place + 1, op.microbatch);
}

static double arrives(const step_work *w, int from) { return from == STEP_BEGIN ? 0 : w->event[from].end; }

static double takes(const twocs_pass *t, int pass) {
  switch (pass) {
  case STEP_FORWARD:
    return t->f;
  case STEP_INPUTS:
    return t->b;
  case STEP_WEIGHTS:
    return t->w;
  default:
    return t->b + t->w;
  }
}

/* One pass, which begins no earlier than `from` ends. */
static int pass_event(step_work *w, int stage, step_op op, int from) {
  static const twocs_event_kind kind[] = {TWOCS_EVENT_forward, TWOCS_EVENT_backward, TWOCS_EVENT_backward,
                                          TWOCS_EVENT_weight};
  const int e = twocs_step_event(w, stage, kind[op.pass], TWOCS_STREAM_compute, op, arrives(w, from), from,
                                 takes(step_times(w->of, stage, op.chunk), op.pass));
  if (op.pass == STEP_WHOLE || op.pass == STEP_WEIGHTS) w->last[stage * step_chunks(w->of) + op.chunk] = e;
  return e;
}

/* The result of a pass is there when event e ends. */
static void pass_result(step_work *w, int stage, step_op op, int e) {
  const int place = step_place(w->of, stage, op.chunk);
  if (op.pass == STEP_WEIGHTS) return;
  *step_at(w, op.pass == STEP_FORWARD ? w->forward : w->backward, place, op.microbatch) =
      sent(w, stage, op, place, e);
}

/* Returns how many passes are done: none if an input has not arrived, two if they are paired. */
static int passes_play(step_work *w, int stage, const step_op *op) {
  int from[2] = {STEP_BEGIN, STEP_BEGIN};
  for (int i = 0; i <= op->paired; i++)
    if ((from[i] = reads(w, step_place(w->of, stage, op[i].chunk), op[i])) == STEP_WAITS) return 0;
  const int later = op->paired && arrives(w, from[1]) > arrives(w, from[0]);
  int e = pass_event(w, stage, op[0], from[later]);
  if (op->paired) e = pass_event(w, stage, op[1], from[later]);
  for (int i = 0; i <= op->paired; i++) pass_result(w, stage, op[i], e);
  return 1 + op->paired;
}

static twocs_status deadlock(const step_work *w, const int done[], twocs_error *error) {
  static const char *const pass[] = {"forward", "backward", "backward", "weight"};
  const twocs_pipeline *p = w->of;
  int s = 0;
  while (w->first_op[s] + done[s] == w->first_op[s + 1]) s++;
  const step_op *op = &w->op[w->first_op[s] + done[s]];
  return twocs_fail(
      error, TWOCS_RANGE,
      "%s with pp = %d, vp = %d and %d microbatches deadlocks: stage %d never starts the %s pass "
      "of microbatch %d in chunk %d",
      twocs_schedules[p->schedule], p->pp, p->vp, p->microbatches, s, pass[op->pass], op->microbatch,
      op->chunk);
}

twocs_status twocs_step_play(step_work *w, twocs_error *error) {
  const twocs_pipeline *p = w->of;
  const size_t visits = (size_t)step_places(p) * (size_t)p->microbatches;
  int *done = w->done, left = w->ops, before;
  for (size_t i = 0; i < visits; i++) w->forward[i] = w->backward[i] = STEP_WAITS;
  for (int s = 0; s < p->pp; s++) done[s] = 0;
  do {
    before = left;
    for (int s = 0; s < p->pp; s++)
      for (int more = 1; more && w->first_op[s] + done[s] < w->first_op[s + 1]; done[s] += more, left -= more)
        more = passes_play(w, s, &w->op[w->first_op[s] + done[s]]);
  } while (left && left < before);
  return left ? deadlock(w, done, error) : TWOCS_OK;
}
