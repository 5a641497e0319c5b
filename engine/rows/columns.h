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
#define FOLLOWER(name, unit, formula, least, most, kind, meaning) INPUT(name, unit, (double)NAN, least, most, kind | TWOCS_FOLLOWS, "", meaning)
#endif
#ifndef EQ
#define EQ(name, unit, reference, number, expression, meaning)
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
#define GIVEN(f, unit, least, most, kind, meaning) INPUT(f, unit, (double)NAN, least, most, kind | TWOCS_MUST, "", meaning)
#define ASKED(f, unit, least, most, kind, meaning) INPUT(f, unit, (double)NAN, least, most, kind | TWOCS_MUST | TWOCS_ASKED, "", meaning)
#define CHOICE(f, initial, words, meaning) INPUT(f, "1", initial, 0, TWOCS_WORDS_MOST - 1, COUNT | TWOCS_CHOICE, words, meaning)
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

#include "rows/shape.def"
#include "rows/links.def"

/* What is cut: by each parallelism, by all of them together, and what is left for one device. */
#define CUT(p, d, ways, sentence) EQ(p##_cuts_##d, "1", TWOCS, #p ".cuts." #d, ways, "ways in which " #p " cuts " #d)
#include "rows/parallelisms.def"
#define LEFT(d, all, least, divides, meaning) \
  EQ(dev_##d, "1", TWOCS, "dev." #d, larger((all) / d##_ways, least), meaning " on one device") \
  EQ(d##_divides, "1", TWOCS, "divides." #d, divides, "1 where those ways divide " meaning)
#define EXACT(d, all, meaning) LEFT(d, all, 0, whole(dev_##d), meaning)
#define COPIED(d, all, meaning) LEFT(d, all, 1, larger(whole((all) / d##_ways), whole(d##_ways / (all))), meaning)
#define PADDED(d, all, meaning) LEFT(d, all, 0, 1, meaning)
#define OPTIONAL(d, all, meaning) LEFT(d, all, 0, larger(is(all, 0), whole(dev_##d)), meaning)
#define DIM(d, all, how, meaning) \
  TOTAL(d##_ways, "1", PRODUCT, CUTS, DIM_##d, DIM_##d + 1, one, ways, "ways in which all parallelisms cut " meaning) \
  how(d, all, meaning)
#include "rows/dims.def"
#undef DIM
#undef LEFT
#undef EXACT
#undef COPIED
#undef PADDED
#undef OPTIONAL
EQ(dev_tokens, "token", TWOCS, "dev.tokens", micro_batch * dev_sl, "tokens of a microbatch on one device")
EQ(head_tokens, "token", TWOCS, "dev.head_tokens", dev_tokens + (1 - mode) * is(logits, 1) * (micro_batch - dev_tokens), "tokens of a microbatch on one device whose logits are computed")
EQ(dev_row_tokens, "token", TWOCS, "dev.row_tokens", micro_batch * dev_row_sl, "tokens of a microbatch on one device between the blocks")
EQ(per_chunk, "1", TWOCS, "dev.per_chunk", 1 / vp, "share of a stage in one of its chunks")
EQ(microbatches, "1", TWOCS, "dev.microbatches", b / micro_batch, "microbatches of a step")
EQ(middle_stages, "1", TWOCS, "dev.middle_stages", active(pp - 1) * smaller(pos(pp - 2), share(pos(layers - first_layers - last_layers), middle_layers)), "stages between the first and the last, in those that have most layers of them")

#include "rows/experts.def"
#include "rows/latent.def"
#include "rows/context.def"
#include "rows/adapters.def"
#include "rows/params.def"
#define SCHEDULE(s, reference, bubble, hops, blocked, flight, less, copies, heads, embeds, meaning) \
  EQ(s##_flight, "1", reference, #s ".flight", flight, meaning ": microbatches in flight on the first stage") \
  EQ(s##_less, "1", reference, #s ".less", less, meaning ": fewer on each stage after it") \
  EQ(s##_copies, "1", reference, #s ".copies", copies, meaning ": stages' weights on a device") \
  EQ(s##_heads, "1", reference, #s ".heads", heads, meaning ": part of the LM head's work on the first stage") \
  EQ(s##_embeds, "1", reference, #s ".embeds", embeds, meaning ": part of the embedding's work on the last stage")
#include "rows/schedules.def"
#define SCHEDULE(s, ...) EQ(s##_chosen, "1", TWOCS, #s ".chosen", is(schedule, S_##s), "1 where the schedule is " #s)
#include "rows/schedules.def"
TOTAL(flight, "1", SUM, SCHEDULES, 0, SCHEDULES_ALL, chosen, flight, "microbatches in flight on the first stage, of enough")
TOTAL(flight_less, "1", SUM, SCHEDULES, 0, SCHEDULES_ALL, chosen, less, "fewer of them on each stage after it")
TOTAL(copies_held, "1", SUM, SCHEDULES, 0, SCHEDULES_ALL, chosen, copies, "stages whose weights a device holds")
TOTAL(heads_first, "1", SUM, SCHEDULES, 0, SCHEDULES_ALL, chosen, heads, "part of the LM head's work that the first stage of a pipeline has")
TOTAL(embeds_last, "1", SUM, SCHEDULES, 0, SCHEDULES_ALL, chosen, embeds, "part of the embedding's work that the last stage of a pipeline has")
#define STAGE(s, number, layers_here, place, embeds, heads, meaning) \
  EQ(s##_count, "1", TWOCS, #s ".count", number, meaning ": how many there are") \
  EQ(s##_runs, "1", TWOCS, #s ".runs", some(s##_count), meaning ": 1 where there is one") \
  EQ(s##_expert_param, "1", TWOCS, #s ".expert_param", s##_runs * (layers_here) * dev_expert_param, "weights of experts on a device of the " meaning) \
  EQ(s##_rest_param, "1", TWOCS, #s ".rest_param", (((embeds) + (heads) * (1 - tied * (embeds))) * dev_vocab * h + (heads) * norm_param), "weights outside the layers on a device of the " meaning) \
  EQ(s##_param, "1", TWOCS, #s ".param", s##_runs * ((layers_here) * dev_layer_param + s##_rest_param) + s##_expert_param, "weights on a device of the " meaning) \
  EQ(s##_trained_expert_param, "1", TWOCS, #s ".trained_expert", own_trained * s##_expert_param, "weights of experts that a device of the " meaning " trains") \
  EQ(s##_trained_param, "1", TWOCS, #s ".trained", own_trained * s##_param + frozen * s##_runs * (layers_here) * dev_lora_param, "weights that a device of the " meaning " trains") \
  EQ(s##_update, "1", TWOCS, #s ".update", (s##_trained_param - s##_trained_expert_param) * opt_part + s##_trained_expert_param * expert_opt_part, "weights that a device of the " meaning " updates")
#include "rows/stages.def"
EQ(dev_param, "1", TWOCS, "N9", larger(first_param, larger(middle_param, last_param)), "weights on one device, of the fullest stage")
EQ(dev_update, "1", TWOCS, "N17", larger(first_update, larger(middle_update, last_update)), "weights that one device updates, of the stage with most")
/* Groups: how many of their ranks each level of the network joins. */
#define SPANS(p, degree, inner, meaning) \
  EQ(p##_n0, "1", TWOCS, #p ".n0", span(degree, inner, net0_size, net1_size * net2_size * net3_size), meaning " inside a node") \
  EQ(p##_n1, "1", TWOCS, #p ".n1", span(degree / p##_n0, larger(1, inner / net0_size), net1_size, net2_size * net3_size), meaning " across nodes") \
  EQ(p##_n2, "1", TWOCS, #p ".n2", span(degree / p##_n0 / p##_n1, larger(1, inner / (net0_size * net1_size)), net2_size, net3_size), meaning " across pods") \
  EQ(p##_n3, "1", TWOCS, #p ".n3", degree / p##_n0 / p##_n1 / p##_n2, meaning " across clusters") \
  EQ(p##_meet, "1", TWOCS, #p ".meet", active(degree), meaning ": 1 where there is more than one")
#define INNER_tp(p, title) EQ(p##_inner, "1", TWOCS, #p ".inner", stride(placement, STANDS_##p, tp, cp, dp, pp), "devices from one rank of " title " to the next")
#define INNER_etp(p, title) \
  TOTAL(p##_among, "1", PRODUCT, PARALLELISMS, P_etp, P_##p, one, degree, "devices of a stage from one rank of " title " to the next") \
  EQ(p##_inner, "1", TWOCS, #p ".inner", apart(p##_among, pp_inner, stage_ranks, pp), "devices from one rank of " title " to the next")
#define PARALLELISM(p, innermost, short, title, reference) \
  INNER_##innermost(p, title) \
  SPANS(p, p, p##_inner, "ranks of " title " " short)
#define GROUP(g, ranks, inner, meaning) \
  EQ(g##_ranks, "1", TWOCS, #g ".ranks", ranks, meaning) \
  EQ(g##_inner, "1", TWOCS, #g ".inner", inner, meaning ": devices from one to the next") \
  SPANS(g, g##_ranks, g##_inner, meaning)
#define JOINED(g, a, b, meaning) \
  EQ(g##_n0, "1", TWOCS, #g ".n0", a##_n0 * b##_n0, meaning " inside a node") \
  EQ(g##_n1, "1", TWOCS, #g ".n1", a##_n1 * b##_n1, meaning " across nodes") \
  EQ(g##_n2, "1", TWOCS, #g ".n2", a##_n2 * b##_n2, meaning " across pods") \
  EQ(g##_n3, "1", TWOCS, #g ".n3", a##_n3 * b##_n3, meaning " across clusters") \
  EQ(g##_meet, "1", TWOCS, #g ".meet", some(a##_meet + b##_meet), meaning ": 1 where there is more than one") \
  EQ(g##_ranks, "1", TWOCS, #g ".ranks", g##_n0 * g##_n1 * g##_n2 * g##_n3, meaning)
#include "rows/parallelisms.def"
TOTAL(devices, "1", PRODUCT, PARALLELISMS, 0, P_etp, one, degree, "devices of the layout")

/* Messages. */
#include "rows/messages.def"
#define CALL_OF(g, payload, kind) IN(payload) IN(g##_n0) IN(g##_n1) IN(g##_n2) IN(g##_n3) IN(kind##_c0) IN(kind##_near) IN(kind##_c2) IN(kind##_far) IN(kind##_fill)
#define CALL(p, c, group, kind, payload, forward, backward, side, reference, meaning) \
  EQ(c##_payload, "byte", reference, #c ".payload", payload, meaning ": payload of one") \
  EQ(c##_forward, "1", reference, #c ".forward", forward, meaning ": how often in a layer's forward pass") \
  EQ(c##_backward, "1", reference, #c ".backward", backward, meaning ": how often in a layer's backward pass") \
  EQ(c##_calls, "1", TWOCS, #c ".calls", c##_forward + c##_backward, meaning ": how often in a layer") \
  EQ(c##_byte, "byte", TWOCS, #c ".byte", active(group##_n0 * group##_n1 * group##_n2 * group##_n3) * c##_payload * c##_calls, meaning ": payload of a layer") \
  EQ(c##_moved, "byte", TWOCS, #c ".moved", c##_byte * MOVES_##kind, meaning ": bytes that arrive at a rank, of a layer, of many ranks") \
  SLOT(c##_steps, "1", kind, STEPS, CALL_OF(group, c##_payload, kind), meaning ": steps of one") \
  SLOT(c##_wire, "byte", kind, WIRE, CALL_OF(group, c##_payload, kind), meaning ": bytes of one on the busiest port") \
  SLOT(c##_whole, "1", kind, WHOLE, CALL_OF(group, c##_payload, kind), meaning ": 1 where the algorithm takes that many ranks") \
  SLOT(c##_algorithm, "1", kind, ALGORITHM, CALL_OF(group, c##_payload, kind), meaning ": number of the algorithm in its kind") \
  SLOT(t_##c, "s", kind, TIME, CALL_OF(group, c##_payload, kind), meaning ": time of one") \
  EQ(t_##c##_f, "s", TWOCS, #c ".t_f", group##_meet * t_##c * c##_forward, meaning ": time in a layer, forward") \
  EQ(t_##c##_b, "s", TWOCS, #c ".t_b", group##_meet * t_##c * c##_backward, meaning ": time in a layer, backward") \
  EQ(t_##c##_layer, "s", TWOCS, #c ".t", t_##c##_f + t_##c##_b, meaning ": time in a layer")
#include "rows/parallelisms.def"
#define PARALLELISM(p, innermost, short, title, reference) \
  TOTAL(p##_byte, "byte", SUM, CALLS, P_##p, P_##p + 1, one, byte, "payload of a layer, " title " " short) \
  TOTAL(t_##p, "s", SUM, CALLS, P_##p, P_##p + 1, one, t, "collectives of a layer, " title " " short)
#include "rows/parallelisms.def"

EQ(core_law, "1", DAO22, "3.1, by law", fused * core_by_law, "1 where a law of fused attention times it as one kernel")
#define OFTEN(op, each, step, meaning) \
  EQ(op##_each, "1", TWOCS, #op ".each", each, meaning ": how often in a layer") \
  EQ(op##_step, "1", TWOCS, #op ".step", step, meaning ": how often in the model")
#define PRODUCT(op, m, n, k, flop, byte, eff, pace, own) IN(m) IN(n) IN(k) IN(op##_x) IN(flop) IN(byte) IN(eff) IN(pace) IN(own##_c0) IN(own##_c1) IN(own##_c2)
#define TIMED_flop_eff(op, meaning)
#define TIMED_core_eff(op, meaning) EQ(op##_timed, "flop", TWOCS, #op ".timed", (1 - core_law) * op##_flop, meaning ": flop that the law of GEMMs times")
#define FLOP_flop_eff(op) op##_flop
#define FLOP_core_eff(op) op##_timed
#define GEMM(op, m, n, k, x, left, right, out, eff, each, step, meaning) \
  OFTEN(op, each, step, meaning) \
  EQ(op##_m, "1", TWOCS, #op ".m", m, meaning ": M") \
  EQ(op##_n, "1", TWOCS, #op ".n", n, meaning ": N") \
  EQ(op##_k, "1", TWOCS, #op ".k", k, meaning ": K") \
  EQ(op##_x, "1", TWOCS, #op ".x", x, meaning ": GEMMs in the batch") \
  EQ(op##_flop, "flop", PATI23, "3.3", 2 * op##_m * op##_n * op##_k * op##_x, meaning ": flop, forward") \
  EQ(op##_byte, "byte", TWOCS, #op ".byte", (operand_byte * (left * op##_m * op##_k) + right * (op##_k * op##_n) + act_byte * (out * op##_m * op##_n)) * op##_x, meaning ": memory traffic, forward") \
  TIMED_##eff(op, meaning) \
  SLOT(t_##op##_f, "s", gemm, TIME, PRODUCT(op, op##_m, op##_n, op##_k, FLOP_##eff(op), op##_byte, eff, eff##_pace, op), meaning ": forward") \
  SLOT(t_##op##_i, "s", gemm, TIME, PRODUCT(op, op##_m, op##_k, op##_n, FLOP_##eff(op), op##_byte, eff, eff##_pace, op), meaning ": gradient of the input") \
  SLOT(t_##op##_w, "s", gemm, TIME, PRODUCT(op, op##_n, op##_k, op##_m, FLOP_##eff(op), op##_byte, eff, eff##_pace, op), meaning ": gradient of the weight")
#define STREAM(op, items, flop, back_flop, passes, back_passes, rho, each, step, meaning) \
  OFTEN(op, each, step, meaning) \
  EQ(op##_items, "1", TWOCS, #op ".items", items, meaning ": elements") \
  EQ(op##_flop, "flop", TWOCS, #op ".flop", (flop) * op##_items, meaning ": flop, forward") \
  EQ(op##_back_flop, "flop", TWOCS, #op ".back_flop", (back_flop) * op##_items, meaning ": flop, backward") \
  EQ(op##_byte, "byte", TWOCS, #op ".byte", (passes) * act_byte * op##_items * rho, meaning ": memory traffic, forward") \
  EQ(op##_back_byte, "byte", TWOCS, #op ".back_byte", (back_passes) * act_byte * op##_items * rho, meaning ": memory traffic, backward") \
  SLOT(t_##op##_f, "s", stream, TIME, IN(op##_byte) IN(op##_c0) IN(op##_c2), meaning ": forward") \
  SLOT(t_##op##_b, "s", stream, TIME, IN(op##_back_byte) IN(op##_c0) IN(op##_c2), meaning ": backward")
#include "rows/operators.def"
#undef GEMM
#undef STREAM

#undef TIMED_flop_eff
#undef TIMED_core_eff
#undef FLOP_flop_eff
#undef FLOP_core_eff
#include "rows/attention.def"

#include "rows/work.def"
#include "rows/activations.def"

#include "rows/slots.def"

SPANS(op, op_ranks, 1, "ranks of the operator's collective")
EQ(op_reach, "1", TWOCS, "op.reach", op_eff * flop_eff, "share of the peak that the operator's GEMM reaches")
EQ(op_reach_pace, "s/flop", TWOCS, "op.pace", 1 / (peak * op_reach), "time of a flop in the operator's GEMM")
EQ(op_gemm_flop, "flop", TWOCS, "op.flop", 2 * op_m * op_n * op_k * op_x, "the operator's GEMM, forward")
EQ(op_gemm_byte, "byte", TWOCS, "op.byte", act_byte * (op_m * op_k + op_k * op_n + op_m * op_n) * op_x, "memory traffic of the operator's GEMM, forward")
SLOT(t_op_gemm, "s", gemm, TIME, PRODUCT(op, op_m, op_n, op_k, op_gemm_flop, op_gemm_byte, op_reach, op_reach_pace, gemm), "the operator's GEMM, forward")
EQ(op_core_flop, "flop", DAO22, "3.1", 4 * op_heads * op_queries * op_keys * op_dim * (1 - op_masked / 2), "the operator's attention, forward")
EQ(op_core_byte, "byte", DAO22, "3.1", 2 * op_heads * op_dim * act_byte * some(op_core_flop) * (op_queries + op_keys / op_shared), "memory traffic of the operator's attention, forward")
SLOT(t_op_attention, "s", attention, TIME, IN(op_keys) IN(op_heads) IN(op_shared) IN(op_dim) IN(op_queries) IN(op_masked) IN(op_core_byte), "the operator's attention, forward")
SLOT(t_op_stream, "s", stream, TIME, IN(op_move) IN(stream_c0) IN(stream_c2), "the operator's stream, forward")
#define FAMILY(f, items, meaning)
#define CALL(items)
#define KIND(c, meaning) SLOT(t_op_##c, "s", c, TIME, CALL_OF(op, op_##c, c), "the operator's " meaning)
#include "rows/families.def"
#undef FAMILY
#undef CALL
#undef KIND
TOTAL(t_op_comm, "s", SUM, KINDS, 0, KINDS_ALL, one, t, "the operator's collectives, once")

#include "rows/time.def"

#include "rows/layer.def"
#define STAGE(s, number, layers_here, place, embeds, heads, meaning) \
  EQ(t_##s##_cmp, "s", TWOCS, #s ".t_cmp", s##_runs * ((layers_here) * (t_layer_cmp + t_layer_host) + (embeds) * (t_embed_f + t_embed_b) + (heads) * (t_tail_f + t_tail_b)), meaning ": compute of a microbatch") \
  EQ(t_##s##_ser, "s", TWOCS, #s ".t_ser", s##_runs * ((layers_here) * t_layer_ser + active(tp) * ((embeds) + (heads) * mode) * t_end_ser + (heads) * t_loss_ser), meaning ": serialized communication of a microbatch") \
  EQ(t_##s##_exp, "s", TWOCS, #s ".t_exp", s##_runs * ((layers_here) * t_layer_exp + stage_chunks * (1 + mode) * t_hop_slow), meaning ": exposed communication of a microbatch") \
  EQ(t_##s##_f, "s", TWOCS, #s ".t_f", s##_runs * ((layers_here) * (t_fwd + t_sync_f + t_exp_f + t_slow_f + cp_by_ring * t_core_wait_f) + (embeds) * t_embed_f + (heads) * t_tail_f + active(tp) * (embeds) * t_end_ser + (heads) * t_loss_ser + stage_chunks * t_hop_slow), meaning ": forward pass of a microbatch") \
  EQ(t_##s##_w, "s", TWOCS, #s ".t_w", s##_runs * mode * ((layers_here) * t_gemm_w * gemm_time + (heads) * own_trained * t_head_w * head_time), meaning ": gradients of the weights, of a microbatch") \
  EQ(t_##s, "s", TWOCS, #s ".t", t_##s##_cmp + t_##s##_ser + t_##s##_exp, meaning ": a microbatch")
#include "rows/stages.def"
#include "rows/step.def"

#include "rows/memory.def"

#include "rows/power.def"

#include "rows/support.def"

RECORD(wall_results)
#include "rows/wall_rows.def"
RECORD(verdicts)

#define TELL(r, condition, sentence) EQ(rule_##r, "1", TWOCS, "rule." #r, condition, sentence)
#include "rows/rules.h"
/* clang-format off */
VERDICT(legal, "1 where the layout obeys every rule")
VERDICT(why, "number of the first rule that the layout breaks; 0: none")

#undef SPANS
#undef INNER_tp
#undef INNER_etp
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
#undef SUPPORT
/* clang-format on */
