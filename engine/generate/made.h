/* SPDX-License-Identifier: MIT
 *
 * Files that are made: a file is written anew only if its content changes, so that what depends on it is not
 * compiled again. */
#ifndef GENERATE_MADE_H
#define GENERATE_MADE_H

#include <stdio.h>

typedef struct made {
  FILE *file;
  char path[4096], fresh[4096];
} made;

/* Both end the program with a sentence where a file cannot be written. */
void made_begin(made *, const char *folder, const char *name);
void made_end(made *);

#endif
