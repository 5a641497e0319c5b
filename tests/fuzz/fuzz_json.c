/* SPDX-License-Identifier: MIT */
/* libFuzzer target: any bytes, in pieces and with a buffer of sizes that the first two bytes choose, are
 * refused with a sentence or are tokens that nest; and the pieces make no difference. */
#include "json.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct {
  const uint8_t *data;
  size_t left, piece;
} pieces;

static size_t more(void *source, char *buffer, size_t capacity) {
  pieces *p = source;
  size_t n = p->left < p->piece ? p->left : p->piece;
  if (n > capacity) n = capacity;
  memcpy(buffer, p->data, n);
  p->data += n;
  p->left -= n;
  return n;
}

/* A number for all the tokens, their texts and the message. */
static uint64_t read_all(const uint8_t *data, size_t size, size_t piece, size_t capacity, int unescape) {
  pieces source = {data, size, piece};
  char *buffer = malloc(capacity);
  twocs_json json;
  uint64_t hash = 1;
  int depth = 0;
  if (!buffer) abort();
  twocs_json_open(&json, buffer, capacity, more, &source);
  for (twocs_json_token token; (token = twocs_json_next(&json)) > TWOCS_JSON_END;) {
    depth += token == TWOCS_JSON_OBJECT || token == TWOCS_JSON_ARRAY;
    depth -= token == TWOCS_JSON_OBJECT_END || token == TWOCS_JSON_ARRAY_END;
    if (depth != json.depth) abort();
    hash = hash * 31 + (unsigned)token;
    if (token != TWOCS_JSON_KEY && token != TWOCS_JSON_STRING && token != TWOCS_JSON_NUMBER) continue;
    int64_t value = 0;
    if (token == TWOCS_JSON_NUMBER && !twocs_json_fixed(&json, (int)(size % 9), &value))
      hash += (uint64_t)value;
    if (unescape && token != TWOCS_JSON_NUMBER && twocs_json_unescape(&json)) break;
    if (!json.cut)
      for (size_t i = 0; i < json.length; i++) hash = hash * 31 + (unsigned char)json.text[i];
  }
  if (json.token == TWOCS_JSON_END && depth) abort();
  if (json.token == TWOCS_JSON_BAD && !json.message[0]) abort();
  for (const char *c = json.message; *c; c++) hash = hash * 31 + (unsigned char)*c;
  free(buffer);
  return hash;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2) return 0;
  const size_t piece = 1 + data[0], capacity = 1024 + data[1];
  read_all(data + 2, size - 2, piece, capacity, 1);
  if (size < 400 &&
      read_all(data + 2, size - 2, piece, capacity, 0) != read_all(data + 2, size - 2, 1 << 20, 1 << 16, 0))
    abort();
  return 0;
}
