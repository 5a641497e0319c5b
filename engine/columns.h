/* SPDX-License-Identifier: MIT
 *
 * All columns, in the order in which they may read each other: the includer says what a column means to it by
 * defining any of INPUT, FOLLOWER, EQ, SLOT, TOTAL, VERDICT, and RECORD, then includes this file, which
 * leaves none of them defined. Rows of a table (an operator, a parallelism, a rule) become columns here and
 * nowhere else, so this is the list of what a row makes. */
/* The formatter takes formulas for declarations. */
/* clang-format off */
#ifndef RECORD
#define RECORD(name)
#endif
#ifndef INPUT
#define INPUT(name, unit, initial, least, most, kind, words, meaning)
#endif
#ifndef FOLLOWER
#define FOLLOWER(name, unit, formula, least, most, kind, meaning) INPUT(name, unit, (double)NAN, least, most, kind | TWOCS_FOLLOWS, "", meaning)
#endif
#ifndef EQ
#define EQ(name, unit, reference, number, expression, meaning)
#endif
#ifndef SLOT
#define SLOT(name, unit, family, aspect, inputs, meaning)
#endif
#ifndef TOTAL
#define TOTAL(name, unit, rows, weight, value, meaning)
#endif
#ifndef VERDICT
#define VERDICT(name, meaning)
#endif

/* Fields. */
#define FIELD(f, unit, initial, least, most, kind, meaning) INPUT(f, unit, initial, least, most, kind, "", meaning)
#define FOLLOWS(f, unit, formula, least, most, kind, meaning) FOLLOWER(f, unit, formula, least, most, kind, meaning)
#define GIVEN(f, unit, least, most, kind, meaning) INPUT(f, unit, (double)NAN, least, most, kind | TWOCS_MUST, "", meaning)
#define CHOICE(f, initial, words, meaning) INPUT(f, "1", initial, 0, TWOCS_WORDS_MOST - 1, COUNT | TWOCS_CHOICE, words, meaning)
RECORD(model)
#include "rows/model.def"
RECORD(run)
#include "rows/run.def"
RECORD(layout)
#include "rows/layout.def"
RECORD(device)
#include "rows/device.def"
RECORD(law)
#include "rows/law.def"
RECORD(op)
#include "rows/op.def"
#undef FIELD
#undef FOLLOWS
#undef GIVEN
#undef CHOICE
RECORD(result)

#include "rows/shape.def"

#define DIM(d, whole, least, meaning) \
  EQ(dev_##d, "1", HOUSE, "dev." #d, larger((whole) / d##_ways, least), meaning " on one device")
#include "rows/dims.def"
#undef DIM

#include "rows/params.def"

#define SPANS(p, degree, inner, meaning) \
  EQ(p##_n0, "1", HOUSE, #p ".n0", span(degree, inner, net0_size, net1_size * net2_size * net3_size), meaning " inside a node") \
  EQ(p##_n1, "1", HOUSE, #p ".n1", span(degree / p##_n0, larger(1, inner / net0_size), net1_size, net2_size * net3_size), meaning " across nodes") \
  EQ(p##_n2, "1", HOUSE, #p ".n2", span(degree / p##_n0 / p##_n1, larger(1, inner / (net0_size * net1_size)), net2_size, net3_size), meaning " across pods") \
  EQ(p##_n3, "1", HOUSE, #p ".n3", degree / p##_n0 / p##_n1 / p##_n2, meaning " across clusters")
#define CALL_OF(p, payload, kind) IN(payload) IN(p##_n0) IN(p##_n1) IN(p##_n2) IN(p##_n3) IN(kind##_c0) IN(kind##_near) IN(kind##_c2) IN(kind##_far) IN(kind##_fill)
#define PARALLELISM(p, title, reference, shards, kind, payload, forward, backward, when) \
  SPANS(p, p, p##_inner, "ranks of " title) \
  EQ(p##_payload, "byte", reference, #p ".payload", payload, "payload of one collective of " title) \
  EQ(p##_calls, "1", reference, #p ".calls", forward + backward, "collectives of a layer, " title) \
  EQ(p##_byte, "byte", HOUSE, #p ".byte", active(p) * p##_payload * p##_calls, "payload of a layer, " title) \
  EQ(p##_serial, "1", HOUSE, #p ".serial", when, "1 where its collectives are serialized, " title) \
  EQ(p##_hidden, "1", HOUSE, #p ".hidden", 1 - when, "1 where its collectives are overlapped, " title) \
  SLOT(p##_steps, "1", kind, STEPS, CALL_OF(p, p##_payload, kind), "steps of one collective, " title) \
  SLOT(p##_wire, "byte", kind, WIRE, CALL_OF(p, p##_payload, kind), "bytes of one collective on the busiest port, " title) \
  SLOT(p##_whole, "1", kind, WHOLE, CALL_OF(p, p##_payload, kind), "1 where the algorithm takes that many ranks, " title) \
  SLOT(t_##p##_call, "s", kind, TIME, CALL_OF(p, p##_payload, kind), "one collective of " title) \
  EQ(t_##p, "s", HOUSE, #p ".t", t_##p##_call * p##_calls, "collectives of a layer, " title)
#include "rows/parallelisms.def"
#undef PARALLELISM

#define OFTEN(op, each, step, meaning) \
  EQ(op##_each, "1", HOUSE, #op ".each", each, meaning ": how often in a layer") \
  EQ(op##_step, "1", HOUSE, #op ".step", step, meaning ": how often in the model")
#define PRODUCT(op, m, n, k, flop, byte, eff, pace, own) IN(m) IN(n) IN(k) IN(op##_x) IN(flop) IN(byte) IN(eff) IN(pace) IN(own##_c0) IN(own##_c1) IN(own##_c2)
#define GEMM(op, m, n, k, x, left, out, eff, each, step, meaning) \
  OFTEN(op, each, step, meaning) \
  EQ(op##_m, "1", HOUSE, #op ".m", m, meaning ": M") \
  EQ(op##_n, "1", HOUSE, #op ".n", n, meaning ": N") \
  EQ(op##_k, "1", HOUSE, #op ".k", k, meaning ": K") \
  EQ(op##_x, "1", HOUSE, #op ".x", x, meaning ": GEMMs in the batch") \
  EQ(op##_flop, "flop", PATI23, "3.3", 2 * op##_m * op##_n * op##_k * op##_x, meaning ": flop, forward") \
  EQ(op##_byte, "byte", HOUSE, #op ".byte", act_byte * (left * op##_m * op##_k + op##_k * op##_n + out * op##_m * op##_n) * op##_x, meaning ": memory traffic, forward") \
  SLOT(t_##op##_f, "s", gemm, TIME, PRODUCT(op, op##_m, op##_n, op##_k, op##_flop, op##_byte, eff, eff##_pace, op), meaning ": forward") \
  SLOT(t_##op##_i, "s", gemm, TIME, PRODUCT(op, op##_m, op##_k, op##_n, op##_flop, op##_byte, eff, eff##_pace, op), meaning ": gradient of the input") \
  SLOT(t_##op##_w, "s", gemm, TIME, PRODUCT(op, op##_n, op##_k, op##_m, op##_flop, op##_byte, eff, eff##_pace, op), meaning ": gradient of the weight")
#define STREAM(op, items, flop, back_flop, passes, back_passes, rho, each, step, meaning) \
  OFTEN(op, each, step, meaning) \
  EQ(op##_items, "1", HOUSE, #op ".items", items, meaning ": elements") \
  EQ(op##_flop, "flop", HOUSE, #op ".flop", (flop) * op##_items, meaning ": flop, forward") \
  EQ(op##_back_flop, "flop", HOUSE, #op ".back_flop", (back_flop) * op##_items, meaning ": flop, backward") \
  EQ(op##_byte, "byte", HOUSE, #op ".byte", (passes) * act_byte * op##_items * rho, meaning ": memory traffic, forward") \
  EQ(op##_back_byte, "byte", HOUSE, #op ".back_byte", (back_passes) * act_byte * op##_items * rho, meaning ": memory traffic, backward") \
  SLOT(t_##op##_f, "s", stream, TIME, IN(op##_byte) IN(op##_c0) IN(op##_c2), meaning ": forward") \
  SLOT(t_##op##_b, "s", stream, TIME, IN(op##_back_byte) IN(op##_c0) IN(op##_c2), meaning ": backward")
#include "rows/operators.def"
#undef GEMM
#undef STREAM

#include "rows/work.def"

#include "rows/slots.def"

SPANS(op, op_ranks, 1, "ranks of the operator's collective")
EQ(op_reach, "1", HOUSE, "op.reach", op_eff * flop_eff, "share of the peak that the operator's GEMM reaches")
EQ(op_reach_pace, "s/flop", HOUSE, "op.pace", 1 / (peak * op_reach), "time of a flop in the operator's GEMM")
EQ(op_gemm_flop, "flop", HOUSE, "op.flop", 2 * op_m * op_n * op_k * op_x, "the operator's GEMM, forward")
EQ(op_gemm_byte, "byte", HOUSE, "op.byte", act_byte * (op_m * op_k + op_k * op_n + op_m * op_n) * op_x, "memory traffic of the operator's GEMM, forward")
SLOT(t_op_gemm, "s", gemm, TIME, PRODUCT(op, op_m, op_n, op_k, op_gemm_flop, op_gemm_byte, op_reach, op_reach_pace, gemm), "the operator's GEMM, forward")
SLOT(t_op_stream, "s", stream, TIME, IN(op_move) IN(stream_c0) IN(stream_c2), "the operator's stream, forward")
#define FAMILY(f, items, meaning)
#define CALL(items)
#define KIND(c, meaning) SLOT(t_op_##c, "s", c, TIME, CALL_OF(op, op_##c, c), "the operator's " meaning)
#include "rows/families.def"
#undef FAMILY
#undef CALL
#undef KIND
TOTAL(t_op_comm, "s", KINDS, one, t, "the operator's collectives, once")

#include "rows/time.def"

#include "rows/memory.def"

#define RULE(r, condition, sentence) EQ(rule_##r, "1", HOUSE, "rule." #r, condition, sentence)
#include "rows/legal.def"
#undef RULE
VERDICT(legal, "1 where the layout obeys every rule")
VERDICT(why, "number of the first rule that the layout breaks; 0: none")

#undef SPANS
#undef CALL_OF
#undef OFTEN
#undef PRODUCT
#undef RECORD
#undef INPUT
#undef FOLLOWER
#undef EQ
#undef SLOT
#undef TOTAL
#undef VERDICT
/* clang-format on */
