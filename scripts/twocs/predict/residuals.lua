-- SPDX-License-Identifier: MIT
-- Residuals of single runs with constants from their own stack. They grow with a power of the number of nodes of a run, and
-- with a power of the nodes that its TP spans (a standard deviation that is a power of its cause, Harvey 1976). A band
-- therefore widens with the distance from one node, also beyond the largest measured run.
local core = require "twocs.core"
local groups_of = require "twocs.predict.groups"
local scatter = require "twocs.fit.spread"

local residuals = {}

local repeated = scatter.repeated / 1.645 -- of a repeated measurement: nothing is more certain
local within_one_sd = 0.6827

local function doublings(x, of) return math.max(0, core.log2(x / of)) end

--- The distance of a run from one node: doublings of its nodes, and of the nodes that a ring of its TP spans.
function residuals.distance(one)
  local node = one.fields.net0_size or 8
  return { nodes = doublings(one.v.devices, node), span = doublings(one.fields.tp or 1, node) }
end

-- Weighted sums of products of columns. The mean of its group is subtracted from each, because the residuals of groups also
-- differ for other reasons than distance.
local function moments(groups, columns)
  local sums = {}
  for _, a in ipairs(columns) do
    sums[a] = {}
    for _, b in ipairs(columns) do sums[a][b] = 0 end
  end
  for _, group in ipairs(groups) do
    local mean = {}
    for _, a in ipairs(columns) do
      mean[a] = 0
      for _, x in ipairs(group) do mean[a] = mean[a] + x[a] / #group end
    end
    for _, x in ipairs(group) do
      for _, a in ipairs(columns) do
        for _, b in ipairs(columns) do
          sums[a][b] = sums[a][b] + group.weight / #group * (x[a] - mean[a]) * (x[b] - mean[b])
        end
      end
    end
  end
  return sums
end

-- Least squares of `off` over nodes and span, with slopes of at least 0: a band does not become narrower with distance. A
-- column that is constant within every group has no slope.
local function slopes(groups)
  local s = moments(groups, { "nodes", "span", "off" })
  local function alone(name) return s[name][name] > 1e-9 and math.max(0, s[name].off / s[name][name]) or 0 end
  local nodes, span = alone "nodes", alone "span"
  local area = s.nodes.nodes * s.span.span - s.nodes.span * s.nodes.span
  if area > 1e-9 * s.nodes.nodes * s.span.span and area > 0 then
    local a = (s.nodes.off * s.span.span - s.span.off * s.nodes.span) / area
    local b = (s.span.off * s.nodes.nodes - s.nodes.off * s.nodes.span) / area
    if a >= 0 and b >= 0 then return a, b end
    if a < 0 then return 0, span end
    return nodes, 0
  end
  return nodes, s.nodes.nodes > 1e-9 and 0 or span
end

-- The factor between the uncertainty of a run and of a run in one node.
local function growth(one, rows)
  local far = residuals.distance(one)
  return core.exp2(rows.nodes * far.nodes + rows.span * far.span)
end

--- of(groups): { sd, nodes, span } from lists of predicted runs of stacks with their own constants: the sd of a run in one
--- node (two thirds of the residuals are smaller), and the powers of nodes and of TP's nodes with which it grows.
function residuals.of(groups)
  local logs, off = {}, {}
  for i, group in ipairs(groups) do
    logs[i] = { weight = groups_of.weight(group) }
    for k, one in ipairs(group) do
      local far = residuals.distance(one)
      far.off = core.log2(math.abs(core.log(one.measured / one.predicted)) + repeated)
      logs[i][k] = far
    end
  end
  local rows = { sd = repeated }
  rows.nodes, rows.span = slopes(logs)
  for _, group in ipairs(groups) do
    for _, one in ipairs(group) do
      off[#off + 1] = { math.abs(core.log(one.measured / one.predicted)) / growth(one, rows),
        groups_of.weight(group) / #group }
    end
  end
  if #off > 0 then rows.sd = math.max(repeated, groups_of.quantile(off, within_one_sd)) end
  return rows
end

--- The standard deviation of the logarithm of such a run.
function residuals.sd(one, rows) return rows.sd * growth(one, rows) end

return residuals
