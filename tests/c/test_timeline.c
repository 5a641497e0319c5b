/* SPDX-License-Identifier: MIT */
/* The timeline of a step: closed forms of textbooks; and on random pipelines, that nothing begins before its
 * inputs are there, that no stream does two things at once, that no work is lost, and that the accounts add
 * up. The inputs of a pass are written down here independently, only from the places of the model. */
#include "common.h"
#include "step/inside.h"

static twocs_pass pass_of[1024];
static twocs_once once_of[64];
static union {
  double align;
  char bytes[1 << 23];
} space;

static twocs_pipeline pipeline(const char *schedule, int pp, int vp, int microbatches) {
  twocs_pipeline p = {.pp = pp, .vp = vp, .microbatches = microbatches, .pass = pass_of};
  while (strcmp(twocs_schedules[p.schedule], schedule) != 0) p.schedule++;
  return p;
}

static void equal_passes(double f, double b, double w) {
  for (size_t i = 0; i < sizeof pass_of / sizeof *pass_of; i++) pass_of[i] = (twocs_pass){f, b, w};
}

static twocs_timeline run(const twocs_pipeline *p) {
  twocs_timeline t;
  twocs_error error;
  size_t bytes;
  if (twocs_timeline_size(p, &bytes, &error)) fail_msg("%s", error.text);
  assert_true(bytes <= sizeof space);
  if (twocs_timeline_run(p, &space, &t, &error)) fail_msg("%s", error.text);
  return t;
}

/* ---- Closed forms. */

static const double F = 3e-3, B = 5e-3, W = 2e-3;

static void gpipe_and_1f1b(void **state) {
  (void)state;
  equal_passes(F, B, W);
  for (int p = 1; p <= 9; p++)
    for (int m = 1; m <= 20; m++) {
      const twocs_pipeline gpipe = pipeline("gpipe", p, 1, m), one = pipeline("1f1b", p, 1, m);
      const double want = (m + p - 1) * (F + B + W);
      near("gpipe", run(&gpipe).step, want, 1e-12);
      near("1f1b", run(&one).step, want, 1e-12);
    }
}

/* m v (f + b) + (p - 1)(f + b), with f and b for one chunk. */
static void interleaved(void **state) {
  (void)state;
  equal_passes(F, B, W);
  for (int p = 1; p <= 6; p++)
    for (int v = 1; v <= 5; v++)
      for (int groups = 1; groups <= 4; groups++) {
        const twocs_pipeline i = pipeline("1f1b", p, v, groups * p);
        near("interleaved", run(&i).step, (groups * p * v + p - 1) * (F + B + W), 1e-12);
      }
}

/* (p - 1)(F + B - W) in addition to the work, with at least p microbatches. */
static void zb_h1(void **state) {
  (void)state;
  equal_passes(F, F, F);
  for (int p = 1; p <= 9; p++)
    for (int m = p; m <= 20; m++) {
      const twocs_pipeline z = pipeline("zb_h1", p, 1, m);
      near("zb_h1", run(&z).step, (3 * m + p - 1) * F, 1e-12);
    }
  equal_passes(F, B, W);
  for (int p = 1; p <= 9; p++)
    for (int m = p; m <= 20; m++) {
      const twocs_pipeline z = pipeline("zb_h1", p, 1, m);
      near("zb_h1, W below F", run(&z).step, m * (F + B + W) + (p - 1) * (F + B - W), 1e-12);
    }
}

/* If equal F, B and W fit together: ZB-V's shift by one chunk's pass per stage; DualPipe's bubble (p / 2 -
 * 1)(F&B + B - 3 W) with whole B and F&B = F + B; DualPipeV's with twice the stages. */
static void two_chunks(void **state) {
  (void)state;
  equal_passes(F, F, F);
  for (int p = 1; p <= 9; p++)
    for (int m = 2 * p; m <= 24; m++) {
      const twocs_pipeline v = pipeline("zb_v", p, 2, m), dual_v = pipeline("dualpipe_v", p, 2, m),
                           dual = pipeline("dualpipe", p, 1, m);
      near("zb_v", run(&v).step, (6 * m + p - 1) * F, 1e-12);
      near("dualpipe_v", run(&dual_v).step, (6 * m + 2 * (p - 1)) * F, 1e-12);
      if (p % 2 == 0 && m % 2 == 0) near("dualpipe", run(&dual).step, (3 * m + p - 2) * F, 1e-12);
    }
}

/* ZB-V: every stage begins s passes late, and from then on never waits. */
static void zb_v_never_waits(void **state) {
  (void)state;
  equal_passes(F, F, F);
  const twocs_pipeline v = pipeline("zb_v", 6, 2, 20);
  const twocs_timeline t = run(&v);
  for (int s = 0; s < 6; s++) {
    const twocs_timeline_event *first = &t.event[t.first[s * TWOCS_STREAMS]];
    const twocs_timeline_event *last = &t.event[t.first[s * TWOCS_STREAMS + 1] - 1];
    near("begin", first->begin, s * F, 1e-12);
    near("without a pause", last->end - first->begin, t.stage[s].busy[0], 1e-12);
  }
}

/* Stages that differ: GPipe is two flow shops, (sum + (m - 1) times the slowest) for each direction. Any
 * schedule takes at least a stage's own work, plus what others must do before and after it. */
static void stages_that_differ(void **state) {
  (void)state;
  random_state = 7;
  for (int k = 0; k < 2000; k++) {
    const int p = 1 + random_below(7), m = 1 + random_below(12);
    double sum_f = 0, sum_b = 0, most_f = 0, most_b = 0, least = 0;
    for (int s = 0; s < p; s++) pass_of[s] = (twocs_pass){random_unit(), random_unit(), random_unit()};
    for (int s = 0; s < p; s++) {
      const double f = pass_of[s].f, b = pass_of[s].b + pass_of[s].w;
      least = fmax(least, sum_f + sum_b + m * (f + b));
      sum_f += f, sum_b += b, most_f = fmax(most_f, f), most_b = fmax(most_b, b);
    }
    const twocs_pipeline gpipe = pipeline("gpipe", p, 1, m), one = pipeline("1f1b", p, 1, m);
    near("gpipe", run(&gpipe).step, sum_f + sum_b + (m - 1) * (most_f + most_b), 1e-12);
    const double step = run(&one).step;
    assert_true(step >= least * (1 - 1e-12));
    assert_true(step <= (m + p - 1) * (most_f + most_b) * (1 + 1e-12));
  }
}

/* During compute a hop delays only the first and the last microbatch; if it blocks, it delays each. */
static void hops(void **state) {
  (void)state;
  equal_passes(F, B, 0);
  for (int p = 3; p <= 6; p++)
    for (int m = p; m <= 12; m++) {
      twocs_pipeline g = pipeline("gpipe", p, 1, m), o = pipeline("1f1b", p, 1, m);
      g.hop = o.hop = 1e-3;
      near("during", run(&g).step, (m + p - 1) * (F + B) + 2 * (p - 1) * g.hop, 1e-12);
      g.blocking = o.blocking = 1;
      near("blocking", run(&g).step, (m + p - 1) * (F + B) + 2 * (m + p - 2) * g.hop, 1e-12);
      assert_true(run(&o).step <= (m + p - 1) * (F + B + 2 * o.hop) * (1 + 1e-12));
    }
}

/* ---- What a stage holds. */

static void in_flight(void **state) {
  (void)state;
  equal_passes(F, B, W);
  for (int p = 2; p <= 8; p += 2)
    for (int m = 1; m <= 24; m++)
      for (int s = 0; s < p; s++) {
        const int left = p - s;
        const twocs_pipeline gpipe = pipeline("gpipe", p, 1, m), one = pipeline("1f1b", p, 1, m),
                             z = pipeline("zb_h1", p, 1, m), v = pipeline("zb_v", p, 2, m),
                             dual = pipeline("dualpipe", p, 1, m), dual_v = pipeline("dualpipe_v", p, 2, m),
                             i = pipeline("1f1b", p, 3, m);
        near("gpipe", run(&gpipe).stage[s].in_flight, m, 0);
        near("1f1b", run(&one).stage[s].in_flight, m < left ? m : left, 0);
        near("zb_h1", run(&z).stage[s].in_flight, m < p ? m : p, 0);
        if (m % p == 0) {
          const int chunks = 2 * (left - 1) + 2 * p + 1;
          near("interleaved", run(&i).stage[s].in_flight, (chunks < 3 * m ? chunks : 3 * m) / 3., 0);
        }
        if (m < 2 * p) continue;
        near("zb_v", run(&v).stage[s].in_flight, p, 0);
        near("dualpipe", run(&dual).stage[s].in_flight, p + 1, 0);
        near("dualpipe_v", run(&dual_v).stage[s].in_flight, p + .5, 0);
      }
}

/* ---- What happens once: by hand. One stage, two microbatches of 1 + 2 s; gradients in two buckets of 3 s,
 * ready at 5 and 6 s; tail 1 s, optimizer 2 s, gather 4 s. */
static void once_in_a_step(void **state) {
  (void)state;
  equal_passes(1, 1, 1);
  once_of[0] = (twocs_once){6, 1, 2, 4};
  twocs_pipeline p = pipeline("gpipe", 1, 1, 2);
  p.once = once_of, p.buckets = 2;
  const twocs_timeline t = run(&p);
  static const struct {
    int kind;
    double begin, end;
  } want[] = {{TWOCS_EVENT_forward, 0, 1},  {TWOCS_EVENT_forward, 1, 2},     {TWOCS_EVENT_backward, 2, 4},
              {TWOCS_EVENT_backward, 4, 6}, {TWOCS_EVENT_optimizer, 12, 14}, {TWOCS_EVENT_reduce, 5, 8},
              {TWOCS_EVENT_reduce, 8, 11},  {TWOCS_EVENT_tail, 11, 12},      {TWOCS_EVENT_gather, 14, 18}};
  assert_int_equal(t.events, 9);
  for (int e = 0; e < t.events; e++) {
    assert_int_equal(t.event[e].kind, want[e].kind);
    near("begin", t.event[e].begin, want[e].begin, 0);
    near("end", t.event[e].end, want[e].end, 0);
  }
  near("step", t.step, 18, 0);
  near("compute", t.stage[0].compute, 8, 0);
  near("overlapped", t.stage[0].overlapped, 1, 0);
  near("exposed", t.stage[0].exposed, 10, 0);
  near("idle", t.stage[0].idle, 0, 0);
  assert_int_equal(t.parts, 9);
  near("backward pass until its first bucket is ready", t.path[3].end, 5, 0);
}

/* ---- Random pipelines. Every rule returns 0, or a sentence. */

typedef struct done {
  double f, b, w;
} done;
static done result[64][64]; /* by place and microbatch: when it ends */
static done begin_of[64][64];
static done sent_at[64][64], arrived[64][64]; /* transfers of what was made at a place */

static const char *schedule_of(const twocs_pipeline *p) { return twocs_schedules[p->schedule]; }
static int is_v(const twocs_pipeline *p) {
  return !strcmp(schedule_of(p), "zb_v") || !strcmp(schedule_of(p), "dualpipe_v");
}
static int is_dual(const twocs_pipeline *p) { return !strcmp(schedule_of(p), "dualpipe"); }
static int places(const twocs_pipeline *p) { return p->pp * p->vp; }

static int place_of(const twocs_pipeline *p, int stage, int chunk) {
  if (is_dual(p)) return chunk ? p->pp - 1 - stage : stage;
  if (is_v(p)) return chunk ? 2 * p->pp - 1 - stage : stage;
  return stage + chunk * p->pp;
}

static int stage_at(const twocs_pipeline *p, int place, int microbatch) {
  if (is_dual(p)) return microbatch < (p->microbatches + 1) / 2 ? place : p->pp - 1 - place;
  if (is_v(p)) return place < p->pp ? place : 2 * p->pp - 1 - place;
  return place % p->pp;
}

static void collect(const twocs_pipeline *p, const twocs_timeline *t) {
  const done none = {(double)NAN, (double)NAN, (double)NAN};
  for (int q = 0; q < places(p); q++)
    for (int m = 0; m < p->microbatches; m++)
      result[q][m] = begin_of[q][m] = sent_at[q][m] = arrived[q][m] = none;
  for (int e = 0; e < t->events; e++) {
    const twocs_timeline_event *v = &t->event[e];
    if (v->microbatch < 0 || v->kind > TWOCS_EVENT_send_backward) continue;
    const int sends = v->kind > TWOCS_EVENT_weight,
              slot = sends ? v->kind - TWOCS_EVENT_send_forward : v->kind;
    const int q = place_of(p, v->stage, v->chunk);
    ((double *)&(sends ? sent_at : begin_of)[q][v->microbatch])[slot] = v->begin;
    ((double *)&(sends ? arrived : result)[q][v->microbatch])[slot] = v->end;
  }
}

/* When the result of place q can be read at place `to`; NaN if it was not sent, or sent too early. */
static double there(const twocs_pipeline *p, int q, int to, int m) {
  const int slot = to < q;
  const double made = ((double *)&result[q][m])[slot], sent = ((double *)&sent_at[q][m])[slot];
  if (p->hop == 0 || stage_at(p, q, m) == stage_at(p, to, m)) return made;
  return sent >= made ? ((double *)&arrived[q][m])[slot] : (double)NAN;
}

static const char *needs_hold(const twocs_pipeline *p) {
  const double little = 1e-12;
  const int apart = !strcmp(schedule_of(p), "zb_h1") || !strcmp(schedule_of(p), "zb_v");
  for (int q = 0; q < places(p); q++)
    for (int m = 0; m < p->microbatches; m++) {
      const done *from = &begin_of[q][m], *to = &result[q][m];
      if (!(to->f == to->f && to->b == to->b)) return "a pass is missing";
      if (apart && !(to->w == to->w)) return "gradients of weights are missing";
      if (from->b < to->f - little) return "backward before forward";
      if (from->w < to->b - little) return "weights before backward";
      if (q + 1 == places(p)) continue;
      if (!(begin_of[q + 1][m].f >= there(p, q, q + 1, m) - little))
        return "forward before its input arrived";
      if (!(from->b >= there(p, q + 1, q, m) - little)) return "backward before its gradient arrived";
    }
  return NULL;
}

static const char *streams_hold(const twocs_timeline *t) {
  for (int k = 0; k < t->stages * TWOCS_STREAMS; k++)
    for (int e = t->first[k]; e < t->first[k + 1]; e++) {
      const twocs_timeline_event *v = &t->event[e];
      if (v->stage * TWOCS_STREAMS + v->stream != k) return "an event in another's place";
      if (v->begin < 0 || v->end < v->begin || v->end > t->step) return "an event outside of the step";
      if (e > t->first[k] && v->begin < v[-1].end) return "two events at once";
    }
  return NULL;
}

static double work_of(const twocs_pipeline *p, int s) {
  double sum = p->once ? p->once[s].optimizer : 0;
  for (int q = 0; q < places(p); q++)
    for (int m = 0; m < p->microbatches; m++) {
      if (stage_at(p, q, m) != s) continue;
      const twocs_pass *t = &p->pass[is_dual(p) ? q : s * p->vp + q / p->pp];
      sum += t->f + t->b + t->w;
      if (!p->blocking) continue;
      if (q + 1 < places(p) && stage_at(p, q + 1, m) != s) sum += p->hop;
      if (q > 0 && stage_at(p, q - 1, m) != s) sum += p->hop;
    }
  return sum;
}

static void accounts_hold(const twocs_pipeline *p, const twocs_timeline *t) {
  for (int s = 0; s < t->stages; s++) {
    const twocs_timeline_stage *a = &t->stage[s];
    near("work", a->busy[TWOCS_STREAM_compute], work_of(p, s), 1e-11);
    near("a stage's step", a->compute + a->serialized + a->exposed + a->idle, t->step, 1e-11);
    near("compute", a->compute + a->serialized, a->busy[TWOCS_STREAM_compute], 1e-11);
    if (p->once)
      near("gradients", a->busy[TWOCS_STREAM_gradients],
           p->once[s].reduce + p->once[s].tail + p->once[s].gather, 1e-11);
    for (int k = 0; k < TWOCS_STREAMS; k++) {
      double busy = 0;
      for (int e = t->first[s * TWOCS_STREAMS + k]; e < t->first[s * TWOCS_STREAMS + k + 1]; e++)
        busy += t->event[e].end - t->event[e].begin;
      near("busy and idle", busy + a->waits[k], t->step, 1e-11);
    }
  }
}

static void path_holds(const twocs_timeline *t) {
  double at = 0, sum = 0;
  for (int i = 0; i < t->parts; i++) {
    const twocs_timeline_path *part = &t->path[i];
    exact("no gap in the path", part->begin, at);
    exact("an event of the path", t->event[part->event].begin, part->begin);
    assert_true(part->end <= t->event[part->event].end);
    sum += part->end - part->begin, at = part->end;
  }
  exact("end of the path", at, t->step);
  near("sum of the path", sum, t->step, 1e-11);
}

/* Small, with everything that may differ. Times are multiples of 1/8, so that many events coincide. */
static twocs_pipeline random_pipeline(void) {
  const int schedule = random_below(6);
  twocs_pipeline p = {.schedule = schedule, .pp = 1 + random_below(6), .vp = 1, .pass = pass_of};
  p.microbatches = 1 + random_below(10);
  if (is_v(&p)) p.vp = 2;
  if (is_dual(&p)) p.pp += p.pp % 2;
  if (!strcmp(schedule_of(&p), "1f1b") && random_below(2)) {
    p.vp = 1 + random_below(3);
    p.microbatches = p.pp * (1 + random_below(3));
  }
  for (int i = 0; i < p.pp * p.vp; i++)
    pass_of[i] = (twocs_pass){random_below(9) / 8., random_below(9) / 8., random_below(9) / 8.};
  p.hop = random_below(4) / 8., p.blocking = random_below(2), p.buckets = random_below(4);
  for (int s = 0; s < p.pp; s++)
    once_of[s] =
        (twocs_once){random_below(9) / 8., random_below(3) / 8., random_below(3) / 8., random_below(3) / 8.};
  if (random_below(2)) p.once = once_of;
  return p;
}

enum { RANDOM = SLOW ? 10000 : 100000 };

static void random_pipelines(void **state) {
  (void)state;
  random_state = 1;
  for (int k = 0; k < RANDOM; k++) {
    const twocs_pipeline p = random_pipeline();
    const twocs_timeline t = run(&p);
    collect(&p, &t);
    const char *needs = needs_hold(&p), *streams = streams_hold(&t);
    if (needs || streams) fail_msg("%s, case %d: %s", schedule_of(&p), k, needs ? needs : streams);
    accounts_hold(&p, &t);
    path_holds(&t);
  }
}

/* The rules above notice if a single pass begins too early: each in turn is moved a little. (Of a pair, only
 * the later input held it back, and the result of a pair is there before it is sent on.) */
static void rules_tell(void **state) {
  (void)state;
  random_state = 3;
  int moved = 0;
  for (int k = 0; k < 300; k++) {
    const twocs_pipeline p = random_pipeline();
    if (is_dual(&p) || !strcmp(schedule_of(&p), "dualpipe_v")) continue;
    const twocs_timeline t = run(&p);
    for (int e = 0; e < t.events; e++) {
      twocs_timeline_event *v = (twocs_timeline_event *)&t.event[e];
      if (v->begin == 0 || v->kind > TWOCS_EVENT_weight) continue;
      v->begin -= .01, v->end -= .01;
      collect(&p, &t);
      if (!needs_hold(&p) && !streams_hold(&t)) fail_msg("%s, case %d, event %d", schedule_of(&p), k, e);
      v->begin += .01, v->end += .01;
      moved++;
    }
  }
  assert_true(moved > 5000);
}

/* ---- An order that deadlocks. */

static void deadlocks_are_reported(void **state) {
  (void)state;
  twocs_timeline t;
  twocs_error error;
  const twocs_pipeline p = pipeline("1f1b", 4, 3, 5);
  assert_int_equal(twocs_timeline_run(&p, &space, &t, &error), TWOCS_RANGE);
  assert_non_null(strstr(error.text, "1f1b with pp = 4, vp = 3 and 5 microbatches deadlocks: stage 0"));
}

/* Two passes of a stage change places. Then the step takes at least as long, or is refused as a deadlock; if
 * a backward pass is now before its forward pass, it is always refused. */
static void changed_orders(void **state) {
  (void)state;
  random_state = 5;
  int refused = 0;
  for (int k = 0; k < 3000; k++) {
    const twocs_pipeline p = random_pipeline();
    step_work w;
    twocs_error error;
    twocs_step_prepare(&w, &p, &space);
    const int s = random_below(p.pp), from = w.first_op[s], n = w.first_op[s + 1] - from;
    if (n < 2) continue;
    step_op *a = &w.op[from + random_below(n)], *b = &w.op[from + random_below(n)], swapped = *a;
    if (a->paired || b->paired || (a > w.op && a[-1].paired) || (b > w.op && b[-1].paired)) continue;
    const int early = (a < b ? b : a)->pass != STEP_FORWARD && (a < b ? a : b)->pass == STEP_FORWARD &&
                      a->microbatch == b->microbatch && a->chunk == b->chunk;
    *a = *b, *b = swapped;
    const twocs_status status = twocs_step_play(&w, &error);
    refused += status != TWOCS_OK;
    if (early) assert_int_equal(status, TWOCS_RANGE);
    if (status) assert_non_null(strstr(error.text, "deadlocks"));
  }
  assert_true(refused > 100);
}

static void refused(twocs_pipeline p, twocs_status status, const char *text) {
  twocs_timeline t;
  twocs_error error = {TWOCS_OK, ""};
  assert_int_equal(twocs_timeline_run(&p, &space, &t, &error), status);
  assert_string_equal(error.text, text);
}

static void bad_input(void **state) {
  (void)state;
  equal_passes(F, B, W);
  twocs_pipeline p = pipeline("zb_h1", 4, 2, 8);
  refused(p, TWOCS_RANGE, "vp = 2: zb_h1 requires vp = 1");
  refused(pipeline("zb_v", 4, 1, 8), TWOCS_RANGE, "vp = 1: zb_v requires vp = 2");
  refused(pipeline("dualpipe", 3, 1, 8), TWOCS_RANGE, "pp = 3: dualpipe requires an even number of stages");
  refused(pipeline("gpipe", 0, 1, 8), TWOCS_RANGE, "pp = 0: expected 1 to 4096");
  refused(pipeline("gpipe", 4, 1, 0), TWOCS_RANGE, "microbatches = 0: expected 1 to 4000000");
  refused(pipeline("gpipe", 4096, 1, 4000000), TWOCS_SIZE,
          "a timeline of about 81920000000 events: expected at most 4000000");
  p = pipeline("gpipe", 2, 1, 3), p.schedule = 6;
  refused(p, TWOCS_UNKNOWN, "schedule 6 does not exist: there are 6 schedules");
  p.schedule = 0, p.hop = -1;
  refused(p, TWOCS_NUMBER, "hop of stage 0 is -1: expected a time of at least 0");
  p.hop = 0, p.once = once_of, once_of[0] = (twocs_once){0},
  once_of[1] = (twocs_once){0, 0, (double)INFINITY, 0};
  refused(p, TWOCS_NUMBER, "optimizer of stage 1 is inf: expected a time of at least 0");
  /* Passes are listed by stage and chunk: the fourth of two chunks each is one of stage 1. */
  twocs_pass chunks[4] = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, -2, 1}};
  p = pipeline("1f1b", 2, 2, 4), p.pass = chunks;
  refused(p, TWOCS_NUMBER, "b of stage 1 is -2: expected a time of at least 0");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(gpipe_and_1f1b),
                                     cmocka_unit_test(interleaved),
                                     cmocka_unit_test(zb_h1),
                                     cmocka_unit_test(two_chunks),
                                     cmocka_unit_test(zb_v_never_waits),
                                     cmocka_unit_test(stages_that_differ),
                                     cmocka_unit_test(hops),
                                     cmocka_unit_test(in_flight),
                                     cmocka_unit_test(once_in_a_step),
                                     cmocka_unit_test(random_pipelines),
                                     cmocka_unit_test(rules_tell),
                                     cmocka_unit_test(deadlocks_are_reported),
                                     cmocka_unit_test(changed_orders),
                                     cmocka_unit_test(bad_input)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
