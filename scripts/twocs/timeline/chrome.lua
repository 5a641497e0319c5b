-- SPDX-License-Identifier: MIT
-- A timeline as the JSON that Perfetto and chrome://tracing open: a process for each stage, a thread for each stream, times
-- in microseconds.
local core = require "twocs.core"

-- Viewers take process 0 for the idle one, and some put thread 0 together with thread 1: both count from 1, and no two
-- threads have one number.
local function ids(stage, stream, streams) return stage + 1, stage * #streams + stream + 1 end

local function metadata(what, pid, tid, key, value)
  return core.format('{"ph":"M","pid":%.0f,"tid":%.0f,"name":"%s","args":{"%s":%s}}', pid, tid, what, key, value)
end

-- What comes once in a step has no microbatch and no chunk.
local function event(v, pid, tid, kind)
  local of, args = "", ""
  if v.microbatch >= 0 then
    of = core.format(" %.0f", v.microbatch)
    args = core.format('"microbatch":%.0f,"chunk":%.0f,', v.microbatch, v.chunk)
  end
  return core.format('{"ph":"X","pid":%.0f,"tid":%.0f,"name":"%s%s","cat":"%s","ts":%.15g,"dur":%.15g,' ..
    '"args":{%s"critical":%s}}', pid, tid, kind, of, kind, 1e6 * v.begin, 1e6 * (v.finish - v.begin), args,
    v.critical and "true" or "false")
end

--- events: the core's columns; path: of them, those on the critical path; kinds, streams: their names.
return function(events, path, kinds, streams)
  local lines, seen, critical = {}, {}, {}
  for i = 1, #path do critical[path[i] + 1] = true end
  for i = 1, #events.stage do
    local stage, stream = events.stage[i], events.stream[i]
    local pid, tid = ids(stage, stream, streams)
    if not seen[stage] then
      seen[stage] = {}
      lines[#lines + 1] = metadata("process_name", pid, tid, "name", core.format('"stage %.0f"', stage))
      lines[#lines + 1] = metadata("process_sort_index", pid, tid, "sort_index", core.format("%.0f", stage))
    end
    if not seen[stage][stream] then
      seen[stage][stream] = true
      lines[#lines + 1] = metadata("thread_name", pid, tid, "name", core.format('"%s"', streams[stream + 1]))
      lines[#lines + 1] = metadata("thread_sort_index", pid, tid, "sort_index", core.format("%.0f", stream))
    end
    lines[#lines + 1] = event({ microbatch = events.microbatch[i], chunk = events.chunk[i], begin = events.begin[i],
      finish = events["end"][i], critical = critical[i] }, pid, tid, kinds[events.kind[i] + 1])
  end
  return '{"displayTimeUnit":"ms","traceEvents":[\n' .. table.concat(lines, ",\n") .. "\n]}\n"
end
