/* SPDX-License-Identifier: MIT */
/* libFuzzer target: whatever the text, a quantity is finite or there is a sentence; what is printed is read
 * again. */
#include "rows/units.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char message[80], printed[64];
  twocs_quantity quantity = {0, NULL}, again = {0, NULL};
  const twocs_unit any = {NULL, 0, 1};
  if (twocs_quantity_parse((const char *)data, size, any, NULL, &quantity, message, sizeof message))
    return message[0] && strlen(message) < sizeof message ? 0 : (abort(), 0);
  if (!isfinite(quantity.value)) abort();
  const char *unit = quantity.unit ? quantity.unit : "1";
  const int length = twocs_quantity_print(printed, sizeof printed, quantity.value, unit);
  const twocs_unit same = {unit, 0, 1};
  /* Four digits of the largest double may round beyond it. */
  if (length <= 0 || (size_t)length >= sizeof printed) abort();
  if (fabs(quantity.value) < 1.79e308 &&
      twocs_quantity_parse(printed, (size_t)length, same, NULL, &again, message, sizeof message))
    abort();
  return 0;
}
