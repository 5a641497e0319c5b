# SPDX-License-Identifier: MIT
"""The shared library that contains twocs, and Lua's own interface, by ctypes (bindings/lua/embed.c).

The one thing to know: Lua has one state, so only one thread at a time may use it: the one that holds `lock`.
"""
import ctypes
import os
import sys
import threading
from ctypes import POINTER, c_char_p, c_double, c_int, c_longlong, c_size_t, c_void_p

lock = threading.RLock()

NIL, BOOLEAN, NUMBER, STRING, TABLE, FUNCTION, USERDATA = 0, 1, 3, 4, 5, 6, 7
REGISTRY = -1001000  # LUA_REGISTRYINDEX of Lua 5.4
DONE, FAILED, INTERRUPTED = 0, 1, 130

_place = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib", "twocs_embedded.so")
# Global, so that the modules that Lua loads, such as the one for figures, find Lua.
_mode = ctypes.RTLD_GLOBAL
_long = ctypes.CDLL(_place, mode=_mode)  # other threads of Python run meanwhile
_quick = ctypes.PyDLL(_place, mode=_mode)

_call_type = ctypes.CFUNCTYPE(c_int, c_void_p, c_int)
_drop_type = ctypes.CFUNCTYPE(None, c_int)
_say_type = ctypes.CFUNCTYPE(None, c_int, c_void_p, c_size_t)


class _Host(ctypes.Structure):
    _fields_ = [("call", _call_type), ("drop", _drop_type), ("say", _say_type)]


def _function(name, result, *arguments, library=_quick):
    found = getattr(library, name)
    found.restype, found.argtypes = result, arguments
    return found


_open = _function("twocs_embed_start", c_void_p, POINTER(_Host))
_call = _function("twocs_embed_call", c_int, c_void_p, c_int, c_int, library=_long)
push_lent = _function("twocs_embed_function", None, c_void_p, c_int)
push_cells = _function("twocs_embed_column", None, c_void_p, c_void_p, c_size_t)
cells = _function("twocs_embed_cells", c_void_p, c_void_p, c_int, POINTER(c_size_t), POINTER(c_int))

top = _function("lua_gettop", c_int, c_void_p)
set_top = _function("lua_settop", None, c_void_p, c_int)
absolute = _function("lua_absindex", c_int, c_void_p, c_int)
room = _function("lua_checkstack", c_int, c_void_p, c_int)
kind = _function("lua_type", c_int, c_void_p, c_int)
has_metatable = _function("lua_getmetatable", c_int, c_void_p, c_int)
is_integer = _function("lua_isinteger", c_int, c_void_p, c_int)
to_integer = _function("lua_tointegerx", c_longlong, c_void_p, c_int, c_void_p)
to_number = _function("lua_tonumberx", c_double, c_void_p, c_int, c_void_p)
to_boolean = _function("lua_toboolean", c_int, c_void_p, c_int)
to_text = _function("lua_tolstring", c_void_p, c_void_p, c_int, POINTER(c_size_t))
length = _function("lua_rawlen", c_size_t, c_void_p, c_int)
following = _function("lua_next", c_int, c_void_p, c_int)
new_table = _function("lua_createtable", None, c_void_p, c_int, c_int)
set_pair = _function("lua_rawset", None, c_void_p, c_int)
set_item = _function("lua_rawseti", None, c_void_p, c_int, c_longlong)
get_item = _function("lua_rawgeti", c_int, c_void_p, c_int, c_longlong)
push_copy = _function("lua_pushvalue", None, c_void_p, c_int)
push_nil = _function("lua_pushnil", None, c_void_p)
push_boolean = _function("lua_pushboolean", None, c_void_p, c_int)
push_integer = _function("lua_pushinteger", None, c_void_p, c_longlong)
push_number = _function("lua_pushnumber", None, c_void_p, c_double)
push_bytes = _function("lua_pushlstring", c_void_p, c_void_p, c_char_p, c_size_t)
keep = _function("luaL_ref", c_int, c_void_p, c_int)
release = _function("luaL_unref", None, c_void_p, c_int, c_int)


def text(L, index):
    """The text at a place of the stack."""
    size = c_size_t()
    place = to_text(L, index, ctypes.byref(size))
    return ctypes.string_at(place, size.value).decode("utf-8", "replace")


def _say(stream, place, size):
    (sys.stdout if stream == 1 else sys.stderr).write(ctypes.string_at(place, size).decode("utf-8", "replace"))


def open_state(call, drop):
    """The interpreter, with the result of embedded.lua on its stack; ImportError if it cannot start."""
    host = _Host(_call_type(call), _drop_type(drop), _say_type(_say))
    open_state.host = host  # ctypes' functions live only as long as somebody refers to them
    L = _open(ctypes.byref(host))
    if not L:
        raise MemoryError("twocs: not enough memory")
    if kind(L, -1) == STRING:
        raise ImportError(text(L, -1))
    return L


def call(L, arguments, catches):
    """Calls the function below its arguments. catches: Ctrl-C stops it, which Python can do in its main thread only."""
    return _call(L, arguments, catches and threading.current_thread() is threading.main_thread())
