"""The bundled corpus for tests: modules as (name, bytes), programs with their inputs; each
plain and optimised.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from aberration.core.inputs import Inputs, read_inputs
from aberration.core.program import Program, stage_of_spirv

ROOT: Final = Path(__file__).resolve().parent.parent.parent / "corpus"
SUFFIXES: Final = {
    "references": ".frag",
    "compute": ".comp",
    "vertex": ".vert",
    "donors": ".frag",
}


def sources(kind: str) -> list[Path]:
    """Return the GLSL sources of one kind, sorted."""
    return sorted((ROOT / kind).glob(f"*{SUFFIXES[kind]}"))


def has_subgroups(path: Path) -> bool:
    """Say whether a source uses subgroups: as a text, our interpreter refuses it by name."""
    return "GL_KHR_shader_subgroup" in path.read_text()


def modules(kind: str) -> list[tuple[str, bytes]]:
    """Return the modules of one kind (references, compute, vertex, donors), sorted; names like
    `gcd_grid.opt`.
    """
    paths = sorted((ROOT / "spirv" / kind).glob("*.spv"))
    return [(path.name.removesuffix(".spv"), path.read_bytes()) for path in paths]


def reference_modules() -> list[tuple[str, bytes]]:
    """Return the fragment shaders that are run."""
    return modules("references")


def compute_modules() -> list[tuple[str, bytes]]:
    """Return the compute shaders that are run."""
    return modules("compute")


def donor_modules() -> list[tuple[str, bytes]]:
    """Return the shaders whose functions are donated."""
    return modules("donors")


def all_modules() -> list[tuple[str, bytes]]:
    """Return every module of the corpus, names prefixed with their kind."""
    return [(f"{kind}/{name}", code) for kind in SUFFIXES for name, code in modules(kind)]


def inputs_json(kind: str, name: str) -> str:
    """Return the text of the JSON beside a shader; `name` may carry `.opt`."""
    return (ROOT / kind / f"{name.removesuffix('.opt')}.json").read_text()


def inputs_of(kind: str, name: str) -> Inputs:
    """Return the inputs of a shader; `name` may carry `.opt`."""
    return read_inputs(inputs_json(kind, name), f"{kind}/{name}")


def programs(kind: str) -> list[Program]:
    """Return the modules of one kind as programs with their inputs."""
    return [
        Program("spirv", stage_of_spirv(code, name), code, inputs_of(kind, name), name)
        for name, code in modules(kind)
    ]
