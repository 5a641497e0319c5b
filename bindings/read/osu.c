/* SPDX-License-Identifier: MIT */
/* The reader of OSU output. The one thing to know: a line is a row only if it has exactly as many words as
 * the header has columns, with numbers where numbers belong. */
#include "osu.h"

#include <math.h>
#include <string.h>

/* Names without their units. A benchmark calls its main time by one of the names of TWOCS_OSU_TIME. */
static const struct {
  const char *name;
  int column;
  const char *unit;
} known[] = {
    {"Size", TWOCS_OSU_BYTES, "byte"},         {"Avg Latency", TWOCS_OSU_TIME, "s"},
    {"Latency", TWOCS_OSU_TIME, "s"},          {"Avg Lat", TWOCS_OSU_TIME, "s"},
    {"Overall", TWOCS_OSU_TIME, "s"},          {"Min Latency", TWOCS_OSU_TIME_MIN, "s"},
    {"Max Latency", TWOCS_OSU_TIME_MAX, "s"},  {"P50 Tail Lat", TWOCS_OSU_TIME_P50, "s"},
    {"P90 Tail Lat", TWOCS_OSU_TIME_P90, "s"}, {"P99 Tail Lat", TWOCS_OSU_TIME_P99, "s"},
    {"Compute", TWOCS_OSU_COMPUTE, "s"},       {"Pure Comm.", TWOCS_OSU_COMM, "s"},
    {"Overlap", TWOCS_OSU_OVERLAP, "1"},       {"Bandwidth", TWOCS_OSU_RATE, "byte/s"},
    {"MB/s", TWOCS_OSU_RATE, "byte/s"},        {"Messages/s", TWOCS_OSU_MESSAGES, "1/s"},
    {"Iterations", TWOCS_OSU_ITERATIONS, "1"}, {"Validation", TWOCS_OSU_CHECK, ""},
};

int twocs_osu_open(twocs_osu *o, const char *text, size_t length, char *message, size_t size) {
  memset(o, 0, sizeof *o);
  return twocs_lines_open(&o->lines, text, length, message, size);
}

/* The header. */

static int is_blank(char c) { return c == ' ' || c == '\t'; }

/* Cuts off the text before two blanks. */
static int column_cut(twocs_slice *rest, twocs_slice *name) {
  while (rest->length && is_blank(*rest->text)) rest->text++, rest->length--;
  size_t n = 0;
  while (n < rest->length && !(is_blank(rest->text[n]) && (rest->text[n] == '\t' || n + 1 == rest->length ||
                                                           is_blank(rest->text[n + 1]))))
    n++;
  *name = (twocs_slice){rest->text, n};
  rest->text += n;
  rest->length -= n;
  return n > 0;
}

/* Cuts "Bandwidth (MB/s)" in two; unit is empty if there is none. */
static void unit_cut(twocs_slice *name, twocs_slice *unit) {
  *unit = (twocs_slice){name->text, 0};
  const char *open = name->length ? memchr(name->text, '(', name->length) : NULL;
  if (!open || name->text[name->length - 1] != ')') return;
  *unit = (twocs_slice){open + 1, (size_t)(name->text + name->length - open) - 2};
  name->length = (size_t)(open - name->text);
  while (name->length && is_blank(name->text[name->length - 1])) name->length--;
}

static size_t find_known(twocs_slice name) {
  size_t i = 0;
  while (i < sizeof known / sizeof *known && !twocs_slice_is(name, known[i].name)) i++;
  return i;
}

/* The column's kind and unit. 0, or -1. */
static int column_read(twocs_osu *o, int c, twocs_slice name, char *message, size_t size) {
  char reason[320];
  twocs_slice unit;
  const twocs_slice whole = name;
  unit_cut(&name, &unit);
  const size_t k = find_known(name);
  o->column[c] = TWOCS_OSU_OTHER;
  if (k == sizeof known / sizeof *known) {
    if (!o->run.unknown.length) o->run.unknown = whole;
    return 0;
  }
  if (!unit.length && strchr(known[k].name, '/')) unit = (twocs_slice){known[k].name, strlen(known[k].name)};
  if (twocs_slice_is(unit, "Messages/s")) unit.length = 0;
  o->column[c] = known[k].column;
  o->unit[c] = (twocs_unit){known[k].unit, 0, 1};
  if (!unit.length) return 0;
  if (twocs_unit_parse(unit.text, unit.length, &o->unit[c], reason, sizeof reason))
    return twocs_lines_fail(message, size, o->lines.line, "%s", reason);
  if (strcmp(o->unit[c].name, known[k].unit))
    return twocs_lines_fail(message, size, o->lines.line, "%s is in %s, expected %s", known[k].name,
                            o->unit[c].name, known[k].unit);
  return 0;
}

static int header_read(twocs_osu *o, twocs_slice rest, char *message, size_t size) {
  o->run = o->next;
  o->next = (twocs_osu_run){.title = o->next.title};
  o->run.header_line = o->lines.line;
  o->columns = 0;
  o->open = 1;
  for (twocs_slice name; column_cut(&rest, &name); o->columns++) {
    if (o->columns == TWOCS_OSU_COLUMNS)
      return twocs_lines_fail(message, size, o->lines.line, "more than %d columns", TWOCS_OSU_COLUMNS);
    if (column_read(o, o->columns, name, message, size)) return -1;
  }
  return 0;
}

/* Lines. */

/* A comment's words, without the '#' that some versions leave out. */
static twocs_slice comment(twocs_slice line) {
  if (*line.text == '#') line.text++, line.length--;
  while (line.length && is_blank(*line.text)) line.text++, line.length--;
  return line;
}

static int is_header(twocs_slice line) {
  twocs_slice rest = comment(line), name, unit;
  if (!column_cut(&rest, &name)) return 0;
  unit_cut(&name, &unit);
  const size_t k = find_known(name);
  if (k == sizeof known / sizeof *known) return 0;
  return known[k].column == TWOCS_OSU_BYTES ? column_cut(&rest, &name)
                                            : known[k].column == TWOCS_OSU_TIME && unit.length;
}

static int is_title(twocs_slice words) {
  return words.length > 4 && !memcmp(words.text, "OSU ", 4) && twocs_slice_find(words, " Test");
}

static void pairs_read(twocs_osu *o, twocs_slice words) {
  const char *at = twocs_slice_find(words, "pairs: ");
  twocs_slice word;
  double pairs;
  if (!at) return;
  twocs_slice rest = {at + 7, (size_t)(words.text + words.length - at) - 7};
  if (!twocs_lines_word(&rest, &word) || !twocs_count(word, &pairs) || !(pairs < 1e9)) return;
  (o->open && !o->run.rows ? &o->run : &o->next)->pairs = (size_t)pairs;
}

static int row_words(twocs_osu *o, twocs_slice rest) {
  double value[TWOCS_OSU_VALUES];
  twocs_slice word;
  twocs_rounded number;
  int failed = 0;
  for (int k = 0; k < TWOCS_OSU_VALUES; k++) value[k] = (double)NAN;
  for (int c = 0; c < o->columns; c++) {
    const int column = o->column[c];
    if (!twocs_lines_word(&rest, &word)) return 0;
    if (column == TWOCS_OSU_CHECK) failed |= !twocs_slice_is(word, "Pass");
    if (column >= TWOCS_OSU_VALUES) continue;
    if (column == TWOCS_OSU_BYTES ? !twocs_count(word, &number.value)
                                  : !twocs_rounded_read(word, o->unit[c], &number))
      return 0;
    value[column] = number.value;
  }
  if (twocs_lines_word(&rest, &word)) return 0;
  memcpy(o->value, value, sizeof value);
  if (failed) twocs_tally_add(&o->wrong, o->lines.line);
  return 1;
}

static int row_read(twocs_osu *o, twocs_slice line) {
  twocs_slice rest = line, word;
  twocs_rounded number;
  const twocs_unit none = {"1", 0, 1};
  if (!o->open || !twocs_lines_word(&rest, &word) || !twocs_rounded_read(word, none, &number))
    return twocs_tally_add(&o->skipped, o->lines.line), 0;
  if (!o->lines.whole || !row_words(o, line)) return twocs_tally_add(&o->broken, o->lines.line), 0;
  o->run.rows++;
  return TWOCS_OSU_ROW;
}

static int run_end(twocs_osu *o) {
  o->open = 0;
  return TWOCS_OSU_RUN;
}

static int line_read(twocs_osu *o, twocs_slice line, char *message, size_t size) {
  const twocs_slice words = comment(line);
  const int title = is_title(words);
  if (title || is_header(line)) {
    if (o->open && o->run.rows) { /* it belongs to the next run: held back until this one has ended */
      o->held = line;
      return run_end(o);
    }
    if (title) o->next = (twocs_osu_run){.title = words};
    return title ? 0 : header_read(o, words, message, size);
  }
  if (*line.text != '#') return row_read(o, line);
  pairs_read(o, words);
  return 0;
}

int twocs_osu_next(twocs_osu *o, char *message, size_t size) {
  twocs_slice line = o->held;
  o->held.text = NULL;
  while (line.text || twocs_lines_next(&o->lines, &line)) {
    const int event = line.length ? line_read(o, line, message, size) : 0;
    if (event) return event;
    line.text = NULL;
  }
  return o->open ? run_end(o) : TWOCS_OSU_END;
}
