/* SPDX-License-Identifier: MIT
 *
 * A plan: which law fills each family's slots, and, read off the text of the formulas themselves, which
 * columns each column reads. From these sets follow what must be computed for a wish, and how far outside an
 * axis it may stand. */
#include "rows.h"
#include <stdint.h>
#include <string.h>

enum { BUCKETS = 1024 }; /* more than twice the columns */
typedef struct index {
  short column[BUCKETS];
} index;

static uint32_t hash(const char *word, size_t length) {
  uint32_t h = 2166136261u;
  for (size_t i = 0; i < length; i++) h = (h ^ (unsigned char)word[i]) * 16777619u;
  return h;
}

static void index_init(index *names) {
  memset(names->column, -1, sizeof names->column);
  for (short k = 0; k < COLUMNS; k++) {
    uint32_t at = hash(twocs_columns[k].name, strlen(twocs_columns[k].name));
    while (names->column[at % BUCKETS] >= 0) at++;
    names->column[at % BUCKETS] = k;
  }
}

static int same(const char *name, const char *word, size_t length) {
  return !strncmp(name, word, length) && !name[length];
}

static int index_find(const index *names, const char *word, size_t length) {
  for (uint32_t at = hash(word, length); names->column[at % BUCKETS] >= 0; at++)
    if (same(twocs_columns[names->column[at % BUCKETS]].name, word, length))
      return names->column[at % BUCKETS];
  return -1;
}

static void mark(twocs_plan *plan, int reader, int column) {
  plan->reads[reader][column / 64] |= 1ull << column % 64;
}

int twocs_plan_reads(const twocs_plan *plan, int reader, int column) {
  return plan->reads[reader][column / 64] >> column % 64 & 1;
}

/* <dim>_ways reads the degrees that cut it, <parallelism>_inner those before it. */
static void mark_derived(twocs_plan *plan, int reader, const char *word, size_t length) {
  const char *tail = memchr(word, '_', length);
  for (const char *next = tail; next; next = memchr(next + 1, '_', length - (size_t)(next + 1 - word)))
    tail = next;
  if (!tail) return;
  const size_t stem = (size_t)(tail - word);
  if (same("_ways", tail, length - stem))
    for (int d = 0; d < twocs_dim_count; d++)
      for (int p = 0; p < twocs_degree_count && same(twocs_dim_names[d], word, stem); p++)
        if (twocs_cuts[p].dims >> d & 1) mark(plan, reader, twocs_degree_of[p]);
  if (same("_inner", tail, length - stem))
    for (int p = 0; p < twocs_degree_count; p++)
      for (int before = 0; before < p && same(twocs_cuts[p].parallelism, word, stem); before++)
        mark(plan, reader, twocs_degree_of[before]);
}

static int in_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || c == '_';
}

static void mark_formula(twocs_plan *plan, const index *names, int reader) {
  for (const char *text = twocs_columns[reader].formula; *text;) {
    size_t length = 0;
    while (in_word(text[length])) length++;
    if (length) {
      const int column = index_find(names, text, length);
      if (column >= 0)
        mark(plan, reader, column);
      else
        mark_derived(plan, reader, text, length);
    }
    text += length ? length : 1;
  }
}

static void mark_slots(twocs_plan *plan, int family) {
  for (const struct slot *s = twocs_slots; s < twocs_slots + twocs_slot_count; s++) {
    if (s->family != family) continue;
    memset(plan->reads[s->column], 0, sizeof plan->reads[s->column]);
    for (int i = 0; i < twocs_families[family].count; i++) {
      const int own = twocs_family_columns[family][i] < 0;
      if (plan->item[family] >> i & 1)
        mark(plan, s->column, own ? s->in[i] : twocs_family_columns[family][i]);
    }
  }
}

static int family_find(const char *name) {
  int f = 0;
  while (f < twocs_family_count && strcmp(twocs_families[f].name, name) != 0) f++;
  return f;
}

/* Which items a law reads, as bits. */
static twocs_status items_of(const twocs_law *law, const twocs_family *family, unsigned long long *items,
                             twocs_error *error) {
  *items = law->reads ? 0 : (1ull << family->count) - 1;
  for (const char *word = law->reads; word && *word; word += strcspn(word, " "), word += *word == ' ') {
    int i = 0;
    while (i < family->count && !same(family->item[i], word, strcspn(word, " "))) i++;
    if (i == family->count)
      return twocs_fail(error, TWOCS_UNKNOWN, "law %s reads '%.*s', which %s laws are not given", law->name,
                        (int)strcspn(word, " "), word, family->name);
    *items |= 1ull << i;
  }
  return TWOCS_OK;
}

twocs_status twocs_plan_set(twocs_plan *plan, const twocs_law *law, twocs_error *error) {
  const int family = family_find(law->family);
  if (family == twocs_family_count)
    return twocs_fail(error, TWOCS_UNKNOWN, "'%s' is no family of laws", law->family);
  unsigned long long items;
  const twocs_status status = items_of(law, &twocs_families[family], &items, error);
  if (status) return status;
  plan->law[family] = *law;
  plan->item[family] = items;
  mark_slots(plan, family);
  return TWOCS_OK;
}

/* "ring, tree, ...": the laws of a family, for a sentence. */
static void law_names(const char *family, size_t size, char *text) {
  size_t used = 0;
  text[0] = 0;
  for (const twocs_law *law = twocs_laws; law->name; law++)
    if (!strcmp(law->family, family) && used + strlen(law->name) + 3 < size) {
      if (used) memcpy(text + used, ", ", 2), used += 2;
      memcpy(text + used, law->name, strlen(law->name) + 1);
      used += strlen(law->name);
    }
}

twocs_status twocs_plan_choose(twocs_plan *plan, const char *family, const char *name, twocs_error *error) {
  for (const twocs_law *law = twocs_laws; law->name; law++)
    if (!strcmp(law->family, family) && !strcmp(law->name, name)) return twocs_plan_set(plan, law, error);
  if (family_find(family) == twocs_family_count)
    return twocs_fail(error, TWOCS_UNKNOWN, "'%s' is no family of laws", family);
  char known[200];
  law_names(family, sizeof known, known);
  return twocs_fail(error, TWOCS_UNKNOWN, "%s = \"%s\": there is no such law; there are %s", family, name,
                    known);
}

void twocs_plan_init(twocs_plan *plan) {
  index names;
  index_init(&names);
  memset(plan, 0, sizeof *plan);
  for (int k = 0; k < COLUMNS; k++)
    if (twocs_row_of[k]) mark_formula(plan, &names, k);
  for (const struct total *t = twocs_totals; t < twocs_totals + twocs_total_count; t++)
    for (int i = 0; i < t->terms; i++) {
      if (t->weight[i * t->stride] >= 0) mark(plan, t->column, t->weight[i * t->stride]);
      mark(plan, t->column, t->value[i * t->stride]);
    }
  for (int r = 0; r < twocs_rule_count; r++)
    mark(plan, K_legal, twocs_rule_column[r]), mark(plan, K_why, twocs_rule_column[r]);
  for (int f = 0; f < twocs_family_count; f++) {
    const twocs_law *law = twocs_laws;
    while (strcmp(law->family, twocs_families[f].name) != 0 || !strcmp(law->name, "algorithmic") ||
           !strcmp(law->name, "none"))
      law++;
    twocs_plan_set(plan, law, NULL);
  }
}
