"""Shaders whose results hang on specialisation constants, with values for some of them: each number
makes another one.
"""

from __future__ import annotations

import struct
from typing import Final, Literal

import msgspec

from aberration.core.constants import Constant, ConstantType
from aberration.core.inputs import Buffer, Inputs
from aberration.core.program import Program
from aberration.core.rng import Rng

MadeLanguage = Literal["glsl", "wgsl"]
WORDS: Final = 6
_NAMES: Final[dict[MadeLanguage, dict[ConstantType, str]]] = {
    "glsl": {"bool": "bool", "int": "int", "uint": "uint", "float": "float"},
    "wgsl": {"bool": "bool", "int": "i32", "uint": "u32", "float": "f32"},
}
_CONSTANTS: Final[tuple[tuple[str, ConstantType], ...]] = (
    ("length", "uint"),
    ("step", "int"),
    ("scale", "float"),
    ("flag", "bool"),
)
_GLSL: Final = """#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data {{ int data[6]; }};
{declared}
void main() {{
    int cells[length];
    for (int k = 0; k < int(length); ++k) cells[k] = k * step + {plain};
    int sum = 0;
    for (int k = 0; k < int(length); ++k) sum += cells[k];
    data[0] = sum;
    data[1] = flag ? {plain} : step;
    data[2] = floatBitsToInt(scale * 2.0 + 0.5);
    data[3] = derived;
    data[4] = int(length << 2u);
    if (flag) data[5] = {plain}; else data[5] = -step;
}}
"""
_WGSL: Final = """@group(0) @binding(0) var<storage, read_write> data: array<i32, 6>;
{declared}
@compute @workgroup_size(1) fn main() {{
    var cells: array<i32, 8>;
    for (var k = 0; k < i32(length); k++) {{ cells[k] = k * step + {plain}; }}
    var sum = 0;
    for (var k = 0; k < i32(length); k++) {{ sum += cells[k]; }}
    data[0] = sum;
    data[1] = select(step, {plain}, flag);
    data[2] = bitcast<i32>(scale * 2.0 + 0.5);
    data[3] = derived;
    data[4] = i32(length << 2u);
    if (flag) {{ data[5] = {plain}; }} else {{ data[5] = -step; }}
}}
"""


class _Declared(msgspec.Struct, frozen=True):
    """A constant of a text: `number` is None where the host names it."""

    name: str
    kind: ConstantType
    number: int | None
    default: int

    @property
    def id(self) -> str:
        return self.name if self.number is None else str(self.number)


def made(number: int, language: MadeLanguage) -> Program:
    """Return a shader that computes six integers from specialisation constants."""
    rng = Rng.of(number, "made constants", language)
    numbers = rng.shuffled(list(range(12)))
    declared = [
        _Declared(name, kind, _number(numbers[place], language, rng), _word(kind, name, rng))
        for place, (name, kind) in enumerate(_CONSTANTS)
    ]
    given = tuple(
        Constant(one.id, one.kind, _word(one.kind, one.name, rng))
        for one in declared
        if rng.chance(0.6)
    )
    factor = rng.between(2, 9)
    derived = f"step * {factor} - {'int' if language == 'glsl' else 'i32'}(length)"
    lines = [_line(one, language) for one in declared]
    lines.append(
        f"const int derived = {derived};"
        if language == "glsl"
        else f"override derived: i32 = {derived};"
    )
    text = (_GLSL if language == "glsl" else _WGSL).format(
        declared="\n".join(lines), plain=rng.between(3, 99)
    )
    buffer = Buffer(0, bytes(4 * WORDS), (("int", WORDS),))
    inputs = Inputs(buffers=(buffer,), constants=given)
    return Program(language, "compute", text.encode(), inputs, f"{language}-{number}")


def _number(number: int, language: MadeLanguage, rng: Rng) -> int | None:
    return None if language == "wgsl" and rng.chance(0.5) else number


def _word(kind: ConstantType, name: str, rng: Rng) -> int:
    if name == "length":
        return rng.between(1, 8)
    if kind == "bool":
        return rng.below(2)
    value = rng.between(-1000, 1000)
    packed = struct.pack("<f", value / 8) if kind == "float" else struct.pack("<i", value)
    return int.from_bytes(packed, "little")


def _line(one: _Declared, language: MadeLanguage) -> str:
    value = Constant(one.id, one.kind, one.default).value
    text = str(value).lower() if one.kind == "bool" else str(value)
    text += "u" if one.kind == "uint" else ""
    kind = _NAMES[language][one.kind]
    if language == "glsl":
        return f"layout(constant_id = {one.number}) const {kind} {one.name} = {text};"
    number = "" if one.number is None else f"@id({one.number}) "
    return f"{number}override {one.name}: {kind} = {text};"
