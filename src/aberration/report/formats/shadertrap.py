"""A case in GLSL or ESSL as a script of ShaderTrap, which runs it through OpenGL or OpenGL ES.

Both programs of a `Same` case run with inputs of their own, and their results must be equal. What
is drawn with does what our runners do: one triangle at depth 0 that faces away, on transparent
black.
"""

from __future__ import annotations

from typing import Final

from aberration.core.errors import BadInput
from aberration.core.inputs import Buffer
from aberration.core.oracle import Expected
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program, shading_version
from aberration.core.recipe import TestCase
from aberration.languages.shading.resources import Piece
from aberration.languages.shading.types import Matrix
from aberration.report.formats.format import (
    Files,
    Outcomes,
    known_result,
    pair_of,
    probes,
    programs_of,
    refuse_wgsl,
    shader_text,
)
from aberration.report.formats.numbers import all_finite, literals, runs
from aberration.report.formats.supply import Supply, check_opengl, element_bytes, spelling, supply

_TOOL: Final = "ShaderTrap"
_OLD: Final = "attribute vec2 place;"
_NEW: Final = "layout(location = 0) in vec2 place;"
_PER_LINE: Final = 16


def write(case: TestCase, outcomes: Outcomes) -> Files:
    """Return the script; raise `BadInput` for what ShaderTrap cannot run."""
    refuse_wgsl(case, _TOOL)
    programs = programs_of(case)
    version = _version(next(iter(programs.values())))
    if any(_version(program) != version for program in programs.values()):
        raise BadInput("the programs are of different versions, and a script has one")
    lines = [version, "", "# Every program is run with inputs of its own.", ""]
    fragment = any(program.stage == "fragment" for program in programs.values())
    if fragment:
        lines += _drawing(next(iter(programs.values())))
    for role, program in programs.items():
        lines += _program(role, program)
    lines += _comparison(case, outcomes)
    return {"test.shadertrap": "\n".join(lines) + "\n"}


def _version(program: Program) -> str:
    number, profile = shading_version(program.source)
    compute = program.stage == "compute"
    if profile == "es":
        return "GLES 2.0" if number == 100 else f"GLES {number // 100}.{number // 10 % 10}"
    least = max(number, 430 if compute else 400)
    return f"GL {least // 100}.{least // 10 % 10}"


def _drawing(program: Program) -> list[str]:
    """Return the vertex shader, the triangle, and a program that clears: an image begins with
    anything in it.
    """
    number, profile = shading_version(program.source)
    head = (
        ""
        if number == 100
        else f"#version {number} es\n"
        if profile == "es"
        else f"#version {number}\n"
    )
    place = _OLD if number == 100 else _NEW
    output = "precision mediump float;\n" + (
        "" if number == 100 else "layout(location = 0) out vec4 colour;\n"
    )
    colour = "gl_FragColor" if number == 100 else "colour"
    return [
        *_shader(
            "vertex_shader",
            "VERTEX",
            f"{head}{place}\nvoid main() {{ gl_Position = vec4(place, -1.0, 1.0); }}\n",
        ),
        *_shader(
            "clear_shader", "FRAGMENT", f"{head}{output}void main() {{ {colour} = vec4(0.0); }}\n"
        ),
        "CREATE_PROGRAM clear_program SHADERS vertex_shader_compiled clear_shader_compiled",
        "CREATE_BUFFER triangle SIZE_BYTES 24 INIT_VALUES float -1.0 -1.0 -1.0 3.0 3.0 -1.0",
        "CREATE_BUFFER indices SIZE_BYTES 12 INIT_VALUES uint 0 1 2",
        "",
    ]


def _shader(name: str, kind: str, text: str) -> list[str]:
    return [
        f"DECLARE_SHADER {name} KIND {kind}",
        text.removesuffix("\n"),
        "END",
        f"COMPILE_SHADER {name}_compiled SHADER {name}",
        "",
    ]


def _program(role: str, program: Program) -> list[str]:
    if not role.replace("_", "a").isalnum() or role != role.lower() or not role[:1].isalpha():
        raise BadInput(f"the role {role!r} is no name in lower case, as ShaderTrap wants them")
    supplied = supply(program, _TOOL)
    _check(program, supplied)
    shaders = f"{role}_shader_compiled"
    if program.stage == "fragment":
        shaders = f"vertex_shader_compiled {shaders}"
    lines = _shader(f"{role}_shader", program.stage.upper(), shader_text(program, _TOOL, "END"))
    lines.append(f"CREATE_PROGRAM {role}_program SHADERS {shaders}")
    for piece, data in supplied.loose:
        lines += _set_uniform(role, piece, data)
    for index, (block, data) in enumerate(supplied.blocks):
        words = ["uint", *literals("uint", data)]
        lines += _buffer(f"{role}_uniform_{index}", len(data), [words])
        lines.append(
            f"BIND_UNIFORM_BUFFER BUFFER {role}_uniform_{index} BINDING {block.binding or 0}"
        )
    for index, buffer in enumerate(program.inputs.buffers):
        lines += _storage(f"{role}_storage_{index}", buffer)
        lines.append(
            f"BIND_SHADER_STORAGE_BUFFER BUFFER {role}_storage_{index} BINDING {buffer.binding}"
        )
    return [*lines, *_run(role, program), ""]


def _check(program: Program, supplied: Supply) -> None:
    check_opengl(program, supplied)
    if len(supplied.declared.outputs) > 1:
        names = ", ".join(supplied.declared.outputs)
        raise BadInput(f"the shader has the outputs {names}, and one image is drawn")
    places = [block.binding or 0 for block, _ in supplied.blocks]
    if len(places) != len(set(places)):
        raise BadInput("two uniform blocks are at one binding, and ShaderTrap binds by number only")


def _set_uniform(role: str, piece: Piece, data: bytes) -> list[str]:
    kind = spelling(piece)
    if kind == "bool":
        raise BadInput(
            f"the uniform {piece.name!r} is of the type bool, which SET_UNIFORM does not have"
        )
    values = b"".join(element_bytes(piece, data, element) for element in range(max(piece.count, 1)))
    if kind == "float" and not all_finite(values):
        raise BadInput(f"the uniform {piece.name!r} holds an infinity or NaN, which has no literal")
    type = piece.type
    type_name = f"mat{type.columns}x{type.rows}" if isinstance(type, Matrix) else type.glsl
    size = f"[{piece.count}]" if piece.count else ""
    head = f'SET_UNIFORM PROGRAM {role}_program NAME "{piece.name}" TYPE {type_name}{size} VALUES'
    return _wrap(head, literals(kind, values))


def _storage(name: str, buffer: Buffer) -> list[str]:
    if not buffer.data or len(buffer.data) % 4:
        raise BadInput(f"a storage buffer has {len(buffer.data)} bytes, and ShaderTrap fills words")
    return _buffer(
        name, len(buffer.data), [[kind, *literals(kind, data)] for kind, data in runs(buffer)]
    )


def _buffer(name: str, size: int, fields: list[list[str]]) -> list[str]:
    lines = [f"CREATE_BUFFER {name} SIZE_BYTES {size} INIT_VALUES"]
    for kind, *values in fields:
        lines += _wrap(f"  {kind}", values)
    return lines


def _wrap(head: str, values: list[str]) -> list[str]:
    rows = [" ".join(values[at : at + _PER_LINE]) for at in range(0, len(values), _PER_LINE)]
    return [f"{head} {rows[0]}", *(f"    {row}" for row in rows[1:])]


def _run(role: str, program: Program) -> list[str]:
    inputs = program.inputs
    if program.stage == "compute":
        return [
            f"RUN_COMPUTE PROGRAM {role}_program NUM_GROUPS {' '.join(map(str, inputs.groups))}"
        ]
    image = f"CREATE_RENDERBUFFER {role}_image WIDTH {inputs.width} HEIGHT {inputs.height}"
    return [image, *(_draw(name, role) for name in ("clear", role))]


def _draw(program: str, role: str) -> str:
    return (
        f"RUN_GRAPHICS PROGRAM {program}_program"
        " VERTEX_DATA [ 0 -> BUFFER triangle OFFSET_BYTES 0 STRIDE_BYTES 8 DIMENSION 2 ]"
        " INDEX_DATA indices VERTEX_COUNT 3 TOPOLOGY TRIANGLES"
        f" FRAMEBUFFER_ATTACHMENTS [ 0 -> {role}_image ]"
    )


def _comparison(case: TestCase, outcomes: Outcomes) -> list[str]:
    programs = programs_of(case)
    lines = [line for role, program in programs.items() for line in _dump(role, program)]
    pair = pair_of(case)
    if pair is not None:
        return lines + _assert_equal(*pair, programs[pair[0]])
    for role, program in programs.items():
        wanted = known_result(case, role, outcomes)
        if isinstance(case.oracle, Expected) and wanted is not None:
            lines += _assert_known(role, program, wanted)
    return lines


def _dump(role: str, program: Program) -> list[str]:
    if program.stage == "fragment":
        return [f'DUMP_RENDERBUFFER RENDERBUFFER {role}_image FILE "{role}.png"']
    return [
        f'DUMP_BUFFER_TEXT BUFFER {role}_storage_{index} FILE "{role}_{index}.txt" FORMAT '
        + " ".join(f"{kind} {len(data) // 4}" for kind, data in runs(buffer))
        for index, buffer in enumerate(program.inputs.buffers)
    ]


def _assert_equal(reference: str, variant: str, program: Program) -> list[str]:
    if program.stage == "fragment":
        return [f"ASSERT_EQUAL RENDERBUFFERS {reference}_image {variant}_image"]
    indices = range(len(program.inputs.buffers))
    return [
        f"ASSERT_EQUAL BUFFERS {reference}_storage_{index} {variant}_storage_{index}"
        for index in indices
    ]


def _assert_known(role: str, program: Program, wanted: Image | Buffers) -> list[str]:
    """Return the assertions; ShaderTrap's images begin at the top left, where `gl_FragCoord.y`
    is greatest.
    """
    if isinstance(wanted, Image):
        return [
            f"ASSERT_PIXELS RENDERBUFFER {role}_image RECTANGLE {probe.x} "
            f"{wanted.height - 1 - probe.y} 1 1"
            f" EXPECTED {' '.join(map(str, probe.colour))}"
            for probe in probes(wanted, None)
        ]
    lines = []
    for index, (buffer, data) in enumerate(zip(program.inputs.buffers, wanted.data, strict=True)):
        lines += _storage(f"wanted_{index}", Buffer(buffer.binding, data, buffer.fields))
        lines.append(f"ASSERT_EQUAL BUFFERS {role}_storage_{index} wanted_{index}")
    return lines
