/* SPDX-License-Identifier: MIT */
/* The machine as a place to measure in: its clock, its processor, and how busy others keep it. */
#ifndef TWOCS_PROFILE_CLOCK_H
#define TWOCS_PROFILE_CLOCK_H
#include <stddef.h>

/* Seconds of a clock that never steps back. */
double twocs_clock(void);

/* Processor time so far, in seconds: of the whole machine (NaN if /proc does not say), of this process. */
typedef struct twocs_load {
  double clock, busy, own;
} twocs_load;
twocs_load twocs_load_now(void);

/* How many cores other processes kept busy in between; NaN: not known. */
double twocs_load_others(const twocs_load *before, const twocs_load *after);

/* Whether this load of others spoils a measurement: 0 or 1; NaN if it is not known. */
double twocs_load_spoils(double others);

/* The value after "name:" in a file of such lines; 0 if there is none. */
int twocs_file_value(const char *path, const char *name, char *value, size_t size);

int twocs_cores(void);
double twocs_memory_free(void); /* bytes; infinite if it is not known */
void twocs_cpu_name(char *text, size_t size);
void twocs_cpu_clock(char *text, size_t size); /* now; "" if it is not known */

/* Ctrl-C while measuring: the first one sets the flag, the second one ends the process. */
extern volatile int twocs_interrupted;
void twocs_interrupt_catch(void);
void twocs_interrupt_release(void);

#endif
