"""Variables by kind, built-in inputs, colours of pixels."""

from __future__ import annotations

import pytest
from helpers.corpus import programs
from helpers.fragments import both, emitted, fragment
from helpers.interpret import bits, number, shader
from helpers.transform import module_of

from aberration.core.inputs import Inputs
from aberration.languages.spirv.enums import BuiltIn, Decoration, StorageClass
from aberration.languages.spirv.interpret.interface import (
    Interface,
    compute_input,
    fragment_input,
    unorm8,
)
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.interpret.outputs import Outputs, pixel_bytes
from aberration.languages.spirv.interpret.undefined import Refused, Undefined
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate

SAMPLE_MASK = 20
"""The number of a built-in that says which samples are covered."""


def interface_of(module: Module) -> Interface:
    return Interface(module, Leaves(module))


def test_a_compute_shader() -> None:
    interface = interface_of(Module.parse(shader("WRITE 0 %x", size=8)))
    assert interface.stage == "compute"
    assert interface.local_size == (8, 1, 1)
    buffers = interface.of_storage(StorageClass.STORAGE_BUFFER)
    assert [interface.place(buffer) for buffer in buffers] == [(0, 0), (0, 1)]
    assert len(interface.block_cells(buffers[0], Inputs())) == 16384


def test_inputs_from_a_vertex_shader_are_refused() -> None:
    with pytest.raises(Refused, match="an input from a vertex shader"):
        interface_of(module_of(""))


def test_built_in_inputs() -> None:
    assert fragment_input(BuiltIn.FRAG_COORD, 3, 7) == (3.5, 7.5, 0.0, 1.0)
    place = ((4, 5, 6), (8, 2, 2), (1, 2, 3), (5, 1, 0))
    assert compute_input(BuiltIn.NUM_WORKGROUPS, *place) == (4, 5, 6)
    assert compute_input(BuiltIn.GLOBAL_INVOCATION_ID, *place) == (13, 5, 6)
    assert compute_input(BuiltIn.LOCAL_INVOCATION_INDEX, *place) == (13,)
    assert compute_input(BuiltIn.WORKGROUP_ID, *place) == (1, 2, 3)


def test_channels_between_two_steps_go_to_the_even_one() -> None:
    half = number(bits(56.5 / 255.0))
    assert half * 255.0 > 56.5
    assert unorm8(half) == 56
    assert unorm8(number(bits(57.5 / 255.0))) == 58


@pytest.mark.parametrize(
    ("value", "channel"), [(-1.0, 0), (0.0, 0), (0.5, 128), (0.25, 64), (1.0, 255), (7.0, 255)]
)
def test_channels_are_clamped_and_rounded(value: float, channel: int) -> None:
    assert unorm8(value) == channel


DEPTH = """
       %float_output = OpTypePointer Output %float
       %depth = OpVariable %float_output Output
"""


def _with_depth(built_in: str, modes: str = "") -> bytes:
    return fragment(
        f"OpStore %depth %f1\n{emitted('%x', '%y')}\nOpReturn",
        globals_=DEPTH,
        interface="%depth",
        modes=f"{modes}\nOpDecorate %depth BuiltIn {built_in}",
    )


def test_a_depth_that_nobody_tests_changes_nothing() -> None:
    modes = "OpExecutionMode %main DepthReplacing\nOpExecutionMode %main DepthGreater"
    found = both(_with_depth("FragDepth", modes))
    assert found == both(fragment(f"{emitted('%x', '%y')}\nOpReturn"))


def test_other_built_in_outputs_are_refused() -> None:
    data = _with_depth("FragDepth", "OpExecutionMode %main DepthReplacing")
    module = Module.parse(data)
    (mark,) = [
        mark
        for mark in module.by_opcode(OpDecorate)
        if mark.ops[1:] == [Decoration.BUILT_IN, BuiltIn.FRAG_DEPTH]
    ]
    module.set_operands(mark, [*mark.ops[:2], SAMPLE_MASK])
    with pytest.raises(Refused, match="a built-in or a block"):
        interface_of(module)


def test_colours() -> None:
    program = programs("references")[0]
    outputs = Outputs(interface_of(Module.parse(program.source)))
    assert outputs.colour((0.0, 0.25, 0.5, 1.0)) == (0.0, 0.25, 0.5, 1.0)
    with pytest.raises(Undefined, match="component 2"):
        outputs.colour((0.0, 0.0, None, 1.0))
    with pytest.raises(Undefined, match="component 0"):
        outputs.colour((float("nan"), 0.0, 0.0, 1.0))
    assert pixel_bytes((0.0, 0.5, 1.0, 2.0), "rgba8") == bytes([0, 128, 255, 255])
    assert pixel_bytes(None, "rgba8") == bytes(4)
    assert pixel_bytes(None, "rgba32f") == bytes(16)
