/* SPDX-License-Identifier: MIT
 *
 * All rules, in the order in which `why` numbers them: those of the model, what each parallelism forbids, and
 * what follows for every parallelism, group and message. The includer defines TELL(name, condition,
 * sentence), which this file leaves undefined. */
/* clang-format off */
#define RULE(name, condition, sentence) TELL(name, condition, sentence)
#include "rows/legal.def"
#undef RULE

#define CUT(p, d, ways, sentence) TELL(p##_cuts_##d, either(d##_divides, equal(p##_cuts_##d, 1)), sentence)
#define RULE(name, condition, sentence) TELL(name, condition, sentence)
#include "rows/parallelisms.def"

TELL(groups_fit, is_most(devices, net0_size * net1_size * net2_size * net3_size),
  "the network must connect all devices of the layout, the product of its degrees")
#define EVEN(g) both(both(whole(g##_n0), whole(g##_n1)), both(whole(g##_n2), whole(g##_n3)))
#define PARALLELISM(p, innermost, short, ...) TELL(p##_levels, EVEN(p), short " must fill the network's levels evenly")
#define GROUP(g, ranks, inner, meaning) TELL(g##_levels, EVEN(g), "the " meaning " must fill the network's levels evenly")
#define JOINED(g, a, b, meaning) TELL(g##_levels, EVEN(g), "the " meaning " must fill the network's levels evenly")
#include "rows/parallelisms.def"
#undef EVEN
#define CALL(p, c, group, kind, payload, often, side, reference, meaning) \
  TELL(c##_algorithm, either(c##_whole, equal(c##_calls, 0)), "the algorithm must support this number of devices: " meaning)
#include "rows/parallelisms.def"
TELL(batch_once, either(equal(global_batch, 0), equal(b * dp, global_batch)),
  "b and global_batch differ: b is the batch of one replica, so b x DP must equal global_batch")
#undef TELL
