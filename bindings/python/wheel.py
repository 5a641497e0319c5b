# SPDX-License-Identifier: MIT
"""wheel.py BUILD: makes the wheel of Python's package from a build, in BUILD, and prints its path.

The one thing to know: a wheel is a zip, and the same files give the same bytes, because they are sorted by name and all have
the same time. It holds all of twocs except the libraries that the build was linked with, so it is for systems like this one.
"""
import base64
import hashlib
import platform
import re
import sys
import zipfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
TIME = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip can store


def contents(build):
    """(path in the wheel, file) for all that the package holds."""
    package = SOURCE / "bindings/python/twocs"
    for file in package.glob("*.py"):
        yield f"twocs/{file.name}", file
    for file in (build / "lib/lua5.4").glob("twocs_*.so"):  # twocs.so is for an interpreter that is there already
        yield f"twocs/lib/{file.name}", file
    yield "twocs/lib/scripts.code", build / "lib/lua5.4/scripts.code"
    for file in (SOURCE / "scripts/twocs").rglob("*.lua"):
        yield f"twocs/scripts/{file.relative_to(SOURCE / 'scripts')}", file


def version():
    return re.search(r"project\(twocs VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]


def about(tag):
    """The files of dist-info."""
    readme = (SOURCE / "README.md").read_text(encoding="utf-8")
    head = [
        "Metadata-Version: 2.1",
        "Name: twocs",
        f"Version: {version()}",
        "Summary: How computation and communication scale for Transformers",
        "License: MIT",
        "Requires-Python: >=3.8",
        "Description-Content-Type: text/markdown",
    ]
    yield "METADATA", "\n".join(head) + "\n\n" + readme
    yield "WHEEL", f"Wheel-Version: 1.0\nGenerator: twocs\nRoot-Is-Purelib: false\nTag: {tag}\n"
    yield "LICENSE", (SOURCE / "LICENSE").read_text(encoding="utf-8")


def digest(data):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def write(build):
    tag = f"py3-none-{platform.system().lower()}_{platform.machine()}"
    info = f"twocs-{version()}.dist-info"
    parts = {name: file.read_bytes() for name, file in contents(build)}
    parts.update({f"{info}/{name}": text.encode() for name, text in about(tag)})
    record = [f"{name},{digest(data)},{len(data)}\n" for name, data in sorted(parts.items())]
    parts[f"{info}/RECORD"] = "".join([*record, f"{info}/RECORD,,\n"]).encode()
    wheel = build / f"twocs-{version()}-{tag}.whl"
    made = wheel.with_suffix(".part")
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(parts.items()):
            entry = zipfile.ZipInfo(name, TIME)
            entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, 3, 0o100644 << 16
            archive.writestr(entry, data)
    made.replace(wheel)
    return wheel


if __name__ == "__main__":
    if len(sys.argv) != 2 or not (Path(sys.argv[1]) / "lib/lua5.4/twocs_embedded.so").exists():
        sys.exit("wheel.py takes the folder of a build, such as build/release, in which twocs_embedded.so was built")
    print(write(Path(sys.argv[1])))
