/* SPDX-License-Identifier: MIT */
/* What a trace adds up to, for random traces, compared with sums computed ns by ns and pair by pair. */
#include "trace_text.h"

enum { MOST_TIME = 400, DEVICES = 3 };

static size_t random_trace(char *text, size_t kernels) {
  static const char *const names[] = {"a_gemm", "ncclDevKernel_AllGather_RING", "elementwise_kernel",
                                      "softmax"};
  static const char *const kinds[] = {"kernel", "gpu_memcpy", "gpu_memset"};
  size_t n = (size_t)sprintf(text, "[");
  for (size_t i = 0; i < kernels; i++)
    n += (size_t)sprintf(
        text + n,
        "%s{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"ts\":0.%03d,\"dur\":0.%03d,\"args\":{\"device\":%d,"
        "\"stream\":%d,\"External id\":%d}}",
        i ? ",\n" : "", kinds[random_below(8) < 6 ? 0 : 1 + random_below(2)], names[random_below(4)],
        random_below(300), random_below(40), 10 * random_below(DEVICES), random_below(4), random_below(30));
  for (int i = 0; i < 20; i++)
    n += (size_t)sprintf(text + n,
                         ",{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"op%d\",\"ts\":0,\"dur\":1,\"args\":{"
                         "\"External id\":%d}}",
                         i % 5, i);
  return n + (size_t)sprintf(text + n, "]");
}

static void overlap_checked(const twocs_trace *t, const twocs_trace_part *part) {
  twocs_trace_overlap row[TWOCS_TRACE_DEVICES_MOST];
  const size_t rows = twocs_trace_overlaps(t, part, row);
  size_t seen = 0;
  for (size_t d = 0; d < t->devices; d++) {
    char is[MOST_TIME] = {0};
    int64_t first = MOST_TIME, last = -1, kernels = 0, compute = 0, communication = 0, both = 0, exposed = 0,
            copy = 0, none = 0;
    for (size_t i = 0; i < t->kernels; i++) {
      const twocs_trace_kernel *k = &t->kernel[i];
      if (k->device != d || k->start < part->from || k->start >= part->to ||
          (part->device >= 0 && part->device != k->device))
        continue;
      const int copies = k->class == TWOCS_KERNEL_COPY || k->class == TWOCS_KERNEL_MEMSET;
      kernels++;
      if (k->start < first) first = k->start;
      if (k->start + k->duration > last) last = k->start + k->duration;
      for (int64_t ns = k->start; ns < k->start + k->duration; ns++)
        is[ns] = (char)(is[ns] | (copies ? 4 : k->class == TWOCS_KERNEL_COLLECTIVE ? 2 : 1));
    }
    for (int64_t ns = first; ns < last; ns++) {
      compute += is[ns] & 1;
      communication += is[ns] >> 1 & 1;
      both += (is[ns] & 3) == 3;
      exposed += (is[ns] & 3) == 2;
      copy += is[ns] == 4;
      none += is[ns] == 0;
    }
    if (!kernels) continue;
    assert_true(seen < rows && row[seen].device == t->device[d] && row[seen].kernels == kernels);
    assert_true(row[seen].span == last - first && row[seen].compute == compute &&
                row[seen].communication == communication);
    assert_true(row[seen].overlapped == both && row[seen].exposed == exposed && row[seen].copy == copy);
    assert_true(row[seen].idle == none);
    seen++;
  }
  assert_true(seen == rows);
}

static int same_work(const twocs_trace_kernel *x, const twocs_trace_kernel *y) {
  return x->class == y->class && x->collective == y->collective && x->op == y->op &&
         x->message == y->message && x->name == y->name /* nothing here has shapes */;
}

/* Each kernel is in the group of kernels like it; calls are counted pair by pair. */
static void groups_checked(const twocs_trace *t, const twocs_trace_part *part) {
  uint32_t *scratch = malloc(t->kernels * sizeof *scratch), *more = malloc(t->kernels * sizeof *more);
  twocs_trace_group *group = malloc(t->kernels * sizeof *group);
  assert_true(scratch && more && group);
  const size_t groups = twocs_trace_groups(t, part, scratch, more, group);
  assert_true(groups == twocs_trace_groups(t, part, scratch, more, NULL));
  for (size_t g = 0; g < groups; g++) {
    const twocs_trace_kernel *like = &t->kernel[group[g].kernel];
    int64_t kernels = 0, total = 0, calls = 0, least = INT64_MAX;
    for (size_t i = 0; i < t->kernels; i++) {
      const twocs_trace_kernel *k = &t->kernel[i];
      if (!twocs_trace_is_in(part, k) || !same_work(like, k)) continue;
      int64_t took = 0, earlier = 0;
      for (size_t j = 0; j < t->kernels; j++) {
        const twocs_trace_kernel *other = &t->kernel[j];
        const int one =
            i == j || (k->op && k->op == other->op && other->call == k->call && other->device == k->device);
        if (!twocs_trace_is_in(part, other) || !same_work(like, other) || !one) continue;
        took += other->duration;
        earlier += j < i;
      }
      kernels++;
      total += k->duration;
      calls += !earlier;
      if (took < least) least = took;
    }
    assert_true(kernels == group[g].kernels && total == group[g].total && calls == group[g].calls &&
                least == group[g].least);
  }
  free(scratch);
  free(more);
  free(group);
}

static void sums_agree_with_slow_ones(void **state) {
  (void)state;
  static char text[100000];
  for (int round = 0; round < (SLOW ? 60 : 400); round++) {
    const size_t length = random_trace(text, (size_t)(1 + random_below(100)));
    twocs_trace t;
    if (read_pieces(&t, text, length, 999, 1)) fail_msg("%s", message);
    const twocs_trace_part parts[] = {{INT64_MIN, INT64_MAX, -1}, {100, 200, -1}, {INT64_MIN, 150, 0}};
    for (int i = 0; i < 3; i++) {
      overlap_checked(&t, &parts[i]);
      groups_checked(&t, &parts[i]);
    }
    for (size_t i = 1; i < t.kernels; i++)
      assert_true(t.kernel[t.order[i - 1]].start <= t.kernel[t.order[i]].start);
    twocs_trace_close(&t);
  }
}

static int less(const void *rows, uint32_t a, uint32_t b) {
  return ((const int *)rows)[a] < ((const int *)rows)[b];
}

static void numbers_are_sorted_stably(void **state) {
  (void)state;
  for (int round = 0; round < 300; round++) {
    enum { MOST = 200 };
    int value[MOST];
    uint32_t order[MOST], scratch[MOST];
    const int n = random_below(MOST), spread = 1 + random_below(50);
    for (int i = 0; i < n; i++)
      value[i] = round % 3 == 0 ? i / 7 : round % 3 == 1 ? -i : random_below(spread);
    for (int i = 0; i < n; i++) order[i] = (uint32_t)i;
    twocs_order(order, scratch, (size_t)n, less, value);
    for (int i = 1; i < n; i++) {
      assert_true(value[order[i - 1]] <= value[order[i]]);
      if (value[order[i - 1]] == value[order[i]]) assert_true(order[i - 1] < order[i]);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums_agree_with_slow_ones),
      cmocka_unit_test(numbers_are_sorted_stably),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
