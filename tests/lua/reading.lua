-- SPDX-License-Identifier: MIT
-- Helper for tests: texts as files for tw.read, and the result or the sentence of a refusal.
local files = require "files"
local lu = require "luaunit"
local tw = require "twocs"

--- write, read and refuse for texts in the file of this path. refuse returns the sentence without the file's name in front,
--- and the code.
return function(path)
  local function write(text) files.write(path, text) end

  local function read(text, options)
    write(text)
    local t, sentence = tw.read(path, options)
    lu.assertNotNil(t, sentence)
    return t
  end

  local function refuse(text, options)
    write(text)
    local t, sentence, code = tw.read(path, options)
    lu.assertNil(t)
    lu.assertNotNil(code)
    lu.assertEquals(sentence:sub(1, #path + 2), path .. ": ")
    return sentence:sub(#path + 3), code
  end

  return write, read, refuse
end
