-- SPDX-License-Identifier: MIT
-- tw.read: the format of a file, gzip, CSV with other names, and the statistics of profilers. The files are written here;
-- the published tables are read too if they are next to the project.
local lu = require "luaunit"
local outside = require "outside"
local tw = require "twocs"
local given = require "studies.given"
local core = require "twocs.core"

local scratch = os.tmpname()

local write, read, refusal = require "reading"(scratch)

local function mistake(options)
  write("a\n1\n")
  local done, sentence = pcall(tw.read, scratch, options)
  lu.assertFalse(done)
  return (sentence:match("read_test%.lua:%d+: (.*)$"))
end

TestFiles = {}

function TestFiles:test_a_file_that_cannot_be_opened()
  local t, sentence, code = tw.read "/nowhere/at all.csv"
  lu.assertNil(t)
  lu.assertEquals({ sentence, code }, { "/nowhere/at all.csv: No such file or directory", 2 })
  t, sentence, code = tw.read "/"
  lu.assertNil(t)
  lu.assertEquals({ sentence, code }, { "/: this is a folder, not a file", 21 })
end

-- The limit of a gzip file, with its message.
function TestFiles:test_too_large()
  local most = core.most_read
  lu.assertEquals(most, 536870912)
  core.most_read = 20
  local short, long = "a\n1\n2\n", "a\n" .. ("1\n"):rep(10)
  lu.assertEquals(read(short).n, 2)
  lu.assertStrContains(refusal(long), "larger than the limit of 0 MB")
  core.most_read = most
  lu.assertEquals(read(long).n, 10)
end

-- With lines that end in CR only, the whole file would be the header.
function TestFiles:test_carriage_returns()
  lu.assertEquals(refusal("a,b\r1,2\r3,4\r"), "line 1: lines end in CR alone: save it with LF or CRLF")
  lu.assertEquals(read("a,b\r\n1,2\r\n3,4").n, 2)
  lu.assertEquals(read("a,b\r").n, 0)
end

-- Text of a file cannot control a terminal: names, cells, sentences that quote it.
function TestFiles:test_escape_sequences()
  local function clean(text) lu.assertNil(text:gsub("\n", ""):find("[%c]"), text) lu.assertNil(text:find("\194\155", 1,
    true)) end
  local t = read("a\27[2J,b\194\155c\nx\27]0;title\7,y\127\n")
  clean(tostring(t))
  clean(tostring(t[1]))
  lu.assertStrContains(tostring(t), "x?]0;title?")
  clean(refusal("a,a\27[2J [s]\n1,x\27[2J\n"))
  clean(refusal("b\27[2J,b\27[2J\n1,2\n"))
  clean(refusal("a\n1\n", { columns = { ["c\27[2J"] = "x" } }))
  clean(refusal('{"model_type": "\\u001b[2J"}', { as = "config" }))
  local nothing, sentence = tw.read("/nowhere\27[2J")
  lu.assertNil(nothing)
  clean(sentence)
  clean(select(2, pcall(tw.read, scratch, { as = "\27[2J" })))
end

-- A text stays a text, whatever it looks like.
function TestFiles:test_texts_that_look_like_numbers()
  local t = tw.table{ names = { "sku", "t", "word", "mixed" }, units = { t = "s" },
    columns = { sku = { "007", "1e3", "" }, t = { 1, 2, 3 }, word = { "nan", "inf", "5" }, mixed = { "5", "x", "" } } }
  local text = t:csv()
  lu.assertEquals(text:match("^[^\n]*"), "sku [text],t [s],word [text],mixed")
  local back = read(text)
  lu.assertEquals(back:names(), t:names())
  for _, name in ipairs(t:names()) do
    lu.assertEquals(back:is_text(name), t:is_text(name))
    for i = 1, 3 do lu.assertEquals(back[i][name], t[i][name]) end
  end
  lu.assertEquals(back:csv(), text)
  local asked = read("id,t\n007,1\n", { columns = { id = "sku [text]" } })
  lu.assertEquals({ asked[1].sku, asked[1].t }, { "007", 1 })
  lu.assertEquals(read("id [text]\n007\n", { columns = { ["id"] = "n [1]" } })[1].n, 7)
  lu.assertEquals(read("id [text]\n007\n", { columns = { ["id"] = "n" } })[1].n, "007")
  lu.assertEquals(read('a\n"5"\n')[1].a, 5) -- quotes alone do not make a text: many programs put them around everything
end

-- A pipe can be read only once.
-- A pipe is read to its end, in blocks (a named pipe: export_test.lua).
function TestFiles:test_a_pipe()
  local script = scratch .. ".pipe.lua"
  assert(core.write(script, [[
    local core, tw = require "twocs.core", require "twocs"
    core.most_read = tonumber(arg[1]) or core.most_read
    local t, sentence, code = tw.read("/dev/stdin", { as = "csv" })
    print(t and t[1].t, sentence and sentence:match "larger than the limit", code)]]))
  local function piped(text, most)
    return (outside.output(core.format("printf '%s' | %s %s %s", text, outside.quoted(outside.twocs),
      outside.quoted(script),
      most or "")))
  end
  lu.assertEquals(piped "a,t [us]\\n1,2\\n", "2e-06\tnil\tnil\n")
  lu.assertEquals(piped("a\\n1\\n22222222222222222222\\n", 20), "nil\tlarger than the limit\t27\n")
  os.remove(script)
end

function TestFiles:test_a_file_that_is_not_text()
  lu.assertEquals(refusal "", "line 1: the text is empty: expected a header")
  lu.assertEquals(refusal "\255\254a\0,\0b\0", "line 1: this is UTF-16; save it as UTF-8")
  lu.assertEquals(refusal "PK\3\4a,b", "this is a zip file, such as a spreadsheet; save the sheet as CSV")
  lu.assertEquals(refusal "\127ELF\0", "line 1: a NUL byte: this is not a text file")
  lu.assertEquals(read("\239\187\191a\n1\n"):names(), { "a" })
end

function TestFiles:test_mistakes()
  lu.assertEquals(mistake{ as = "cvs" }, 'read: as = "cvs" is not a format; did you mean "csv"?')
  lu.assertEquals(mistake{ column = {} }, 'read: "column" is not an option of csv; did you mean "columns"?')
  lu.assertEquals(mistake "csv", 'read: expected options such as { as = "csv" }, got "csv"')
  lu.assertEquals(mistake{ as = 3 }:match "^read: as = 3 is not a format", "read: as = 3 is not a format")
  local done, sentence = pcall(tw.read, 3)
  lu.assertFalse(done)
  lu.assertStrContains(sentence, "read: expected a file's name, got 3")
end

TestGzip = {}

-- "a,t [us]\n1,2\n", by gzip -9.
local zipped = "\031\139\008\000\000\000\000\000\002\003\075\212\041\081\136\046\045\142\229\050\212"
  .. "\049\226\002\000\207\229\126\135\013\000\000\000"

function TestGzip:test_it_is_known_by_its_content()
  local t = read(zipped)
  lu.assertEquals({ t.n, t[1].a, t[1].t }, { 1, 1, 2e-6 })
  lu.assertEquals(core.inflate(zipped .. zipped), "a,t [us]\n1,2\na,t [us]\n1,2\n")
end

function TestGzip:test_damaged_gzip_files()
  lu.assertEquals(refusal(zipped:sub(1, -3)), "gzip: it is incomplete: the file is truncated")
  lu.assertEquals(refusal(zipped:sub(1, 2)), "gzip: it is incomplete: the file is truncated")
  lu.assertEquals(refusal(zipped .. "x"), "gzip: the data after its end are not gzip")
  lu.assertEquals(refusal(zipped:sub(1, 12) .. "xxxx" .. zipped:sub(17)), "gzip: its content is damaged")
  local text, sentence, code = core.inflate(zipped, 12)
  lu.assertNil(text)
  lu.assertEquals({ sentence, code }, { "gzip: it inflates to more than 12 B", 0 })
  lu.assertEquals(core.inflate(zipped, 13), "a,t [us]\n1,2\n")
end

TestColumns = {}

local other = "# made up\n# GPUs,size(B),time(ns),busbw(GB/s),time(ns),busbw(GB/s),t_x [ms],note\n"
  .. "8,1024,44210,23.72,45100,23.25,3,a\n"
local map = { ["# GPUs"] = "gpus [1]", ["size(B)"] = "bytes [byte]", ["time(ns)"] = { "t [ns]", "t_in [ns]" },
  ["busbw(GB/s)"] = { "busbw [GB/s]", false } }

function TestColumns:test_headers_are_renamed()
  local t = read(other, { columns = map })
  lu.assertEquals(t:names(), { "gpus", "bytes", "t", "busbw", "t_in", "t_x", "note" })
  lu.assertEquals({ t[1].gpus, t[1].bytes, t[1].t, t[1].busbw, t[1].t_in, t[1].t_x, t[1].note },
    { 8, 1024, 44210e-9, 23.72e9, 45100e-9, 3e-3, "a" })
  lu.assertEquals({ t:unit "gpus", t:unit "t", t:unit "busbw", t:unit "t_x", t:unit "note" },
    { "1", "s", "byte/s", "s", "" })
  lu.assertEquals(read(other, { columns = map, only = true }):names(), { "gpus", "bytes", "t", "busbw", "t_in" })
  lu.assertEquals(read("\239\187\191# GPUs,b\n1,2\n", { columns = { ["# GPUs"] = "gpus" } })[1].gpus, 1)
  lu.assertEquals(read("# a, b\nc,# d\n1,2\n", { columns = { ["# d"] = "d" } }):names(), { "c", "d" })
end

function TestColumns:test_units_of_file_and_mapping()
  local function one(header, target, key) return read(header .. "\n5\n", { columns = { [key or "t"] = target } })[1].x end
  lu.assertEquals(one("t [ms]", "x"), 5e-3)
  lu.assertEquals(one("t [ms]", "x [ms]"), 5e-3)
  lu.assertEquals(one("t [ms]", "x [s]"), 5e-3) -- seconds, with the unit in the file
  lu.assertEquals(one("t [ms]", "x [ms]", "t [ms]"), 5e-3)
  lu.assertEquals(one("t [msec]", "x [ms]", "t [msec]"), 5e-3)
  lu.assertEquals(one("t", "x"), 5)
  lu.assertEquals(refusal("t [byte]\n5\n", { columns = { t = "x [s]" } }),
    'line 1: the header has "t [byte]", which does not match "x [s]"')
  lu.assertEquals(refusal("t [ms]\n5\n", { columns = { t = "x [ns]" } }),
    'line 1: the header has "t [ms]", which does not match "x [ns]"')
  lu.assertEquals(refusal("t\nsoon\n", { columns = { t = "x [ns]" } }), 'line 2: x: "soon" is not a number')
end

function TestColumns:test_headers_that_do_not_fit()
  lu.assertEquals(refusal("\n\ntime,b\n1,2\n", { columns = { tine = "t" } }),
    'line 3: there is no column "tine"; did you mean "time"?')
  lu.assertEquals(refusal("# GPUs,b\n1,2\n", { columns = { ["# GPU"] = "gpus" } }),
    'line 2: there is no column "# GPU"; did you mean "# GPUs"?')
  lu.assertEquals(refusal("a,a\n1,2\n", { columns = { a = "b" } }),
    'line 1: "a" occurs 2 times in the header, but is given 1 name')
  lu.assertEquals(refusal("a,b\n1,2\n", { columns = { a = { "c", "d" } } }),
    'line 1: "a" occurs 1 times in the header, but is given 2 names')
  lu.assertEquals(refusal("a,b\n1,2\n", { columns = { a = "b" } }), 'line 1: two columns are called "b"')
  lu.assertEquals(refusal "\na,a\n1,2\n", 'line 2: two columns are called "a"')
end

function TestColumns:test_mistakes()
  lu.assertEquals(mistake{ columns = "a" }, 'columns: expected a table such as { ["time(ns)"] = "t [ns]" }, got "a"')
  lu.assertEquals(mistake{ columns = { "a" } }, "columns: expected headers of the file as keys, got 1")
  lu.assertEquals(mistake{ columns = { a = 3 } }, 'columns: a: expected a name such as "t [ns]", or false, got 3')
  lu.assertEquals(mistake{ columns = { a = {} } }, "columns: a: the list is empty")
  lu.assertStrContains(mistake{ columns = { a = "t [quux]" } }, 'columns: a = "t [quux]": "quux" is not a known unit')
  lu.assertEquals(mistake{ columns = { a = "b" }, only = 1 }, "only: expected true or false, got 1")
  lu.assertEquals(mistake{ only = true }, "only: there are no columns that it could keep")
end

TestKernels = {}

-- Rows made by us, with the headers of the tools.
local nsys = [[
Generating SQLite file x.sqlite from x.nsys-rep
Processing [x.sqlite] with [cuda_gpu_kern_sum.py]...

Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
75.0,3000,3,1000.0,900.0,800,1300,100.0,sm80_xmma_gemm_bf16_tilesize128x128x64
25.0,1000,1,1000.0,1000.0,1000,1000,0.0,"void f<int, 4>(float*)"

Processing [x.sqlite] with [osrt_sum.py]...
]]
local stats = '"Name","Calls","TotalDurationNs","AverageNs","Percentage"\n"Cijk_Ailk_Bljk_HHS",4,8000,2000,100.0\n'
local launches = '"Index","KernelName","gpu-id","DispatchNs","BeginNs","EndNs","CompleteNs","DurationNs"\n'
  .. '0,"a",0,1,2,1002,1003,1000\n1,"b",0,5,2000,2500,2600,500\n2,"a",0,5,3000,5000,6000,2000\n'
local traced = '"Kind","Kernel_Name","Start_Timestamp","End_Timestamp"\n'
  .. '"KERNEL_DISPATCH","a",172352210005122,172352210008402\n"KERNEL_DISPATCH","a",172352210010000,172352210011000\n'

function TestKernels:test_nsys()
  local t = read(nsys)
  lu.assertEquals(t.n, 2)
  lu.assertEquals({ t[1].kernel, t[1].calls, t[1].t_total, t[1].t_mean },
    { "sm80_xmma_gemm_bf16_tilesize128x128x64", 3, 3e-6, 3e-6 / 3 })
  lu.assertEquals({ t[1].t_median, t[1].t_min, t[1].t_max, t[1].t_sd, t[1].share },
    { 900e-9, 800e-9, 1300e-9, 100e-9, 0.75 })
  lu.assertEquals(t[2].kernel, "void f<int, 4>(float*)")
  lu.assertEquals({ t:unit "t_total", t:unit "calls", t:unit "share" }, { "s", "1", "1" })
  if core.kernel_class then lu.assertEquals(t[1].class, "gemm") end
end

function TestKernels:test_rocprof()
  local t = read(stats)
  lu.assertEquals({ t.n, t[1].calls, t[1].t_total, t[1].share }, { 1, 4, 8e-6, 1 })
  t = read(launches)
  lu.assertEquals({ t.n, t[1].kernel, t[1].calls, t[1].t_min, t[1].t_max }, { 2, "a", 2, 1e-6, 2e-6 })
  lu.assertAlmostEquals(t[2].share, 1 / 7, 1e-12)
  t = read(traced, { as = "rocprof" })
  lu.assertEquals({ t.n, t[1].calls }, { 1, 2 })
  lu.assertAlmostEquals(t[1].t_total, 4280e-9, 1e-18)
end

function TestKernels:test_refused_files()
  lu.assertEquals(refusal(stats, { as = "nsys" }):match "^[^;]*",
    "line 1: these are not the headers of nsys, such as Instances, Name, Total Time (ns)")
  lu.assertEquals(refusal((traced:gsub("172352210008402", "172352210005121"))), "line 1: launch 1 has no time of 0 or more")
  lu.assertEquals(refusal((traced:gsub(",17", ",17000017"))),
    "line 1: the time stamps have too many digits to be subtracted")
  lu.assertEquals(refusal((traced:gsub("172352210008402", "soon"))), "line 1: the time stamps are not numbers")
  lu.assertEquals(refusal((stats:gsub("8000", "many"))), 'line 2: t_total: "many" is not a number')
  lu.assertEquals(refusal("", { as = "rocprof" }), "line 1: the text is empty: expected a header")
end

TestPublished = {}

local function published(name, options)
  local path, sentence = given.path(name)
  if path then return assert(tw.read(path, options)) end
  print("skipped: " .. sentence)
  lu.skip(sentence)
end

local nccl_map = { ["size(B)"] = "bytes [byte]", ["time(ns)"] = { "t [ns]", "t_in [ns]" },
  ["busbw(GB/s)"] = { "busbw [GB/s]", "busbw_in [GB/s]" } }

function TestPublished:test_all_reduce_tables()
  for _, device in ipairs{ "a100", "v100" } do
    for ranks = 2, 8 do
      local t = published(core.format("vtrain/%s/AR_GPU%d_1M_1024M_LUT.csv.gz", device, ranks), { columns = nccl_map })
      lu.assertEquals(t.n, 1024)
      for row in t:rows() do
        local busbw = row.bytes / row.t * 2 * (ranks - 1) / ranks
        lu.assertTrue(math.abs(busbw / row.busbw - 1) < 0.01)
      end
    end
  end
  local last = published("vtrain/a100/AR_GPU8_1M_1024M_LUT.csv.gz", { columns = nccl_map })[1024]
  lu.assertEquals({ last.bytes, last.t, last.busbw }, { 1073741824, 8193e-6, 229.35e9 })
  lu.assertEquals({ last.t_in, last.busbw_in }, { 8196.4e-6, 229.25e9 })
end

function TestPublished:test_a_header_that_begins_with_a_hash()
  local t = published("vtrain/ground_truth_single.csv",
    { columns = { ["# GPUs"] = "gpus [1]", ["# layers"] = "layers [1]", ["iteration time (ms)"] = "t [ms]" } })
  lu.assertEquals(t.n, 1440)
  lu.assertEquals({ t[1].gpus, t[1].layers, t[1].t, t[1440].gpus, t[1440].t }, { 2, 24, 0.372160408, 4, 0.474725583 })
  lu.assertEquals(t[1]["hidden size"], 1024)
end

function TestPublished:test_large_tables()
  local t = published("aiconfigurator/gemm_h100_sxm_vllm_0.24.0.csv.gz", { columns = { latency_ms = "t [ms]" } })
  lu.assertEquals(t.n, 71484)
  lu.assertEquals({ t[1].m, t[1].t, t[71484].dtype, t[71484].t }, { 32768, 60.324e-3, "fp8", 0.004728e-3 })
  t = published("aiconfigurator/gemm_a100_sxm_trtllm_1.0.0.csv.gz", { columns = { latency_ms = "t [ms]" }, only = true })
  lu.assertEquals({ t.n, t[2].t }, { 9240, 21.2261e-3 })
end

function TestPublished:test_other_tables()
  local t = published("aiconfigurator/nccl_latency.csv", { columns = { latency_ms = "t [ms]", num_gpus = "ranks [1]" } })
  lu.assertEquals({ t.n, t[1512].op, t[1512].ranks, t[1512].t }, { 1512, "all_reduce", 8, 2.66776e-3 })
  t = published("collectives.csv", { columns = { bytes = "bytes [byte]", time_us = "t [us]", algbw_GBs = "algbw [GB/s]",
    busbw_GBs = "busbw [GB/s]" } })
  lu.assertEquals({ t.n, t[1].t, t[1].library }, { 63, 19.28e-6, "RCCL (rccl-tests a7809b3)" })
  t = published("neusight/slim/amd_gemm_fp32.csv", { columns = { OPName = "op", Latency = "t [ms]", B = "batch", M = "m",
    N = "n", K = "k" } })
  lu.assertEquals({ t.n, t[1].batch, t[1].t }, { 6751, 1280, 91.30621490478515e-3 })
  t = published("neusight/slim/amd_vector_fp32.csv", { columns = { Latency = "t [ms]" } })
  lu.assertEquals({ t.n, t[1].H }, { 13300, 13 })
  for _, file in ipairs{ "nsys_cuda_gpu_kern_sum.csv", "rocprof_v1_results.csv", "rocprofv3_kernel_trace.csv" } do
    local share = 0
    for row in published("traces/formats_SYNTHETIC/" .. file):rows() do share = share + row.share end
    lu.assertAlmostEquals(share, 1, 1e-12)
  end
end

local result = lu.LuaUnit.run()
os.remove(scratch)
os.exit(result == 0, true)
