"""Which test shows, for each reason by name, that a true bug beside it is not put away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

Test = Callable[..., Any]
MARK: Final = "lets_through"


def lets_through(*names: str) -> Callable[[Test], Test]:
    """Mark a test as that of these reasons."""

    def marked(test: Test) -> Test:
        setattr(test, MARK, names)
        return test

    return marked


def marked_in(namespace: dict[str, object]) -> set[str]:
    """Return the names of the reasons that the tests of a module are marked with."""
    return {name for test in namespace.values() for name in getattr(test, MARK, ())}
