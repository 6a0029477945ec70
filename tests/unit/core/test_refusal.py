"""Messages shaped like those of real compilers, and what they are known by."""

import pytest

from aberration.core.refusal import message_signature, significant_line

NAGA = """Validation Error

Caused by:
  In wgpuDeviceCreateShaderModule

Shader '' parsing error: no definition in scope for identifier: `hue`
  ┌─ wgsl:1:58
  │
1 │ @fragment fn main() -> @location(0) vec4f { return vec4f(hue); }
  │                                                          ^^^ unknown identifier


"""
NAGA_VALIDATOR = """Validation Error

Caused by:
  In wgpuDeviceCreateShaderModule, label = 'shader.frag'

Shader validation error: Function [0] 'main' is invalid
  ┌─ shader.frag:1:1
  │
1 │
  │   naga::ir::LocalVariable [0]
  │
  = Local variable [0] 'x' is invalid
  = Initializer doesn't match the variable type


      Local variable [0] 'x' is invalid
        Initializer doesn't match the variable type
"""
NAGA_PIPELINE = """Validation Error

Caused by:
  In wgpuDeviceCreateComputePipeline
    Error matching shader requirements against the pipeline
      Shader entry point's workgroup size [1000, 1, 1] is too large
"""
GLSLANG = """in.frag
ERROR: in.frag:2: 'hue' : undeclared identifier
ERROR: in.frag:2: '' : compilation terminated
ERROR: 2 compilation errors.  No code generated.


SPIR-V is not generated for failed compile or link
"""
GCC = """program.c: In function 'main':
program.c:3:9: warning: unused variable 'a' [-Wunused-variable]
    3 |     int a;
      |         ^
program.c:4:12: error: 'hue' undeclared (first use in this function)
    4 |     return hue;
      |            ^~~
"""
CLANG = """program.c:4:12: error: use of undeclared identifier 'hue'
    4 |     return hue;
      |            ^
1 error generated.
"""
MESSAGES = [
    ("naga", NAGA, "Shader '' parsing error: no definition in scope for identifier: ``"),
    ("naga's validator", NAGA_VALIDATOR, "Initializer doesn't match the variable type"),
    (
        "wgpu's pipeline",
        NAGA_PIPELINE,
        "Shader entry point's workgroup size [#, #, #] is too large",
    ),
    ("Tint", "1:58: unresolved value 'hue'", "#:#: unresolved value ''"),
    ("glslang", GLSLANG, "ERROR: in.frag:#: '' : undeclared identifier"),
    (
        "Mesa",
        "0:2(55): error: `hue' undeclared\n0:2(50): error: cannot construct",
        "#:#(#): error: `' undeclared",
    ),
    (
        "ANGLE",
        "ERROR: 0:3: 'hue' : undeclared identifier\n",
        "ERROR: #:#: '' : undeclared identifier",
    ),
    ("gcc", GCC, "program.c:#:#: error: '' undeclared (first use in this function)"),
    ("clang", CLANG, "program.c:#:#: error: use of undeclared identifier ''"),
    (
        "chatter first",
        "MESA: warning: x\n\nerror: line 17: Expected %12 here\nmore",
        "error: line #: Expected % here",
    ),
    ("a line without the word", "the loop does not exit\nnote", "the loop does not exit"),
    ("a file's name alone", "in.frag\n", "in.frag"),
    ("nothing", "\n \n", ""),
]


@pytest.mark.parametrize(
    ("message", "signature"), [row[1:] for row in MESSAGES], ids=[row[0] for row in MESSAGES]
)
def test_a_refusal_is_known_by_its_significant_line(message: str, signature: str) -> None:
    assert message_signature(message) == signature


def test_the_line_for_people_keeps_names_and_numbers() -> None:
    assert (
        significant_line(NAGA)
        == "Shader '' parsing error: no definition in scope for identifier: `hue`"
    )
    assert significant_line(GLSLANG) == "ERROR: in.frag:2: 'hue' : undeclared identifier"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cannot convert 'i32' to 'u32'", "cannot convert 'f32' to 'u32'"),
        ("no such name: 'x'", "no such type: 'x'"),
        ("unexpected '}'", "unexpected ')'"),
        ("'gl_FragCoord' is read only", "'gl_FragDepth' is read only"),
        ("expected '=', found 'x'", "expected ';', found 'x'"),
        ("no matching call to 'max(vec2<f32>, i32)'", "no matching call to 'min(vec2<f32>, i32)'"),
        ("isn't taken; it's too long", "isn't taken: it's too short"),
    ],
)
def test_different_mistakes_stay_different(one: str, other: str) -> None:
    assert message_signature(one) != message_signature(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("0:109(2): error: `state' undeclared", "0:4(7): error: `_322' undeclared"),
        (
            "for(;;) initializer is not an assignment or a function call: 'buffer_2.ext_9++;'",
            "for(;;) initializer is not an assignment or a function call: 'var_38.b--;'",
        ),
        ("cannot be a statement: 'a[3] += 4u'", "cannot be a statement: `b = vec2(1.0)`"),
    ],
)
def test_one_mistake_under_two_names_is_one(one: str, other: str) -> None:
    assert message_signature(one).replace("`", "'") == message_signature(other).replace("`", "'")
