"""The checker of GLSL and ESSL: what it says is wrong, what it finds out, and what it checks
again.
"""

from collections.abc import Iterator

import pytest
from helpers.shading_mutants import PROGRAMS

from aberration.core.errors import BadInput, MalformedShader
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.builtins.signature import Overload
from aberration.languages.shading.checker import Typing, check
from aberration.languages.shading.checker.symbols import UNKNOWN, FunctionSymbol
from aberration.languages.shading.read import Shader, read
from aberration.languages.shading.tree import (
    Call,
    Declare,
    Expression,
    Function,
    LanguageName,
    Literal,
    Module,
    Name,
    Variable,
)
from aberration.languages.shading.tree.walk import find, rewrite, walk
from aberration.languages.shading.types import FLOAT, INT, Type, vector

GLSL = "#version 460\n"
ESSL = "#version 320 es\nprecision highp float;\n"
OLD = "#version 100\nprecision mediump float;\n"


def checked(text: str, stage: Stage = "fragment") -> tuple[Shader, Typing]:
    shader = read(
        text, "glsl" if text.startswith(GLSL) or "#version 330" in text else "essl", "a.frag"
    )
    return shader, check(shader.module, stage, shader.source)


def message(text: str, stage: Stage = "fragment") -> str:
    with pytest.raises(MalformedShader) as caught:
        checked(text, stage)
    return str(caught.value)


FAULTS = [
    (GLSL, "void main() { int a = 1.5; }", "2:23: expected 'int' as the value, came 'float'"),
    (
        GLSL,
        "void main() { undeclared; }",
        "2:15: expected a variable, came 'undeclared', which is not declared here",
    ),
    (GLSL, "void main() { vec3 v; v.w; }", "2:23: expected components of 'vec3', came 'w'"),
    (
        GLSL,
        "void main() { vec2 v; v.xx = v; }",
        "2:23: expected each component once to assign to, came 'xx'",
    ),
    (GLSL, "void main() { if (1) {} }", "2:19: expected a bool as the condition, came 'int'"),
    (
        GLSL,
        "void main() { float f = 5.0 % 2.0; }",
        "2:25: '%' takes no operands 'float' and 'float'",
    ),
    (
        GLSL,
        "void main() { mat2 m = mat2(1) + mat3(1); }",
        "2:24: '+' takes no operands 'mat2' and 'mat3'",
    ),
    (GLSL, "void main() { int a[2]; a[2]; }", "2:27: expected an index into 'int[2]', came 2"),
    (
        GLSL,
        "void main() { int a[2] = int[3](1, 2, 3); }",
        "2:26: expected 'int[2]' as the value, came 'int[3]'",
    ),
    (
        GLSL,
        "void main() { const int a; }",
        "2:15: expected a value for the constant 'a', came none",
    ),
    (GLSL, "void main() { int a; int a; }", "2:22: 'a' is declared twice in one scope"),
    (
        GLSL,
        "void main() { break; }",
        "2:15: expected `break` inside of a loop or switch, came one outside",
    ),
    (GLSL, "int f() { } void main() {}", "2:1: expected 'f' to return 'int', came no `return`"),
    (GLSL, "void f(int a) {} void main() { f(vec2(1)); }", "2:32: no function fits f(vec2)"),
    (
        GLSL,
        "void f(out int a) {} void main() { f(3); }",
        "2:38: expected a variable or a part of one to assign to",
    ),
    (
        GLSL,
        "void f(int a); void g() { f(1); } void f(int a) { g(); } void main() {}",
        "calls itself, which GLSL 4.60",
    ),
    (
        GLSL,
        "uniform int u; void main() { u = 1; }",
        "2:30: expected a variable to assign to, came 'u', which cannot",
    ),
    (
        GLSL,
        "void main() { switch (1) { case 1: case 1: break; } }",
        "2:41: expected each label once in a switch",
    ),
    (
        GLSL,
        "layout(nonsense) uniform U { int a; }; void main() {}",
        "2:8: expected a layout identifier",
    ),
    (
        GLSL,
        "in int a; void main() {}",
        "2:1: expected `flat` before an input of type 'int', came none",
    ),
    (
        GLSL,
        "shared int a; void main() {}",
        "2:1: expected `shared` in a compute shader, came one in a fragment shader",
    ),
    (GLSL, "void main() { sampler2D s; }", "2:15: expected a type with a value, came 'sampler2D'"),
    (GLSL, "void main() { int gl_me; }", "2:15: expected a name, came 'gl_me'"),
    (GLSL, "struct S { int a; int a; }; void main() {}", "2:19: the member 'a' is declared twice"),
    (GLSL, "int main() { return 1; }", "2:1: expected `void main()`, came a main that gives 'int'"),
    (
        GLSL,
        "void f(float x) {} void f(double y) {} void main() { f(1u); f(uvec2(1)); }",
        "no function fits f(uvec2)",
    ),
    (
        GLSL,
        "layout(location = 0) out vec4 a, b; void main() {}",
        "location 0 is taken by another of the shader's outputs",
    ),
    (
        ESSL,
        "void main() { int a = 1; float b = a; }",
        "3:36: expected 'float' as the value, came 'int'",
    ),
    (
        ESSL,
        "float sin(float x) { return x; } void main() {}",
        "3:1: 'sin' is a built-in function, which may not be",
    ),
    (
        ESSL,
        "int n; const int c = n; void main() {}",
        "3:22: expected a constant expression for 'c', came one that is",
    ),
    (
        ESSL,
        "uniform highp sampler2D s; void main() { s + s; }",
        "'+' takes no operands 'sampler2D' and 'sampler2D'",
    ),
    (
        ESSL,
        "uniform sampler3D s; void main() {}",
        "3:1: 'sampler3D' has no precision here, and no default for sampler3D",
    ),
    (
        "#version 300 es\n",
        "float f; void main() {}",
        "2:1: 'float' has no precision here, and no default for float",
    ),
    (
        "#version 300 es\n",
        "precision highp vec3; void main() {}",
        "2:1: expected float, int or an opaque type after",
    ),
    (
        OLD,
        "void main() { int a[2]; int b[2]; a = b; }",
        "expected a type that can be assigned, came 'int[2]', which holds",
    ),
    (
        OLD,
        "void main() { int a__b; }",
        "expected a name, came 'a__b': names with two underscores are reserved",
    ),
    (
        OLD,
        "struct S { int a[2]; }; void main() { S s; s == s; }",
        "'==' takes no operands 'S' and 'S'",
    ),
]


@pytest.mark.parametrize(
    ("version", "text", "expected"), FAULTS, ids=[text for _, text, _ in FAULTS]
)
def test_fault(version: str, text: str, expected: str) -> None:
    assert expected in message(version + text)


def test_a_message_says_where_what_and_shows_the_line() -> None:
    assert message(f"{GLSL}void main() {{\n    vec2 v = vec3(1);\n}}\n") == (
        "a.frag:3:14: expected 'vec2' as the value, came 'vec3'\n"
        "      vec2 v = vec3(1);\n               ^"
    )


def test_discard_is_for_fragments_only() -> None:
    assert "expected `discard` in a fragment shader" in message(
        f"{GLSL}void main() {{ discard; }}", "compute"
    )


@pytest.mark.parametrize(("language", "version"), [("glsl", "450"), ("essl", "310 es")])
def test_a_compute_shader_says_the_size_of_its_workgroups(
    language: LanguageName, version: str
) -> None:
    def legal(text: str) -> None:
        shader = read(text, language)
        check(shader.module, "compute", shader.source)

    text = f"#version {version}\nvoid main() {{ }}\n"
    with pytest.raises(MalformedShader, match=r"local_size_x = .* in a compute shader, came one"):
        legal(text)
    sound = text.replace("void", "layout(local_size_y = 2) in;\nvoid")
    legal(sound)


def variables(module: Module) -> Iterator[Variable]:
    return find(module, Variable)


def constant_of(text: str, declared: str) -> object:
    _, typing = checked(f"{GLSL}const {declared} c = {text}; void main() {{}}")
    (symbol,) = [symbol for symbol in typing.declared.values() if symbol.name == "c"]
    return symbol.constant


CONSTANTS = [
    ("1 + 2 * 3", "int", 7),
    ("2147483647 + 1", "int", -(2**31)),
    ("-7 / 2", "int", -3),
    ("-7 % 4", "int", UNKNOWN),
    ("4294967295u + 2u", "uint", 1),
    ("1 << 4 | 3", "int", 19),
    ("0.1", "float", 0.10000000149011612),
    ("1 / 0", "int", UNKNOWN),
    ("1 << 40", "int", UNKNOWN),
    ("7 % 3", "int", 1),
    ("7 % -3", "int", UNKNOWN),
    ("ivec2(4, -4) % 3", "ivec2", UNKNOWN),
    ("-7 / 3", "int", -2),
    ("(-2147483647 - 1) / -1", "int", UNKNOWN),
    ("sqrt(-1.0)", "float", UNKNOWN),
    ("sqrt(16.0) + 1", "float", 5.0),
    ("true ? 1 : 2.5", "float", 1.0),
    ("vec3(1, 2, 3).zx", "vec2", (3.0, 1.0)),
    ("mat2(1, 2, 3, 4) * vec2(1, 1)", "vec2", (4.0, 6.0)),
    ("mat2(2.0)", "mat2", ((2.0, 0.0), (0.0, 2.0))),
    ("int[](1, 2, 3).length()", "int", 3),
    ("int[](1, 2, 3)[1]", "int", 2),
    ("ivec2(3.9, -3.9)", "ivec2", (3, -3)),
    ("uint(-1)", "uint", 4294967295),
    ("gl_MaxDrawBuffers", "int", UNKNOWN),
    ("bitfieldExtract(-1, 4, 8)", "int", -1),
    ("any(lessThan(ivec2(1, 5), ivec2(2)))", "bool", True),
]


@pytest.mark.parametrize(("text", "declared", "value"), CONSTANTS)
def test_constant(text: str, declared: str, value: object) -> None:
    assert constant_of(text, declared) == value


def test_an_initialiser_list_is_a_constant() -> None:
    assert constant_of("{{1, 2}, {3, 4}}", "int[2][2]") == ((1, 2), (3, 4))


OVERLOADS = [
    ("f(float) f(double)", "1", "float"),
    ("f(double) f(uint)", "1.0", "double"),
    ("f(float) f(int)", "1u", "float"),
    ("f(vec2) f(dvec2)", "ivec2(1)", "vec2"),
]


@pytest.mark.parametrize(("functions", "argument", "chosen"), OVERLOADS)
def test_which_function_is_meant(functions: str, argument: str, chosen: str) -> None:
    declared = " ".join(f"void {one} {{}}" for one in functions.split(") ") if one).replace(
        " {}", ") {}"
    )
    shader, typing = checked(
        f"{GLSL}{declared.replace('))', ')')} void main() {{ f({argument}); }}"
    )
    (call,) = [call for call in find(shader.module, Call) if call.callee == Name("f")]
    callee = typing.callee_of(call)
    assert isinstance(callee, FunctionSymbol)
    assert [type.glsl for type in callee.types] == [chosen]


def test_several_that_fit_equally_well_are_ambiguous() -> None:
    text = f"{GLSL}void f(uint x) {{}} void f(float x) {{}} void main() {{ f(1); }}"
    assert "several functions fit f(int) equally well" in message(text)


def test_every_expression_has_a_type_and_every_call_a_callee() -> None:
    seen: set[type[Expression]] = set()
    for path in sorted(PROGRAMS.iterdir()):
        text = path.read_text()
        if path.suffix != ".frag":
            continue
        essl = " es" in text.split("\n")[0] or "100" in text.split("\n")[0]
        shader = read(text, "essl" if essl else "glsl")
        typing = check(shader.module)
        for function in find(shader.module, Function):
            callees = {id(call.callee): call for call in find(function, Call)}
            for node in walk(function.body) if function.body is not None else ():
                if id(node) in callees or not isinstance(node, Expression):
                    continue
                seen.add(type(node))
                assert isinstance(typing.type_of(node), Type)
            for call in callees.values():
                if isinstance(call.callee, Name):
                    assert isinstance(typing.callee_of(call), Overload | FunctionSymbol | Type)
    assert len(seen) >= 9


def test_types_and_symbols() -> None:
    shader, typing = checked(f"{GLSL}void main() {{ vec3 v = vec3(1) * 2; float x = v.y; }}")
    first, second = variables(shader.module)
    assert first.init is not None
    assert second.init is not None
    assert typing.type_of(first.init) is vector(FLOAT, 3)
    assert typing.type_of(second.init) is FLOAT
    (name,) = [node for node in find(shader.module, Name) if node.name == "v"]
    assert typing.symbol_of(name) is typing.declared[id(first)]


# ---- rewritten trees

TWO = (
    f"{GLSL}int n; struct S {{ int a; }};\nint f(int x) {{ return x + 1; }}\n"
    f"void main() {{ S s; n = f(2) + s.a; }}\n"
)


def with_literal(module: Module, old: int, new: Literal) -> Module:
    return rewrite(
        module, lambda node: new if isinstance(node, Literal) and node.value == old else node
    )


def test_a_mistake_in_a_rewritten_function_is_found() -> None:
    shader, _ = checked(TWO)
    changed = with_literal(shader.module, 2, Literal("float", 7.5))
    with pytest.raises(BadInput, match=r"no function fits f\(float\)"):
        check(changed)


def test_a_rewritten_function_sees_only_what_stands_before_it() -> None:
    shader, _ = checked(
        f"{GLSL}int g(int x) {{ return 5; }}\nint f(int x) {{ return x; }}\nvoid main() {{ }}\n"
    )
    call = Call(Name("f"), (Literal("int", 1),))
    changed = rewrite(
        shader.module, lambda node: call if isinstance(node, Literal) and node.value == 5 else node
    )
    with pytest.raises(BadInput, match="expected a function, came 'f', which is not declared here"):
        check(changed)


def test_a_rewritten_tree_without_a_declaration_is_refused() -> None:
    shader, _ = checked(TWO)
    changed = rewrite(
        shader.module,
        lambda node: (
            Declare(()) if isinstance(node, Declare) and node in shader.module.decls else node
        ),
    )
    with pytest.raises(BadInput, match="'n', which is not declared here"):
        check(changed)


def test_a_made_node_is_named_where_it_has_no_place() -> None:
    module = Module("glsl", 460, decls=(Function("main", body=None, result=None, params=()),))
    assert not check(module).bodies
    broken = with_literal(checked(TWO)[0].module, 2, Literal("float", 7.5))
    with pytest.raises(BadInput, match="no function fits"):
        check(broken)


def test_integers_are_int() -> None:
    shader, typing = checked(f"{GLSL}void main() {{ int a = 0xffffffff; }}")
    (variable,) = variables(shader.module)
    assert variable.init is not None
    assert typing.type_of(variable.init) is INT


DERIVATIVE = (
    "#version 100\n{}precision mediump float;\n"
    "void main() {{ gl_FragColor = vec4(dFdx(gl_FragCoord.x)); }}\n"
)


def test_an_extension_brings_functions() -> None:
    checked(DERIVATIVE.format("#extension GL_OES_standard_derivatives : enable\n"))


OLD_NAMES = """{}
uniform sampler2D flat_; uniform sampler3D solid; uniform samplerCube around;
uniform sampler2DShadow depth;
out vec4 colour;
void main() {{
  colour = texture2D(flat_, vec2(0.5)) + texture2DProj(flat_, vec4(1.0), 0.5);
  colour += texture3DLod(solid, vec3(0.5), 1.0);
  colour += textureCube(around, vec3(1.0)) + shadow2D(depth, vec3(0.5)).rrrr;
}}
"""


@pytest.mark.parametrize(
    "version",
    ["330 compatibility", "460 compatibility", "450\n#extension GL_ARB_compatibility : enable"],
)
def test_the_compatibility_profile_has_the_old_texture_functions(version: str) -> None:
    text = OLD_NAMES.format(f"#version {version}")
    check(read(text, "glsl").module)


@pytest.mark.parametrize("version", ["330", "330 core", "450"])
def test_the_core_profile_has_them_not(version: str) -> None:
    with pytest.raises(
        MalformedShader, match="expected a function, came 'texture2D', which is not declared here"
    ):
        check(read(OLD_NAMES.format(f"#version {version}"), "glsl").module)


@pytest.mark.parametrize("directive", ["", "#extension GL_OES_standard_derivatives : disable\n"])
def test_without_it_they_are_not_there(directive: str) -> None:
    assert "expected a function, came 'dFdx', which is not declared here" in message(
        DERIVATIVE.format(directive)
    )
