"""Path-first programs on one driver of each language give what their writer says."""

from __future__ import annotations

import pytest
from helpers.path_programs import stage_for

from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
from aberration.methods.smith.path.build import build
from aberration.methods.smith.path.draw import draw_plan
from aberration.targets import dawn, opengl
from aberration.targets.pool import TargetPool

PROGRAMS = 10
TARGETS: dict[LanguageName, str] = {
    "essl": "softpipe",
    "glsl": "softpipe",
    "wgsl": "dawn-swiftshader",
}


def target_for(language: LanguageName) -> Target:
    targets = {target.id: target for target in (*opengl.providers(), *dawn.providers())}
    return targets[TARGETS[language]]


@pytest.mark.parametrize(("language", "version"), [("glsl", 330), ("essl", 310), ("wgsl", 0)])
def test_a_driver_gives_what_the_writer_says(language: LanguageName, version: int) -> None:
    compared = 0
    with TargetPool() as pool:
        for number in range(PROGRAMS):
            stage = stage_for(version, number)
            built = build(language, version, draw_plan(language, version, number), stage=stage)
            assert built.stage != "vertex"
            text = write(built.module).encode()
            program = Program(language, built.stage, text, built.inputs, f"path-{number}")
            outcome = pool.run(target_for(language), program, 20.0).outcome
            if isinstance(outcome, Buffers | Image):
                assert outcome.data == built.expected.data, number
                compared += 1
    assert compared > PROGRAMS // 2
