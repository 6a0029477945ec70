"""Chips that compile without a device."""

from __future__ import annotations

import pytest

from aberration.targets.runners.vulkan.radv import draws_nothing


@pytest.mark.parametrize(
    ("device", "is_for_computation"),
    [
        ("Null hardware (RADV ALDEBARAN (LLVM 15.0.6)), radv Mesa 22.3.6 (LLVM 15.0.6)", True),
        ("Null hardware (RADV MI200), radv Mesa 25.0.7", True),
        ("Null hardware (RADV ARCTURUS), radv Mesa 22.3.6", False),
        ("Null hardware (RADV NAVI10), radv Mesa 22.3.6", False),
    ],
)
def test_chips_for_computation_alone(device: str, is_for_computation: bool) -> None:
    assert draws_nothing(device) == is_for_computation
