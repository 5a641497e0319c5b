-- SPDX-License-Identifier: MIT
-- Functions that a page in a browser calls (bindings/lua/page.c), by name and with a text; they return the text to print.
local tw = require "twocs"
local core = require "twocs.core"
local rows = require "twocs.data.rows"

local page = {}

--- Runs the script of this name, as the executable does.
function page.run(name)
  arg = { [0] = name } -- luacheck: ignore
  local chunk, sentence = loadfile(name, "t")
  if not chunk then error(sentence, 0) end
  chunk()
end

--- The names that a page offers: a line of devices, a line of models.
function page.names()
  local function is_a_papers(name) return name:match "^erdil24_" or name:match "^pati23_" or name:match "^mi210_" end
  for _, kind in ipairs{ "devices", "models" } do
    local list = {}
    for _, name in ipairs(tw[kind]()) do
      if not is_a_papers(name) and name ~= "transformer" then list[#list + 1] = name end -- a transformer has no sizes yet
    end
    print(table.concat(list, " "))
  end
end

-- The results of a case that a page shows. It also shows the links and the memory of the device.
local results = { "t_step", "mfu", "mem_byte", "token_rate", "f_step_cmp", "f_step_ser", "f_step_exp", "f_step_idle",
  "fits", "devices" }

local function line(name, value, of)
  local unit = rows.by_name[of or name].unit
  if unit == "1" then return print(core.format("%s\t%.17g\t%.4g", name, value, value)) end
  local label, divisor = core.scale(value, unit)
  print(core.format("%s\t%.17g\t%.4g %s", name, value, value / divisor, label))
end

--- case(text): the text returns a case. Prints a line for each result (name, number, number with its unit) and, after an
--- empty line, the explanation of its step. low and high: the limits of the step in nine of ten runs.
function page.case(text)
  local chunk, sentence = load(text, "=case", "t", { tw = tw })
  if not chunk then error(sentence, 0) end
  local case = chunk()
  local now = tw.eval(case, results)
  for _, name in ipairs(results) do line(name, now[name]) end
  local band = tw.band(case)
  if band then line("low", band.low, "t_step") line("high", band.high, "t_step") end
  local device = type(case.device) == "string" and tw.devices[case.device] or case.device
  for _, name in ipairs{ "net0_bw", "net1_bw", "mem_size" } do line(name, device[name]) end
  print()
  print(tw.explain(case, "t_step", 2))
end

return page
