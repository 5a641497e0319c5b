// SPDX-License-Identifier: MIT
// Two CSVs held against each other as tests/lua/studies_test.lua does: names, units and texts are the same, numbers to the
// last bits, which differ with the C library.
"use strict";
const RELATIVE = 1e-9; // of a golden number
const ABSOLUTE = 1e-12; // of a column's largest one: what differences of such numbers may be off

const cells = (line) => line.match(/("([^"]|"")*"|[^,]*)(,|$)/g).slice(0, -1).map((cell) => cell.replace(/,$/, ""));
const is_number = (text) => text !== "" && (!Number.isNaN(Number(text)) || /^-?(nan|inf)$/.test(text));
const value_of = (text) => (/inf/.test(text) ? Number(text.replace("inf", "Infinity")) : Number(text));

function largest(rows) {
  const most = [];
  for (const row of rows) row.forEach((cell, i) => {
    const value = Math.abs(value_of(cell));
    if (is_number(cell) && Number.isFinite(value)) most[i] = Math.max(most[i] || 0, value);
  });
  return most;
}

const same = (got, want, most) => {
  if (got === want) return true;
  if (!is_number(got) || !is_number(want)) return false;
  return Math.abs(value_of(got) - value_of(want)) <= RELATIVE * Math.abs(value_of(want)) + ABSOLUTE * (most || 0);
};

// "" where they are the same, "bits" where only last bits differ, else the first difference as a sentence.
exports.difference = (got, want) => {
  if (got === want) return "";
  const a = got.split("\n"), b = want.split("\n");
  if (a.length !== b.length) return `${a.length} lines, golden ${b.length}`;
  const most = largest(b.filter((line) => !line.startsWith("#")).map(cells));
  for (let i = 0; i < a.length; i++) {
    if (a[i] === b[i]) continue;
    if (a[i].startsWith("#") || b[i].startsWith("#")) return `line ${i + 1} is ${a[i]}, golden ${b[i]}`;
    const x = cells(a[i]), y = cells(b[i]);
    if (x.length !== y.length) return `line ${i + 1} has ${x.length} cells, golden ${y.length}`;
    const k = x.findIndex((cell, j) => !same(cell, y[j], most[j]));
    if (k >= 0) return `line ${i + 1}, column ${k + 1} is ${x[k]}, golden ${y[k]}`;
  }
  return "bits";
};
