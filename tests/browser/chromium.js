// SPDX-License-Identifier: MIT
// A browser without a window, spoken to through a pipe: no port, no library.
"use strict";
const { spawn, spawnSync } = require("child_process");
const fs = require("fs"), os = require("os"), path = require("path");

const found = () => ["chromium", "chromium-browser", "google-chrome"].find((name) =>
  spawnSync("sh", ["-c", `command -v ${name}`]).status === 0);

// Its helpers write there for a moment after it has gone.
async function emptied(folder) {
  for (let i = 0; i < 50; i++) {
    try { return fs.rmSync(folder, { recursive: true, force: true }); }
    catch { await new Promise((resolve) => setTimeout(resolve, 100)); }
  }
}

// { open(url, before): a page, on which `before` runs first; close() }, or null where there is none.
exports.browser = () => {
  const name = found();
  if (!name) return null;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "twocs-browser-"));
  const child = spawn(name, ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
    `--user-data-dir=${folder}`], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const waiting = new Map(), complaints = [];
  let rest = "", count = 0;
  child.stdio[4].on("data", (data) => {
    const messages = (rest + data).split("\0");
    rest = messages.pop();
    for (const message of messages.map((text) => JSON.parse(text))) {
      if (waiting.has(message.id)) waiting.get(message.id)(message.result || {}), waiting.delete(message.id);
      if (message.method === "Runtime.exceptionThrown")
        complaints.push(message.params.exceptionDetails.exception.description);
    }
  });
  const send = (method, params = {}, sessionId = undefined) => new Promise((resolve) => {
    waiting.set(++count, resolve);
    child.stdio[3].write(`${JSON.stringify({ id: count, method, params, sessionId })}\0`);
  });
  return {
    complaints,
    open: async (url, before) => {
      const { targetId } = await send("Target.createTarget", { url: "about:blank" });
      const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
      const ask = (method, params) => send(method, params, sessionId);
      await ask("Page.enable"), await ask("Runtime.enable");
      await ask("Page.addScriptToEvaluateOnNewDocument", { source: before });
      await ask("Page.navigate", { url });
      // What the expression is, once the page has it.
      const value = async (expression) => {
        const { result } = await ask("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
        return result && result.value;
      };
      return { value, close: () => send("Target.closeTarget", { targetId }) };
    },
    close: async () => {
      const gone = new Promise((resolve) => child.on("exit", resolve));
      send("Browser.close");
      await gone;
      await emptied(folder);
    },
  };
};
