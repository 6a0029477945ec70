"""How much alike two small programs are, by what each is made of.

A reducer leaves what the bug needs, and what brings its effect to the result. The latter is in
small programs of any bug, and counts little.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.shrink.features import distinctive

_CARRYING: Final = 0.25
SAME: Final = 0.6
"""From here on two programs show one bug."""
SIMILAR: Final = 0.4
"""From here on they perhaps do."""


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """Return how much of what either program is made of both are: from 0 to 1."""
    whole = _weight(one | other)
    return _weight(one & other) / whole if whole else 0.0


def _weight(features: frozenset[str]) -> float:
    alone = len(distinctive(features))
    return alone + _CARRYING * (len(features) - alone)
