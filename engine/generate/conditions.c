/* SPDX-License-Identifier: MIT
 *
 * Conditions are not numbers: a formula that adds or multiplies one is refused, because when(), if_else(),
 * both() and either() state the meaning, and declare what need not be evaluated. A condition is a call of one
 * of the functions below, or a column that is such a call and nothing more. The rows of ERDI24 are compiled
 * into its search as they are written, and keep their arithmetic. */
#include "generate/reads.h"
#include <ctype.h>
#include <string.h>

static int is_condition_name(const word *w) {
  static const char *const names[] = {"is",      "equal",  "both", "either", "not_",
                                      "is_most", "active", "some", "whole"};
  size_t i = 0;
  while (i < sizeof names / sizeof *names && !word_is(w, names[i])) i++;
  return i < sizeof names / sizeof *names;
}

static int is_condition_column(int column) {
  const piece text = {rows[column].text, rows[column].text + strlen(rows[column].text)},
              own = piece_strip(text);
  call c;
  return rows[column].filled == BY_FORMULA && call_read(&own, &c) && is_condition_name(&c.name);
}

/* A row that makes several columns may use a condition of its own as a count, 0 or 1. */
static int same_place(int a, int b) {
  return rows[a].line == rows[b].line && !strcmp(rows[a].file, rows[b].file);
}

static int of_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Whether an operator is applied to a part of a formula, or to parentheses around that part alone. */
static int is_operand(const char *formula, piece part) {
  for (;;) {
    const char *before = part.begin, *after = part.end + strspn(part.end, " \n");
    while (before > formula && isspace((unsigned char)before[-1])) before--;
    if ((before > formula && strchr("*/+-", before[-1])) || (*after && strchr("*/+-", *after))) return 1;
    const int grouped = before > formula && before[-1] == '(' && *after == ')' &&
                        (before - 1 == formula || !of_name(before[-2]));
    if (!grouped) return 0;
    part = (piece){before - 1, after + 1};
  }
}

static void check(reads *r, int reader) {
  const char *text = rows[reader].text, *end = text + strlen(text), *at = text;
  for (word w; word_next(&at, &w);) {
    const int column = w.kind == NAME ? row_find(r, w.at, w.length) : -1;
    if (w.kind == FUNCTION ? !is_condition_name(&w)
                           : column < 0 || same_place(reader, column) || !is_condition_column(column))
      continue;
    const piece part = {w.at, w.kind == FUNCTION ? call_end(w.at, end) : w.at + w.length};
    if (!is_operand(text, part)) continue;
    mistake(r, &rows[reader],
            "calculates with the condition %.*s: write when(condition, x) or if_else(condition, x, y)",
            (int)(part.end - part.begin), part.begin);
  }
}

void conditions_check(reads *r) {
  for (int k = 0; k < row_count; k++)
    if (rows[k].filled == BY_FORMULA && !row_is_of_wall(k)) check(r, k);
}
