/* SPDX-License-Identifier: MIT
 *
 * Writes down the order of a stage's passes. */
#include "step/inside.h"

void twocs_step_put(step_order *o, step_pass pass, int chunk, int microbatch) {
  if (o->of->forward_only && pass != STEP_FORWARD) return;
  if (microbatch < step_count(o->of, chunk))
    o->op[o->n++] = step_op_of(pass, chunk, step_first(o->of, chunk) + microbatch);
}

void twocs_step_forward(step_order *o, int chunk) {
  twocs_step_put(o, STEP_FORWARD, chunk, o->forward[chunk]++);
}

void twocs_step_backward(step_order *o, int chunk, step_pass pass) {
  twocs_step_put(o, pass, chunk, o->backward[chunk]++);
}

void twocs_step_weights(step_order *o) {
  while (o->weight < o->n && o->op[o->weight].pass != STEP_INPUTS) o->weight++;
  if (o->weight == o->n) return;
  const step_op *inputs = &o->op[o->weight++];
  o->op[o->n++] = step_op_of(STEP_WEIGHTS, inputs->chunk, inputs->microbatch);
}

void twocs_step_pair(step_order *o, int forward, int backward) {
  const int before = o->n;
  twocs_step_forward(o, forward);
  twocs_step_backward(o, backward, STEP_WHOLE);
  if (o->n == before + 2) o->op[before].paired = 1;
}
