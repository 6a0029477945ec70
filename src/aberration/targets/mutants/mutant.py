"""What a mutant is: a compiler broken on purpose, with exactly one planted bug.

`rewrite` is given a module and does to it what the broken compiler would: it leaves the module
alone unless the pattern that triggers the bug is there, its result always validates, and it is
deterministic. No shader of the corpus triggers any mutant as it stands, neither plain nor
optimised; what triggers it is `needs`: the type of transformation without which the pattern does
not come about.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from aberration.languages.spirv.module import Module


class Mutant(msgspec.Struct, frozen=True):
    """A planted bug; `imitates` is the real-life kind of bug.

    `crashes` says that it dies of an assertion, `textures` that only modules with textures show it,
    `subgroups` that only those with subgroups do, and `pairs` that only stages of pairs do.
    """

    name: str
    imitates: str
    needs: tuple[str, ...]
    rewrite: Callable[[Module], None]
    crashes: bool = False
    textures: bool = False
    subgroups: bool = False
    pairs: bool = False


class PlantedHang(Exception):
    """The broken compiler goes on for ever."""


class PlantedCrash(Exception):
    """The assertion that the broken compiler dies of: `text` is what an assert() of C would
    print.
    """

    def __init__(self, function: str, assertion: str) -> None:
        self.text = f"mutant.c:{100 + len(assertion)}: {function}: Assertion `{assertion}' failed."
        super().__init__(self.text)
