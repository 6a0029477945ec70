"""A sample in each run of the tests, and the rest in the long ones."""

from collections.abc import Iterable
from typing import Any

import pytest


def one_in(every: int, values: Iterable[Any], *, rows: bool = False) -> list[Any]:
    """Return the values as parameters: one in so many always runs, the others are marked `slow`.

    With `rows` a value is a tuple, for as many names.
    """
    return [
        value
        if at % every == 0
        else pytest.param(*(value if rows else (value,)), marks=pytest.mark.slow)
        for at, value in enumerate(values)
    ]
