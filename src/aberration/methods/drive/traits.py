"""What of a shader decides how it may be driven."""

from __future__ import annotations

import msgspec

from aberration.core.ways import Changes, Needs


class Traits(msgspec.Struct, frozen=True):
    """What a shader could see of the ways that it is driven in, and what it has that they need."""

    seen: frozenset[Changes]
    has: frozenset[Needs]
