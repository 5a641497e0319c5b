/* SPDX-License-Identifier: MIT */
/* What a C program gets by name is what scripts get: every entry has a source, and its fields pass their
 * checks. */
#include "common.h"

static void check(const char *name, const char *source, const double *value, int first, int count) {
  assert_true(strlen(source) > 10);
  for (int i = 0; i < count; i++) {
    const twocs_column *field = &twocs_columns[first + i];
    twocs_error error = {TWOCS_OK, ""};
    if (field->kind & TWOCS_ASKED && isnan(value[i])) continue; /* a sheet may omit it */
    if (twocs_field_check(first + i, value[i], &error)) fail_msg("%s: %s", name, error.text);
    if (field->kind & TWOCS_MUST && isnan(value[i])) fail_msg("%s lacks %s", name, field->name);
  }
}

static void every_entry_is_whole(void **state) {
  (void)state;
  int devices = 0, models = 0;
  for (const twocs_named_device *at = twocs_devices; at->name; at++, devices++)
    check(at->name, at->source, (const double *)&at->device, column("peak_fp32"),
          sizeof at->device / sizeof(double));
  for (const twocs_named_model *at = twocs_models; at->name; at++, models++)
    check(at->name, at->source, (const double *)&at->model, column("layers"),
          sizeof at->model / sizeof(double));
  assert_true(devices > 10 && models > 10);
  assert_null(twocs_device_find("no such device"));
  assert_ptr_equal(twocs_model_find(twocs_models[1].name), &twocs_models[1].model);
}

/* Figures of the vendors' sheets, repeated here. */
static void devices_agree_with_their_data_sheets(void **state) {
  (void)state;
  const twocs_device *h100 = twocs_device_find("h100_sxm");
  assert_non_null(h100);
  exact("memory", h100->mem_size, 81559 * 1048576.0); /* as NVML reports it; the sheet calls it 80 GB */
  exact("GPUs of a node", h100->net0_size, 8);
  assert_true(isnan(h100->flash_eff)); /* follows attn_eff */
  const twocs_model *llama = twocs_model_find("llama3_70b");
  assert_non_null(llama);
  exact("keys and values", llama->kv_heads, 8);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_entry_is_whole),
      cmocka_unit_test(devices_agree_with_their_data_sheets),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
