/* SPDX-License-Identifier: MIT */
/* CSV text to columns: a header `h [1],sl [token],t_layer [us]`, then rows. Nothing here allocates: open the
 * text, which counts and checks it; give memory for as many columns as it has; give each column that may be
 * numeric memory for as many doubles as there are rows; fill. Text cells are walked with a cursor. All of it
 * points into the caller's text, which must outlive it.
 *
 * Commas separate; a cell may stand in quotes, in which a quote is doubled and a line may break; lines that
 * are blank or begin with '#' are skipped, as are a byte order mark and the blanks around a cell; lines end
 * in LF or CRLF. An empty number is NaN; nan and inf are read. A column with a unit is numeric and a cell
 * that is not a number is an error; a column without one is numeric if it has cells and each that is not
 * empty is a bare number, else it is text. "name [text]" is a column of text whatever its cells look like. */
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
  char separator; /* between cells: a comma, or, where the header has semicolons and no comma, those */
} twocs_csv;

typedef struct twocs_csv_cell {
  const char *text; /* between the quotes, if it is quoted; after the apostrophe of a text such as '=x */
  size_t length, line;
  int quoted;
} twocs_csv_cell;

typedef struct twocs_csv_column {
  twocs_csv_cell name; /* without its unit */
  twocs_unit unit;     /* how bare numbers of the column are meant; name "" where the header says none */
  int text;            /* the header says that it is text */
  int numeric, wanted;
  double *values; /* from the caller; NULL: this column is not wanted as numbers */
} twocs_csv_column;

typedef struct twocs_csv_cursor {
  size_t at, line;
  int inside; /* a row, after one of its commas */
} twocs_csv_cursor;

/* header: where it begins, if text precedes it or it begins with '#'; 0: it is the first line that is
 * neither blank nor a comment. 0, or -1 and one sentence with its line in message. */
int twocs_csv_open(twocs_csv *, const char *text, size_t length, size_t header, char *message, size_t size);

/* The cells of the header as they stand, name[0 .. columns). */
void twocs_csv_header(const twocs_csv *, twocs_csv_cell name[]);

/* Fills column[0 .. columns): names and units; values become NULL. numeric is 1 where the header says that it
 * is numeric, 0 where it says text or the column is not wanted, -1 where the rows will tell. instead: NULL,
 * or for each column what replaces its header cell; a cell whose text is NULL: the column is not
 * wanted and not looked at. The unit of either cell counts, and they may not disagree. 0, or -1 and one
 * sentence with its line. */
int twocs_csv_columns(const twocs_csv *, const twocs_csv_cell instead[], twocs_csv_column column[],
                      char *message, size_t size);

/* How long the name is that a header cell "name [unit]" gives: all of it, if its end is no unit. */
size_t twocs_csv_name(const twocs_csv_cell *);

/* Reads every row: numeric becomes 1 or 0 for each column, and the numbers of those that have values and end
 * as numeric are written. 0, or -1 and one sentence with its line: a cell is not a number, but its unit says
 * so.
 */
int twocs_csv_fill(const twocs_csv *, twocs_csv_column column[], char *message, size_t size);

/* The cells of the rows, row by row: 1 and a cell, or 0 after the last. */
twocs_csv_cursor twocs_csv_start(const twocs_csv *);
int twocs_csv_next(const twocs_csv *, twocs_csv_cursor *, twocs_csv_cell *);

/* Is the text what a column of numbers may hold? */
int twocs_csv_is_number(const char *text, size_t length);

/* Copies a cell's text with its doubled quotes made single; buffer holds cell->length bytes. Returns the
 * length. */
size_t twocs_csv_unquote(const twocs_csv_cell *, char *buffer);
#endif
