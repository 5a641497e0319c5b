# SPDX-License-Identifier: MIT
"""Values of Python for Lua and of Lua for Python, and calls.

The one thing to know: plain data is copied, such as the fields of a case; what has behaviour, such as a table, a figure or
a device, stays in Lua, and Python keeps a reference to it (`Kept`).
"""
import array
import ctypes
import keyword
from collections.abc import Mapping

from . import _library as lua


class Mistake(Exception):
    """An error in the input of twocs, in one sentence."""


class NoSuchName(Mistake, AttributeError):
    """A name that does not exist."""


class NoAnswer(Mistake):
    """The reason for a missing result; `code` is the system's error number if a file is the cause."""

    def __init__(self, sentence, code=None):
        super().__init__(sentence)
        self.code = code


class Kept:
    """A value that stays in Lua as long as this object lives."""

    def __init__(self, L, index):
        lua.push_copy(L, index)
        self.__dict__["_reference"] = lua.keep(L, lua.REGISTRY)

    def __del__(self):  # it may run at any time in any thread, so the next call releases it
        unused.append(self._reference)


unused, lent, failures = [], {}, []  # lent: functions that Lua may call, by number; failures: the exception of the last one
states = []  # the interpreter, and after it the coroutines that call Python at the moment
DEEPEST = 300  # values on Lua's stack: two for each level
wrap = {}  # "object": the function of _objects.py that makes a kept value an object


def plain(name):
    """from_ for `from`, which Python reserves."""
    return name[:-1] if name.endswith("_") and keyword.iskeyword(name[:-1]) else name


def check_depth(L):
    """A value that holds itself has no end."""
    if lua.top(L) > DEEPEST or not lua.room(L, 8):
        raise Mistake("a value is nested too deeply or contains itself")


# ---- to Lua


def push(L, value):
    check_depth(L)
    if value is None:
        lua.push_nil(L)
    elif isinstance(value, bool):
        lua.push_boolean(L, value)
    elif isinstance(value, int) and -(2**63) <= value < 2**63:
        lua.push_integer(L, value)
    elif isinstance(value, (float, int)):
        lua.push_number(L, value)
    elif isinstance(value, str):
        encoded = value.encode("utf-8", "surrogateescape")
        lua.push_bytes(L, encoded, len(encoded))
    elif isinstance(value, Kept):
        lua.get_item(L, lua.REGISTRY, value._reference)
    elif isinstance(value, Mapping):
        push_pairs(L, value.items())
    elif isinstance(value, (list, tuple, range)):
        push_list(L, value)
    else:
        push_foreign(L, value)


def push_pairs(L, pairs):
    lua.new_table(L, 0, 0)
    for key, item in pairs:
        push(L, key)
        push(L, item)
        lua.set_pair(L, -3)


def push_list(L, items):
    lua.new_table(L, len(items), 0)
    for place, item in enumerate(items, 1):
        push(L, item)
        lua.set_item(L, -2, place)


def push_doubles(L, value):
    cells = memoryview(value).tobytes()
    lua.push_cells(L, cells, len(cells) // 8)


def push_foreign(L, value):
    """Tables, columns and numbers of other libraries, places of files, functions."""
    if hasattr(value, "columns") and hasattr(value, "dtypes"):
        push(L, table_of(value))
    elif hasattr(value, "__fspath__"):
        push(L, value.__fspath__())
    elif getattr(value, "ndim", 0) == 1 and value.dtype.kind in "biuf":
        push_doubles(L, value.astype("float64").__array__().tobytes())
    elif isinstance(value, (array.array, memoryview)) and memoryview(value).format == "d":
        push_doubles(L, value)
    elif hasattr(value, "tolist"):
        push(L, value.tolist())
    elif callable(value):
        number = max(lent, default=0) + 1
        lent[number] = value
        lua.push_lent(L, number)
    else:
        raise Mistake(f"twocs takes numbers, texts, lists, dictionaries and functions, not a {type(value).__name__}")


def table_of(frame):
    """The table of a DataFrame."""
    columns = {}
    for name in frame.columns:
        values = frame[name]
        is_number = values.dtype.kind in "biuf"
        columns[str(name)] = values if is_number else ["" if text != text else str(text) for text in values]
    return first(called(ask("verb", "table")[0], ({"names": list(columns), "columns": columns},)))


# ---- from Lua


def pull(L, index):
    check_depth(L)
    index, kind = lua.absolute(L, index), lua.kind(L, index)
    if kind == lua.NIL:
        return None
    if kind == lua.BOOLEAN:
        return bool(lua.to_boolean(L, index))
    if kind == lua.NUMBER:
        return lua.to_integer(L, index, None) if lua.is_integer(L, index) else lua.to_number(L, index, None)
    if kind == lua.STRING:
        return lua.text(L, index)
    if kind == lua.TABLE and not lua.has_metatable(L, index):
        return pull_pairs(L, index)
    if kind == lua.TABLE:
        lua.set_top(L, -2)  # the metatable
    return pull_cells(L, index) if kind == lua.USERDATA else wrap["object"](L, index)


def pull_pairs(L, table):
    """A list, if it is one. A table with a table as a key stays in Lua, because no dictionary takes such a key."""
    size, items, base = lua.length(L, table), {}, lua.top(L)
    lua.push_nil(L)
    while lua.following(L, table):
        if lua.kind(L, -2) == lua.TABLE:
            lua.set_top(L, base)
            return wrap["object"](L, table)
        items[pull(L, -2)] = pull(L, -1)
        lua.set_top(L, -2)
    if size == len(items):
        return [items[place] for place in range(1, size + 1)]
    return items


def pull_cells(L, index):
    """The cells of a column, without a copy; for a column of words, its codes and texts."""
    size, are_words = ctypes.c_size_t(), ctypes.c_int()
    place = lua.cells(L, index, ctypes.byref(size), ctypes.byref(are_words))
    if not place:
        return wrap["object"](L, index)
    kept, letter = Kept(L, index), "I" if are_words else "d"
    if size.value == 0:
        cells = memoryview(array.array(letter))
    else:
        memory = ((ctypes.c_uint if are_words else ctypes.c_double) * size.value).from_address(place)
        memory.kept = kept  # kept as long as anybody uses the memory
        cells = memoryview(memory).cast("B").cast(letter).toreadonly()
    return Words(cells, ask("texts", kept)[0]) if are_words else cells


class Words:
    """A column of texts: a code for each row, and the texts that codes stand for."""

    def __init__(self, codes, texts):
        self.codes, self.texts = codes, texts

    def __len__(self):
        return len(self.codes)

    def __getitem__(self, place):
        return self.texts[self.codes[place]] if isinstance(place, int) else Words(self.codes[place], self.texts)

    def __iter__(self):
        return map(self.texts.__getitem__, self.codes)

    def __eq__(self, other):
        return list(self) == list(other)

    def __repr__(self):
        return repr(list(self))


# ---- calls


def called(function, arguments, named=None):
    """All results of a call. Keyword arguments are a last table."""
    with lua.lock:
        while unused:
            lua.release(states[0], lua.REGISTRY, unused.pop())
        L = states[-1]
        base = lua.top(L)
        try:
            push(L, function)
            for argument in arguments:
                push(L, argument)
            if named:
                push_pairs(L, ((plain(name), value) for name, value in named.items()))
            outermost = len(states) == 1  # no function of Python is called from Lua at the moment
            if outermost:
                failures.clear()
            status = lua.call(L, lua.top(L) - base - 1, outermost)
            if status != lua.DONE:
                fail(status, lua.text(L, -1))
            return [pull(L, index) for index in range(base + 1, lua.top(L) + 1)]
        finally:
            lua.set_top(L, base)


def fail(status, sentence):
    if status == lua.INTERRUPTED:
        raise KeyboardInterrupt
    if failures and str(failures[0]) in sentence:
        raise failures.pop()  # the exception of a function of Python that Lua called
    raise Mistake(sentence)


def first(results):
    """The first result; nil and a sentence say why there is none."""
    if len(results) > 1 and results[0] is None and isinstance(results[1], str):
        raise NoAnswer(results[1], results[2] if len(results) > 2 else None)
    return results[0] if results else None


def lent_call(L, number):
    states.append(L)
    try:
        push(L, lent[number](*[pull(L, index) for index in range(1, lua.top(L) + 1)]))
        return 1
    except BaseException as failure:  # no exception may leave through Lua: `fail` raises it again
        failures[:] = [failure]
        push(L, str(failure))
        return -1
    finally:
        states.pop()


def lent_drop(number):
    lent.pop(number, None)


def begin():
    """The interpreter, twocs and what embedded.lua knows."""
    L = lua.open_state(lent_call, lent_drop)
    states.append(L)
    tools = pull(L, -1)
    lua.set_top(L, 0)
    return tools


TOOLS = {}


def ask(name, *arguments):
    """All results of a function of embedded.lua."""
    return called(TOOLS[name], arguments)
