"""Programs with textures that a runner does not bind are refused, unasked."""

from __future__ import annotations

from collections.abc import Mapping

from aberration.core.inputs import Inputs
from aberration.core.outcome import Outcome, Rejected
from aberration.core.program import Program
from aberration.core.textures import Texture
from aberration.targets.runner import Clock
from aberration.targets.runners.textures import unknown_textures


class Plain:
    """A runner that binds no textures."""

    def open(self, options: Mapping[str, str]) -> str:
        return ""

    def run(self, program: Program, clock: Clock) -> Outcome:
        return Rejected("no")

    def close(self) -> None: ...


class Binding(Plain):
    """A runner that binds flat ones."""

    texture_shapes = frozenset({"2D"})


def test_what_a_runner_does_not_bind_is_refused() -> None:
    flat = Program("essl", "fragment", b"", Inputs(textures=(Texture("flat"),)))
    deep = Program("essl", "fragment", b"", Inputs(textures=(Texture("deep", "3D"),)))
    assert unknown_textures(Plain(), Program("essl", "fragment", b"", Inputs())) is None
    assert unknown_textures(Binding(), flat) is None
    for runner, program in ((Plain(), flat), (Binding(), deep)):
        refused = unknown_textures(runner, program)
        assert refused is not None
        assert refused.unasked
        assert program.inputs.textures[0].name in refused.message
