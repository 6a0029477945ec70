"""Searches for the one thing that decides, with few questions, each in the same order every
time; and what such a search came to where its questions are over before it is.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence

from aberration.core.finding import Culprit


class OutOfQuestions(Exception):
    """The limit of compilations or of time was reached."""


def last_found(search: Iterator[Culprit]) -> Culprit | None:
    """Return the last of the culprits that a search yields, each of which knows more than the one
    before; None where it yields none until its questions are over.
    """
    found = None
    with contextlib.suppress(OutOfQuestions):
        for better in search:
            found = better
    return found


def smallest(names: Sequence[str], suffice: Callable[[Sequence[str]], bool]) -> tuple[str, ...]:
    """Return a 1-minimal choice of names that still suffices, given that all of them do; earlier
    ones are preferred.

    Halves are tried while one of them suffices, then single names are left out (delta debugging).
    """
    chosen = _half_that_suffices(list(names), suffice)
    size = len(chosen) // 2
    while size and len(chosen) > 1:
        shorter = _without_chunk(chosen, size, suffice)
        if shorter is None:
            size //= 2
        else:
            chosen = shorter
            size = min(size, len(chosen) // 2)
    return tuple(chosen)


def _half_that_suffices(names: list[str], suffice: Callable[[Sequence[str]], bool]) -> list[str]:
    while len(names) > 1:
        middle = len(names) // 2
        half = next((part for part in (names[:middle], names[middle:]) if suffice(part)), None)
        if half is None:
            break
        names = half
    return names


def _without_chunk(
    names: list[str], size: int, suffice: Callable[[Sequence[str]], bool]
) -> list[str] | None:
    for end in range(len(names), 0, -size):
        rest = names[: max(0, end - size)] + names[end:]
        if rest and suffice(rest):
            return rest
    return None


def first_bad(last: int, good: Callable[[int], bool]) -> int:
    """Return a number up to `last` that is bad after one that is good, given that 0 is good and
    `last` is bad.
    """
    low, high = 0, last
    while high - low > 1:
        middle = (low + high) // 2
        if good(middle):
            low = middle
        else:
            high = middle
    return high
