/* SPDX-License-Identifier: MIT
 *
 * The pipeline of a case: how long its stages take for a microbatch, and once per step, from the columns. The
 * one thing to know: the rows give what a layer and the ends of the model take; which part of the model has
 * what, and how long a pass of it takes, is added up here independently. */
#include "rows/rows.h"
#include "step/inside.h"
#include <math.h>

/* The columns that are read. */
#define COLUMNS_READ(X)                                                                                      \
  X(pp)                                                                                                      \
  X(vp)                                                                                                      \
  X(schedule)                                                                                                \
  X(mode)                                                                                                    \
  X(microbatches)                                                                                            \
  X(hops_hidden)                                                                                             \
  X(t_hop)                                                                                                   \
  X(t_hop_slow)                                                                                              \
  X(tp)                                                                                                      \
  X(why)                                                                                                     \
  X(first_layers)                                                                                            \
  X(middle_layers)                                                                                           \
  X(last_layers)                                                                                             \
  X(layers)                                                                                                  \
  X(leads)                                                                                                   \
  X(dense_layers)                                                                                            \
  X(full_apart)                                                                                              \
  X(full_every)                                                                                              \
  X(full_first)                                                                                              \
  X(t_full_f)                                                                                                \
  X(t_full_w)                                                                                                \
  X(t_full_cmp)                                                                                              \
  X(t_more_f)                                                                                                \
  X(t_more_w)                                                                                                \
  X(t_more_cmp)                                                                                              \
  X(t_more_ser)                                                                                              \
  X(t_layer_ser)                                                                                             \
  X(t_sync)                                                                                                  \
  X(t_sync_f)                                                                                                \
  X(t_ovl_b)                                                                                                 \
  X(t_layer_f)                                                                                               \
  X(t_host_f)                                                                                                \
  X(t_layer_cmp)                                                                                             \
  X(t_layer_exp)                                                                                             \
  X(dp_overlap)                                                                                              \
  X(t_gather_beside)                                                                                         \
  X(t_gather_saved)                                                                                          \
  X(t_layer_w)                                                                                               \
  X(t_tail_w)                                                                                                \
  X(t_embed_b)                                                                                               \
  X(t_tail_b)                                                                                                \
  X(t_layer_host)                                                                                            \
  X(t_embed_f)                                                                                               \
  X(t_vision_cmp)                                                                                            \
  X(t_vision_ser)                                                                                            \
  X(t_vision_exp)                                                                                            \
  X(t_vision_pass)                                                                                           \
  X(t_tail_f)                                                                                                \
  X(t_end_ser)                                                                                               \
  X(t_loss_ser)                                                                                              \
  X(t_last_scatter)                                                                                          \
  X(t_once)                                                                                                  \
  X(t_rest)                                                                                                  \
  X(t_optimize)                                                                                              \
  X(t_after)                                                                                                 \
  X(t_offload_opt)
enum {
#define X(name) C_##name,
  COLUMNS_READ(X)
#undef X
      READ
};
static const int columns_read[READ] = {
#define X(name) K_##name,
    COLUMNS_READ(X)
#undef X
};

/* Stages between the first and the last share the layers that these leave. None has more than middle_layers,
 * and the larger parts come first. */
static double layers_of(const double c[], int stage, int pp) {
  if (stage == 0) return c[C_first_layers];
  if (stage == pp - 1) return c[C_last_layers];
  double left = c[C_layers] - c[C_first_layers] - c[C_last_layers], here = c[C_middle_layers];
  for (int s = 1; s < stage; s++) {
    left -= here;
    here = ceil(left / (pp - 2 - s) - 1e-9);
  }
  return here;
}

/* Layers of a chunk. If those of a stage with an end of the model are not a multiple, the chunk with that end
 * has fewer than the others, which have as many as those of a full stage (rows/parallelisms.def, chunks). */
static double chunk_of(const double c[], const twocs_pipeline *p, int stage, int chunk) {
  const double layers = layers_of(c, stage, p->pp), mean = layers / p->vp;
  if (mean == floor(mean) || step_schedule_of(p)->shape != STEP_ROUNDS) return mean;
  if (stage > 0 && stage < p->pp - 1) return mean;
  const double full = p->pp > 2 ? c[C_middle_layers] : fmax(c[C_first_layers], c[C_last_layers]),
               usual = ceil(full / p->vp);
  const double left = layers - (p->vp - 1) * usual;
  if (left < 0 || left > usual) return mean;
  return chunk == (stage == 0 ? 0 : p->vp - 1) ? left : usual;
}

/* A part of the model: its layers; at the beginning of the model also the embedding, whose output is summed
 * over TP, and a vision encoder; at the end also the last norm and the LM head, whose gradient of the input
 * is summed over TP. more, full: layers with experts, and with attention to all keys, beyond the average of
 * the model. */
static twocs_pass part_pass(const double c[], double layers, double more, double full, int embeds,
                            int heads) {
  const double sum = c[C_tp] > 1 ? c[C_t_end_ser] : 0;
  const double layer = c[C_t_layer_cmp] + c[C_t_layer_ser] + c[C_t_layer_exp] + c[C_t_layer_host];
  const double all = layers * layer + more * (c[C_t_more_cmp] + c[C_t_more_ser]) + full * c[C_t_full_cmp] +
                     embeds * (c[C_t_embed_f] + c[C_t_embed_b] + sum) +
                     embeds * (c[C_t_vision_cmp] + c[C_t_vision_ser] + c[C_t_vision_exp]) +
                     heads * (c[C_t_tail_f] + c[C_t_tail_b] + c[C_mode] * sum + c[C_t_loss_ser]) +
                     (1 + c[C_mode]) * c[C_t_hop_slow];
  const double w = c[C_mode] * (layers * c[C_t_layer_w] + more * c[C_t_more_w] + full * c[C_t_full_w] +
                                heads * c[C_t_tail_w]);
  const double f = layers * (c[C_t_layer_f] + c[C_t_host_f]) + more * c[C_t_more_f] + full * c[C_t_full_f] +
                   embeds * (c[C_t_embed_f] + c[C_t_vision_pass] + sum) +
                   heads * (c[C_t_tail_f] + c[C_t_loss_ser]) + c[C_t_hop_slow];
  if (c[C_mode] == 0) return (twocs_pass){all, 0, 0};
  return (twocs_pass){f, all - f - w > 0 ? all - f - w : 0, w};
}

/* The layers with experts among the layers [begin, begin + count) of the model, beyond the average of the
 * model. */
static double more_of(const double c[], double begin, double count) {
  if (c[C_leads] == 0) return 0;
  const double left = c[C_dense_layers] - begin, dense = left < 0 ? 0 : left < count ? left : count;
  return count * c[C_dense_layers] / c[C_layers] - dense;
}

/* The layers with attention to all keys among [begin, begin + count). Of a layer that is cut, only its part
 * counts. */
static double full_of(const double c[], double begin, double count) {
  const double every = c[C_full_every], end = begin + count;
  double sum = 0, at = c[C_full_first] - 1;
  if (begin > at + 1) at += every * floor((begin - at) / every);
  for (; at < end; at += every) sum += fmax(0, fmin(end, at + 1) - fmax(begin, at));
  return sum;
}

static double full_more_of(const double c[], double begin, double count) {
  if (c[C_full_apart] == 0) return 0;
  return full_of(c, begin, count) - count / c[C_layers] * full_of(c, 0, c[C_layers]);
}

/* The passes of every part, in the order that twocs_pipeline wants. Layers are dealt to the parts in the
 * order of their places. */
static void fill_passes(const double c[], const twocs_pipeline *p, twocs_pass pass[]) {
  const int places = step_places(p), two_ways = step_schedule_of(p)->shape == STEP_TWO_WAYS;
  double begin = 0;
  for (int v = 0; v < p->vp; v++)
    for (int i = 0; i < p->pp; i++) {
      const int back = v == 1 && step_schedule_of(p)->shape == STEP_V, s = back ? p->pp - 1 - i : i;
      const int place = two_ways ? s : step_place(p, s, v);
      const double layers = chunk_of(c, p, s, v);
      pass[s * p->vp + v] = part_pass(c, layers, more_of(c, begin, layers), full_more_of(c, begin, layers),
                                      place == 0, place == places - 1);
      begin += layers;
    }
}

static twocs_once stage_once(const double c[], const twocs_pipeline *p, int stage) {
  const double layers = layers_of(c, stage, p->pp);
  /* Where the ends of the model share a device, their gradients are reduced together. */
  const int last = step_schedule_of(p)->shape == STEP_ROUNDS ? p->pp - 1 : 0;
  const double rest = stage == 0 || stage == last;
  /* Gradients are sent during the last backward pass, or after it. New weights of all layers but the first
   * arrive during the next forward pass, or before it. */
  const double all = layers * c[C_t_once], late = c[C_dp_overlap] == 0 ? all : 0;
  return (twocs_once){all - late, late + rest * c[C_mode] * c[C_t_rest] + c[C_t_last_scatter],
                      c[C_t_optimize] + c[C_t_offload_opt],
                      layers * (c[C_t_after] - c[C_t_gather_saved]) +
                          (layers > 0 ? c[C_t_gather_beside] : 0)};
}

/* With two ways a device holds two stages, and sends what both of them send. */
static void add_the_other_way(int pp, twocs_once once[]) {
  for (int s = 0; s < pp / 2; s++) {
    twocs_once *a = &once[s], *b = &once[pp - 1 - s];
    a->reduce += b->reduce, a->tail += b->tail, a->gather += b->gather;
    b->reduce = a->reduce, b->tail = a->tail, b->gather = a->gather;
  }
}

static twocs_status fill(const double c[], size_t space, twocs_pass pass[], twocs_once once[],
                         twocs_pipeline *p, twocs_error *error) {
  /* With a single stage the order does not matter, unless all forward passes come first. */
  const int chosen = c[C_pp] == 1 && c[C_schedule] > 0 ? 1 : (int)c[C_schedule];
  const step_schedule *schedule = &twocs_step_schedules[chosen];
  if (c[C_pp] > TWOCS_TIMELINE_PP_MOST || c[C_vp] > TWOCS_TIMELINE_VP_MOST ||
      c[C_microbatches] > TWOCS_TIMELINE_EVENTS_MOST)
    return twocs_fail(error, TWOCS_SIZE,
                      "a timeline of %g stages with %g chunks each and %g microbatches is too large", c[C_pp],
                      c[C_vp], c[C_microbatches]);
  *p = (twocs_pipeline){.schedule = chosen,
                        .pp = (int)c[C_pp],
                        .vp = schedule->shape == STEP_V ? 2 : (int)c[C_vp],
                        .microbatches = (int)c[C_microbatches],
                        .blocking = c[C_hops_hidden] == 0,
                        .forward_only = c[C_mode] == 0,
                        .hop = c[C_pp] > 1 ? c[C_t_hop] : 0,
                        .pass = pass,
                        .once = once};
  double most = 0;
  for (int i = 0; i < p->pp; i++) most = fmax(most, layers_of(c, i, p->pp) / p->vp);
  p->buckets = most < 1 ? 1 : most > 1000 ? 1000 : (int)most;
  p->network = most / p->buckets * (fmax(0, c[C_t_sync] - c[C_t_sync_f]) + c[C_t_ovl_b]);
  if ((size_t)p->pp * (size_t)p->vp > space)
    return twocs_fail(error, TWOCS_SIZE, "there is space for %.0f passes, but a pipeline of %d stages has %d",
                      (double)space, p->pp, p->pp * p->vp);
  fill_passes(c, p, pass);
  for (int s = 0; s < p->pp; s++) once[s] = stage_once(c, p, s);
  if (schedule->shape == STEP_TWO_WAYS) add_the_other_way(p->pp, once);
  return TWOCS_OK;
}

twocs_status twocs_pipeline_of(const twocs_plan *plan, const twocs_point *point, size_t space,
                               twocs_pass pass[], twocs_once once[], twocs_pipeline *pipeline,
                               twocs_error *error) {
  double c[READ];
  const twocs_status status = twocs_eval(plan, point, READ, columns_read, c, error);
  if (status) return status;
  if (c[C_why] > 0) return twocs_fail(error, TWOCS_RANGE, "%s", twocs_rules[(int)c[C_why] - 1].sentence);
  return fill(c, space, pass, once, pipeline, error);
}
