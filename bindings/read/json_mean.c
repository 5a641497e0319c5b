/* SPDX-License-Identifier: MIT */
/* The meaning of texts and numbers in JSON. */
#include "json.h"

#include <string.h>

static int digit(char c) { return c >= '0' && c <= '9'; }

static int hex_read(const char *p, const char *end, unsigned *code) {
  *code = 0;
  if (end - p < 4) return -1;
  for (int i = 0; i < 4; i++) {
    const char c = p[i];
    const char low = (char)(c | 0x20);
    if (c >= '0' && c <= '9')
      *code = *code * 16 + (unsigned)(c - '0');
    else if (low >= 'a' && low <= 'f')
      *code = *code * 16 + (unsigned)(low - 'a' + 10);
    else
      return -1;
  }
  return 0;
}

static char *utf8_write(char *out, unsigned code) {
  if (code < 0x80) {
    *out++ = (char)code;
    return out;
  }
  if (code < 0x800) {
    *out++ = (char)(0xc0 | code >> 6);
  } else {
    if (code < 0x10000) {
      *out++ = (char)(0xe0 | code >> 12);
    } else {
      *out++ = (char)(0xf0 | code >> 18);
      *out++ = (char)(0x80 | (code >> 12 & 0x3f));
    }
    *out++ = (char)(0x80 | (code >> 6 & 0x3f));
  }
  *out++ = (char)(0x80 | (code & 0x3f));
  return out;
}

/* The code point of an escape of four digits, or of a pair of them; half a pair becomes the replacement
 * character. */
static const char *unicode_read(const char *p, const char *end, unsigned *code) {
  unsigned low;
  if (hex_read(p, end, code)) return NULL;
  p += 4;
  const int high = *code >= 0xd800 && *code < 0xdc00;
  if (high && end - p >= 6 && p[0] == '\\' && p[1] == 'u' && !hex_read(p + 2, end, &low) && low >= 0xdc00 &&
      low < 0xe000) {
    *code = 0x10000 + ((*code - 0xd800) << 10) + (low - 0xdc00);
    return p + 6;
  }
  if (*code >= 0xd800 && *code < 0xe000) *code = 0xfffd;
  return p;
}

int twocs_json_unescape(twocs_json *json) {
  static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
  if (!json->escaped) return 0;
  char *out = json->buffer + (json->text - json->buffer), *start = out;
  const char *p = out, *end = out + json->length;
  while (p < end) {
    if (*p != '\\') {
      *out++ = *p++;
      continue;
    }
    if (end - p < 2 && json->cut) break;
    const char *plain = p[1] ? strchr(from, p[1]) : NULL;
    unsigned code = 0;
    if (plain) {
      *out++ = to[plain - from];
      p += 2;
    } else if (p[1] == 'u' && (json->cut || !hex_read(p + 2, end, &code))) {
      p = unicode_read(p + 2, end, &code);
      if (!p) break;
      out = utf8_write(out, code);
    } else {
      return twocs_json_refuse(json, TWOCS_JSON_NO_ESCAPE), -1;
    }
  }
  json->length = (size_t)(out - start);
  json->escaped = 0;
  return 0;
}

int twocs_fixed_parse(const char *text, size_t length, int decimals, int64_t *value) {
  const char *p = text, *end = p + length;
  const int negative = p < end && *p == '-';
  int64_t mantissa = 0;
  int power = decimals, seen = 0, full = 0, half = 0, point = 0, exponent = 0;
  for (p += negative; p < end && (digit(*p) || *p == '.'); p++) {
    if (*p == '.') {
      if (point++) return -1;
      continue;
    }
    seen = 1;
    full = full || mantissa > (INT64_MAX - (*p - '0')) / 10;
    if (full) { /* digits beyond what fits only scale it */
      power += !point;
    } else {
      mantissa = mantissa * 10 + (*p - '0');
      power -= point;
    }
  }
  if (!seen) return -1;
  if (p < end && (*p == 'e' || *p == 'E')) {
    const int down = ++p < end && *p == '-';
    p += p < end && (*p == '-' || *p == '+');
    for (; p < end && digit(*p); p++)
      if (exponent < 100000) exponent = exponent * 10 + (*p - '0');
    power += down ? -exponent : exponent;
  }
  if (p != end) return -1;
  for (; power < 0 && (mantissa || half); power++) {
    half = mantissa % 10 >= 5;
    mantissa /= 10;
  }
  mantissa += half && mantissa < INT64_MAX;
  for (; power > 0 && mantissa; power--) {
    if (mantissa > INT64_MAX / 10) return -1;
    mantissa *= 10;
  }
  *value = negative ? -mantissa : mantissa;
  return 0;
}

int twocs_json_fixed(const twocs_json *json, int decimals, int64_t *value) {
  return twocs_fixed_parse(json->text, json->length, decimals, value);
}
