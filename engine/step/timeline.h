/* SPDX-License-Identifier: MIT
 *
 * The timeline of a training step through a pipeline: every pass, transfer and reduction with its begin and
 * end. It is a second derivation of a step, which uses none of the closed forms in rows/.
 *
 * Each stage does its passes one by one, in the order that the paper of its schedule shows. A pass begins
 * when the stage is free and its input has arrived: a forward pass needs that of the part of the model before
 * it, a backward pass that of the part after it, and gradients of weights need their backward pass. So every
 * event begins when another ends (or, for a bucket of gradients, when its share of a backward pass is done),
 * and the events on the critical path follow each other without a gap from 0 to the end of the step.
 *
 * Orders, with p stages, m microbatches and v chunks of the model on a stage:
 *
 * - gpipe: all forward passes, then all backward passes, last microbatch first (Huang et al. 2019).
 * - 1f1b: p - 1 - stage forward passes, then one forward, one backward; with several chunks
 *   2 (p - 1 - stage) + (v - 1) p first, microbatches in groups of p (Narayanan et al. 2021). A last group of
 *   fewer than p, which the paper does not have, is done the same way; some such orders deadlock.
 * - zb_h1: 1F1B with the weights' gradients apart; stage s lets s of them wait, and does the rest as soon as
 *   it can (Qi et al. 2023, "memory efficient schedule").
 * - zb_v: two chunks in the shape of a V, weights' gradients apart (Qi et al. 2023, "ZB-V"): the order for
 *   equal F, B and W, pass by pass that of the authors' code, which leaves out microbatches that are not
 *   there. Stage s then works without a pause, but begins s forward passes late; this shift of p - 1 passes
 *   is counted here, where the paper hides it in the next step.
 * - dualpipe: half of the microbatches from either end, each stage with two parts of the model (DeepSeek-V3
 *   2024), in the eight phases of the code that its authors published. A forward with a backward pass takes
 *   the sum of both; results of both come at its end.
 * - dualpipe_v: the same on a V, with half the stages (the same authors' code, 2025).
 *
 * The code of both DualPipes refuses fewer than 2 p microbatches, and so do the rules of a layout. Here they
 * are played all the same, and what does not exist is left out of the order. Orders are fixed before times
 * are known; none is searched for. For inference (forward only), backward passes are left out. */
#ifndef TWOCS_TIMELINE_H
#define TWOCS_TIMELINE_H

#include "twocs.h"

TWOCS_BEGIN

/* How long one chunk of a stage takes for one microbatch. If the schedule does not separate the weights'
 * gradients, a backward pass takes b + w. */
typedef struct twocs_pass {
  double f, b, w;
} twocs_pass;

/* What a stage does once per step. */
typedef struct twocs_once {
  double reduce;    /* gradients, reduced in buckets during the last backward passes */
  double tail;      /* gradients with no compute left to hide them */
  double optimizer; /* after gradients are reduced */
  double gather;    /* of new weights, after the optimizer */
} twocs_once;

typedef struct twocs_pipeline {
  int schedule; /* place in twocs_schedules */
  int pp, vp, microbatches;
  int blocking;     /* 1: a stage computes nothing while it sends; 0: it sends during compute */
  int forward_only; /* 1: inference: no backward pass, and nothing is kept for one */
  int buckets;      /* of one chunk's gradients on the stage that reduces most, of equal size; 0 means 1 */
  double hop;       /* time to send one microbatch to the next stage, or back */
  double network;   /* how long a bucket's share of a backward pass keeps the network busy; gradients wait */
  const twocs_pass
      *pass; /* pass[stage * vp + chunk]; DualPipe takes one for each stage, and uses each twice */
  const twocs_once *once; /* by stage, or NULL */
} twocs_pipeline;

typedef enum twocs_event_kind {
#define EVENT(name, stream, meaning) TWOCS_EVENT_##name,
#include "step/events.def"
  TWOCS_EVENT_KINDS
} twocs_event_kind;
TWOCS_API extern const char *const twocs_event_names[TWOCS_EVENT_KINDS];

/* Streams of a stage. Each does one thing at a time. */
typedef enum twocs_timeline_stream {
  TWOCS_STREAM_compute,
  TWOCS_STREAM_transfer,
  TWOCS_STREAM_gradients,
  TWOCS_STREAMS
} twocs_timeline_stream;
TWOCS_API extern const char *const twocs_stream_names[TWOCS_STREAMS];

/* Small, because there are millions. */
typedef struct twocs_timeline_event {
  double begin, end;
  int after;      /* the event that it waited for longest, or -1 if it begins at 0 */
  int microbatch; /* -1, like chunk, if it happens once per step; both count from 0 */
  short chunk, stage;
  unsigned char stream, kind;
  unsigned char critical; /* 1: it is on the critical path */
} twocs_timeline_event;

/* A stage's step: compute + serialized + exposed + idle = the step. */
typedef struct twocs_timeline_stage {
  double compute;              /* passes and optimizer */
  double serialized;           /* transfers that block */
  double overlapped;           /* communication during compute: part of `compute` */
  double exposed;              /* communication without compute */
  double idle;                 /* nothing */
  double busy[TWOCS_STREAMS];  /* by stream */
  double waits[TWOCS_STREAMS]; /* idle, by stream, gap by gap: busy + waits = the step */
  double in_flight;            /* most microbatches whose activations it holds; a chunk of v counts 1 / v */
} twocs_timeline_stage;

/* A part of the critical path. */
typedef struct twocs_timeline_path {
  int event;
  double begin, end; /* how long the step waited for it; the event may last longer */
} twocs_timeline_path;

typedef struct twocs_timeline {
  double step;
  int stages, events, parts;
  const twocs_timeline_event *event; /* by stage, stream and begin */
  const int *first; /* first[stage * TWOCS_STREAMS + stream]; one more than there are streams */
  const twocs_timeline_stage *stage;
  const twocs_timeline_path *path;
} twocs_timeline;

/* The pipeline of a case; its stages take as long as the columns say. A layout that is not legal is an error.
 * `space` is how many passes pass[] has room for: PP x VP, or twice PP if the schedule is a V; once[] has
 * PP. */
TWOCS_API twocs_status twocs_pipeline_of(const twocs_plan *plan, const twocs_point *point, size_t space,
                                         twocs_pass pass[], twocs_once once[], twocs_pipeline *pipeline,
                                         twocs_error *error);

/* Names of the schedules, the words of the layout's `schedule` in their order; NULL after the last. */
TWOCS_API extern const char *const twocs_schedules[];

enum { TWOCS_TIMELINE_PP_MOST = 4096, TWOCS_TIMELINE_VP_MOST = 256, TWOCS_TIMELINE_EVENTS_MOST = 4000000 };

/* Bytes of workspace that a pipeline needs, events included. */
TWOCS_API twocs_status twocs_timeline_size(const twocs_pipeline *pipeline, size_t *bytes, twocs_error *error);
/* workspace: aligned for double; the result points into it. */
TWOCS_API twocs_status twocs_timeline_run(const twocs_pipeline *pipeline, void *workspace,
                                          twocs_timeline *result, twocs_error *error);

TWOCS_END

#endif
