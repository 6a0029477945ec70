"""What a language leaves open when a program runs, as data: read by the interpreter and by what
repairs programs.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Divided = Literal["undefined", "defined"]


class Semantics(msgspec.Struct, frozen=True, kw_only=True):
    """One language's answers.

    `zero_initialised`: variables without initialiser are zero. `ordered`: operands and arguments
    are evaluated from left to right, whatever they do. `integer_division`: what dividing by zero
    and INT_MIN / -1 are (defined: x / 0 = x, x % 0 = 0, INT_MIN / -1 = INT_MIN).
    `negative_remainder`: `%` of a negative operand. `shift`: a shift by as many bits as there are,
    or more (defined: modulo their number). `conversion`: float to integer beyond its range
    (defined: the nearest that is a float, too). `hazards`: which column of the built-in functions'
    hazards counts. `discard_returns`: `discard` ends the invocation, where in WGSL it goes on
    without effects. `inexact_precisions`: precision qualifiers let values be coarser.
    """

    zero_initialised: bool
    ordered: bool
    integer_division: Divided
    negative_remainder: Divided
    shift: Divided
    conversion: Divided
    hazards: Literal["glsl", "wgsl"]
    discard_returns: bool
    inexact_precisions: bool
