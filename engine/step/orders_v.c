/* SPDX-License-Identifier: MIT
 *
 * The orders of schedules with two chunks on a stage: ZB-V, DualPipe and DualPipeV. All are defined for at
 * least 2 p microbatches: loops run to that number, and twocs_step_put leaves out those that do not exist. */
#include "step/inside.h"

static int larger(int a, int b) { return a > b ? a : b; }

static void forwards(step_order *o, int times, int chunk) {
  for (int i = 0; i < times; i++) twocs_step_forward(o, chunk);
}

/* A backward pass, and at once the gradients of its weights. */
static void both(step_order *o, int chunk) {
  twocs_step_backward(o, chunk, STEP_INPUTS);
  twocs_step_weights(o);
}

/* Forward passes of the first chunk until the first microbatch is back from the end of the V. Then each round
 * does one microbatch in each chunk and each direction. At the end backward passes go first, and gradients of
 * weights fill the gaps. */
void twocs_step_order_zb_v(step_order *o) {
  const int p = o->of->pp, m = o->of->microbatches, n = larger(m, 2 * p - 1), later = p - o->stage;
  forwards(o, 2 * later - 1, 0);
  for (int i = 0; i < o->stage; i++) twocs_step_forward(o, 1), twocs_step_forward(o, 0);
  for (int i = 0; i < later; i++) twocs_step_forward(o, 1), both(o, 1);
  while (o->forward[1] < n) {
    if (o->forward[0] < n) twocs_step_forward(o, 0);
    both(o, 0);
    twocs_step_forward(o, 1);
    both(o, 1);
  }
  for (int i = 0; i < o->stage; i++)
    twocs_step_backward(o, 0, STEP_INPUTS), twocs_step_backward(o, 1, STEP_INPUTS);
  for (int i = 0; i < later; i++) both(o, 0);
  for (int i = 0; i < 2 * n; i++) twocs_step_weights(o);
}

/* The eight phases of both DualPipes. near: the chunk whose microbatches come in early; far: the other;
 * later: the stages between this one and the turn (the middle, or the end of the V); ahead: those before it;
 * rounds: of the main phase. The stage at the turn does its first pair one after the other. */
static void dualpipe_phases(step_order *o, int near, int far, int later, int ahead, int rounds) {
  forwards(o, 2 * later, near);
  for (int i = 0; i <= ahead; i++) twocs_step_forward(o, near), twocs_step_forward(o, far);
  for (int i = 0; i < later; i++) both(o, far), twocs_step_forward(o, far);
  for (int i = 0; i < rounds; i++) {
    if (i || later)
      twocs_step_pair(o, near, far);
    else
      twocs_step_forward(o, near), twocs_step_backward(o, far, STEP_WHOLE);
    twocs_step_pair(o, far, near);
  }
  for (int i = 0; i < later; i++) twocs_step_backward(o, far, STEP_WHOLE), twocs_step_pair(o, far, near);
  /* In the second half of these, gradients of weights wait. In every other stage, it begins with a far
   * pass. */
  const int pairs = ahead + 1;
  for (int i = 0; i < 2 * pairs; i++) {
    const int split = i >= pairs / 2 * 2 + (ahead % 2 == 0);
    twocs_step_backward(o, i % 2 ? near : far, split ? STEP_INPUTS : STEP_WHOLE);
  }
  for (int i = 0; i < later; i++) twocs_step_weights(o), twocs_step_backward(o, near, STEP_INPUTS);
  for (int i = 0; i < o->n; i++) twocs_step_weights(o);
}

void twocs_step_order_dualpipe(step_order *o) {
  const int p = o->of->pp, half = larger(p, step_count(o->of, 0)), second = o->stage >= p / 2;
  const int ahead = second ? p - 1 - o->stage : o->stage;
  dualpipe_phases(o, second, !second, p / 2 - 1 - ahead, ahead, half - p + ahead + 1);
}

void twocs_step_order_dualpipe_v(step_order *o) {
  const int p = o->of->pp, n = larger(2 * p, o->of->microbatches);
  dualpipe_phases(o, 0, 1, p - 1 - o->stage, o->stage, n - 2 * p + o->stage + 1);
}
