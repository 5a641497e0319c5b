/* SPDX-License-Identifier: MIT
 *
 * A plan: which law fills each family's slots, and which of the family's items that law reads. */
#include "rows/items.h"
#include "rows/rows.h"
#include <string.h>

static int same(const char *name, const char *word, size_t length) {
  return name[0] == word[0] && !strncmp(name, word, length) && !name[length];
}

int twocs_plan_reads(const twocs_plan *plan, int reader, int read[]) {
  struct reading r = twocs_reading(plan, reader);
  int n = 0;
  if (twocs_filler[reader].by == BY_SUPPORT)
    r.count = 0, read[n++] = twocs_supports[twocs_filler[reader].at].result;
  for (int i = 0; i < r.count; i++) {
    const int k = reading_at(&r, i);
    int at = n;
    while (at > 0 && read[at - 1] > k) at--;
    if (at > 0 && read[at - 1] == k) continue;
    memmove(&read[at + 1], &read[at], (size_t)(n++ - at) * sizeof *read);
    read[at] = k;
  }
  return n;
}

int twocs_slot(int column, twocs_aspect *aspect, int input[]) {
  if (column < 0 || column >= COLUMNS || twocs_filler[column].by != BY_LAW) return -1;
  const struct slot *s = &twocs_slots[twocs_filler[column].at];
  for (int i = 0; i < twocs_families[s->family].count; i++)
    input[i] = twocs_read_list[twocs_read_begin[column] + i];
  *aspect = (twocs_aspect)s->aspect;
  return s->family;
}

static int family_find(const char *name) {
  int f = 0;
  while (f < TWOCS_FAMILIES && strcmp(twocs_families[f].name, name) != 0) f++;
  return f;
}

/* Starts after the last item found, because laws name items in about the family's order. */
static int item_find(const twocs_family *family, const char *word, size_t length, int last) {
  for (int n = 1; n <= family->count; n++) {
    const int i = (last + n) % family->count;
    if (same(family->item[i], word, length)) return i;
  }
  return family->count;
}

/* Words are short: a faster search for the blank costs more than it saves. */
static size_t word_length(const char *word) {
  size_t n = 0;
  while (word[n] && word[n] != ' ') n++;
  return n;
}

/* A law that names no items reads all of them. */
static twocs_status items_of(const twocs_law *law, const twocs_family *family, unsigned char named[],
                             twocs_error *error) {
  int last = -1;
  memset(named, !law->reads, TWOCS_ITEMS_MOST);
  for (const char *word = law->reads; word && *word;) {
    const size_t length = word_length(word);
    const int i = item_find(family, word, length, last);
    if (i == family->count)
      return twocs_fail(error, TWOCS_UNKNOWN, "law %s reads '%.*s', which is not an input of %s laws",
                        law->name, (int)length, word, family->name);
    named[last = i] = 1;
    word += length + (word[length] == ' ');
  }
  return TWOCS_OK;
}

/* Whether the items of a family are those of collective calls. */
static int is_collective(int family) {
#define FAMILY(f, items, meaning) [TWOCS_FAMILY_##f] = 1,
#define KIND(c, meaning)
#define CALL(items)
  static const unsigned char is_operator[TWOCS_FAMILIES] = {
#include "rows/families.def"
  };
#undef FAMILY
#undef KIND
#undef CALL
  return !is_operator[family];
}

int twocs_plan_serial(const twocs_plan *plan) {
  int serial = 0;
  for (int f = 0; f < twocs_family_count; f++) serial |= plan->law[f].serial;
  return serial;
}

twocs_status twocs_plan_set(twocs_plan *plan, const twocs_law *law, twocs_error *error) {
  const int f = family_find(law->family);
  if (f == TWOCS_FAMILIES)
    return twocs_fail(error, TWOCS_UNKNOWN, "'%s' is not a family of laws", law->family);
  unsigned char named[TWOCS_ITEMS_MOST];
  const twocs_status status = items_of(law, &twocs_families[f], named, error);
  if (status) return status;
  plan->law[f] = *law;
  plan->items[f] = plan->ranks[f] = 0;
  for (int i = 0; i < twocs_families[f].count; i++) {
    if (!named[i]) continue;
    plan->item[f][plan->items[f]++] = (unsigned char)i;
    if (is_collective(f) && i >= CALL_n0 && i < CALL_n0 + TWOCS_RANKS)
      plan->rank[f][plan->ranks[f]++] = (unsigned char)i;
  }
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

const twocs_law *twocs_law_find(const char *family, const char *name, twocs_error *error) {
  for (const twocs_law *law = twocs_laws; law->name; law++)
    if (!strcmp(law->family, family) && !strcmp(law->name, name)) return law;
  if (family_find(family) == TWOCS_FAMILIES) {
    twocs_fail(error, TWOCS_UNKNOWN, "'%s' is not a family of laws", family);
    return NULL;
  }
  char known[200];
  law_names(family, sizeof known, known);
  twocs_fail(error, TWOCS_UNKNOWN, "%s = \"%s\": this law does not exist; known: %s", family, name, known);
  return NULL;
}

twocs_status twocs_plan_choose(twocs_plan *plan, const char *family, const char *name, twocs_error *error) {
  const twocs_law *law = twocs_law_find(family, name, error);
  return law ? twocs_plan_set(plan, law, error) : TWOCS_UNKNOWN;
}

/* The first law of a family is its default. */
static const twocs_law *law_first(const char *family) {
  const twocs_law *law = twocs_laws;
  while (strcmp(law->family, family) != 0) law++;
  return law;
}

void twocs_plan_init(twocs_plan *plan) {
  plan->bases = NULL;
  for (int f = 0; f < TWOCS_FAMILIES; f++) twocs_plan_set(plan, law_first(twocs_families[f].name), NULL);
}
