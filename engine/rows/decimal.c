/* SPDX-License-Identifier: MIT */
/* Decimal digits of doubles by one product of two 64-bit integers. The one thing to know: a power of ten is a
 * product of two table entries, too small by less than TWOCS_POWER_ERROR units of its last bit, so that each
 * result here is an interval; where both of its ends round alike, that is the correctly rounded result. */
#include "rows/decimal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FINE = 28, DIGITS = 15, DIGITS_MOST = 17 };

typedef struct {
  uint64_t high, low;
} wide;

static wide product(uint64_t a, uint64_t b) {
  const uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  const uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)middle;
  return (wide){a1 * b1 + (middle >> 32) + (other >> 32), other << 32 | (uint32_t)low};
}

static int leading_zeros(uint64_t x) {
  int n = 0;
  for (int step = 32; step; step /= 2)
    if (!(x >> (64 - step))) x <<= step, n += step;
  return n;
}

/* floor(log2(10^q)). */
static int power_bits(int q) { return (q * 217706 - (q < 0 ? 65535 : 0)) / 65536; }

/* The first 64 bits of 10^(28 j), cut off; test_decimal.c computes each of them anew. */
static const uint64_t coarse[] = {
    0xe3e27a444d8d98b7, /* 10^-336 */
    0xe61acf033d1a45df, /* 10^-308 */
    0xe858ad248f5c22c9, /* 10^-280 */
    0xea9c227723ee8bcb, /* 10^-252 */
    0xece53cec4a314ebd, /* 10^-224 */
    0xef340a98172aace4, /* 10^-196 */
    0xf18899b1bc3f8ca1, /* 10^-168 */
    0xf3e2f893dec3f126, /* 10^-140 */
    0xf64335bcf065d37d, /* 10^-112 */
    0xf8a95fcf88747d94, /* 10^-84 */
    0xfb158592be068d2e, /* 10^-56 */
    0xfd87b5f28300ca0d, /* 10^-28 */
    0x8000000000000000, /* 10^0 */
    0x813f3978f8940984, /* 10^28 */
    0x82818f1281ed449f, /* 10^56 */
    0x83c7088e1aab65db, /* 10^84 */
    0x850fadc09923329e, /* 10^112 */
    0x865b86925b9bc5c2, /* 10^140 */
    0x87aa9aff79042286, /* 10^168 */
    0x88fcf317f22241e2, /* 10^196 */
    0x8a5296ffe33cc92f, /* 10^224 */
    0x8bab8eefb6409c1a, /* 10^252 */
    0x8d07e33455637eb2, /* 10^280 */
    0x8e679c2f5e44ff8f, /* 10^308 */
    0x8fcac257558ee4e6, /* 10^336 */
};

/* 5^r, which is 10^r but for its power of two. */
static const uint64_t fine[FINE] = {1,
                                    5,
                                    25,
                                    125,
                                    625,
                                    3125,
                                    15625,
                                    78125,
                                    390625,
                                    1953125,
                                    9765625,
                                    48828125,
                                    244140625,
                                    1220703125,
                                    6103515625,
                                    30517578125,
                                    152587890625,
                                    762939453125,
                                    3814697265625,
                                    19073486328125,
                                    95367431640625,
                                    476837158203125,
                                    2384185791015625,
                                    11920928955078125,
                                    59604644775390625,
                                    298023223876953125,
                                    1490116119384765625,
                                    7450580596923828125};

uint64_t twocs_decimal_power(int q, int *exponent) {
  const int place = (q - TWOCS_POWER_LEAST) / FINE, r = (q - TWOCS_POWER_LEAST) % FINE;
  *exponent = power_bits(q) - 63;
  const wide p = product(coarse[place], fine[r] << leading_zeros(fine[r]));
  return p.high >> 63 ? p.high : p.high << 1 | p.low >> 63;
}

/* The 53 bits that `high` rounds to, or 0 where what may be missing from it (up to `missing` units, and a
 * tie's rest) decides. */
static uint64_t rounded(uint64_t high, uint64_t missing, int *exponent) {
  if (!(high >> 63)) high <<= 1, missing <<= 1, --*exponent;
  const uint64_t rest = high & 2047;
  if (rest <= 1024 && rest + missing >= 1024) return 0;
  *exponent += 11;
  return (high >> 11) + (rest > 1024); /* 2^53 is as good */
}

int twocs_decimal_value(uint64_t digits, int exponent, double *value) {
  static const double exact[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  if (digits <= (uint64_t)1 << 53 && exponent >= -22 && exponent <= 22) { /* both exact: rounded once */
    *value = exponent < 0 ? (double)digits / exact[-exponent] : (double)digits * exact[exponent];
    return 1;
  }
  if (!digits || exponent < -325 || exponent > 308) return 0;
  const int zeros = leading_zeros(digits);
  int e;
  const uint64_t power = twocs_decimal_power(exponent, &e);
  e += 64 - zeros;
  const uint64_t bits = rounded(product(digits << zeros, power).high, TWOCS_POWER_ERROR + 1, &e);
  if (!bits || e < -1074 + 1 || e > 970) return 0; /* what is denormal or overflows is rounded elsewhere */
  *value = ldexp((double)bits, e);
  return 1;
}

typedef struct {
  const char *at, *end;
  uint64_t digits;
} reading;

/* Takes digits and returns how many; too many of them overflow, which the caller counts. */
static int digits_take(reading *r) {
  const char *from = r->at;
  uint64_t digits = r->digits;
  while (r->at < r->end && (unsigned)(*r->at - '0') < 10) digits = 10 * digits + (uint64_t)(*r->at++ - '0');
  r->digits = digits;
  return (int)(r->at - from);
}

static int exponent_take(reading *r, int *exponent) {
  const int minus = r->at < r->end && *r->at == '-';
  if (r->at < r->end && (*r->at == '-' || *r->at == '+')) r->at++;
  int value = 0;
  const char *from = r->at;
  while (r->at < r->end && (unsigned)(*r->at - '0') < 10 && r->at - from < 4)
    value = 10 * value + (*r->at++ - '0');
  *exponent += minus ? -value : value;
  return r->at > from;
}

int twocs_decimal_read(const char *text, size_t length, int decade, double *value) {
  if (!length || length > 40) return 0;
  reading r = {text, text + length, 0};
  const int minus = *text == '-';
  if (minus || *text == '+') r.at++;
  int exponent = decade;
  const char *first = r.at;
  while (r.at < r.end && *r.at == '0') r.at++;
  int leading = r.at > first, significant = digits_take(&r);
  if (r.at < r.end && *r.at == '.') {
    r.at++;
    const int taken = digits_take(&r);
    significant += taken, exponent -= taken;
  }
  if (significant > 19 || significant + leading == 0) return 0;
  if (r.at < r.end) {
    if (*r.at != 'e' && *r.at != 'E') return 0;
    r.at++;
    if (!exponent_take(&r, &exponent) || r.at < r.end) return 0;
  }
  if (!r.digits)
    *value = 0;
  else if (!twocs_decimal_value(r.digits, exponent, value))
    return 0;
  if (minus) *value = -*value;
  return 1;
}

/* Writing
 * --------------------------------------------------------------------------------------------------*/

/* What digits are worth: they give the value back, they do not, or that cannot be decided here. */
enum back { BACK, NOT_BACK, UNTOLD };
static const uint64_t ten[] = {
    [DIGITS - 1] = 100000000000000, 1000000000000000, 10000000000000000, 100000000000000000};

/* How far the rounded digits are from the value, in units of the product: half of the step between doubles is
 * the power's first ten bits, but half of that below a power of two. */
static enum back gives_back(uint64_t bits, uint64_t power, uint64_t far) {
  const uint64_t half_step = power >> 54, missing = TWOCS_POWER_ERROR + 2;
  if (far + missing < half_step / 2) return BACK;
  if (bits == (uint64_t)1 << 52) return UNTOLD;
  return far + missing < half_step ? BACK : far > half_step + missing ? NOT_BACK : UNTOLD;
}

/* The first `count` digits of value as one integer, rounded, the decimal place of the first, and whether they
 * give the value back. 0: cannot be decided. */
static uint64_t digits_of(double value, int count, int *place, enum back *back) {
  uint64_t image;
  memcpy(&image, &value, sizeof image);
  const int biased = (int)(image >> 52 & 2047);
  if (!biased) return 0;
  const uint64_t bits = (image & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52;
  const int top = biased - 1023;                               /* 2^top is the highest bit */
  int first = (top * 78913 - (top < 0 ? 262143 : 0)) / 262144; /* floor(log10(2^top)): perhaps one too low */
  for (;; first++) {
    int e;
    const uint64_t power = twocs_decimal_power(count - 1 - first, &e);
    const uint64_t high = product(bits << 11, power).high;
    const int shift =
        -(e + top + 1); /* high holds the value times 2^shift, and up to 5 less than it should */
    const uint64_t whole = high >> shift, half = (uint64_t)1 << (shift - 1), rest = high & (2 * half - 1);
    if (whole >= ten[count]) continue;
    if (rest <= half && rest + TWOCS_POWER_ERROR + 1 >= half) return 0;
    const uint64_t digits = whole + (rest > half);
    *back = gives_back(bits, power, rest > half ? 2 * half - rest : rest);
    *place = first + (digits == ten[count]);
    return digits == ten[count] ? ten[count - 1] : digits;
  }
}

/* The digits of an integer from the right, ending before `end`; returns where they begin. */
static char *digits_put(char *end, uint64_t digits) {
  do *--end = (char)('0' + digits % 10);
  while (digits /= 10);
  return end;
}

static size_t exponent_put(char *at, int place) {
  char text[8], *end = text + sizeof text;
  const char *begin = digits_put(end, (uint64_t)(place < 0 ? -place : place));
  size_t n = 0;
  at[n++] = 'e';
  at[n++] = place < 0 ? '-' : '+';
  if (end - begin == 1) at[n++] = '0';
  memcpy(at + n, begin, (size_t)(end - begin));
  return n + (size_t)(end - begin);
}

/* As %g lays digits out that end in no zero: fixed, unless the first is below 10^-4 or from 10^15 on. */
static size_t laid_out(char *buffer, const char *digit, size_t count, int place) {
  char *at = buffer;
  if (place < -4 || place >= DIGITS) {
    *at++ = digit[0];
    if (count > 1) *at++ = '.';
    memcpy(at, digit + 1, count - 1), at += count - 1;
    return (size_t)(at - buffer) + exponent_put(at, place);
  }
  if (place < 0) {
    memcpy(at, "0.0000", 6);
    at += 1 - place;
    memcpy(at, digit, count);
    return (size_t)(at - buffer) + count;
  }
  const size_t before = (size_t)place + 1;
  if (count <= before) {
    memcpy(at, digit, count);
    memset(at + count, '0', before - count);
    return before;
  }
  memcpy(at, digit, before);
  at[before] = '.';
  memcpy(at + before + 1, digit + before, count - before);
  return count + 1;
}

/* A whole number's or a fraction's digits, without the zeros at its end. */
static size_t digits_write(char *buffer, uint64_t digits, int place) {
  char text[24], *end = text + sizeof text;
  const char *begin = digits_put(end, digits);
  while (end - begin > 1 && end[-1] == '0') end--;
  return laid_out(buffer, begin, (size_t)(end - begin), place);
}

size_t twocs_decimal_try(char *buffer, double value) {
  const size_t sign = signbit(value) != 0;
  const double size = fabs(value);
  *buffer = '-';
  if (size < 1e15 && size == (double)(uint64_t)size) { /* whole numbers are their own digits */
    char text[24], *end = text + sizeof text;
    const char *begin = digits_put(end, (uint64_t)size);
    memcpy(buffer + sign, begin, (size_t)(end - begin));
    return sign + (size_t)(end - begin);
  }
  for (int count = DIGITS; isfinite(value) && count <= DIGITS_MOST; count++) {
    int place = 0;
    enum back back = UNTOLD;
    const uint64_t digits = digits_of(size, count, &place, &back);
    if (!digits || (back == UNTOLD && count < DIGITS_MOST)) return 0;
    if (back == BACK || count == DIGITS_MOST) return sign + digits_write(buffer + sign, digits, place);
  }
  return 0;
}

/* The C library's digits, "d.ddde-dd", laid out as ours. */
static size_t written_by_library(char *buffer, double value) {
  char text[TWOCS_DECIMAL_SIZE];
  if (!isfinite(value)) return (size_t)snprintf(buffer, TWOCS_DECIMAL_SIZE, "%.15g", value);
  int count = DIGITS;
  do snprintf(text, sizeof text, "%.*e", count - 1, fabs(value));
  while (strtod(text, NULL) != fabs(value) && ++count <= DIGITS_MOST);
  const size_t sign = signbit(value) != 0;
  uint64_t digits = 0;
  const char *at = text;
  for (; *at != 'e'; at++) digits = *at == '.' ? digits : 10 * digits + (uint64_t)(*at - '0');
  *buffer = '-';
  return sign + digits_write(buffer + sign, digits, (int)strtol(at + 1, NULL, 10));
}

size_t twocs_decimal_write(char *buffer, double value) {
  const size_t length = twocs_decimal_try(buffer, value);
  return length ? length : written_by_library(buffer, value);
}
