// SPDX-License-Identifier: MIT
// node goldens.js PAGE [WORD]: every study and example that a page holds runs in its machine, and what studies write is
// held against tests/golden; only those whose path has the word in it. Each core has a process of its own, which runs the
// scripts that it is sent, one at a time.
"use strict";
const fs = require("fs"), os = require("os"), path = require("path"), { fork } = require("child_process");
const { machine_of } = require("./shipped.js");
const { difference } = require("./csv.js");
const [page, word = ""] = process.argv.slice(2);
const golden = path.join(__dirname, "../golden");

// What a run wrote and said, and what it is told of.
let wrote, said, told;
const fail = (sentence) => { told.failures.push(sentence); };
const tell = {
  text: (stream, text) => { said[stream] += text; },
  file: (name, text) => { wrote[path.basename(name)] = text; },
};

function held_against(name) {
  const folder = path.join(golden, (name.match(/^scripts\/studies\/([^/]+)\//) || [])[1] || "none");
  if (!fs.existsSync(folder)) return [];
  const csvs = Object.keys(wrote).filter((file) => file.endsWith(".csv"));
  for (const file of csvs) {
    const at = path.join(folder, file);
    if (!fs.existsSync(at)) { fail(`${name} wrote ${file}, which is not among the golden ones`); continue; }
    const why = difference(wrote[file], fs.readFileSync(at, "utf8"));
    if (why === "bits") told.bits.push(file);
    else if (why) fail(`${name}: ${file}: ${why}`);
  }
  return csvs.map((file) => `${path.basename(folder)}/${file}`);
}

async function run(start, name) {
  wrote = {}, said = ["", "", ""], told = { name, failures: [], bits: [] };
  const one = await start(tell), began = performance.now();
  let failed;
  try {
    failed = one.start() || one.call("run", name);
  } catch (why) {
    failed = why.name === "ExitStatus" ? why.status : `${why.message}`;
  }
  told.seconds = (performance.now() - began) / 1000;
  if (failed) fail(`${name} ended with ${failed}: ${said[2].trim()}`);
  told.figures = Object.keys(wrote).filter((file) => file.endsWith(".svg")).length;
  told.seen = held_against(name);
  return told;
}

function report(all, lost) {
  const seen = new Set(all.flatMap((one) => one.seen)), bits = all.flatMap((one) => one.bits);
  const failures = [...lost, ...all.flatMap((one) => one.failures)];
  for (const paper of word ? [] : fs.readdirSync(golden).filter((name) => !name.includes("."))) {
    for (const file of fs.readdirSync(path.join(golden, paper)))
      if (!seen.has(`${paper}/${file}`)) failures.push(`nothing wrote ${paper}/${file}`);
  }
  for (const sentence of failures) console.log(`  ${sentence}`);
  all.sort((a, b) => b.seconds - a.seconds);
  const figures = all.reduce((sum, one) => sum + one.figures, 0);
  console.log(`${all.length} scripts, ${figures} figures, ${seen.size} golden files; ` +
    `the longest: ${all.slice(0, 5).map((one) => `${one.name} ${one.seconds.toFixed(1)} s`).join(", ")}`);
  if (bits.length) console.log(`last bits differ in ${bits.length} of them: ${bits.join(" ")}`);
  process.exit(failures.length ? 1 : 0);
}

const { files, start } = machine_of(page);
if (process.send) process.on("message", async (name) => { process.send(await run(start, name)); });
else {
  const names = Object.keys(files).filter((name) => name.includes(word) &&
    /^examples\/.*\.lua$|^scripts\/studies\/[^/]+\/[^/]+\.lua$/.test(name)).sort();
  const all = [], lost = [];
  let working = os.cpus().length;
  for (let i = working; i > 0; i--) {
    let at;
    const worker = fork(__filename, [page, word]);
    const next = () => { at = names.shift(), at ? worker.send(at) : worker.disconnect(); };
    worker.on("message", (one) => { all.push(one), next(); });
    worker.on("exit", (status) => {
      if (at) lost.push(`${at} ended its process with ${status}`);
      if (--working === 0) report(all, [...lost, ...names.map((name) => `${name} was not run`)]);
    });
    next();
  }
}
