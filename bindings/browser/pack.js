// SPDX-License-Identifier: MIT
// node pack.js ROOT BUILD PAGE: writes one file that contains the page's parts, the module and the scripts, and opens from
// disk. The one thing to know: large parts are compressed and then written in base64, whose overhead a web server's own
// compression removes.
const fs = require("fs"), path = require("path"), zlib = require("zlib");
const [root, build, page] = process.argv.slice(2);
const own = (name) => fs.readFileSync(path.join(__dirname, name), "utf8");

// Scripts and the data that they read. Left out are documentation, pictures, studies of measurements that the page lacks
// and the constants that were fitted without one set of those, and what only the prompt and commands of a shell need.
const measured = "(runs|operators|power)/|(runs|operators|queue|iterations|given)\\.lua$";
const shell = "predict/shell|profile/arguments|help/(prompt|complete)";
const kept = [new RegExp(`^scripts/twocs/(?!(${shell})\\.lua$)`), new RegExp(`^scripts/studies/(?!${measured})`),
  /^scripts\/measured\/[^/]*\.csv$/, /^examples\/(tasks\/)?[^/]*\.(lua|csv|log|json)$/];
function list(folder, found) {
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const name = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) list(name, found);
    else if (kept.some((one) => one.test(name))) found.push(name);
  }
  return found;
}
// The scripts of twocs lose their comments and most blanks, but keep their line numbers. Studies and examples, which
// readers open in the editor, keep all of their text.
const lexeme = /"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|\[(=*)\[[^]*?\]\1\]|--\[(=*)\[[^]*?\]\2\]|--[^\n]*|\n +|, +| (?:[=~<>]=|[=+*/<>]) |\{ +| +\}/g;
const bare = (text) => text.replace(lexeme, (one) => {
  if (one.startsWith("--")) return one.replace(/[^\n]+/g, "");
  if (/^["'[]/.test(one)) return one;
  return one[0] === "\n" ? "\n" : one.trim();
});
const files = {};
for (const folder of ["scripts", "examples"]) {
  for (const name of list(folder, []).sort()) {
    const text = fs.readFileSync(path.join(root, name), "utf8");
    files[name] = /^scripts\/twocs\/.*\.lua$/.test(name) ? bare(text) : text;
  }
}
files["scripts/twocs/data/held_out.lua"] = "return { sets = {}, bands = {} }\n";
files.LICENSE = fs.readFileSync(path.join(root, "LICENSE"), "utf8");

// Tries several values of memLevel, the size of a block of symbols, and takes the smallest result.
const pressed = (data) => [5, 6, 7, 8].map((memLevel) => zlib.gzipSync(data, { level: 9, memLevel }))
  .reduce((a, b) => (b.length < a.length ? b : a)).toString("base64");
const script = [fs.readFileSync(path.join(build, "twocs.js"), "utf8"), own("machine.js"), own("worker.js")].join("\n");
const parts = {
  STYLE: own("page.css"),
  SCRIPT: own("page.js"),
  WORKER: pressed(script),
  // A byte of 0 between a name and its text, of 1 between files: the escapes of JSON would cost 1 %.
  FILES: pressed(Object.entries(files).map((file) => file.join("\0")).join("\x01")),
  WASM: pressed(fs.readFileSync(path.join(build, "twocs.wasm"))),
};
const text = own("page.html").replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
fs.mkdirSync(path.dirname(page), { recursive: true });
fs.writeFileSync(`${page}.part`, text);
fs.renameSync(`${page}.part`, page);
const size = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
console.log(`${path.relative(root, page)}: ${size(text.length)}, ` +
  `${size(zlib.gzipSync(text, { level: 9 }).length)} compressed`);
