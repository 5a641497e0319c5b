// SPDX-License-Identifier: MIT
// The width of letters (bindings/plot/svg/width.h), which the worker measures.
mergeInto(LibraryManager.library, {
  twocs_svg_width: function (bytes, length, symbol) {
    return Module["width"](UTF8ToString(bytes, length), symbol);
  },
});
