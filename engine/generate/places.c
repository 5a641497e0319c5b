/* SPDX-License-Identifier: MIT
 *
 * A row is a row of its own if its name is the first word of a row in the text of its file, and if it is not
 * one pass of another row. A name that a macro pastes together is in no text. */
#include "generate/places.h"
#include "generate/rows.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MOST = 1 << 18 };

/* The text of a file; the last one is kept, because rows come file by file. */
static const char *text_of(const char *path) {
  static char text[TEXT_MOST], last[4096];
  if (!strcmp(path, last)) return text;
  FILE *file = fopen(path, "rb");
  const size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
  if (file) fclose(file);
  if (!length || length == sizeof text - 1 || strlen(path) >= sizeof last)
    fprintf(stderr, "generate: %s cannot be read\n", path), exit(1);
  text[length] = 0;
  snprintf(last, sizeof last, "%s", path);
  return text;
}

/* One pass, such as t_ser_f of t_ser: forward, backward, gradients of inputs or of weights, or recomputation.
 */
static int is_pass(const char *name) {
  const size_t length = strlen(name);
  return length > 2 && name[length - 2] == '_' && strchr("fbiwr", name[length - 1]) != NULL;
}

/* "EQ(name," or the like in the text of its file; after a function's bracket, a name is only read. */
static int is_written(const row *r) {
  char wanted[200];
  snprintf(wanted, sizeof wanted, "(%s,", r->name);
  for (const char *at = text_of(r->file) + 1; (at = strstr(at, wanted)); at++)
    if (isupper((unsigned char)at[-1])) return 1;
  return 0;
}

static int is_named(const char *name) {
  static const char *const names[] = {
#define NAMED(name) #name,
#include "rows/named.def"
#undef NAMED
      ""};
  int i = 0;
  while (*names[i] && strcmp(names[i], name) != 0) i++;
  return *names[i] != 0;
}

static int inner_of(const row *r) {
  const int written = is_written(r);
  if (r->filled == BY_NOBODY || (written && !is_pass(r->name))) return 0;
  return is_named(r->name) ? 1 : written ? 3 : 2;
}

void places_write(FILE *out) {
  fputs("const twocs_place twocs_places[] = {\n", out);
  for (int k = 0; k < row_count; k++) {
    const char *name = strrchr(rows[k].file, '/');
    fprintf(out, "  {\"engine/rows/%s\", %d, %d},\n", name ? name + 1 : rows[k].file, rows[k].line,
            inner_of(&rows[k]));
  }
  fputs("};\n\n", out);
}
