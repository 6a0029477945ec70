"""Built-in functions by the one table: under another name, with scalars spread, by operators,
or written out.
"""

from __future__ import annotations

import pytest
from helpers.translated import compute, everywhere, fragment, refused, wgsl

from aberration.core.errors import Untranslatable
from aberration.languages.shading.builtins.table import ROWS
from aberration.languages.shading.translate.glsl.builtins import RULES as FAMILY_RULES
from aberration.languages.shading.translate.wgsl.builtins import RULES as WGSL_RULES

INTEGERS = (
    "bitfieldExtract(x, 3, 7)",
    "int(bitfieldExtract(uint(x), 0, 0))",
    "bitfieldInsert(x, 5, 28, 4)",
    "bitfieldInsert(x, 9, 7, 0)",
    "bitfieldReverse(x)",
    "bitCount(x)",
    "findLSB(x)",
    "findMSB(x)",
    "findMSB(uint(x))",
    "findMSB(ivec2(x, ~x)).y",
    "abs(x >> 1)",
    "sign(x)",
    "min(x, 3)",
    "max(ivec2(x, 2), 7).y",
    "clamp(x, -9, 9)",
    "clamp(ivec3(x), 0, 5).z",
    "int(x < 0) * 3",
)
"""Expressions of an integer `x`, in GLSL."""
FLOATS = (
    "mod(f, 3.0)",
    "mod(vec2(f), 2.0).y",
    "roundEven(f)",
    "trunc(f)",
    "fract(f)",
    "step(1.5, f)",
    "smoothstep(0.0, 1.0, vec2(0.5)).y",
    "mix(vec2(1.0), vec2(f), 0.25).x",
    "mix(1.0, f, true)",
    "mix(vec2(1.0), vec2(f), bvec2(true, false)).y",
    "clamp(vec2(f), 0.0, 1.0).y",
    "fma(f, 2.0, 1.0)",
    "ldexp(f, 3)",
    "float(isnan(f)) + float(isinf(f)) * 2.0",
    "dot(f, 2.0)",
    "dot(vec2(f), vec2(2.0))",
    "normalize(f + 0.5)",
    "length(vec2(3.0, 4.0) * f)",
    "outerProduct(vec2(1.0, f), vec3(3.0, 4.0, 5.0))[2].y",
    "matrixCompMult(mat2(3.0), mat2(f))[1].y",
    "transpose(mat2x3(1.0, 2.0, f, 4.0, 5.0, 6.0))[2].x",
    "determinant(mat2(f, 1.0, 2.0, 3.0))",
    "inversesqrt(4.0)",
    "faceforward(vec2(f), vec2(1.0), vec2(2.0)).y",
    "atan(f, 2.0) * 0.0",
    "max(f, 2.0)",
    "min(vec3(f), 1.0).z",
    "float(any(lessThan(vec2(f, 1.0), vec2(2.0))))",
    "float(all(not(greaterThanEqual(vec2(f), vec2(9.0)))))",
    "float(any(notEqual(vec2(f), vec2(1.0))))",
    "intBitsToFloat(floatBitsToInt(f) + 1)",
    "uintBitsToFloat(floatBitsToUint(f))",
    "float(packHalf2x16(vec2(f, 1.0)) & 255u)",
    "unpackUnorm4x8(255u).x + f",
)
"""Expressions of a float `f`, in GLSL."""
WGSL = (
    "clamp(x, 7, data[1] - 9)",
    "i32(clamp(u, 9u, u % 5u))",
    "countLeadingZeros(x)",
    "countTrailingZeros(x)",
    "countOneBits(x)",
    "firstLeadingBit(x)",
    "firstTrailingBit(x)",
    "reverseBits(x)",
    "extractBits(x, u + 20u, 20u - u)",
    "i32(extractBits(u32(x), u + 31u, 9u - u * 3u))",
    "insertBits(x, 77, 4u, 30u - u)",
    "insertBits(x, 3, u + 31u, u)",
    "abs(x)",
    "min(x, 3)",
    "select(x, 4, x > 2)",
    "select(vec2(x), vec2(1, 2), vec2(x > 2, x < 9)).y",
    "dot(vec3(x), vec3(1, 2, 3))",
    "clamp(x, -5, 5)",
    "sign(x)",
    "i32(saturate(f) * 4.0)",
    "i32(round(f * 0.5))",
    "i32(fma(f, 2.0, 1.0))",
    "i32(sqrt(f * f))",
    "i32(all(x > 3)) + i32(any(vec2(true, x > 3)))",
    "i32(fract(f * 0.25) * 8.0)",
    "i32(pack4x8unorm(vec4f(0.5, 1.0, 0.0, 0.25)))",
    "i32(ldexp(f, 2))",
    "firstLeadingBit(vec2(x, -2)).y",
)
"""Expressions of an `i32` x, an `f32` f and a `u32` u that is 2, in WGSL."""


@pytest.mark.parametrize("expression", INTEGERS)
def test_functions_of_integers(expression: str) -> None:
    everywhere(
        compute(
            "glsl",
            (
                f"void main() {{ for (int i = 0; i < 8; i++) {{ int x = data[i]; data[i] = "
                f"int({expression}); }} }}"
            ),
        )
    )


@pytest.mark.parametrize("expression", FLOATS)
def test_functions_of_floats(expression: str) -> None:
    program = compute(
        "glsl",
        (
            f"void main() {{ float f = float(data[0]) * 0.5; data[1] = "
            f"int(float({expression}) * 64.0); }}"
        ),
    )
    assert len(wgsl(program)) > 0
    everywhere(program, least=3)


@pytest.mark.parametrize("expression", WGSL)
def test_functions_of_wgsl(expression: str) -> None:
    body = (
        "let u = u32(data[6]) + 1u; for (var i = 0; i < 8; i++) { let x = data[i]; let f = "
        "f32(x % 100);"
    )
    everywhere(
        compute(
            "wgsl", f"@compute @workgroup_size(1) fn main() {{ {body} data[i] = {expression}; }} }}"
        ),
        least=3,
    )


def test_functions_that_give_more_than_one_number() -> None:
    program = compute(
        "glsl",
        "void main() { for (int i = 0; i < 4; i++) { int x = data[i]; uint c, hi, lo; uint s = "
        "uaddCarry(uint(x), 4000000000u, c); umulExtended(uint(x), 3000000007u, hi, lo);"
        " int h, l; imulExtended(x, -7654321, h, l); uvec2 b; uvec2 t = usubBorrow(uvec2(x, "
        "5), uvec2(7, x), "
        "b); float w; float f = modf(3.75 * float(i), w); int e; float g = frexp(float(i) + "
        "0.5, e);"
        " data[i] = int(s + c * 3u + hi * 5u + lo) + h * 11 + l; data[i + 4] = int(t.x ^ "
        "t.y) + int(b.x + 2u "
        "* b.y) + int(f * 100.0 + w + g * 1000.0) + e; } }",
    )
    text = wgsl(program)
    assert "exact_umulExtended_u32" in text
    everywhere(program)


def test_bits_in_versions_that_have_no_functions_for_them() -> None:
    shader = (
        "@fragment fn main(@builtin(position) p: vec4f) -> @location(0) vec4f { let x = "
        "i32(p.x) * 77777; "
        "let v = extractBits(x, 3u, 9u) + countOneBits(x) + firstLeadingBit(x) + "
        "reverseBits(x & 7) + "
        "countLeadingZeros(x) + insertBits(x, 5, 2u, 4u) + countTrailingZeros(x); return "
        "vec4f(vec3f(vec3u(u32(v), u32(v) >> 8u, u32(v) >> 16u) & vec3u(255u)) / 255.0, 1.0); }"
    )
    texts = everywhere(fragment("wgsl", shader), least=6)
    assert "bitfieldExtract" not in texts["glsl", 330]
    assert "exact_bitCount" not in texts["glsl", 460]


def test_what_cannot_be_written_out_is_refused() -> None:
    assert (
        refused(
            fragment("glsl", "void main() { colour = vec4(inverse(mat2(2.0))[0], 0.0, 1.0); }"),
            "wgsl",
        ).reason
        == "built-in function"
    )
    packed = fragment("glsl", "void main() { colour = unpackUnorm4x8(packUnorm4x8(vec4(0.5))); }")
    assert refused(packed, "glsl", 330).reason == "built-in function"


def test_every_rule_names_a_row_of_the_table() -> None:
    names = {row.name for row in ROWS}
    assert set(WGSL_RULES) <= names
    assert set(FAMILY_RULES) <= names


def test_textures_are_refused_by_name() -> None:
    error = refused(
        fragment(
            "wgsl",
            "@group(0) @binding(0) var t: texture_2d<f32>; @fragment fn main() -> "
            "@location(0) vec4f { return "
            "textureLoad(t, vec2i(0), 0); }",
        ),
        "glsl",
        460,
    )
    assert isinstance(error, Untranslatable)
    assert error.reason == "textures"
