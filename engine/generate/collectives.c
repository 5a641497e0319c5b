/* SPDX-License-Identifier: MIT
 *
 * The rows of collective algorithms are compiled together with their helpers, in laws/collectives.c. A
 * missing helper, or a name out of scope, is reported here, at the row, and not by the compiler of that
 * file. */
#include "generate/reads.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMULAS = 4 };
static const struct algorithm {
  row at;
  const char *formula[FORMULAS];
} algorithms[] = {
#define COLLECTIVE(kind, algorithm, scope, steps, traffic, path, legal, offered, reference, meaning)         \
  {{.name = #kind " " #algorithm, .file = __FILE__, .line = __LINE__}, {#steps, #traffic, #path, #legal}},
#include "rows/collectives.def"
#undef COLLECTIVE
};

static void helpers_read(functions *known) {
  static char text[1 << 16];
  char path[4096];
  const char *rows_at = strstr(algorithms[0].at.file, "rows/collectives.def");
  snprintf(path, sizeof path, "%.*slaws/collectives.c", (int)(rows_at - algorithms[0].at.file),
           algorithms[0].at.file);
  FILE *file = fopen(path, "rb");
  const size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
  if (file) fclose(file);
  const char *wrong = !length || length == sizeof text - 1 ? "cannot be read" : functions_read(text, known);
  if (wrong) fprintf(stderr, "generate: %s %s\n", path, wrong), exit(1);
}

static int in_scope(const word *w) {
  return word_is(w, "n") || word_is(w, "inner") || word_is(w, "byte") || word_is(w, "chunk") ||
         word_is(w, "traffic");
}

void collectives_check(reads *r) {
  static functions known;
  helpers_read(&known);
  for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++)
    for (int f = 0; f < FORMULAS; f++) {
      const char *text = algorithms[i].formula[f];
      for (word w; word_next(&text, &w);) {
        if (w.kind == FUNCTION && !function_find(&known, &w))
          mistake(r, &algorithms[i].at, "calls %.*s(), which laws/collectives.c does not define",
                  (int)w.length, w.at);
        if (w.kind == NAME && !in_scope(&w))
          mistake(r, &algorithms[i].at, "reads %.*s, expected n, inner, byte, chunk or traffic",
                  (int)w.length, w.at);
      }
    }
}
