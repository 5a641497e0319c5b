// SPDX-License-Identifier: MIT
// What a page that was built holds, taken out of it as a browser does: its machine, which runs in node as well.
const fs = require("fs"), zlib = require("zlib");

exports.machine_of = (page) => {
  const text = fs.readFileSync(page, "utf8");
  const part = (id) => zlib.gunzipSync(Buffer.from(text.match(new RegExp(`id="${id}">([^<]*)<`))[1], "base64"));
  const machine = new Function("require", "__filename", "__dirname", "onmessage", "OffscreenCanvas",
    `${part("worker")}\nreturn (...rest) => machine(twocs, ...rest);`)(
    require, __filename, __dirname, null, function () { this.getContext = () => null; });
  const files = Object.fromEntries(part("tree").toString().split("\x01").map((file) => file.split("\0")));
  const wasm = WebAssembly.compile(part("wasm"));
  const width = (letters) => 0.5 * letters.length; // where nobody looks at a figure
  return { files, start: async (tell) => machine(await wasm, files, width, tell) };
};
