/* SPDX-License-Identifier: MIT */
/* The CSV reader. The one thing to know: twocs_csv_open walks the whole text once and refuses it if it is
 * malformed, so that later walks, with the same scanner, cannot fail. Each walk is linear, whatever the text
 * contains. */
#include "csv.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  const twocs_csv *csv;
  twocs_csv_cursor at;
  const char *fault; /* what is wrong with the cell just read */
} scanner;

static int is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static int fail(char *message, size_t size, size_t line, const char *sentence) {
  if (size) snprintf(message, size, "line %zu: %s", line, sentence);
  return -1;
}

static int at_end(const scanner *s) { return s->at.at >= s->csv->length; }

static char here(const scanner *s) { return s->csv->text[s->at.at]; }

static void skip_blanks(scanner *s) {
  while (!at_end(s) && is_blank(here(s))) s->at.at++;
}

static void skip_line(scanner *s) {
  const char *from = s->csv->text + s->at.at;
  const char *newline = memchr(from, '\n', s->csv->length - s->at.at);
  s->at.at += newline ? (size_t)(newline - from) + 1 : s->csv->length - s->at.at;
  s->at.line += newline != NULL;
}

/* Moves to the first cell of the next row; 0 at the end of the text. Remembers the first comment for the
 * table's head. */
static int row_begin(scanner *s, twocs_csv *remember) {
  while (!at_end(s)) {
    const size_t start = s->at.at;
    if (here(s) == '#') {
      skip_line(s);
      if (!remember || remember->remark) continue;
      size_t begin = start + 1, end = s->at.at;
      while (end > begin && (s->csv->text[end - 1] == '\n' || is_blank(s->csv->text[end - 1]))) end--;
      while (begin < end && is_blank(s->csv->text[begin])) begin++;
      remember->remark = s->csv->text + begin;
      remember->remark_length = end - begin;
      continue;
    }
    skip_blanks(s);
    if (at_end(s)) return 0;
    if (here(s) != '\n') {
      s->at.at = start;
      return 1;
    }
    skip_line(s);
  }
  return 0;
}

static void quoted_read(scanner *s, twocs_csv_cell *cell) {
  cell->quoted = 1;
  cell->text = s->csv->text + ++s->at.at;
  for (; !at_end(s); s->at.at++) {
    if (here(s) == '\n') s->at.line++;
    if (here(s) != '"') continue;
    if (s->at.at + 1 < s->csv->length && s->csv->text[s->at.at + 1] == '"') {
      s->at.at++;
      continue;
    }
    cell->length = (size_t)(s->csv->text + s->at.at - cell->text);
    s->at.at++;
    skip_blanks(s);
    if (!at_end(s) && here(s) != s->csv->separator && here(s) != '\n')
      s->fault = "text follows a closing quote";
    return;
  }
  s->fault = "the quote that opens here is never closed";
}

/* The only bytes that can end a bare cell, as bits: 1 if commas separate cells, 2 if semicolons do. */
static const unsigned char stops[256] = {[','] = 1, [';'] = 2, ['\n'] = 3, ['"'] = 3};

static void bare_read(scanner *s, twocs_csv_cell *cell) {
  const unsigned char stop = s->csv->separator == ';' ? 2 : 1;
  const char *text = s->csv->text + s->at.at, *last = s->csv->text + s->csv->length, *end = text;
  while (end < last && !(stops[(unsigned char)*end] & stop)) end++;
  if (end < last && *end == '"') s->fault = "a quote is in a cell that does not begin with one";
  s->at.at = (size_t)(end - s->csv->text);
  while (end > text && is_blank(end[-1])) end--;
  cell->quoted = 0;
  cell->text = text;
  cell->length = (size_t)(end - text);
}

/* A text that a spreadsheet would take for a formula has an apostrophe in front, which is not part of the
 * text. A text that itself begins with apostrophes and such a sign has one more. */
static void guard_drop(twocs_csv_cell *cell) {
  size_t i = 0;
  while (i < cell->length && cell->text[i] == '\'') i++;
  if (!i || i == cell->length || !strchr("=+@", cell->text[i])) return;
  cell->text++, cell->length--;
}

/* Reads one cell and what ends it. The scanner is inside a row. */
static int cell_read(scanner *s, twocs_csv_cell *cell) {
  skip_blanks(s);
  cell->line = s->at.line;
  if (!at_end(s) && here(s) == '"')
    quoted_read(s, cell);
  else
    bare_read(s, cell);
  if (s->fault) return -1;
  if (cell->length && *cell->text == '\'') guard_drop(cell);
  s->at.inside = !at_end(s) && here(s) != '\n';
  if (!at_end(s)) {
    s->at.line += here(s) == '\n';
    s->at.at++;
  }
  return 0;
}

/* Counts the cells of one row. Returns 0, or -1 with the fault and its line. */
static int row_read(scanner *s, size_t *cells, size_t *longest, size_t *line) {
  twocs_csv_cell cell = {0};
  *cells = 0;
  do {
    const int code = cell_read(s, &cell);
    *line = cell.line;
    if (code) return -1;
    ++*cells;
    if (cell.length > *longest) *longest = cell.length;
  } while (s->at.inside);
  return 0;
}

static size_t line_of(const char *text, const char *place) {
  size_t line = 1;
  for (; text < place; text++) line += *text == '\n';
  return line;
}

/* Without this check, lines that end in CR alone would all be one line. */
static int has_lines(const char *text, size_t length) {
  while (length && is_blank(text[length - 1])) length--;
  return !memchr(text, '\r', length) || memchr(text, '\n', length);
}

/* Semicolons separate cells if the header has some, and no comma, outside of quotes. */
static char separator_of(const scanner *s) {
  char found = ',';
  int quoted = 0;
  for (size_t i = s->at.at; i < s->csv->length && (quoted || s->csv->text[i] != '\n'); i++) {
    const char c = s->csv->text[i];
    if (c == '"') quoted = !quoted;
    if (c == ',' && !quoted) return ',';
    if (c == ';' && !quoted) found = ';';
  }
  return found;
}

static int rows_count(twocs_csv *csv, scanner *s, char *message, size_t size) {
  char sentence[96];
  while (row_begin(s, NULL)) {
    size_t cells, line;
    const size_t first_line = s->at.line;
    if (row_read(s, &cells, &csv->longest, &line)) return fail(message, size, line, s->fault);
    if (cells != csv->columns) {
      snprintf(sentence, sizeof sentence, "%zu cell%s, but the header names %zu", cells,
               cells == 1 ? "" : "s", csv->columns);
      return fail(message, size, first_line, sentence);
    }
    csv->rows++;
  }
  return 0;
}

int twocs_csv_open(twocs_csv *csv, const char *text, size_t length, size_t header, char *message,
                   size_t size) {
  *csv = (twocs_csv){.text = text, .length = length, .separator = ','};
  scanner s = {.csv = csv, .at = {0, 1, 0}};
  if (!length) return fail(message, size, 1, "the text is empty: expected a header");
  const char *nul = memchr(text, 0, length);
  if (nul) return fail(message, size, line_of(text, nul), "a NUL byte: this is not a text file");
  if (!has_lines(text, length))
    return fail(message, size, 1, "lines end in CR alone: save it with LF or CRLF");
  if (length >= 3 && !memcmp(text, "\xef\xbb\xbf", 3)) s.at.at = 3;
  if (header && header < length)
    s.at = (twocs_csv_cursor){header, line_of(text, text + header), 0};
  else if (!row_begin(&s, csv))
    return fail(message, size, s.at.line, "the text ends before its header");
  csv->header = s.at.at;
  csv->header_line = s.at.line;
  csv->separator = separator_of(&s);
  size_t line;
  if (row_read(&s, &csv->columns, &csv->longest, &line)) return fail(message, size, line, s.fault);
  csv->body = s.at.at;
  csv->body_line = s.at.line;
  return rows_count(csv, &s, message, size);
}

twocs_csv_cursor twocs_csv_start(const twocs_csv *csv) {
  return (twocs_csv_cursor){csv->body, csv->body_line, 0};
}

int twocs_csv_next(const twocs_csv *csv, twocs_csv_cursor *cursor, twocs_csv_cell *cell) {
  scanner s = {.csv = csv, .at = *cursor};
  if (!s.at.inside && !row_begin(&s, NULL)) return 0;
  cell_read(&s, cell);
  *cursor = s.at;
  return 1;
}

size_t twocs_csv_unquote(const twocs_csv_cell *cell, char *buffer) {
  if (!cell->quoted) {
    if (cell->length) memcpy(buffer, cell->text, cell->length);
    return cell->length;
  }
  size_t n = 0;
  for (size_t i = 0; i < cell->length; i++) {
    buffer[n++] = cell->text[i];
    if (cell->text[i] == '"') i++;
  }
  return n;
}

static int is_word(const char *text, size_t length, const char *word) {
  if (length != strlen(word)) return 0;
  for (size_t i = 0; i < length; i++)
    if ((text[i] | 0x20) != word[i]) return 0;
  return 1;
}

/* Reads a cell of a numeric column. Returns 0, or the code of twocs_quantity_parse. */
static int number_read(const twocs_csv_cell *cell, twocs_unit unit, double *value, char *message,
                       size_t size) {
  const char *text = cell->text;
  size_t length = cell->length;
  const int sign = length && (*text == '-' || *text == '+');
  twocs_quantity quantity;
  *value = (double)NAN;
  if (!length || is_word(text + sign, length - (size_t)sign, "nan")) return 0;
  if (is_word(text + sign, length - (size_t)sign, "inf")) {
    *value = *text == '-' ? -HUGE_VAL : HUGE_VAL;
    return 0;
  }
  const int code = twocs_quantity_parse(text, length, unit, NULL, &quantity, message, size);
  if (!code) *value = quantity.value;
  return code;
}

int twocs_csv_is_number(const char *text, size_t length) {
  const twocs_csv_cell cell = {.text = text, .length = length};
  double value;
  return length && !number_read(&cell, (twocs_unit){"", 0, 1}, &value, NULL, 0);
}

/* Where the unit of a header cell "name [unit]" begins, or 0. */
static size_t unit_find(const twocs_csv_cell *cell) {
  size_t at = cell->length;
  if (!at || cell->text[at - 1] != ']') return 0;
  while (at && cell->text[at - 1] != '[') at--;
  return at == 1 || (at && is_blank(cell->text[at - 2])) ? at : 0;
}

/* Cuts "name [unit]" in two. */
static int header_cut(const twocs_csv_cell *cell, twocs_csv_column *column, char *message, size_t size) {
  char reason[320];
  *column = (twocs_csv_column){.name = *cell, .unit = {"", 0, 1}, .wanted = 1};
  size_t end = unit_find(cell);
  if (end) {
    column->text = cell->length - end - 1 == 4 && !memcmp(cell->text + end, "text", 4);
    if (!column->text &&
        twocs_unit_parse(cell->text + end, cell->length - end - 1, &column->unit, reason, sizeof reason))
      return fail(message, size, cell->line, reason);
    end--;
    while (end && is_blank(cell->text[end - 1])) end--;
    column->name.length = end;
  }
  if (!column->name.length) return fail(message, size, cell->line, "a column has no name");
  return 0;
}

size_t twocs_csv_name(const twocs_csv_cell *cell) {
  twocs_csv_column column;
  return header_cut(cell, &column, NULL, 0) ? cell->length : column.name.length;
}

void twocs_csv_header(const twocs_csv *csv, twocs_csv_cell name[]) {
  scanner s = {.csv = csv, .at = {csv->header, csv->header_line, 0}};
  for (size_t c = 0; c < csv->columns; c++) cell_read(&s, &name[c]);
}

/* A unit without a scale, such as "s", only says what is measured, so it matches any scale of that unit. */
static int is_plain(twocs_unit unit) { return unit.decade == 0 && unit.factor == 1; }

static int same_unit(twocs_unit a, twocs_unit b) {
  if (strcmp(a.name, b.name)) return 0;
  return is_plain(a) || (a.decade == b.decade && a.factor == b.factor);
}

/* Replaces a header cell: takes the name of `instead`, and the unit of whichever of the two has one. */
static int header_replace(const twocs_csv_cell *cell, const twocs_csv_cell *instead, twocs_csv_column *column,
                          char *message, size_t size) {
  char sentence[200];
  twocs_csv_column old;
  if (header_cut(instead, column, message, size)) return -1;
  if (column->text) return 0;
  const int unknown =
      header_cut(cell, &old, *column->unit.name ? NULL : message, *column->unit.name ? 0 : size);
  if (unknown) return *column->unit.name ? 0 : -1;
  column->text = old.text && !*column->unit.name;
  if (!*old.unit.name) return 0;
  if (*column->unit.name && !same_unit(column->unit, old.unit)) {
    snprintf(sentence, sizeof sentence, "the header has \"%.*s\", which does not match \"%.*s\"",
             (int)(cell->length < 60 ? cell->length : 60), cell->text,
             (int)(instead->length < 60 ? instead->length : 60), instead->text);
    return fail(message, size, cell->line, sentence);
  }
  column->unit = old.unit;
  return 0;
}

static int header_read(const twocs_csv *csv, const twocs_csv_cell instead[], twocs_csv_column column[],
                       char *message, size_t size) {
  scanner s = {.csv = csv, .at = {csv->header, csv->header_line, 0}};
  twocs_csv_cell cell = {0};
  for (size_t c = 0; c < csv->columns; c++) {
    cell_read(&s, &cell);
    if (instead && !instead[c].text)
      column[c] = (twocs_csv_column){.name = cell, .unit = {"", 0, 1}};
    else if (instead ? header_replace(&cell, &instead[c], &column[c], message, size)
                     : header_cut(&cell, &column[c], message, size))
      return -1;
  }
  return 0;
}

int twocs_csv_columns(const twocs_csv *csv, const twocs_csv_cell instead[], twocs_csv_column column[],
                      char *message, size_t size) {
  if (header_read(csv, instead, column, message, size)) return -1;
  for (size_t c = 0; c < csv->columns; c++)
    column[c].numeric = !column[c].wanted || column[c].text ? 0 : *column[c].unit.name ? 1 : -1;
  return 0;
}

/* "1,5" or "-0,25": programs that separate cells with semicolons write such numbers. */
static int has_decimal_comma(const twocs_csv_cell *cell) {
  size_t i = cell->length && *cell->text == '-', commas = 0, digits = 0;
  for (; i < cell->length; i++) {
    const char c = cell->text[i];
    if (c == ',')
      commas++;
    else if (c < '0' || c > '9')
      return 0;
    else
      digits++;
  }
  return commas == 1 && digits > 1;
}

/* Finds out from a cell whether its column is numeric, and stores its number. */
static int cell_take(twocs_csv_column *column, const twocs_csv_cell *cell, char separator, size_t row,
                     char *message, size_t size) {
  char reason[320], sentence[400];
  double value;
  if (number_read(cell, column->unit, &value, reason, sizeof reason)) {
    if (separator == ';' && has_decimal_comma(cell))
      return fail(message, size, cell->line, "a number with a decimal comma: expected a decimal point");
    if (!*column->unit.name) return column->numeric = 0;
    const size_t most = column->name.length < 40 ? column->name.length : 40;
    snprintf(sentence, sizeof sentence, "%.*s: %s", (int)most, column->name.text, reason);
    return fail(message, size, cell->line, sentence);
  }
  if (cell->length) column->numeric = 1;
  if (column->values) column->values[row] = value;
  return 0;
}

int twocs_csv_fill(const twocs_csv *csv, twocs_csv_column column[], char *message, size_t size) {
  scanner s = {.csv = csv, .at = twocs_csv_start(csv)};
  twocs_csv_cell cell = {0};
  for (size_t r = 0; r < csv->rows && row_begin(&s, NULL); r++)
    for (size_t c = 0; c < csv->columns; c++) {
      cell_read(&s, &cell);
      if (column[c].numeric && cell_take(&column[c], &cell, csv->separator, r, message, size)) return -1;
    }
  for (size_t c = 0; c < csv->columns; c++) column[c].numeric = column[c].numeric == 1;
  return 0;
}
