"""Where no buffer lies, no driver writes."""

from __future__ import annotations

from aberration.targets.runners.resources import Slot
from aberration.targets.runners.vulkan.commands import gaps


def test_what_is_guarded_is_all_that_no_buffer_has() -> None:
    slots = (Slot(0, 0, "storage", b"", 64), Slot(0, 1, "uniform", b"", 100))
    assert gaps(slots, (256, 576), 1024) == ((0, 256), (320, 576), (676, 1024))
    assert gaps((), (), 0) == ((0, 0),)
