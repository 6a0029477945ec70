"""The bundled corpus as (name, bytes) lists, each shader plain and optimised."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent / "corpus"


def modules(kind: str) -> list[tuple[str, bytes]]:
    """Return the modules of one kind (references, compute, donors), sorted; names like `gcd_grid.opt`."""
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
    return [(f"{kind}/{name}", code) for kind in ("references", "compute", "donors") for name, code in modules(kind)]


def inputs_json(kind: str, name: str) -> str:
    """Return the text of the JSON beside a shader; `name` may carry `.opt`."""
    return (ROOT / kind / f"{name.removesuffix('.opt')}.json").read_text()
