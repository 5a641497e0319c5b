/* SPDX-License-Identifier: MIT */
/* Collectives derived a second time: every algorithm runs here as a schedule of messages between ranks that
 * hold data. A schedule is correct if every rank ends with the right result and no port was used twice in a
 * step. Then its steps, the bytes of its busiest port and its bytes in series must be those of the row.
 * Elements are whole numbers, so sums are exact. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>
#include "laws/collectives.h"

enum {
  LEVELS = 4,
  RANKS = 17,
  HOLDERS = RANKS * (1 + LEVELS),
  ELEMENTS = 96 * RANKS,
  PARTS = 1024,
  NONE = -1
};
enum { COPY, ADD };
static const double rounding = 1e-12; /* relative: a few operations in double on each side */

static void same(const twocs_algorithm *a, const char *what, double got, double want) {
  if (!(fabs(got - want) <= rounding * fmax(1, fabs(want))))
    fail_msg("%s %s: %s is %.17g, want %.17g", a->kind, a->name, what, got, want);
}

/* ---- The network. Messages are queued, then a step delivers them all at once. ---- */

typedef struct part {
  int from, to, source, target, count, add;
} part;

static double held[HOLDERS][2 * ELEMENTS]; /* ranks, then switches; the second half of each is scratch */
static part parts[PARTS];
static double wire[HOLDERS * ELEMENTS];
static int part_count, ranks, elements, chunk;
static int size[LEVELS], stride[LEVELS + 1]; /* ranks of a level, and below it */
static int begin[RANKS][LEVELS + 1];         /* of what a rank works on after the levels below */
static int talks_to[RANKS], hears[RANKS], step_sent[RANKS], step_received[RANKS], sent[RANKS],
    received[RANKS];
static int steps, path;

static void ports_open(void) {
  part_count = 0;
  for (int r = 0; r < RANKS; r++) talks_to[r] = hears[r] = NONE, step_sent[r] = step_received[r] = 0;
}

/* A message leaves through the port `out` and enters through `in`; NONE means a switch, which takes
 * everything. */
static void carry(part p, int out, int in) {
  assert_true(part_count < PARTS && p.source + p.count <= 2 * ELEMENTS && p.target + p.count <= 2 * ELEMENTS);
  if (out != NONE) {
    assert_true(talks_to[out] == NONE || talks_to[out] == p.to);
    talks_to[out] = p.to, step_sent[out] += p.count;
  }
  if (in != NONE) {
    assert_true(hears[in] == NONE || hears[in] == p.from);
    hears[in] = p.from, step_received[in] += p.count;
  }
  parts[part_count++] = p;
}

static void put(int from, int to, int source, int target, int count, int add) {
  carry((part){from, to, source, target, count, add}, from < RANKS ? from : NONE, to < RANKS ? to : NONE);
}

/* A step in which nothing moves does not count. What is sent is what was held before the step. */
static void deliver(void) {
  int largest = 0, used = 0;
  for (int i = 0; i < part_count; used += parts[i++].count)
    memcpy(wire + used, held[parts[i].from] + parts[i].source, (size_t)parts[i].count * sizeof *wire);
  used = 0;
  for (int i = 0; i < part_count; used += parts[i++].count)
    for (int e = 0; e < parts[i].count; e++) {
      double *target = &held[parts[i].to][parts[i].target + e];
      *target = wire[used + e] + (parts[i].add ? *target : 0);
    }
  for (int r = 0; r < ranks; r++) {
    sent[r] += step_sent[r], received[r] += step_received[r];
    if (largest < step_sent[r]) largest = step_sent[r];
    if (largest < step_received[r]) largest = step_received[r];
  }
  steps += part_count > 0, path += largest;
  ports_open();
}

static int busiest(void) {
  int most = 0;
  for (int r = 0; r < ranks; r++) {
    if (most < sent[r]) most = sent[r];
    if (most < received[r]) most = received[r];
  }
  return most;
}

/* ---- Places. A rank has a coordinate at each level; its share shrinks level by level. ---- */

static int share(int level) { return elements / stride[level]; }
static int coordinate(int r, int level) { return r / stride[level] % size[level]; }
static int place(int r, int level, int c) { return r + (c - coordinate(r, level)) * stride[level]; }
static int peer(int r, int level, int shift) {
  return place(r, level, (coordinate(r, level) + shift + size[level]) % size[level]);
}
static int wrap(int r) { return (r % ranks + ranks) % ranks; }
static int piece_of(int whole, int i, int length) {
  return i * length + length > whole ? whole - i * length : length;
}

/* ---- The schedules. ---- */

static void ring_scatter(int level) {
  for (int s = 1; s < size[level]; s++, deliver())
    for (int r = 0; r < ranks; r++) {
      const int at = begin[peer(r, level, -s)][level + 1];
      put(r, peer(r, level, 1), at, at, share(level + 1), ADD);
    }
}

static void ring_gather(int level) {
  for (int s = 0; s < size[level] - 1; s++, deliver())
    for (int r = 0; r < ranks; r++) {
      const int at = begin[peer(r, level, -s)][level + 1];
      put(r, peer(r, level, 1), at, at, share(level + 1), COPY);
    }
}

static void rings_scatter(void) {
  for (int l = 0; l < LEVELS; l++) ring_scatter(l);
}
static void rings_gather(void) {
  for (int l = LEVELS; l-- > 0;) ring_gather(l);
}
static void rings_reduce(void) { rings_scatter(), rings_gather(); }

static int active(int v, int extra) { return v < extra ? 2 * v + 1 : v + extra; }

static void halving_doubling(void) {
  int low[RANKS] = {0}, power = 1;
  while (2 * power <= ranks) power *= 2;
  const int extra = ranks - power;
  for (int v = 0; v < extra; v++) put(2 * v, 2 * v + 1, 0, 0, elements, ADD);
  deliver();
  int length = elements;
  for (int mask = power / 2; mask; mask /= 2, deliver()) {
    length /= 2;
    for (int v = 0; v < power; v++) {
      const int give = v & mask ? low[v] : low[v] + length;
      put(active(v, extra), active(v ^ mask, extra), give, give, length, ADD);
      if (v & mask) low[v] += length;
    }
  }
  for (int mask = 1; mask < power; mask *= 2, length *= 2, deliver())
    for (int v = 0; v < power; v++) {
      put(active(v, extra), active(v ^ mask, extra), low[v], low[v], length, COPY);
      if (v & mask) low[v] -= length;
    }
  for (int v = 0; v < extra; v++) put(2 * v + 1, 2 * v, 0, 0, elements, COPY);
  deliver();
}

/* Step k of the gathering sends all that a rank holds, or what its partner still lacks. */
static void doubling_gather(void) {
  for (int have = 1; have < ranks; have *= 2, deliver())
    for (int r = 0; r < ranks; r++)
      for (int i = 0; i < have && i < ranks - have; i++) {
        const int at = wrap(r + i) * (elements / ranks);
        put(r, wrap(r - have), at, at, elements / ranks, COPY);
      }
}

/* The gathering in reverse: what came from a rank goes back to it. */
static void halving_scatter(void) {
  int have = 1;
  while (2 * have < ranks) have *= 2;
  for (; have; have /= 2, deliver())
    for (int r = 0; r < ranks; r++)
      for (int i = 0; i < have && i < ranks - have; i++) {
        const int at = wrap(r + have + i) * (elements / ranks);
        put(r, wrap(r + have), at, at, elements / ranks, ADD);
      }
}

/* Block k of a rank is for rank k. After level l, the block's coordinate l says which rank it came from. */
static void exchange(void) {
  const int length = elements / ranks;
  for (int l = 0; l < LEVELS; l++) {
    for (int s = 0; s < size[l]; s++, deliver())
      for (int r = 0; r < ranks; r++)
        for (int k = 0; k < ranks; k++) {
          const int to = peer(r, l, s), target = elements + place(k, l, coordinate(r, l)) * length;
          if (coordinate(k, l) != coordinate(to, l)) continue;
          if (to == r) memcpy(held[r] + target, held[r] + k * length, (size_t)length * sizeof **held);
          if (to != r) put(r, to, k * length, target, length, COPY);
        }
    for (int r = 0; r < ranks; r++) memcpy(held[r], held[r] + elements, (size_t)elements * sizeof **held);
  }
}

/* In scratch, block d of a rank still has to travel the powers of two in d whose steps have not been done. */
static void bruck(void) {
  const int length = elements / ranks;
  for (int r = 0; r < ranks; r++)
    for (int d = 0; d < ranks; d++)
      memcpy(held[r] + elements + d * length, held[r] + wrap(r + d) * length, (size_t)length * sizeof **held);
  for (int bit = 1; bit < ranks; bit *= 2, deliver())
    for (int r = 0; r < ranks; r++)
      for (int d = 0; d < ranks; d++)
        if (d & bit) put(r, wrap(r + bit), elements + d * length, elements + d * length, length, COPY);
  for (int r = 0; r < ranks; r++)
    for (int d = 0; d < ranks; d++)
      memcpy(held[r] + wrap(r - d) * length, held[r] + elements + d * length, (size_t)length * sizeof **held);
}

static void binomial(void) {
  for (int have = 1; have < ranks; have *= 2, deliver())
    for (int r = 0; r < have && r + have < ranks; r++) put(r, r + have, 0, 0, elements, COPY);
}

static void chain(void) {
  const int length = chunk > 0 && chunk < elements ? chunk : elements,
            count = (elements + length - 1) / length;
  for (int round = 0; round < ranks - 2 + count; round++, deliver())
    for (int r = 0; r < ranks - 1; r++)
      if (round - r >= 0 && round - r < count)
        put(r, r + 1, (round - r) * length, (round - r) * length, piece_of(elements, round - r, length),
            COPY);
}

static void direct(void) { put(0, 1, 0, 0, elements, COPY), deliver(); }

/* ---- The double tree. An edge joins heap position i of tree x to position i / 2. ---- */

typedef struct edge {
  int child, parent, depth, tree, colour;
} edge;

static int edges_fill(edge edges[]) {
  int count = 0;
  for (int i = ranks; i > 1; i--)
    for (int x = 0; x < 2; x++, count++) {
      edges[count] = (edge){x ? ranks - i : i - 1, x ? ranks - i / 2 : i / 2 - 1, 0, x, NONE};
      for (int up = i; up > 1; up /= 2) edges[count].depth++;
    }
  return count;
}

/* No rank may have two edges of a colour towards its children, nor towards its parents. */
static void edges_colour(edge edges[], int count, int e, int colour) {
  if (edges[e].colour != NONE) {
    assert_int_equal(edges[e].colour, colour);
    return;
  }
  edges[e].colour = colour;
  for (int i = 0; i < count; i++)
    if (i != e && (edges[i].child == edges[e].child || edges[i].parent == edges[e].parent))
      edges_colour(edges, count, i, !colour);
}

static void double_tree(void) {
  edge edges[2 * RANKS] = {0};
  const int count = edges_fill(edges), half = elements / 2, depth = edges[0].depth;
  const int length = chunk > 0 && chunk < half ? chunk : half,
            rounds = depth - 1 + (half + length - 1) / length;
  for (int e = 0; e < count; e++)
    if (edges[e].colour == NONE) edges_colour(edges, count, e, ranks > 2 && edges[e].tree);
  for (int round = 0; round < 2 * rounds; round++)
    for (int colour = 0; colour < 2; colour++, deliver())
      for (int e = 0; e < count; e++) {
        const int up = round < rounds;
        const int i = up ? round - (depth - edges[e].depth) : round - rounds - (edges[e].depth - 1);
        if (edges[e].colour != colour || i < 0 || i * length >= half) continue;
        const int from = up ? edges[e].child : edges[e].parent, to = up ? edges[e].parent : edges[e].child;
        const int at = edges[e].tree * half + i * length;
        put(from, to, at, at, piece_of(half, i, length), up ? ADD : COPY);
      }
}

/* ---- Switches: one for each group of a level. The ranks below share its links, with a slice of the payload
 * each. */

static int switch_of(int r, int level) { return RANKS * (1 + level) + r / stride[level + 1]; }
static int below(int r, int level) {
  while (level-- > 0)
    if (size[level] > 1) return switch_of(r, level);
  return r;
}

/* Ranks below `last`, or from `first` on, lend their links. add: the switch sums what arrives. */
static void climb(int level, int last, int add) {
  for (int r = 0; r < last; r++) {
    const int slice = r % stride[level] * share(level);
    carry((part){below(r, level), switch_of(r, level), slice, slice, share(level), add}, r, NONE);
  }
  deliver();
}
static void descend(int level, int first) {
  for (int r = first; r < ranks; r++) {
    const int slice = r % stride[level] * share(level);
    carry((part){switch_of(r, level), below(r, level), slice, slice, share(level), COPY}, NONE, r);
  }
  deliver();
}

static void switch_reduce(void) {
  for (int l = 0; l < LEVELS; l++)
    if (size[l] > 1) climb(l, ranks, ADD);
  for (int l = LEVELS; l-- > 0;)
    if (size[l] > 1) descend(l, 0);
}

static void switch_broadcast(void) {
  for (int l = 0; l < LEVELS; l++)
    if (size[l] > 1) climb(l, stride[l], COPY);
  for (int l = LEVELS; l-- > 0;)
    if (size[l] > 1) descend(l, stride[l]);
}

static void switch_gather(void) {
  for (int l = LEVELS; l-- > 0;) {
    for (int r = 0; r < ranks && size[l] > 1; r++)
      put(r, switch_of(r, l), begin[r][l + 1], begin[r][l + 1], share(l + 1), COPY);
    deliver();
    for (int r = 0; r < ranks; r++)
      for (int s = 1; s < size[l]; s++) {
        const int at = begin[peer(r, l, s)][l + 1];
        put(switch_of(r, l), r, at, at, share(l + 1), COPY);
      }
    deliver();
  }
}

static void switch_scatter(void) {
  for (int l = 0; l < LEVELS; l++) {
    for (int r = 0; r < ranks; r++)
      for (int s = 1; s < size[l]; s++) {
        const int at = begin[peer(r, l, s)][l + 1];
        put(r, switch_of(r, l), at, at, share(l + 1), ADD);
      }
    deliver();
    for (int r = 0; r < ranks && size[l] > 1; r++)
      put(switch_of(r, l), r, begin[r][l + 1], begin[r][l + 1], share(l + 1), ADD);
    deliver();
  }
}

/* ---- What each kind starts from and must end with. ---- */

static double value(int r, int e) { return (r + 1) * ((e + 3) % 101); }
static double sum(int e) { return ranks * (ranks + 1) / 2 * ((e + 3) % 101); }
static double stamp(int from, int to, int e) { return (from * RANKS + to) * (double)ELEMENTS + e; }

static void fill_vectors(void) {
  for (int r = 0; r < ranks; r++)
    for (int e = 0; e < elements; e++) held[r][e] = value(r, e);
}
static void check_sums(void) {
  for (int r = 0; r < ranks; r++)
    for (int e = 0; e < elements; e++) assert_true(held[r][e] == sum(e));
}
static void check_share(void) {
  for (int r = 0; r < ranks; r++)
    for (int e = 0; e < share(LEVELS); e++)
      assert_true(held[r][begin[r][LEVELS] + e] == sum(begin[r][LEVELS] + e));
}
static void fill_share(void) {
  for (int r = 0; r < ranks; r++)
    for (int e = 0; e < share(LEVELS); e++) held[r][begin[r][LEVELS] + e] = value(0, begin[r][LEVELS] + e);
}
static void fill_root(void) {
  for (int e = 0; e < elements; e++) held[0][e] = value(0, e);
}
static void check_copies(void) {
  for (int r = 0; r < ranks; r++)
    for (int e = 0; e < elements; e++) assert_true(held[r][e] == value(0, e));
}
static void check_partner(void) {
  for (int e = 0; e < elements; e++) assert_true(held[1][e] == value(0, e));
}
static void fill_blocks(void) {
  for (int r = 0; r < ranks; r++)
    for (int e = 0; e < elements; e++) held[r][e] = stamp(r, e / share(LEVELS), e % share(LEVELS));
}
static void check_blocks(void) {
  for (int r = 0; r < ranks; r++)
    for (int e = 0; e < elements; e++)
      assert_true(held[r][e] == stamp(e / share(LEVELS), r, e % share(LEVELS)));
}

typedef struct schedule {
  const char *kind, *name;
  void (*fill)(void), (*run)(void), (*check)(void);
} schedule;
static const schedule schedules[] = {
    {"all_reduce", "ring", fill_vectors, rings_reduce, check_sums},
    {"all_reduce", "tree", fill_vectors, double_tree, check_sums},
    {"all_reduce", "halving_doubling", fill_vectors, halving_doubling, check_sums},
    {"all_reduce", "two_level", fill_vectors, rings_reduce, check_sums},
    {"all_reduce", "in_network", fill_vectors, switch_reduce, check_sums},
    {"all_reduce", "rings", fill_vectors, rings_reduce, check_sums},
    {"all_reduce", "lockstep", fill_vectors, rings_reduce, check_sums},
    {"all_gather", "lockstep", fill_share, rings_gather, check_copies},
    {"reduce_scatter", "lockstep", fill_vectors, rings_scatter, check_share},
    {"all_gather", "rings", fill_share, rings_gather, check_copies},
    {"reduce_scatter", "rings", fill_vectors, rings_scatter, check_share},
    {"all_gather", "ring", fill_share, rings_gather, check_copies},
    {"all_gather", "recursive", fill_share, doubling_gather, check_copies},
    {"all_gather", "two_level", fill_share, rings_gather, check_copies},
    {"all_gather", "in_network", fill_share, switch_gather, check_copies},
    {"reduce_scatter", "ring", fill_vectors, rings_scatter, check_share},
    {"reduce_scatter", "recursive", fill_vectors, halving_scatter, check_share},
    {"reduce_scatter", "two_level", fill_vectors, rings_scatter, check_share},
    {"reduce_scatter", "in_network", fill_vectors, switch_scatter, check_share},
    {"all_to_all", "pairwise", fill_blocks, exchange, check_blocks},
    {"all_to_all", "bruck", fill_blocks, bruck, check_blocks},
    {"all_to_all", "two_level", fill_blocks, exchange, check_blocks},
    {"broadcast", "tree", fill_root, binomial, check_copies},
    {"broadcast", "chain", fill_root, chain, check_copies},
    {"broadcast", "in_network", fill_root, switch_broadcast, check_copies},
    {"p2p", "direct", fill_root, direct, check_partner},
};

static const schedule *schedule_find(const twocs_algorithm *a) {
  for (size_t i = 0; i < sizeof schedules / sizeof *schedules; i++)
    if (!strcmp(schedules[i].kind, a->kind) && !strcmp(schedules[i].name, a->name)) return &schedules[i];
  return NULL;
}

/* Bytes in series are the time over a link of 1 byte/s without latency. */
static double path_of(const twocs_algorithm *a, double byte, const int group[LEVELS], double piece) {
  twocs_link link[LEVELS];
  for (int l = 0; l < LEVELS; l++) link[l] = (twocs_link){group[l], 0, 1, 0, 0};
  return twocs_collective_time(a, byte, link, 0, piece);
}

static void compare(const twocs_algorithm *a, const schedule *s, const int group[LEVELS], double width) {
  twocs_link link[LEVELS];
  stride[0] = 1;
  const int in_switches = !strcmp(a->name, "in_network"),
            nested = in_switches || !strcmp(a->name, "two_level");
  for (int l = 0; l < LEVELS; l++) {
    link[l] = (twocs_link){group[l], 0, 1, 0, 0};
    size[l] = nested ? group[l] : l ? 1 : ranks; /* a flat schedule does not see the levels */
    stride[l + 1] = stride[l] * size[l];
  }
  for (int r = 0; r < ranks; r++)
    for (int l = 0; l < LEVELS; l++) begin[r][l + 1] = begin[r][l] + coordinate(r, l) * share(l + 1);
  memset(held, 0, sizeof held);
  memset(sent, 0, sizeof sent), memset(received, 0, sizeof received);
  steps = path = 0, ports_open();
  s->fill(), s->run(), s->check();
  same(a, "legal", twocs_collective_legal(a, elements * width, link, chunk * width), 1);
  same(a, "steps", twocs_collective_steps(a, elements * width, link, chunk * width), steps);
  same(a, "traffic", twocs_collective_traffic(a, elements * width, link, chunk * width), busiest() * width);
  /* A switch forwards while it receives, so only the busier direction counts in series. */
  same(a, "path", path_of(a, elements * width, group, chunk * width),
       (in_switches ? busiest() : path) * width);
}

static const int chunks[] = {0, 7, 32, 10000};

static void each_size(const twocs_algorithm *a, const schedule *s, const int group[LEVELS]) {
  for (int k = 0; k < 4; k++) {
    chunk = chunks[k];
    elements = 32 * ranks, compare(a, s, group, 1);
    elements = 96 * ranks, compare(a, s, group, 4096);
  }
}

/* Every way to write n as four ordered factors, including ones. */
static void each_group(const twocs_algorithm *a, const schedule *s, int n) {
  ranks = n;
  for (int i = 1; i <= n; i++)
    for (int j = 1; n % i == 0 && j <= n / i; j++)
      for (int k = 1; n / i % j == 0 && k <= n / i / j; k++)
        if (n / i / j % k == 0) each_size(a, s, (int[LEVELS]){i, j, k, n / i / j / k});
}

static void rows_equal_schedules(void **state) {
  (void)state;
  size_t simulated = 0;
  for (int i = 0; i < twocs_algorithm_count; i++) {
    const schedule *s = schedule_find(&twocs_algorithms[i]);
    if (!strcmp(twocs_algorithms[i].name, "measured4")) continue; /* an assumption has no schedule */
    if (!strcmp(twocs_algorithms[i].name, "trees")) continue; /* of a library, whose schedule is not ours */
    if (!s) fail_msg("%s %s has no schedule here", twocs_algorithms[i].kind, twocs_algorithms[i].name);
    for (int n = 2; n <= RANKS; n++) each_group(&twocs_algorithms[i], s, n);
    simulated++;
  }
  assert_int_equal(simulated, sizeof schedules / sizeof *schedules);
}

/* ---- Properties of every row. ---- */

static uint64_t seed = 1;
static double uniform(void) { /* [0, 1); Knuth's MMIX generator: the same numbers everywhere */
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(seed >> 11) / 9007199254740992.0;
}
static double between(double least, double most) { return least * exp(uniform() * log(most / least)); }

static void any_links(twocs_link link[LEVELS], int whole) {
  for (int l = 0; l < LEVELS; l++) {
    const double n = uniform() < 0.3 ? 1 : between(1, 300);
    link[l] = (twocs_link){whole ? floor(n) : n, between(1e-9, 1e-3), between(1e6, 1e13), between(1, 1e9), 0};
  }
}

static void one_rank_costs_nothing(void **state) {
  (void)state;
  const double unread = nan("");
  const twocs_link alone[LEVELS] = {
      {1, 1, 1, 1, 1}, {1, unread, unread, unread, unread}, {1, 0, 0, 0, 0}, {1, HUGE_VAL, 1, 1, 1}};
  for (int i = 0; i < twocs_algorithm_count; i++) {
    const twocs_algorithm *a = &twocs_algorithms[i];
    assert_true(twocs_collective_time(a, 1e9, alone, 5e-6, 1e5) == 0);
    assert_true(twocs_collective_steps(a, 1e9, alone, 1e5) == 0);
    assert_true(twocs_collective_traffic(a, 1e9, alone, 1e5) == 0);
    assert_true(twocs_collective_legal(a, 1e9, alone, 1e5) == 1);
  }
}

static void more_bytes_never_cost_less(void **state) {
  (void)state;
  twocs_link link[LEVELS];
  for (int trial = 0; trial < 20000; trial++) {
    any_links(link, trial % 2);
    const twocs_algorithm *a = &twocs_algorithms[trial % twocs_algorithm_count];
    const double piece = between(1, 1e8), launch = between(1e-9, 1e-3);
    double byte = trial % 3 ? between(1, 1e12) : piece * floor(between(1, 1e4)), before = 0;
    for (int grow = 0; grow < 20; grow++) {
      const double now = twocs_collective_time(a, byte, link, launch, piece);
      if (now < before * (1 - rounding)) fail_msg("%s %s falls at %.17g bytes", a->kind, a->name, byte);
      before = now, byte += grow % 2 ? between(1e-6, 1) : between(1, piece);
    }
  }
}

static void real_groups_give_finite_results(void **state) {
  (void)state;
  twocs_link link[LEVELS];
  for (int trial = 0; trial < 50000; trial++) {
    any_links(link, 0);
    const twocs_algorithm *a = &twocs_algorithms[trial % twocs_algorithm_count];
    const double byte = trial % 5 ? between(1e-3, 1e18) : 0, piece = trial % 7 ? between(1, 1e15) : 0;
    const double time = twocs_collective_time(a, byte, link, 1e-6, piece),
                 count = twocs_collective_steps(a, byte, link, piece);
    const double traffic = twocs_collective_traffic(a, byte, link, piece),
                 legal = twocs_collective_legal(a, byte, link, piece);
    if (!(isfinite(time) && time >= 0 && isfinite(count) && count >= 0 && isfinite(traffic) && traffic >= 0))
      fail_msg("%s %s at %g bytes: %g s, %g steps, %g bytes", a->kind, a->name, byte, time, count, traffic);
    assert_true(legal == 0 || legal == 1);
  }
}

/* The least that any algorithm moves through some port, per byte of payload. A switch that adds halves it for
 * an all-reduce. */
static double least_traffic(const twocs_algorithm *a, double n) {
  if (!strcmp(a->kind, "all_reduce")) return !strcmp(a->name, "in_network") ? 1 : 2 * (n - 1) / n;
  return !strcmp(a->kind, "broadcast") || !strcmp(a->kind, "p2p") ? 1 : (n - 1) / n;
}

static void traffic_and_steps_reach_no_further_than_the_bounds(void **state) {
  (void)state;
  for (int i = 0; i < twocs_algorithm_count; i++)
    for (int n = 2; n <= 1100; n++) {
      const twocs_algorithm *a = &twocs_algorithms[i];
      const twocs_link link[LEVELS] = {{n, 1, 1, 0, 0}, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}};
      if (!strcmp(a->name, "measured4")) continue;
      assert_true(twocs_collective_traffic(a, 3e6, link, 1e5) >= 3e6 * least_traffic(a, n) * (1 - rounding));
      assert_true(twocs_collective_time(a, 3e6, link, 0, 1e5) >= twocs_collective_traffic(a, 3e6, link, 1e5));
      if (strcmp(a->name, "in_network") &&
          strcmp(a->kind, "p2p")) /* what a rank knows at most doubles in a step */
        assert_true(exp2(twocs_collective_steps(a, 3e6, link, 1e5)) >= n);
    }
}

static void layouts_that_do_not_exist_are_refused(void **state) {
  (void)state;
  const twocs_link uneven[LEVELS] = {
      {8, 1e-6, 1e9, 0, 0}, {1.5, 1e-6, 1e9, 0, 0}, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}};
  const twocs_link inside[LEVELS] = {
      {2.5, 1e-6, 1e9, 0, 0}, {4, 1e-6, 1e9, 0, 0}, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}};
  const twocs_link broken[LEVELS] = {
      {2.5, 1e-6, 1e9, 0, 0}, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}};
  const twocs_link thirds[LEVELS] = {
      {3, 1e-6, 1e9, 0, 0}, {49 / 3.0, 1e-6, 1e9, 0, 0}, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}};
  for (int i = 0; i < twocs_algorithm_count; i++) {
    const twocs_algorithm *a = &twocs_algorithms[i];
    assert_true(twocs_collective_legal(a, 1e6, uneven, 0) == !a->nested); /* 12 ranks over groups of 8 */
    assert_true(twocs_collective_legal(a, 1e6, inside, 0) == !a->nested);
    assert_true(twocs_collective_legal(a, 1e6, thirds, 0) == !a->nested);
    assert_true(twocs_collective_legal(a, 1e6, broken, 0) == 0);
  }
}

/* ---- Time, and the numbers that papers state. ---- */

static double time_of(const char *kind, const char *name, double byte, const twocs_link link[LEVELS],
                      double launch) {
  const twocs_algorithm *a = twocs_algorithm_find(kind, name);
  assert_non_null(a);
  return twocs_collective_time(a, byte, link, launch, 1e6);
}

static void close_to(double got, double want) {
  if (!(fabs(got - want) <= rounding * fabs(want))) fail_msg("got %.17g, want %.17g", got, want);
}

static void time_is_latency_bandwidth_and_saturation(void **state) {
  (void)state;
  const twocs_link link[LEVELS] = {
      {8, 2e-6, 4e11, 1e5, 0}, {1, 9, 1, 9e9, 0}, {4, 9e-6, 5e10, 3e5, 0}, {1, 9, 1, 9e9, 0}};
  const double byte = 64e6;
  close_to(time_of("all_reduce", "ring", byte, link, 1e-6),
           1e-6 + 62 * 9e-6 + 62 / 32.0 * (byte + 3e5) / 5e10);
  close_to(time_of("all_reduce", "two_level", byte, link, 1e-6),
           1e-6 + 14 * 2e-6 + 14 / 8.0 * (byte + 1e5) / 4e11 + 6 * 9e-6 + 6 / 4.0 / 8 * (byte + 3e5) / 5e10);
  /* As in the library's own table of latencies: 31 steps, 3 of them between nodes. Eight adapters of 5e10
   * carry 4e11 together, like the links of a node. */
  close_to(time_of("all_gather", "rings", byte, link, 1e-6),
           1e-6 + 28 * 2e-6 + 3 * 9e-6 + 31 / 32.0 * (byte / 4e11 + 3e5 / 5e10));
  /* In lockstep: all 31 steps wait for the slowest of them; inside a node nothing is slower. */
  close_to(time_of("all_gather", "lockstep", byte, link, 1e-6),
           1e-6 + 31 * 9e-6 + 31 / 32.0 * (byte / 4e11 + 3e5 / 5e10));
  const twocs_link slow_inside[LEVELS] = {
      {8, 9e-6, 4e11, 1e5, 0}, {1, 9, 1, 9e9, 0}, {4, 2e-6, 5e10, 3e5, 0}, {1, 9, 1, 9e9, 0}};
  close_to(time_of("all_gather", "lockstep", byte, slow_inside, 1e-6),
           1e-6 + 31 * 9e-6 + 31 / 32.0 * (byte / 4e11 + 3e5 / 5e10));
  const twocs_link inside[LEVELS] = {
      {8, 2e-6, 4e11, 1e5, 0}, {1, 9, 1, 9e9, 0}, {1, 9, 1, 9e9, 0}, {1, 9, 1, 9e9, 0}};
  close_to(time_of("all_reduce", "lockstep", byte, inside, 0),
           time_of("all_reduce", "rings", byte, inside, 0));
  /* Trees: seven hops of a chain and two between four nodes, up and down; eight rings, and a tree has half an
   * adapter of each. A piece of 1 MB is forwarded at each of the two. Inside a node there is only the
   * chain. */
  close_to(time_of("all_reduce", "trees", byte, link, 1e-6),
           1e-6 + 2 * (7 * 2e-6 + 2 * 9e-6) + 2 * (byte / 4e11 + 3e5 / 5e10) + 2 * 2 * 2 * 1e6 / 5e10);
  close_to(time_of("all_reduce", "trees", 1600, link, 0),
           2 * (7 * 2e-6 + 2 * 9e-6) + 2 * (1600 / 4e11 + 3 * 1600 / 4e11) + 2 * 2 * 2 * 100 / 5e10);
  close_to(time_of("all_reduce", "trees", byte, inside, 0),
           14 * (2e-6 + 2 * 1e6 / 4e11) + 2 * (byte + 1e5) / 4e11);
  const twocs_link alone[LEVELS] = {
      {1, 9, 1, 9e9, 0}, {1, 9, 1, 9e9, 0}, {5, 9e-6, 5e10, 3e5, 0}, {1, 9, 1, 9e9, 0}};
  close_to(time_of("all_reduce", "trees", byte, alone, 0),
           2 * 3 * (9e-6 + 2 * 1e6 / 5e10) + 2 * (byte + 3e5) / 5e10);
  close_to(time_of("all_reduce", "rings", byte, link, 0),
           2 * time_of("reduce_scatter", "rings", byte, link, 0));
  close_to(time_of("all_to_all", "two_level", byte, link, 0),
           7 * 2e-6 + 7 / 8.0 * (byte + 1e5) / 4e11 + 3 * 9e-6 + 3 / 4.0 * (byte + 3e5) / 5e10);
  close_to(time_of("broadcast", "chain", byte, link, 0), 94 * 9e-6 + (byte + 30 * 1e6 + 3e5) / 5e10);
  close_to(time_of("p2p", "direct", byte, link, 0), 9e-6 + (byte + 3e5) / 5e10);
}

/* PATI23: 37 us and a bandwidth of 102 GB/s that saturates at 0.11 MB, at four ranks and at very many. */
static void ring_meets_the_calibration(void **state) {
  (void)state;
  twocs_link link[LEVELS] = {{4, 0, 102e9, 0.11e6, 0}, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}};
  for (double byte = 1e3; byte < 1e10; byte *= 10) {
    const double bandwidth = 102e9 * byte / (byte + fmin(3 * byte, 0.11e6));
    link[0].ranks = 4;
    close_to(time_of("all_reduce", "ring", byte, link, 37e-6), 37e-6 + 1.5 * byte / bandwidth);
    for (int n = 2; n <= 4096; n *= 2) {
      link[0].ranks = n;
      close_to(time_of("all_reduce", "measured4", byte, link, 37e-6), 37e-6 + 1.5 * byte / bandwidth);
    }
    link[0].ranks = 1e14;
    close_to(time_of("all_reduce", "ring", byte, link, 37e-6), 37e-6 + 2 * byte / bandwidth);
  }
  link[0] =
      (twocs_link){4, 0, 150e9, 0, 0}; /* the four-GPU node: 150 GB/s on the wire, 100 GB/s of payload */
  close_to(time_of("all_reduce", "ring", 1e9, link, 0), 1e9 / 100e9);
  link[0].ranks = 1e14; /* a switch moves half of what the ring does (PATI23 5.1) */
  close_to(time_of("all_reduce", "ring", 1e9, link, 0),
           2 * time_of("all_reduce", "in_network", 1e9, link, 0));
}

/* RABE04: 2 log p latencies and 2 (p - 1) / p payloads, not log p of both. */
static void halving_doubling_is_optimal_at_powers_of_two(void **state) {
  (void)state;
  const twocs_link link[LEVELS] = {{64, 1e-6, 1e9, 0, 0}, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}};
  close_to(time_of("all_reduce", "halving_doubling", 1e6, link, 0), 12e-6 + 2 * 63 / 64.0 * 1e6 / 1e9);
}

static void rows_are_complete_and_found(void **state) {
  (void)state;
  for (int i = 0; i < twocs_algorithm_count; i++) {
    const twocs_algorithm *a = &twocs_algorithms[i];
    assert_ptr_equal(twocs_algorithm_find(a->kind, a->name), a);
    assert_true(*a->steps && *a->traffic && *a->path && *a->legal && *a->reference && *a->meaning);
  }
  assert_string_equal(twocs_algorithm_find("all_reduce", "ring")->traffic, "2 * (n - 1) / n");
  assert_null(twocs_algorithm_find("all_reduce", "bruck"));
  assert_null(twocs_algorithm_find("all_reduc", "ring"));
  assert_null(twocs_algorithm_find("", ""));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_equal_schedules),
      cmocka_unit_test(one_rank_costs_nothing),
      cmocka_unit_test(more_bytes_never_cost_less),
      cmocka_unit_test(real_groups_give_finite_results),
      cmocka_unit_test(traffic_and_steps_reach_no_further_than_the_bounds),
      cmocka_unit_test(layouts_that_do_not_exist_are_refused),
      cmocka_unit_test(time_is_latency_bandwidth_and_saturation),
      cmocka_unit_test(ring_meets_the_calibration),
      cmocka_unit_test(halving_doubling_is_optimal_at_powers_of_two),
      cmocka_unit_test(rows_are_complete_and_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
