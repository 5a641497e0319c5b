/* SPDX-License-Identifier: MIT */
/* Rows of the items that a law reads, for tests that call a law without a plan. */
#ifndef LAW_ROWS_H
#define LAW_ROWS_H
#include "common.h"

enum { LAW_ROWS = 8 };

/* 1 where nothing else is set. */
typedef struct law_rows {
  double value[TWOCS_ITEMS_MOST][LAW_ROWS];
  twocs_cells in[TWOCS_ITEMS_MOST];
} law_rows;

static inline void law_rows_init(law_rows *of) {
  for (int i = 0; i < TWOCS_ITEMS_MOST; i++) {
    for (int r = 0; r < LAW_ROWS; r++) of->value[i][r] = 1;
    of->in[i] = (twocs_cells){of->value[i], LAW_ROWS};
  }
}

static inline void law_rows_set(law_rows *of, int family, const char *name, int n, const double value[]) {
  int item = 0;
  while (strcmp(twocs_families[family].item[item], name) != 0) item++;
  memcpy(of->value[item], value, (size_t)n * sizeof *value);
}

/* Whether the law takes these times, up to roundings. */
static inline void law_times_are(const twocs_law *law, const law_rows *of, int n, const double want[]) {
  twocs_error error;
  double out[LAW_ROWS];
  assert_int_equal(law->fill(law->context, TWOCS_TIME, (size_t)n, of->in, out, &error), TWOCS_OK);
  for (int r = 0; r < n; r++)
    if (!(fabs(out[r] - want[r]) <= 1e-13 * want[r]))
      fail_msg("row %d: %.17g, expected %.17g", r, out[r], want[r]);
}

#endif
