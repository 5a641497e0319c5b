-- SPDX-License-Identifier: MIT
-- Progress of a long run: on a terminal one line that is overwritten, elsewhere a line every few seconds.
local core = require "twocs.core"

local every = 5 -- seconds between lines
local bar_width, label_width = 24, 34

local progress = {}
progress.__index = progress

--- new{ total =, terminal =, clock = seconds, write = a function of a text, name = of the program (twocs profile), every =
--- seconds between lines if the output is no terminal (5) }
function progress.new(p)
  p.done, p.said = 0, p.clock() -- the first line appears only if something takes long
  return setmetatable(p, progress)
end

local function duration(seconds)
  if seconds >= 90 then return core.format("%.0f min", seconds / 60) end
  return core.format("%.0f s", seconds)
end

function progress:text(label, left)
  local text = core.format("%d of %d  %s", self.done, self.total, label)
  return left and core.format("%s  %s left", text, duration(left)) or text
end

function progress:bar(label, left)
  local full = math.floor(bar_width * self.done / math.max(1, self.total))
  local text = self:text(core.format("%-34s", label:sub(1, label_width)), left)
  self.write(core.format("\r[%s%s] %s\27[K", ("#"):rep(full), ("."):rep(bar_width - full), text))
end

--- Shows the label of the current work and the seconds left; nil: not known.
function progress:show(done, label, left)
  self.done = done
  if self.terminal then return self:bar(label, left) end
  local now = self.clock()
  if now - self.said < (self.every or every) then return end
  self.said = now
  self.write(core.format("%s: %s\n", self.name or "twocs profile", self:text(label, left)))
end

--- Clears the line for other output.
function progress:clear()
  if self.terminal then self.write("\r\27[K") end
end

return progress
