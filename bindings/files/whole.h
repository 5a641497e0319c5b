/* SPDX-License-Identifier: MIT
 *
 * A file that appears under its name only when it is whole. It is written in the same folder under a name
 * that is this process's own (x.csv.4711-0.part) and renamed. The one thing to know: the writer holds a lock
 * on it that ends with the process, however that ends, so what a killed one left can be distinguished from
 * what is being written, also from another machine's or container's process numbers. */
#ifndef TWOCS_WHOLE_H
#define TWOCS_WHOLE_H
#include <stdio.h>

enum { TWOCS_WHOLE_PATH = 4096 };

/* Memory is the caller's. */
typedef struct twocs_whole {
  FILE *file; /* to write to */
  int lock;
  const char *path;
  struct twocs_whole *next; /* of all that are open */
  char temporary[TWOCS_WHOLE_PATH];
} twocs_whole;

/* 0, or errno's number. The path has to outlive the file. */
int twocs_whole_open(twocs_whole *, const char *path);
/* keep: it takes its name; else it is gone. 0, or errno's number, and then it is gone too. */
int twocs_whole_close(twocs_whole *, int keep);

/* Removes all that are open, from a handler of a signal that ends the process. */
void twocs_whole_abandon(void);

/* Removes from a folder what killed writers left there. */
void twocs_whole_sweep(const char *folder);

#endif
