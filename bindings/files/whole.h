/* SPDX-License-Identifier: MIT
 *
 * A file that appears under its name only when it is complete. It is written in the same folder under a
 * temporary name of this process (x.csv.4711-0.part), and then renamed. The one thing to know: the writer
 * holds a lock on the file until the process ends, for whatever reason. The lock therefore distinguishes what
 * a killed writer left from what is being written, also where process numbers come from another machine or
 * container. */
#ifndef TWOCS_WHOLE_H
#define TWOCS_WHOLE_H
#include <stdio.h>

enum { TWOCS_WHOLE_PATH = 4096 };

/* Memory is the caller's. */
typedef struct twocs_whole {
  FILE *file; /* to write to */
  int lock;
  const char *path;
  struct twocs_whole *next; /* the list of all open files */
  char temporary[TWOCS_WHOLE_PATH];
} twocs_whole;

/* Returns 0 or an errno value. The path must outlive the file. */
int twocs_whole_open(twocs_whole *, const char *path);
/* keep: the file gets its name; otherwise it is removed. Returns 0, or an errno value, and then it is removed
 * too. */
int twocs_whole_close(twocs_whole *, int keep);

/* Removes all open files; for the handler of a signal that ends the process. */
void twocs_whole_abandon(void);

/* Removes the files that killed writers left in a folder. */
void twocs_whole_sweep(const char *folder);

#endif
