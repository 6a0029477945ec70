"""What an entry point of WGSL takes from the stage before it."""

from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.checker import check
from aberration.languages.shading.read import read
from aberration.languages.shading.stage_inputs import (
    entry_of,
    inputs_of_entry,
    located_inputs,
    struct_node,
)
from aberration.languages.shading.types import Struct

TEXT = """
struct Passed { @builtin(position) place: vec4f, @location(0) uv: vec2f, @location(1) n: vec3f };
@vertex fn v(@location(0) p: vec4f, @builtin(vertex_index) k: u32) -> Passed {
  return Passed(p, p.xy, p.xyz * f32(k));
}
@fragment fn f(i: Passed, @location(2) @interpolate(flat) id: u32) -> @location(0) vec4f {
  return vec4f(i.uv, i.n.x, f32(id));
}
@fragment fn g(@builtin(position) p: vec4f) -> @location(0) vec4f { return p; }
"""


def inputs(stage: Stage, text: str = TEXT) -> tuple[str, ...]:
    return inputs_of_entry(check(read(text, "wgsl").module, stage), stage)


def test_parameters_and_members_of_structures_have_locations() -> None:
    assert inputs("fragment") == ("uv", "n", "id")
    assert inputs("vertex") == ("p",)


def test_other_entry_points_ask_for_nothing() -> None:
    assert inputs("compute") == ()
    assert inputs("fragment", TEXT[TEXT.index("@fragment fn g") :]) == ()


def test_inputs_have_types_and_structures_their_declarations() -> None:
    typing = check(read(TEXT, "wgsl").module, "vertex")
    assert [(one.name, type.wgsl) for one, type in located_inputs(typing, "fragment")] == [
        ("uv", "vec2<f32>"), ("n", "vec3<f32>"), ("id", "u32"),
    ]  # fmt: skip
    entry = entry_of(typing, "fragment")
    assert entry is not None
    assert entry.name == "f"
    assert entry_of(typing, "compute") is None
    type = typing.declared[id(entry.params[0])].type
    assert isinstance(type, Struct)
    assert struct_node(typing, type).name == "Passed"
