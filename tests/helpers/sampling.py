"""A sample in each run of the tests, and the rest in the long ones."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from hashlib import blake2b
from typing import Any, Final, TypeVar

import pytest

T = TypeVar("T")
_PARAMETERS: Final = type(pytest.param())
"""What `pytest.param` returns: values with an id and marks."""


def one_in(every: int, values: Iterable[Any], *, rows: bool = False) -> list[Any]:
    """Return the values as parameters: one in so many always runs, the others are marked `slow`.

    With `rows` a value is a tuple, for as many names.
    """
    return [
        value if at % every == 0 else _slow(value, rows=rows) for at, value in enumerate(values)
    ]


def _slow(value: Any, *, rows: bool) -> Any:
    if isinstance(value, _PARAMETERS):
        marks = (*value.marks, pytest.mark.slow)
        return pytest.param(*value.values, id=value.id, marks=marks)
    return pytest.param(*(value if rows else (value,)), marks=pytest.mark.slow)


def each_choice(tests: Mapping[str, Mapping[str, object]], share: int) -> set[str]:
    """Return names of tests in which each value of each parameter is there once at least, and one
    test in `share` besides; `tests` are the parameters of each by its name.

    Each-choice coverage (Grindal, Offutt, Andler: Combination testing strategies, 2005). Among
    equals the digest of a name decides, so that no order of parameters leaves a driver out.
    """
    values = {name: {(key, repr(value)) for key, value in of.items()} for name, of in tests.items()}
    order = sorted(values, key=lambda name: blake2b(name.encode()).digest())
    missing = set[tuple[str, str]]().union(*values.values())
    chosen = set(order[: len(order) // share])
    for name in chosen:
        missing -= values[name]
    while missing:
        best = max(order, key=lambda name: len(values[name] & missing))
        chosen.add(best)
        missing -= values[best]
    return chosen


def grouped(
    items: Iterable[T], outer: Callable[[T], Hashable], inner: Callable[[T], Hashable]
) -> list[T]:
    """Return all items, those with one `outer` key together and among these those with one `inner`
    key; groups are in the order in which they begin, and so is what is in them.
    """
    groups: dict[Hashable, dict[Hashable, list[T]]] = {}
    for item in items:
        groups.setdefault(outer(item), {}).setdefault(inner(item), []).append(item)
    return [item for group in groups.values() for part in group.values() for item in part]
