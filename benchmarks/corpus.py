"""The compiled programs of the bundled corpus, by kind, in the order of their names."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from aberration.core.program import Program, load_program
from aberration.methods.transform.donation.donor import Donor

ROOT: Final = Path(__file__).resolve().parent.parent / "corpus" / "spirv"
KINDS: Final = ("references", "compute", "donors")


def files(kind: str) -> list[Path]:
    """Return the files of one kind of program."""
    return sorted((ROOT / kind).glob("*.spv"))


def modules(kind: str) -> list[bytes]:
    """Return the modules of one kind."""
    return [path.read_bytes() for path in files(kind)]


def programs(kind: str) -> list[Program]:
    """Return the programs of one kind, with their inputs."""
    return [load_program(path) for path in files(kind)]


def all_modules() -> list[bytes]:
    """Return the modules of all kinds."""
    return [data for kind in KINDS for data in modules(kind)]


def donors() -> list[Donor]:
    """Return the modules whose functions are donated."""
    return [Donor.parse(data) for data in modules("donors")]
