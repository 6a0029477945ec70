"""What a host mutant is: a driver whose host side is broken on purpose, in exactly one way to drive
it.

Its mistake is made in what the host gives: a driver that is right runs what the broken one would
have seen of the program and its inputs. Driven in any other way, it is right.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from aberration.core.inputs import Inputs
from aberration.core.program import Program


class HostMutant(msgspec.Struct, frozen=True):
    """A planted bug that shows where the host drives in this `way` (`core.ways`); `imitates` is the
    real-life kind of bug. `mistake` gives the program as the broken driver sees it. One
    `of_constants` shows, too, where the inputs give values to specialisation constants.
    """

    name: str
    imitates: str
    way: str
    mistake: Callable[[Program], Program]
    of_constants: bool = False

    def run(self, program: Program) -> Program:
        """Return what the broken driver sees."""
        inputs = program.inputs
        shows = self.way in inputs.ways or (self.of_constants and bool(inputs.constants))
        return self.mistake(program) if shows else program


def of_inputs(mistake: Callable[[Inputs], Inputs]) -> Callable[[Program], Program]:
    """Return the mistake in a program that is one in its inputs."""

    def wrong(program: Program) -> Program:
        return msgspec.structs.replace(program, inputs=mistake(program.inputs))

    return wrong
