"""glslang's own table of built-in functions, as sets: the oracle of ours."""

import os
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

from aberration.targets.front_end import glslang


class Symbol(NamedTuple):
    """A function: its name, and its result and parameters as GLSL spells them, `out` and
    `inout` before the type.
    """

    name: str
    result: str
    parameters: tuple[str, ...]
    extensions: str


_LINE = re.compile(r"(\w+):  global (.*?) ?(\w+)\( ?(.*)\)(?: <([\w,]*)>)?$")
_PREFIX = {"float": "", "int": "i", "uint": "u", "bool": "b", "double": "d", "float16_t": "f16"}
_DROPPED = (
    "in ",
    "coherent ",
    "volatile ",
    "readonly ",
    "writeonly ",
    "restrict ",
    "highp ",
    "mediump ",
    "lowp ",
)


def run_glslang(arguments: list[str], folder: Path) -> str:
    environment = os.environ | {"LD_LIBRARY_PATH": str(glslang().parent.parent / "lib")}
    done = subprocess.run(
        [str(glslang()), *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    return done.stdout


def dump(language: str, version: int, stage: str, folder: Path, profile: str = "") -> list[Symbol]:
    """Return all functions that glslang knows in a version and stage (`frag`, `comp`, `vert`)."""
    ending = " es" if language == "essl" and version >= 300 else f" {profile}"
    source = folder / f"empty.{stage}"
    source.write_text(f"#version {version}{ending}\nvoid main() {{}}\n")
    text = run_glslang(["--dump-builtin-symbols", source.name], folder)
    return [symbol for line in text.splitlines() if (symbol := _symbol(line)) is not None]


def _symbol(line: str) -> Symbol | None:
    found = _LINE.match(line.strip())
    if found is None:
        return None
    name, result, _, parameters, extensions = found.groups()
    given = tuple(_type(part) for part in _split(parameters))
    return Symbol(name, _type(result), given, extensions or "")


def _split(parameters: str) -> list[str]:
    return [part.strip() for part in parameters.split(", ") if part.strip()]


def _type(text: str) -> str:
    """`in 3-component vector of float x` is `vec3`."""
    text = f"{text.strip()} "
    text = re.sub(
        r"(\d)-component vector of (\w+)", lambda m: f"{_PREFIX.get(m[2], m[2])}vec{m[1]}", text
    )
    text = re.sub(
        r"(\d)X(\d) matrix of (\w+)", lambda m: f"{_PREFIX.get(m[3], m[3])}mat{_sides(m)}", text
    )
    text = re.sub(r"(\d)-element array of (\w+)", r"\2[\1]", text)
    for word in _DROPPED:
        text = re.sub(rf"(?<!\w){word}", "", text)
    words = text.split()
    if words and words[0] in ("out", "inout"):
        return f"{words[0]} {words[1]}"
    return words[0] if words else ""


def _sides(match: re.Match[str]) -> str:
    return match[1] if match[1] == match[2] else f"{match[1]}x{match[2]}"
