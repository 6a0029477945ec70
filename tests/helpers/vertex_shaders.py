"""Small vertex shaders of our own, one for each way in which they give and take values."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.points import family, wgsl
from aberration.languages.shading.points.family import PointShader
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName

OLD_ESSL: Final = """#version 100
attribute vec3 position; attribute vec2 uv; attribute vec4 unused;
uniform mat4 matrix;
invariant varying vec2 place;
varying mediump mat2 turned[2];
invariant gl_Position;
void main() {
  place = uv; turned[1][0] = uv;
  gl_Position = matrix * vec4(position, 1.0);
}
"""
OLD_GLSL: Final = """#version 120
attribute mat3 turn; attribute float size;
centroid varying vec3 normal;
void main() {
  gl_PointSize = size; normal = turn[2];
  if (size > 1.0) return;
  gl_Position = vec4(normal, size);
}
"""
ESSL: Final = """#version 300 es
layout(location = 1) in vec4 position; in ivec2 number; in mat2 turn; in uint unused;
flat out ivec3 counted; smooth out vec4 colour; out vec3 kept;
void main() {
  counted = ivec3(number, gl_VertexID + gl_InstanceID);
  colour.xy = turn * position.xy;
  gl_Position = position; gl_PointSize = 3.0;
}
"""
NEW_ESSL: Final = """#version 320 es
precision mediump float;
in vec2 position;
layout(location = 3) out Passed { vec2 a; flat uint n; mediump float list[2]; } passed[2];
out vec4 alone;
precise gl_Position;
void fill(out vec4 target) { target = vec4(position, 0.0, 1.0); }
void main() {
  fill(alone);
  passed[1].n = 7u; passed[0].list[1] = position.x;
  gl_Position = alone;
}
"""
GLSL: Final = """#version 330 core
in vec3 position;
struct Light { vec3 colour; float reach; };
out Light lights[2];
flat out uint kind;
void main() {
  lights[0] = Light(position, 2.0); lights[1].reach = position.y;
  kind = 3u;
  gl_ClipDistance[1] = position.z; gl_ClipDistance[0] = gl_Position.x;
}
"""
NEW_GLSL: Final = """#version 460
layout(location = 2) in uvec3 position; layout(location = 0) in float x;
out Plain { vec4 colour; centroid vec2 uv; };
layout(location = 5) flat out int kind;
precise out float exact;
void main() {
  exact = x * 2.0;
  colour = vec4(position, x); uv = colour.xy; kind = int(position.x);
  gl_Position = colour;
}
"""
VULKAN: Final = """#version 450
out gl_PerVertex { vec4 gl_Position; float gl_PointSize; };
invariant out vec4 gl_Position; out float gl_ClipDistance[1];
void main() {
  gl_Position = vec4(gl_VertexIndex, gl_InstanceIndex, 0, 1); gl_ClipDistance[0] = 2.0;
}
"""
WGSL: Final = """
struct In { @location(0) position: vec3f, @location(3) kind: u32, @builtin(vertex_index) at: u32 };
struct Out { @builtin(position) place: vec4f, @location(0) uv: vec2f,
  @location(1) @interpolate(flat) kind: vec2u, @location(2) @interpolate(flat) n: i32 };
@vertex fn v(in: In, @location(1) uv: vec2f, @builtin(instance_index) one: u32) -> Out {
  return Out(vec4f(in.position, 1), uv, vec2u(in.kind, in.at), i32(one) - 1);
}
@vertex fn other() -> @builtin(position) vec4f { return vec4f(); }
"""
PLAIN_WGSL: Final = """
diagnostic(off, derivative_uniformity);
@vertex fn main(@location(2) p: vec4f) -> @invariant @builtin(position) vec4f { return p; }
"""
SHADERS: Final[tuple[tuple[LanguageName, str], ...]] = (
    ("essl", OLD_ESSL),
    ("glsl", OLD_GLSL),
    ("essl", ESSL),
    ("essl", NEW_ESSL),
    ("glsl", GLSL),
    ("glsl", NEW_GLSL),
    ("glsl", VULKAN),
    ("wgsl", WGSL),
    ("wgsl", PLAIN_WGSL),
)


def points_of(language: LanguageName, text: str) -> PointShader:
    """Return a vertex shader as a program under test."""
    as_points = wgsl.as_points if language == "wgsl" else family.as_points
    return as_points(read(text, language))
