/* SPDX-License-Identifier: MIT
 *
 * All columns, in the order in which they may read each other: the includer says what a column means to it by
 * defining any of INPUT, FOLLOWER, EQ, SLOT, TOTAL, VERDICT, SUPPORT and RECORD, then includes this file,
 * which leaves none of them defined. Rows of a table (an operator, a parallelism, a rule) become columns here
 * and nowhere else, so this is the list of what a row makes. */
/* The formatter takes formulas for declarations. */
/* clang-format off */
#ifndef RECORD
#define RECORD(name)
#endif
#ifndef INPUT
#define INPUT(name, unit, initial, least, most, kind, words, meaning)
#endif
#ifndef FOLLOWER
#define FOLLOWER(name, unit, formula, least, most, kind, meaning) \
  INPUT(name, unit, (double)NAN, least, most, kind | TWOCS_FOLLOWS, "", meaning)
#endif
#ifndef EQ
#define EQ(...)
#endif
#ifndef SLOT
#define SLOT(name, unit, family, aspect, inputs, meaning)
#endif
#ifndef TOTAL
#define TOTAL(name, unit, how, rows, first, last, weight, value, meaning)
#endif
#ifndef VERDICT
#define VERDICT(name, meaning)
#endif
#ifndef SUPPORT
#define SUPPORT(name, result, part, family, meaning)
#endif

/* Fields. */
#define FIELD(f, unit, initial, least, most, kind, meaning) INPUT(f, unit, initial, least, most, kind, "", meaning)
#define FOLLOWS(f, unit, formula, least, most, kind, meaning) FOLLOWER(f, unit, formula, least, most, kind, meaning)
#define GIVEN(f, unit, least, most, kind, meaning) \
  INPUT(f, unit, (double)NAN, least, most, kind | TWOCS_MUST, "", meaning)
#define ASKED(f, unit, least, most, kind, meaning) \
  INPUT(f, unit, (double)NAN, least, most, kind | TWOCS_MUST | TWOCS_ASKED, "", meaning)
#define CHOICE(f, initial, words, meaning) \
  INPUT(f, "1", initial, 0, TWOCS_WORDS_MOST - 1, COUNT | TWOCS_CHOICE, words, meaning)
RECORD(model)
#include "rows/model.def"
RECORD(layout)
#include "rows/layout.def"
RECORD(run)
#include "rows/run.def"
RECORD(device)
#include "rows/device.def"
RECORD(software)
#include "rows/software.def"
RECORD(law)
#include "rows/law.def"
RECORD(op)
#include "rows/op.def"
RECORD(wall)
#include "rows/wall.def"
#include "rows/wall_layout.def"
#include "rows/wall_search.def"
#undef FIELD
#undef FOLLOWS
#undef GIVEN
#undef ASKED
#undef CHOICE
RECORD(result)

/* Sums over the rows of a table, weight x value, and over the messages of some sides (sides.h), first to last. */
#define SUM(name, unit, rows, weight, value, meaning) \
  TOTAL(name, unit, SUM, rows, 0, rows##_ALL, weight, value, meaning)
#define SUM_SIDES(name, unit, first, last, value, meaning) \
  TOTAL(name, unit, SUM, SIDES, first, last + 1, one, value, meaning)

/* Rows with many places name them in groups: of SIZES(m, n, k, batch), N_OF_SIZES is n. */
#define M_OF_SIZES(m, n, k, batch) m
#define N_OF_SIZES(m, n, k, batch) n
#define K_OF_SIZES(m, n, k, batch) k
#define BATCH_OF_SIZES(m, n, k, batch) batch
#define LEFT_OF_BYTES(left, right, out) left
#define RIGHT_OF_BYTES(left, right, out) right
#define OUT_OF_BYTES(left, right, out) out
#define EACH_OF_OFTEN(each, step) each
#define STEP_OF_OFTEN(each, step) step
#define FORWARD_OF_FLOP(forward, backward) (forward)
#define BACKWARD_OF_FLOP(forward, backward) (backward)
#define FORWARD_OF_PASSES(forward, backward) (forward)
#define BACKWARD_OF_PASSES(forward, backward) (backward)
#define FORWARD_OF_TIMES(forward, backward) forward
#define BACKWARD_OF_TIMES(forward, backward) backward
#define LAYERS_OF_HAS(layers, place, embeds, heads) layers
#define PLACE_OF_HAS(layers, place, embeds, heads) (place)
#define EMBEDS_OF_HAS(layers, place, embeds, heads) (embeds)
#define HEADS_OF_HAS(layers, place, embeds, heads) (heads)
#define NEAR_OF_AMONG(ahead, after, full) (ahead)
#define FAR_OF_AMONG(ahead, after, full) (after)
#define FULL_OF_AMONG(ahead, after, full) (full)
#define WEIGHTS_OF_HOLDS(weights, experts, kept, again) (weights)
#define EXPERTS_OF_HOLDS(weights, experts, kept, again) (experts)
#define KEPT_OF_HOLDS(weights, experts, kept, again) kept
#define AGAIN_OF_HOLDS(weights, experts, kept, again) again
#define GEMMS_OF_FORWARD(gemms, streams, grouped, serial) gemms
#define STREAMS_OF_FORWARD(gemms, streams, grouped, serial) (streams)
#define GROUPED_OF_FORWARD(gemms, streams, grouped, serial) grouped
#define SERIAL_OF_FORWARD(gemms, streams, grouped, serial) serial
#define INPUTS_OF_BACKWARD(inputs, weights, streams, grouped, serial) inputs
#define WEIGHTS_OF_BACKWARD(inputs, weights, streams, grouped, serial) weights
#define STREAMS_OF_BACKWARD(inputs, weights, streams, grouped, serial) (streams)
#define GROUPED_OF_BACKWARD(inputs, weights, streams, grouped, serial) grouped
#define SERIAL_OF_BACKWARD(inputs, weights, streams, grouped, serial) serial
#define PASSES_OF_AGAIN(passes, spared, streams) (passes)
#define SPARED_OF_AGAIN(passes, spared, streams) (spared)
#define STREAMS_OF_AGAIN(passes, spared, streams) (streams)

#include "rows/shape.def"
#include "rows/links.def"
#include "rows/cuts.def"
#include "rows/experts.def"
#include "rows/latent.def"
#include "rows/flash.def"
#include "rows/state.def"
#include "rows/context.def"
#include "rows/adapters.def"
#include "rows/vision.def"
#include "rows/params.def"
#include "rows/stage_weights.def"
#include "rows/groups.def"
#include "rows/messages.def"
#include "rows/calls.def"
#include "rows/operator_columns.def"
#include "rows/attention.def"
#include "rows/grouped.def"
#include "rows/work.def"
#include "rows/activations.def"
#include "rows/slots.def"
#include "rows/listed.def"
#include "rows/time.def"
#include "rows/layer.def"
#include "rows/vision_time.def"
#include "rows/full.def"
#include "rows/stage_time.def"
#include "rows/step.def"
#include "rows/memory.def"
#include "rows/power.def"
#include "rows/support.def"

RECORD(wall_results)
#include "rows/wall_rows.def"
RECORD(verdicts)

#define TELL(r, condition, sentence) EQ(rule_##r, "1", TWOCS, condition, sentence)
#include "rows/rules.h"
/* clang-format off */
VERDICT(legal, "1 where the layout obeys every rule")
VERDICT(why, "number of the first rule that the layout breaks; 0: none")

#undef SUM
#undef SUM_SIDES
#undef M_OF_SIZES
#undef N_OF_SIZES
#undef K_OF_SIZES
#undef BATCH_OF_SIZES
#undef LEFT_OF_BYTES
#undef RIGHT_OF_BYTES
#undef OUT_OF_BYTES
#undef EACH_OF_OFTEN
#undef STEP_OF_OFTEN
#undef FORWARD_OF_FLOP
#undef BACKWARD_OF_FLOP
#undef FORWARD_OF_PASSES
#undef BACKWARD_OF_PASSES
#undef FORWARD_OF_TIMES
#undef BACKWARD_OF_TIMES
#undef LAYERS_OF_HAS
#undef PLACE_OF_HAS
#undef EMBEDS_OF_HAS
#undef HEADS_OF_HAS
#undef NEAR_OF_AMONG
#undef FAR_OF_AMONG
#undef FULL_OF_AMONG
#undef FULL_BY
#undef FULL_OF
#undef WEIGHTS_OF_HOLDS
#undef EXPERTS_OF_HOLDS
#undef KEPT_OF_HOLDS
#undef AGAIN_OF_HOLDS
#undef GEMMS_OF_FORWARD
#undef STREAMS_OF_FORWARD
#undef GROUPED_OF_FORWARD
#undef SERIAL_OF_FORWARD
#undef INPUTS_OF_BACKWARD
#undef WEIGHTS_OF_BACKWARD
#undef STREAMS_OF_BACKWARD
#undef GROUPED_OF_BACKWARD
#undef SERIAL_OF_BACKWARD
#undef PASSES_OF_AGAIN
#undef SPARED_OF_AGAIN
#undef STREAMS_OF_AGAIN
#undef SPANS
#undef INNER_tp
#undef INNER_etp
#undef CALL_OF
#undef GEMM_OF
#undef RECORD
#undef INPUT
#undef FOLLOWER
#undef EQ
#undef SLOT
#undef TOTAL
#undef VERDICT
#undef SUPPORT
/* clang-format on */
