"""Memory barriers in C: workgroups of many sizes, one after the other, give what the Python
path gives.
"""

from __future__ import annotations

import struct

import pytest
from helpers.shading_runs import BothPaths, needs_compiler

from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Buffers
from aberration.languages.shading.interpret.trap import Trap
from aberration.languages.shading.read import read

_TEXT = """#version 450
layout(local_size_x = {size}) in;
layout(std430, binding = 0) coherent buffer Data {{ int data[]; }};
void main() {{
  uint first = gl_WorkGroupID.x * {size}u, lane = gl_LocalInvocationIndex;
  data[first + lane] = int(lane);
  for (uint k = 0u; k < {turns}u; k++) {{
    memoryBarrierBuffer(); barrier();
    int other = data[first + (lane + 1u) % {size}u];
    {between}
    data[first + lane] = other + 1;
  }}
}}
"""
_MET = "memoryBarrierBuffer(); barrier();"
_MISSED = "if (lane != k) memoryBarrierBuffer(); barrier();"


def _run(size: int, turns: int, between: str, groups: int = 1) -> BothPaths:
    text = _TEXT.format(size=size, turns=turns, between=between)
    data = Buffer(0, bytes(4 * size * groups), (("int", size * groups),))
    return BothPaths(read(text, "glsl"), "compute", Inputs(buffers=(data,), groups=(groups, 1, 1)))


@needs_compiler
@pytest.mark.parametrize(
    ("size", "turns", "groups"), [(2, 9, 5), (7, 4, 3), (64, 5, 2), (300, 2, 1)]
)
def test_values_go_round(size: int, turns: int, groups: int) -> None:
    both = _run(size, turns, _MET, groups)
    assert both.other is not None
    found = both.dispatch()
    assert isinstance(found, Buffers), str(found)
    assert both.other.is_fast
    expected = [(lane + turns) % size + turns for lane in range(size)] * groups
    assert list(struct.unpack(f"<{size * groups}i", found.data[0])) == expected
    assert both.dispatch() == found


@needs_compiler
@pytest.mark.parametrize("size", [2, 7, 64])
def test_one_memory_barrier_that_is_missed_is_told(size: int) -> None:
    found = _run(size, 3, _MISSED).dispatch()
    assert isinstance(found, Trap)
    assert found.kind == "race"
    assert found.message.endswith("of the workgroup without a barrier of storage memory between")
