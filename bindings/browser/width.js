// SPDX-License-Identifier: MIT
// How wide letters are (bindings/plot/svg/width.h): the worker's answer.
mergeInto(LibraryManager.library, {
  twocs_svg_width: function (bytes, length, symbol) {
    return Module["width"](UTF8ToString(bytes, length), symbol);
  },
});
