"""Values of specialisation constants: which runners give them to what they test."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import BadInput
from aberration.core.outcome import Rejected
from aberration.core.program import Program
from aberration.languages.spirv.given_constants import with_given_constants
from aberration.targets.runner import Runner

_NONE: Final[frozenset[str]] = frozenset()
NOT_GIVEN: Final = "values of specialisation constants are not given here"


def with_taken_constants(runner: Runner, program: Program) -> Program | Rejected:
    """Return a program as a runner takes it: those that give values to specialisation constants, or
    pass them on, say in which languages by their attribute `constants`.

    For the others a module has these values by default, which is the same (Vulkan 1.3, 10.8); a
    text is refused.
    """
    taken: frozenset[str] = getattr(runner, "constants", _NONE)
    if not program.inputs.constants or program.language in taken:
        return program
    if program.language != "spirv":
        return Rejected(NOT_GIVEN, unasked=True)
    try:
        return with_given_constants(program)
    except BadInput as error:
        return Rejected(error.message, unasked=True)
