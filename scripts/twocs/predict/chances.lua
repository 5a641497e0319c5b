-- SPDX-License-Identifier: MIT
-- How likely it is that a run used another value than the one that twocs uses if its row does not state it. Where published
-- runs state the column, their values are counted (data/chances.lua); the chance that runs/files.lua assumes counts as one
-- more set of runs, so that it matters where few were counted. Choices of one run are not independent: Megatron and NeMo
-- run in FP8 and without recomputation more often than frameworks that call PyTorch's own GEMMs. They are counted apart.
local counted = require "twocs.data.chances"
local software = require "twocs.data.software"

local chances = {}

--- library(made): the kind of library of a case's software.
function chances.library(made) return made.software.gemm_calls end

--- library_of(name): the same for the software of this name.
function chances.library_of(name) return software.entry(name).gemm_calls end

--- key(choice, is, made, library): the name of the counts of runs for which twocs would use the value `is`.
function chances.key(choice, is, made, library)
  local key = choice.kind and is .. " on " .. choice.kind(made) or is
  return choice.counted == "by library" and key .. " by " .. library or key
end

--- of(choice, alternative, is, made, library, counts): the probability of an alternative { other =, chance = percent or a
--- function of the case } to the value `is`, if the software is of this kind. counts: those of data/chances.lua by default.
function chances.of(choice, alternative, is, made, library, counts)
  local assumed = alternative.chance
  if type(assumed) == "function" then assumed = assumed(made) end
  local own = choice.counted and (counts or counted)[choice.column]
  own = own and own[chances.key(choice, is, made, library)]
  if not own then return assumed / 100 end
  return (own.sets * (own[alternative.other] or 0) + assumed) / (own.sets + 1) / 100
end

return chances
