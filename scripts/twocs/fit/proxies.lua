-- SPDX-License-Identifier: MIT
-- The proxy device of a device without measurements: the last earlier generation with tables, or, for another vendor, the
-- generation of the same years.
return {
  b300_sxm = "b200_sxm", gb200_nvl72 = "b200_sxm", gb300_nvl72 = "b200_sxm", gb200_nvl4 = "b200_sxm",
  mi300x = "h100_sxm", mi325x = "h100_sxm", mi355x = "h100_sxm", mi350x = "h100_sxm",
  h800_sxm = "h100_sxm", h20_sxm = "h100_sxm", gh200 = "h100_sxm", h100_64g = "h100_sxm", h100_96g = "h100_sxm",
  a800_sxm = "a100_80g", a100_64g = "a100_80g",
  v100_sxm = "a100_80g", dgx_v100 = "a100_80g",
}
