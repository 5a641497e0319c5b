/* SPDX-License-Identifier: MIT */
/* libFuzzer target: any text is refused with a sentence or becomes columns, and its cells number rows times
 * columns; so too if its header begins somewhere within, and if each column is called like the next. */
#include "csv.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void columns_read(const twocs_csv *csv, const twocs_csv_cell *instead) {
  char message[200];
  twocs_csv_column *column = calloc(csv->columns, sizeof *column);
  double *values = calloc(csv->rows * csv->columns + 1, sizeof *values);
  char *buffer = malloc(csv->longest + 1);
  if (!column || !values || !buffer) abort();
  size_t cells = 0;
  if (!twocs_csv_columns(csv, instead, column, message, sizeof message)) {
    for (size_t c = 0; c < csv->columns; c++) column[c].values = values + c * csv->rows;
    twocs_csv_fill(csv, column, message, sizeof message);
    twocs_csv_cursor cursor = twocs_csv_start(csv);
    for (twocs_csv_cell cell; twocs_csv_next(csv, &cursor, &cell); cells++)
      if (twocs_csv_unquote(&cell, buffer) > csv->longest) abort();
    if (cells != csv->rows * csv->columns) abort();
  }
  free(column);
  free(values);
  free(buffer);
}

/* Each column's header replaces the one before; the last column is not wanted. */
static void columns_rename(const twocs_csv *csv) {
  twocs_csv_cell *cell = calloc(csv->columns + 1, sizeof *cell);
  if (!cell) abort();
  twocs_csv_header(csv, cell);
  for (size_t c = 0; c < csv->columns; c++)
    if (twocs_csv_name(&cell[c]) > cell[c].length) abort();
  columns_read(csv, cell + 1);
  free(cell);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char message[200];
  twocs_csv csv;
  for (size_t header = 0; header <= 1; header++) {
    const size_t at = header && size ? data[0] : 0;
    message[0] = 0;
    if (twocs_csv_open(&csv, (const char *)data, size, at, message, sizeof message)) {
      if (!message[0]) abort();
      continue;
    }
    columns_read(&csv, NULL);
    columns_rename(&csv);
  }
  return 0;
}
