/* SPDX-License-Identifier: MIT */
/* CSV text to columns: a header `h [1],sl [token],t_layer [us]`, then rows. Nothing here allocates: open the
 * text, which counts and checks it; give memory for as many columns as it has; give each column that may be
 * numeric memory for as many doubles as there are rows; fill. Text cells are walked with a cursor. All of it
 * points into the caller's text, which must outlive it.
 *
 * Commas separate cells. A cell may be in quotes; there, a quote is doubled and a line may break. Lines that
 * are blank or begin with '#' are skipped, as are a byte order mark and the blanks around a cell. Lines end
 * in LF or CRLF. An empty number is NaN; nan and inf are read. A column with a unit is numeric, and a cell of
 * it that is not a number is an error. A column without a unit is numeric if it has cells and each that is
 * not empty is a bare number; else it is text. "name [text]" is a column of text, whatever its cells look
 * like. */
#ifndef TWOCS_READ_CSV_H
#define TWOCS_READ_CSV_H
#include "rows/units.h"

#include <stddef.h>

typedef struct twocs_csv {
  const char *text;
  size_t length;
  size_t columns, rows;
  size_t longest;     /* bytes of the longest cell: enough for any unquoted one */
  const char *remark; /* the first comment line, after its '#'; NULL if the text has none before the header */
  size_t remark_length;
  size_t header, header_line, body, body_line;
  char separator; /* between cells: a comma, or a semicolon if the header has semicolons and no comma */
} twocs_csv;

typedef struct twocs_csv_cell {
  const char *text; /* between the quotes, if it is quoted; after the apostrophe of a text such as '=x */
  size_t length, line;
  int quoted;
} twocs_csv_cell;

typedef struct twocs_csv_column {
  twocs_csv_cell name; /* without its unit */
  twocs_unit unit;     /* the unit of bare numbers in the column; name "" if the header gives none */
  int text;            /* the header says that it is text */
  int numeric, wanted;
  double *values; /* from the caller; NULL: this column is not wanted as numbers */
} twocs_csv_column;

typedef struct twocs_csv_cursor {
  size_t at, line;
  int inside; /* in a row, after one of its separators */
} twocs_csv_cursor;

/* header: where it begins, if other text precedes it or it begins with '#'; 0: it is the first line that is
 * neither blank nor a comment. Returns 0, or -1 and one sentence with its line in message. */
int twocs_csv_open(twocs_csv *, const char *text, size_t length, size_t header, char *message, size_t size);

/* The cells of the header as they are, name[0 .. columns). */
void twocs_csv_header(const twocs_csv *, twocs_csv_cell name[]);

/* Fills column[0 .. columns) with names and units; values become NULL. numeric becomes 1 if the header says
 * that the column is numeric, 0 if it says text or the column is not wanted, -1 if the rows will decide.
 * instead: NULL, or for each column the cell that replaces its header cell; if the text of that cell is NULL,
 * the column is not wanted and not looked at. Either cell may give the unit, and they must not contradict
 * each other. Returns 0, or -1 and one sentence with its line. */
int twocs_csv_columns(const twocs_csv *, const twocs_csv_cell instead[], twocs_csv_column column[],
                      char *message, size_t size);

/* The length of the name in a header cell "name [unit]": all of it, if its end is not a unit. */
size_t twocs_csv_name(const twocs_csv_cell *);

/* Reads every row: numeric becomes 1 or 0 for each column, and the numbers of columns that have values and
 * turn out numeric are written. Returns 0, or -1 and one sentence with its line: a cell is not a number,
 * although its column has a unit. */
int twocs_csv_fill(const twocs_csv *, twocs_csv_column column[], char *message, size_t size);

/* The cells of the rows, row by row: 1 and a cell, or 0 after the last. */
twocs_csv_cursor twocs_csv_start(const twocs_csv *);
int twocs_csv_next(const twocs_csv *, twocs_csv_cursor *, twocs_csv_cell *);

/* Whether a column of numbers may hold the text. */
int twocs_csv_is_number(const char *text, size_t length);

/* Copies a cell's text with its doubled quotes made single; buffer holds cell->length bytes. Returns the
 * length. */
size_t twocs_csv_unquote(const twocs_csv_cell *, char *buffer);
#endif
