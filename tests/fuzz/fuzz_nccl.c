/* SPDX-License-Identifier: MIT */
/* libFuzzer target: any text is refused with a sentence or read to its end, and a run has as many rows as
 * were given; and so is the text after a header, so that the fuzzer need not find that. */
#include "nccl.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void all_read(const char *text, size_t length) {
  static twocs_nccl log;
  char message[320] = "";
  size_t rows = 0;
  int event = twocs_nccl_open(&log, text, length, message, sizeof message);
  if (event) {
    if (!message[0]) abort();
    return;
  }
  while ((event = twocs_nccl_next(&log, message, sizeof message)) > 0) {
    if (event == TWOCS_NCCL_ROW) {
      if (!log.row.type.length || !(log.row.bytes >= 0) || log.row.type.text < text) abort();
      rows++;
    } else if (event == TWOCS_NCCL_RUN) {
      if (log.run.rows != rows || log.run.low > log.run.high || log.run.nodes > log.run.ranks) abort();
      rows = 0;
    }
  }
  if (event < 0 && !message[0]) abort();
  if (!event && (rows || log.lines.at < length)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char head[] = "# Rank 0 Pid 1 on a device 0 [0x3d] V100\n"
                             "# size count type redop time algbw busbw error time algbw busbw error\n";
  all_read((const char *)data, size);
  char *text = malloc(size + sizeof head);
  if (!text) abort();
  memcpy(text, head, sizeof head - 1);
  if (size) memcpy(text + sizeof head - 1, data, size);
  all_read(text, size + sizeof head - 1);
  free(text);
  return 0;
}
