"""What the literals of all languages share: numbers out of text, none so large that it could
not be kept.
"""

from __future__ import annotations

import math
from typing import Final

_DIGITS: Final = 400
SHORT: Final = 24
"""Numbers of at most so many characters are kept, for the same few come again and again."""
KEPT: Final = 4096
"""How many of them."""


def whole(digits: str, base: int, limit: int) -> int | str:
    """Return the number that digits (without a prefix) mean, or what is wrong where it is above
    a limit.
    """
    too_large = f"expected a whole number of at most {limit}, came a larger one"
    if len(digits.lstrip("0")) > _DIGITS:
        return too_large
    value = int(digits, base) if digits else 0
    return value if value <= limit else too_large


def decimal(text: str) -> float | str:
    """Return the double nearest to a decimal number, or what is wrong where it is beyond all
    doubles.
    """
    value = float(text)
    return (
        "expected a number that a double can hold, came a larger one"
        if math.isinf(value)
        else value
    )


def hexadecimal(text: str) -> float | str:
    """Return the double nearest to a number such as `0x1.8p3`, or what is wrong where it is
    beyond all doubles.
    """
    try:
        return float.fromhex(text)
    except (OverflowError, ValueError):
        return "expected a number that a double can hold, came a larger one"
