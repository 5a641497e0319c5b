-- SPDX-License-Identifier: MIT
-- Measured FP32 operators of AMD MI210, PyTorch 2.4.1 on ROCm, one kernel at a time: rows of those published with NeuSight
-- (sitar-lab/NeuSight@6945927, scripts/asplos/data/dataset_amd, MIT), rounded to a tenth of a microsecond. Rows were
-- selected only by shape, by the rule above each list, and all rows that meet the rule are listed.
return {
  label = "MI210 FP32", device = "mi210", format = "fp32",

  -- The GEMM of FC1, m = SL B, n = 4 H, k = H. All rows with H = 1024: m, n, k, microseconds.
  gemm_sl = { base = 4, { 512, 4096, 1024, 220.4 }, { 1024, 4096, 1024, 329.8 }, { 2048, 4096, 1024, 583.0 },
    { 4096, 4096, 1024, 1032.3 }, { 8192, 4096, 1024, 2192.1 }, { 16384, 4096, 1024, 4375.8 },
    { 32768, 4096, 1024, 8545.9 }, { 65536, 4096, 1024, 18950.4 } },
  -- All rows with SL B = 4096 and H of 1K and more.
  gemm_h = { base = 1, { 4096, 4096, 1024, 1032.3 }, { 4096, 5120, 1280, 1793.7 }, { 4096, 6144, 1536, 2489.3 },
    { 4096, 6400, 1600, 2591.9 }, { 4096, 8192, 2048, 4380.1 }, { 4096, 10240, 2560, 7260.3 },
    { 4096, 16384, 4096, 19252.8 }, { 4096, 65536, 16384, 752595.7 } },

  -- LayerNorm forward over SL B rows of H. All with 512 rows and more whose H is within 2 % of 1024: rows, H, microseconds.
  norm_sl = { base = 10, { 564, 1024, 25.1 }, { 616, 1016, 25.8 }, { 824, 1020, 27.4 }, { 908, 1008, 27.5 },
    { 1836, 1028, 38.5 }, { 2204, 1044, 43.1 }, { 2612, 1036, 47.3 }, { 3132, 1008, 51.8 }, { 3380, 1004, 51.1 },
    { 4240, 1028, 63.8 }, { 4592, 1008, 63.3 }, { 4740, 1028, 69.2 }, { 4776, 1024, 64.8 }, { 4848, 1036, 70.7 },
    { 10332, 1012, 117.3 }, { 10360, 1004, 118.7 }, { 11664, 1020, 130.1 } },
  -- All with H of 1K and more whose rows are within 5 % of 4096.
  norm_h = { base = 1, { 4240, 1028, 63.8 }, { 3984, 1232, 62.8 }, { 4200, 1624, 78.8 }, { 3956, 1656, 76.4 },
    { 4152, 1836, 87.3 }, { 4000, 2004, 93.9 }, { 3912, 2036, 97.3 }, { 4052, 2424, 119.9 }, { 4184, 2452, 124.8 },
    { 3908, 2592, 121.6 }, { 3980, 2944, 130.2 }, { 4284, 3456, 165.2 }, { 3948, 3788, 189.5 }, { 4300, 4028, 216.8 } },
}
