// SPDX-License-Identifier: MIT
// The page: a case with sliders, and scripts with an editor. Each has a worker of its own, so that a long study does not
// block the sliders. The one thing to know: a script and its link are untrusted text. The script runs in the worker, its
// output is set as text and its figures are images, so no part of it runs in the page.
"use strict";
const at = (id) => document.getElementById(id);
const element = (kind, attributes, ...inside) => {
  const made = Object.assign(document.createElement(kind), attributes);
  made.append(...inside);
  return made;
};

// ---- The parts of this file

const modern = window.DecompressionStream && window.OffscreenCanvas && window.WebAssembly;
if (!modern) at("refused").textContent = "This browser is too old for this page: it must be at most two years old.";

async function unpacked(bytes, by) {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(by)));
}
function part(id) {
  const letters = atob(at(id).textContent), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  at(id).remove();
  return unpacked(bytes, "gzip");
}

const parts = (async () => {
  const [worker, tree, wasm] = await Promise.all([part("worker"), part("tree"), part("wasm")]);
  const source = URL.createObjectURL(new Blob([await worker.text()], { type: "text/javascript" }));
  const module = wasm.arrayBuffer().then((bytes) => WebAssembly.compile(bytes));
  const files = Object.fromEntries((await tree.text()).split("\x01").map((file) => file.split("\0")));
  return { source, files, wasm: await module };
})();

// ---- Workers

// A worker that answers one question after another. If it is stopped or dies, a new worker replaces it.
function asker() {
  const own = {}; // files that the reader added
  let worker = null, workers = 0, started = null, count = 0, asked_now = null; // { id, hear, end }
  function hears({ data }) {
    if (!asked_now || data.id !== asked_now.id) return;
    if (data.failed === undefined) return asked_now.hear(data);
    if (data.dead) begin();
    finish(data);
  }
  function finish(result) {
    const { end } = asked_now;
    asked_now = null;
    end(result);
  }
  function begin() {
    const mine = ++workers;
    worker?.terminate();
    worker = null;
    started = parts.then(({ source, files, wasm }) => new Promise((resolve) => {
      if (mine !== workers) return;
      worker = new Worker(source);
      worker.onmessage = () => { worker.onmessage = hears, resolve(); };
      worker.postMessage({ wasm, files: { ...files, ...own } });
    }));
  }
  if (modern) begin();
  return {
    // ask() resolves to { failed, seconds }; until then, hear(message) receives the worker's messages.
    ask: (name, text, script, hear) => new Promise((end) => {
      const one = asked_now = { id: ++count, hear, end };
      started.then(() => { if (asked_now === one) worker.postMessage({ id: one.id, name, text, script }); });
    }),
    put: (file, bytes) => {
      own[file] = bytes;
      return started.then(() => worker.postMessage({ file, bytes }));
    },
    stop: () => {
      if (!asked_now) return;
      begin();
      finish({ failed: STOPPED, seconds: 0 });
    },
  };
}
const STOPPED = 130; // the exit status that a shell reports after Ctrl-C

// The printed output, as one text for each stream.
async function answer(worker, name, text) {
  const said = ["", "", ""];
  const { failed } = await worker.ask(name, text, undefined, (m) => { if (m.stream) said[m.stream] += m.text; });
  return { failed, text: said[1], complaint: said[2] };
}

// ---- A case

const live = asker();
const doubling = (from, to) => Array.from({ length: Math.log2(to / from) + 1 }, (_, i) => from * 2 ** i);
const OWN = "own"; // the device's own value
// The inputs of a case: key, label, values (words give a list to choose from, numbers a slider), initial value, and the
// function that formats a number.
const fields = [
  ["Model and device", [["model", "Model", "names", "llama3_70b"], ["device", "Device", "names", "h100_sxm"]]],
  ["Layout", [
    ["tp", "Tensor parallel (TP)", doubling(1, 64), 8], ["pp", "Pipeline parallel (PP)", doubling(1, 32), 4],
    ["dp", "Data parallel (DP)", doubling(1, 1024), 8],
    ["zero", "Sharded over DP (ZeRO)", ["none", "optimizer", "gradients", "weights"], "optimizer"]]],
  ["Batch", [
    ["global_batch", "Sequences in a batch", doubling(16, 8192), 512],
    ["micro_batch", "Sequences in a microbatch", doubling(1, 16), 1],
    ["sl", "Tokens in a sequence", doubling(512, 131072), 8192],
    ["recompute", "Recomputed activations", ["none", "selective", "full"], "none"]]],
  ["Network", [
    ["net0", "Links in a node", [OWN, 32, 64, 128, 300, 450, 600, 900, 1800, 3600], OWN, (v) => `${v} GB/s`],
    ["net1", "Links between nodes", [OWN, 25, 50, 100, 200, 400, 800, 1600, 3200], OWN, (v) => `${v} Gb/s`]]],
];
const inputs = {};

function slider(key, says, values, first, show = (v) => v.toLocaleString("en")) {
  const shown = element("output");
  const input = element("input", { type: "range", min: 0, max: values.length - 1, step: 1, value: values.indexOf(first) });
  const value = () => values[input.value];
  const tell = () => { shown.textContent = value() === OWN ? inputs[key].own : show(value()); };
  input.addEventListener("input", () => { tell(), asked(); });
  const set = (text) => { if (values.map(String).includes(text)) input.value = values.map(String).indexOf(text), tell(); };
  inputs[key] = { value, set, tell, first, own: "" };
  tell();
  return element("label", {}, says, shown, input);
}

function choice(key, says, values, first) {
  const input = element("select", {}, ...values.map((v) => element("option", { selected: v === first }, v)));
  input.addEventListener("change", () => asked());
  inputs[key] = { value: () => input.value, set: (text) => { if (values.includes(text)) input.value = text; }, first };
  return element("label", {}, says, element("output"), input);
}

// The case as a Lua table, as a script would write it.
function stated() {
  const v = (key) => inputs[key].value(), own = [];
  if (v("net0") !== OWN) own.push(`net0_bw = "${v("net0")} GB/s"`);
  if (v("net1") !== OWN) own.push(`net1_bw = "${v("net1")} Gb/s"`);
  const device = own.length ? `tw.devices.${v("device")}{ ${own.join(", ")} }` : `"${v("device")}"`;
  return `{
  model = "${v("model")}",
  device = ${device},
  layout = { tp = ${v("tp")}, pp = ${v("pp")}, dp = ${v("dp")}, zero = "${v("zero")}" },
  run = { sl = ${v("sl")}, global_batch = ${v("global_batch")}, micro_batch = ${v("micro_batch")},
    recompute = "${v("recompute")}" },
}`;
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;
const shares = [["f_step_cmp", "compute", "--compute"], ["f_step_ser", "serialized communication", "--serialized"],
  ["f_step_exp", "exposed communication", "--exposed"], ["f_step_idle", "waiting for others", "--idle"]];

function tile(says, value, bad) {
  return element("div", { className: bad ? "tile bad" : "tile" }, element("b", {}, value), element("span", {}, says));
}

function show({ failed, text, complaint }) {
  const [lines, explained] = text.split(/\n\n([^]*)/);
  const is = {};
  for (const line of lines.split("\n")) {
    const [name, value, shown] = line.split("\t");
    is[name] = { value: Number(value), shown };
  }
  at("refused").textContent = complaint.replace(/^twocs: (case:\d+: )?(eval: )?/, "").trim();
  for (const id of ["tiles", "bar", "explained"]) at(id).classList.toggle("stale", failed !== 0);
  if (failed) return;
  for (const key of ["net0", "net1"]) { // the device's own value, if no other was chosen
    if (inputs[key].value() === OWN) inputs[key].own = `its own, ${is[`${key}_bw`].shown}`, inputs[key].tell();
  }
  const fits = is.fits.value === 1;
  at("tiles").replaceChildren(
    tile(`time of a step${is.low ? `; 90 % of runs: ${is.low.shown} to ${is.high.shown}` : ""}`, is.t_step.shown),
    tile("model FLOP utilisation", percent(is.mfu.value)),
    tile("of the step is communication", percent(is.f_step_ser.value + is.f_step_exp.value)),
    tile(`memory of a device${fits ? "" : `: more than its ${is.mem_size.shown}`}`, is.mem_byte.shown, !fits),
    tile("tokens per second", Math.round(is.token_rate.value).toLocaleString("en")),
    tile("devices", is.devices.value.toLocaleString("en")));
  const colour = (name) => ({ style: `background: var(${name})` });
  at("bar").replaceChildren(
    element("div", {}, ...shares.map(([name, , hue]) => element("i",
      { style: `background: var(${hue}); width: ${100 * is[name].value}%` }))),
    element("p", {}, ...shares.map(([name, says, hue]) => element("span", {}, element("i", colour(hue)), `${says} `,
      element("b", {}, percent(is[name].value))))));
  at("explained").textContent = explained.trim();
}

// The inputs that differ from their initial values, in the address: #case&tp=16.
function case_address() {
  const moved = Object.entries(inputs).filter(([, input]) => input.value() !== input.first);
  return ["#case", ...moved.map(([key, input]) => `${key}=${input.value()}`)].join("&");
}
const is_case = () => /^(#case(&|$)|#?$)/.test(location.hash);

// One question is asked at a time. Of the questions that arrive in the meantime, only the last one is asked.
let asking = false, again = false;
const moves = []; // milliseconds from a slider's move to its answer
async function asked() {
  at("stated").textContent = script_of_case();
  if (is_case()) history.replaceState(null, "", case_address());
  if (asking) { again = true; return; }
  asking = true;
  do {
    again = false;
    const began = performance.now();
    show(await answer(live, "case", `return ${stated()}`));
    moves.push(performance.now() - began);
  } while (again);
  asking = false;
}

function script_of_case() {
  return `local tw = require "twocs"

local case = ${stated()}
print(tw.eval(case, { "t_step", "mfu", "f_step_ser", "f_step_exp", "mem_byte", "fits" }))
print(tw.explain(case, "t_step", 2))
`;
}

async function sliders() {
  const [devices, models] = (await answer(live, "names", "")).text.trim().split("\n").map((line) => line.split(" "));
  const lists = { device: devices, model: models };
  at("sliders").append(...fields.map(([heading, rows]) => element("fieldset", {}, element("legend", {}, heading),
    ...rows.map(([key, says, values, first, shown]) => (typeof first === "number" || first === OWN
      ? slider(key, says, values, first, shown) : choice(key, says, lists[key] || values, first))))));
  if (is_case()) follow();
  await asked();
}

// ---- Scripts

const runner = asker();
let current = null; // { name, text }: the script in the editor, with its original text
const drafts = new Map(); // edited texts of the other scripts
const editor = at("editor");

const link_of = (bytes) => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""))
  .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return link_of(new Uint8Array(await new Response(stream).arrayBuffer()));
}
async function opened(letters) {
  const bytes = Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  return (await unpacked(bytes, "deflate-raw")).text();
}

// #script=PATH, or #script=PATH&lua=LETTERS, where LETTERS encodes a text that differs from the file.
async function fragment() {
  if (editor.value === current.text) return `#script=${current.name}`;
  return `#script=${current.name}&lua=${await packed(editor.value)}`;
}

function edit(name, text, as_it_came = text) {
  if (current) drafts.set(current.name, editor.value);
  current = { name, text: as_it_came };
  editor.value = text;
  at("name").textContent = name;
  at("undo").disabled = text === as_it_came;
  for (const each of document.querySelectorAll("#list a")) each.classList.toggle("here", each.dataset.name === name);
}

let pictures = [];
function clear() {
  for (const url of pictures) URL.revokeObjectURL(url);
  pictures = [];
  for (const id of ["figures", "printed", "files"]) at(id).replaceChildren();
}

function file_arrived(path, text) {
  const name = path.replace(/^.*\//, ""), svg = name.endsWith(".svg");
  const url = URL.createObjectURL(new Blob([text], { type: svg ? "image/svg+xml" : "text/plain" }));
  pictures.push(url);
  if (svg) at("figures").append(element("img", { src: url, alt: name }));
  at("files").append(element("a", { href: url, download: name }, name));
}

const said = (seconds) => (seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(0));
async function run_now() {
  clear();
  at("run").disabled = true, at("stop").disabled = false, at("state").textContent = "runs ...";
  const began = performance.now();
  const clock = setInterval(() => {
    at("state").textContent = `runs ... ${((performance.now() - began) / 1000).toFixed(0)} s`;
  }, 1000);
  const { failed, seconds } = await runner.ask("run", current.name, editor.value, ({ path, text, stream }) => {
    if (path) return file_arrived(path, text);
    at("printed").append(element("span", { className: stream === 2 ? "aside" : "" }, text));
  });
  clearInterval(clock);
  at("run").disabled = false, at("stop").disabled = true;
  at("printed").classList.toggle("failed", failed !== 0 && failed !== STOPPED);
  at("state").textContent = failed === STOPPED ? "stopped"
    : `${failed ? "ended with an error" : "done"} in ${said(seconds)} s`;
}

// One run at a time: a new run stops the one before, and of several waiting runs only the last one starts.
let running = Promise.resolve(), runs = 0;
async function run() {
  const mine = ++runs;
  runner.stop();
  await running;
  if (mine === runs) running = run_now();
  return running;
}

const heading_of = (path) => path.replace(/^scripts\//, "").replace(/\/[^/]*$/, "");
async function list() {
  const { files } = await parts;
  const names = Object.keys(files).filter((path) => /^examples\/.*\.lua$|^scripts\/studies\/[^/]+\/[^/]+\.lua$/.test(path));
  let heading = null;
  for (const name of names.sort((a, b) => heading_of(a).localeCompare(heading_of(b)) || a.localeCompare(b))) {
    if (heading_of(name) !== heading) at("list").append(element("h2", {}, heading = heading_of(name)));
    const link = element("a", { href: `#script=${name}`, title: name }, name.replace(/^.*\//, "").replace(/\.lua$/, ""));
    link.dataset.name = name;
    at("list").append(link);
  }
}

// ---- Which of the two views is shown; the fragment of the address decides

async function follow() {
  const asks = new URLSearchParams(location.hash.slice(1));
  const scripts = !is_case();
  at("case").hidden = scripts, at("scripts").hidden = !scripts;
  for (const link of document.querySelectorAll("header nav a"))
    link.classList.toggle("here", (link.hash === "#scripts") === scripts);
  if (!scripts) return asks.forEach((text, key) => inputs[key]?.set(text));
  const { files } = await parts;
  const name = asks.get("script") || (current ? current.name : "examples/tp_sweep.lua");
  const text = files[name] || "";
  const changed = asks.get("lua") ? await opened(asks.get("lua")) : drafts.get(name) ?? text;
  if (current && current.name === name && !asks.get("lua")) return;
  edit(name, changed, text);
  await run();
}

at("run").onclick = run;
at("stop").onclick = () => runner.stop();
at("undo").onclick = () => edit(current.name, current.text);
at("share").onclick = async () => {
  history.replaceState(null, "", await fragment());
  const copied = navigator.clipboard && await navigator.clipboard.writeText(location.href).then(() => true, () => false);
  at("state").textContent = copied ? "the link is copied" : "the address of this page is the link";
};
at("add").onclick = () => at("chosen").click();
at("chosen").onchange = async () => {
  for (const file of at("chosen").files) await runner.put(file.name, new Uint8Array(await file.arrayBuffer()));
  const names = Array.from(at("chosen").files, (file) => `tw.read "${file.name}"`);
  at("state").textContent = `it stays on this machine, and a script has it by ${names.join(", ")}`;
};
at("open").onclick = async () => {
  location.hash = `script=my_case.lua&lua=${await packed(script_of_case())}`;
};
editor.oninput = () => { at("undo").disabled = editor.value === current.text; };
editor.onkeydown = (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.preventDefault(), at("run").click();
  if (event.key === "Tab" && !event.shiftKey) event.preventDefault(), editor.setRangeText("  ", editor.selectionStart,
    editor.selectionEnd, "end");
};
onhashchange = () => {
  follow();
  if (is_case()) asked();
};
if (modern) list(), follow(), sliders();
