/* SPDX-License-Identifier: MIT */
/* The folder that a figure is saved in. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include "pen.h"

enum { PATH_MOST = 4096 };

/* Whether the folder could be made is judged at the end, because a folder above it may exist without our
 * right to make it. */
int twocs_folder_make(const char *path) {
  char part[PATH_MOST];
  size_t length = strlen(path);
  int code = 0;
  if (length >= sizeof part) return ENAMETOOLONG;
  memcpy(part, path, length + 1);
  for (size_t i = 1; i <= length; i++) {
    if (part[i] != '/' && part[i] != 0) continue;
    char kept = part[i];
    part[i] = 0;
    if (mkdir(part, 0777) != 0 && errno != EEXIST && !code) code = errno;
    part[i] = kept;
  }
  struct stat found;
  if (stat(path, &found) != 0) return code ? code : errno;
  return S_ISDIR(found.st_mode) ? 0 : ENOTDIR;
}
