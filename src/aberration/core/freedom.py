"""What a language leaves open about one result."""

from __future__ import annotations

import msgspec


class Freedom(msgspec.Struct, frozen=True):
    """Whether a program may give a result other than the known one.

    `reason`: why it may; empty where nothing says so. `excluded`: whether it is proved that it may
    not, because on the way to it nothing could be rounded otherwise; then no other model of
    rounding need be asked.
    """

    reason: str = ""
    excluded: bool = False


NO_REASON = Freedom()
EXCLUDED = Freedom(excluded=True)
