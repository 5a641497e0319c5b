-- SPDX-License-Identifier: MIT
-- The part of a long computation that this process computes: `twocs --shard 3/64`, or the number that a launcher gives its
-- processes. A number is used only together with its count.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"

local shard = {}

-- For each launcher its variables: the number, the count, the first number and the step from one to the next. The count of
-- `srun` is a variable that only srun sets, because a batch script, which runs once, has a process number too.
local launchers = {
  { by = "mpirun", number = "OMPI_COMM_WORLD_RANK", count = "OMPI_COMM_WORLD_SIZE", joins = true },
  { by = "srun", number = "SLURM_PROCID", count = "SLURM_STEP_NUM_TASKS" },
  { by = "a Slurm array", number = "SLURM_ARRAY_TASK_ID", count = "SLURM_ARRAY_TASK_COUNT", first = "SLURM_ARRAY_TASK_MIN",
    step = "SLURM_ARRAY_TASK_STEP" },
}

local function whole(name)
  local text = os.getenv(name)
  if not text then return nil end
  local x = text:match("^%d+$") and tonumber(text)
  if not x then mistake.raise("%s is '%s', expected a whole number", name, core.printable(text)) end
  return x
end

local function from_launcher(one)
  local number, count = os.getenv(one.number) and whole(one.number), os.getenv(one.count) and whole(one.count)
  if not number or not count then return nil end
  local index = (number - (one.first and whole(one.first) or 0)) / (one.step and whole(one.step) or 1) + 1
  if count <= 1 then return nil end
  if index < 1 or index > count or index ~= math.floor(index) then
    mistake.raise("%s = %.0f is not a rank of the %.0f processes of %s", one.number, number, count, one.by)
  end
  return { index = index, count = count, by = one.by, joins = one.joins or false }
end

--- The shard that a text such as "3/64" names, or nil and a sentence.
function shard.read(text)
  local index, count = text:match("^(%d+)/(%d+)$")
  index, count = tonumber(index), tonumber(count)
  if not index then
    return nil, core.format("--shard %s: expected a number and a count, as 3/64", core.printable(text))
  end
  if count > 1e6 then return nil, core.format("--shard %s: at most 1000000 shards", text) end
  if index < 1 or index > count then
    return nil, core.format("--shard %s: there is no shard %.0f of %.0f: numbers start at 1", text, index, count)
  end
  return { index = index, count = count, by = "--shard", joins = false }
end

--- { index = from 1, count =, by =, joins = whether all processes are one program, whose first process joins the files },
--- or nil if this process computes everything.
function shard.mine()
  local text = os.getenv "TWOCS_SHARD"
  if text and text ~= "" then
    local found, sentence = shard.read(text)
    if not found then mistake.raise("%s", sentence) end
    return found.count > 1 and found or nil
  end
  for _, one in ipairs(launchers) do
    local found = from_launcher(one)
    if found then return found end
  end
end

return shard
