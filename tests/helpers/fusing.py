"""Two small parts in each language, and what becomes of them when they are fused."""

from __future__ import annotations

from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program, Stage
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.methods.fuse.claim import check_relation
from aberration.methods.fuse.fusion import Fusion
from aberration.methods.fuse.part import Part, read_part
from aberration.methods.fuse.records.registry import Record
from aberration.methods.fuse.relations.registry import RELATIONS
from aberration.methods.shaders.executed import Executed, Undefined

HEADS = {
    "glsl": "#version 450\nlayout(location = 0) out vec4 colour;\n",
    "essl": "#version 310 es\nprecision highp float;\nlayout(location = 0) out vec4 colour;\n",
}
SMALL = Inputs(width=8, height=8)
TWICE = """float twice(float x) { float sum = x; sum += x; return sum; }
void main() {
  float red = gl_FragCoord.x / 16.0;
  float green = twice(red);
  colour = vec4(red, green * 0.25, 0.5, 1.0);
}
"""
COUNTS = """void main() {
  float total = 0.0;
  for (int i = 0; i < 4; i++) { total += 0.125; }
  vec2 place = gl_FragCoord.yx / 8.0;
  colour = vec4(place, total, 1.0);
}
"""
WGSL_TWICE = """fn twice(x: f32) -> f32 { var sum = x; sum += x; return sum; }
@fragment fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  var red = position.x / 16.0;
  var green = twice(red);
  return vec4f(red, green * 0.25, 0.5, 1.0);
}
"""
WGSL_COUNTS = """struct In { @builtin(position) place: vec4f }
struct Out { @location(0) colour: vec4f }
@fragment fn picture(given: In) -> Out {
  var total = 0.0;
  for (var i = 0; i < 4; i++) { total += 0.125; }
  return Out(vec4f(given.place.yx / 8.0, total, 1.0));
}
"""


def program(
    text: str,
    language: LanguageName = "glsl",
    inputs: Inputs = SMALL,
    name: str = "part",
    stage: Stage = "fragment",
) -> Program:
    """Return a program; a fragment shader in GLSL or ESSL is given without its head."""
    is_bare = language != "wgsl" and stage == "fragment" and "#version" not in text
    return Program(
        language, stage, ((HEADS[language] if is_bare else "") + text).encode(), inputs, name
    )


def part(given: Program, number: int = 0) -> Part:
    """Return a program as a part."""
    assert given.language in ("glsl", "essl", "wgsl")
    return read_part(given, read(given.source, given.language, given.name), number)


def fusion(first: Program, second: Program, relation: str = "average", weight: int = 64) -> Fusion:
    """Return two programs side by side."""
    return Fusion(part(first, 0), part(second, 1), RELATIONS[relation], weight)


def pair(language: LanguageName = "glsl", relation: str = "average") -> Fusion:
    """Return the two parts of this module side by side."""
    texts = (WGSL_TWICE, WGSL_COUNTS) if language == "wgsl" else (TWICE, COUNTS)
    first, second = (program(text, language) for text in texts)
    return fusion(first, second, relation)


def result(given: Program) -> Image | Buffers:
    """Return what a program gives, which must be defined."""
    found = Executed(given).result(given.inputs)
    assert not isinstance(found, Undefined), f"{found.reason}\n{given.source.decode()}"
    return found


def alone(given: Program) -> Image | Buffers:
    """Return what a part gives alone, colours as floats."""
    executed = Executed(given)
    compute = given.stage == "compute"
    found = executed.result(given.inputs) if compute else executed.float_image(given.inputs)
    assert not isinstance(found, Undefined), found.reason
    return found


def fused(made: Fusion, *records: Record, skipped: int = 0) -> str:
    """Return the text after some records, all of which apply but so many, once its result was found
    to be the relation of its parts' results.
    """
    assert sum(not record.apply(made) for record in records) == skipped
    whole = made.program("whole")
    check_relation(made, [alone(one.program) for one in made.parts], result(whole))
    return whole.source.decode()


def kernel(body: str, data: tuple[int, ...], *, before: str = "", size: int = 1) -> Program:
    """Return a compute shader in GLSL on a buffer of integers, `data`."""
    text = f"""#version 430
layout(local_size_x = {size}) in;
layout(std430, binding = 0) buffer Data {{ int data[{len(data)}]; }};
{before}
void main() {{ {body} }}
"""
    held = b"".join(number.to_bytes(4, "little", signed=True) for number in data)
    inputs = Inputs(buffers=(Buffer(0, held, (("int", len(data)),)),))
    return program(text, "glsl", inputs, "kernel", "compute")


def uniform(name: str, data: bytes) -> Uniform:
    """Return a uniform that lies outside of blocks."""
    return Uniform(name, data, -1)
