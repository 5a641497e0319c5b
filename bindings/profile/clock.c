/* SPDX-License-Identifier: MIT */
/* Time, load and name of the processor, from POSIX clocks and Linux's /proc. The one thing to know: the load
 * of others is the load of the machine less that of this process, so a hypervisor that takes a core away
 * counts too. */
#define _DEFAULT_SOURCE
#include "clock.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double seconds_of(clockid_t id) {
  struct timespec now;
  clock_gettime(id, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double twocs_clock(void) { return seconds_of(CLOCK_MONOTONIC); }

/* The first line of /proc/stat: "cpu" and ticks as user, nice, system, idle, iowait, irq, softirq, steal;
 * user includes the ticks of guests. */
static double busy_seconds(void) {
  enum { TIMES = 8, IDLE = 3, IOWAIT = 4 };
  char line[512], *at = line + 3, *rest;
  double busy = 0;
  FILE *file = fopen("/proc/stat", "r");
  const int there = file && fgets(line, sizeof line, file) && !strncmp(line, "cpu ", 4);
  if (file) fclose(file);
  if (!there) return (double)NAN;
  for (int i = 0; i < TIMES; i++, at = rest) {
    const double ticks = strtod(at, &rest);
    if (rest == at) return (double)NAN;
    if (i != IDLE && i != IOWAIT) busy += ticks;
  }
  return busy > 0 ? busy / (double)sysconf(_SC_CLK_TCK) : (double)NAN;
}

twocs_load twocs_load_now(void) {
  return (twocs_load){twocs_clock(), busy_seconds(), seconds_of(CLOCK_PROCESS_CPUTIME_ID)};
}

double twocs_load_others(const twocs_load *before, const twocs_load *after) {
  const double wall = after->clock - before->clock;
  if (!(wall > 0)) return (double)NAN;
  const double others = (after->busy - before->busy - (after->own - before->own)) / wall;
  return others < 0 ? 0 : others; /* ticks are coarser than the process's own clock */
}

/* A tenth of a core, and a little more on a machine with many, because a system always does some work of its
 * own. */
double twocs_load_spoils(double others) {
  if (isnan(others)) return (double)NAN;
  return others > 0.1 + 0.01 * twocs_cores();
}

int twocs_cores(void) {
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  return cores > 0 ? (int)cores : 1;
}

int twocs_file_value(const char *path, const char *name, char *value, size_t size) {
  char line[512];
  FILE *file = fopen(path, "r");
  int found = 0;
  while (file && !found && fgets(line, sizeof line, file)) {
    const char *colon = strchr(line, ':');
    if (!colon || strncmp(line, name, strlen(name)) != 0) continue;
    colon += 1 + strspn(colon + 1, " \t");
    snprintf(value, size, "%.*s", (int)strcspn(colon, "\n"), colon);
    found = 1;
  }
  if (file) fclose(file);
  return found;
}

double twocs_memory_free(void) {
  char text[64];
  if (!twocs_file_value("/proc/meminfo", "MemAvailable", text, sizeof text)) return (double)INFINITY;
  return strtod(text, NULL) * 1024;
}

void twocs_cpu_name(char *text, size_t size) {
  if (!twocs_file_value("/proc/cpuinfo", "model name", text, size)) snprintf(text, size, "unknown processor");
}

void twocs_cpu_clock(char *text, size_t size) {
  char megahertz[32];
  *text = 0;
  if (twocs_file_value("/proc/cpuinfo", "cpu MHz", megahertz, sizeof megahertz))
    snprintf(text, size, "%s MHz", megahertz);
}
