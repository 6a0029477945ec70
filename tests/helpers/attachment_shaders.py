"""Random fragment shaders that draw into several attachments: integers that wrap around, and floats
that are whole steps of 255; with depths, these are exact.
"""

from __future__ import annotations

from collections.abc import Sequence

from aberration.core.attachments import DEPTH, FORMATS, MOST, Attachment
from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.core.rng import Rng
from aberration.languages.shading.tree import LanguageName
from aberration.targets.front_end import compile_glsl

SIDE = 8
_HEADS = {
    "glsl": "#version 430\n",
    "essl": "#version 300 es\nprecision highp float;\nprecision highp int;\n",
}
_WGSL = {"float": "f32", "int": "i32", "uint": "u32"}
_VECTORS = {"float": "vec", "int": "ivec", "uint": "uvec"}
_MOST_BYTES = 32
"""Of a pixel in all attachments of WebGPU, where eight bits a channel count as two and more."""


def attachments_of(rng: Rng, language: LanguageName) -> tuple[Attachment, ...]:
    """Return one to five attachments, with gaps between their locations or without; in WGSL those
    that WebGPU has room for.
    """
    count = rng.between(1, 5)
    anywhere = sorted(rng.shuffled(range(MOST))[:count])
    locations = range(count) if rng.chance(0.5) else anywhere
    of_three = ("rgb8", "rgb32i", "rgb32ui")
    formats = [one for one in FORMATS if language != "wgsl" or one not in of_three]
    found = [Attachment(place, rng.choose(formats)) for place in locations]
    while language == "wgsl" and sum(map(_webgpu_bytes, found)) > _MOST_BYTES:
        found.pop()
    return tuple(found)


def attachment_shader(number: int, language: LanguageName) -> Program:
    """A shader in a language, by its number; each output is written once, and some pixels are
    discarded.
    """
    rng = Rng.of(number, "attachments")
    attachments = attachments_of(rng, language)
    values = [[_term(rng) for _ in range(one.channels)] for one in attachments]
    dropped = f"({_term(rng)} & 7u) == 0u"
    write = _in_wgsl if language == "wgsl" else _in_glsl
    text = write(attachments, values, dropped, language)
    inputs = Inputs(width=SIDE, height=SIDE, attachments=attachments)
    return Program(language, "fragment", text.encode(), inputs, f"attachments-{number}")


def attachment_module(number: int) -> Program:
    """The same in SPIR-V."""
    return compile_glsl(attachment_shader(number, "glsl"))


def depth_shader(number: int, language: LanguageName) -> Program:
    """A shader that gives a depth, and in most cases up to two colours."""
    rng = Rng.of(number, "depths")
    colours = attachments_of(rng, language)[: rng.between(0, 2)]
    values = [[_term(rng) for _ in range(one.channels)] for one in colours]
    dropped = f"({_term(rng)} & 7u) == 0u"
    is_wgsl = language == "wgsl"
    place = "made.depth" if is_wgsl else "gl_FragDepth" if rng.chance(0.5) else "depth"
    write = _in_wgsl if is_wgsl else _in_glsl
    text = write(colours, values, dropped, language, (place, _depth_lines(rng, place, language)))
    # Vulkan has no ESSL 3.00.
    text = text.replace("#version 300 es", "#version 310 es")
    attachments = (*colours, Attachment(DEPTH, "d32f"))
    inputs = Inputs(width=SIDE, height=SIDE, attachments=attachments)
    return Program(language, "fragment", text.encode(), inputs, f"depths-{number}")


def depth_module(number: int) -> Program:
    """The same in SPIR-V."""
    return compile_glsl(depth_shader(number, "glsl"))


def _depth_lines(rng: Rng, place: str, language: LanguageName) -> list[str]:
    """Statements that leave a number from 0 to 1 of at most 24 bits at a place."""
    made, count = ("f32", "var i") if language == "wgsl" else ("float", "uint i")

    def depth() -> str:
        return f"{made}({_term(rng)} & 65535u) * 0.0000152587890625"

    lines = [f"{place} = {depth()};"]
    if rng.chance(0.5):
        other = rng.choose((depth(), "1.0", "0.0"))
        lines.append(f"if (({_term(rng)} & 3u) == 0u) {{ {place} = {other}; }}")
    if rng.chance(0.5):
        loop = f"for ({count} = 0u; i < ({_term(rng)} & 3u); i++)"
        lines.append(f"{loop} {{ {place} = {place} * 0.5 + 0.25; }}")
    return lines


def _webgpu_bytes(one: Attachment) -> int:
    return 8 if one.format == "rgba8" else 4 * one.channels


def _term(rng: Rng) -> str:
    """An unsigned integer of the pixel."""
    text = rng.choose(("x", "y"))
    for _ in range(rng.between(1, 3)):
        operation, literal = rng.choose(("+", "*", "^")), rng.between(1, 0xFFFFFF)
        text = f"({text} {operation} {rng.choose(('x', 'y', f'{literal}u'))})"
    return text


def _component(term: str, one: Attachment, language: LanguageName) -> str:
    if one.scalar == "uint":
        return term
    if one.scalar == "int":
        return f"bitcast<i32>({term})" if language == "wgsl" else f"int({term})"
    return f"{'f32' if language == 'wgsl' else 'float'}({term} & 255u) / 255.0"


def _in_glsl(
    attachments: Sequence[Attachment],
    values: Sequence[Sequence[str]],
    dropped: str,
    language: LanguageName,
    depth: tuple[str, Sequence[str]] = ("", ()),
) -> str:
    lines = []
    for one in attachments:
        type = one.scalar if one.channels == 1 else f"{_VECTORS[one.scalar]}{one.channels}"
        lines.append(f"layout(location = {one.location}) out {type} o{one.location};")
    lines += ["void main() {", "uint x = uint(gl_FragCoord.x);", "uint y = uint(gl_FragCoord.y);"]
    lines.append(f"if ({dropped}) discard;")
    for one, terms in zip(attachments, values, strict=True):
        parts = ", ".join(_component(term, one, language) for term in terms)
        type = one.scalar if one.channels == 1 else f"{_VECTORS[one.scalar]}{one.channels}"
        lines.append(f"o{one.location} = {type}({parts});")
    place, statements = depth
    if place == "depth":
        lines += ["float depth;", *statements, "gl_FragDepth = depth;"]
    else:
        lines += statements
    return _HEADS[language] + "\n".join([*lines, "}", ""])


def _in_wgsl(
    attachments: Sequence[Attachment],
    values: Sequence[Sequence[str]],
    dropped: str,
    language: LanguageName,
    depth: tuple[str, Sequence[str]] = ("", ()),
) -> str:
    types = [
        _WGSL[one.scalar] if one.channels == 1 else f"vec{one.channels}<{_WGSL[one.scalar]}>"
        for one in attachments
    ]
    pairs = list(zip(attachments, types, strict=True))
    members = [f"@location({one.location}) o{one.location}: {type}," for one, type in pairs]
    place, statements = depth
    members += ["@builtin(frag_depth) depth: f32,"] if place else []
    lines = ["struct Outputs {", *members, "}"]
    lines += ["@fragment fn main(@builtin(position) place: vec4<f32>) -> Outputs {"]
    lines += ["let x = u32(place.x);", "let y = u32(place.y);", "var made: Outputs;"]
    lines.append(f"if ({dropped}) {{ discard; }}")
    for (one, type), terms in zip(pairs, values, strict=True):
        parts = ", ".join(_component(term, one, language) for term in terms)
        lines.append(f"made.o{one.location} = {type}({parts});")
    return "\n".join([*lines, *statements, "return made;", "}", ""])
