# SPDX-License-Identifier: MIT
"""notebook.py NOTEBOOK [write]: a notebook runs from its first cell to its last, and what it shows is what it holds.

The one thing to know: it needs no Jupyter. Cells run one after the other in one namespace, in an empty folder, and the value
of a last expression is shown as notebooks do. `write` stores what comes out; without it texts must be equal, and pictures of
one size. Where nbclient and a kernel are there, a kernel runs it as well.
"""
import ast
import contextlib
import importlib.util
import io
import json
import os
import re
import sys
import tempfile
from pathlib import Path


def lines(text):
    return text.splitlines(keepends=True)


def shown(value):
    """What a notebook keeps of a value; of pictures SVG alone, as letters of a PNG in base64 make words by chance."""
    data = {"text/plain": lines(repr(value))}
    for kind, method in (("text/html", "_repr_html_"), ("image/svg+xml", "_repr_svg_")):
        found = getattr(value, method, lambda: None)()
        if found is not None:
            data[kind] = lines(found)
    return data


def run(source, names, count):
    """The outputs of one cell."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(compile(ast.Module(body, []), f"cell {count}", "exec"), names)
        value = last and eval(compile(ast.Expression(last.value), f"cell {count}", "eval"), names)
    outputs = []
    if said.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines(said.getvalue())})
    if value is not None:
        outputs.append({"data": shown(value), "execution_count": count, "metadata": {}, "output_type": "execute_result"})
    return outputs


def run_all(notebook):
    names, count = {"__name__": "__main__"}, 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            cell["execution_count"] = count
            cell["outputs"] = run("".join(cell["source"]), names, count)


def run_by_kernel(notebook):
    import nbclient
    import nbformat

    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # its debugger, which is not used, warns of itself
    made = nbformat.reads(json.dumps(notebook), as_version=4)
    nbclient.NotebookClient(made, timeout=120, kernel_name="python3").execute()
    for cell, other in zip(notebook["cells"], made.cells):
        if cell["cell_type"] == "code":
            cell["outputs"] = json.loads(json.dumps(other.outputs))


def size_of(svg):
    return re.search('<svg[^>]* width="[^"]*" height="[^"]*"', "".join(svg)).group()


def texts(output):
    """What must be equal: HTML is a library's own and changes with its version, the text beside it says the same."""
    data = output.get("data", {"text/plain": output.get("text", "")})
    return "".join(data["text/plain"]).rstrip(), size_of(data["image/svg+xml"]) if "image/svg+xml" in data else None


def difference(held, notebook):
    """The first output that is another than the one held, in words; None where there is none."""
    for cell, now in zip(held["cells"], notebook["cells"]):
        if cell["cell_type"] != "code":
            continue
        was, comes = [[texts(output) for output in one["outputs"]] for one in (cell, now)]
        if was != comes:
            said = "\n".join(text for text, _ in comes)
            return f"the outputs of this cell are stale:\n{''.join(cell['source'])}\nnow it shows\n{said}"
    return None


def main(path, write=False):
    if importlib.util.find_spec("pandas") is None:
        return print("skipped: there is no pandas, whose DataFrames the notebook shows")
    held = json.loads(path.read_text(encoding="utf-8"))
    runs = [run_all]
    if write:
        pass
    elif importlib.util.find_spec("nbclient") and importlib.util.find_spec("ipykernel"):
        runs.append(run_by_kernel)
    else:
        print("skipped: there is no nbclient with a kernel (python3-nbclient, python3-ipykernel): the cells ran without")
    before = os.getcwd()
    for one in runs:
        notebook = json.loads(json.dumps(held))
        with tempfile.TemporaryDirectory() as empty:
            os.chdir(empty)
            try:
                one(notebook)
            finally:
                os.chdir(before)
        if write:
            path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        elif why := difference(held, notebook):
            sys.exit(why)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), sys.argv[2:] == ["write"])
