/* SPDX-License-Identifier: MIT */
/* Quantities: what people write becomes exactly the SI double that they mean, and anything else is reported
 * in one sentence. Values are compared bit for bit with the literal; if a factor multiplies (bits, hours),
 * the product is the reference. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rows/units.h"

static const struct {
  const char *text, *unit;
  double value;
} good[] = {
    {"400 Gb/s", "byte/s", 50e9},
    /* every prefix: IEC's powers of 1024, SI's of 1000 */
    {"1 KiB", "byte", 0x1p10},
    {"1 MiB", "byte", 0x1p20},
    {"1 GiB", "byte", 0x1p30},
    {"1 TiB", "byte", 0x1p40},
    {"1 PiB", "byte", 0x1p50},
    {"1 EiB", "byte", 0x1p60},
    {"1 kB", "byte", 1e3},
    {"1 KB", "byte", 1e3},
    {"1 MB", "byte", 1e6},
    {"1 GB", "byte", 1e9},
    {"1 TB", "byte", 1e12},
    {"1 PB", "byte", 1e15},
    {"1 EB", "byte", 1e18},
    {"1 ZB", "byte", 1e21},
    {"1 YB", "byte", 1e24},
    {"1 ms", "s", 1e-3},
    {"1 us", "s", 1e-6},
    {"1 \xc2\xb5s", "s", 1e-6},
    {"1 \xce\xbcs", "s", 1e-6},
    {"1 ns", "s", 1e-9},
    {"1 ps", "s", 1e-12},
    {"1 fs", "s", 1e-15},
    {"80 GiB", "byte", 80.0 * 1073741824.0},
    {"80 GB", "byte", 80e9},
    {"80GB", "byte", 80e9},
    {"64 KiB", "byte", 65536},
    {"64 KB", "byte", 64000},
    {"64 kB", "byte", 64000},
    {"1.5 TB/s", "byte/s", 1.5e12},
    {"312 TFLOP/s", "flop/s", 312e12},
    {"312 Tflop/s", "flop/s", 312e12},
    {"1.2 ZFLOP", "flop", 1.2e21},
    {"15 us", "s", 15e-6},
    {"4.5 \xc2\xb5s", "s", 4.5e-6},
    {"4.5 \xce\xbcs", "s", 4.5e-6},
    {"0.1 ms", "s", 0.1e-3},
    {"0.1 us", "s", 0.1e-6},
    {"90 days", "s", 90 * 86400.0},
    {"1 day", "s", 86400},
    {"1.5 h", "s", 5400},
    {"3 min", "s", 180},
    {"10 %", "1", 0.1},
    {"10%", "1", 0.1},
    {"-2.5%", "1", -0.025},
    {"4K", "1", 4096},
    {"64K", "token", 65536},
    {"3", "byte", 3},
    {"3", "1", 3},
    {"+.5", "1", 0.5},
    {"5.", "1", 5},
    {"-0", "1", -0.0},
    {"1e5", "token", 1e5},
    {"5E3 s", "s", 5e3},
    {"1E+5", "1", 1e5},
    {"80e9 B", "byte", 80e9},
    {"5 EB", "byte", 5e18},
    {"5EB", "byte", 5e18},
    {"300 Gtoken", "token", 300e9},
    {"4096 tokens", "token", 4096},
    {"  7 \t", "1", 7},
    {"0.0000000000000000000000000000000000001e40", "1", 1e3},
    {"9007199254740993", "1", 9007199254740992.0},
    {"0.1000000000000000055511151231257827021181583404541015625", "1", 0.1},
    {"1.7976931348623157e308", "1", DBL_MAX},
    {"4.9406564584124654e-324", "1", 4.9406564584124654e-324},
    {"0e999999999999", "1", 0},
    {"2.5 USD/h", "USD/s", 2.5 / 3600},
    {"1 kWh", "J", 3.6e6},
    {"700 W", "W", 700},
    {"1.2 GHz", "1/s", 1.2e9},
    {"5 1/s", "1/s", 5},
    {"5/s", "1/s", 5},
    {"6 pJ/bit", "J/byte", 6e-12 / 0.125},
    {"153 FLOP/B", "flop/byte", 153},
};

static const struct {
  const char *text, *unit;
  int code;
  const char *says;
} bad[] = {
    {"400 Gb/s", "byte", TWOCS_QUANTITY_MISMATCH, "\"400 Gb/s\" is in byte/s, but mem_size is in byte"},
    {"10 %", "byte", TWOCS_QUANTITY_MISMATCH, "\"10 %\" is a pure number, but mem_size is in byte"},
    {"4K", "byte", TWOCS_QUANTITY_MISMATCH, "\"4K\" is a pure number, but mem_size is in byte"},
    {"3 s", "1", TWOCS_QUANTITY_MISMATCH, "\"3 s\" is in s, but mem_size is a pure number"},
    {"3 s", "", TWOCS_QUANTITY_MISMATCH, "\"3 s\" is in s, but mem_size is a pure number"},
    {"4k", "1", TWOCS_QUANTITY_UNIT, "\"4k\" may mean thousands or 1024s: write 4K for 4096, or 4000"},
    {"4M", "1", TWOCS_QUANTITY_UNIT, "\"4M\" may mean millions or 1048576s: write 4e6, or 4096K for 4194304"},
    {"312 TFLOPS", "flop/s", TWOCS_QUANTITY_UNIT,
     "\"TFLOPS\" may mean flop or flop/s: write FLOP or FLOP/s after the prefix"},
    {"80 gb", "byte", TWOCS_QUANTITY_UNIT, "\"gb\" is not a known unit"},
    {"80 mB", "byte", TWOCS_QUANTITY_UNIT, "\"mB\" is not a known unit"},
    {"3 m", "s", TWOCS_QUANTITY_UNIT, "\"m\" is not a known unit"},
    {"3 B/W", "byte", TWOCS_QUANTITY_UNIT, "\"B/W\" is not a known unit"},
    {"3 B/s/s", "byte", TWOCS_QUANTITY_UNIT, "\"B/s/s\" is not a known unit"},
    {"3 B/", "byte", TWOCS_QUANTITY_UNIT, "\"B/\" is not a known unit"},
    {"3e", "1", TWOCS_QUANTITY_UNIT, "\"e\" is not a known unit"},
    {"1,5", "1", TWOCS_QUANTITY_UNIT, "\",5\" is not a known unit"},
    {"1.2.3", "1", TWOCS_QUANTITY_UNIT, "\".3\" is not a known unit"},
    {"0x10", "1", TWOCS_QUANTITY_UNIT, "\"x10\" is not a known unit"},
    {"4 1", "1", TWOCS_QUANTITY_NUMBER, "\"4 1\" has two numbers: expected a number and a unit"},
    {"", "1", TWOCS_QUANTITY_NUMBER, "mem_size is empty: expected a number"},
    {"  ", "1", TWOCS_QUANTITY_NUMBER, "mem_size is empty: expected a number"},
    {"nan", "1", TWOCS_QUANTITY_NUMBER, "\"nan\" is not a number"},
    {"inf", "1", TWOCS_QUANTITY_NUMBER, "\"inf\" is not a number"},
    {"-", "1", TWOCS_QUANTITY_NUMBER, "\"-\" is not a number"},
    {".", "1", TWOCS_QUANTITY_NUMBER, "\".\" is not a number"},
    {"e5", "1", TWOCS_QUANTITY_NUMBER, "\"e5\" is not a number"},
    {"GB", "byte", TWOCS_QUANTITY_NUMBER, "\"GB\" is not a number"},
    {"1e999", "1", TWOCS_QUANTITY_RANGE, "\"1e999\" is beyond the range of a double"},
    {"1e308 GB", "byte", TWOCS_QUANTITY_RANGE, "\"1e308 GB\" is beyond the range of a double"},
    {"1e-999", "1", TWOCS_QUANTITY_RANGE, "\"1e-999\" is beyond the range of a double"},
    {"1e99999999999999999999", "1", TWOCS_QUANTITY_RANGE, "is beyond the range of a double"},
    {"5\n\x01z", "1", TWOCS_QUANTITY_UNIT, "\"??z\" is not a known unit"},
};

static twocs_unit plain(const char *unit) { return (twocs_unit){unit, 0, 1}; }

static void good_texts_have_the_bits_of_their_literal(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    char message[320] = "";
    twocs_quantity q = {0, NULL};
    const int code = twocs_quantity_parse(good[i].text, strlen(good[i].text), plain(good[i].unit), "x", &q,
                                          message, sizeof message);
    if (code || memcmp(&q.value, &good[i].value, sizeof q.value) || strcmp(q.unit, good[i].unit))
      fail_msg("%s: %.17g, expected %.17g %s", good[i].text, q.value, good[i].value, message);
  }
}

static void bad_texts_get_one_sentence(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char message[320] = "";
    twocs_quantity q = {42, NULL};
    const int code = twocs_quantity_parse(bad[i].text, strlen(bad[i].text), plain(bad[i].unit), "mem_size",
                                          &q, message, sizeof message);
    if (code != bad[i].code || !strstr(message, bad[i].says))
      fail_msg("%s: code %d, said: %s", bad[i].text, code, message);
    assert_true(q.value == 42 || code == TWOCS_QUANTITY_RANGE);
  }
}

static void any_unit_is_returned(void **state) {
  (void)state;
  char message[100];
  twocs_quantity q;
  assert_int_equal(twocs_quantity_parse("400 Gb/s", 8, plain(NULL), NULL, &q, message, sizeof message), 0);
  assert_string_equal(q.unit, "byte/s");
  assert_int_equal(twocs_quantity_parse("3", 1, plain(NULL), NULL, &q, message, sizeof message), 0);
  assert_null(q.unit);
  assert_int_equal(twocs_quantity_parse("4K", 2, plain(NULL), NULL, &q, message, sizeof message), 0);
  assert_string_equal(q.unit, "1");
}

static void messages_stay_inside_their_buffer(void **state) {
  (void)state;
  char text[1000], message[16];
  twocs_quantity q;
  memset(text, '9', sizeof text);
  assert_int_equal(twocs_quantity_parse(text, sizeof text, plain("1"), NULL, &q, message, sizeof message),
                   TWOCS_QUANTITY_LONG);
  assert_int_equal(strlen(message), sizeof message - 1);
  assert_int_equal(twocs_quantity_parse("x", 1, plain("1"), NULL, &q, NULL, 0), TWOCS_QUANTITY_NUMBER);
  /* The maximum length, all digits: 400 nines are beyond a double, 300 are not. */
  assert_int_equal(twocs_quantity_parse(text, 400, plain("1"), NULL, &q, NULL, 0), TWOCS_QUANTITY_RANGE);
  assert_int_equal(twocs_quantity_parse(text, 300, plain("1"), NULL, &q, NULL, 0), 0);
  assert_true(q.value == 1e300);
}

/* Random doubles written with 17 digits are read back bit for bit. */
static void seventeen_digits_come_back(void **state) {
  (void)state;
  unsigned long long bits = 88172645463325252ULL;
  for (int i = 0; i < 200000; i++) {
    bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17;
    double value;
    char text[40];
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) continue;
    twocs_quantity q = {0, NULL};
    const int length = snprintf(text, sizeof text, "%.17g", value);
    assert_int_equal(twocs_quantity_parse(text, (size_t)length, plain("1"), NULL, &q, NULL, 0), 0);
    if (memcmp(&value, &q.value, sizeof value)) fail_msg("%s came back as %.17g", text, q.value);
  }
}

static void units_of_the_closed_set_parse_as_themselves(void **state) {
  (void)state;
  size_t i = 0;
  for (; twocs_unit_name(i); i++) {
    twocs_unit unit;
    const char *name = twocs_unit_name(i);
    assert_int_equal(twocs_unit_parse(name, strlen(name), &unit, NULL, 0), 0);
    assert_ptr_equal(unit.name, name);
    assert_int_equal(unit.decade, 0);
    assert_true(unit.factor == 1);
    const twocs_scale scale = twocs_unit_scale(12345, name);
    char text[60];
    snprintf(text, sizeof text, "1 %s", scale.label);
    twocs_quantity q;
    assert_int_equal(twocs_quantity_parse(text, strlen(text), plain(name), NULL, &q, NULL, 0), 0);
    assert_true(fabs(q.value / scale.divisor - 1) < 1e-15); /* one rounding */
  }
  assert_true(i > 20);
}

static const struct {
  double value;
  const char *unit, *text;
} printed[] = {
    {312e12, "flop/s", "312 TFLOP/s"},
    {64e9, "byte", "64 GB"},
    {50e9, "byte/s", "50 GB/s"},
    {37e-6, "s", "37 us"},
    {1.2345e-3, "s", "1.234 ms"}, /* the double below the tie */
    {2.5, "s", "2.5 s"},
    {90 * 86400.0, "s", "90 days"},
    {5 * 3600.0, "s", "5 h"},
    {999.96e9, "byte", "1 TB"},
    {-64e9, "byte", "-64 GB"},
    {0, "byte", "0 B"},
    {0.43129, "1", "0.4313"},
    {65536, "1", "65536"},
    {4096, "token", "4.096 ktoken"},
    {512, "token", "512 token"},
    {1e32, "flop", "1e+32 FLOP"},
    {6e-12, "J/byte", "6 pJ/B"},
    {1e-30, "s", "1e-15 fs"},
    {172800, "s", "2 days"},
    {7200, "s", "2 h"},
    {5e18, "flop", "5 EFLOP"},
    {1e9, "1", "1e+09"},
    {999999999, "1", "999999999"},
    {3, "furlong", "3 furlong"},
};

static void numbers_are_shown_with_their_prefix(void **state) {
  (void)state;
  char text[64];
  for (size_t i = 0; i < sizeof printed / sizeof *printed; i++) {
    const int length = twocs_quantity_print(text, sizeof text, printed[i].value, printed[i].unit);
    assert_string_equal(text, printed[i].text);
    assert_int_equal(length, strlen(text));
  }
  twocs_quantity_print(text, sizeof text, (double)NAN, "s");
  assert_string_equal(text, "nan");
  twocs_quantity_print(text, sizeof text, -HUGE_VAL, "s");
  assert_string_equal(text, "-inf s");
  assert_int_equal(twocs_quantity_print(NULL, 0, 64e9, "byte"), 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(good_texts_have_the_bits_of_their_literal),
      cmocka_unit_test(bad_texts_get_one_sentence),
      cmocka_unit_test(any_unit_is_returned),
      cmocka_unit_test(messages_stay_inside_their_buffer),
      cmocka_unit_test(seventeen_digits_come_back),
      cmocka_unit_test(units_of_the_closed_set_parse_as_themselves),
      cmocka_unit_test(numbers_are_shown_with_their_prefix),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
