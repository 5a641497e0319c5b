-- SPDX-License-Identifier: MIT
-- Kinds of runs with different accuracy of predictions. A run can be in several. They are defined by the case and its
-- prediction, never by the error.
local regimes = {}

local function field(one, name) return one.fields[name] or 1 end

--- name, and whether a predicted run belongs to this kind.
regimes.list = {
  { "small GEMMs", function(one) return one.v.h / field(one, "tp") < 1024 end },
  { "TP-heavy", function(one) return field(one, "tp") > 1 and one.v.t_step_ser > 0.15 * one.v.t_step end },
  { "TP over nodes", function(one) return field(one, "tp") > (one.fields.net0_size or 8) end },
  { "PP-heavy", function(one) return one.v.t_step_idle > 0.15 * one.v.t_step end },
  { "few microbatches", function(one)
    return field(one, "pp") > 1 and one.v.microbatches < 2 * field(one, "pp") or one.v.microbatches == 1
  end },
  { "FSDP", function(one) return one.fields.zero == 3 end },
  { "near the memory limit", function(one) return one.v.mem_byte > 0.9 * one.v.mem_size end },
  { "host-bound", function(one)
    return one.v.t_layer_host * one.v.stage_layers * one.v.microbatches > 0.15 * one.v.t_step
  end },
  { "256 GPUs and more", function(one) return one.v.devices >= 256 end },
}

return regimes
