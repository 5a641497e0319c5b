# SPDX-License-Identifier: MIT
"""twocs: how computation and communication scale against each other as Transformers and hardware grow.

    import twocs
    twocs.eval({"model": "gpt3_175b", "device": "h100_sxm", "layout": {"tp": 8}}, "f_ser")

Every verb of a script is here under its own name: twocs.help() lists them, twocs.help("sweep") says more of one. A case is
a dictionary, options are too, or are given by name; a mistake raises twocs.Mistake with one sentence.
"""
import sys

from . import _objects, _values
from ._objects import Object, Table
from ._values import Mistake, NoAnswer, NoSuchName

_values.TOOLS.update(_values.begin())
if sys.argv and sys.argv[0]:
    _values.ask("script", sys.argv[0])  # the heads of tables name it


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(name)
    try:
        value = _values.ask("verb", _values.plain(name))[0]
    except Mistake as mistake:
        raise NoSuchName(str(mistake)) from None
    if type(value) is Object and _values.ask("is_function", value)[0]:
        value = _verb(name, value)
    globals()[name] = value
    return value


def _verb(name, value):
    call = _objects.Call(value)

    def verb(*arguments, **named):
        return call(*arguments, **named)

    verb.all, verb.__name__, verb.__qualname__, verb.__doc__ = call.all, name, name, _values.ask("help", name)[0]
    return verb


def lua(text, *arguments):
    """Runs lines of Lua, in which tw is twocs and ... the arguments; what they return, the first of it."""
    return _values.first(_values.ask("run", text, *arguments))


def __dir__():
    return sorted([*globals(), *_values.ask("names")[0]])
