// SPDX-License-Identifier: MIT
// node pack.js ROOT BUILD PAGE: one file of the page's parts, the module and the scripts, which opens from disk. The one
// thing to know: what is large is compressed and then written in letters, which a web server's own compression undoes.
const fs = require("fs"), path = require("path"), zlib = require("zlib");
const [root, build, page] = process.argv.slice(2);
const own = (name) => fs.readFileSync(path.join(__dirname, name), "utf8");

// Scripts with what they read; no documentation, no pictures, and no studies of measurements that a page does not have.
const measured = "(runs|operators|power)/|(runs|operators|queue|iterations|given)\\.lua$";
const kept = [/^scripts\/twocs\//, new RegExp(`^scripts/studies/(?!${measured})`), /^scripts\/measured\/[^/]*\.csv$/,
  /^examples\/(tasks\/)?[^/]*\.(lua|csv|log|json)$/];
function list(folder, found) {
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const name = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) list(name, found);
    else if (kept.some((one) => one.test(name))) found.push(name);
  }
  return found;
}
// What runs has no comments and few blanks, each line where it was; what a reader opens, studies and examples, has them.
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
files.LICENSE = fs.readFileSync(path.join(root, "LICENSE"), "utf8");

// Of several sizes of a block of symbols, the one that suits the data best.
const pressed = (data) => [5, 6, 7, 8].map((memLevel) => zlib.gzipSync(data, { level: 9, memLevel }))
  .reduce((a, b) => (b.length < a.length ? b : a)).toString("base64");
const script = [fs.readFileSync(path.join(build, "twocs.js"), "utf8"), own("machine.js"), own("worker.js")].join("\n");
const parts = {
  STYLE: own("page.css"),
  SCRIPT: own("page.js"),
  WORKER: pressed(script),
  FILES: pressed(JSON.stringify(files)),
  WASM: pressed(fs.readFileSync(path.join(build, "twocs.wasm"))),
};
const text = own("page.html").replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
fs.mkdirSync(path.dirname(page), { recursive: true });
fs.writeFileSync(`${page}.part`, text);
fs.renameSync(`${page}.part`, page);
const size = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
console.log(`${path.relative(root, page)}: ${size(text.length)}, ` +
  `${size(zlib.gzipSync(text, { level: 9 }).length)} compressed`);
