"""Values that the inputs give to specialisation constants of shaders: both paths of the interpreter
take them.
"""

from __future__ import annotations

import struct

import pytest
from helpers.made_constants import WORDS, MadeLanguage, made

from aberration.core.constants import Constant, ConstantType
from aberration.core.errors import BadInput
from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Buffers
from aberration.languages.native.compiler import available
from aberration.languages.shading.checker import check
from aberration.languages.shading.given_constants import numbered_constants, with_given_constants
from aberration.languages.shading.interpret.options import Options, Path
from aberration.languages.shading.interpret.run import Interpreter, execute
from aberration.languages.shading.interpret.trap import Refused
from aberration.languages.shading.read import Shader, read
from aberration.languages.shading.tree import LanguageName

GLSL = """#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { int data[6]; };
const int four = 4;
layout(constant_id = 3) const int whole = 5;
layout(constant_id = four + 3) const uint natural = 6u;
layout(constant_id = 0) const float real = 0.5;
layout(constant_id = 1) const bool flag = false;
const int twice = whole * 2;
void main() {
    int cells[natural];
    data[0] = whole;
    data[1] = int(natural) + cells.length();
    data[2] = floatBitsToInt(real);
    data[3] = flag ? 1 : 2;
    data[4] = twice;
}
"""
WGSL = """@group(0) @binding(0) var<storage, read_write> data: array<i32, 6>;
@id(3) override whole = 5;
@id(7) override natural = 6u;
override real: f32 = 0.5;
override flag = false;
override twice = whole * 2;
override needed: i32;
@compute @workgroup_size(1) fn main() {
    data[0] = whole;
    data[1] = i32(natural) * 2;
    data[2] = bitcast<i32>(real);
    data[3] = select(2, 1, flag);
    data[4] = twice;
    data[5] = needed;
}
"""
PATHS: tuple[Path, ...] = ("python", "c")
ALL: dict[str, tuple[tuple[str, ConstantType, int], ...]] = {
    "glsl": (
        ("3", "int", 0x80000000),
        ("7", "uint", 2),
        ("0", "float", 0xC0200000),
        ("1", "bool", 1),
    ),
    "wgsl": (
        ("3", "int", 0x80000000),
        ("7", "uint", 2),
        ("real", "float", 0xC0200000),
        ("flag", "bool", 1),
        ("needed", "int", 0xFFFFFFFF),
    ),
}


def shader(language: LanguageName) -> Shader:
    return read(GLSL if language == "glsl" else WGSL, language)


def run(language: LanguageName, path: Path, *given: Constant) -> tuple[int, ...]:
    if path == "c" and not available():
        pytest.skip("no C compiler is here")
    buffer = Buffer(0, bytes(4 * WORDS), (("int", WORDS),))
    inputs = Inputs(buffers=(buffer,), constants=given)
    found = execute(shader(language), "compute", inputs, Options(path=path))
    assert isinstance(found, Buffers)
    return struct.unpack(f"<{WORDS}i", found.data[0])


@pytest.mark.parametrize("path", PATHS)
def test_given_values_take_the_place_of_those_in_the_text(path: Path) -> None:
    least, real = -(2**31), 0xC0200000 - 2**32
    for language in ("glsl", "wgsl"):
        given = [Constant(*one) for one in ALL[language]]
        last = 0 if language == "glsl" else -1
        name: LanguageName = "glsl" if language == "glsl" else "wgsl"
        # The product wraps to zero.
        assert run(name, path, *given) == (least, 4, real, 1, 0, last)


@pytest.mark.parametrize("path", PATHS)
def test_the_others_keep_theirs(path: Path) -> None:
    assert run("glsl", path) == (5, 12, 0x3F000000, 2, 10, 0)
    assert run("glsl", path, Constant("3", "int", 7)) == (7, 12, 0x3F000000, 2, 14, 0)
    needed = Constant("needed", "int", 1)
    other = Constant("9", "int", 7)
    assert run("wgsl", path, needed, other) == (5, 12, 0x3F000000, 2, 10, 1)


def test_a_shader_is_made_ready_again_for_other_values() -> None:
    inputs = Inputs(buffers=made(0, "glsl").inputs.buffers)
    given = Inputs(buffers=inputs.buffers, constants=(Constant("3", "int", 9),))
    first = Interpreter(shader("glsl"), "compute", inputs)
    second = Interpreter(shader("glsl"), "compute", given, compiled=first.compiled)
    assert second.compiled is not first.compiled
    third = Interpreter(shader("glsl"), "compute", given, compiled=second.compiled)
    assert third.compiled is second.compiled


def test_numbers_and_names() -> None:
    expected = {
        "glsl": ["3", "7", "0", "1"],
        "wgsl": ["3", "7", "real", "flag", "twice", "needed"],
    }
    names: tuple[LanguageName, ...] = ("glsl", "wgsl")
    for language in names:
        found = shader(language)
        typing = check(found.module, "compute", found.source)
        assert [key for key, _ in numbered_constants(typing)] == expected[language]


def test_nothing_given_changes_nothing() -> None:
    found = shader("glsl")
    assert with_given_constants(found, "compute", ()) is found
    same = with_given_constants(found, "compute", (Constant("9", "int", 1),))
    assert same.module == found.module


@pytest.mark.parametrize(
    ("constant", "reason"),
    [
        (Constant("3", "uint", 5), "specialisation constant 3 is int, and uint is given"),
        (Constant("0", "float", 0x7F800000), "specialisation constant 0 is given no normal number"),
        (Constant("0", "float", 1), "specialisation constant 0 is given no normal number"),
    ],
)
def test_values_that_do_not_fit_are_refused_by_name(constant: Constant, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        with_given_constants(shader("glsl"), "compute", (constant,))
    with pytest.raises(Refused, match=reason):
        run("glsl", "python", constant)


@pytest.mark.parametrize("language", ["glsl", "wgsl"])
def test_both_paths_agree_on_made_shaders(language: MadeLanguage) -> None:
    if not available():
        pytest.skip("no C compiler is here")
    for number in range(8):
        program = made(number, language)
        found = read(program.source, language)
        results = [execute(found, "compute", program.inputs, Options(path=path)) for path in PATHS]
        assert isinstance(results[0], Buffers)
        assert results[0] == results[1]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("var<workgroup> w: array<u32, n>;", "an array whose size hangs on an override"),
        ("var<workgroup> w: array<u32, 2 * n>;", "an array whose size hangs on an override"),
        ("@workgroup_size(n)", "the value of workgroup_size, which is not known"),
    ],
)
def test_sizes_that_hang_on_an_override_are_refused_by_name(text: str, reason: str) -> None:
    size = text if text.startswith("@") else "@workgroup_size(1)"
    declared = "" if text.startswith("@") else text
    whole = f"override n: u32 = 4; {declared} @compute {size} fn main() {{}}"
    for given in ((), (Constant("n", "uint", 6),)):
        with pytest.raises(Refused, match=reason):
            execute(read(whole, "wgsl"), "compute", Inputs(constants=given))
