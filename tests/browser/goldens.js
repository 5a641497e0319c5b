// SPDX-License-Identifier: MIT
// node goldens.js PAGE [WORD]: every study and example that a page holds runs in its machine, and what studies write is
// held against tests/golden; only those whose path has the word in it.
"use strict";
const fs = require("fs"), path = require("path");
const { machine_of } = require("./shipped.js");
const { difference } = require("./csv.js");
const [page, word = ""] = process.argv.slice(2);
const golden = path.join(__dirname, "../golden");

let failures = 0;
const fail = (sentence) => { failures++, console.log(`  ${sentence}`); };

// What a run wrote and said.
let wrote, said;
const tell = {
  text: (stream, text) => { said[stream] += text; },
  file: (name, text) => { wrote[path.basename(name)] = text; },
};

function held_against(name, bits) {
  const folder = path.join(golden, (name.match(/^scripts\/studies\/([^/]+)\//) || [])[1] || "none");
  if (!fs.existsSync(folder)) return [];
  const csvs = Object.keys(wrote).filter((file) => file.endsWith(".csv"));
  for (const file of csvs) {
    const at = path.join(folder, file);
    if (!fs.existsSync(at)) { fail(`${name} wrote ${file}, which is not among the golden ones`); continue; }
    const why = difference(wrote[file], fs.readFileSync(at, "utf8"));
    if (why === "bits") bits.push(file);
    else if (why) fail(`${name}: ${file}: ${why}`);
  }
  return csvs.map((file) => `${path.basename(folder)}/${file}`);
}

(async () => {
  const { files, start } = machine_of(page);
  const names = Object.keys(files).filter((name) => name.includes(word) &&
    /^examples\/.*\.lua$|^scripts\/studies\/[^/]+\/[^/]+\.lua$/.test(name));
  const seen = new Set(), bits = [], slow = [];
  let figures = 0;
  for (const name of names.sort()) {
    wrote = {}, said = ["", "", ""];
    const one = await start(tell), began = performance.now();
    let failed;
    try {
      failed = one.start() || one.call("run", name);
    } catch (why) {
      failed = why.name === "ExitStatus" ? why.status : `${why.message}`;
    }
    slow.push([(performance.now() - began) / 1000, name]);
    if (failed) fail(`${name} ended with ${failed}: ${said[2].trim()}`);
    figures += Object.keys(wrote).filter((file) => file.endsWith(".svg")).length;
    for (const file of held_against(name, bits)) seen.add(file);
  }
  for (const paper of word ? [] : fs.readdirSync(golden).filter((name) => !name.includes("."))) {
    for (const file of fs.readdirSync(path.join(golden, paper)))
      if (!seen.has(`${paper}/${file}`)) fail(`nothing wrote ${paper}/${file}`);
  }
  slow.sort((a, b) => b[0] - a[0]);
  console.log(`${names.length} scripts, ${figures} figures, ${seen.size} golden files; the longest: ` +
    slow.slice(0, 5).map(([seconds, name]) => `${name} ${seconds.toFixed(1)} s`).join(", "));
  if (bits.length) console.log(`last bits differ in ${bits.length} of them: ${bits.join(" ")}`);
  process.exit(failures ? 1 : 0);
})();
