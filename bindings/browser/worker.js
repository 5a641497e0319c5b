// SPDX-License-Identifier: MIT
// A worker of the page: one interpreter, controlled by messages. The first message is { wasm, files }. The next ones are {
// id, name, text, script }, where a given script is first written to the file `text`, or { file, bytes }, a file that the
// reader added. After a run a new interpreter is started, while nobody waits for it.

// The browser measures the letters, because it also draws them.
const canvas = new OffscreenCanvas(1, 1).getContext("2d");
const FONTS = ['100px "Liberation Sans",Arial,Helvetica,sans-serif',
  'italic 100px STIX,"STIX Two Text","Liberation Serif","Times New Roman",serif'];
const known = [new Map(), new Map()];
function width(text, symbol) {
  let found = known[symbol].get(text);
  if (found === undefined) {
    canvas.font = FONTS[symbol];
    known[symbol].set(text, found = canvas.measureText(text).width / 100);
  }
  return found;
}

let id = 0;
const tell = {
  text: (stream, text) => postMessage({ id, stream, text }),
  file: (path, text) => postMessage({ id, path, text }),
};

let ready;
onmessage = async ({ data }) => {
  if (data.wasm) {
    ready = machine(twocs, data.wasm, data.files, width, tell);
    (await ready).start();
    return postMessage({ ready: true });
  }
  const one = await ready;
  if (data.file) return one.write(data.file, data.bytes);
  id = data.id;
  let failed = 1;
  const began = performance.now();
  if (data.script !== undefined) one.write(data.text, data.script);
  try {
    failed = one.call(data.name, data.text);
  } catch (why) { // os.exit, or no memory left: this interpreter cannot be used again
    failed = why.name === "ExitStatus" ? why.status : 1;
    if (why.name !== "ExitStatus") tell.text(2, `twocs: ${why.message}\n`);
    return postMessage({ id, failed, seconds: (performance.now() - began) / 1000, dead: true });
  }
  postMessage({ id, failed, seconds: (performance.now() - began) / 1000 });
  if (data.name === "run") one.start();
};
