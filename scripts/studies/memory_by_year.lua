-- SPDX-License-Identifier: MIT
-- Memory of one device by year. `released`: the largest devices on sale. `trained_on`: the devices on which the authors of
-- each model of Table 4 trained it; unknown sizes are nil.
local gib = 1073741824
local megatron = "arXiv:1909.08053, section 5"

local function released(year, device_name, mem_size, source)
  return { year = year, device = device_name, mem_size = mem_size, source = source }
end

local function trained_on(model, year, accelerator, mem_size, source)
  return { model = model, year = year, accelerator = accelerator, mem_size = mem_size, source = source }
end

return {
  released = {
    released(2016, "p100_sxm", 16e9, "NVIDIA Volta introduction (2017), table of Tesla products"),
    released(2017, "v100_sxm", 16e9, "the same table, Tesla V100"),
    released(2018, "v100_sxm", 32e9, "NVIDIA Tesla V100 data sheet (2018)"),
    released(2020, "a100_40g", 40e9, "NVIDIA A100 announcement, 14 May 2020"),
    released(2020, "a100_80g", 80e9, "NVIDIA A100 80 GB announcement, 16 November 2020"),
    released(2021, "mi250x", 128e9, "AnandTech 17054, 8 November 2021"),
    released(2022, "mi210", 64e9, "AnandTech 17326, March 2022"),
    released(2022, "h100_sxm", 80e9, "NVIDIA H100 architecture white paper (2022)"),
    released(2023, "mi300x", 192e9, "AMD Instinct MI300X data sheet (2023)"),
    released(2024, "b200_sxm", 180e9, "stas00/ml-engineering@744d01e"),
    released(2025, "mi355x", 288e9, "ROCm GPU hardware specifications"),
  },
  trained_on = {
    trained_on("bert", 2018, "Cloud TPU", 16 * gib, "arXiv:1810.04805, A.2: Cloud TPUs, v2 by their date; "
      .. "8 GiB a core, two cores a chip: Google Cloud documentation"),
    trained_on("t5_11b", 2019, "TPU v3", 32 * gib, "arXiv:1910.10683, 2.1; 16 GiB a core, two cores a chip: "
      .. "Google Cloud documentation"),
    trained_on("megatron_3_9b", 2019, "V100", 32e9, megatron),
    trained_on("megatron_lm_8b", 2019, "V100", 32e9, megatron),
    trained_on("t_nlg", 2020, "V100", 32e9, "Microsoft Research blog, 10 February 2020: V100 of DGX-2, whose "
      .. "boards carry 32 GB"),
    trained_on("gpt3_175b", 2020, "V100", nil, "arXiv:2005.14165, 2.3; memory size not given"),
    trained_on("mt_nlg_530b", 2021, "A100", 80e9, "arXiv:2201.11990, section 2"),
    trained_on("palm_540b", 2022, "TPU v4", 32 * gib, "arXiv:2204.02311, section 4; 32 GiB a chip: "
      .. "stas00/ml-engineering@744d01e"),
  },
}
