"""Does a C mutant's mistake come into play for a program at all? Where it does not, the mutant
is a plain gcc.
"""

import os
import shutil
from pathlib import Path
from typing import Final

from aberration.core.process import execute, own_folder, plain_environment
from aberration.languages.c.compilers import csmith_include, find_compilers
from aberration.targets.c_mutants.catalogue import c_mutant
from aberration.targets.c_mutants.mutant import CMutant, PlantedAssertion
from aberration.targets.runners.c.compiler import COMPILE_LIMIT, compile_command

_PREFIX: Final = "c-mutant-"


class Trigger:
    """Keeps the assembly of the last program for each level: the mutants of a level are asked
    one after the other.
    """

    def __init__(self) -> None:
        found = [
            each
            for each in find_compilers(os.environ.get("PATH", os.defpath))
            if each.family == "gcc"
        ]
        self._path = found[-1].path if found else ""
        self._folder = own_folder()
        self._assembly: dict[str, dict[bytes, bytes]] = {}

    def is_there(self, source: bytes, target: str) -> bool:
        """Return false where the target is a mutant that would do what the compiler it is made
        from does.
        """
        if not target.startswith(_PREFIX):
            return True
        mutant = c_mutant(target.removeprefix(_PREFIX))
        return changes(
            mutant, source if mutant.form == "source" else self._compiled(source, mutant.level)
        )

    def close(self) -> None:
        """Remove what was written."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _compiled(self, source: bytes, level: str) -> bytes:
        kept = self._assembly.setdefault(level, {})
        if source not in kept:
            while len(kept) > 2 * 16:
                del kept[next(iter(kept))]
            kept[source] = self._assemble(source, level)
        return kept[source]

    def _assemble(self, source: bytes, level: str) -> bytes:
        (self._folder / "program.c").write_bytes(source)
        written: Path = self._folder / "program.s"
        written.unlink(missing_ok=True)
        command = [
            *compile_command(self._path, "gcc", level, csmith_include())[:-3],
            "-S",
            "-o",
            written.name,
        ]
        execute(command, self._folder, COMPILE_LIMIT, plain_environment(self._folder))
        return written.read_bytes() if written.exists() else b""


def changes(mutant: CMutant, text: bytes) -> bool:
    """Say whether a mutant changes what gcc reads or writes, or dies of it."""
    before = text.decode("latin-1")
    try:
        return mutant.rewrite(before) != before
    except PlantedAssertion:
        return True
