-- SPDX-License-Identifier: MIT
-- Which software a text names, and that a prediction reports it. The name of a framework takes precedence over the names of
-- the libraries that it uses. Kernels that a compiler or Liger fuses count as fused.
local lu = require "luaunit"
local a_row = require "a_row"
local reader = require "twocs.runs.read"
local software = require "twocs.data.software"
local tw = require "twocs"

TestSoftwareNames = {}

function TestSoftwareNames:test_frameworks_before_libraries()
  for text, name in pairs{ ["Pax (JAX, Transformer Engine)"] = "pax", ["Hugging Face nanotron"] = "nanotron",
    ["modded-nanogpt (torch.compile)"] = "modded_nanogpt", ["Megatron-LM on PyTorch, Transformer Engine"] = "megatron_core",
    ["Halo (HF Trainer, Liger)"] = "transformers", ["PyTorch FSDP"] = "pytorch", JAX = "maxtext",
    ["Transformer Engine"] = "nemo", ["PyTorch, Transformer Engine"] = "pytorch", ["Transformer Engine (JAX)"] = "maxtext",
    ["Transformer Engine on torch"] = "pytorch", ["torch.compile"] = "pytorch_compiled",
    ["GPT-NeoX 2.0"] = "megatron_deepspeed", FlagScale = "megatron_core", ["Accelerate 0.30, FSDP"] = "transformers",
    ["Accelerate, DeepSpeed"] = "deepspeed", ["Megatron-Bridge 26.06"] = "nemo@26_06", ["NeMo 26.06.01"] = "nemo@26_06",
    ["Megatron-Bridge (NeMo 26.06)"] = "nemo@26_06", ["Megatron-Bridge (NeMo 26.04)"] = "nemo",
    ["NeMo of 2022"] = "nemo",
    ["Megatron-Bridge 26.04"] = "nemo" } do
    lu.assertEquals(software.find(text), name, text)
  end
  lu.assertNil(software.find "llm.c (CUDA)")
end

-- An entry does not inherit the names of the entry that it is like, nor those of the libraries that it uses.
function TestSoftwareNames:test_libraries_are_not_inherited()
  lu.assertEquals(software.find "xla", "maxtext") -- the entry pax is like maxtext
  lu.assertEquals(software.find "torchtitan", "torchtitan")
end

function TestSoftwareNames:test_software_with_fused_kernels()
  local function kernels(more)
    return tw.eval(a_row.case(more), "stream_rho") == tw.eval(a_row.case{ software = "torchtitan", compile = "yes" },
      "stream_rho")
  end
  lu.assertTrue(kernels{ software = "HF Trainer, Liger" })
  lu.assertTrue(kernels{ software = "Liger kernels on PyTorch" })
  lu.assertTrue(kernels{ software = "transformers", compile = "yes" })
  lu.assertFalse(kernels{ software = "transformers" })
  lu.assertFalse(kernels{ software = "HF Trainer without Liger" })
end

-- The report of a file with one layout for each text.
local function printed(list)
  local path = os.tmpname()
  local file = assert(io.open(path, "w"))
  file:write "layers,hidden,heads,seq,gpus,gpu_type,tp,microbatch,global_batch,vocab,step_time_s,software\n"
  for i, text in ipairs(list) do file:write("8,4096,32,2048,16,H100,2,1,", 64 * i, ',1024,2,"', text, '"\n') end
  file:close()
  local text = tostring(assert(tw.predict{ file = path }))
  os.remove(path)
  return text
end

function TestSoftwareNames:test_the_report_names_the_software()
  local text = printed{ "Pax (JAX, XLA)", "Pax (JAX, XLA)", "Megatron-LM", "TorchTitan" }
  lu.assertStrContains(text, 'software "Pax (JAX, XLA)" is read as pax in 2 rows')
  lu.assertNotStrContains(text, '"Megatron-LM" is read')
  lu.assertNotStrContains(text, '"TorchTitan" is read')
end

-- What a row without a software states tells whose it is: VP is a word of Megatron-Core's users, FSDP, torch.compile and
-- scales for rows are of PyTorch's. With a software, none of these matters.
function TestSoftwareNames:test_a_row_without_a_software()
  local function name(more)
    local cells = { tp = 1, pp = 1 }
    for key, value in pairs(more) do cells[key] = value end
    return a_row.case(cells).software.name
  end
  lu.assertEquals(name{}, "pytorch")
  lu.assertEquals(name{ pp = 2, vp = 4 }, "megatron_core")
  for _, degree in ipairs{ "tp", "pp", "cp" } do
    lu.assertEquals(name{ [degree] = 2 }, "megatron_core", degree)
    lu.assertEquals(name{ [degree] = 1 }, "pytorch", degree)
    lu.assertEquals(name{ [degree] = 2, sharding = "zero1" }, "megatron_core", degree)
    lu.assertEquals(name{ [degree] = 2, compile = "no" }, "megatron_core", degree)
    for column, word in pairs{ sharding = "fsdp", fsdp = "yes", compile = "yes", dp_shard = 8, zero_group = 8 } do
      lu.assertStrContains(name{ [degree] = 2, [column] = word }, "pytorch", false, degree .. column)
    end
  end
  lu.assertEquals(name{ tp = 2, sharding = "zero2" }, "pytorch")
  lu.assertEquals(name{ precision = "fp8" }, "nemo")
  lu.assertEquals(name{ precision = "nvfp4", gpu_type = "B200" }, "nemo")
  lu.assertEquals(name{ precision = "fp8", tp = 2 }, "nemo")
  lu.assertEquals(name{ precision = "fp8", gpu_type = "MI300X" }, "megatron_core")
  lu.assertEquals(name{ precision = "fp8", precision_recipe = "rowwise" }, "pytorch")
  lu.assertEquals(name{ precision = "fp8", sharding = "fsdp" }, "pytorch")
  lu.assertEquals(name{ pp = 2, vp = 4, software = "torchtitan" }, "torchtitan")
  lu.assertEquals(name{ precision = "fp8", software = "torchtitan" }, "torchtitan")
end

-- A file is usually of one framework: what one row shows holds for the others, unless rows contradict each other.
function TestSoftwareNames:test_a_file_without_a_software()
  local function names(...)
    local path = os.tmpname()
    local file = assert(io.open(path, "w"))
    file:write("model,layers,hidden,heads,seq,gpus,gpu_type,microbatch,global_batch,vocab,step_time_s,",
      "tp,precision,sharding\n")
    for _, text in ipairs{ ... } do file:write("m,8,4096,32,2048,16,H100,1,64,1024,2,", text, "\n") end
    file:close()
    local runs = assert(tw.predict{ file = path })
    os.remove(path)
    local list = {}
    for i, one in ipairs(runs.rows) do
      list[i] = one.made.software.name
      -- An open choice reads the row again with another value, but with the same software.
      lu.assertEquals(reader.case(reader.entry "own", one.row).case.software.name, list[i])
    end
    return list
  end
  lu.assertEquals(names("1,bf16,", "2,bf16,"), { "megatron_core", "megatron_core" })
  lu.assertEquals(names("1,bf16,", "2,bf16,", "1,fp8,"), { "nemo", "nemo", "nemo" })
  lu.assertEquals(names("1,bf16,", "1,bf16,zero1"), { "pytorch", "pytorch" })
  lu.assertEquals(names("1,bf16,fsdp", "2,bf16,", "1,bf16,"), { "pytorch", "megatron_core", "pytorch" })
end

-- The software stays open: the band of such a row contains what the other frameworks would take.
function TestSoftwareNames:test_an_assumed_software_is_an_open_choice()
  lu.assertStrContains(printed({ "" }), "software = megatron_core in 1 row")
end

os.exit(lu.LuaUnit.run(), true)
