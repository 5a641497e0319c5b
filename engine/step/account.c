/* SPDX-License-Identifier: MIT
 *
 * The results of a finished timeline: how long the step is and what it waited for, how each stage spent its
 * time, and how many microbatches it held. */
#include "step/inside.h"

static int last_event(const step_work *w) {
  int last = 0;
  for (int e = 1; e < w->events; e++)
    if (w->event[e].end > w->event[last].end) last = e;
  return last;
}

/* Goes back from the last event to the one that waited for nothing, marks all on the way, and reverses the
 * list. */
static int critical_path(const step_work *w) {
  int parts = 0, e = last_event(w);
  for (double until = w->event[e].end; e >= 0; e = w->event[e].after) {
    w->path[parts++] = (twocs_timeline_path){e, w->event[e].begin, until};
    until = w->event[e].begin;
    w->event[e].critical = 1;
  }
  for (int i = 0; i < parts / 2; i++) {
    const twocs_timeline_path turned = w->path[i];
    w->path[i] = w->path[parts - 1 - i], w->path[parts - 1 - i] = turned;
  }
  return parts;
}

/* A position in a stream as time passes. */
typedef struct cursor {
  const twocs_timeline_event *event, *end;
} cursor;

static int active(cursor *c, double now) {
  while (c->event < c->end && c->event->end <= now) c->event++;
  return c->event < c->end && c->event->begin <= now;
}

/* When a stream next begins or ends something. */
static double turn(const cursor *c, double now, double until) {
  if (c->event == c->end) return until;
  const double next = c->event->begin > now ? c->event->begin : c->event->end;
  return next < until ? next : until;
}

/* Time is cut wherever a stream begins or ends something; between two cuts each stream is either busy or
 * not. */
static void share_time(const step_work *w, int stage, double step, twocs_timeline_stage *a) {
  cursor c[TWOCS_STREAMS];
  for (int k = 0; k < TWOCS_STREAMS; k++) {
    const int *first = &w->first[stage * TWOCS_STREAMS + k];
    c[k] = (cursor){w->event + first[0], w->event + first[1]};
  }
  for (double now = 0, next; now < step; now = next) {
    const int computes = active(&c[0], now), transfers = active(&c[1], now), reduces = active(&c[2], now);
    next = turn(&c[0], now, turn(&c[1], now, turn(&c[2], now, step)));
    const double part = next - now;
    if (!computes)
      *(transfers || reduces ? &a->exposed : &a->idle) += part;
    else if (c[0].event->kind == TWOCS_EVENT_send_forward || c[0].event->kind == TWOCS_EVENT_send_backward)
      a->serialized += part;
    else {
      a->compute += part;
      if (transfers || reduces) a->overlapped += part;
    }
  }
}

static void stream_time(const step_work *w, int stage, double step, twocs_timeline_stage *a) {
  for (int k = 0; k < TWOCS_STREAMS; k++) {
    const int *first = &w->first[stage * TWOCS_STREAMS + k];
    double until = 0;
    for (int e = first[0]; e < first[1]; e++) {
      a->waits[k] += w->event[e].begin - until;
      a->busy[k] += w->event[e].end - w->event[e].begin;
      until = w->event[e].end;
    }
    a->waits[k] += step - until;
  }
}

/* Activations are kept from the forward pass until the gradients of the weights are computed. */
static double in_flight(const step_work *w, int stage) {
  int held = 0, most = 0;
  if (w->of->forward_only) return 1.0 / w->of->vp;
  for (int i = w->first_op[stage]; i < w->first_op[stage + 1]; i++) {
    const int pass = w->op[i].pass;
    held += pass == STEP_FORWARD ? 1 : pass == STEP_INPUTS ? 0 : -1;
    if (held > most) most = held;
  }
  return (double)most / w->of->vp;
}

void twocs_step_account(const step_work *w, twocs_timeline *t) {
  t->step = w->event[last_event(w)].end;
  t->stages = w->of->pp, t->events = w->events;
  t->event = w->event, t->first = w->first, t->stage = w->stage, t->path = w->path;
  t->parts = critical_path(w);
  for (int s = 0; s < w->of->pp; s++) {
    w->stage[s] = (twocs_timeline_stage){0};
    share_time(w, s, t->step, &w->stage[s]);
    stream_time(w, s, t->step, &w->stage[s]);
    w->stage[s].in_flight = in_flight(w, s);
  }
}
