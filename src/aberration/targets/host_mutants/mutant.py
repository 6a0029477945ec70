"""What a host mutant is: a driver whose host side is broken on purpose, in exactly one way to drive
it.

Its mistake is made in what the host gives: a driver that is right runs the program on inputs as
the broken one would have seen them. Driven in any other way, it is right.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from aberration.core.inputs import Inputs
from aberration.core.program import Program


class HostMutant(msgspec.Struct, frozen=True):
    """A planted bug that shows where the host drives in this `way` (`core.ways`); `imitates` is the
    real-life kind of bug. `mistake` gives the inputs as the broken driver sees them.
    """

    name: str
    imitates: str
    way: str
    mistake: Callable[[Inputs], Inputs]

    def run(self, program: Program) -> Program:
        """Return the program on what the broken driver sees."""
        if self.way not in program.inputs.ways:
            return program
        return msgspec.structs.replace(program, inputs=self.mistake(program.inputs))
