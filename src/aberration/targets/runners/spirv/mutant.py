"""Runner of mutants: rewrites a module as a compiler with one planted bug would, or dies as it
would.

Legal compilers, which have no bug and use the freedom of rounding, are rewritings as well; host
mutants leave the module as it is, and mistake what the host gives.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from typing import Final

import msgspec

from aberration.core.outcome import Invalid, Outcome, Translated
from aberration.core.program import Program
from aberration.core.ways import ways_of
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.validate import environment_of, validate
from aberration.targets.float_mutants.catalogue import FLOAT_MUTANTS, LEGAL_COMPILERS
from aberration.targets.host_mutants.catalogue import HOST_MUTANTS
from aberration.targets.host_mutants.mutant import HostMutant
from aberration.targets.mutants.catalogue import MUTANTS, mutant_named
from aberration.targets.mutants.mutant import Mutant, PlantedCrash, PlantedHang
from aberration.targets.runner import Clock
from aberration.targets.runners.textures import ALL_SHAPES

VERSION: Final = "1"
IDENTITY: Final = "identity"
ALL: Final = (*MUTANTS, *FLOAT_MUTANTS, *LEGAL_COMPILERS)
_HOSTS: Final = {host.name: host for host in HOST_MUTANTS}


class MutantRunner:
    """Option: `mutant`, a name of one of the catalogues, or `identity`."""

    texture_shapes: Final = ALL_SHAPES
    storage_images: Final = True
    attachments: Final = True
    depths: Final = True
    vertices: Final = True
    pairs: Final = True
    constants: Final = frozenset(("spirv",))
    ways: Final = ways_of("vulkan")

    def __init__(self) -> None:
        self._mutant: Mutant | HostMutant | None = None

    def open(self, options: Mapping[str, str]) -> str:
        name = options.get("mutant", IDENTITY)
        self._mutant = None if name == IDENTITY else _HOSTS.get(name) or mutant_named(name, ALL)
        return VERSION

    def run(self, program: Program, clock: Clock) -> Outcome:
        if self._mutant is None:
            return Translated(program)
        if isinstance(self._mutant, HostMutant):
            return Translated(self._mutant.run(program))
        with clock:
            try:
                source = apply_mutant(self._mutant, program.source)
            except PlantedCrash as crash:
                # As a failed assert() of C ends a process.
                print(crash.text, file=sys.stderr, flush=True)
                os.abort()
            except PlantedHang:
                # Nobody needs the processor meanwhile.
                while True:
                    time.sleep(1)
        made = msgspec.structs.replace(program, source=source)
        error = validate(source, environment_of(source))
        return Translated(made) if error is None else Invalid(error, made)

    def close(self) -> None:
        self._mutant = None


def apply_mutant(planted: Mutant, source: bytes) -> bytes:
    """Return the module as the mutant compiles it; may raise `PlantedCrash` or `PlantedHang`."""
    module = Module.parse(source)
    planted.rewrite(module)
    result = module.to_bytes()
    module.clear()
    return result
