/* SPDX-License-Identifier: MIT */
/* Reference rows of the limits: a CSV is read into cells that are found by the name of their column. The one
 * thing to know: the files stand beside the project or in TWOCS_DATA, and the transcribed ones inside it. */
#ifndef LIMITS_DATA_H
#define LIMITS_DATA_H
#include "common.h"
#include "limits.h"

enum { ROWS_MOST = 800, COLUMNS_MOST = 40, TEXT_MOST = 1 << 17 };
typedef struct sheet {
  char text[TEXT_MOST];
  char *cell[ROWS_MOST + 1][COLUMNS_MOST]; /* row 0: names */
  int rows, columns;
} sheet;

static inline void sheet_cut(sheet *s) {
  int row = 0, column = 0;
  s->columns = 0;
  s->cell[0][0] = s->text;
  for (char *c = s->text; *c; c++) {
    if (*c == '\r') *c = 0;
    if (*c != ',' && *c != '\n') continue;
    const int ends = *c == '\n';
    *c = 0;
    if (ends) {
      if (row == 0) s->columns = column + 1;
      row++, column = 0;
      if (!c[1]) break;
    } else {
      column++;
    }
    assert_true(row <= ROWS_MOST && column < COLUMNS_MOST);
    s->cell[row][column] = c + 1;
  }
  s->rows = row - 1;
}

/* 0: there is no such file. */
static inline int sheet_open(sheet *s, const char *folder, const char *file) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, file);
  FILE *in = fopen(path, "rb");
  if (!in) return 0;
  const size_t size = fread(s->text, 1, sizeof s->text - 1, in);
  fclose(in);
  assert_true(size < sizeof s->text - 1);
  s->text[size] = 0;
  sheet_cut(s);
  return 1;
}

static inline const char *reference_folder(void) {
  static char path[512];
  const char *data = getenv("TWOCS_DATA");
  snprintf(path, sizeof path, "%s/erdil24", data ? data : "../shared/data");
  return path;
}

static inline const char *text_at(const sheet *s, int row, const char *column) {
  for (int c = 0; c < s->columns; c++)
    if (!strcmp(s->cell[0][c], column)) return s->cell[row][c];
  fail_msg("there is no column %s", column);
  return "";
}
static inline double at(const sheet *s, int row, const char *column) {
  return strtod(text_at(s, row, column), NULL);
}

/* "4/8192": members level by level. */
static inline void members_at(const sheet *s, int row, const char *column, double members[4]) {
  const char *c = text_at(s, row, column);
  for (int l = 0; l < 4; l++) {
    char *end;
    members[l] = *c ? strtod(c, &end) : 1;
    if (*c) c = *end ? end + 1 : end;
  }
}

/* The members of all degrees, and what the pipeline does. */
static inline void layout_at(const sheet *s, int row, twocs_limits_layout *layout) {
  const char *const columns[] = {"DP_levels", "TPm_levels", "TPff_levels", "PP_levels", "EP_levels"};
  double members[5][4];
  for (int i = 0; i < 5; i++) members_at(s, row, columns[i], members[i]);
  memcpy(layout, members, sizeof members);
  layout->micro = at(s, row, "microbatches");
  layout->interleave = at(s, row, "v");
  layout->zb = at(s, row, "zero_bubble");
}

/* The names that the reference files give to GPUs. */
static inline void reference_gpu(twocs_limits *limits, const char *id) {
  char name[64] = "";
  for (size_t i = 0; id[i] && i < sizeof name - 1; i++)
    name[i] = (char)(id[i] >= 'A' && id[i] <= 'Z' ? id[i] - 'A' + 'a' : id[i]), name[i + 1] = 0;
  twocs_error error;
  twocs_limits_init(limits);
  if (twocs_limits_gpu(limits, name, &error)) fail_msg("%s", error.text);
}

static inline double apart(double got, double want) {
  return got == want ? 0 : fabs(got - want) / fmax(fabs(want), 1e-300);
}
#endif
