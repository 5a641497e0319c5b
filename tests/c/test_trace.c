/* SPDX-License-Identifier: MIT */
/* The trace reader: what it takes from traces made by hand, and what it reports about bad ones. */
#include "trace_text.h"
#ifdef __GLIBC__
#include <malloc.h>
#endif

static twocs_trace read_good(const char *text) {
  twocs_trace trace;
  if (read_pieces(&trace, text, strlen(text), 4096, 1)) fail_msg("%s", message);
  return trace;
}

static void refuses(const char *text, const char *expected) {
  twocs_trace trace;
  if (!read_pieces(&trace, text, strlen(text), 4096, 1)) fail_msg("%s is taken", text);
  if (!strstr(message, expected)) fail_msg("%s\ngives: %s\nwant: %s", text, message, expected);
}

#define KERNEL(name, ts, dur, args)                                                                          \
  "{'ph': 'X', 'cat': 'kernel', 'name': '" name "', 'pid': 0, 'tid': 7, 'ts': " ts ", 'dur': " dur           \
  ", 'args': {'device': 0, " args "}}"
#define OPERATOR(name, ts, dur, args)                                                                        \
  "{'ph': 'X', 'cat': 'cpu_op', 'name': '" name "', 'pid': 9, 'tid': 9, 'ts': " ts ", 'dur': " dur           \
  ", 'args': {" args "}}"
#define LAUNCH(ts, args)                                                                                     \
  "{'ph': 'X', 'cat': 'cuda_runtime', 'name': 'cudaLaunchKernel', 'pid': 9, 'tid': 9, "                      \
  "'ts': " ts ", 'dur': 1, 'args': {" args "}}"
#define STEP(cat, n, ts, dur)                                                                                \
  "{'ph': 'X', 'cat': '" cat "', 'name': 'ProfilerStep#" n "', 'pid': 9, 'tid': 9, 'ts': " ts                \
  ", 'dur': " dur "}"

// clang-format off
/* Two streams: computation in [0, 10) and [12, 20) us, communication in [8, 14), a copy in [19, 23). */
static const char by_hand[] =
  "{'schemaVersion': 1, 'distributedInfo': {'backend': 'nccl', 'rank': 3, 'world_size': 8},\n"
  "'deviceProperties': [{'id': 0, 'name': 'A GPU'}, {'id': 1, 'name': 'another'}],\n"
  "'traceEvents': [\n"
  KERNEL("ampere_bf16_gemm", "1012", "8", "'stream': 7, 'External id': 11, 'correlation': 101") ",\n"
  OPERATOR("aten::addmm", "1", "5", "'External id': 11, 'Input Dims': [[512], [141, 512], [512, 512], [], []], "
           "'Input type': ['c10::BFloat16', 'c10::BFloat16', 'c10::BFloat16', 'Scalar', 'Scalar']") ",\n"
  "{'name': 'ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)', 'ph': 'X', "
  "'ts': 1008.0, 'dur': 6.000, 'args': {'stream': 20, 'device': 0, 'Collective name': 'allreduce', "
  "'In msg nelems': 1000, 'Out msg nelems': 1000, 'Group size': 8, 'dtype': 'BFloat16'}, 'cat': 'kernel'},\n"
  "{'ph': 'X', 'cat': 'gpu_memcpy', 'name': 'Memcpy HtoD', 'pid': 0, 'tid': 7, 'ts': 1019, 'dur': 4, "
  "'args': {'device': 0, 'stream': 7, 'bytes': 4096}},\n"
  OPERATOR("aten::layer_norm", "1", "9", "'External id': 10, 'Input Dims': [[4, 128], [], [[2, 3], [5]]]") ",\n"
  KERNEL("layer_norm_kernel", "1000", "10", "'stream': 7, 'External id': 10") ",\n"
  STEP("user_annotation", "5", "990", "40") "\n]}\n";

static const char by_launch[] =
  "["
  OPERATOR("aten::mm", "110", "10", "'External id': 1, 'Input Dims': [[8, 4], [4, 2]]") ",\n"
  LAUNCH("112", "'correlation': 501") ",\n"
  LAUNCH("131", "'correlation': 502") ",\n"
  KERNEL("some_gemm", "1000", "5", "'External id': 501, 'correlation': 501") ",\n"
  KERNEL("void vectorized_elementwise_kernel<4>", "1010", "5", "'correlation': 502") ",\n"
  KERNEL("orphan", "1020", "5", "'correlation': 503") ",\n"
  LAUNCH("119", "'correlation': 504") ",\n"
  KERNEL("splitKreduce_kernel", "1006", "1", "'correlation': 504") ",\n"
  OPERATOR("aten::linear", "100", "25", "'External id': 2") ",\n"
  OPERATOR("aten::add_", "130", "3", "'External id': 3") "]";

static const char ambiguous[] =
  "["
  OPERATOR("aten::mm", "1", "1", "'External id': 1") ","
  OPERATOR("aten::bmm", "2", "1", "'External id': 1") ","
  OPERATOR("aten::add", "3", "1", "'External id': 2") ","
  OPERATOR("aten::add", "3", "1", "'External id': 2") ","
  KERNEL("k", "5", "1", "'External id': 2") ","
  KERNEL("k", "7", "1", "'External id': 2") ","
  KERNEL("k", "9", "1", "'External id': 1") "]";

static const char in_steps[] =
  "["
  STEP("gpu_user_annotation", "8", "200", "100") ","
  STEP("gpu_user_annotation", "8", "190", "50") ","
  STEP("gpu_user_annotation", "7", "100", "105") ","
  STEP("user_annotation", "7", "50", "90") ","
  STEP("user_annotation", "9", "150", "90") ","
  KERNEL("k", "150", "50", "'stream': 1") ","
  KERNEL("k", "190", "5", "'stream': 1") ","
  KERNEL("k", "299", "5", "'stream': 1") ","
  KERNEL("k", "300", "5", "'stream': 1") "]";
// clang-format on

static void a_trace_by_hand_is_read(void **state) {
  (void)state;
  for (size_t piece = 1; piece <= sizeof by_hand; piece = piece * 3 + 1) {
    twocs_trace t;
    if (read_pieces(&t, by_hand, sizeof by_hand - 1, piece, 0)) fail_msg("%s", message);
    assert_true(t.kernels == 4 && t.events == 7 && t.devices == 1 && t.rank == 3 && t.world == 8 &&
                t.passes == 1);
    assert_string_equal(t.gpu, "A GPU");
    const twocs_trace_kernel *norm = &t.kernel[t.order[0]], *reduce = &t.kernel[t.order[1]];
    const twocs_trace_kernel *gemm = &t.kernel[t.order[2]], *copy = &t.kernel[t.order[3]];
    assert_true(norm->start == 1000000 && norm->duration == 10000 && norm->class == TWOCS_KERNEL_NORM);
    assert_true(gemm->class == TWOCS_KERNEL_GEMM && gemm->stream == 7 && gemm->correlation == 101);
    assert_true(reduce->class == TWOCS_KERNEL_COLLECTIVE && reduce->collective == TWOCS_ALL_REDUCE);
    assert_true(copy->class == TWOCS_KERNEL_COPY && !copy->op);
    const twocs_trace_operator *addmm = &t.op[gemm->op - 1], *layer_norm = &t.op[norm->op - 1];
    assert_string_equal(t.operators.text + addmm->name, "aten::addmm");
    assert_string_equal(t.operators.text + addmm->shapes, "512 141x512 512x512");
    assert_string_equal(t.operators.text + addmm->type, "bf16");
    assert_true(addmm->m == 141 && addmm->n == 512 && addmm->k == 512 && addmm->batch == 1);
    assert_string_equal(t.operators.text + layer_norm->shapes, "4x128 - (2x3 5)");
    assert_true(layer_norm->m == 0);
    const twocs_message sum = twocs_trace_message(&t, reduce->message),
                        moved = twocs_trace_message(&t, copy->message);
    assert_true(sum.bytes == 2000 && sum.ranks == 8 && sum.kind == TWOCS_ALL_REDUCE &&
                !strcmp(sum.type, "bf16"));
    assert_true(moved.bytes == 4096 && moved.ranks == 0);
    assert_true(t.steps == 1 && t.step[0].number == 5 && t.step[0].start == 990000 &&
                t.step[0].end == 1030000);
    twocs_trace_close(&t);
  }
}

/* PyTorch's names of number formats (torch/csrc/profiler, c10/core/ScalarType.h) and bytes of an element. */
static void formats_have_their_names_and_bytes(void **state) {
  (void)state;
  static const struct {
    const char *theirs, *ours;
    double bytes;
  } format[] = {{"c10::BFloat16", "bf16", 2},
                {"BFloat16", "bf16", 2},
                {"c10::Half", "fp16", 2},
                {"Half", "fp16", 2},
                {"float", "fp32", 4},
                {"Float", "fp32", 4},
                {"double", "fp64", 8},
                {"Double", "fp64", 8},
                {"c10::Float8_e4m3fn", "fp8", 1},
                {"c10::Float8_e5m2", "fp8", 1},
                {"c10::Float8_e4m3fnuz", "fp8", 1},
                {"c10::Float8_e5m2fnuz", "fp8", 1},
                {"Float8_e4m3fn", "fp8", 1},
                {"Float8_e5m2", "fp8", 1},
                {"long int", "int64", 8},
                {"long", "int64", 8},
                {"Long", "int64", 8},
                {"int", "int32", 4},
                {"Int", "int32", 4},
                {"short int", "int16", 2},
                {"Short", "int16", 2},
                {"signed char", "int8", 1},
                {"Char", "int8", 1},
                {"unsigned char", "uint8", 1},
                {"Byte", "uint8", 1},
                {"bool", "bool", 1},
                {"Bool", "bool", 1}};
  for (size_t i = 0; i < sizeof format / sizeof *format; i++) {
    char text[1000];
    snprintf(
        text, sizeof text,
        "[" OPERATOR("aten::mm", "1", "5", "'External id': 1, 'Input type': ['Scalar', '%s', 'none']") "," KERNEL(
            "k", "1000", "8",
            "'External id': 1") "," KERNEL("ncclDevKernel_AllReduce_Sum", "2000", "8",
                                           "'Collective name': 'allreduce', 'In msg nelems': 300, 'Out msg "
                                           "nelems': 300, 'Group size': 2, "
                                           "'dtype': '%s'") "]",
        format[i].theirs, format[i].theirs);
    twocs_trace t = read_good(text);
    assert_true(t.kernels == 2);
    const twocs_trace_operator *op = &t.op[t.kernel[t.order[0]].op - 1];
    const twocs_message sent = twocs_trace_message(&t, t.kernel[t.order[1]].message);
    if (strcmp(t.operators.text + op->type, format[i].ours) != 0 || strcmp(sent.type, format[i].ours) != 0 ||
        sent.bytes != 300 * format[i].bytes)
      fail_msg("%s: %s, %s, %g bytes", format[i].theirs, t.operators.text + op->type, sent.type, sent.bytes);
    twocs_trace_close(&t);
  }
}

/* M, N, K and batch of PyTorch's products, by their definitions; m is 0 if the shapes are not those of a
 * product. */
static void products_have_their_sizes(void **state) {
  (void)state;
  static const struct {
    const char *name, *dims;
    double m, n, k, batch;
  } product[] = {{"aten::mm", "[4, 5], [5, 6]", 4, 6, 5, 1},
                 {"mm", "[4, 5], [5, 6]", 4, 6, 5, 1},
                 {"aten::_int_mm", "[4, 5], [5, 6]", 4, 6, 5, 1},
                 {"aten::_scaled_mm", "[4, 5], [5, 6], [], []", 4, 6, 5, 1},
                 {"aten::addmm", "[6], [4, 5], [5, 6], [], []", 4, 6, 5, 1},
                 {"aten::_addmm_activation", "[6], [4, 5], [5, 6]", 4, 6, 5, 1},
                 {"aten::bmm", "[3, 4, 5], [3, 5, 6]", 4, 6, 5, 3},
                 {"aten::baddbmm", "[3, 4, 6], [3, 4, 5], [3, 5, 6]", 4, 6, 5, 3},
                 {"aten::matmul", "[2, 3, 4, 5], [2, 3, 5, 6]", 4, 6, 5, 6},
                 {"aten::matmul", "[2, 3, 5], [5, 6]", 6, 6, 5, 1},
                 {"aten::matmul", "[7, 2, 3, 5], [5, 6]", 42, 6, 5, 1},
                 {"aten::linear", "[4, 5], [6, 5], [6]", 4, 6, 5, 1},
                 {"aten::linear", "[2, 3, 5], [6, 5]", 6, 6, 5, 1},
                 {"aten::mm", "[1, 1], [1, 1]", 1, 1, 1, 1},
                 {"aten::mm", "[4, 5], [6, 5]", 0, 0, 0, 0},
                 {"aten::linear", "[4, 5], [5, 6]", 0, 0, 0, 0},
                 {"aten::mm", "[0, 5], [5, 6]", 0, 0, 0, 0},
                 {"aten::mm", "[4, 0], [0, 6]", 0, 0, 0, 0},
                 {"aten::mm", "[4, 5], [5, 0]", 0, 0, 0, 0},
                 {"aten::bmm", "[0, 4, 5], [0, 5, 6]", 0, 0, 0, 0},
                 {"aten::matmul", "[5], [5, 6]", 0, 0, 0, 0},
                 {"aten::matmul", "[4, 5], [5]", 0, 0, 0, 0},
                 {"aten::matmul", "[4, 5], [3, 5, 6]", 0, 0, 0, 0},
                 {"aten::matmul", "[2, 4, 5], [3, 5, 6]", 0, 0, 0, 0},
                 {"aten::matmul", "[1, 1, 1, 1, 1, 1, 1, 4, 5], [5, 6]", 0, 0, 0, 0},
                 {"aten::matmul", "[2, 1, 1, 1, 1, 1, 4, 5], [5, 6]", 8, 6, 5, 1},
                 {"aten::add", "[4, 5], [5, 6]", 0, 0, 0, 0}};
  for (size_t i = 0; i < sizeof product / sizeof *product; i++) {
    char text[600];
    snprintf(text, sizeof text,
             "[" OPERATOR("%s", "1", "5", "'External id': 1, 'Input Dims': [%s]") "," KERNEL(
                 "k", "1000", "8", "'External id': 1") "]",
             product[i].name, product[i].dims);
    twocs_trace t = read_good(text);
    const twocs_trace_operator *op = &t.op[t.kernel[t.order[0]].op - 1];
    if (op->m != product[i].m ||
        (op->m > 0 && (op->n != product[i].n || op->k != product[i].k || op->batch != product[i].batch)))
      fail_msg("%s of %s: %g x %g x %g, batch %g", product[i].name, product[i].dims, op->m, op->n, op->k,
               op->batch);
    twocs_trace_close(&t);
  }
}

/* 2^63 ns are 292 years. All kernels together may take a quarter of that, so that no sum overflows. */
static void kernels_together_may_take_seventy_years(void **state) {
  (void)state;
  twocs_trace t = read_good("[" KERNEL("k", "1", "1200000000000000", "'stream': 1") "," KERNEL(
      "k", "1", "1100000000000000", "'stream': 2") "]");
  assert_true(t.kernels == 2);
  twocs_trace_close(&t);
  refuses("[" KERNEL("k", "1", "1200000000000000", "'stream': 1") "," KERNEL("k", "1", "1200000000000000",
                                                                             "'stream': 2") "]",
          "GPU kernels of more than 70 years");
}

/* ---- The most that a trace may hold: names of 30,000 letters until the memory of all names is full. */

enum { LETTERS = 30000 };

enum { NAMES, BY_CALL, BY_LAUNCH };

static void count_is_taken(int count, int what, const char *refusal) {
  char *text = malloc((size_t)count * (LETTERS + 1000)), *end = text, *name = malloc(LETTERS + 1);
  assert_non_null(text), assert_non_null(name);
  memset(name, 'x', LETTERS), name[LETTERS] = 0;
  for (int i = 0; i < count; i++) {
    *end++ = i ? ',' : '[';
    if (what == NAMES)
      end += sprintf(end, KERNEL("%05d%s", "%d", "1", "'stream': 1"), i, name + 5, 1000 * i);
    else
      end += sprintf(end, OPERATOR("%05d%s", "%d", "10", "'External id': %d") ",", i, name + 5, 100 * i,
                     1000000 + i);
    if (what == BY_CALL)
      end += sprintf(end, KERNEL("k", "%d", "1", "'External id': %d"), 1000 * i, 1000000 + i);
    if (what == BY_LAUNCH)
      end += sprintf(end, LAUNCH("%d", "'correlation': %d") "," KERNEL("k", "%d", "1", "'correlation': %d"),
                     100 * i + 5, i + 1, 1000 * i, i + 1);
  }
  end += sprintf(end, "]");
  twocs_trace t;
  const int code = read_pieces(&t, text, (size_t)(end - text), 4096, 1);
  if ((code != 0) != (refusal != NULL)) fail_msg("%d: %s", count, code ? message : "taken");
  if (code)
    assert_non_null(strstr(message, refusal ? refusal : ""));
  else
    twocs_trace_close(&t);
  free(text), free(name);
}

/* 3 MiB hold 104 names of 30,001 bytes, and 2 MiB 69 operators: a name, two empty texts with their ends, a
 * message's number of 8 bytes and the final end. */
static void names_and_operators_have_limits(void **state) {
  (void)state;
  const int names = (3 << 20) / (LETTERS + 1), operators = (2 << 20) / (LETTERS + 1 + 1 + 1 + 8 + 1);
  count_is_taken(names, NAMES, NULL);
  count_is_taken(names + 1, NAMES, "more than 3 MB of different kernel names");
  for (int what = BY_CALL; what <= BY_LAUNCH; what++) {
    count_is_taken(operators, what, NULL);
    count_is_taken(operators + 1, what, "more than 2 MB of different operators and shapes");
  }
}

/* A name that is cut off counts for its own event only. */
static void a_kernel_without_a_name_is_not_the_one_before(void **state) {
  (void)state;
  enum { LONG = 40000 };
  char *text = malloc(LONG + 400), *end = text;
  assert_non_null(text);
  end += sprintf(end, "[{'ph': 'i', 'name': '");
  memset(end, 'x', LONG), end += LONG;
  end += sprintf(
      end, "', 'ts': 1}, {'ph': 'X', 'cat': 'kernel', 'pid': 0, 'tid': 7, 'ts': 5, 'dur': 1, 'args': {}}]");
  twocs_trace t;
  if (read_pieces(&t, text, (size_t)(end - text), 4096, 1)) fail_msg("%s", message);
  assert_true(t.kernels == 1);
  size_t length;
  assert_string_equal(twocs_pool_text(&t.names, t.kernel[0].name, &length), "");
  twocs_trace_close(&t);
  free(text);
}

/* Whatever happens to a trace, reading and closing it leaves no memory allocated: allocations are counted. */
static void a_closed_trace_frees_its_memory(void **state) {
  (void)state;
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
  static const char *const texts[] = {by_hand,  by_launch, ambiguous,
                                      in_steps, "[",       "[{'ph': 'X', 'cat': 'kernel'}]"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    size_t first = 0;
    for (int round = 0; round < 20; round++) {
      twocs_trace t;
      if (!read_pieces(&t, texts[i], strlen(texts[i]), 4096, 1)) twocs_trace_close(&t);
      const size_t now = mallinfo2().uordblks;
      if (round == 0) first = now; /* by now the C library has allocated what it keeps for itself */
      if (now != first) fail_msg("text %zu: %zu bytes more", i, now - first);
    }
  }
#else
  print_message("skipped: this C library, or a sanitizer, does not count what is allocated\n");
#endif
}

/* A name is looked up once: later events with that name have the class of the first. */
static void a_name_has_one_class(void **state) {
  (void)state;
  twocs_trace t = read_good(
      "[{'ph': 'X', 'cat': 'gpu_memset', 'name': 'same', 'pid': 0, 'tid': 7, 'ts': 1, 'dur': 1}, " KERNEL(
          "same", "5", "1", "'stream': 1") "]");
  assert_true(t.kernels == 2);
  for (size_t i = 0; i < 2; i++) assert_int_equal(t.kernel[i].class, TWOCS_KERNEL_MEMSET);
  twocs_trace_close(&t);
}

/* From some allocation on there is no memory left: each allocation is the failing one in turn. The C library
 * names its own parameters.
 * NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
static long left = -1; /* allocations until there is no memory; below 0: no limit */
static int failed;
static int is_there(void) {
  if (left == 0) return failed = 1, 0;
  if (left > 0) left--;
  return 1;
}
void *malloc(size_t size) { return is_there() ? __libc_malloc(size) : NULL; }
void *calloc(size_t n, size_t size) { return is_there() ? __libc_calloc(n, size) : NULL; }
void *realloc(void *old, size_t size) { return is_there() ? __libc_realloc(old, size) : NULL; }
#endif
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */

static void without_memory_a_trace_is_refused(void **state) {
  (void)state;
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
  static const char *const texts[] = {by_hand, by_launch, in_steps};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    long enough = 0;
    do {
      twocs_trace t;
      failed = 0, left = enough++;
      const int code = read_pieces(&t, texts[i], strlen(texts[i]), 4096, 1);
      left = -1;
      assert_int_equal(code, -failed);
      if (code) assert_non_null(strstr(message, "memory"));
      if (!code) twocs_trace_close(&t);
    } while (failed);
    assert_true(enough > 5);
  }
#else
  print_message("skipped: memory cannot be taken away here\n");
#endif
}

/* A field of a kind that makes no sense is skipped with everything in it: the event after it is complete. */
static void fields_of_another_kind_are_passed_over(void **state) {
  (void)state;
  static const char *const fields[] = {"ph",
                                       "cat",
                                       "name",
                                       "pid",
                                       "tid",
                                       "args",
                                       "External id",
                                       "correlation",
                                       "stream",
                                       "device",
                                       "Input Dims",
                                       "Input type",
                                       "Collective name",
                                       "dtype",
                                       "In msg nelems",
                                       "Group size",
                                       "bytes",
                                       "nobody knows"},
                           *const values[] = {
                               "[1, {'a': []}]", "{'x': [2], 'ph': 'X'}", "[]", "{}", "null", "true", "-7",
                               "'words'",        "[['x'], {}, 5]"};
  for (size_t f = 0; f < sizeof fields / sizeof *fields; f++)
    for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
      char text[1000];
      snprintf(text, sizeof text,
               "[{'cat': 'kernel', %s'%s': %s%s, 'ts': 1, 'dur': 1}, "
               "{'cat': 'cpu_op', %s'%s': %s%s, 'ts': 1, 'dur': 1}, " KERNEL("good", "900", "30",
                                                                             "'stream': 3") "]",
               f < 6 ? "" : "'ph': 'X', 'name': 'odd', 'args': {", fields[f], values[v], f < 6 ? "" : "}",
               f < 6 ? "" : "'ph': 'X', 'name': 'odd', 'args': {", fields[f], values[v], f < 6 ? "" : "}");
      twocs_trace t = read_good(text);
      const twocs_trace_kernel *last = &t.kernel[t.kernels - 1];
      size_t length;
      assert_true(t.kernels >= 1 && t.kernels <= 2 && t.events == 3);
      assert_string_equal(twocs_pool_text(&t.names, last->name, &length), "good");
      assert_true(last->start == 900000 && last->duration == 30000 && last->stream == 3);
      twocs_trace_close(&t);
    }
}

static void overlap_by_hand(void **state) {
  (void)state;
  twocs_trace t = read_good(by_hand);
  const twocs_trace_part all = {INT64_MIN, INT64_MAX, -1};
  twocs_trace_overlap row[TWOCS_TRACE_DEVICES_MOST];
  assert_int_equal(twocs_trace_overlaps(&t, &all, row), 1);
  assert_true(row->span == 23000 && row->compute == 18000 && row->communication == 6000);
  assert_true(row->overlapped == 4000 && row->exposed == 2000 && row->copy == 3000 && row->idle == 0);
  const twocs_trace_part late = {1008000, 1019000, 0};
  assert_int_equal(twocs_trace_overlaps(&t, &late, row), 1);
  assert_true(row->kernels == 2 && row->span == 12000 && row->compute == 8000 && row->overlapped == 2000);
  const twocs_trace_part none = {0, 1, -1};
  assert_int_equal(twocs_trace_overlaps(&t, &none, row), 0);
  twocs_trace_close(&t);
}

/* ---- Operators */

static const char *op_name(const twocs_trace *t, size_t place) {
  const uint32_t op = t->kernel[t->order[place]].op;
  return op ? t->operators.text + t->op[op - 1].name : "";
}

/* Unknown ids: the operator is the innermost one on the thread of the launch, wherever its event is. */
static void without_ids_launches_tell(void **state) {
  (void)state;
  twocs_trace t = read_good(by_launch);
  assert_true(t.passes == 3);
  assert_string_equal(op_name(&t, 0), "aten::mm");
  assert_string_equal(op_name(&t, 1), "aten::mm"); /* the split-K kernel */
  assert_string_equal(op_name(&t, 2), "aten::add_");
  assert_string_equal(op_name(&t, 3), "");
  const twocs_trace_part all = {INT64_MIN, INT64_MAX, -1};
  uint32_t scratch[4], more[4];
  twocs_trace_group group[4];
  assert_int_equal(twocs_trace_groups(&t, &all, scratch, more, group), 3);
  int seen = 0;
  for (int i = 0; i < 3; i++)
    if (group[i].kernels == 2)
      seen += group[i].calls == 1 && group[i].total == 6000 && group[i].least == 6000;
  assert_int_equal(seen, 1); /* both kernels of the one product are one call */
  twocs_trace_close(&t);
  if (read_pieces(&t, by_launch, sizeof by_launch - 1, 64, 0)) fail_msg("%s", message);
  assert_string_equal(op_name(&t, 0), ""); /* it could not be read a second time */
  twocs_trace_close(&t);
}

static void ambiguous_operators_are_ignored(void **state) {
  (void)state;
  twocs_trace t = read_good(ambiguous);
  assert_string_equal(op_name(&t, 0), "aten::add");
  assert_string_equal(op_name(&t, 1), "aten::add");
  assert_string_equal(op_name(&t, 2), "");
  twocs_trace_close(&t);
}

/* More different operators than the pool holds: the text is read again, and only the operators that matter
 * are kept. */
static void many_operators_take_a_second_reading(void **state) {
  (void)state;
  enum { MANY = 40000 };
  char *text = malloc(MANY * 200 + 1000);
  size_t n = 0;
  assert_non_null(text);
  n += (size_t)sprintf(text, "{'traceEvents': [");
  for (int i = 0; i < MANY; i++)
    n += (size_t)sprintf(
        text + n,
        OPERATOR("a_name_of_some_length_that_fills_the_pool_%d", "1", "1", "'External id': %d") ",\n", i, i);
  for (int i = 0; i < 3; i++)
    n += (size_t)sprintf(text + n, KERNEL("k%d", "%d", "1", "'External id': %d") "%s", i, i, MANY - 1 - i,
                         i < 2 ? "," : "]}");
  twocs_trace t;
  if (read_pieces(&t, text, n, 1 << 16, 1)) fail_msg("%s", message);
  assert_true(t.passes == 2 && t.operators.count == 3);
  assert_string_equal(op_name(&t, 0), "a_name_of_some_length_that_fills_the_pool_39999");
  assert_string_equal(op_name(&t, 2), "a_name_of_some_length_that_fills_the_pool_39997");
  twocs_trace_close(&t);
  free(text);
}

static void products_have_sizes(void **state) {
  (void)state;
  static const struct {
    const char *name, *shapes;
    double m, n, k, batch;
  } cases[] = {{"aten::mm", "[[8, 4], [4, 2]]", 8, 2, 4, 1},
               {"aten::bmm", "[[3, 8, 4], [3, 4, 2]]", 8, 2, 4, 3},
               {"aten::baddbmm", "[[3, 8, 2], [3, 8, 4], [3, 4, 2]]", 8, 2, 4, 3},
               {"aten::linear", "[[5, 6, 4], [2, 4], [2]]", 30, 2, 4, 1},
               {"aten::matmul", "[[5, 6, 8, 4], [5, 6, 4, 2]]", 8, 2, 4, 30},
               {"aten::matmul", "[[5, 6, 8, 4], [4, 2]]", 240, 2, 4, 1},
               {"aten::_scaled_mm", "[[8, 4], [4, 2], [], []]", 8, 2, 4, 1},
               {"aten::mm", "[[8, 4], [5, 2]]", 0, 0, 0, 0}, /* they do not fit */
               {"aten::mm", "[[8, 4]]", 0, 0, 0, 0},
               {"aten::mm", "[[8, 4], [[4, 2]]]", 0, 0, 0, 0},
               {"aten::mm", "[[0, 4], [4, 2]]", 0, 0, 0, 0},
               {"aten::mm", "'?'", 0, 0, 0, 0},
               {"aten::matmul", "[[5, 8, 4], [6, 4, 2]]", 0, 0, 0, 0},
               {"aten::matmul", "[[1,1,1,1,1,1,1,1,8,4], [4, 2]]", 0, 0, 0, 0},
               {"aten::add", "[[8, 4], [4, 2]]", 0, 0, 0, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[1000];
    snprintf(text, sizeof text,
             "[" OPERATOR("%s", "1", "1", "'External id': 1, 'Input Dims': %s") "," KERNEL(
                 "a_gemm", "5", "1", "'External id': 1") "]",
             cases[i].name, cases[i].shapes);
    twocs_trace t = read_good(text);
    const twocs_trace_operator *op = &t.op[t.kernel[0].op - 1];
    if (op->m != cases[i].m || op->n != cases[i].n || op->k != cases[i].k || op->batch != cases[i].batch)
      fail_msg("%s %s: %g x %g x %g, %g", cases[i].name, cases[i].shapes, op->m, op->n, op->k, op->batch);
    twocs_trace_close(&t);
  }
}

static void a_product_without_shapes_has_not_those_of_the_one_before(void **state) {
  (void)state;
  twocs_trace t = read_good(
      "[" OPERATOR("aten::mm", "1", "1", "'External id': 1, 'Input Dims': [[8, 4], [4, 2]]") "," OPERATOR(
          "aten::mm", "3", "1", "'External id': 2") "," KERNEL("k", "5", "1", "'External id': 2") "]");
  const twocs_trace_operator *op = &t.op[t.kernel[0].op - 1];
  assert_string_equal(op_name(&t, 0), "aten::mm");
  assert_true(op->m == 0 && op->n == 0 && op->k == 0 && op->batch == 0);
  twocs_trace_close(&t);
}

static void long_shapes_are_distinguished(void **state) {
  (void)state;
  char text[30000], first[600] = "";
  for (int round = 0; round < 2; round++) {
    int n = sprintf(text, "[%s,", KERNEL("k", "5", "1", "'External id': 1"));
    n += sprintf(text + n, "{'ph': 'X', 'cat': 'cpu_op', 'name': 'f', 'ts': 1, 'dur': 1, 'args': "
                           "{'External id': 1, 'Input Dims': [[");
    for (int i = 0; i < 400; i++)
      n += sprintf(text + n, "%s[%d, 1024]", i ? "," : "", i + 1000 + (i == 399) * round);
    sprintf(text + n, "]]}}]");
    twocs_trace t = read_good(text);
    const char *shapes = t.operators.text + t.op[t.kernel[0].op - 1].shapes;
    assert_true(strlen(shapes) < 512 && strstr(shapes, " ... #") &&
                !strncmp(shapes, "(1000x1024 1001x1024", 20));
    assert_string_not_equal(shapes, first);
    snprintf(first, sizeof first, "%s", shapes);
    twocs_trace_close(&t);
  }
}

/* ---- Steps */

static void steps_are_as_devices_saw_them(void **state) {
  (void)state;
  twocs_trace t = read_good(in_steps);
  assert_true(t.steps == 2);
  assert_true(t.step[0].number == 7 && t.step[0].start == 100000 && t.step[0].end == 190000 &&
              t.step[0].on_device);
  assert_true(t.step[1].number == 8 && t.step[1].start == 190000 && t.step[1].end == 300000);
  const size_t from = twocs_trace_from(&t, t.step[1].start), to = twocs_trace_from(&t, t.step[1].end);
  assert_true(from == 1 && to == 3);
  twocs_trace_close(&t);
}

/* ---- Bad traces */

static void wrong_traces_are_refused_with_their_line(void **state) {
  (void)state;
  refuses("", "line 1: the text ends");
  refuses("7", "line 1: this is not a trace: expected an object or a list of events");
  refuses("{}", "line 1: this is not a trace: it has no \"traceEvents\"");
  refuses("{'traceEvents': 1}", "\"traceEvents\" is not a list");
  refuses("[]", "none of the 0 events is a GPU kernel");
  refuses("[{'ph': 'M'},\n{}]\n", "line 3: none of the 2 events is a GPU kernel");
  refuses("[\n1]", "line 2: an event that is not an object");
  refuses("[" KERNEL("k", "'x'", "1", "'stream': 1") "]", "a time of an event");
  refuses("[" KERNEL("k", "nan", "1", "'stream': 1") "]", "a time of an event");
  refuses("[" KERNEL("k", "1e30", "1", "'stream': 1") "]", "a time of an event");
  refuses("[\n" KERNEL("k", "1", "-1", "'stream': 1") "]", "line 2: a GPU kernel that ends before it starts");
  refuses("[{'ph':'X','cat':'kernel','name':'k','ts':1}]", "a GPU kernel without its start or its duration");
  refuses("[{'ph':'B','cat':'kernel','name':'k','ts':1}]", "as a pair of begin and end");
  refuses("[" KERNEL("k", "1", "1", "'stream': 1") "", "the text ends where ',' or ']' is expected");
  refuses("[" KERNEL("k", "1", "1", "'stream': 1") "]]", "']' where the end of the text");
}

/* Every beginning of a trace is cut off, and recognized as such. */
static void no_beginning_is_a_trace(void **state) {
  (void)state;
  const size_t whole = strlen(by_hand) - 1; /* without the last newline */
  for (size_t n = 0; n < whole; n++) {
    twocs_trace t;
    if (!read_pieces(&t, by_hand, n, 512, 1)) fail_msg("the first %zu bytes are taken", n);
    if (!strstr(message, "line ")) fail_msg("%s", message);
  }
}

/* Damaged bytes: whatever is read, nothing breaks, and an accepted trace has kernels. */
static void damage_does_no_harm(void **state) {
  (void)state;
  char text[sizeof by_hand];
  for (int round = 0; round < (SLOW ? 3000 : 20000); round++) {
    memcpy(text, by_hand, sizeof text);
    for (int i = 0; i <= random_below(3); i++) text[random_below(sizeof text - 1)] = (char)random_below(256);
    twocs_trace t;
    if (!read_pieces(&t, text, sizeof text - 1, 300, 1)) {
      assert_true(t.kernels > 0);
      twocs_trace_close(&t);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_trace_by_hand_is_read),
      cmocka_unit_test(formats_have_their_names_and_bytes),
      cmocka_unit_test(products_have_their_sizes),
      cmocka_unit_test(kernels_together_may_take_seventy_years),
      cmocka_unit_test(names_and_operators_have_limits),
      cmocka_unit_test(a_kernel_without_a_name_is_not_the_one_before),
      cmocka_unit_test(a_closed_trace_frees_its_memory),
      cmocka_unit_test(a_name_has_one_class),
      cmocka_unit_test(without_memory_a_trace_is_refused),
      cmocka_unit_test(fields_of_another_kind_are_passed_over),
      cmocka_unit_test(overlap_by_hand),
      cmocka_unit_test(without_ids_launches_tell),
      cmocka_unit_test(ambiguous_operators_are_ignored),
      cmocka_unit_test(many_operators_take_a_second_reading),
      cmocka_unit_test(products_have_sizes),
      cmocka_unit_test(a_product_without_shapes_has_not_those_of_the_one_before),
      cmocka_unit_test(long_shapes_are_distinguished),
      cmocka_unit_test(steps_are_as_devices_saw_them),
      cmocka_unit_test(wrong_traces_are_refused_with_their_line),
      cmocka_unit_test(no_beginning_is_a_trace),
      cmocka_unit_test(damage_does_no_harm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
