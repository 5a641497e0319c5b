/* SPDX-License-Identifier: MIT */
/* libFuzzer target: any bytes are refused with a sentence or inflate to no more than is allowed; and so do
 * these bytes after the head of a gzip text, so that the fuzzer need not find that. */
#include "inflate.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void all_read(const char *text, size_t length) {
  static twocs_inflate z;
  const size_t most = 1 << 22;
  const char *piece;
  char message[120] = "";
  size_t n, total = 0;
  int code;
  twocs_inflate_open(&z, text, length, most);
  while ((code = twocs_inflate_next(&z, &piece, &n, message, sizeof message)) > 0)
    if (!n || n > TWOCS_INFLATE_BUFFER || (total += n) > most) abort();
  if (code && !message[0]) abort();
  if (twocs_inflate_next(&z, &piece, &n, NULL, 0) != code) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char head[10] = {'\x1f', '\x8b', 8};
  all_read((const char *)data, size);
  char *text = malloc(size + sizeof head);
  if (!text) abort();
  memcpy(text, head, sizeof head);
  if (size) memcpy(text + sizeof head, data, size);
  all_read(text, size + sizeof head);
  free(text);
  return 0;
}
