/* SPDX-License-Identifier: MIT */
/* libFuzzer target: any text is refused with a sentence or walked to its end, with as many closes as opens,
 * lines that never go back, and none beyond the text's own. */
#include "document.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int holds) {
  if (!holds) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char message[200] = "";
  twocs_document document;
  twocs_document_node node;
  size_t lines = 1, line = 1;
  int depth = 0, more;
  for (size_t i = 0; i < size; i++) lines += data[i] == '\n';
  if (twocs_document_open(&document, (const char *)data, size, message, sizeof message)) {
    must(strncmp(message, "line ", 5) == 0);
    return 0;
  }
  while ((more = twocs_document_next(&document, &node, message, sizeof message)) > 0) {
    must(node.line >= line && node.line <= lines);
    line = node.line;
    if (node.kind == TWOCS_DOCUMENT_OBJECT || node.kind == TWOCS_DOCUMENT_LIST) depth++;
    if (node.kind == TWOCS_DOCUMENT_CLOSE) depth--;
    must(depth >= 0 && depth <= TWOCS_DOCUMENT_DEPTH);
    if (node.kind == TWOCS_DOCUMENT_NUMBER) must(isfinite(node.number));
    if (node.text) must(memchr(node.text, 0, node.length) == NULL);
  }
  must(more < 0 ? strncmp(message, "line ", 5) == 0 : depth == 0);
  must(more < 0 || document.at <= size);
  twocs_document_close(&document);
  twocs_document_close(&document);
  return 0;
}
