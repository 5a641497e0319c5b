-- SPDX-License-Identifier: MIT
-- Sorts the constant tables in LuaJIT's code of a script, so that the same script always gives the same bytes: LuaJIT
-- writes a constant table in the order of its hashes, whose seed differs between processes. The format is that of
-- lj_bcdump.h, version 2; code in another format is not changed.

--- ordered(code): the result of string.dump with the entries of each constant table sorted by their bytes.
return function(code)
  if code:sub(1, 4) ~= "\27LJ\2" then return code end
  local at, parts, taken = 5, {}, 1

  local function byte()
    at = at + 1
    return code:byte(at - 1)
  end

  -- ULEB128: seven bits a byte, the lowest first.
  local function number()
    local n, scale = 0, 1
    repeat
      local b = byte()
      n, scale = n + b % 128 * scale, scale * 128
    until b < 128
    return n
  end

  local function skip(numbers) for _ = 1, numbers do number() end end

  -- A key or a value of a table: nil, a boolean, an integer, a number in two halves, or a text.
  local function item()
    local from, kind = at, number()
    if kind >= 5 then at = at + kind - 5 else skip(math.max(0, kind - 2)) end
    return code:sub(from, at - 1)
  end

  local function constant_table()
    local array, hash, entries = number(), number(), {}
    for _ = 1, array do item() end
    parts[#parts + 1] = code:sub(taken, at - 1)
    for i = 1, hash do
      local key = item()
      entries[i] = key .. item()
    end
    table.sort(entries)
    parts[#parts + 1], taken = table.concat(entries), at
  end

  -- A constant of a function: another function, a table, a 64-bit integer, a complex number, or a text.
  local halves = { [0] = 0, [2] = 2, [3] = 2, [4] = 4 }
  local function constant()
    local kind = number()
    if kind == 1 then return constant_table() end
    if kind >= 5 then at = at + kind - 5 else skip(halves[kind]) end
  end

  local stripped = number() % 4 >= 2
  if not stripped then
    local name = number()
    at = at + name
  end
  for length in number do
    if length == 0 then break end
    local after = at + length
    at = at + 3
    local upvalues, constants = byte(), number()
    skip(1)
    local instructions = number()
    if not stripped and number() > 0 then skip(2) end
    at = at + 4 * instructions + 2 * upvalues
    for _ = 1, constants do constant() end
    at = after
  end
  parts[#parts + 1] = code:sub(taken)
  return table.concat(parts)
end
