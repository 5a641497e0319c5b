/* SPDX-License-Identifier: MIT */
#include "generate/made.h"
#include <stdlib.h>

static void give_up(made *m) {
  fprintf(stderr, "generate: cannot write %s\n", m->path);
  remove(m->fresh);
  exit(1);
}

void made_begin(made *m, const char *folder, const char *name) {
  const int length = snprintf(m->path, sizeof m->path, "%s/%s", folder, name),
            fresh = snprintf(m->fresh, sizeof m->fresh, "%s/%s.new", folder, name);
  m->file = length > 0 && fresh > 0 && (size_t)fresh < sizeof m->fresh ? fopen(m->fresh, "w") : NULL;
  if (!m->file) give_up(m);
}

static int same(const char *a, const char *b) {
  FILE *left = fopen(a, "r"), *right = fopen(b, "r");
  int c = 0, d = 0;
  if (left && right) do
      c = getc(left), d = getc(right);
    while (c == d && c != EOF);
  const int alike = left && right && c == d;
  if (left) fclose(left);
  if (right) fclose(right);
  return alike;
}

void made_end(made *m) {
  const int failed = ferror(m->file);
  if (fclose(m->file) || failed) give_up(m);
  if (same(m->path, m->fresh)) {
    remove(m->fresh);
    return;
  }
  remove(m->path);
  if (rename(m->fresh, m->path)) give_up(m);
}
