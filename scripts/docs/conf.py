# SPDX-License-Identifier: MIT
# Settings of Sphinx; ./bootstrap docs makes the sources (make.lua) and the site.
project = "twocs"
html_title = "twocs"
extensions = ["myst_parser"]
myst_heading_anchors = 4
html_theme = "furo"
smartquotes = False # so that a title is found as it is typed
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
