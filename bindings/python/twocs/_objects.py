# SPDX-License-Identifier: MIT
"""Values that stay in Lua, as objects of Python: a table, a figure, a device, an answer.

The one thing to know: their methods are Lua's own, found by name; this file adds only what Python's libraries expect.
"""
from pathlib import Path

from . import _values as values
from ._values import Kept, Mistake, NoSuchName, ask, called, first, plain


class Call:
    """A function of Lua, which takes `owner` as its first argument where it is a method."""

    def __init__(self, function, *owner):
        self._function, self._owner = function, owner

    def __call__(self, *arguments, **named):
        return first(self.all(*arguments, **named))

    def all(self, *arguments, **named):
        """All results, of which a call gives the first."""
        return called(self._function, (*self._owner, *arguments), named)


class Object(Kept):
    """A value that stays in Lua. Its parts are attributes and items; it prints as in Lua."""

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            value, is_method = ask("get", self, plain(name))
        except Mistake as mistake:
            raise NoSuchName(str(mistake)) from None
        if value is None:
            raise NoSuchName(f"there is no {name}")
        return Call(value, self) if is_method else value

    def __getitem__(self, name):
        value = ask("get", self, name)[0]
        if value is None:
            raise KeyError(name)
        return value

    def keys(self):
        """The names of its parts: dict(it) is a dictionary of them."""
        return ask("keys", self)[0]

    def __iter__(self):
        return iter(self.keys())

    def __len__(self):
        return len(self.keys())

    def __dir__(self):
        return [key for key in self.keys() if isinstance(key, str)]

    def __call__(self, *arguments, **named):
        return Call(self)(*arguments, **named)

    def __repr__(self):
        return ask("text", self)[0]

    # What notebooks show for a figure; None for anything else.

    def _picture(self, kind):
        path = ask("picture", self, kind)[0]
        return path and Path(path).read_bytes()

    def _repr_svg_(self):
        picture = self._picture("svg")
        return picture and picture.decode("utf-8")

    def _repr_png_(self):
        return self._picture("png")


class Table(Object):
    """A table of named columns. t["tp"] is a column, t.where(tp=8) and the like are the methods of a table of twocs."""

    def __init__(self, L, index):
        super().__init__(L, index)
        self.__dict__["_about"] = ask("columns", self)[0]

    def _by_name(self, part):
        return dict(zip(self._about["names"], self._about[part]))

    @property
    def columns(self):
        """Name to cells: numbers are memory that numpy takes without a copy, texts are words."""
        return self._by_name("columns")

    @property
    def units(self):
        return self._by_name("units")

    @property
    def meanings(self):
        return self._by_name("meanings")

    def keys(self):
        return list(self._about["names"])

    def __getitem__(self, name):
        return self.columns[name]

    def __len__(self):
        return int(self._about["rows"])

    def __dir__(self):
        return [*super().__dir__(), *ask("methods", "table")[0], "columns", "units", "meanings", "to_pandas", "to_arrow"]

    def rows(self):
        """A dictionary for each row."""
        names = self.keys()
        return (dict(zip(names, row)) for row in zip(*self.columns.values()))

    def to_pandas(self):
        """A DataFrame; columns of texts are categories."""
        import numpy
        import pandas

        def series(cells):
            if isinstance(cells, values.Words):
                return pandas.Categorical.from_codes(numpy.asarray(cells.codes, "int32"), cells.texts)
            return numpy.array(cells)  # a copy, which may be changed

        frame = pandas.DataFrame({name: series(cells) for name, cells in self.columns.items()}, copy=False)
        frame.attrs["units"] = self.units
        return frame

    def to_arrow(self):
        """A pyarrow.Table, whose numbers are not copied."""
        import pyarrow

        def array(cells):
            if isinstance(cells, values.Words):
                codes = pyarrow.Array.from_buffers(pyarrow.uint32(), len(cells), [None, pyarrow.py_buffer(cells.codes)])
                return pyarrow.DictionaryArray.from_arrays(codes, cells.texts)
            return pyarrow.Array.from_buffers(pyarrow.float64(), len(cells), [None, pyarrow.py_buffer(cells)])

        return pyarrow.table({name: array(cells) for name, cells in self.columns.items()})

    def _repr_html_(self):
        return ask("html", self)[0]


def _object(L, index):
    made = Object(L, index)
    return Table(L, index) if values.TOOLS and ask("is_table", made)[0] else made


values.wrap["object"] = _object
