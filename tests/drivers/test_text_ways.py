"""Whatever way a shader in text is driven in, it gives the same; and it is driven in that way."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from helpers.conformance import available
from helpers.driven_shaders import counting_shader, driven_shader
from helpers.host_calls import telling
from helpers.newest import with_newest
from msgspec.structs import replace

from aberration.core.outcome import Buffers, Image, Outcome, Rejected
from aberration.core.program import Language, Program, Stage
from aberration.core.rng import Rng
from aberration.core.target import Target
from aberration.core.ways import WAYS, Api, ways_of
from aberration.targets.pool import TargetPool

TARGETS: Final = {target.id: target for target in available()}
_ES: Final = "#version 310 es\nprecision highp float;\n"
_OLD: Final = """#version 330
#extension GL_ARB_compute_shader : require
#extension GL_ARB_shader_storage_buffer_object : require
#extension GL_ARB_shading_language_420pack : require
"""
HEADS: Final = {
    ("llvmpipe", "glsl"): "#version 430\n",
    ("llvmpipe", "essl"): _ES,
    ("llvmpipe@newest", "glsl"): "#version 460\n",
    ("llvmpipe@newest", "essl"): _ES,
    ("softpipe", "glsl"): _OLD,
    ("softpipe", "essl"): _ES,
    ("zink-lavapipe", "glsl"): "#version 430\n",
    ("wgpu-swiftshader", "wgsl"): "",
    ("wgpu-gl-llvmpipe", "wgsl"): "",
    ("dawn-swiftshader", "wgsl"): "",
    ("dawn-gl-llvmpipe", "wgsl"): "",
    ("chromium-webgpu-swiftshader", "wgsl"): "",
    ("angle-swiftshader", "essl"): "#version 300 es\nprecision highp float;\n",
}
"""What is driven, in which language; with what its shaders begin."""
APIS: Final[dict[tuple[str, str], Api]] = {
    ("opengl", "glsl"): "opengl",
    ("opengl", "essl"): "opengl",
    ("wgpu", "wgsl"): "wgpu",
    ("dawn", "wgsl"): "dawn",
    ("chromium", "wgsl"): "dawn",
    ("chromium", "essl"): "webgl",
}
"""The API that a runner has for a language."""
LACKING: Final = {
    "softpipe": {"DrawIndirect", "DispatchIndirect", "UseProgramBinary", "UseSeparateStages"},
    "llvmpipe": {"UseProgramBinary"},
    "zink-lavapipe": {"UseProgramBinary"},
}
"""What older contexts may refuse."""
everywhere = pytest.mark.parametrize(("name", "language"), HEADS)
stages = pytest.mark.parametrize("stage", ["fragment", "compute"])


def target_of(name: str) -> Target:
    return with_newest(name) if "@" in name else TARGETS[name]


def ways_here(target: Target, language: str, stage: Stage) -> list[str]:
    known = ways_of(APIS[target.stages[0].worker.runner, language], stage)
    return [way for way in WAYS if way in known]


def drive(pool: TargetPool, target: Target, program: Program, *ways: str) -> Outcome:
    return pool.run(target, replace(program, inputs=replace(program.inputs, ways=ways))).outcome


@everywhere
@stages
def test_ways_alone_and_together_give_the_same(
    pool: TargetPool, name: str, language: Language, stage: Stage
) -> None:
    target, rng = target_of(name), Rng.of(7, name, language, stage)
    program = driven_shader(language, stage, HEADS[name, language])
    plain = drive(pool, target, program)
    if name.startswith("angle") and stage == "compute":
        assert plain == Rejected("WebGL has no compute shaders", unasked=True)
        return
    assert isinstance(plain, Image | Buffers), plain
    had = []
    for way in ways_here(target, language, stage):
        found = drive(pool, target, program, way)
        if way in LACKING.get(name, ()) and isinstance(found, Rejected):
            assert found.unasked
            continue
        assert found == plain, way
        had.append(way)
    assert len(had) >= 2
    assert drive(pool, target, program, *had) == plain
    for _ in range(8):
        ways = [way for way in rng.shuffled(had) if rng.below(2)]
        assert drive(pool, target, program, *ways) == plain, ways


@pytest.mark.parametrize("name", ["llvmpipe", "wgpu-swiftshader", "dawn-swiftshader"])
@pytest.mark.parametrize("size", [(16, 16), (14, 10), (7, 33)])
def test_each_pixel_is_drawn_once(pool: TargetPool, name: str, size: tuple[int, int]) -> None:
    language: Language = "glsl" if name == "llvmpipe" else "wgsl"
    program = counting_shader(language, *size, HEADS[name, language])
    plain = drive(pool, TARGETS[name], program)
    assert isinstance(plain, Image)
    assert {*plain.data[::4]} == {64}
    for way in ways_here(TARGETS[name], language, "fragment"):
        found = drive(pool, TARGETS[name], program, way)
        if WAYS[way].changes != "invocations" and not isinstance(found, Rejected):
            assert found == plain, way


CALLS: Final = {
    ("llvmpipe@newest", "glsl"): {
        "MakePipelineTwice": "LinkProgram(",
        "UseProgramBinary": "ProgramBinary(",
        "UseSeparateStages": "BindProgramPipeline(",
        "BindWithinBuffer": "BindBufferRange(",
        "DrawInTiles": "Scissor(",
        "DrawTwoTriangles": "DrawArrays(5, 3, 4)",
        "DrawIndexed": "DrawElements(4, 3, ",
        "DrawIndirect": "DrawArraysIndirect(4, 64)",
        "DrawTwoInstances": "DrawArraysInstanced(4, 0, 3, 2)",
        "EnlargeTarget": "RenderbufferStorage(36161, 32856, 30, 26)",
        "DispatchIndirect": "DispatchComputeIndirect(64)",
    },
    ("wgpu-swiftshader", "wgsl"): {
        "MakePipelineTwice": "create_render_pipeline(",
        "UseAutomaticLayout": "get_bind_group_layout(",
        "UseDynamicOffsets": 'set_bind_group(0, "-", [256])',
        "BindWithinBuffer": '"offset": 256',
        "UseSecondaryCommands": "execute_bundles(",
        "RecordAgain": "create_command_encoder(",
        "SubmitTwice": 'submit(["-", "-"])',
        "DrawInTiles": "set_scissor_rect(",
        "DrawTwoTriangles": "draw(4, 1, 0, 0)",
        "DrawIndexed": "draw_indexed(3, ",
        "DrawIndirect": "draw_indirect(",
        "DrawTwoInstances": "draw(3, 2, 0, 0)",
        "EnlargeTarget": '"size": [30, 26, 1]',
        "SetViewportLate": "set_viewport(",
        "DispatchIndirect": "dispatch_workgroups_indirect(",
    },
    ("dawn-swiftshader", "wgsl"): {
        "MakePipelineTwice": "createRenderPipelineAsync(",
        "MakePipelineAtOnce": "createRenderPipeline(",
        "UseAutomaticLayout": "getBindGroupLayout(",
        "UseDynamicOffsets": 'setBindGroup(0, "-", [256])',
        "BindWithinBuffer": '"offset":256',
        "UseSecondaryCommands": "executeBundles(",
        "RecordAgain": "createCommandEncoder(",
        "SubmitTwice": 'submit(["-","-"])',
        "DrawInTiles": "setScissorRect(",
        "DrawTwoTriangles": "draw(4, 1, 0, 0)",
        "DrawIndexed": "drawIndexed(3, ",
        "DrawIndirect": "drawIndirect(",
        "DrawTwoInstances": "draw(3, 2, 0, 0)",
        "EnlargeTarget": '"size":[30,26]',
        "SetViewportLate": "setViewport(",
        "DispatchIndirect": "dispatchWorkgroupsIndirect(",
    },
}
"""What a host calls more often in these ways than in the plain one."""


@pytest.mark.usefixtures("without_sandbox")
@pytest.mark.parametrize(("name", "language"), CALLS)
def test_the_host_does_what_a_way_means(tmp_path: Path, name: str, language: Language) -> None:
    target, file = telling(target_of(name), tmp_path)
    wanted = CALLS[name, language]
    assert {*wanted} == ways_of(APIS[target_of(name).stages[0].worker.runner, language])
    with TargetPool() as pool:
        # The first program is drawn behind another one, which opens the target.
        drive(pool, target, driven_shader(language, "fragment", HEADS[name, language]))
        for way, call in wanted.items():
            stage: Stage = "fragment" if "fragment" in WAYS[way].stages else "compute"
            program = driven_shader(language, stage, HEADS[name, language])
            told = []
            for ways in [(), (way,)]:
                file.write_text("")
                outcome = drive(pool, target, program, *ways)
                assert isinstance(outcome, Image | Buffers)
                told.append(file.read_text().count(call))
            assert told[1] > told[0], way


def test_who_cannot_drive_in_a_way_refuses_it_unasked(pool: TargetPool) -> None:
    shader = driven_shader("glsl", "fragment", HEADS["llvmpipe", "glsl"])
    outcome = drive(pool, TARGETS["llvmpipe"], shader, "UsePipelineCache")
    assert outcome == Rejected("it is not driven in this way here: UsePipelineCache", unasked=True)
    old = driven_shader("glsl", "fragment", HEADS["softpipe", "glsl"])
    found = drive(pool, TARGETS["softpipe"], old, "DrawIndirect")
    assert isinstance(found, Rejected)
    assert found.unasked
