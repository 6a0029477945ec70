"""Names of the target: kept where they may be kept, else changed in a way that depends on the
program alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

HELPER_PREFIX: Final = "exact_"
"""What the names of functions begin with that the translation writes; no name of the program
keeps it.
"""


class Names:
    """Gives each thing a name of its own within the module, and within its function. `taken` are
    words of the target and the names of its built-in functions: a program that shadows none of them
    can be read by every compiler.
    """

    def __init__(self, taken: frozenset[str]) -> None:
        self._taken: Final = taken
        self._module: Final[set[str]] = set()
        self._function: set[str] = set()

    def of_module(self, wanted: str) -> str:
        """Return a name at module scope."""
        name = self.free_name(wanted, self._module | self._function)
        self._module.add(name)
        return name

    def local(self, wanted: str) -> str:
        """Return a name in the function that is being written."""
        name = self.free_name(wanted, self._module | self._function)
        self._function.add(name)
        return name

    @contextmanager
    def function(self) -> Iterator[None]:
        """Begin with no local names; those of the module are complete by then."""
        outside, self._function = self._function, set()
        yield
        self._function = outside

    def free_name(self, wanted: str, others: set[str]) -> str:
        """Return a name that is neither a word of the target nor one of the others."""
        base = _legal(wanted)
        name, number = base, 1
        while name in self._taken or name in others:
            number += 1
            name = f"{base}_{number}" if not base.endswith("_") else f"{base}{number}"
        return name


def _legal(wanted: str) -> str:
    """Two underscores in a row and `gl_` are kept for the languages; not everything is ASCII in
    WGSL.
    """
    name = "".join(
        letter if letter.isascii() and (letter.isalnum() or letter == "_") else "u"
        for letter in wanted
    )
    while "__" in name:
        name = name.replace("__", "_")
    if name.startswith(("gl_", HELPER_PREFIX)) or not name or name == "_" or name[0].isdigit():
        name = f"own_{name}".replace("__", "_")
    return name
