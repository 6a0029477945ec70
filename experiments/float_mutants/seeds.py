"""Seeds from folders: SPIR-V and its text, and GLSL by glslang.

Plain uniforms get blocks, one each, as Vulkan wants them.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from aberration.core.inputs import read_inputs
from aberration.core.program import Program, stage_of_spirv
from aberration.languages.spirv.assembly import assemble

ROOT: Final = Path(__file__).resolve().parents[2]
OWN: Final = Path(__file__).with_name("seeds")
"""Shaders that hold the rarer patterns: the corpus and other people's shaders have them seldom."""
CORPUS: Final = (ROOT / "corpus" / "spirv" / "references", ROOT / "corpus" / "spirv" / "compute")
GLSLANG: Final = "glslangValidator"
_UNIFORM: Final = re.compile(
    r"^[ \t]*uniform\s+((?:(?:highp|mediump|lowp)\s+)?\w+)\s+(\w+)\s*;", re.MULTILINE
)
_SUFFIXES: Final = (".spv", ".spvasm", ".frag", ".comp")


def in_blocks(text: str) -> tuple[str, dict[str, int]]:
    """Return a shader each of whose plain uniforms is in a block of its own, with the bindings
    by name.
    """
    bindings: dict[str, int] = {}

    def wrapped(match: re.Match[str]) -> str:
        binding = bindings.setdefault(match[2], len(bindings))
        return (
            f"layout(set = 0, binding = {binding}) uniform Block{binding} {{ {match[1]} "
            f"{match[2]}; }};"
        )

    return _UNIFORM.sub(wrapped, text), bindings


def with_bindings(text: str, bindings: dict[str, int]) -> str:
    """Return the inputs beside such a shader with these bindings; uniforms that it does not
    have are left out.
    """
    entries = json.loads(text)
    kept = {
        name: entry for name, entry in entries.items() if name.startswith("$") or "binding" in entry
    }
    return json.dumps(
        kept
        | {
            name: entries[name] | {"binding": at}
            for name, at in bindings.items()
            if name in entries
        }
    )


def compiled(source: str, suffix: str) -> bytes | None:
    """Return the SPIR-V of a shader; None for one that glslang does not take."""
    with tempfile.TemporaryDirectory() as folder:
        given, made = Path(folder) / f"shader{suffix}", Path(folder) / "shader.spv"
        given.write_text(source)
        subprocess.run(
            [GLSLANG, "-V", str(given), "-o", str(made)], capture_output=True, check=False
        )
        return made.read_bytes() if made.exists() else None


def seed_of(path: Path) -> Program | None:
    """Return the program in a file, its inputs in a `.json` beside; None for one that glslang
    does not take.
    """
    text = _inputs_beside(path)
    if path.suffix == ".spv":
        code: bytes | None = path.read_bytes()
    elif path.suffix == ".spvasm":
        code = assemble(path.read_text())
    else:
        source, bindings = in_blocks(path.read_text())
        code, text = compiled(source, path.suffix), with_bindings(text, bindings)
    if code is None:
        return None
    return Program(
        "spirv", stage_of_spirv(code, path.name), code, read_inputs(text, path.name), path.stem
    )


def _inputs_beside(path: Path) -> str:
    """Return the JSON beside a file; for a module of the corpus, beside its source."""
    stem = path.stem.removesuffix(".opt")
    places = (path.with_suffix(".json"), ROOT / "corpus" / path.parent.name / f"{stem}.json")
    return next((place.read_text() for place in places if place.exists()), "{}")


def seeds_in(folders: tuple[Path, ...]) -> Iterator[Program]:
    """Yield the seeds in folders, by name, those in folders below included."""
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            seed = seed_of(path) if path.suffix in _SUFFIXES else None
            if seed is not None:
                yield seed
