"""Runner of C mutants: gcc, and one mistake planted in the source it reads or in the assembly
it writes.
"""

from __future__ import annotations

import signal
from collections.abc import Mapping
from typing import Final

from aberration.core.outcome import Outcome
from aberration.core.process import Finished, crash_of, write_new
from aberration.targets.c_mutants.catalogue import c_mutant
from aberration.targets.c_mutants.mutant import CMutant, PlantedAssertion
from aberration.targets.runner import Clock
from aberration.targets.runners.c.compiler import CCompiler

IDENTITY: Final = CMutant("identity", "no bug", (), "assembly", "-O2", lambda text: text)
_ASSEMBLY: Final = "program.s"


class CMutantRunner(CCompiler):
    """Options: `mutant` (a name of the catalogue, or `identity`), and those of `CCompiler` but
    `family` and `level`.
    """

    def __init__(self) -> None:
        super().__init__()
        self._mutant = IDENTITY

    def open(self, options: Mapping[str, str]) -> str:
        name = options["mutant"]
        self._mutant = IDENTITY if name == IDENTITY.name else c_mutant(name)
        return super().open({**options, "family": "gcc", "level": self._mutant.level})

    def _compile(self, source: bytes, clock: Clock) -> Outcome | None:
        try:
            return self._compile_with_mistake(source, clock)
        except PlantedAssertion as crash:
            # As a failed assert() of C ends a compiler.
            died = Finished(-signal.SIGABRT, b"", crash.text.encode(), 0.0)
            return crash_of(died, "compile")

    def _compile_with_mistake(self, source: bytes, clock: Clock) -> Outcome | None:
        if self._mutant.form == "source":
            return super()._compile(self._rewrite(source), clock)
        write_new(self._folder / "program.c", source)
        broken = self._build([*self._command[:-3], "-S", "-o", _ASSEMBLY], _ASSEMBLY, clock)
        if broken is not None:
            return broken
        assembly = self._folder / _ASSEMBLY
        write_new(assembly, self._rewrite(assembly.read_bytes()))
        return self._build([self._command[0], _ASSEMBLY, *self._command[-3:]], "program", clock)

    def _rewrite(self, text: bytes) -> bytes:
        return self._mutant.rewrite(text.decode("latin-1")).encode("latin-1")
