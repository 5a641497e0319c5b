-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local folder = arg[0]:match "^.*/" or "./"
assert(tw.predict{ file = folder .. "my_runs.csv" }):print()
