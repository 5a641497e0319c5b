-- SPDX-License-Identifier: MIT
-- Unsupported features: properties of a model that have no field (windows, groups of experts ...), as found in its
-- configuration, and number formats that a device lacks. Every result carries this sentence: it is written to stderr once
-- in a run, when the model is read or first used, and to the head of every table and CSV file.
local core = require "twocs.core"

local unsupported, reported = {}, {}

--- Writes the sentence to stderr, once.
function unsupported.tell(text)
  if reported[text] then return end
  reported[text] = true
  io.stderr:write("twocs: ", core.printable(text), "\n")
end

--- Records in a case what its model has that is unsupported. It is called for each model of an axis too.
function unsupported.note(made, model)
  unsupported.say(made, model and model.unsupported)
end

function unsupported.say(made, text)
  if not text or text == "" then return end
  unsupported.tell(text)
  made.unsupported = made.unsupported or {}
  for _, known in ipairs(made.unsupported) do
    if known == text then return end
  end
  made.unsupported[#made.unsupported + 1] = core.printable(text)
end

-- Whether an argument of a verb names a field, as an axis or as a change.
local function names(given, field)
  if type(given) ~= "table" then return given == field end
  for key, value in pairs(given) do
    if key == field or (type(key) ~= "string" or type(value) == "table") and names(value, field) then return true end
  end
  return false
end

--- Records in a case that its model has a vision encoder but that the number of images per sequence is not stated. options:
--- the options of the verb.
function unsupported.images(made, options, model)
  if model.vision_layers == 0 or made.run.images ~= 0 or model.unsupported == "" then return end
  if names(options, "images") or names(options, "vision_layers") then return end
  unsupported.say(made, core.format("%s has a vision encoder, which does nothing here: images of a sequence are not given "
    .. "(images = 0)", model.name or "the model"))
end

-- If a device states no peak for a format, its GEMMs run at the peak of the next wider format that it states.
local wider = { fp8 = { peak = "peak_fp8", speed = "FP16" }, fp4 = { peak = "peak_fp4", speed = "FP8" } }

--- Whether a device states no peak for a number format, so that the format is of no use there.
function unsupported.lacks(device, format)
  local of = wider[format]
  return of ~= nil and not core.given(device, of.peak)
end

--- Records in a case that its device lacks the number format of the run. This holds for listed operators too.
function unsupported.format(made)
  local word, device = made.run.format, made.device
  if not unsupported.lacks(device, word) or not core.given(device, "peak_fp16") then return end
  local speed = word == "fp4" and unsupported.lacks(device, "fp8") and "FP16" or wider[word].speed
  unsupported.say(made, core.format("%s has no peak for %s: its GEMMs run at the speed of %s",
    device.name or "the device", word:upper(), speed))
end

--- The head of a table with a line for each sentence of the case.
function unsupported.head(made, head)
  for _, text in ipairs(made.unsupported or {}) do head = core.format("%s\nnote: %s", head, text) end
  return head
end

return unsupported
