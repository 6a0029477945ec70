"""The interpreter of the shading languages gives what drivers give: llvmpipe from the text,
lavapipe via glslang.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from helpers.sampling import one_in

from aberration.core.comparison import Tolerance, compare, within
from aberration.core.errors import BadInput
from aberration.core.outcome import Buffers, Image, Outcome
from aberration.core.program import Program, load_program
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.read import read
from aberration.targets import opengl, vulkan
from aberration.targets.front_end import compile_glsl
from aberration.targets.pool import TargetPool

SHADING: Final = Path(__file__).resolve().parents[2] / "corpus" / "shading"
PROGRAMS: Final = sorted(
    [*(SHADING / "essl").glob("*.[fcv]*"), *(SHADING / "glsl").glob("*.[fcv]*")]
)
TARGETS: Final = {target.id: target for target in (*opengl.providers(), *vulkan.providers())}
_SECONDS: Final = 60.0


def _outcomes(program: Program, pool: TargetPool) -> dict[str, Image | Buffers]:
    """What the drivers give that take the program at all."""
    found: dict[str, Outcome] = {
        "llvmpipe": pool.run(TARGETS["llvmpipe"], program, _SECONDS).outcome
    }
    try:
        module = compile_glsl(program)
    except BadInput:
        module = None
    if module is not None:
        found["lavapipe"] = pool.run(TARGETS["lavapipe"], module, _SECONDS).outcome
    return {
        name: outcome for name, outcome in found.items() if isinstance(outcome, Image | Buffers)
    }


@pytest.mark.parametrize("path", one_in(3, PROGRAMS), ids=lambda path: path.stem)
def test_drivers_give_what_we_give(path: Path, pool: TargetPool) -> None:
    program = load_program(path)
    language = "essl" if program.language == "essl" else "glsl"
    shader = read(program.source, "essl" if language == "essl" else "glsl", path.name)
    stage = program.stage
    assert stage != "program"
    interpreter = Interpreter(shader, stage, program.inputs)
    ours = interpreter.image() if program.draws else interpreter.dispatch()
    assert isinstance(ours, Image | Buffers), str(ours)
    outcomes = _outcomes(program, pool)
    assert outcomes, "no driver takes it"
    for name, theirs in outcomes.items():
        found = compare(ours, theirs, Tolerance())
        assert within(found, Tolerance()), f"{name}: {found}"
        assert found.differing == 0 or interpreter.inexact, f"{name}: {found}"
