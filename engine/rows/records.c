/* SPDX-License-Identifier: MIT
 *
 * Fields by name, their words and their bounds. Everybody who lets a value in, from a script, a CSV or an
 * axis, asks here. */
#include "rows/rows.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

twocs_status twocs_fail(twocs_error *error, twocs_status status, const char *text, ...) {
  if (error) {
    va_list arguments;
    va_start(arguments, text);
    error->status = status;
    vsnprintf(error->text, sizeof error->text, text, arguments);
    va_end(arguments);
  }
  return status;
}

int twocs_find(const char *name) {
  for (uint32_t at = name_hash(name, strlen(name)); twocs_by_name[at & twocs_name_mask] >= 0; at++) {
    const int k = twocs_by_name[at & twocs_name_mask];
    if (!strcmp(twocs_columns[k].name, name)) return k;
  }
  return -1;
}

const char *twocs_record_name(int column) {
  int r = 0;
  while (column >= twocs_records[r].first + twocs_records[r].count) r++;
  return twocs_records[r].name;
}

/* Words. */
static size_t word_length(const char *words) { return strcspn(words, " "); }

static const char *word_next(const char *words) {
  words += word_length(words);
  return *words ? words + 1 : words;
}

int twocs_word_find(const char *words, const char *word) {
  const size_t length = strlen(word);
  for (int i = 0; *words; i++, words = word_next(words))
    if (word_length(words) == length && !memcmp(words, word, length)) return i;
  return -1;
}

void twocs_word(const char *words, int i, size_t size, char *word) {
  while (i-- > 0) words = word_next(words);
  const size_t length = word_length(words), fits = length < size ? length : size - 1;
  memcpy(word, words, fits);
  word[fits] = 0;
}

static int word_count(const char *words) {
  int count = 0;
  for (; *words; words = word_next(words)) count++;
  return count;
}

/* Points. */
void twocs_point_init(twocs_point *point) {
  double *field = (double *)point;
  for (int k = 0; k < twocs_field_count; k++) field[k] = twocs_columns[k].initial;
}

static double field_most(const twocs_column *field) {
  return field->kind & TWOCS_CHOICE ? word_count(field->words) - 1 : field->most;
}

twocs_status twocs_field_check(int column, double value, twocs_error *error) {
  const twocs_column *field = &twocs_columns[column];
  const double most = field_most(field);
  const int counts = field->kind & TWOCS_COUNT;
  if (value >= field->least && value <= most && (!counts || value == floor(value))) return TWOCS_OK;
  if (isnan(value) && field->kind & TWOCS_FOLLOWS) return TWOCS_OK;
  if (isnan(value) && field->kind & TWOCS_MUST)
    return twocs_fail(error, TWOCS_GIVEN, "%s.%s is not given (%s, in %s)", twocs_record_name(column),
                      field->name, field->meaning, field->unit);
  return twocs_fail(error, isfinite(value) ? TWOCS_RANGE : TWOCS_NUMBER,
                    "%s = %.15g: expected %s in [%.15g, %.15g] (%s)", field->name, value,
                    counts ? "a whole number" : "a number", field->least, most, field->meaning);
}

/* Plausible numbers: those of a field that are no slip of its unit. */
static const struct {
  short column;
  double least, most;
  const char *units;
} plausible[] = {
#define PLAUSIBLE(field, least, most, units) {K_##field, least, most, units},
#include "rows/plausible.def"
#undef PLAUSIBLE
};

/* "400 Gb/s" or "400 GB/s": as many as fit. */
static void suggest(const char *units, double value, size_t size, char *text) {
  size_t used = 0;
  for (const char *unit = units; *unit && used < size; unit = word_next(unit))
    used += (size_t)snprintf(text + used, size - used, "%s\"%.15g %.*s\"", used ? " or " : "", value,
                             (int)word_length(unit), unit);
}

twocs_status twocs_field_plausible(int column, double value, twocs_error *error) {
  const twocs_column *field = &twocs_columns[column];
  size_t i = 0;
  while (i < sizeof plausible / sizeof *plausible && plausible[i].column != column) i++;
  if (i == sizeof plausible / sizeof *plausible || value == 0 || value > field->most)
    return TWOCS_OK; /* the field's own bounds say more */
  if (value >= plausible[i].least && value <= plausible[i].most) return TWOCS_OK;
  char text[120];
  suggest(plausible[i].units, value, sizeof text, text);
  return twocs_fail(
      error, TWOCS_RANGE,
      "%s = %.15g: a number without a unit is in %s, and no machine has so %s; did you mean %s? If not, "
      "write \"%.15g %s\" (%s)",
      field->name, value, field->unit, value < plausible[i].least ? "little" : "much", text, value,
      field->unit, field->meaning);
}

/* The number of letters to insert, delete, change or swap with their neighbour to get from one word to
 * another, whatever their case; `most` means anything above it. Three rows of the usual table, kept on
 * the stack. */
enum { NAME_MOST = 63 };
static int letter(char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }
static int least_of(int a, int b) { return a < b ? a : b; }

static int edits(const char *a, const char *b, int most) {
  const int n = (int)strlen(a), m = (int)strlen(b);
  int row[3][NAME_MOST + 1];
  if (n > NAME_MOST || m > NAME_MOST || n - m > most || m - n > most) return most + 1;
  for (int j = 0; j <= m; j++) row[0][j] = j;
  for (int i = 1; i <= n; i++) {
    int *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
    now[0] = i;
    for (int j = 1; j <= m; j++) {
      const int x = letter(a[i - 1]), y = letter(b[j - 1]);
      now[j] = least_of(least_of(last[j], now[j - 1]) + 1, last[j - 1] + (x != y));
      if (i > 1 && j > 1 && x == letter(b[j - 2]) && y == letter(a[i - 2]))
        now[j] = least_of(now[j], before[j - 2] + 1);
    }
  }
  return row[n % 3][m];
}

const char *twocs_nearest(const char *name, int n, const char *const names[]) {
  int least = 2 + (int)strlen(name) / 3;
  const char *nearest = NULL;
  for (int i = 0; i < n; i++) /* the beginning of a name means that name */
    if (strlen(name) > 2 && !strncmp(names[i], name, strlen(name))) return names[i];
  for (int i = 0; i < n; i++) {
    const int far = edits(name, names[i], least),
              longer = (int)(strlen(names[i]) > strlen(name) ? strlen(names[i]) : strlen(name));
    if (far < least && far < longer) least = far, nearest = names[i];
  }
  return nearest;
}
