// SPDX-License-Identifier: MIT
// twocs with its files in memory, in a worker of the page or in node. The one thing to know: a file is reported when it is
// renamed to its final name, which happens when it is complete (bindings/files/whole.c).
const HOME = "/twocs";

// twocs: the factory that emcc generates; wasm: the compiled module; files: { path: text }; width(text, symbol): the width
// of a text, in font sizes; tell: { text(stream, text), file(path, text) }, callbacks for output and for written files.
async function machine(twocs, wasm, files, width, tell) {
  const decoders = [new TextDecoder(), new TextDecoder()];
  const waiting = [[], []];
  const say = (stream) => {
    const bytes = Uint8Array.from(waiting[stream]);
    waiting[stream] = [];
    if (bytes.length) tell.text(stream + 1, decoders[stream].decode(bytes, { stream: true }));
  };
  const put = (stream) => (byte) => {
    if (byte === null) return;
    waiting[stream].push(byte);
    if (byte === 10) say(stream);
  };
  const made = await twocs({
    stdout: put(0), stderr: put(1), width,
    instantiateWasm: (imports, done) => {
      WebAssembly.instantiate(wasm, imports).then((instance) => done(instance, wasm));
      return {};
    },
  });
  const { FS } = made;
  const whole = (path) => (path.startsWith("/") ? path : `${HOME}/${path}`);
  const write = (path, text) => {
    FS.mkdirTree(whole(path).replace(/\/[^/]*$/, ""));
    FS.writeFile(whole(path), text);
  };
  for (const path in files) write(path, files[path]);
  FS.chdir(HOME);
  const rename = FS.rename;
  FS.rename = (from, to) => {
    rename(from, to);
    tell.file(to, FS.readFile(whole(to), { encoding: "utf8" }));
  };
  const ended = (failed) => {
    say(0), say(1);
    return failed;
  };
  return {
    write,
    start: () => ended(made._twocs_page_start()),
    call: (name, text) => ended(made.ccall("twocs_page_call", "number", ["string", "string"], [name, text])),
  };
}
