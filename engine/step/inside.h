/* SPDX-License-Identifier: MIT
 *
 * What the files of a timeline share: where the parts of a model are, the order of a stage's passes, and the
 * workspace. A PLACE is a part of the model, counted from its input; a microbatch visits all places, and
 * comes back. */
#ifndef TWOCS_STEP_INSIDE_H
#define TWOCS_STEP_INSIDE_H

#include "step/timeline.h"

/* One pass of a stage. A whole backward pass also computes the gradients of its weights. A paired forward
 * pass overlaps the backward pass after it: both begin when both can, and both end together. */
typedef enum step_pass { STEP_FORWARD, STEP_WHOLE, STEP_INPUTS, STEP_WEIGHTS } step_pass;
typedef struct step_op {
  int microbatch;
  short chunk;
  unsigned char pass, paired;
} step_op;
static inline step_op step_op_of(step_pass pass, int chunk, int microbatch) {
  return (step_op){microbatch, (short)chunk, (unsigned char)pass, 0};
}

/* The passes of one stage, in the order of its schedule. */
typedef struct step_order {
  const twocs_pipeline *of;
  int stage, n;
  int forward[2], backward[2]; /* by chunk: the next microbatch */
  int weight;                  /* passes before this one have no gradients of weights waiting */
  step_op *op;
} step_order;

/* How chunks lie on stages: round after round, forth and back, or over all stages from both ends. */
typedef enum step_shape { STEP_ROUNDS, STEP_V, STEP_TWO_WAYS } step_shape;
typedef struct step_schedule {
  step_shape shape;
  int chunks; /* on a stage; 0: vp of them */
  int split;  /* 1 if gradients of weights are passes of their own */
  void (*order)(step_order *);
} step_schedule;
extern const step_schedule twocs_step_schedules[];
extern const int twocs_step_schedule_count;

/* Adds a pass, unless there is no such microbatch. */
void twocs_step_put(step_order *, step_pass, int chunk, int microbatch);
/* Adds the next microbatch of a chunk; adds the oldest gradients of weights that wait. */
void twocs_step_forward(step_order *, int chunk);
void twocs_step_backward(step_order *, int chunk, step_pass);
void twocs_step_weights(step_order *);
/* Adds a forward pass that overlaps a backward pass, if both are there. */
void twocs_step_pair(step_order *, int forward, int backward);

void twocs_step_order_zb_v(step_order *);
void twocs_step_order_dualpipe(step_order *);
void twocs_step_order_dualpipe_v(step_order *);

static inline const step_schedule *step_schedule_of(const twocs_pipeline *p) {
  return &twocs_step_schedules[p->schedule];
}
/* Chunks of a stage; places of the model. */
static inline int step_chunks(const twocs_pipeline *p) {
  const int chunks = step_schedule_of(p)->chunks;
  return chunks ? chunks : p->vp;
}
static inline int step_places(const twocs_pipeline *p) {
  return step_schedule_of(p)->shape == STEP_TWO_WAYS ? p->pp : p->pp * step_chunks(p);
}
/* The microbatches of a chunk: step_count of them, beginning with step_first. */
static inline int step_first(const twocs_pipeline *p, int chunk) {
  return step_schedule_of(p)->shape == STEP_TWO_WAYS && chunk ? p->microbatches - p->microbatches / 2 : 0;
}
static inline int step_count(const twocs_pipeline *p, int chunk) {
  if (step_schedule_of(p)->shape != STEP_TWO_WAYS) return p->microbatches;
  return chunk ? p->microbatches / 2 : p->microbatches - p->microbatches / 2;
}
/* How many chunks of a stage microbatches visit: with two ways, a single microbatch visits only one. */
static inline int step_used_chunks(const twocs_pipeline *p) {
  return step_chunks(p) - (step_count(p, step_chunks(p) - 1) == 0);
}
static inline int step_place(const twocs_pipeline *p, int stage, int chunk) {
  if (step_schedule_of(p)->shape == STEP_ROUNDS) return chunk * p->pp + stage;
  if (chunk == 0) return stage;
  return (step_schedule_of(p)->shape == STEP_V ? 2 * p->pp : p->pp) - 1 - stage;
}
/* The stage that holds a place. With two ways, `chunk` says which way the microbatch goes. */
static inline int step_stage(const twocs_pipeline *p, int place, int chunk) {
  if (step_schedule_of(p)->shape == STEP_ROUNDS) return place % p->pp;
  if (step_schedule_of(p)->shape == STEP_V) return place < p->pp ? place : 2 * p->pp - 1 - place;
  return chunk ? p->pp - 1 - place : place;
}
/* Buckets of gradients of a chunk: of the same size on all stages, so that one which reduces less has fewer.
 */
static inline int step_buckets(const twocs_pipeline *p, int stage) {
  double most = 0;
  for (int s = 0; s < p->pp; s++)
    if (p->once[s].reduce > most) most = p->once[s].reduce;
  const double own = most > 0 ? p->buckets * (p->once[stage].reduce / most) : 0;
  return own > 1 ? (int)(own + 0.5) : 1;
}
static inline const twocs_pass *step_times(const twocs_pipeline *p, int stage, int chunk) {
  if (step_schedule_of(p)->shape == STEP_TWO_WAYS) return &p->pass[step_place(p, stage, chunk)];
  return &p->pass[stage * step_chunks(p) + chunk];
}

/* What brings the input of a pass: an event, when it ends. Or the input is there from the beginning of the
 * step, or has not been made yet. */
enum { STEP_BEGIN = -1, STEP_WAITS = -2 };

typedef struct step_work {
  const twocs_pipeline *of;
  int ops, events; /* of all stages */
  int *first_op;   /* by stage, and the end */
  int *first;      /* by stage and stream, and the end */
  int *used;       /* events that a stream has so far */
  int *done;       /* passes that a stage has done */
  int *last;       /* by stage and chunk: the last pass that makes gradients of weights */
  step_op *op;
  int *forward, *backward; /* by place and microbatch: the event that brings what was made there */
  twocs_timeline_event *event;
  twocs_timeline_stage *stage;
  twocs_timeline_path *path;
} step_work;

static inline int *step_at(const step_work *w, int *of, int place, int microbatch) {
  return &of[(size_t)place * (size_t)w->of->microbatches + (size_t)microbatch];
}

/* When a stream is free, and its last event or -1. */
double twocs_step_free(const step_work *, int stage, int stream, int *last);
/* Adds an event that begins when its stream is free, and not before `ready`, which event `after`
 * determines. */
int twocs_step_event(step_work *, int stage, twocs_event_kind, int stream, step_op of, double ready,
                     int after, double takes);

/* How many events each stream of a stage will have. */
void twocs_step_counts(const twocs_pipeline *, int stage, int ops, int count[TWOCS_STREAMS]);

/* The parts of a timeline, one after the other: orders, passes, what happens once, results. */
void twocs_step_prepare(step_work *, const twocs_pipeline *, void *workspace);
twocs_status twocs_step_play(step_work *, twocs_error *error);
void twocs_step_once(step_work *);
void twocs_step_account(const step_work *, twocs_timeline *);

#endif
