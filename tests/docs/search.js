// SPDX-License-Identifier: MIT
// node search.js SITE RECIPES QUESTIONS: what people ask, put into the site's own search, leads to the page that answers
// it within five hits: each title of a recipe to that recipe, each line "words -> page" of QUESTIONS to its page. The
// site's scripts run as they are, on a document that does no more than note the links of the hits.
"use strict";
const fs = require("fs"), path = require("path"), vm = require("vm");
const [site, recipes, questions] = process.argv.slice(2);
const first = 5;

let links = [];
const element = () => ({ dataset: {}, classList: { add() {} }, appendChild: (child) => child, querySelectorAll: () => [],
  set href(link) { links.push(link); } });
const page = vm.createContext({
  document: { createElement: element, getElementById: element, querySelectorAll: () => [] },
  window: { setTimeout() {} }, setTimeout: (next) => next(), _ready() {}, _: (text) => text,
  Documentation: { gettext: (text) => text, ngettext: (text) => text }, SPHINX_HIGHLIGHT_ENABLED: false,
  DOCUMENTATION_OPTIONS: { BUILDER: "html", URL_ROOT: "", FILE_SUFFIX: ".html", LINK_SUFFIX: ".html",
    SHOW_SEARCH_SUMMARY: false },
});
for (const script of ["_static/language_data.js", "_static/searchtools.js", "searchindex.js"])
  vm.runInContext(fs.readFileSync(path.join(site, script), "utf8"), page, { filename: script });
vm.runInContext("Search.output = document.createElement(), Search.title = {}, Search.status = {}", page);

function hits(words) {
  links = [];
  page.words = words;
  vm.runInContext("Search.query(words)", page);
  return links.slice(0, first);
}

const plain = (text) => text.toLowerCase().replace(/[^\p{Letter}\p{Number}]/gu, "");
let asked = 0, failed = 0;
function leads(words, where, answers) {
  asked++;
  const found = hits(words);
  if (found.some(answers)) return;
  failed++;
  console.log(`"${words}" does not lead to ${where}: ${found.join(" ") || "it finds nothing"}`);
}

for (const [, title] of fs.readFileSync(recipes, "utf8").matchAll(/^### (.*)$/gm))
  leads(title, "its recipe", (link) => plain(link) === plain(`recipes.html#${title}`));
for (const [, words, wanted] of fs.readFileSync(questions, "utf8").matchAll(/^([^#\n].*?) +-> +(.*)$/gm))
  leads(words, wanted, (link) => link.split("#")[0] === `${wanted}.html`);
if (hits("a quokka of the marsupials").length) failed++, console.log("what no page speaks of is found");
console.log(`${asked} questions asked, ${failed} not answered`);
process.exit(asked < 60 || failed ? 1 : 0);
