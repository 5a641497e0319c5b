/* SPDX-License-Identifier: MIT */
/* The CSV reader: what it accepts, what it reports about the rest, and that its time is linear in the size of
 * the text. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "linear_time.h"

enum { MOST_COLUMNS = 8, MOST_ROWS = 8 };

typedef struct {
  twocs_csv csv;
  twocs_csv_column column[MOST_COLUMNS];
  double values[MOST_COLUMNS][MOST_ROWS];
  char message[400];
  int code;
} reading;

static reading read_bytes(const char *text, size_t length) {
  reading r = {.message = ""};
  r.code = twocs_csv_open(&r.csv, text, length, 0, r.message, sizeof r.message);
  if (r.code) return r;
  assert_true(r.csv.columns <= MOST_COLUMNS && r.csv.rows <= MOST_ROWS);
  r.code = twocs_csv_columns(&r.csv, NULL, r.column, r.message, sizeof r.message);
  if (r.code) return r;
  for (size_t c = 0; c < r.csv.columns; c++) r.column[c].values = r.values[c];
  r.code = twocs_csv_fill(&r.csv, r.column, r.message, sizeof r.message);
  for (size_t c = 0; c < r.csv.columns; c++) r.column[c].values = NULL;
  return r;
}

static reading read_text(const char *text) { return read_bytes(text, strlen(text)); }

static const char *cell_text(const twocs_csv *csv, size_t row, size_t column) {
  static char buffer[100];
  twocs_csv_cursor cursor = twocs_csv_start(csv);
  twocs_csv_cell cell = {0};
  for (size_t i = 0; i <= row * csv->columns + column; i++)
    assert_int_equal(twocs_csv_next(csv, &cursor, &cell), 1);
  assert_true(cell.length < sizeof buffer);
  buffer[twocs_csv_unquote(&cell, buffer)] = 0;
  return buffer;
}

static void a_header_names_columns_and_units(void **state) {
  (void)state;
  const reading r = read_text("\xef\xbb\xbf# fig10a, 1.0, ring\r\n"
                              "h [1], sl [token],t_layer [us] ,name, \"a, \"\"b\"\" [GB/s]\",x[0]\r\n"
                              "4096,4K,1.5,  mine ,1,2\r\n"
                              "\r\n   \n# a remark\n"
                              "8192, 2e3 ,,\"say \"\"a\",400 Gb/s,nan");
  assert_string_equal(r.message, "");
  assert_int_equal(r.csv.columns, 6);
  assert_int_equal(r.csv.rows, 2);
  assert_int_equal(r.csv.remark_length, strlen("fig10a, 1.0, ring"));
  assert_memory_equal(r.csv.remark, "fig10a", 6);
  assert_memory_equal(r.column[2].name.text, "t_layer", r.column[2].name.length);
  assert_string_equal(r.column[0].unit.name, "1");
  assert_string_equal(r.column[2].unit.name, "s");
  assert_string_equal(r.column[3].unit.name, "");
  assert_string_equal(r.column[4].unit.name, "byte/s");
  assert_memory_equal(r.column[5].name.text, "x[0]", 4);
  assert_int_equal(r.column[3].numeric, 0);
  assert_int_equal(r.column[5].numeric, 1);
  char name[20];
  name[twocs_csv_unquote(&r.column[4].name, name)] = 0;
  assert_string_equal(name, "a, \"b\"");
  assert_true(r.values[0][1] == 8192 && r.values[1][0] == 4096 && r.values[1][1] == 2000);
  assert_true(r.values[2][0] == 1.5e-6 && isnan(r.values[2][1]));
  assert_true(r.values[4][0] == 1e9 && r.values[4][1] == 50e9);
  assert_true(r.values[5][0] == 2 && isnan(r.values[5][1]));
  assert_string_equal(cell_text(&r.csv, 0, 3), "mine");
  assert_string_equal(cell_text(&r.csv, 1, 3), "say \"a");
}

static void kinds_follow_the_cells(void **state) {
  (void)state;
  const reading r = read_text("a,b,c,d [s],e,f\n1,1,,,inf,8 B\n,x,,,-NaN,4\n");
  const int numeric[] = {1, 0, 0, 1, 1, 0};
  assert_string_equal(r.message, "");
  for (size_t c = 0; c < 6; c++) assert_int_equal(r.column[c].numeric, numeric[c]);
  assert_true(isnan(r.values[0][1]) && isnan(r.values[3][0]) && isinf(r.values[4][0]) &&
              isnan(r.values[4][1]));
}

static void rows_may_be_absent_or_odd(void **state) {
  (void)state;
  assert_int_equal(read_text("a,b").csv.rows, 0);
  assert_int_equal(read_text("a,b\n").csv.rows, 0);
  const reading trailing = read_text("a,b\n1,");
  assert_int_equal(trailing.csv.rows, 1);
  assert_string_equal(cell_text(&trailing.csv, 0, 1), "");
  const reading single = read_text("a\n\"\"\n\n \n\"x\ny\"\n");
  assert_int_equal(single.csv.rows, 2);
  assert_string_equal(cell_text(&single.csv, 1, 0), "x\ny");
  const reading hash = read_text("a,b\n\"#1\",#2\n");
  assert_string_equal(cell_text(&hash.csv, 0, 0), "#1");
  assert_string_equal(cell_text(&hash.csv, 0, 1), "#2");
}

/* Semicolons separate the cells if the header has no comma; a comma is then part of a text. */
static void cells_may_have_semicolons_between_them(void **state) {
  (void)state;
  const reading r = read_text("a;\"b,;\";c [ms]\n1;x,y;3\n\"2\";\"z;w\" ;\n");
  assert_string_equal(r.message, "");
  assert_int_equal(r.csv.columns, 3);
  assert_true(r.values[0][0] == 1 && r.values[0][1] == 2 && r.values[2][0] == 3e-3 && isnan(r.values[2][1]));
  assert_string_equal(cell_text(&r.csv, 0, 1), "x,y");
  assert_string_equal(cell_text(&r.csv, 1, 1), "z;w");
  const reading commas = read_text("a;b,c\n1;2,3\n");
  assert_int_equal(commas.csv.columns, 2);
  assert_string_equal(cell_text(&commas.csv, 0, 0), "1;2");
  assert_int_equal(read_text("\"a;b\"\n1\n").csv.columns, 1);
}

/* A text that a spreadsheet would compute has an apostrophe in front, which is not part of the text. */
static void guards_are_no_part_of_a_text(void **state) {
  (void)state;
  const struct {
    const char *cell, *text;
  } cells[] = {{"'=1+1", "=1+1"},     {"'+x", "+x"},    {"'@x", "@x"},  {"''=x", "'=x"},
               {"\"'=a,b\"", "=a,b"}, {"'x", "'x"},     {"'", "'"},     {"''", "''"},
               {"=x", "=x"},          {"x'=y", "x'=y"}, {"'-x", "'-x"}, {"\"'\"\"=\"", "'\"="}};
  for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
    char text[60];
    snprintf(text, sizeof text, "a,b\n%s,word\n", cells[i].cell);
    const reading r = read_text(text);
    assert_string_equal(cell_text(&r.csv, 0, 0), cells[i].text);
  }
}

static const struct {
  const char *text, *says;
} bad[] = {
    {"a;t [s]\n1;1,5\n", "line 2: a number with a decimal comma: expected a decimal point"},
    {"a;t\n1;2\n-0,25;3\n", "line 3: a number with a decimal comma: expected a decimal point"},
    {"a;b\n1;\"2\",3\n", "line 2: text follows a closing quote"},
    {"a;b\n1,2\n", "line 2: 1 cell, but the header names 2"},
    {"", "line 1: the text is empty: expected a header"},
    {"\n# only\n \n", "line 4: the text ends before its header"},
    {"a,b\n1\n", "line 2: 1 cell, but the header names 2"},
    {"a,b\n1,2\n\n1,2,3\n", "line 4: 3 cells, but the header names 2"},
    {"a,b\n1,\"2\n3\n", "line 2: the quote that opens here is never closed"},
    {"a,b\n1,\"2\"3\n", "line 2: text follows a closing quote"},
    {"a,b\n1,2\"3\"\n", "line 2: a quote is in a cell that does not begin with one"},
    {"a,\n1,2\n", "line 1: a column has no name"},
    {"a, [s]\n1,2\n", "line 1: a column has no name"},
    {"a,b [apples]\n1,2\n", "line 1: \"apples\" is not a known unit"},
    {"a,b []\n1,2\n", "line 1: a unit is empty"},
    {"a,b [s]\n1,\"\n\"\n", "line 2: b: \"?\" is not a number"},
    {"a,t [s]\n1,2\n1,soon\n", "line 3: t: \"soon\" is not a number"},
    {"a,t [s]\n1,2\n1,3 GB\n", "line 3: t: \"3 GB\" is in byte, but the value is in s"},
    {"a,t [s]\n1,1e999\n", "line 2: t: \"1e999\" is beyond the range of a double"},
};

static void malformed_texts_are_refused_with_their_line(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    const reading r = read_text(bad[i].text);
    if (r.code != -1 || !strstr(r.message, bad[i].says)) fail_msg("%s: said: %s", bad[i].text, r.message);
  }
  const reading r = read_bytes("a\n1\n\0\n", 6);
  assert_string_equal(r.message, "line 3: a NUL byte: this is not a text file");
  twocs_csv csv;
  assert_int_equal(twocs_csv_open(&csv, "a\n\"", 3, 0, NULL, 0), -1);
}

static reading read_instead(const char *text, size_t header, const char *const instead[]) {
  reading r = {.message = ""};
  twocs_csv_cell cell[MOST_COLUMNS] = {{0}};
  r.code = twocs_csv_open(&r.csv, text, strlen(text), header, r.message, sizeof r.message);
  if (r.code) return r;
  for (size_t c = 0; c < r.csv.columns; c++)
    cell[c] = (twocs_csv_cell){instead[c], instead[c] ? strlen(instead[c]) : 0, r.csv.header_line, 0};
  r.code = twocs_csv_columns(&r.csv, cell, r.column, r.message, sizeof r.message);
  if (r.code) return r;
  for (size_t c = 0; c < r.csv.columns; c++) r.column[c].values = r.values[c];
  r.code = twocs_csv_fill(&r.csv, r.column, r.message, sizeof r.message);
  return r;
}

static void other_names_and_units_may_take_the_place_of_a_header(void **state) {
  (void)state;
  const char *const names[] = {"gpus [1]", "t [ns]", NULL, "t_in", "x [s]", "y [us]"};
  const char *text =
      "# a remark, which is no header\n# GPUs,time(ns),time(ns),in [us],x [ms],y [quux]\n2,44210,a,3,4,5\n";
  const reading r = read_instead(text, strlen("# a remark, which is no header\n"), names);
  assert_string_equal(r.message, "");
  assert_int_equal(r.csv.header_line, 2);
  assert_int_equal(r.csv.rows, 1);
  assert_memory_equal(r.column[0].name.text, "gpus", r.column[0].name.length);
  assert_true(r.values[0][0] == 2 && r.values[1][0] == 44210e-9 && r.values[3][0] == 3e-6);
  assert_true(r.values[4][0] == 4e-3 && r.values[5][0] == 5e-6);
  assert_int_equal(r.column[2].wanted, 0);
  assert_int_equal(r.column[2].numeric, 0);
  twocs_csv_cell cell[MOST_COLUMNS];
  twocs_csv_header(&r.csv, cell);
  assert_memory_equal(cell[0].text, "# GPUs", cell[0].length);
  assert_int_equal(twocs_csv_name(&cell[3]), 2);
  assert_int_equal(twocs_csv_name(&cell[5]), strlen("y [quux]"));
}

static void units_of_the_two_may_not_disagree(void **state) {
  (void)state;
  const struct {
    const char *text, *instead, *says;
  } clash[] = {
      {"n [byte]\n1\n", "n [s]", "line 1: the header has \"n [byte]\", which does not match \"n [s]\""},
      {"\nt [ms]\n1\n", "t [ns]", "line 2: the header has \"t [ms]\", which does not match \"t [ns]\""},
      {"t [quux]\n1\n", "t", "line 1: \"quux\" is not a known unit"},
      {"t\n1\n", "t [quux]", "line 1: \"quux\" is not a known unit"},
      {"t\n1\n", "[s]", "line 1: a column has no name"},
      {"t\none\n", "t [s]", "line 2: t: \"one\" is not a number"},
  };
  for (size_t i = 0; i < sizeof clash / sizeof *clash; i++) {
    const reading r = read_instead(clash[i].text, 0, &clash[i].instead);
    if (r.code != -1 || !strstr(r.message, clash[i].says)) fail_msg("%s: said: %s", clash[i].text, r.message);
  }
}

static void read_all(const char *text, size_t length) {
  twocs_csv csv;
  twocs_csv_column column;
  if (!twocs_csv_open(&csv, text, length, 0, NULL, 0) && !twocs_csv_columns(&csv, NULL, &column, NULL, 0))
    twocs_csv_fill(&csv, &column, NULL, 0);
}

static void hostile_texts_take_linear_time(void **state) {
  (void)state;
  enum { SIZE = 200000 };
  const char *unit[] = {"\n", "#\n", "1\n", "\"\"\n", "\"\"", "9", " ", "\r", "#", "\"\n\"\n"};
  char *text = malloc(4 * SIZE);
  assert_non_null(text);
  for (size_t i = 0; i < sizeof unit / sizeof *unit; i++) {
    const size_t length = strlen(unit[i]);
    text[0] = 'a', text[1] = '\n';
    for (size_t j = 2; j < 4 * SIZE; j++) text[j] = unit[i][(j - 2) % length];
    assert_linear(read_all, text, SIZE);
  }
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_header_names_columns_and_units),
      cmocka_unit_test(kinds_follow_the_cells),
      cmocka_unit_test(rows_may_be_absent_or_odd),
      cmocka_unit_test(cells_may_have_semicolons_between_them),
      cmocka_unit_test(guards_are_no_part_of_a_text),
      cmocka_unit_test(malformed_texts_are_refused_with_their_line),
      cmocka_unit_test(other_names_and_units_may_take_the_place_of_a_header),
      cmocka_unit_test(units_of_the_two_may_not_disagree),
      cmocka_unit_test(hostile_texts_take_linear_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
