/* SPDX-License-Identifier: MIT */
/* The reader of nccl-tests logs. The one thing to know: a line is a row only if it has exactly the words that
 * the header announces, with numbers where numbers belong. A line that only begins like a row is counted as
 * broken, and never read in part. */
#include "nccl.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { SIZE, COUNT, TYPE, REDOP, ROOT, TIME, ALGBW, BUSBW, WRONG, OTHER };

static const twocs_nccl_run nothing_said = {.low = 0, .high = HUGE_VAL};

int twocs_nccl_open(twocs_nccl *n, const char *text, size_t length, char *message, size_t size) {
  memset(n, 0, sizeof *n);
  n->next = nothing_said;
  n->list = 1;
  return twocs_lines_open(&n->lines, text, length, message, size);
}

/* The lines before a run: its devices and its program. */

/* The host's place, its own or a free one; NULL if there are too many. */
static twocs_nccl_host *host_place(twocs_nccl *n, twocs_slice name) {
  uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < name.length; i++) hash = (hash ^ (unsigned char)name.text[i]) * 1099511628211u;
  for (size_t k = 0; k < TWOCS_NCCL_PLACES; k++) {
    twocs_nccl_host *host = &n->host[(hash + k) % TWOCS_NCCL_PLACES];
    if (host->list != n->list) return host;
    if (host->name.length == name.length && !memcmp(host->name.text, name.text, name.length)) return host;
  }
  return NULL;
}

/* "# Rank 0 Group 0 Pid 7 on host device 0 [0x3d] Tesla V100". Ranks of groups after the first run at the
 * same time, in communicators of their own. Returns 1 if it is such a line. */
static int device_read(twocs_nccl *n, twocs_slice rest, char *message, size_t size) {
  twocs_slice word, host;
  double rank, group = 0, other;
  if (!twocs_lines_word(&rest, &word) || !twocs_slice_is(word, "Rank")) return 0;
  if (!twocs_lines_word(&rest, &word) || !twocs_count(word, &rank) || !twocs_lines_word(&rest, &word))
    return 0;
  if (twocs_slice_is(word, "Group") &&
      (!twocs_lines_word(&rest, &word) || !twocs_count(word, &group) || !twocs_lines_word(&rest, &word)))
    return 0;
  if (!twocs_slice_is(word, "Pid") || !twocs_lines_word(&rest, &word) || !twocs_count(word, &other)) return 0;
  if (!twocs_lines_word(&rest, &word) || !twocs_slice_is(word, "on") || !twocs_lines_word(&rest, &host))
    return 0;
  if (!twocs_lines_word(&rest, &word) || !twocs_slice_is(word, "device")) return 0;
  if (group > 0) return 1;
  twocs_nccl_host *place = host_place(n, host);
  if (!place || (place->list != n->list && n->next.nodes == TWOCS_NCCL_HOSTS))
    return twocs_lines_fail(message, size, n->lines.line, "more than %d hosts", TWOCS_NCCL_HOSTS);
  if (place->list != n->list) {
    *place = (twocs_nccl_host){host, 0, n->list};
    n->next.nodes++;
  }
  place->devices++;
  n->next.ranks++;
  const char *bracket = memchr(rest.text, ']', rest.length);
  if (bracket && !n->next.device.length) {
    const size_t from = (size_t)(bracket - rest.text) + 1;
    rest.text += from, rest.length -= from;
    if (twocs_lines_word(&rest, &word)) n->next.device = (twocs_slice){word.text, word.length + rest.length};
  }
  return 1;
}

/* "all_reduce" of "./build/all_reduce_perf -b 8". */
static void program_read(twocs_nccl *n, twocs_slice line) {
  const char *end = twocs_slice_find(line, "_perf"), *begin = end;
  if (!end || twocs_slice_find(line, "concluded")) return;
  while (begin > line.text && ((begin[-1] >= 'a' && begin[-1] <= 'z') || begin[-1] == '_')) begin--;
  if (begin < end) n->next.program = (twocs_slice){begin, (size_t)(end - begin)};
}

/* Reads "nranks 8" from NCCL's own lines, for logs without a device list. */
static void ranks_hear(twocs_nccl *n, twocs_slice line) {
  const char *at = twocs_slice_find(line, "nranks ");
  if (!at) at = twocs_slice_find(line, "nRanks ");
  if (!at) return;
  twocs_slice rest = {at + 7, (size_t)(line.text + line.length - at) - 7}, word;
  double ranks;
  if (twocs_lines_word(&rest, &word) && twocs_count(word, &ranks) && ranks < 1e9 && ranks > (double)n->heard)
    n->heard = (size_t)ranks;
}

static size_t devices_alike(const twocs_nccl *n) {
  size_t each = 0;
  for (size_t k = 0; k < TWOCS_NCCL_PLACES; k++) {
    if (n->host[k].list != n->list) continue;
    if (each && each != n->host[k].devices) return 0;
    each = n->host[k].devices;
  }
  return each;
}

/* The header. */

static int column_of(twocs_slice word) {
  static const struct {
    const char *name;
    int column;
  } known[] = {{"size", SIZE},   {"count", COUNT}, {"type", TYPE},    {"redop", REDOP},
               {"root", ROOT},   {"time", TIME},   {"cputime", TIME}, {"algbw", ALGBW},
               {"busbw", BUSBW}, {"error", WRONG}, {"#wrong", WRONG}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (twocs_slice_is(word, known[i].name)) return known[i].column;
  return OTHER;
}

static void run_begin(twocs_nccl *n) {
  n->run = n->next;
  n->run.header_line = n->lines.line;
  n->run.per_node = n->run.nodes ? devices_alike(n) : 0;
  if (!n->run.ranks) n->run.ranks = n->heard;
  n->next = nothing_said;
  n->heard = 0;
  n->list++;
  n->time = (twocs_unit){"s", -6, 1};
  n->rate = (twocs_unit){"byte/s", 9, 1};
  n->open = 1;
}

/* "# size count type ...". Returns 1 if it is such a line. */
static int header_read(twocs_nccl *n, twocs_slice rest) {
  int column[TWOCS_NCCL_COLUMNS] = {0}, columns = 0, timings = 0, cpu_time = 0, stamped = 0;
  for (twocs_slice word; twocs_lines_word(&rest, &word); columns++) {
    if (columns == TWOCS_NCCL_COLUMNS || (columns <= TYPE && column_of(word) != columns)) return 0;
    column[columns] = column_of(word);
    timings += column[columns] == TIME;
    cpu_time |= twocs_slice_is(word, "cputime");
    stamped = twocs_slice_is(word, "timestamp");
  }
  if (timings < 1 || timings > 2) return 0;
  run_begin(n);
  memcpy(n->column, column, sizeof column);
  n->columns = columns;
  n->run.cpu_time = cpu_time;
  n->stamped = stamped;
  return 1;
}

/* "# (B) (elements) (us) (GB/s) ...": a unit below each column of numbers. 0, or -1. */
static int units_read(twocs_nccl *n, twocs_slice rest, char *message, size_t size) {
  twocs_slice word;
  char reason[320];
  for (int c = 0; c < n->columns; c++) {
    const int column = n->column[c];
    if (column == TYPE || column == REDOP || column == ROOT || column == WRONG) continue;
    if (!twocs_lines_word(&rest, &word) || word.length < 3 || *word.text != '(' ||
        word.text[word.length - 1] != ')')
      return 0;
    twocs_unit *unit = column == TIME ? &n->time : column == ALGBW || column == BUSBW ? &n->rate : NULL;
    if (!unit) continue;
    const char *must = unit->name;
    if (twocs_unit_parse(word.text + 1, word.length - 2, unit, reason, sizeof reason))
      return twocs_lines_fail(message, size, n->lines.line, "%s", reason);
    if (strcmp(unit->name, must))
      return twocs_lines_fail(message, size, n->lines.line, "a unit is %s, expected %s", unit->name, must);
  }
  return 0;
}

/* Rows. */

static int value_read(const twocs_nccl *n, twocs_nccl_row *row, int column, int t, twocs_slice word) {
  twocs_nccl_timing *timing = &row->timing[t < 0 ? 0 : t];
  twocs_rounded number;
  const twocs_unit none = {"1", 0, 1};
  switch (column) {
  case SIZE:
    return twocs_count(word, &row->bytes);
  case COUNT:
    return twocs_count(word, &row->count);
  case TYPE:
    row->type = word;
    return 1;
  case REDOP:
    row->redop = word;
    return 1;
  case TIME:
    return twocs_rounded_read(word, n->time, &timing->time);
  case ALGBW:
    return twocs_rounded_read(word, n->rate, &timing->algbw);
  case BUSBW:
    return twocs_rounded_read(word, n->rate, &timing->busbw);
  case ROOT:
  case WRONG:
    if (!twocs_rounded_read(word, none, &number)) return 0;
    *(column == ROOT ? &row->root : &timing->errors) = number.value;
    return 1;
  default:
    return 1;
  }
}

/* Whether bytes, time and rate agree within their rounding. */
static int is_plausible(double bytes, const twocs_nccl_timing *t) {
  const double slack = 1e-9 * bytes;
  if (!(t->time.value > 0) || isnan(t->algbw.value)) return 1;
  return (t->time.value - t->time.half) * (t->algbw.value - t->algbw.half) <= bytes + slack &&
         (t->time.value + t->time.half) * (t->algbw.value + t->algbw.half) >= bytes - slack;
}

/* Narrows the range of the ratio of the two rates. */
static void ratio_narrow(twocs_nccl_run *run, const twocs_nccl_timing *t) {
  if (!(t->algbw.value > 2 * t->algbw.half) || isnan(t->busbw.value)) return;
  const double low = (t->busbw.value - t->busbw.half) / (t->algbw.value + t->algbw.half) * (1 - 1e-9);
  const double high = (t->busbw.value + t->busbw.half) / (t->algbw.value - t->algbw.half) * (1 + 1e-9);
  if (low > run->low) run->low = low;
  if (high < run->high) run->high = high;
  if (run->low > run->high) run->low = run->high = (double)NAN;
}

static int row_words(twocs_nccl *n, twocs_slice rest) {
  const double nan = (double)NAN;
  const twocs_rounded none = {nan, nan};
  const twocs_nccl_timing untimed = {none, none, none, nan};
  twocs_nccl_row row = {.root = nan, .timing = {untimed, untimed}};
  twocs_slice word;
  int t = -1;
  for (int c = 0; c < n->columns; c++) {
    t += n->column[c] == TIME;
    if (!twocs_lines_word(&rest, &word) || !value_read(n, &row, n->column[c], t, word)) return 0;
  }
  if (n->stamped) twocs_lines_word(&rest, &word); /* a date and a time of day */
  if (twocs_lines_word(&rest, &word)) return 0;
  n->row = row;
  return 1;
}

/* Returns 1 if the line is a row. */
static int row_read(twocs_nccl *n, twocs_slice line) {
  twocs_slice rest = line, word;
  double count;
  const int begins = twocs_lines_word(&rest, &word) && twocs_count(word, &count) &&
                     twocs_lines_word(&rest, &word) && twocs_count(word, &count);
  if (!n->open || !begins) return twocs_tally_add(&n->skipped, n->lines.line), 0;
  if (!n->lines.whole || !row_words(n, line)) return twocs_tally_add(&n->broken, n->lines.line), 0;
  n->run.rows++;
  if (!is_plausible(n->row.bytes, &n->row.timing[0]) || !is_plausible(n->row.bytes, &n->row.timing[1]))
    twocs_tally_add(&n->doubtful, n->lines.line);
  ratio_narrow(&n->run, &n->row.timing[0]);
  ratio_narrow(&n->run, &n->row.timing[1]);
  return 1;
}

/* Lines. */

static int run_end(twocs_nccl *n, int whole) {
  n->run.whole = whole;
  n->open = 0;
  return TWOCS_NCCL_RUN;
}

/* Reads a comment: TWOCS_NCCL_RUN if it ends a run, TWOCS_NCCL_END if it is nothing special, or -1. */
static int comment_read(twocs_nccl *n, twocs_slice line, char *message, size_t size) {
  const twocs_slice rest = {line.text + 1, line.length - 1};
  twocs_slice words = rest, word;
  if (!twocs_lines_word(&words, &word)) return 0;
  if (twocs_slice_is(word, "Rank")) return device_read(n, rest, message, size) < 0 ? -1 : 0;
  if (*word.text == '(' && n->open && !n->run.rows) return units_read(n, rest, message, size);
  if (twocs_slice_is(word, "Out") && twocs_slice_find(line, "Out of bounds") && !twocs_slice_find(line, "OK"))
    twocs_tally_add(&n->wrong, n->lines.line);
  if (twocs_slice_is(word, "Avg") && n->open) return run_end(n, 1);
  program_read(n, rest);
  return 0;
}

/* The header of the next run may follow without a summary. It is held back until the run before has ended. */
static int is_header(twocs_slice line) {
  twocs_slice rest = {line.text + 1, line.length - 1}, word;
  return *line.text == '#' && twocs_lines_word(&rest, &word) && twocs_slice_is(word, "size");
}

static int line_read(twocs_nccl *n, twocs_slice line, char *message, size_t size) {
  if (is_header(line)) {
    if (n->open && !n->held.text) {
      n->held = line;
      return run_end(n, 0);
    }
    n->held.text = NULL;
    header_read(n, (twocs_slice){line.text + 1, line.length - 1});
    return 0;
  }
  if (*line.text == '#') return comment_read(n, line, message, size);
  if (row_read(n, line)) return TWOCS_NCCL_ROW;
  program_read(n, line);
  ranks_hear(n, line);
  return 0;
}

int twocs_nccl_next(twocs_nccl *n, char *message, size_t size) {
  twocs_slice line = n->held;
  while (line.text || twocs_lines_next(&n->lines, &line)) {
    const int event = line.length ? line_read(n, line, message, size) : 0;
    if (event) return event;
    line.text = NULL;
  }
  if (n->open) return run_end(n, 0);
  return TWOCS_NCCL_END;
}
