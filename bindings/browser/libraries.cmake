# SPDX-License-Identifier: MIT
# Lua, zlib and cJSON for WebAssembly, compiled from the sources that sources.sh fetches. Their targets have the names that
# pkg-config gives them elsewhere.
set(TWOCS_SOURCES ${CMAKE_SOURCE_DIR}/build/sources CACHE PATH "Sources of Lua, zlib and cJSON")
foreach(part lua5.4/src/lua.h zlib/zlib.h cjson/cJSON.h)
  if(NOT EXISTS ${TWOCS_SOURCES}/${part})
    message(FATAL_ERROR "twocs: ${TWOCS_SOURCES} has no ${part}: ./bootstrap browser fetches it")
  endif()
endforeach()

# Third-party code is compiled without our flags.
function(twocs_library name target folder includes)
  list(TRANSFORM ARGN PREPEND ${TWOCS_SOURCES}/${folder}/)
  add_library(${name} STATIC ${ARGN})
  target_include_directories(${name} SYSTEM PUBLIC ${TWOCS_SOURCES}/${includes})
  target_compile_options(${name} PRIVATE -w)
  add_library(${target} ALIAS ${name})
endfunction()

twocs_library(zlib PkgConfig::ZLIB zlib zlib adler32.c crc32.c inffast.c inflate.c inftrees.c zutil.c)
twocs_library(cjson PkgConfig::CJSON cjson "" cJSON.c)
file(GLOB lua_sources RELATIVE ${TWOCS_SOURCES}/lua5.4/src ${TWOCS_SOURCES}/lua5.4/src/l*.c)
list(REMOVE_ITEM lua_sources lua.c luac.c)
twocs_library(lua PkgConfig::lua5.4 lua5.4/src lua5.4/src ${lua_sources})
target_compile_definitions(lua PUBLIC LUA_COMPAT_5_3) # as the distributions have it
# Debian's packages generate this header, which names the folder of the machine's libraries. No such folder exists here.
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/lua/lua5.4-deb-multiarch.h "#define DEB_HOST_MULTIARCH \"browser\"\n")
target_include_directories(lua SYSTEM PUBLIC ${CMAKE_CURRENT_BINARY_DIR}/lua)
