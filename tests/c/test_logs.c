/* SPDX-License-Identifier: MIT */
/* The readers of logs: nccl-tests of two generations, and OSU, with made-up samples; what they skip, what
 * they refuse, and that their time is linear in the size of the text. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "linear_time.h"
#include "nccl.h"
#include "osu.h"

static twocs_nccl nccl;
static twocs_osu osu;
static char message[320];

static int nccl_open(const char *text) {
  message[0] = 0;
  return twocs_nccl_open(&nccl, text, strlen(text), message, sizeof message);
}

static int nccl_next(void) { return twocs_nccl_next(&nccl, message, sizeof message); }

static void slice_is(twocs_slice got, const char *want) {
  if (!twocs_slice_is(got, want)) fail_msg("\"%.*s\", want \"%s\"", (int)got.length, got.text, want);
}

/* The format of version 2.8: no root, the largest difference, a label before each line. */
static const char old_log[] =
    "[0:1] WARN something\n"
    "# nThread 1 nGpus 1 minBytes 4 maxBytes 8 step: 2(factor) warmup iters: 5 iters: 100 validation: 1 \n"
    "#\n# Using devices\n"
    "[1,0]<stdout>:#   Rank  0 Pid 11 on      n1 device  0 [0x3d] Tesla V100-SXM2-16GB\n"
    "[1,0]<stdout>:#   Rank  1 Pid 12 on      n2 device  0 [0x3e] Tesla V100-SXM2-16GB\n"
    "[1,0]<stdout>:#   Rank  2 Pid 12 on      n1 device  1 [0x3e] Tesla V100-SXM2-16GB\n"
    "[1,0]<stdout>:#   Rank  3 Pid 12 on      n2 device  1 [0x3e] Tesla V100-SXM2-16GB\n"
    "#\n#                         out-of-place                       in-place          \n"
    "#  size  count    type   redop     time   algbw   busbw  error     time   algbw   busbw  error\n"
    "#   (B)    (elements)              (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)       \n"
    "      4      1   float     sum     8.48    0.00    0.00  1e-07     8.34    0.00    0.00  0e+00\n"
    "  33554432  8388608   float  sum  447.3   75.01  112.52  2e-07    444.9   75.42  113.13    N/A\r\n"
    "# Out of bounds values : 0 OK\n"
    "# Avg bus bandwidth    : 21.8071 \n#\n";

static void an_old_log(void **state) {
  (void)state;
  assert_int_equal(nccl_open(old_log), 0);
  assert_int_equal(nccl_next(), TWOCS_NCCL_ROW);
  assert_true(nccl.row.bytes == 4 && nccl.row.count == 1 && isnan(nccl.row.root));
  assert_true(nccl.row.timing[0].time.value == 8.48e-6 && nccl.row.timing[1].time.value == 8.34e-6);
  assert_true(nccl.row.timing[0].errors == 1e-7 && nccl.row.timing[1].errors == 0);
  slice_is(nccl.row.type, "float");
  slice_is(nccl.row.redop, "sum");
  assert_int_equal(nccl_next(), TWOCS_NCCL_ROW);
  assert_true(nccl.row.timing[0].algbw.value == 75.01e9 && nccl.row.timing[0].busbw.value == 112.52e9);
  assert_true(nccl.row.timing[1].time.value == 444.9e-6 && isnan(nccl.row.timing[1].errors));
  assert_int_equal(nccl_next(), TWOCS_NCCL_RUN);
  assert_true(nccl.run.ranks == 4 && nccl.run.nodes == 2 && nccl.run.per_node == 2 && nccl.run.whole);
  assert_true(nccl.run.low <= 1.5 && nccl.run.high >= 1.5 && nccl.run.high - nccl.run.low < 1e-3);
  slice_is(nccl.run.device, "Tesla V100-SXM2-16GB");
  slice_is(nccl.run.program, "");
  assert_int_equal(nccl_next(), TWOCS_NCCL_END);
  assert_int_equal(nccl_next(), TWOCS_NCCL_END);
  assert_true(nccl.skipped.count == 1 && nccl.skipped.first == 1 && !nccl.broken.count &&
              !nccl.doubtful.count);
}

/* The format of newer versions: root, count of wrong elements, groups, the program's name, statistics of the
 * repeats and the time of day. Two programs in one file; nothing marks the end of the first. */
static const char new_log[] =
    "# nccl-tests version 2.17.1 nccl-headers=22707 nccl-library=22707\n"
    "# Collective test starting: all_gather_perf\n"
    "#  Rank  0 Group  0 Pid  6899 on node-a device  0 [0000:04:00] NVIDIA H100 80GB HBM3\n"
    "#  Rank  1 Group  0 Pid  6899 on node-a device  1 [0000:05:00] NVIDIA H100 80GB HBM3\n"
    "#  Rank  0 Group  1 Pid  6899 on node-b device  1 [0000:05:00] NVIDIA H100 80GB HBM3\n"
    "#  size  count type redop root time algbw busbw #wrong i_min i_cv% time algbw busbw #wrong i_min i_cv% "
    "timestamp\n"
    "#   (B)  (elements)   (ms)  (GB/s) (GB/s)  (us) (%)   (ms)  (GB/s)  (GB/s)  (us) (%) %Y-%m-%d\n"
    "node-a: NCCL INFO rank 0 nranks 2 cudaDev 0\n"
    "1024  128  float  none  -1   0.01  0.10   0.05   0   9.0  1.0   0.01  0.10   0.05  0   9.0   1.0  "
    "2026-01-02 03:04:05\n"
    "1024  128  float  none  -1   0.01  0.10   0.05   0   9.0  1.0   0.01NCCL WARN\n"
    "3 blind mice\n"
    "+ ./build/broadcast_perf -g 2\n"
    "#  size  count type redop root cputime algbw busbw error\n"
    "1024  256  float  none   3   10.00  9.99   9.99   0\n"
    "# Out of bounds values : 7 FAILED\n"
    "2048  256  float  none   3   10.0";

static void a_new_log(void **state) {
  (void)state;
  assert_int_equal(nccl_open(new_log), 0);
  assert_int_equal(nccl_next(), TWOCS_NCCL_ROW);
  assert_true(nccl.row.timing[1].time.value == 0.01e-3 && nccl.row.root == -1);
  assert_int_equal(nccl_next(), TWOCS_NCCL_RUN);
  assert_true(nccl.run.ranks == 2 && nccl.run.nodes == 1 && nccl.run.rows == 1 && !nccl.run.whole);
  assert_false(nccl.run.cpu_time);
  slice_is(nccl.run.program, "all_gather");
  slice_is(nccl.run.device, "NVIDIA H100 80GB HBM3");
  assert_true(nccl.run.low <= 0.5 && nccl.run.high >= 0.5);
  assert_int_equal(nccl_next(), TWOCS_NCCL_ROW);
  assert_true(nccl.row.root == 3 && nccl.row.timing[0].errors == 0 && isnan(nccl.row.timing[1].time.value));
  assert_int_equal(nccl_next(), TWOCS_NCCL_RUN);
  slice_is(nccl.run.program, "broadcast");
  assert_true(nccl.run.ranks == 2 && nccl.run.nodes == 0 && nccl.run.cpu_time && !nccl.run.whole);
  assert_int_equal(nccl_next(), TWOCS_NCCL_END);
  assert_true(nccl.skipped.count == 3 && nccl.broken.count == 2 && nccl.broken.first == 10);
  assert_true(nccl.doubtful.count == 1 && nccl.doubtful.first == 14); /* 1 KiB in 10 us are 0.1 GB/s */
  assert_true(nccl.wrong.count == 1 && nccl.wrong.first == 15);
}

static int nccl_walk(const char *text, size_t length) {
  int event = twocs_nccl_open(&nccl, text, length, message, sizeof message) ? -1 : 1;
  while (event > 0) event = twocs_nccl_next(&nccl, message, sizeof message);
  return event;
}

static int osu_walk(const char *text, size_t length) {
  int event = twocs_osu_open(&osu, text, length, message, sizeof message) ? -1 : 1;
  while (event > 0) event = twocs_osu_next(&osu, message, sizeof message);
  return event;
}

static void malformed_nccl_logs_are_refused(void **state) {
  (void)state;
  const char *head = "#  size  count type time algbw busbw error\n";
  char text[400];
  assert_int_equal(nccl_walk("", 0), -1);
  assert_string_equal(message, "line 1: the text is empty");
  assert_int_equal(nccl_walk("a\n\0", 3), -1);
  assert_string_equal(message, "line 2: a NUL byte: this is not a text file");
  snprintf(text, sizeof text, "%s#  (B) (elements) (GB) (GB/s) (GB/s)\n", head);
  assert_int_equal(nccl_walk(text, strlen(text)), -1);
  assert_string_equal(message, "line 2: a unit is byte, expected s");
  snprintf(text, sizeof text, "%s#  (B) (elements) (eons) (GB/s) (GB/s)\n", head);
  assert_int_equal(nccl_walk(text, strlen(text)), -1);
  assert_memory_equal(message, "line 2: \"eons\" is not a known unit", 34);
  char *hosts = malloc(100 * (TWOCS_NCCL_HOSTS + 1)), *end = hosts;
  assert_non_null(hosts);
  for (int i = 0; i <= TWOCS_NCCL_HOSTS; i++)
    end += sprintf(end, "# Rank %d Pid 1 on h%d device 0 [0] x\n", i, i);
  assert_int_equal(nccl_walk(hosts, (size_t)(end - hosts)), -1);
  assert_string_equal(message, "line 4097: more than 4096 hosts");
  free(hosts);
}

/* Made up in the format that OSU documents. */
static const char osu_log[] =
    "srun: job 1 queued\n"
    "# OSU MPI-CUDA Allreduce Latency Test v7.0\n# Datatype: MPI_INT.\n"
    "# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations  Validation  Mood\n"
    "4                      10.05              9.00             11.25        1000        Pass  good\n"
    "8                      10.05              9.00             11.25\n"
    "16                     10.05              9.00             11.25        1000        Fail  bad\n"
    "\n# OSU MPI Multiple Bandwidth / Message Rate Test v5.6.2\n"
    "# [ pairs: 36 ] [ window size: 64 ]\n"
    "# Size                  MB/s        Messages/s\n"
    "1                       3.55        3553090.50\n"
    "# OSU MPI Barrier Latency Test v5.8\n# Avg Latency(us)\n            12.57\n"
    "# OSU MPI Latency Test v5.8\n# Size          Latency (us)\n1   2.5";

static void osu_logs(void **state) {
  (void)state;
  assert_int_equal(twocs_osu_open(&osu, osu_log, strlen(osu_log), message, sizeof message), 0);
  assert_int_equal(twocs_osu_next(&osu, message, sizeof message), TWOCS_OSU_ROW);
  assert_true(osu.value[TWOCS_OSU_BYTES] == 4 && osu.value[TWOCS_OSU_TIME] == 10.05e-6);
  assert_true(osu.value[TWOCS_OSU_TIME_MAX] == 11.25e-6 && osu.value[TWOCS_OSU_ITERATIONS] == 1000);
  assert_true(isnan(osu.value[TWOCS_OSU_RATE]));
  assert_int_equal(twocs_osu_next(&osu, message, sizeof message), TWOCS_OSU_ROW);
  assert_int_equal(twocs_osu_next(&osu, message, sizeof message), TWOCS_OSU_RUN);
  slice_is(osu.run.title, "OSU MPI-CUDA Allreduce Latency Test v7.0");
  slice_is(osu.run.unknown, "Mood");
  assert_int_equal(twocs_osu_next(&osu, message, sizeof message), TWOCS_OSU_ROW);
  assert_true(osu.value[TWOCS_OSU_RATE] == 3.55e6 && osu.value[TWOCS_OSU_MESSAGES] == 3553090.5);
  assert_int_equal(twocs_osu_next(&osu, message, sizeof message), TWOCS_OSU_RUN);
  assert_int_equal(osu.run.pairs, 36);
  assert_int_equal(twocs_osu_next(&osu, message, sizeof message), TWOCS_OSU_ROW);
  assert_true(isnan(osu.value[TWOCS_OSU_BYTES]) && osu.value[TWOCS_OSU_TIME] == 12.57e-6);
  assert_int_equal(twocs_osu_next(&osu, message, sizeof message), TWOCS_OSU_RUN);
  assert_int_equal(osu.run.pairs, 0);
  assert_int_equal(twocs_osu_next(&osu, message, sizeof message), TWOCS_OSU_RUN);
  assert_int_equal(osu.run.rows, 0);
  assert_int_equal(twocs_osu_next(&osu, message, sizeof message), TWOCS_OSU_END);
  assert_true(osu.skipped.count == 1 && osu.broken.count == 2 && osu.broken.first == 6);
  assert_true(osu.wrong.count == 1 && osu.wrong.first == 7);
}

static void malformed_osu_logs_are_refused(void **state) {
  (void)state;
  const struct {
    const char *text, *says;
  } bad[] = {{"", "line 1: the text is empty"},
             {"# Size  Latency (apples)\n1  2\n", "line 1: \"apples\" is not a known unit"},
             {"\n# Size  Latency (MB/s)\n1  2\n", "line 2: Latency is in byte/s, expected s"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_int_equal(osu_walk(bad[i].text, strlen(bad[i].text)), -1);
    if (!strstr(message, bad[i].says)) fail_msg("said: %s", message);
  }
}

/* ---- What counts as a row: complete, with exactly the header's words, and numbers where numbers belong. */

typedef struct guard {
  const char *line;
  size_t rows, broken, skipped;
} guard;

static void only_complete_osu_rows_are_read(void **state) {
  (void)state;
  static const guard guards[] = {{"4 10.05\n", 1, 0, 0},       {"  4\t10.05  \n", 1, 0, 0},
                                 {"4 N/A\n", 1, 0, 0},         {"4 10.05 1\n", 0, 1, 0},
                                 {"4 10.05 extra\n", 0, 1, 0}, {"4\n", 0, 1, 0},
                                 {"4.5 10.05\n", 0, 1, 0},     {"-4 10.05\n", 0, 1, 0},
                                 {"4 soon\n", 0, 1, 0},        {"4 10.05", 0, 1, 0},
                                 {"four 10.05\n", 0, 0, 1},    {"nothing\n", 0, 0, 1},
                                 {"# 4 10.05\n", 0, 0, 0},     {"\n", 0, 0, 0},
                                 {"4 1\n8 2\n", 2, 0, 0},      {"4 1\n8 2 3\n9 2\n", 2, 1, 0}};
  char text[200];
  for (size_t i = 0; i < sizeof guards / sizeof *guards; i++) {
    const guard *g = &guards[i];
    snprintf(text, sizeof text, "4 1.5\n# Size  Latency (us)\n%s", g->line); /* before the header: no row */
    assert_int_equal(osu_walk(text, strlen(text)), 0);
    if (osu.run.rows != g->rows || osu.broken.count != g->broken || osu.skipped.count != g->skipped + 1)
      fail_msg("\"%s\": %zu rows, %zu broken, %zu skipped", g->line, osu.run.rows, (size_t)osu.broken.count,
               (size_t)osu.skipped.count);
    assert_int_equal(osu.skipped.first, 1);
  }
}

static void only_complete_nccl_rows_are_read(void **state) {
  (void)state;
  static const guard guards[] = {{"8 2 float sum 10 0 0 0\n", 1, 0, 0},
                                 {"8 2 float sum 10 0 0\n", 0, 1, 0},
                                 {"8 2 float sum 10 0 0 0 0\n", 0, 1, 0},
                                 {"8 2 float sum 10 0 0 0 x\n", 0, 1, 0},
                                 {"8 2\n", 0, 1, 0},
                                 {"8 2 float\n", 0, 1, 0},
                                 {"8 2 float sum x 0 0 0\n", 0, 1, 0},
                                 {"8 2 float sum 10 x 0 0\n", 0, 1, 0},
                                 {"8 2 float sum 10 0 x 0\n", 0, 1, 0},
                                 {"8 2 float sum 10 0 0 x\n", 0, 1, 0},
                                 {"8 2 float sum 10 0 0 N/A\n", 1, 0, 0},
                                 {"8 2 float sum 10 0 0 0", 0, 1, 0},
                                 {"8 x float sum 10 0 0 0\n", 0, 0, 1},
                                 {"x 2 float sum 10 0 0 0\n", 0, 0, 1},
                                 {"8.0 2 float sum 10 0 0 0\n", 0, 0, 1},
                                 {"8\n", 0, 0, 1},
                                 {"-8 2 float sum 10 0 0 0\n", 0, 0, 1},
                                 {"\n", 0, 0, 0}};
  char text[200];
  for (size_t i = 0; i < sizeof guards / sizeof *guards; i++) {
    const guard *g = &guards[i];
    snprintf(text, sizeof text, "8 2 float sum 10 0 0 0\n# size count type redop time algbw busbw error\n%s",
             g->line);
    assert_int_equal(nccl_walk(text, strlen(text)), 0);
    if (nccl.run.rows != g->rows || nccl.broken.count != g->broken || nccl.skipped.count != g->skipped + 1)
      fail_msg("\"%s\": %zu rows, %zu broken, %zu skipped", g->line, nccl.run.rows, (size_t)nccl.broken.count,
               (size_t)nccl.skipped.count);
    assert_int_equal(nccl.skipped.first, 1);
  }
}

/* 1000 bytes in 10 us are 0.1 GB/s. With times printed to a tenth of a microsecond and rates to a hundredth
 * of a GB/s, 0.11 is too many (9.95 us of 0.105 GB/s are 1045 bytes) and 0.09 too few (10.05 us of 0.095 GB/s
 * are 955). */
static void a_contradictory_row_is_marked(void **state) {
  (void)state;
  static const struct {
    const char *values;
    size_t doubtful;
  } row[] = {{"10.0 0.10 0.10 0 10.0 0.10 0.10 0", 0}, {"10.0 0.11 0.10 0 10.0 0.10 0.10 0", 1},
             {"10.0 0.09 0.10 0 10.0 0.10 0.10 0", 1}, {"10.0 0.10 0.10 0 10.0 0.11 0.10 0", 1},
             {"10.0 0.10 0.10 0 10.0 0.09 0.10 0", 1}, {"10.0 0.11 0.10 0 10.0 0.11 0.10 0", 1},
             {"0.0 0.11 0.10 0 10.0 0.10 0.10 0", 0},  {"10.0 N/A 0.10 0 10.0 0.10 0.10 0", 0}};
  char text[240];
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    snprintf(text, sizeof text,
             "# size count type redop time algbw busbw error time algbw busbw error\n1000 250 float sum %s\n",
             row[i].values);
    assert_int_equal(nccl_walk(text, strlen(text)), 0);
    if (nccl.doubtful.count != row[i].doubtful || nccl.run.rows != 1)
      fail_msg("\"%s\": %zu doubtful", row[i].values, (size_t)nccl.doubtful.count);
  }
}

/* The bounds of the ratio of the rates become narrower row by row, from both timings: 2 (n - 1) / n of four
 * ranks is 1.5. */
static void the_ratio_of_the_rates_is_narrowed_by_every_row(void **state) {
  (void)state;
  static const struct {
    const char *rows;
    double low, high; /* of (busbw +- 0.005) / (algbw -+ 0.005) */
  } log[] = {{"1000 250 float sum 10.0 0.10 0.15 0\n", 0.145 / 0.105, 0.155 / 0.095},
             {"1000 250 float sum 10.0 0.10 0.15 0\n2000 500 float sum 10.0 0.20 0.30 0\n", 0.295 / 0.205,
              0.305 / 0.195},
             {"2000 500 float sum 10.0 0.20 0.30 0\n1000 250 float sum 10.0 0.10 0.15 0\n", 0.295 / 0.205,
              0.305 / 0.195},
             {"1000 250 float sum 100.0 0.01 0.02 0\n", 0, HUGE_VAL}, /* too coarse to say anything */
             {"1000 250 float sum 10.0 0.10 N/A 0\n", 0, HUGE_VAL}};
  char text[300];
  for (size_t i = 0; i < sizeof log / sizeof *log; i++) {
    snprintf(text, sizeof text, "# size count type redop time algbw busbw error\n%s", log[i].rows);
    assert_int_equal(nccl_walk(text, strlen(text)), 0);
    if (!(fabs(nccl.run.low - log[i].low) <= 3e-9) ||
        !(nccl.run.high == log[i].high || fabs(nccl.run.high - log[i].high) <= 3e-9))
      fail_msg("%s%.12g to %.12g, want %.12g to %.12g", log[i].rows, nccl.run.low, nccl.run.high, log[i].low,
               log[i].high);
  }
  snprintf(text, sizeof text,
           "# size count type redop time algbw busbw error\n2000 1 float sum 10.0 0.20 0.30 0\n"
           "2000 1 float sum 10.0 0.20 0.20 0\n");
  assert_int_equal(nccl_walk(text, strlen(text)), 0);
  assert_true(isnan(nccl.run.low) && isnan(nccl.run.high)); /* no single ratio explains both */
}

static void walk_both(const char *text, size_t length) {
  nccl_walk(text, length);
  osu_walk(text, length);
}

/* Each of them after headers of both formats. */
static void hostile_logs_take_linear_time(void **state) {
  (void)state;
  const char *unit[] = {"\n",
                        "#",
                        "# \n",
                        "1 ",
                        "1 2\n",
                        "# Rank 0 Pid 1 on a device 0 [0] x\n",
                        "_perf",
                        "nranks ",
                        "nranks 1\n",
                        "# size count type time\n",
                        "]<std",
                        "# OSU x Test\n",
                        "# Size  MB/s\n",
                        "  x"};
  const char *head =
      "# OSU MPI Latency Test v1\n# Size  Latency (us)\n# size count type time algbw busbw error\n";
  enum { SIZE = 200000 };
  const size_t start = strlen(head);
  char *text = malloc(4 * SIZE);
  assert_non_null(text);
  memcpy(text, head, start);
  for (size_t i = 0; i < sizeof unit / sizeof *unit; i++) {
    const size_t length = strlen(unit[i]);
    for (size_t j = start; j < 4 * SIZE; j++) text[j] = unit[i][(j - start) % length];
    assert_linear(walk_both, text, SIZE);
  }
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_old_log),
      cmocka_unit_test(a_new_log),
      cmocka_unit_test(malformed_nccl_logs_are_refused),
      cmocka_unit_test(osu_logs),
      cmocka_unit_test(malformed_osu_logs_are_refused),
      cmocka_unit_test(only_complete_osu_rows_are_read),
      cmocka_unit_test(only_complete_nccl_rows_are_read),
      cmocka_unit_test(a_contradictory_row_is_marked),
      cmocka_unit_test(the_ratio_of_the_rates_is_narrowed_by_every_row),
      cmocka_unit_test(hostile_logs_take_linear_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
