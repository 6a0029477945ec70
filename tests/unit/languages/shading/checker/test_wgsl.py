"""The checker of WGSL: what it says is wrong, constants, and what is checked again.

Tint (of 2025) rejects each fault, too, but the array in the uniform space, which newer ones lay out
more freely.
"""

import pytest
from helpers.shading_mutants import PROGRAMS

from aberration.core.errors import BadInput, MalformedShader
from aberration.languages.shading.checker import Typing, check
from aberration.languages.shading.read import Shader, read
from aberration.languages.shading.tree import Literal, Variable
from aberration.languages.shading.tree.walk import find, rewrite
from aberration.languages.shading.types import Reference

COMPUTE = "@compute @workgroup_size(1) fn main() { "


def checked(text: str) -> tuple[Shader, Typing]:
    shader = read(text, "wgsl", "a.wgsl")
    return shader, check(shader.module, source=shader.source)


FAULTS = [
    ("let a: i32 = 1.5;", "expected 'i32' as the value, came 'abstract-float'"),
    ("let a = 1u + 1i;", "'+' takes no operands 'u32' and 'i32'"),
    ("let a = 5000000000;", "the value 5000000000 cannot be represented as 'i32'"),
    (
        "const a = 2147483647i; const b: i32 = a / 0;",
        "expected a divisor other than 0 after '/', came 0",
    ),
    ("const a = 1 << 100u; let b = 1i << 40u;", "cannot be represented as 'abstract-int'"),
    ("let a = 1i << 32u;", "expected a shift by less than 32, came 32"),
    (
        "const a = -2147483648 / -1; let b: i32 = a;",
        "the value 2147483648 cannot be represented as 'i32'",
    ),
    ("let a = sqrt(-1.0);", "a constant expression may not call sqrt where x < 0"),
    ("let a = exp(1000f);", "cannot be represented as 'f32'"),
    ("var x = 2.0; x = clamp(x, 2.0, 1.0);", "clamp may not be called where low > high"),
    (
        "var x = 2.0; x = smoothstep(1.0, 1.0, x);",
        "smoothstep may not be called where edge0 = edge1",
    ),
    (
        "let a = smoothstep(1.0, 1.0, 0.5);",
        "a constant expression may not call smoothstep where edge0 = edge1",
    ),
    ("var x = 2; x = 1.0;", "expected 'i32' to assign, came 'abstract-float'"),
    (
        "let x = 2; x = 1;",
        "expected a variable or a part of one to assign to, came a value of type 'i32'",
    ),
    (
        "var v: vec2<f32>; let p = &v.x;",
        "expected a variable after '&', came a component of a vector",
    ),
    ("var a: array<i32, 3>; a[3] = 1;", "expected an index into 'array<i32, 3>', came 3"),
    ("var a: array<i32, 3>; a[-1] = 1;", "expected an index into 'array<i32, 3>', came -1"),
    ("if 1 { }", "expected a bool as the condition, came 'abstract-int'"),
    ("loop { }", "expected a way out of the loop, came none"),
    ("for (;;) { continue; }", "expected a way out of the loop, came none"),
    ("switch 1 { case 1: { } }", "expected one default in a switch, came 0"),
    (
        "switch 1 { case 1, 1: { } default: { } }",
        "expected each label once in a switch, came 1 again",
    ),
    ("break;", "expected `break` inside of a loop or switch, came one outside"),
    ("min(1, 2);", "the value of this call may not be dropped"),
    ("let a = vec3(1, 2);", "expected 3 components for 'vec3<abstract-int>'"),
    ("let a = vec2(1, 2u) * 1i;", "'*' takes no operands 'vec2<u32>' and 'i32'"),
    ("let a = mat2x2(1, 2, 3);", "expected 2 columns for 'mat2x2<abstract-float>'"),
    ("let a = array(1, true);", "expected values of one type for array"),
    ("let a = !1;", "expected another operand of '!', came 'abstract-int'"),
    ("let a = -1u;", "expected another operand of '-', came 'u32'"),
    ("let a = bitcast<u32>(vec2(1u, 2u));", "expected a value with as many bits as 'u32'"),
    ("let a = f16(1);", "the type 'f16' needs `enable f16;`"),
    ("const_assert 1 > 2;", "the assertion does not hold"),
    ("var x = 1; const a = x;", "expected a constant expression for 'a'"),
    ("let a = dpdx(1.0);", "'dpdx' is not there in a compute shader"),
    ("discard;", "'discard' is not there in a compute shader"),
    ("main();", "'main' calls itself, which WGSL forbids"),
    ("let a = atan2(1, 2, 3);", "no function fits atan2"),
    ("var x: i32; x.y = 1;", "expected a structure or vector before '.', came 'i32'"),
    ("var v = vec2(1); v.xx = v;", "expected each component once to assign to, came 'xx'"),
    (
        "@diagnostic(off) if true { }",
        "expected a severity (error, warning, info, off) and a rule, came something else",
    ),
    ("@size(4) { }", "expected `@diagnostic`, the one attribute of statements, came 'size'"),
    (
        "switch 1 @diagnostic(some, a) { default { } }",
        "expected a severity (error, warning, info, off) and a rule",
    ),
    (
        "loop { break; continuing @id(1) { } }",
        "expected `@diagnostic`, the one attribute of statements, came 'id'",
    ),
]


@pytest.mark.parametrize(("body", "expected"), FAULTS)
def test_fault_in_a_function(body: str, expected: str) -> None:
    with pytest.raises(MalformedShader) as caught:
        checked(f"{COMPUTE}{body} }}")
    assert expected in str(caught.value)


ALIASED = (
    "var<private> w: i32; fn f(a: ptr<function, i32>, b: ptr<function, i32>) { *a = *b; }"
    " fn h(a: ptr<function, vec2<i32>>, b: ptr<function, vec2<i32>>) { (*a).x = (*b).y; }"
    " fn inner() { w = 1; } fn k(a: ptr<private, i32>) { inner(); _ = *a; } "
)
MODULE_FAULTS = [
    ("const a = b; const b = a;", "is declared by means of itself"),
    ("struct S { a: S }", "'S' is declared by means of itself"),
    ("var<private> a: i32; fn a() { }", "'a' is declared twice in the module"),
    ("fn f() -> i32 { if true { return 1; } }", "expected 'f' to return 'i32' on every path"),
    ("fn f() { g(); } fn g() { f(); }", "calls itself, which WGSL forbids"),
    ("var<uniform> u: f32;", "expected `@group(n) @binding(n)` on a resource, came neither"),
    (
        "@group(0) @binding(0) var<uniform> u: array<f32, 4>;",
        "lie 4 bytes apart, which is no multiple of 16",
    ),
    (
        "@group(0) @binding(0) var<storage> s: bool;",
        "expected a type that the host can share, came 'bool'",
    ),
    (
        "@group(0) @binding(0) var<storage> s: atomic<u32>;",
        "expected atomics where they can be written only",
    ),
    (
        "var<workgroup> w: i32 = 1;",
        "expected no value for a variable in the workgroup space, came one",
    ),
    ("var<private> p: array<i32>;", "expected a type that can be constructed, came 'array<i32>'"),
    ("struct S { a: array<i32>, b: i32 }", "expected a member of known size, came 'array<i32>'"),
    ("@compute fn main() { }", "expected `@workgroup_size` with `@compute`"),
    ("@vertex fn main() { }", "expected a vertex shader to give `@builtin(position)`"),
    ("@fragment fn main(a: f32) { }", "expected either `@builtin` or `@location`"),
    ("@fragment fn main(@location(0) a: i32) { }", "expected `@interpolate(flat)` on an integer"),
    (
        "@fragment fn main(@builtin(position) a: vec3f) { }",
        "expected 'vec4<f32>' for 'position', came 'vec3<f32>'",
    ),
    ("@compute @workgroup_size(0) fn main() { }", "expected a size above 0, came 0"),
    (
        "@diagnostic(some, a) fn f() { }",
        "expected a severity (error, warning, info, off) and a rule",
    ),
    (
        "fn f() @must_use { }",
        "expected `@diagnostic`, the one attribute of statements, came 'must_use'",
    ),
    ("@id(1) const a = 1;", "expected no attributes of a `const`, came 'id'"),
    ("@id(1) override a = 1; @id(1) override b = 2;", "expected each id once, came 1 again"),
    (
        "@fragment fn f(@location(0) @interpolate(flat, center) a: f32) { }",
        "expected first, either or nothing after flat",
    ),
    (
        "@fragment fn f(@location(0) @interpolate(linear, first) a: f32) { }",
        "expected center, centroid, sample or nothing",
    ),
    ("struct S { @align(3) a: i32 }", "expected a power of two as the alignment, came 3"),
    ("struct S { @size(2) a: i32 }", "expected a size that holds 'i32', came 2"),
    (
        ALIASED + "fn g() { var x = 1; f(&x, &x); }",
        "expected pointers that do not meet, came two ways to 'x'",
    ),
    (
        ALIASED + "fn g() { var x = vec2(1); let p = &x; h(p, &x); }",
        "came two ways to 'x', one of them written",
    ),
    (ALIASED + "fn g() { k(&w); }", "expected pointers that do not meet, came two ways to 'w'"),
    (
        "@group(0) @binding(0) var t: texture_2d<f32>; fn f() { var u = t; }",
        "at module scope, without an address space",
    ),
    (
        "@group(0) @binding(0) var t: texture_2d<f32>; fn f() { let u = t; let p = &u; }",
        "a variable after '&'",
    ),
    (
        "@group(0) @binding(0) var s: sampler; fn f() { const t = s; }",
        "expected a type that can be constructed",
    ),
    (
        "@group(0) @binding(0) var s: sampler; override t = s;",
        "expected a scalar type for an override, came 'sampler'",
    ),
    (
        "@group(0) @binding(0) var t: texture_external; fn f() { _ = textureNumLevels(t); }",
        "no function fits",
    ),
    (
        "@group(0) @binding(0) var t: texture_external; fn f() { _ = textureLoad(t, vec2i(), 0); }",
        "no function fits",
    ),
    (
        "var<workgroup> w: f32; fn f() -> f32 { return w; } @fragment fn g() { _ = f(); }",
        "the workgroup's variable 'w' is not there in a fragment shader",
    ),
    (
        "@group(0) @binding(0) var<storage, read_write> s: f32;"
        "@vertex fn f() -> @builtin(position) vec4f { return vec4f(s); }",
        "expected buffers that are only read in a vertex shader, came 's'",
    ),
    ("override o: vec2f;", "expected a scalar type for an override, came 'vec2<f32>'"),
    (
        "fn f(p: ptr<function, i32>) { let q: ptr<private, i32> = p; }",
        "expected 'ptr<private, i32>' as the value",
    ),
]


@pytest.mark.parametrize(("text", "expected"), MODULE_FAULTS)
def test_fault_of_a_module(text: str, expected: str) -> None:
    with pytest.raises(MalformedShader) as caught:
        checked(text)
    assert expected in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "var<workgroup> w: i32; fn f() { w = 1; } @fragment fn g() { }",
        "var<workgroup> w: i32; @fragment fn g() { let w = 1; _ = w; }",
        (
            "@group(0) @binding(0) var<storage> s: vec4f; @vertex fn f() -> "
            "@builtin(position) vec4f { return s; }"
        ),
        "@group(0) @binding(0) var<storage, read_write> s: f32; @fragment fn f() { s = 1; }",
    ],
)
def test_a_variable_is_taken_in_the_stages_that_have_it(text: str) -> None:
    assert checked(text)[1].bodies


CONSTANTS = [
    ("1 + 2 * 3", 7),
    ("-7 / 2", -3),
    ("-7 % 4", -3),
    ("2147483647i + 1i", -(2**31)),
    ("0xffffffffu + 2u", 1),
    ("0.1", 0.1),
    ("0.1f", 0.10000000149011612),
    ("f32(0.1) + 1", 1.100000023841858),
    ("u32(3.9)", 3),
    ("i32(-3.9f)", -3),
    ("u32(-3.0f)", 0),
    ("vec3(1, 2.5, 3).zy", (3, 2.5)),
    ("mat2x2(1, 2, 3, 4) * vec2(1, 1)", (4.0, 6.0)),
    ("array(1, 2, 3)[1]", 2),
    ("select(1, 2, true)", 2),
    ("bitcast<f32>(0x3f800000u)", 1.0),
    ("extractBits(-1i, 4, 8)", -1),
    ("vec2<f32>()", (0.0, 0.0)),
    ("any(vec2(1, 5) < vec2(2))", True),
    ("1 << 40", 1 << 40),
    ("~1u", 0xFFFFFFFE),
    ("frexp(6.0).exp", 3),
    ("smoothstep(4.0, 0.0, 1.0)", 0.84375),
]


@pytest.mark.parametrize(("text", "value"), CONSTANTS)
def test_constant(text: str, value: object) -> None:
    _, typing = checked(f"const c = {text};")
    (symbol,) = typing.declared.values()
    assert symbol.constant == value


def test_two_pointers_that_only_read_may_meet() -> None:
    checked(
        "fn f(a: ptr<function, i32>, b: ptr<function, i32>) -> i32 { return *a + *b; } "
        "fn g() { var x = 1; _ = f(&x, &x); }"
    )


def test_attributes_where_they_belong() -> None:
    checked(
        "@diagnostic(off, a.b) fn f() @diagnostic(info, a) {"
        " @diagnostic(error, a) if true { } @diagnostic(warning, a) { }"
        " @diagnostic(off, a) loop @diagnostic(off, b,) { break; } @diagnostic(off, a) for "
        "(; false;) { } }"
        " @fragment fn main(@location(0) @interpolate(flat, either) a: u32,"
        " @location(1) @interpolate(linear, centroid,) b: f32) { }"
    )


RESOURCES = """
@group(0) @binding(0) var flat: texture_2d<f32>;
@group(0) @binding(1) var outside: texture_external;
@group(0) @binding(2) var plain: sampler;
@group(0) @binding(3) var kept: texture_storage_2d<rgba8unorm, write>;
"""


@pytest.mark.parametrize(
    "body",
    [
        "let t = flat; let s: sampler = plain; return textureSampleLevel(t, s, vec2f(), 0);",
        "let t: texture_2d<f32> = flat; return looked_up(t);",
        "let k = kept; textureStore(k, vec2u(), vec4f()); return vec4f();",
        "return textureSampleBaseClampToEdge(outside, plain, vec2f(0.5));",
        "let t = outside; return textureLoad(t, vec2i(1)) + textureLoad(t, vec2u(1));",
        "return vec4f(vec4u(textureDimensions(outside), 0, 0));",
    ],
)
def test_textures_have_names_of_their_own_and_may_come_from_outside(body: str) -> None:
    """Tint (of 2025) takes each."""
    checked(
        f"{RESOURCES}fn looked_up(t: texture_2d<f32>) -> vec4f {{ return textureLoad(t, "
        f"vec2u(), 0); }} "
        f"@fragment fn main() -> @location(0) vec4f {{ {body} }}"
    )


def test_the_programs_are_accepted() -> None:
    programs = sorted(PROGRAMS.glob("*.wgsl"))
    assert len(programs) >= 4
    for path in programs:
        checked(path.read_text())


def test_a_variable_is_a_reference_and_its_value_is_not() -> None:
    shader, typing = checked(f"{COMPUTE}var x = 1; let y = x; }}")
    first, second = find(shader.module, Variable)
    assert isinstance(typing.declared[id(first)].type, Reference)
    assert typing.declared[id(second)].type.wgsl == "i32"


TWO = f"var<private> n: i32; fn f(x: i32) -> i32 {{ return x + 1; }}\n{COMPUTE}n = f(2); }}"


def test_a_mistake_in_a_rewritten_function_is_found() -> None:
    shader, _ = checked(TWO)
    new = Literal("abstract_float", 7.5)
    broken = rewrite(
        shader.module, lambda node: new if isinstance(node, Literal) and node.value == 2 else node
    )
    with pytest.raises(BadInput, match="expected 'i32' for 'f', came 'abstract-float'"):
        check(broken)
