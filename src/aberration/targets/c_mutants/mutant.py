"""What a mutant of C is: gcc with exactly one planted mistake.

`rewrite` is given what gcc reads (`form` is `source`) or what it writes (`assembly`, of x86-64, at
`level`) and returns what the broken compiler would: the same text unless the pattern that triggers
the mistake is there. It is deterministic, knows no names but those of C and of the machine, and
leaves most programs of csmith alone: in at least four of five the right checksum is printed.
`needs` tells in words what makes the pattern come about.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

Form = Literal["source", "assembly"]


class CMutant(msgspec.Struct, frozen=True):
    """A planted mistake; `imitates` is the real-life kind of bug, `crashes` says that it dies
    of an assertion.
    """

    name: str
    imitates: str
    needs: tuple[str, ...]
    form: Form
    level: str
    rewrite: Callable[[str], str]
    crashes: bool = False


class PlantedAssertion(Exception):
    """The assertion that the broken compiler dies of: `text` is what an assert() of C would
    print.
    """

    def __init__(self, function: str, assertion: str) -> None:
        self.text = f"mutant.c:{100 + len(assertion)}: {function}: Assertion `{assertion}' failed."
        super().__init__(self.text)
