"""What is read out of drivers when they are asked."""

from __future__ import annotations

import pytest

from aberration.targets.ask import chips_in, number_of


def test_chips_are_the_strings_around_the_oldest_one() -> None:
    content = b"\0garbage \0Pro\0ICELAND\0NAVI10\0TAHITI\0GFX1103_R1\0STRIX_HALO\0Frontier\0OTHER\0"
    assert chips_in(content) == ["iceland", "navi10", "tahiti", "gfx1103_r1", "strix_halo"]
    assert chips_in(b"\0NAVI10\0 no chip") == []


@pytest.mark.parametrize(
    ("told", "number"),
    [
        (", 4.5 (Core Profile) Mesa 22.3.6", "22.3.6"),
        (", 4.6 (Core Profile) Mesa 25.0.7-2+deb13u1", "25.0.7"),
        (", 4.6.0 NVIDIA 580.159.03", "580.159.03"),
        (", OpenGL ES 3.2", "3.2"),
        (", unknown", ""),
    ],
)
def test_the_drivers_number_stands_behind_that_of_opengl(told: str, number: str) -> None:
    assert number_of(told) == number
