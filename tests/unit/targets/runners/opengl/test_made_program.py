"""Which ways a context of OpenGL has, by its version and its driver."""

from __future__ import annotations

import pytest

from aberration.core.ways import ways_of
from aberration.targets.runners.opengl import binding as names
from aberration.targets.runners.opengl.binding import Gl
from aberration.targets.runners.opengl.context import Api
from aberration.targets.runners.opengl.made_program import ways_of_context


class NumberedGl(Gl):
    """A context of a version, with as many formats of binaries."""

    def __init__(self, version: tuple[int, int], formats: int) -> None:
        super().__init__(lambda _: 0)
        self._values = {
            names.MAJOR_VERSION: version[0],
            names.MINOR_VERSION: version[1],
            names.NUM_PROGRAM_BINARY_FORMATS: formats,
        }

    def integer(self, name: int) -> int:
        """Return a value."""
        return self._values[name]


@pytest.mark.parametrize(
    ("api", "version", "formats", "lacking"),
    [
        ("glsl", (4, 6), 1, set()),
        ("essl", (3, 2), 1, set()),
        ("glsl", (4, 5), 0, {"UseProgramBinary"}),
        (
            "glsl",
            (3, 3),
            1,
            {"UseProgramBinary", "UseSeparateStages", "DrawIndirect", "DispatchIndirect"},
        ),
        ("glsl", (4, 2), 1, {"DispatchIndirect"}),
        ("essl", (3, 0), 1, {"UseSeparateStages", "DrawIndirect", "DispatchIndirect"}),
    ],
)
def test_a_context_has_the_ways_of_its_version(
    api: Api, version: tuple[int, int], formats: int, lacking: set[str]
) -> None:
    found = ways_of_context(NumberedGl(version, formats), api)
    assert ways_of("opengl") - found == lacking
