/* SPDX-License-Identifier: MIT */
/* The reason why a pen failed, as a sentence in the pen. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "inside.h"

int twocs_pen_fail(twocs_pen *pen, const char *text, const char *about) {
  snprintf(pen->error, sizeof pen->error, text, about);
  return 0;
}

int twocs_pen_fail_file(twocs_pen *pen, const char *path, int code, const char *text) {
  snprintf(pen->error, sizeof pen->error, "cannot write %.180s: %s", path, text);
  return code ? code : EIO;
}

int twocs_pen_ends(const char *path, const char *ending) {
  const size_t length = strlen(path), size = strlen(ending);
  return length > size && !strcmp(path + length - size, ending);
}
