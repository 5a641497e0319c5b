/* SPDX-License-Identifier: MIT
 *
 * The orders of GPipe, 1F1B and ZB-H1, and the table of all schedules. */
#include "step/inside.h"

static void order_gpipe(step_order *o) {
  const int m = o->of->microbatches;
  for (int i = 0; i < m; i++) twocs_step_put(o, STEP_FORWARD, 0, i);
  for (int i = m; i-- > 0;) twocs_step_put(o, STEP_WHOLE, 0, i);
}

/* Pass number k of either direction: p microbatches through one chunk, then through the next. A backward pass
 * begins with the last chunk. */
static void put_interleaved(step_order *o, step_pass pass, int k) {
  const int p = o->of->pp, v = o->of->vp, left = o->of->microbatches - k / (p * v) * p;
  const int group = left < p ? left : p, within = k % (p * v), chunk = within / group;
  twocs_step_put(o, pass, pass == STEP_FORWARD ? chunk : v - 1 - chunk, k / (p * v) * p + within % group);
}

static void order_one_f_one_b(step_order *o) {
  const int p = o->of->pp, v = o->of->vp, all = o->of->microbatches * v, later = p - 1 - o->stage;
  const int ahead = v == 1 ? later : 2 * later + (v - 1) * p, warm = ahead < all ? ahead : all;
  for (int k = 0; k < warm; k++) put_interleaved(o, STEP_FORWARD, k);
  for (int k = warm; k < all; k++) {
    put_interleaved(o, STEP_FORWARD, k);
    put_interleaved(o, STEP_WHOLE, k - warm);
  }
  for (int k = all - warm; k < all; k++) put_interleaved(o, STEP_WHOLE, k);
}

/* A stage nearer to the end holds fewer microbatches, so it may let as many more gradients of weights wait.
 * They fill the end, when it has nothing else to do. */
static void order_zb_h1(step_order *o) {
  const int m = o->of->microbatches, later = o->of->pp - 1 - o->stage, warm = later < m ? later : m;
  for (int k = 0; k < warm; k++) twocs_step_forward(o, 0);
  for (int k = 0; k < m; k++) {
    twocs_step_forward(o, 0);
    twocs_step_backward(o, 0, STEP_INPUTS);
    if (k >= o->stage || k >= m - warm) twocs_step_weights(o);
  }
  for (int k = 0; k < m; k++) twocs_step_weights(o);
}

/* The schedules, by their rows. */
enum {
#define SCHEDULE(s, ...) AT_##s,
#include "rows/schedules.def"
  SCHEDULES
};
const step_schedule twocs_step_schedules[SCHEDULES] = {
    [AT_gpipe] = {STEP_ROUNDS, 1, 0, order_gpipe},
    [AT_one_f_one_b] = {STEP_ROUNDS, 0, 0, order_one_f_one_b},
    [AT_zb_h1] = {STEP_ROUNDS, 1, 1, order_zb_h1},
    [AT_zb_v] = {STEP_V, 2, 1, twocs_step_order_zb_v},
    [AT_dualpipe] = {STEP_TWO_WAYS, 2, 1, twocs_step_order_dualpipe},
    [AT_dualpipe_v] = {STEP_V, 2, 1, twocs_step_order_dualpipe_v},
};
const int twocs_step_schedule_count = SCHEDULES;
const char *const twocs_schedules[SCHEDULES + 1] = {
    [AT_gpipe] = "gpipe", [AT_one_f_one_b] = "1f1b",  [AT_zb_h1] = "zb_h1",
    [AT_zb_v] = "zb_v",   [AT_dualpipe] = "dualpipe", [AT_dualpipe_v] = "dualpipe_v",
};
