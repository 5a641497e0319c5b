/* SPDX-License-Identifier: MIT */
/* libFuzzer target: any text is refused with a sentence or read to its end, and a run has as many rows as
 * were given; and so is the text after a header, so that the fuzzer need not find that. */
#include "osu.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void all_read(const char *text, size_t length) {
  static twocs_osu log;
  char message[320] = "";
  size_t rows = 0;
  int event = twocs_osu_open(&log, text, length, message, sizeof message);
  if (event) {
    if (!message[0]) abort();
    return;
  }
  while ((event = twocs_osu_next(&log, message, sizeof message)) > 0) {
    if (event == TWOCS_OSU_ROW) {
      rows++;
    } else if (event == TWOCS_OSU_RUN) {
      if (log.run.rows != rows) abort();
      rows = 0;
    }
  }
  if (event < 0 && !message[0]) abort();
  if (!event && (rows || log.lines.at < length)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char head[] = "# OSU MPI Latency Test v1\n# Size  Avg Latency(us)  Iterations\n";
  all_read((const char *)data, size);
  char *text = malloc(size + sizeof head);
  if (!text) abort();
  memcpy(text, head, sizeof head - 1);
  if (size) memcpy(text + sizeof head - 1, data, size);
  all_read(text, size + sizeof head - 1);
  free(text);
  return 0;
}
