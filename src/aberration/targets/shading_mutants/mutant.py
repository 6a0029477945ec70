"""What a mutant of a shading language is: a compiler with exactly one planted mistake.

`change` is given each node of the functions' bodies, children first: as the checker knows it, and
with what was changed below it. It returns the node as the broken compiler understands it: the
second one, unless the pattern that triggers the mistake is there. The result is always a legal
shader, and depends on nothing but the shader. `needs` tells in words what the pattern is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from aberration.languages.shading.tree import LanguageName, Node
from aberration.targets.shading_mutants.checked import Checked

FAMILY: Final[tuple[LanguageName, ...]] = ("glsl", "essl")
"""The languages of OpenGL, which have constructs that WGSL lacks."""
WGSL: Final[tuple[LanguageName, ...]] = ("wgsl",)
ALL: Final[tuple[LanguageName, ...]] = (*FAMILY, *WGSL)

Change = Callable[[Checked, Node, Node], Node]


class ShadingMutant(msgspec.Struct, frozen=True):
    """A planted mistake; `imitates` is the real-life kind of bug, `languages` are those that have
    the construct.
    """

    name: str
    imitates: str
    needs: str
    languages: tuple[LanguageName, ...]
    change: Change
