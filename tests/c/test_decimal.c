/* SPDX-License-Identifier: MIT */
/* Decimal digits: the powers of ten against integers of any length, then millions of random doubles against
 * printf and strtod, which they must equal byte for byte and bit for bit. */
#include "common.h"
#include "rows/decimal.h"

/* Numbers that tables hold: any double, times and counts, numbers with few digits, neighbours of ties. */
static double random_double(unsigned kind) {
  double x;
  uint64_t bits = random_bits();
  switch (kind % 6) {
  case 0:
    memcpy(&x, &bits, sizeof x);
    return x;
  case 1:
    return exp(60 * random_unit() - 30);
  case 2:
    return floor(exp(40 * random_unit()));
  case 3:
    return (double)(bits % 1000000) / pow(10, (double)(bits >> 60));
  case 4:
    return (double)(bits >> 14) + 0.5 * (double)(bits & 1);
  default:
    return ldexp((double)(bits >> 11), (int)(random_bits() % 120) - 100);
  }
}

/* An integer of any length, its low word first. */
enum { WORDS = 80 };
typedef struct {
  uint32_t word[WORDS];
} big;

static void big_times(big *b, uint32_t by) {
  uint64_t carry = 0;
  for (int i = 0; i < WORDS; i++)
    carry += (uint64_t)b->word[i] * by, b->word[i] = (uint32_t)carry, carry >>= 32;
  assert_true(carry == 0);
}

static void big_over(big *b, uint32_t by) {
  uint64_t rest = 0;
  for (int i = WORDS; i-- > 0;)
    rest = rest << 32 | b->word[i], b->word[i] = (uint32_t)(rest / by), rest %= by;
}

static int big_bit(const big *b, int i) { return i >= 0 && b->word[i / 32] >> (i % 32) & 1; }

static uint64_t big_top(const big *b, int *highest) {
  int i = 32 * WORDS - 1;
  uint64_t top = 0;
  while (!big_bit(b, i)) i--;
  *highest = i;
  for (int k = 0; k < 64; k++) top = top << 1 | (uint64_t)big_bit(b, i - k);
  return top;
}

/* Never too large, and at most as much too small as the header says. */
static void power_check(int q, const big *b, int scaled) {
  int highest, exponent;
  const uint64_t true_top = big_top(b, &highest), power = twocs_decimal_power(q, &exponent);
  assert_int_equal(exponent, highest - scaled - 63);
  assert_true(power >> 63);
  assert_true(power <= true_top && true_top - power < TWOCS_POWER_ERROR);
}

static void powers_of_ten(void **state) {
  enum { SCALED = 32 * (WORDS - 1) }; /* 2^SCALED means 1 */
  (void)state;
  big b = {{1}};
  for (int q = 0; q <= TWOCS_POWER_MOST; q++, big_times(&b, 10)) power_check(q, &b, 0);
  big down = {{0}};
  down.word[WORDS - 1] = 1;
  for (int q = 0; q >= TWOCS_POWER_LEAST; q--, big_over(&down, 10)) power_check(q, &down, SCALED);
}

/* With the C library: the fewest digits from 15 on that read back, laid out as by "%.15g". */
static void shortest(double x, size_t size, char text[]) {
  char e[64], digits[64] = "";
  for (int count = 15; count <= 17; count++) {
    snprintf(e, sizeof e, "%.*e", count - 1, fabs(x));
    if (strtod(e, NULL) == fabs(x)) break;
  }
  const int place = (int)strtol(strchr(e, 'e') + 1, NULL, 10);
  size_t n = 0;
  for (const char *at = e; *at != 'e'; at++)
    if (*at != '.') digits[n++] = *at;
  while (n > 1 && digits[n - 1] == '0') n--;
  digits[n] = 0;
  const char *sign = signbit(x) ? "-" : "";
  if (place < -4 || place >= 15)
    snprintf(text, size, "%s%c%s%se%c%02d", sign, digits[0], n > 1 ? "." : "", digits + 1,
             place < 0 ? '-' : '+', abs(place));
  else if (place < 0)
    snprintf(text, size, "%s0.%.*s%s", sign, -1 - place, "0000", digits);
  else if (n <= (size_t)place + 1)
    snprintf(text, size, "%s%s%.*s", sign, digits, (int)((size_t)place + 1 - n), "0000000000000000");
  else
    snprintf(text, size, "%s%.*s.%s", sign, place + 1, digits, digits + place + 1);
}

static void expected(double x, size_t size, char text[]) {
  if (isfinite(x))
    shortest(x, size, text);
  else
    snprintf(text, size, "%.15g", x);
}

static void writes_the_shortest_that_reads_back(void **state) {
  enum { COUNT = 1000000 };
  (void)state;
  int fast = 0;
  for (unsigned i = 0; i < COUNT; i++) {
    const double x = random_double(i);
    char text[128], buffer[TWOCS_DECIMAL_SIZE + 1];
    expected(x, sizeof text, text);
    if (isfinite(x)) exact(text, strtod(text, NULL), x);
    fast += i % 6 == 4 || twocs_decimal_try(buffer, x) != 0; /* kind 4 is ties on purpose */
    buffer[twocs_decimal_write(buffer, x)] = 0;
    if (strcmp(buffer, text) != 0) fail_msg("%a is \"%s\", not \"%s\"", x, text, buffer);
  }
  assert_true(fast > COUNT * 0.9);
}

static void writes_special_values(void **state) {
  static const double of[] = {0.0,
                              -0.0,
                              1,
                              -1,
                              0.1,
                              1e-4,
                              9.9999999999999995e-5,
                              1e-5,
                              1e14,
                              1e15,
                              1e16,
                              1e22,
                              1e23,
                              5e-324,
                              1e-310,
                              0x1p-1022,
                              1.7976931348623157e308,
                              999999999999999.5,
                              99999999999999.95,
                              123456789012345.5,
                              123456789012346.5,
                              0.5,
                              2.5,
                              HUGE_VAL,
                              -HUGE_VAL,
                              999999999999999,
                              0.99999999999999995,
                              9.9999999999999995e22};
  (void)state;
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    char text[128], buffer[TWOCS_DECIMAL_SIZE + 1];
    expected(of[i], sizeof text, text);
    buffer[twocs_decimal_write(buffer, of[i])] = 0;
    assert_string_equal(buffer, text);
  }
}

static void read_check(const char *text, int *fast) {
  double value = 0, expected = strtod(text, NULL);
  if (!twocs_decimal_read(text, strlen(text), 0, &value)) return;
  ++*fast;
  if (memcmp(&value, &expected, sizeof value) != 0) fail_msg("\"%s\" is %a, not %a", text, expected, value);
}

static void reads_as_strtod(void **state) {
  enum { COUNT = 1000000 };
  static const char *const forms[] = {"%.15g", "%.17g", "%.6g", "%.3f", "%.18e", "%+.1e"};
  (void)state;
  int fast = 0, tried = 0;
  for (unsigned i = 0; i < COUNT; i++) {
    const double x = random_double(i / 6);
    char text[400];
    if (!isfinite(x)) continue;
    snprintf(text, sizeof text, forms[i % 6], x);
    tried += fabs(x) < 1e15;
    read_check(text, &fast);
  }
  assert_true(fast > tried * 0.98);
}

static void reads_ties(void **state) {
  (void)state;
  int fast = 0;
  for (unsigned i = 0; i < 200000; i++) { /* halfway between two doubles, which needs all digits */
    char text[64];
    const uint64_t odd = (random_bits() >> 10) | (uint64_t)1 << 53 | 1;
    snprintf(text, sizeof text, "%llu", (unsigned long long)odd);
    read_check(text, &fast);
    snprintf(text, sizeof text, "%lluE%d", (unsigned long long)odd, (int)(i % 60) - 30);
    read_check(text, &fast);
  }
  assert_true(fast > 0);
}

static void reads_only_plain_numbers(void **state) {
  static const char *const no[] = {
      "",        "-",  "+",    ".",     "1e",  "1e+", "e5",   "1 ",
      " 1",      "1x", "--1",  "1.2.3", "nan", "inf", "0x10", "12345678901234567890",
      "1e99999", "4K", "1e999"};
  (void)state;
  double value;
  for (size_t i = 0; i < sizeof no / sizeof *no; i++)
    assert_false(twocs_decimal_read(no[i], strlen(no[i]), 0, &value));
  assert_true(twocs_decimal_read("15", 2, -6, &value) && value == 15e-6);
  assert_true(twocs_decimal_read("-0", 2, 0, &value) && value == 0 && signbit(value));
  assert_true(twocs_decimal_read("00012.50", 8, 0, &value) && value == 12.5);
  assert_true(twocs_decimal_read(".5", 2, 0, &value) && value == 0.5);
  assert_true(twocs_decimal_read("5.", 2, 0, &value) && value == 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(powers_of_ten),
      cmocka_unit_test(writes_the_shortest_that_reads_back),
      cmocka_unit_test(writes_special_values),
      cmocka_unit_test(reads_as_strtod),
      cmocka_unit_test(reads_ties),
      cmocka_unit_test(reads_only_plain_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
