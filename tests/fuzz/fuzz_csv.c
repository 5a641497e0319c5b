/* SPDX-License-Identifier: MIT */
/* libFuzzer target: any text is refused with a sentence or becomes columns, and its cells number rows times
 * columns. */
#include "csv.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char message[200];
  twocs_csv csv;
  if (twocs_csv_open(&csv, (const char *)data, size, message, sizeof message))
    return message[0] ? 0 : (abort(), 0);
  twocs_csv_column *column = calloc(csv.columns, sizeof *column);
  double *values = calloc(csv.rows * csv.columns + 1, sizeof *values);
  char *buffer = malloc(csv.longest + 1);
  if (!column || !values || !buffer) abort();
  size_t cells = 0;
  if (!twocs_csv_columns(&csv, column, message, sizeof message)) {
    for (size_t c = 0; c < csv.columns; c++) column[c].values = values + c * csv.rows;
    twocs_csv_fill(&csv, column);
    twocs_csv_cursor cursor = twocs_csv_start(&csv);
    for (twocs_csv_cell cell; twocs_csv_next(&csv, &cursor, &cell); cells++)
      if (twocs_csv_unquote(&cell, buffer) > csv.longest) abort();
    if (cells != csv.rows * csv.columns) abort();
  }
  free(column);
  free(values);
  free(buffer);
  return 0;
}
