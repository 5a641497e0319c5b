/* SPDX-License-Identifier: MIT */
/* A faster part never makes a step longer, whatever hides what: a link, the memory, the units of a device,
 * the link to the host, or latency 0. If two things are hidden by the same compute, counting it twice shows
 * here, as a device that is slower because it is faster. Schedules in which gradients of weights fill the end
 * are left out, because the gaps that they can fill shrink with them. */
#include "common.h"

static const char *const rates[] = {"peak_fp16", "mem_bw", "net0_bw", "net1_bw", "host_bw"};
static const char *const delays[] = {"launch",   "comm_launch", "net0_lat",
                                     "net1_lat", "net0_half",   "net1_half"};
static const double least = 1 - 1e-12; /* roundings */
enum { RATES = sizeof rates / sizeof *rates, DELAYS = sizeof delays / sizeof *delays };

static double one_of(int n, const double values[]) { return values[random_below(n)]; }
#define ONE_OF(...) one_of(sizeof((double[]){__VA_ARGS__}) / sizeof(double), (double[]){__VA_ARGS__})

static void random_layout(setup *s) {
  twocs_model *m = &s->point.model;
  twocs_layout *l = &s->point.layout;
  twocs_training *r = &s->point.run;
  setup_init(s);
  random_plan(&s->plan);
  choose(s, "gemm", ((const char *[]){"roofline", "tiles", "depth"})[random_below(3)]);
  choose(s, "stream", "roofline");
  m->layers = ONE_OF(8, 16, 24), m->h = ONE_OF(1024, 4096), m->head_dim = 64, m->kv_heads = 16,
  m->vocab = 32768;
  m->gated = random_below(2), m->tied = random_below(2), m->cross_layers = random_below(4) ? 0 : 4;
  if (m->cross_layers == 0 && random_below(3) == 0)
    m->experts = 8, m->top_k = 2, m->expert_ffn = 1024, l->ep = random_power(2);
  l->tp = random_power(3), l->cp = random_power(1), l->pp = random_power(2), l->dp = random_power(3);
  l->sp = random_below(2), l->cp_kind = random_below(3), l->zero = random_below(4),
  l->schedule = random_below(2);
  l->vp = l->schedule > 0 && l->pp > 1 ? random_power(1) : 1, l->tp_overlap = 0;
  l->dp_overlap = random_below(3), l->p2p_hidden = random_below(2);
  l->offload_kept = random_below(3) ? 0 : 0.5, l->offload_opt = random_below(3) ? 0 : 0.5;
  r->micro_batch = random_power(1), r->b = r->micro_batch * random_power(4), r->sl = ONE_OF(1024, 4096);
  r->attention = random_below(2), r->recompute = random_below(3), r->causal = random_below(2);
  s->point.software.interference = ONE_OF(1, 1.2), s->point.software.accumulate_byte = ONE_OF(0, 8);
  r->mode = random_below(4) > 0;
  s->point.device.net0_size = 8, s->point.device.net1_size = 64;
  s->point.device.host_bw = exp(random_unit() * log(1e4)) * 1e8;
  s->point.device.net1_bw = exp(random_unit() * log(1e3)) * 1e9;
}

static void never_longer(setup *s, const char *name, double value, double before) {
  double *at = field(&s->point, column(name));
  const double was = *at;
  *at = value;
  const double after = eval(s, "t_step");
  *at = was;
  if (after * least > before)
    fail_msg("%s from %g to %g: a step takes %.17g, not %.17g", name, was, value, after, before);
}

static void a_faster_part_never_makes_a_step_longer(void **state) {
  static setup s;
  (void)state;
  for (int round = 0, done = 0; done < (SLOW ? 100 : 2000); round++) {
    assert_true(round < 40000);
    random_layout(&s);
    if (eval(&s, "legal") == 0) continue;
    done++;
    const double before = eval(&s, "t_step");
    for (int i = 0; i < RATES; i++)
      never_longer(&s, rates[i], 2 * *field(&s.point, column(rates[i])), before);
    for (int i = 0; i < DELAYS; i++) never_longer(&s, delays[i], 0, before);
  }
}

/* More of anything takes at least as much time and memory. Recomputation in the backward pass saves memory
 * and costs time. */
static void more_work_is_never_less(void **state) {
  static setup s;
  static const char *const more[] = {"layers", "ffn", "vocab", "sl", "b", "expert_ffn", "top_k"};
  (void)state;
  for (int round = 0, done = 0; done < (SLOW ? 100 : 2000); round++) {
    assert_true(round < 40000);
    random_layout(&s);
    s.point.layout.offload_kept = 0;
    if (eval(&s, "legal") == 0) continue;
    done++;
    const twocs_point before = s.point;
    const double time = eval(&s, "t_step"), memory = eval(&s, "mem_byte");
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
      double *at = field(&s.point, column(more[i]));
      *at = isnan(*at) ? 2 * eval(&s, more[i]) : 2 * *at;
      if (!strcmp(more[i], "layers")) s.point.model.cross_layers *= 2; /* the mean layer stays what it is */
      if (eval(&s, "legal") > 0 &&
          (eval(&s, "t_step") < time * least || eval(&s, "mem_byte") < memory * least))
        fail_msg("%s = %g: %.17g s of %.17g, %.17g byte of %.17g", more[i], *at, eval(&s, "t_step"), time,
                 eval(&s, "mem_byte"), memory);
      s.point = before;
    }
    double t[3], m[3];
    for (int again = 0; again < 3; again++)
      s.point.run.recompute = again, t[again] = eval(&s, "t_step"), m[again] = eval(&s, "stage_mem");
    if (s.point.run.mode > 0 && (t[1] < t[0] * least || t[2] < t[0] * least || m[1] * least > m[0]))
      fail_msg("recomputation takes %g, %g, %g s and %g, %g, %g byte", t[0], t[1], t[2], m[0], m[1], m[2]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_faster_part_never_makes_a_step_longer),
      cmocka_unit_test(more_work_is_never_less),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
