"""Shaders in text for tests of the ways to drive them: what they give says how they were driven."""

from __future__ import annotations

from typing import Final

from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.program import Language, Program, Stage

_FRAGMENT: Final = """layout(std140) uniform Scale { float scale; };
layout(std140) uniform Shift { float shift; };
uniform vec4 second;
out highp vec4 colour;
void main() {
    vec2 at = floor(gl_FragCoord.xy);
    colour = vec4(at.x * scale, at.y * scale + shift, gl_FrontFacing ? 1.0 : 0.5, second.w);
    colour.b += dFdx(at.x) / 4.0 + gl_FragCoord.z;
}
"""
_COMPUTE: Final = """layout(local_size_x = 4) in;
layout(std430, binding = 2) buffer Data { uint data[]; };
layout(std140, binding = 1) uniform Scale { uint factor; };
void main() {
    uint i = gl_GlobalInvocationID.x + 12u * gl_GlobalInvocationID.y;
    data[i] = data[i] * factor + gl_WorkGroupID.x + uint(data.length()) + gl_NumWorkGroups.y;
}
"""
_COUNTING: Final = """layout(std430, binding = 2) buffer Data { uint data[]; };
out highp vec4 colour;
void main() {
    uint before = atomicAdd(data[uint(gl_FragCoord.x) + WIDTHu * uint(gl_FragCoord.y)], 1u);
    colour = vec4(float(before + 1u) / 4.0, 0.0, 0.0, 1.0);
}
"""
_WGSL: Final = {
    "fragment": """@group(0) @binding(1) var<uniform> scale: f32;
@group(1) @binding(0) var<uniform> shift: f32;
@fragment fn main(
  @builtin(position) place: vec4<f32>, @builtin(front_facing) front: bool
) -> @location(0) vec4<f32> {
  let at = floor(place.xy);
  let last = select(0.5, 1.0, front) + dpdx(at.x) / 4.0 + place.z;
  return vec4<f32>(at.x * scale, at.y * scale + shift, last, 1.0);
}
""",
    "compute": """@group(0) @binding(2) var<storage, read_write> data: array<u32>;
@group(0) @binding(1) var<uniform> factor: u32;
@compute @workgroup_size(4) fn main(
  @builtin(global_invocation_id) id: vec3<u32>, @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) all: vec3<u32>
) {
  let i = id.x + 12u * id.y;
  data[i] = data[i] * factor + group.x + arrayLength(&data) + all.y;
}
""",
    "counting": """@group(0) @binding(2) var<storage, read_write> data: array<atomic<u32>>;
@fragment fn main(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
  let before = atomicAdd(&data[u32(place.x) + WIDTHu * u32(place.y)], 1u);
  return vec4<f32>(f32(before + 1u) / 4.0, 0.0, 0.0, 1.0);
}
""",
}


def driven_shader(language: Language, stage: Stage, head: str = "") -> Program:
    """Return a shader of a stage, whose text begins with this head."""
    own = _FRAGMENT if stage == "fragment" else _COMPUTE
    text = _WGSL[stage] if language == "wgsl" else head + own
    return Program(language, stage, text.encode(), _inputs(stage))


def counting_shader(language: Language, width: int, height: int, head: str = "") -> Program:
    """Return a shader whose colour says how often its pixel was drawn."""
    text = (_WGSL["counting"] if language == "wgsl" else head + _COUNTING).replace(
        "WIDTH", str(width)
    )
    count = width * height
    counts = Buffer(2, bytes(4 * count), (("uint", count),))
    return Program(
        language, "fragment", text.encode(), Inputs((), (counts,), width=width, height=height)
    )


def _inputs(stage: Stage) -> Inputs:
    if stage == "compute":
        data = b"".join(k.to_bytes(4, "little") for k in range(36))
        factor = Uniform("factor", (3).to_bytes(4, "little"), 1)
        return Inputs((factor,), (Buffer(2, data, (("uint", 36),)),), groups=(3, 3, 1))
    uniforms = (
        Uniform("scale", bytes.fromhex("0000803c"), 1),  # 1/64
        Uniform("shift", bytes.fromhex("0000003e"), 0, 1),  # 1/8
        Uniform("second", bytes(12) + bytes.fromhex("0000803f")),
    )
    return Inputs(uniforms, width=14, height=10)
