/* SPDX-License-Identifier: MIT */
/* same_bits [POINTS] [KNOWN]: a line per column, its name and a hash of its bits over random points under
 * random laws. Linked with two versions of the library, the two outputs differ in the columns whose bits
 * changed:
 *
 *   cc -Iengine tests/bench/same_bits.c build/release/libtwocs.a -lm -fopenmp -o new
 *   the same in a worktree of the older commit, as old
 *   ./old describe >known.txt; ./old 1000000 known.txt >old.txt; ./new 1000000 known.txt >new.txt
 *   diff old.txt new.txt
 *
 * KNOWN holds the fields with their bounds and the laws that the older version has: what is new since stays
 * at its initial value, and is no law that a plan takes. What is drawn depends on names and the number of the
 * point alone, so a field that moved changes no other. */
#include "twocs.h"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t mixed(uint64_t z) {
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static uint64_t draw(const char *name, uint64_t salt) {
  uint64_t h = 14695981039346656037u;
  for (; *name; name++) h = (h ^ (unsigned char)*name) * 1099511628211u;
  return mixed(h + mixed(salt + 0x9e3779b97f4a7c15u));
}

static double unit(uint64_t bits) { return (double)(bits >> 11) * 0x1p-53; }

static int refuse(const char *text) { return fprintf(stderr, "same_bits: %s\n", text), 1; }

/* A field as a version knows it (law "-"), a result (law "="), or of a law, its family and its name. */
typedef struct known {
  char name[64], law[64];
  unsigned kind;
  double least, most, words;
} known;
enum { KNOWN_MOST = 4096 };
static known list[KNOWN_MOST];
static int known_count;

static double words_of(const char *words) {
  double n = 1;
  for (; *words; words++) n += *words == ' ';
  return n;
}

static void known_here(void) {
  for (int k = 0; k < twocs_field_count; k++) {
    const twocs_column *f = &twocs_columns[k];
    known *to = &list[known_count++];
    snprintf(to->name, sizeof to->name, "%s", f->name);
    strcpy(to->law, "-"), to->kind = f->kind, to->least = f->least, to->most = f->most,
                          to->words = words_of(f->words);
  }
  for (int k = twocs_field_count; k < twocs_column_count; k++) {
    known *to = &list[known_count++];
    snprintf(to->name, sizeof to->name, "%s", twocs_columns[k].name), strcpy(to->law, "=");
  }
  for (const twocs_law *law = twocs_laws; law->name; law++) {
    known *to = &list[known_count++];
    snprintf(to->name, sizeof to->name, "%s", law->family),
        snprintf(to->law, sizeof to->law, "%s", law->name);
  }
}

static void describe(void) {
  for (const known *k = list; k < list + known_count; k++)
    printf("%s %s %u %.17g %.17g %.17g\n", k->name, k->law, k->kind, k->least, k->most, k->words);
}

static int known_read(const char *path) {
  FILE *file = fopen(path, "r");
  known *k = list;
  while (file && known_count < KNOWN_MOST &&
         fscanf(file, "%63s %63s %u %lf %lf %lf", k->name, k->law, &k->kind, &k->least, &k->most,
                &k->words) == 6)
    k = &list[++known_count];
  if (file) fclose(file);
  return known_count > 0;
}

/* Logarithmic over the bounds, as in tests/c/common.h. */
static double value_of(const known *f, uint64_t point) {
  const uint64_t kind = draw(f->name, 3 * point), bits = draw(f->name, 3 * point + 1);
  if (f->kind & TWOCS_FOLLOWS && kind % 2) return (double)NAN;
  if (f->kind & TWOCS_CHOICE) return floor(unit(bits) * f->words);
  if (kind / 2 % 20 == 0) return kind & 128 ? f->least : f->most;
  const double low = f->least > 0 ? f->least : f->most * 1e-12;
  const double x = low * exp(unit(bits) * log(f->most / low));
  const double inside = x < f->least ? f->least : x > f->most ? f->most : x;
  return f->kind & TWOCS_COUNT ? floor(inside) : inside;
}

static void draw_point(twocs_point *point, uint64_t number) {
  twocs_point_init(point);
  for (int k = 0; k < twocs_field_count;
       k++) /* names that a later version needs and an older one does not know */
    if (twocs_columns[k].kind & TWOCS_MUST) ((double *)point)[k] = twocs_columns[k].least;
  for (const known *k = list; k < list + known_count; k++) {
    const int column = k->law[0] == '-' ? twocs_find(k->name) : -1;
    if (column >= 0) ((double *)point)[column] = value_of(k, number);
  }
}

static void choose_laws(twocs_plan *plan, uint64_t point) {
  twocs_plan_init(plan);
  for (int f = 0; f < twocs_family_count; f++) {
    const known *chosen = NULL;
    uint64_t most = 0;
    for (const known *k = list; k < list + known_count; k++) {
      const uint64_t mine = draw(k->law, draw(k->name, 3 * point + 2));
      if (strchr("-=", k->law[0]) || strcmp(k->name, twocs_families[f].name) != 0 || mine < most) continue;
      chosen = k, most = mine;
    }
    if (chosen) twocs_plan_choose(plan, chosen->name, chosen->law, NULL);
  }
}

/* By twocs_run, whose form older versions share. */
static twocs_status evaluate(const twocs_plan *plan, const twocs_point *point, int wants, const int want[],
                             double *const out[], void *scratch, twocs_error *error) {
  twocs_columns_sink sink = {wants, out};
  return twocs_run(&(twocs_job){.plan = plan,
                                .base = point,
                                .wants = wants,
                                .want = want,
                                .take = twocs_take_columns,
                                .sink = &sink,
                                .scratch = scratch},
                   error);
}

int main(int count, char *word[]) {
  if (count < 3 || !known_read(word[2])) known_count = 0, known_here();
  if (count > 1 && !strcmp(word[1], "describe")) return describe(), 0;
  const uint64_t points = count > 1 ? strtoull(word[1], NULL, 10) : 100000;
  size_t columns = 0;
  int *want = calloc((size_t)twocs_column_count, sizeof *want);
  double *result = calloc((size_t)twocs_column_count, sizeof *result),
         **out = calloc((size_t)twocs_column_count, sizeof *out);
  uint64_t *hash = calloc((size_t)twocs_column_count, sizeof *hash);
  void *scratch = malloc(twocs_scratch_size(1));
  if (!want || !result || !out || !hash || !scratch) return refuse("out of memory");
  static twocs_plan plan;
  twocs_point point;
  twocs_error error;
  for (const known *k = list; k < list + known_count; k++) {
    const int column = strchr("-=", k->law[0]) ? twocs_find(k->name) : -1;
    if (column >= 0) want[columns] = column, out[columns] = &result[columns], columns++;
  }
  for (uint64_t i = 0; i < points; i++) {
    if (i % 16 == 0) choose_laws(&plan, i);
    draw_point(&point, i);
    if (evaluate(&plan, &point, (int)columns, want, out, scratch, &error)) return refuse(error.text);
    for (size_t k = 0; k < columns; k++) {
      uint64_t bits;
      memcpy(&bits, &result[k], sizeof bits);
      hash[k] = mixed(hash[k] + bits) + 1;
    }
  }
  for (size_t k = 0; k < columns; k++)
    printf("%-24s %016llx\n", twocs_columns[want[k]].name, (unsigned long long)hash[k]);
  return free(want), free(result), free(out), free(hash), free(scratch), 0;
}
