/* SPDX-License-Identifier: MIT */
/* Where the ranks of each group are, device by device: all devices of a layout are laid out one after the
 * other in each of the orders of `placement`, and the members that each level of the network joins are
 * counted. The rows must agree, and refuse what is not even. */
#include "common.h"

enum { DEVICES = 256, TP = 0, CP, DP, PP, DENSE };
static const char *const dense[] = {"tp", "cp", "dp", "pp"};

typedef struct mesh {
  int degree[DENSE], order[DENSE], devices;
  int etp, ep, shard;
  int size[4];
} mesh;

/* The distance in devices from one rank of each degree to the next. */
static void strides_of(const mesh *m, int stride[DENSE]) {
  int inner = 1;
  for (int i = 0; i < DENSE; i++) stride[m->order[i]] = inner, inner *= m->degree[m->order[i]];
}

static int rank_of(const mesh *m, int device, int p) {
  int stride[DENSE];
  strides_of(m, stride);
  return device / stride[p] % m->degree[p];
}

/* The number of a device among those of its stage, or, with CP and DP only, among its replicas. */
static int number_of(const mesh *m, int device, int with_tp) {
  int number = 0, inner = 1;
  for (int i = 0; i < DENSE; i++) {
    const int p = m->order[i];
    if (p == PP || (p == TP && !with_tp)) continue;
    number += rank_of(m, device, p) * inner, inner *= m->degree[p];
  }
  return number;
}

/* Whether two devices are members of one group. */
static int alike(const mesh *m, int a, int b, int p, int q) {
  for (int i = 0; i < DENSE; i++)
    if (i != p && i != q && rank_of(m, a, i) != rank_of(m, b, i)) return 0;
  return 1;
}
static int of_tp(const mesh *m, int a, int b) { return alike(m, a, b, TP, TP); }
static int of_cp(const mesh *m, int a, int b) { return alike(m, a, b, CP, CP); }
static int of_dp(const mesh *m, int a, int b) { return alike(m, a, b, DP, DP); }
static int of_pp(const mesh *m, int a, int b) { return alike(m, a, b, PP, PP); }
static int of_replicas(const mesh *m, int a, int b) { return alike(m, a, b, CP, DP); }
static int of_shards(const mesh *m, int a, int b) {
  return of_replicas(m, a, b) && number_of(m, a, 0) / m->shard == number_of(m, b, 0) / m->shard;
}
static int of_copies(const mesh *m, int a, int b) {
  return of_replicas(m, a, b) && number_of(m, a, 0) % m->shard == number_of(m, b, 0) % m->shard;
}
static int of_experts(const mesh *m, int a, int b, int inner, int ranks) {
  const int i = number_of(m, a, 1), j = number_of(m, b, 1);
  return rank_of(m, a, PP) == rank_of(m, b, PP) && i % inner == j % inner &&
         i / (inner * ranks) == j / (inner * ranks);
}
static int of_etp(const mesh *m, int a, int b) { return of_experts(m, a, b, 1, m->etp); }
static int of_ep(const mesh *m, int a, int b) { return of_experts(m, a, b, m->etp, m->ep); }
static int of_edp(const mesh *m, int a, int b) { return of_experts(m, a, b, m->etp * m->ep, DEVICES); }

static const struct group {
  const char *name;
  int (*has)(const mesh *m, int a, int b);
  int expert;
} groups[] = {{"tp", of_tp, 0},
              {"cp", of_cp, 0},
              {"dp", of_dp, 0},
              {"pp", of_pp, 0},
              {"replicas", of_replicas, 0},
              {"shards", of_shards, 0},
              {"copies", of_copies, 0},
              {"etp", of_etp, 1},
              {"ep", of_ep, 1},
              {"expert_replicas", of_edp, 1}};
enum { GROUPS = sizeof groups / sizeof *groups };

typedef struct seen {
  int ranks[4]; /* at each level, of the group of device 0 */
  int even;     /* 1 if each group has the same number everywhere */
  int uniform;  /* 1 if its ranks are all equally far apart */
} seen;

/* Members of a device's group within what a level joins, including the device. */
static int within(const mesh *m, const struct group *g, int device, int joined) {
  int count = 0;
  for (int b = 0; b < m->devices; b++) count += b / joined == device / joined && g->has(m, device, b);
  return count;
}

static seen look(const mesh *m, const struct group *g) {
  seen s = {{1, 1, 1, 1}, 1, 1};
  int joined = 1, last = 0, step = 0;
  for (int b = 1; b < m->devices; b++)
    if (g->has(m, 0, b)) {
      s.uniform &= !step || b - last == step;
      step = b - last, last = b;
    }
  for (int l = 0, before = 1; l < 4; l++) {
    joined = l < 3 ? joined * m->size[l] : DEVICES * DEVICES;
    const int count = within(m, g, 0, joined);
    for (int d = 0; d < m->devices; d++) s.even &= within(m, g, d, joined) == count;
    s.ranks[l] = count / before, s.even &= count % before == 0, before = count;
  }
  return s;
}

static int draw(const int from[], int n) { return from[random_below(n)]; }

/* A model that is divisible by every degree here. */
static void place(setup *s, mesh *m, int experts) {
  static const int degrees[] = {1, 1, 2, 2, 3, 4, 4, 6, 8}, sizes[] = {1, 2, 3, 4, 4, 6, 8};
  char word[16] = "";
  const int order = random_below(24);
  setup_init(s);
  twocs_model *model = &s->point.model;
  model->h = 64 * 96, model->head_dim = 64, model->heads = 96, model->kv_heads = 48, model->layers = 96;
  model->ffn = 4 * 64 * 96, s->point.run.sl = 9 * 4096, s->point.layout.sp = 1;
  if (experts) model->experts = 48, model->top_k = 3, model->expert_ffn = 1536;
  do {
    m->devices = 1;
    for (int p = 0; p < DENSE; p++) m->devices *= m->degree[p] = draw(degrees, 9);
    m->etp = experts ? draw(degrees, 7) : 1, m->ep = experts ? draw(degrees, 9) : 1;
  } while (m->devices > DEVICES || m->degree[TP] * m->degree[CP] * m->degree[DP] % (m->etp * m->ep) != 0);
  const int replicas = m->degree[CP] * m->degree[DP];
  do m->shard = experts ? replicas : 1 + random_below(replicas);
  while (replicas % m->shard != 0);
  for (int l = 0; l < 3; l++) m->size[l] = draw(sizes, 7);
  m->size[3] = 1000;
  s->point.layout.placement = order;
  twocs_word(twocs_columns[column("placement")].words, order, sizeof word, word);
  assert_int_equal(strlen(word), 11);
  for (int i = 0; i < DENSE; i++)
    for (int p = 0; p < DENSE; p++)
      if (!strncmp(word + 3 * i, dense[p], 2)) m->order[i] = p;
  for (int p = 0; p < DENSE; p++) *field(&s->point, column(dense[p])) = m->degree[p];
  s->point.layout.etp = m->etp, s->point.layout.ep = m->ep, s->point.layout.shard = m->shard;
  twocs_device *d = &s->point.device;
  d->net0_size = m->size[0], d->net1_size = m->size[1], d->net2_size = m->size[2], d->net3_size = m->size[3];
}

/* A sharding group takes all ranks of the inner one of CP and DP, or a part that divides them, and then ranks
 * of the other. */
static int shards_well(const mesh *m) {
  int inner = DENSE - 1;
  for (int i = DENSE - 1; i >= 0; i--)
    if (m->order[i] == CP || m->order[i] == DP) inner = m->order[i];
  const int ranks = m->degree[inner];
  return ranks % m->shard == 0 || m->shard % ranks == 0;
}

static void every_group_is_placed_as_counted(void **state) {
  static setup s;
  static mesh m;
  int legal = 0, illegal = 0, apart = 0;
  (void)state;
  for (int round = 0; round < (SLOW ? 100 : 1000); round++) {
    const int experts = random_below(2);
    place(&s, &m, experts);
    seen seen_of[GROUPS];
    int fine = shards_well(&m);
    for (int g = 0; g < GROUPS; g++) {
      if (groups[g].expert && !experts) continue;
      seen_of[g] = look(&m, &groups[g]);
      fine &= seen_of[g].even && (seen_of[g].uniform || !groups[g].expert);
      apart += fine && !seen_of[g].uniform;
    }
    const int why = (int)eval(&s, "why");
    if (fine != !why)
      fail_msg("order %g, tp %d cp %d dp %d pp %d etp %d ep %d shard %d on %d %d %d: why %s",
               s.point.layout.placement, m.degree[TP], m.degree[CP], m.degree[DP], m.degree[PP], m.etp, m.ep,
               m.shard, m.size[0], m.size[1], m.size[2], why ? twocs_rules[why - 1].name : "none");
    legal += fine, illegal += !fine;
    for (int g = 0; g < GROUPS && fine; g++)
      for (int l = 0; l < 4 && (experts || !groups[g].expert); l++) {
        char name[32];
        snprintf(name, sizeof name, "%s_n%d", groups[g].name, l);
        column_is(&s, name, seen_of[g].ranks[l]);
      }
  }
  assert_true(legal > (SLOW ? 10 : 100) && illegal > legal / 2 && apart > (SLOW ? 0 : 5));
}

/* Two consecutive stages, or two consecutive ranks of a ring: over the slowest link that any such pair
 * uses. */
static void neighbours_are_as_far_apart_as_the_farthest_pair(void **state) {
  static setup s;
  static mesh m;
  int legal = 0;
  (void)state;
  for (int round = 0; round < (SLOW ? 100 : 1000); round++) {
    place(&s, &m, 0);
    if (eval(&s, "why") > 0) continue;
    for (int ring = 0; ring < 2; ring++) {
      const int p = ring ? CP : PP;
      int farthest = -1, stride[DENSE];
      strides_of(&m, stride);
      for (int d = 0; d < m.devices; d++) {
        const int next = d + stride[p];
        if (rank_of(&m, d, p) + 1 == m.degree[p]) continue;
        int joined = 1, level = 0;
        for (; level < 3; level++)
          if (joined *= m.size[level], d / joined == next / joined) break;
        farthest = level > farthest ? level : farthest;
      }
      for (int l = 0; l < 4; l++) {
        char name[32];
        snprintf(name, sizeof name, ring ? "cp_next_n%d" : "hop_n%d", l);
        column_is(&s, name, l == farthest ? 2 : 1);
      }
    }
    legal++;
  }
  assert_true(legal > (SLOW ? 10 : 100));
}

/* What a user sees: FSDP inside the node and PP across nodes, or PP inside and FSDP across. */
static void an_order_decides_who_crosses_the_nodes(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  s.point.layout.pp = 8, s.point.layout.dp = 8, s.point.model.layers = 96, s.point.device.net0_size = 8;
  column_is(&s, "dp_n0", 8);
  column_is(&s, "hop_n1", 2);
  s.point.layout.placement = twocs_word_find(twocs_columns[column("placement")].words, "tp_cp_pp_dp");
  column_is(&s, "dp_n0", 1);
  column_is(&s, "replicas_n1", 8);
  column_is(&s, "hop_n0", 2);
}

/* For a step: on one level the order does not matter, more levels are never faster than one, a faster level
 * never makes a step slower, and sharing never makes it faster. With experts, schedules, sharding and
 * rings. */
static void a_step_obeys_its_network(void **state) {
  static setup s;
  static mesh m;
  int legal = 0, slower = 0;
  (void)state;
  for (int round = 0; round < (SLOW ? 300 : 2000); round++) {
    place(&s, &m, random_below(2));
    twocs_layout *l = &s.point.layout;
    l->schedule = random_below(2), l->zero = random_below(4), l->cp_kind = random_below(3);
    l->p2p_hidden = random_below(2), s.point.run.recompute = random_below(3), s.point.run.b = m.degree[PP];
    s.point.run.micro_batch = 1;
    if (eval(&s, "why") > 0) continue;
    const setup before = s;
    const double step = eval(&s, "t_step");
    double *const bw[] = {&s.point.device.net0_bw, &s.point.device.net1_bw, &s.point.device.net2_bw};
    *bw[random_below(3)] *= 2; /* what follows an inner level follows it */
    assert_true(eval(&s, "t_step") <= step * (1 + 1e-12));
    s = before, s.point.device.net1_over = 3, s.point.device.nics = 1;
    const double shared = eval(&s, "t_step");
    assert_true(s.point.device.net0_size > 1 ? shared >= step * (1 - 1e-12) : 1);
    slower += shared > step;
    s = before, s.point.device.net0_size = 1e6, s.point.device.net1_size = s.point.device.net2_size = 1;
    s.point.device.net3_size = 1;
    const double together = eval(&s, "t_step");
    assert_true(together <= step * (1 + 1e-12));
    s.point.layout.placement = random_below(24);
    near("any order on one level", eval(&s, "t_step"), together, 1e-12);
    legal++;
  }
  assert_true(legal > (SLOW ? 20 : 150) && slower > legal / 4);
}

/* Orders along an axis that ends inside a cell: the numbers end there, and no order may be read beyond
 * them. */
static void an_axis_of_orders_ends_where_it_ends(void **state) {
  static setup s;
  double order[9], devices[9], *out[] = {devices};
  const double *const value[] = {order};
  const int field_of = column("placement"), want = column("dp_inner");
  (void)state;
  setup_init(&s);
  s.point.layout.tp = 2, s.point.layout.cp = 3, s.point.layout.dp = 5, s.point.layout.pp = 7;
  for (int i = 0; i < 9; i++) order[i] = 23 - i;
  const twocs_axis axis = {9, 1, &field_of, value};
  twocs_columns_sink sink = {1, out};
  const twocs_job job = {.plan = &s.plan,
                         .base = &s.point,
                         .axes = 1,
                         .axis = &axis,
                         .wants = 1,
                         .want = &want,
                         .take = twocs_take_columns,
                         .sink = &sink,
                         .scratch = scratch()};
  memset(job.scratch, 0xff, twocs_job_scratch(&job));
  assert_int_equal(twocs_run(&job, NULL), TWOCS_OK);
  for (int i = 0; i < 9; i++) {
    s.point.layout.placement = order[i];
    column_is(&s, "dp_inner", devices[i]);
  }
  exact("pp_dp_cp_tp", devices[0], 7);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_group_is_placed_as_counted),
                                     cmocka_unit_test(neighbours_are_as_far_apart_as_the_farthest_pair),
                                     cmocka_unit_test(an_order_decides_who_crosses_the_nodes),
                                     cmocka_unit_test(a_step_obeys_its_network),
                                     cmocka_unit_test(an_axis_of_orders_ends_where_it_ends)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
