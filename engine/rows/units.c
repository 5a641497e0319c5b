/* SPDX-License-Identifier: MIT */
/* Reads and prints quantities. The one thing to know: a decimal prefix moves the decimal exponent before the
 * digits become a double, so "15 us" has the same bits as 15e-6, and no decimal point is ever handed to
 * strtod, whatever the locale. */
#include "rows/units.h"
#include "rows/decimal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROWS = 1, SHRINKS = 2, HALVES = 4 }; /* takes k M G ...; m u n ...; Ki Mi Gi ... */
enum { LONGEST_QUANTITY = 400, LONGEST_UNIT = 32, EXTREME_EXPONENT = 100000 };

/* What a table, an axis or a message calls each unit of the closed set. A rate is prefixed as its numerator
 * is. */
static const struct {
  const char *name, *label;
  int prefixes;
} units[] = {
    {"1", "", 0},
    {"flop", "FLOP", GROWS},
    {"byte", "B", GROWS},
    {"s", "s", SHRINKS},
    {"token", "token", GROWS},
    {"W", "W", GROWS | SHRINKS},
    {"J", "J", GROWS | SHRINKS},
    {"USD", "USD", 0},
    {"flop/s", "FLOP/s", GROWS},
    {"byte/s", "B/s", GROWS},
    {"token/s", "token/s", GROWS},
    {"1/s", "1/s", 0},
    {"flop/byte", "FLOP/B", 0},
    {"byte/flop", "B/FLOP", 0},
    {"flop/token", "FLOP/token", GROWS},
    {"byte/token", "B/token", GROWS},
    {"s/flop", "s/FLOP", 0},
    {"s/byte", "s/B", SHRINKS},
    {"s/token", "s/token", SHRINKS},
    {"flop/J", "FLOP/J", GROWS},
    {"token/J", "token/J", 0},
    {"J/flop", "J/FLOP", SHRINKS},
    {"J/byte", "J/B", SHRINKS},
    {"J/token", "J/token", GROWS | SHRINKS},
    {"USD/s", "USD/s", 0},
    {"USD/J", "USD/J", 0},
    {"USD/token", "USD/token", 0},
    {"token/USD", "token/USD", GROWS},
};

/* The words on either side of the "/". A word of three letters or more is read in any case. */
static const struct {
  const char *text, *base;
  int decade;
  double factor;
  int prefixes;
} words[] = {
    {"1", "1", 0, 1, 0},
    {"%", "1", -2, 1, 0},
    {"flop", "flop", 0, 1, GROWS},
    {"B", "byte", 0, 1, GROWS | HALVES},
    {"byte", "byte", 0, 1, GROWS | HALVES},
    {"bytes", "byte", 0, 1, GROWS | HALVES},
    {"b", "byte", 0, 0.125, GROWS | HALVES},
    {"bit", "byte", 0, 0.125, GROWS | HALVES},
    {"bits", "byte", 0, 0.125, GROWS | HALVES},
    {"s", "s", 0, 1, SHRINKS},
    {"min", "s", 0, 60, 0},
    {"h", "s", 0, 3600, 0},
    {"hour", "s", 0, 3600, 0},
    {"hours", "s", 0, 3600, 0},
    {"day", "s", 0, 86400, 0},
    {"days", "s", 0, 86400, 0},
    {"token", "token", 0, 1, GROWS},
    {"tokens", "token", 0, 1, GROWS},
    {"W", "W", 0, 1, GROWS | SHRINKS},
    {"J", "J", 0, 1, GROWS | SHRINKS},
    {"Wh", "J", 0, 3600, GROWS},
    {"USD", "USD", 0, 1, 0},
    {"Hz", "1/s", 0, 1, GROWS},
};

/* The first spelling of a decade is the one printed; a text is compared with the longer spellings first. */
static const struct {
  const char *text;
  int decade;
  double factor;
  int kind;
} prefixes[] = {
    {"Ki", 0, 0x1p10, HALVES},    {"Mi", 0, 0x1p20, HALVES}, {"Gi", 0, 0x1p30, HALVES},
    {"Ti", 0, 0x1p40, HALVES},    {"Pi", 0, 0x1p50, HALVES}, {"Ei", 0, 0x1p60, HALVES},
    {"k", 3, 1, GROWS},           {"K", 3, 1, GROWS},        {"M", 6, 1, GROWS},
    {"G", 9, 1, GROWS},           {"T", 12, 1, GROWS},       {"P", 15, 1, GROWS},
    {"E", 18, 1, GROWS},          {"Z", 21, 1, GROWS},       {"Y", 24, 1, GROWS},
    {"m", -3, 1, SHRINKS},        {"u", -6, 1, SHRINKS},     {"\xc2\xb5", -6, 1, SHRINKS},
    {"\xce\xbc", -6, 1, SHRINKS}, {"n", -9, 1, SHRINKS},     {"p", -12, 1, SHRINKS},
    {"f", -15, 1, SHRINKS},
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

typedef struct {
  const char *at, *end;
} slice;

typedef struct {
  char text[48];
} quotation;

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static int is_space(char c) { return c == ' ' || c == '\t'; }

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static slice trim(const char *text, size_t length) {
  slice s = {text, text + length};
  while (s.at < s.end && is_space(*s.at)) s.at++;
  while (s.end > s.at && is_space(s.end[-1])) s.end--;
  return s;
}

/* A message must stay one readable line, whatever it quotes. */
static quotation quote(slice s) {
  quotation q;
  const size_t most = sizeof q.text - 8, length = (size_t)(s.end - s.at);
  size_t n = length < most ? length : most;
  if (n < length)
    while (n && ((unsigned char)s.at[n] & 0xc0) == 0x80) n--; /* never cut a UTF-8 character */
  for (size_t i = 0; i < n; i++) {
    const unsigned char c = (unsigned char)s.at[i];
    q.text[i] = c < 0x20 || c == 0x7f ? '?' : s.at[i];
  }
  memcpy(q.text + n, n < length ? "..." : "\0\0\0", 4);
  return q;
}

static int fail(int code, char *message, size_t size, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  if (size) vsnprintf(message, size, format, arguments);
  va_end(arguments);
  return code;
}

static int equals(slice s, const char *word) {
  const size_t length = strlen(word);
  if ((size_t)(s.end - s.at) != length) return 0;
  if (length < 3) return memcmp(s.at, word, length) == 0;
  for (size_t i = 0; i < length; i++)
    if (lower(s.at[i]) != lower(word[i])) return 0;
  return 1;
}

/* One side of the "/": a word, or a prefix and a word that takes such prefixes. */
static int word_find(slice s, twocs_unit *found) {
  for (size_t w = 0; w < COUNT_OF(words); w++)
    if (equals(s, words[w].text)) {
      *found = (twocs_unit){words[w].base, words[w].decade, words[w].factor};
      return 1;
    }
  for (size_t p = 0; p < COUNT_OF(prefixes); p++) {
    const size_t length = strlen(prefixes[p].text);
    if ((size_t)(s.end - s.at) <= length || memcmp(s.at, prefixes[p].text, length)) continue;
    for (size_t w = 0; w < COUNT_OF(words); w++)
      if (words[w].prefixes & prefixes[p].kind && equals((slice){s.at + length, s.end}, words[w].text)) {
        *found = (twocs_unit){words[w].base, words[w].decade + prefixes[p].decade,
                              words[w].factor * prefixes[p].factor};
        return 1;
      }
  }
  return 0;
}

static const char *unit_find(const char *above, const char *below) {
  char name[2 * LONGEST_UNIT];
  snprintf(name, sizeof name, below ? "%s/%s" : "%s", above, below);
  for (size_t i = 0; i < COUNT_OF(units); i++)
    if (!strcmp(units[i].name, name)) return units[i].name;
  return NULL;
}

static int unit_unknown(slice s, char *message, size_t size) {
  const slice tail = {s.end - 5, s.end};
  if (s.end - s.at >= 5 && equals(tail, "flops"))
    return fail(TWOCS_QUANTITY_UNIT, message, size,
                "\"%s\" may mean flop or flop/s: write FLOP or FLOP/s after the prefix", quote(s).text);
  const slice rate = {s.end - 2, s.end}, amount = {s.at, s.end - 2};
  twocs_unit unit;
  if (s.end - s.at == 4 && memchr("mgt", *s.at, 3) && !memcmp(s.at + 1, "bps", 3)) {
    const char prefix = (char)(*s.at - 'a' + 'A');
    return fail(TWOCS_QUANTITY_UNIT, message, size,
                "\"%s\" is not a known unit: write \"%cb/s\" for bits or \"%cB/s\" for bytes", quote(s).text,
                prefix, prefix);
  }
  if (s.end - s.at > 2 && equals(rate, "ps") && word_find(amount, &unit) && !strcmp(unit.name, "byte"))
    return fail(TWOCS_QUANTITY_UNIT, message, size,
                "\"%s\" is not a known unit: write \"%s/s\" (B is a byte, b is a bit)", quote(s).text,
                quote(amount).text);
  return fail(TWOCS_QUANTITY_UNIT, message, size,
              "\"%s\" is not a known unit: a prefix such as k, M, G, T, Ki, Mi, Gi, m, u or n may precede "
              "FLOP, "
              "B (byte), b (bit), s, token, W or J, and one \"/\" between two of them",
              quote(s).text);
}

int twocs_unit_parse(const char *text, size_t length, twocs_unit *unit, char *message, size_t size) {
  const slice s = trim(text, length);
  if (s.at == s.end) return fail(TWOCS_QUANTITY_UNIT, message, size, "a unit is empty");
  if (s.end - s.at > LONGEST_UNIT) return unit_unknown(s, message, size);
  const char *bar = memchr(s.at, '/', (size_t)(s.end - s.at));
  const slice above = {s.at, bar ? bar : s.end};
  twocs_unit up = {"1", 0, 1}, down = {NULL, 0, 1};
  if (above.at < above.end && !word_find(above, &up)) return unit_unknown(s, message, size);
  if (bar && !word_find((slice){bar + 1, s.end}, &down)) return unit_unknown(s, message, size);
  const char *name = unit_find(up.name, down.name);
  if (!name) return unit_unknown(s, message, size);
  *unit = (twocs_unit){name, up.decade - down.decade, up.factor / down.factor};
  return 0;
}

/* The digits without their point, and where it would stand. */
typedef struct {
  char digits[LONGEST_QUANTITY + 16];
  size_t count;
  int exponent, negative;
} decimal;

/* Returns what follows the number, or NULL where there is none. */
static const char *decimal_scan(slice s, decimal *d) {
  const char *at = s.at;
  size_t seen = 0;
  d->count = 0;
  d->exponent = 0;
  d->negative = at < s.end && *at == '-';
  if (at < s.end && (*at == '-' || *at == '+')) at++;
  for (int behind_point = 0; at < s.end; at++) {
    if (*at == '.' && !behind_point) {
      behind_point = 1;
      continue;
    }
    if (!is_digit(*at)) break;
    seen++;
    d->exponent -= behind_point;
    if (d->count || *at != '0') d->digits[d->count++] = *at;
  }
  if (!seen) return NULL;
  const char *mark = at;
  if (mark < s.end && (*mark == 'e' || *mark == 'E')) mark++;
  const int minus = mark > at && mark < s.end && *mark == '-';
  if (mark > at && mark < s.end && (*mark == '-' || *mark == '+')) mark++;
  if (mark == at || mark == s.end || !is_digit(*mark)) return at; /* "5 EB", "3e" */
  int exponent = 0;
  for (; mark < s.end && is_digit(*mark); mark++)
    if (exponent < EXTREME_EXPONENT) exponent = 10 * exponent + (*mark - '0');
  d->exponent += minus ? -exponent : exponent;
  return mark;
}

static int decimal_value(decimal *d, twocs_unit unit, double *value) {
  if (!d->count) d->digits[d->count++] = '0';
  const int zero = d->digits[0] == '0';
  snprintf(d->digits + d->count, sizeof d->digits - d->count, "e%d", d->exponent + unit.decade);
  const double magnitude = strtod(d->digits, NULL) * unit.factor;
  if (!isfinite(magnitude) || (magnitude == 0 && !zero)) return TWOCS_QUANTITY_RANGE;
  *value = d->negative ? -magnitude : magnitude;
  return 0;
}

/* The common case at once: nothing but a number, whose value is found without strtod. */
static int plain_number(slice s, twocs_unit unit, double *value) {
  double number;
  if (!twocs_decimal_read(s.at, (size_t)(s.end - s.at), unit.decade, &number)) return 0;
  const double scaled = number * unit.factor;
  if (!isfinite(scaled) || (scaled == 0 && number != 0)) return 0;
  *value = scaled;
  return 1;
}

static const char *called(const char *unit, char *buffer, size_t size) {
  if (!strcmp(unit, "1") || !*unit) return "a pure number";
  snprintf(buffer, size, "in %s", unit);
  return buffer;
}

static int counts_something(twocs_unit unit) {
  return !unit.name ||
         ((!strcmp(unit.name, "1") || !strcmp(unit.name, "token")) && !unit.decade && unit.factor == 1);
}

enum { LARGEST_EXAMPLE = 999, USUAL_EXAMPLE = 4 };

/* The number before a lone k or M, for an example in a message; a usual one in its place if it is not whole
 * or large. */
static int small_count(slice digits) {
  int count = 0;
  for (const char *at = digits.at; at < digits.end && *at != ' '; at++) {
    if (*at < '0' || *at > '9' || count > LARGEST_EXAMPLE / 10) return USUAL_EXAMPLE;
    count = 10 * count + (*at - '0');
  }
  return count ? count : USUAL_EXAMPLE;
}

/* What follows the number says how it is meant. */
static int meaning(slice whole, slice rest, twocs_unit wanted, const char *field, twocs_unit *unit,
                   char *message, size_t size) {
  char is[64], should[64];
  *unit = wanted;
  if (rest.at == rest.end) return 0;
  const int lone_k = rest.end - rest.at == 1 && lower(*rest.at) == 'k';
  const int lone_m = rest.end - rest.at == 1 && *rest.at == 'M';
  const int pure_one = rest.end - rest.at == 1 && *rest.at == '1';
  const int example = lone_k || lone_m ? small_count((slice){whole.at, rest.at}) : 0;
  if (lone_k && *rest.at == 'k')
    return fail(TWOCS_QUANTITY_UNIT, message, size,
                "\"%s\" may mean thousands or 1024s: write %dK for %d, or %d000", quote(whole).text, example,
                1024 * example, example);
  if (lone_m && counts_something(wanted))
    return fail(TWOCS_QUANTITY_UNIT, message, size,
                "\"%s\" may mean millions or 1048576s: write %de6, or %dK for %d", quote(whole).text, example,
                1024 * example, 1048576 * example);
  if (lone_k && counts_something(wanted)) {
    *unit = (twocs_unit){wanted.name ? wanted.name : "1", 0, 1024};
    return 0;
  }
  if (pure_one)
    return fail(TWOCS_QUANTITY_NUMBER, message, size, "\"%s\" has two numbers: expected a number and a unit",
                quote(whole).text);
  if (lone_k)
    *unit = (twocs_unit){"1", 0, 1024};
  else {
    const int code = twocs_unit_parse(rest.at, (size_t)(rest.end - rest.at), unit, message, size);
    if (code) return code;
  }
  if (!wanted.name || !strcmp(unit->name, wanted.name)) return 0;
  return fail(TWOCS_QUANTITY_MISMATCH, message, size, "\"%s\" is %s, but %s is %s", quote(whole).text,
              called(unit->name, is, sizeof is), field ? field : "the value",
              called(wanted.name, should, sizeof should));
}

int twocs_quantity_parse(const char *text, size_t length, twocs_unit wanted, const char *field,
                         twocs_quantity *quantity, char *message, size_t size) {
  const slice s = trim(text, length);
  if (s.at == s.end)
    return fail(TWOCS_QUANTITY_NUMBER, message, size, "%s is empty: expected a number",
                field ? field : "the value");
  if (s.end - s.at > LONGEST_QUANTITY)
    return fail(TWOCS_QUANTITY_LONG, message, size, "\"%s\" is too long for a quantity", quote(s).text);
  if (plain_number(s, wanted, &quantity->value)) return quantity->unit = wanted.name, 0;
  decimal d;
  const char *after = decimal_scan(s, &d);
  if (!after)
    return fail(TWOCS_QUANTITY_NUMBER, message, size, "\"%s\" is not a number%s%s", quote(s).text,
                field ? ": expected a number for " : "", field ? field : "");
  twocs_unit unit;
  int code = meaning(s, trim(after, (size_t)(s.end - after)), wanted, field, &unit, message, size);
  if (code) return code;
  code = decimal_value(&d, unit, &quantity->value);
  if (code) return fail(code, message, size, "\"%s\" is beyond the range of a double", quote(s).text);
  quantity->unit = unit.name;
  return 0;
}

/* 10^decade as the literal would be: every positive one used here is exact. */
static double power_of_ten(int decade) {
  static const double up[] = {1, 1e3, 1e6, 1e9, 1e12, 1e15, 1e18};
  static const double down[] = {1, 1e-3, 1e-6, 1e-9, 1e-12, 1e-15};
  return decade < 0 ? down[-decade / 3] : up[decade / 3];
}

/* Four digits would round 999.96 to 1000: the next prefix begins a little early. Beyond E numbers are
 * written 1.2e+24. */
static int decade_choose(double magnitude, int allowed) {
  const double nearly = 0.99995;
  int decade = 0;
  if (magnitude >= 0.99995e21) return 0;
  if (allowed & GROWS)
    while (decade < 18 && magnitude >= nearly * power_of_ten(decade + 3)) decade += 3;
  if (allowed & SHRINKS)
    while (decade > -15 && decade <= 0 && magnitude < nearly * power_of_ten(decade)) decade -= 3;
  return decade;
}

static const char *prefix_of(int decade) {
  for (size_t p = 0; p < COUNT_OF(prefixes); p++)
    if (decade && prefixes[p].decade == decade) return prefixes[p].text;
  return "";
}

static twocs_scale scale_make(const char *prefix, const char *label, double divisor) {
  twocs_scale scale;
  snprintf(scale.label, sizeof scale.label, "%s%s", prefix, label);
  scale.divisor = divisor;
  return scale;
}

twocs_scale twocs_unit_scale(double largest, const char *unit) {
  const double magnitude = fabs(largest);
  size_t i = 0;
  while (i < COUNT_OF(units) && strcmp(units[i].name, unit)) i++;
  if (i == COUNT_OF(units)) return scale_make("", unit, 1);
  if (!isfinite(magnitude) || magnitude == 0) return scale_make("", units[i].label, 1);
  if (!strcmp(unit, "s") && magnitude >= 2 * 86400.0) return scale_make("", "days", 86400);
  if (!strcmp(unit, "s") && magnitude >= 2 * 3600.0) return scale_make("", "h", 3600);
  const int decade = decade_choose(magnitude, units[i].prefixes);
  return scale_make(prefix_of(decade), units[i].label, power_of_ten(decade));
}

int twocs_quantity_print(char *buffer, size_t size, double value, const char *unit) {
  const twocs_scale scale = twocs_unit_scale(value, unit);
  const char *gap = *scale.label ? " " : "";
  if (isnan(value)) return snprintf(buffer, size, "nan");
  const double shown = value / scale.divisor;
  const int whole =
      scale.divisor == 1 && fabs(shown) < 1e9 && shown == floor(shown); /* counts keep their digits */
  return whole ? snprintf(buffer, size, "%.0f%s%s", shown, gap, scale.label)
               : snprintf(buffer, size, "%.4g%s%s", shown, gap, scale.label);
}

const char *twocs_unit_name(size_t i) { return i < COUNT_OF(units) ? units[i].name : NULL; }
