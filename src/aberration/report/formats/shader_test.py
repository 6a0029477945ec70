"""A case in GLSL or ESSL as `.shader_test` files of Piglit, one for each program: a file runs one.

What a program has to give is probed: the known result, or what the reference gave when the bug was
found.
"""

from __future__ import annotations

from typing import Final

from aberration.core.errors import BadInput
from aberration.core.inputs import Buffer
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program, shading_version
from aberration.core.recipe import TestCase
from aberration.languages.shading.resources import Piece
from aberration.languages.shading.types import Matrix
from aberration.report.formats.format import (
    Files,
    Outcomes,
    known_result,
    probes,
    programs_of,
    refuse_wgsl,
    shader_text,
)
from aberration.report.formats.numbers import all_finite, literals, runs
from aberration.report.formats.supply import Supply, check_opengl, element_bytes, spelling, supply

_TOOL: Final = "Piglit"
_BOOLS: Final = {"bool": "int", "bvec2": "ivec2", "bvec3": "ivec3", "bvec4": "ivec4"}


def write(case: TestCase, outcomes: Outcomes) -> Files:
    """Return one file for each program; raise `BadInput` for what Piglit cannot run."""
    refuse_wgsl(case, _TOOL)
    return {
        f"{role}.shader_test": _file(
            program, known_result(case, role, outcomes), outcomes.get(role), role
        )
        for role, program in programs_of(case).items()
    }


def _file(program: Program, wanted: Image | Buffers | None, came: object, role: str) -> str:
    supplied = supply(program, _TOOL)
    check_opengl(program, supplied)
    if any(len(buffer.data) % 4 for buffer in program.inputs.buffers):
        raise BadInput("a storage buffer does not hold whole words")
    lines = [f"# {role}", "[require]", *_requirements(program), ""]
    if program.stage == "fragment":
        lines += ["[vertex shader]", *_vertex(program), ""]
    text = shader_text(program, _TOOL, "[")
    lines += [f"[{program.stage} shader]", text.removesuffix("\n")]
    lines += ["[test]", *_uniforms(supplied), *_buffers(program), *_run(program)]
    shown = came if isinstance(came, Image) else None
    lines += (
        _image_probes(wanted, shown)
        if isinstance(wanted, Image)
        else _buffer_probes(program, wanted)
    )
    return "\n".join(lines) + "\n"


def _requirements(program: Program) -> list[str]:
    number, profile = shading_version(program.source)
    size = (
        [f"SIZE {program.inputs.width} {program.inputs.height}"]
        if program.stage == "fragment"
        else []
    )
    shown = f"{number // 100}.{number % 100:02}"
    if profile != "es":
        api = max(number, 430) if program.stage == "compute" else number
        return [f"GL >= {api // 100}.{api // 10 % 10}", f"GLSL >= {shown}", *size]
    api = 200 if number == 100 else number
    return [f"GL ES >= {api // 100}.{api // 10 % 10}", f"GLSL ES >= {shown}", *size]


def _vertex(program: Program) -> list[str]:
    number, profile = shading_version(program.source)
    if number == 100:
        head = ["attribute vec4 piglit_vertex;"]
    else:
        head = [
            f"#version {number} es" if profile == "es" else f"#version {number}",
            "in vec4 piglit_vertex;",
        ]
    return [*head, "void main() { gl_Position = vec4(piglit_vertex.xy, -1.0, 1.0); }"]


def _uniforms(supplied: Supply) -> list[str]:
    lines = []
    for piece, data in supplied.loose:
        lines += _uniform(piece.name, piece, data)
    for block, data in supplied.blocks:
        for piece in block.pieces:
            lines += _uniform(block.full_name(piece), piece, data[piece.offset :])
    return lines


def _uniform(name: str, piece: Piece, data: bytes) -> list[str]:
    kind = spelling(piece)
    words = "int" if kind == "bool" else kind
    type = piece.type
    name_of_type = (
        f"mat{type.columns}x{type.rows}"
        if isinstance(type, Matrix)
        else _BOOLS.get(type.glsl, type.glsl)
    )
    lines = []
    for element in range(max(piece.count, 1)):
        values = element_bytes(piece, data, element)
        if words == "float" and not all_finite(values):
            raise BadInput(f"the uniform {name!r} holds an infinity or NaN, which has no literal")
        index = f"[{element}]" if piece.count else ""
        lines.append(f"uniform {name_of_type} {name}{index} {' '.join(literals(words, values))}")
    return lines


def _buffers(program: Program) -> list[str]:
    """Return a command for each word: several values lie as far apart as each runner pleases."""
    lines = []
    for buffer in program.inputs.buffers:
        lines.append(f"ssbo {buffer.binding} {len(buffer.data)}")
        at = 0
        for kind, data in runs(buffer):
            for value in literals(kind, data):
                lines.append(f"ssbo {buffer.binding} subdata {kind} {at} {value}")
                at += 4
    return lines


def _run(program: Program) -> list[str]:
    if program.stage == "compute":
        return [f"compute {' '.join(map(str, program.inputs.groups))}"]
    return ["clear color 0.0 0.0 0.0 0.0", "clear", "draw rect -1 -1 2 2"]


def _image_probes(wanted: Image, came: Image | None) -> list[str]:
    """Return a probe for each pixel; Piglit counts from the bottom left, where `gl_FragCoord.y`
    is least.
    """
    return [
        (
            f"probe rgba {probe.x} {probe.y} "
            f"{' '.join(f'{channel / 255:.6f}' for channel in probe.colour)}"
        )
        for probe in probes(wanted, came)
    ]


def _buffer_probes(program: Program, wanted: Buffers | None) -> list[str]:
    """Return a probe for each integer: floats may differ by a rounding from one machine to the
    next.
    """
    lines = []
    for buffer, data in zip(program.inputs.buffers, wanted.data if wanted else (), strict=False):
        at = 0
        for kind, part in runs(Buffer(buffer.binding, data, buffer.fields)):
            words = literals("uint", part) if kind != "float" else []
            lines += [
                f"probe ssbo uint {buffer.binding} {at + 4 * k} == {word}"
                for k, word in enumerate(words)
            ]
            at += len(part)
    return lines
