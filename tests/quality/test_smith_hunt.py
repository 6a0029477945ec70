"""The ledger of the hunt with `smith`: nothing twice, each bug told of, the tables up to date."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from experiments.smith_hunt.lanes import LANES
from experiments.smith_hunt.ledger import (
    Found,
    Record,
    by_bug,
    name_findings,
    named_findings,
    read_ledger,
)
from experiments.smith_hunt.report import END, PAGE, START, lines_of
from experiments.smith_hunt.workarounds import LANE_WORKAROUNDS, TURN_WORKAROUNDS, WORKAROUNDS

from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Buffers
from aberration.core.program import Program
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.read import read
from aberration.methods.shaders.shader_tests import ShaderTests

RECORDS = read_ledger()
DOCUMENT = (Path(__file__).parents[2] / "docs" / "bugs.md").read_text("utf-8")
NOT_OF_A_COMPILER = ("false: ", "set aside: ")


def record(*found: Found) -> Record:
    return Record("mesa-20", 7, "tiny", 3, {}, 4, 1.0, {}, {}, {}, found)


def test_no_campaign_stands_twice() -> None:
    keys = [one.key for one in RECORDS]
    assert RECORDS
    assert len({*keys}) == len(keys)
    assert {one.lane for one in RECORDS} <= {*LANES}


def test_each_bug_that_was_named_has_its_section() -> None:
    named = [bug for bug in by_bug(RECORDS) if bug and not bug.startswith(NOT_OF_A_COMPILER)]
    assert named
    assert [bug for bug in named if f"## {bug}\n" not in DOCUMENT] == []


def test_the_tables_are_those_of_the_ledger() -> None:
    page = PAGE.read_text("utf-8")
    assert START + "\n".join(lines_of(RECORDS)) + "\n" + END in page


def test_a_finding_is_named_by_its_id() -> None:
    one, two = Found("1-a", 1, "a", "wrong"), Found("2-a", 2, "a", "crash")
    (named,) = name_findings([record(one, two)], "mesa-20", 7, {"2-a": "some-bug"})
    assert [found.bug for found in named.findings] == ["", "some-bug"]
    assert [found.id for _, found in by_bug([named])["some-bug"]] == ["2-a"]
    with pytest.raises(KeyError, match="3-a"):
        name_findings([record(one, two)], "mesa-20", 7, {"3-a": "some-bug"})


def test_findings_that_have_a_name_are_known() -> None:
    records = [record(Found("1-a", 1, "a", "wrong"), Found("2-a", 2, "a", "crash"))]
    assert named_findings(records, "mesa-20", 7) == []
    named = name_findings(records, "mesa-20", 7, {"2-a": "some-bug"})
    assert named_findings(named, "mesa-20", 7) == ["2-a"]
    assert named_findings(named, "mesa-20", 8) == []


SHADER = """@group(0) @binding(0) var<storage, read_write> cells: vec3<u32>;
var<workgroup> shared_cells: array<u32, 2>;
@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) local_number: u32) {
    var local: vec3<u32>;
    local += abs(cells / cells.x) << cells;
    cells %= local + shared_cells[0];
}
"""
INPUTS = Inputs(buffers=(Buffer(0, struct.pack("<4I", 0, 40, 3, 0), (("uint", 4),)),))


@pytest.mark.parametrize("bug", [*WORKAROUNDS])
def test_a_workaround_writes_a_legal_program_of_the_same_result(bug: str) -> None:
    program = Program("wgsl", "compute", SHADER.encode(), INPUTS, name="cells")
    other = WORKAROUNDS[bug](program)
    shaders = ShaderTests("smith", 3)
    assert shaders.result(other) == shaders.result(program)
    assert other.source != program.source or bug == "naga-glsl-member-offset"


def test_members_lie_where_they_lie_by_themselves() -> None:
    text = b"struct A { @align(16) @size(8) b: u32, c: u32 }"
    program = Program("wgsl", "compute", text, INPUTS, name="members")
    assert WORKAROUNDS["naga-glsl-member-offset"](program).source == b"struct A { b: u32, c: u32 }"


def test_no_lane_is_idle_in_a_workgroup_of_eight() -> None:
    (apply,) = LANE_WORKAROUNDS.values()
    for text in (b"@compute @workgroup_size(1) fn main()", b"layout(local_size_x = 1) in;"):
        program = Program("glsl", "compute", text, INPUTS, name="lanes")
        assert b"8) " in apply(program).source


LOOPS = """#version 310 es
precision highp int;
layout(std430, binding = 0) buffer Cells { uint end; uint sum; };
layout(local_size_x = 1) in;
void main() {
    for (uint k = 0u; END; k++) {
        do {
            sum += k;
        } while (false);
    }
}
"""


@pytest.mark.parametrize(
    ("end", "total"), [("k < end", sum(range(40))), ("true", sum(range(10_000)))]
)
def test_loops_end_after_more_turns_than_an_invocation_takes(end: str, total: int) -> None:
    (apply,) = TURN_WORKAROUNDS.values()
    text = LOOPS.replace("END", end).encode()
    inputs = Inputs(buffers=(Buffer(0, struct.pack("<2I", 40, 0), (("uint", 2),)),))
    program = Program("essl", "compute", text, inputs, name="loops")
    shader = read(apply(program).source, "essl")
    result = execute(shader, "compute", inputs, Options(turns=30_000))
    assert isinstance(result, Buffers)
    assert struct.unpack("<2I", result.data[0])[1] == total
