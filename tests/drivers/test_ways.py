"""Whatever way a program is driven in, it gives the same; and it is driven in that way."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache

import msgspec
import pytest
from helpers.vulkan_calls import calls_of
from msgspec.structs import replace

from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.outcome import Buffers, Image, Outcome
from aberration.core.program import Program, Stage
from aberration.core.rng import Rng
from aberration.core.ways import WAYS, ways_of
from aberration.targets.front_end import compile_glsl
from aberration.targets.pool import TargetPool
from aberration.targets.vulkan import providers

TARGETS = {target.id: target for target in providers()}
EXECUTING = ("lavapipe", "swiftshader")
FRAGMENT = """#version 450
layout(location = 0) out vec4 colour;
layout(binding = 1) uniform Scale { float scale; };
layout(set = 1, binding = 0) uniform Shift { float shift; };
layout(push_constant) uniform Pushed { vec4 first; vec4 second; };
void main() {
    vec2 at = floor(gl_FragCoord.xy);
    colour = vec4(at.x * scale, at.y * scale + shift, first.x, second.w);
    colour.b += dFdx(at.x) / 4.0;
}
"""
COMPUTE = """#version 450
layout(local_size_x = 4) in;
layout(binding = 0, std430) buffer Data { uint data[]; };
layout(binding = 1) uniform Scale { uint factor; };
void main() {
    uint i = gl_GlobalInvocationID.x + 12u * gl_GlobalInvocationID.y;
    data[i] = data[i] * factor + gl_WorkGroupID.x;
}
"""


@cache
def program(stage: Stage) -> Program:
    text = FRAGMENT if stage == "fragment" else COMPUTE
    module = compile_glsl(Program("glsl", stage, text.encode())).source
    return Program("spirv", stage, module, inputs(stage))


def inputs(stage: Stage) -> Inputs:
    if stage == "compute":
        data = b"".join(k.to_bytes(4, "little") for k in range(36))
        factor = Uniform("factor", (3).to_bytes(4, "little"), 1)
        return Inputs((factor,), (Buffer(0, data, (("uint", 36),)),), groups=(3, 3, 1))
    uniforms = (
        Uniform("scale", bytes.fromhex("0000803c"), 1),  # 1/64
        Uniform("shift", bytes.fromhex("0000003e"), 0, 1),  # 1/8
        Uniform("first", bytes.fromhex("0000803e"), push_constant=True),  # 1/4
        Uniform("second", bytes(12) + bytes.fromhex("0000803f"), push_constant=True, offset=16),
    )
    return Inputs(uniforms, width=14, height=10)


CALLS = {
    "MakePipelineTwice": "vkDestroyPipeline",
    "MakePlainPipelineFirst": "vkDestroyPipeline",
    "UsePipelineCache": "vkGetPipelineCacheData",
    "DerivePipeline": "vkDestroyPipeline",
    "CopyDescriptors": "vkAllocateDescriptorSets",
    "PushInParts": "vkCmdPushConstants",
    "UseSecondaryCommands": "vkCmdExecuteCommands",
    "RecordAgain": "vkEndCommandBuffer",
    "SubmitTwice": "vkQueueSubmit",
    "DrawInTiles": "vkCmdDraw",
    "DrawIndexed": "vkCmdDrawIndexed",
    "DrawIndirect": "vkCmdDrawIndirect",
    "SetViewportLate": "vkCmdSetViewport",
    "DispatchIndirect": "vkCmdDispatchIndirect",
    "DispatchInParts": "vkCmdDispatchBase",
}
"""What the host calls more often in these ways; in the others it calls the same differently."""


def test_the_host_does_what_a_way_means() -> None:
    asked = [
        (way, replace(plain, inputs=replace(plain.inputs, ways=ways)))
        for way in CALLS
        for plain in [program("fragment" if "fragment" in WAYS[way].stages else "compute")]
        for ways in [(), (way,)]
    ]
    counts = calls_of(TARGETS["lavapipe"].stages[0].worker, [given for _, given in asked])
    for (way, _), before, after in zip(asked[::2], counts[::2], counts[1::2], strict=True):
        assert after.get(CALLS[way], 0) > before.get(CALLS[way], 0), way


SPOILT = """
import sys
import msgspec
from aberration.core.program import Program
from aberration.targets.runner import Clock
from aberration.targets.runners.vulkan.commands import Commands
from aberration.targets.runners.vulkan.runner import VulkanRunner

options, program = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=tuple[dict, Program])
runner, run = VulkanRunner(), Commands.run

def spoil(commands, record, ways):
    run(commands, record, ways)
    runner._descriptors._arena.view[3] = 0

runner.open(options)
Commands.run = spoil
runner.run(program, Clock())
"""
"""Drives a program on a device that writes before the first buffer."""


@pytest.mark.parametrize("stage", ["fragment", "compute"])
def test_what_is_written_outside_of_buffers_ends_the_worker(stage: Stage) -> None:
    plain = program(stage)
    for ways, message in ((("GuardBuffers",), b"GuardBroken"), ((), b"")):
        given = replace(plain, inputs=replace(plain.inputs, ways=ways))
        worker = TARGETS["lavapipe"].stages[0].worker
        done = subprocess.run(
            [sys.executable, "-c", SPOILT],
            input=msgspec.msgpack.encode((dict(worker.options), given)),
            capture_output=True,
            env={**os.environ, **dict(worker.environment)},
            check=False,
            timeout=120,
        )
        assert (done.returncode != 0) == bool(message), done.stderr
        assert message in done.stderr


def driven(pool: TargetPool, driver: str, stage: Stage, *ways: str) -> Outcome:
    plain = program(stage)
    given = replace(plain, inputs=replace(plain.inputs, ways=ways))
    return pool.run(TARGETS[driver], given).outcome


@pytest.mark.parametrize("driver", EXECUTING)
@pytest.mark.parametrize("stage", ["fragment", "compute"])
def test_each_way_gives_the_same(pool: TargetPool, driver: str, stage: Stage) -> None:
    plain = driven(pool, driver, stage)
    assert isinstance(plain, Image | Buffers)
    for way in ways_of("vulkan", stage):
        assert driven(pool, driver, stage, way) == plain, way


@pytest.mark.parametrize("driver", EXECUTING)
@pytest.mark.parametrize("stage", ["fragment", "compute"])
def test_many_ways_at_once_give_the_same(pool: TargetPool, driver: str, stage: Stage) -> None:
    plain, rng = driven(pool, driver, stage), Rng.of(7, driver, stage)
    own = sorted(ways_of("vulkan", stage))
    assert driven(pool, driver, stage, *own) == plain
    for _ in range(12):
        ways = [way for way in rng.shuffled(own) if rng.below(2)]
        assert driven(pool, driver, stage, *ways) == plain, ways
