/* SPDX-License-Identifier: MIT
 *
 * The timeline of a training step through a pipeline: every pass, transfer and reduction with its begin and
 * end. It is the second derivation of a step; nothing of the closed forms in rows/ is used.
 *
 * Each stage does its passes one by one, in the order that its schedule's paper draws. A pass begins when the
 * stage is free and what it reads has arrived: a forward pass needs that of the part of the model before it,
 * a backward pass that of the part after it, gradients of weights need their backward pass. So every event
 * begins where another ends (or, a bucket of gradients, where its share of a backward pass is done), and the
 * events on the critical path stand end to end from 0 to the end of the step.
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
 * Both DualPipes' code refuses fewer than 2 p microbatches, and so do the rules of a layout; played here all
 * the same, what is not there is left out of the order. Orders are fixed before times are known; none is
 * searched for. Forward only (inference), backward passes are left out. */
#ifndef TWOCS_TIMELINE_H
#define TWOCS_TIMELINE_H

#include "twocs.h"

TWOCS_BEGIN

/* What one chunk of a stage takes for one microbatch. Where the schedule does not do the weights' gradients
 * apart, a backward pass takes b + w. */
typedef struct twocs_pass {
  double f, b, w;
} twocs_pass;

/* What a stage does once in a step. */
typedef struct twocs_once {
  double reduce;    /* gradients, reduced in buckets during the last backward passes */
  double tail;      /* gradients with no compute left to hide them */
  double optimizer; /* when gradients are reduced */
  double gather;    /* of new weights, after the optimizer */
} twocs_once;

typedef struct twocs_pipeline {
  int schedule; /* place in twocs_schedules */
  int pp, vp, microbatches;
  int blocking;     /* 1: a stage computes nothing while it sends; 0: it sends during compute */
  int forward_only; /* 1: inference: no backward pass, and nothing is kept for one */
  int buckets;      /* of one chunk's gradients on the stage that reduces most; 0 means 1. All of one size */
  double hop;       /* to hand one microbatch to the next stage, or back */
  double network;   /* of a bucket's share of a backward pass, what keeps the network busy: gradients wait */
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

/* Streams of a stage: each does one thing at a time. */
typedef enum twocs_timeline_stream {
  TWOCS_STREAM_compute,
  TWOCS_STREAM_transfer,
  TWOCS_STREAM_gradients,
  TWOCS_STREAMS
} twocs_timeline_stream;
TWOCS_API extern const char *const twocs_stream_names[TWOCS_STREAMS];

/* There are millions: small. */
typedef struct twocs_timeline_event {
  double begin, end;
  int after;      /* the event that it waited for longest, or -1 where it begins at 0 */
  int microbatch; /* -1 of what comes once in a step, as is chunk; both count from 0 */
  short chunk, stage;
  unsigned char stream, kind;
  unsigned char critical; /* 1: it is on the critical path */
} twocs_timeline_event;

/* A stage's step: compute + serialized + exposed + idle = the step. */
typedef struct twocs_timeline_stage {
  double compute;              /* passes and optimizer */
  double serialized;           /* transfers that block */
  double overlapped;           /* communication during compute: part of `compute` */
  double exposed;              /* communication, and no compute */
  double idle;                 /* nothing */
  double busy[TWOCS_STREAMS];  /* by stream */
  double waits[TWOCS_STREAMS]; /* idle, by stream, gap by gap: busy + waits = the step */
  double in_flight;            /* most microbatches whose activations it holds; a chunk of v counts 1 / v */
} twocs_timeline_stage;

/* A part of the critical path. */
typedef struct twocs_timeline_path {
  int event;
  double begin, end; /* how long the step waited for it: less than the event where that goes on longer */
} twocs_timeline_path;

typedef struct twocs_timeline {
  double step;
  int stages, events, parts;
  const twocs_timeline_event *event; /* by stage, stream and begin */
  const int *first; /* first[stage * TWOCS_STREAMS + stream]; one more than there are streams */
  const twocs_timeline_stage *stage;
  const twocs_timeline_path *path;
} twocs_timeline;

/* The pipeline of a case: its stages take what the columns say. A layout that is not legal is an error.
 * `space` is how many passes pass[] can take: PP x VP, or twice PP where the schedule is a V; once[] has PP.
 */
TWOCS_API twocs_status twocs_pipeline_of(const twocs_plan *plan, const twocs_point *point, size_t space,
                                         twocs_pass pass[], twocs_once once[], twocs_pipeline *pipeline,
                                         twocs_error *error);

/* Names of the schedules, the words of the layout's `schedule` in their order; NULL after the last. */
TWOCS_API extern const char *const twocs_schedules[];

enum { TWOCS_TIMELINE_PP_MOST = 4096, TWOCS_TIMELINE_VP_MOST = 256, TWOCS_TIMELINE_EVENTS_MOST = 4000000 };

/* Bytes of workspace that it needs, for events and all. */
TWOCS_API twocs_status twocs_timeline_size(const twocs_pipeline *pipeline, size_t *bytes, twocs_error *error);
/* workspace: aligned for double; the result points into it. */
TWOCS_API twocs_status twocs_timeline_run(const twocs_pipeline *pipeline, void *workspace,
                                          twocs_timeline *result, twocs_error *error);

TWOCS_END

#endif
