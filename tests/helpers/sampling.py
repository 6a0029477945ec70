"""A sample in each run of the tests, and the rest in the long ones."""

from collections.abc import Iterable
from typing import Any, Final

import pytest

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
