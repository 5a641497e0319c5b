-- From the root of the tree: luarocks make scripts/packages/twocs-0.1.0-1.rockspec
rockspec_format = "3.0"
package = "twocs"
version = "0.1.0-1"
source = { url = "file://." }
description = {
  summary = "A workbench for how computation and communication scale against each other",
  license = "MIT",
}
dependencies = { "lua >= 5.1, < 5.5" }
build = {
  type = "command",
  build_command = "sh scripts/packages/rock.sh build",
  install_command = "sh scripts/packages/rock.sh install $(LUADIR) $(LIBDIR)",
}
