-- SPDX-License-Identifier: MIT
-- twocs scripts/docs/renew.lua, from the root of the project: runs the examples of README and of all pages, and writes
-- their outputs below them (executed.lua); then runs the cells of the notebook. Tests fail if an output is stale.
require "twocs"
local executed = require "executed"

for _, page in ipairs(executed.pages()) do
  local text = executed.content(page)
  local now = executed.renewed(text, page)
  if now ~= text then
    assert(require("twocs.table.csv").write(page, now))
    print("renewed", page)
  end
end

if executed.has_python() then
  assert(os.execute(("sh tests/python/notebook.sh '%s' write"):format(executed.build())))
end
