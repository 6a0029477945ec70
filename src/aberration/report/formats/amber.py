"""A case in SPIR-V, GLSL or ESSL as AmberScript, for developers who run Amber rather than
aberration.

Both programs of a `Same` case become pipelines with the same inputs, and their results must be
the same. GLSL is what Vulkan takes: every uniform in a block with a binding.
"""

from __future__ import annotations

import struct
from typing import Final

from aberration.core.errors import BadInput
from aberration.core.inputs import Buffer, Inputs, ScalarType
from aberration.core.oracle import Expected
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.core.texture_arrays import element_of
from aberration.languages.spirv.disassembler import disassemble
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
from aberration.report.formats.numbers import literals, runs
from aberration.report.formats.supply import read_declared, supply
from aberration.targets.front_end import compile_strictly
from aberration.targets.runners.interface import read_interface
from aberration.targets.runners.resources import uniform_data

_TOOL: Final = "Amber"
_WORD_TYPES: Final[dict[ScalarType, str]] = {"uint": "uint32", "int": "int32", "float": "float"}
_ENVIRONMENTS: Final = (("vulkan1.0", ""), ("vulkan1.1", " TARGET_ENV spv1.3"))
_PER_LINE: Final = 16
_Blocks = dict[tuple[int, int], bytes]


def write(case: TestCase, outcomes: Outcomes) -> Files:
    """Return the script; raise `BadInput` for a case that Amber cannot run."""
    refuse_wgsl(case, _TOOL)
    programs = programs_of(case)
    stages = {program.stage for program in programs.values()}
    lines = ["#!amber", "# All pipelines have the same inputs.", ""]
    lines += ["SET ENGINE_DATA fence_timeout_ms 60000", ""]
    if "fragment" in stages:
        lines += ["SHADER vertex full_screen PASSTHROUGH", ""]
    for role, program in programs.items():
        lines += _shader(role, program)
    for role, program in programs.items():
        lines += _pipeline(role, program)
    lines += _expectation(case, outcomes)
    return {"test.amber": "\n".join(lines) + "\n"}


def _shader(role: str, program: Program) -> list[str]:
    head = f"SHADER {program.stage} {role}_shader"
    if program.language != "spirv":
        text = shader_text(program, _TOOL, "END").removesuffix("\n")
        return [f"{head} GLSL{_environment(program)}", text, "END", ""]
    version = struct.unpack_from("<I", program.source, 4)[0]
    environment = f"spv{version >> 16 & 0xFF}.{version >> 8 & 0xFF}"
    return [
        f"{head} SPIRV-ASM TARGET_ENV {environment}",
        disassemble(program.source).rstrip("\n"),
        "END",
        "",
    ]


def _environment(program: Program) -> str:
    """Return what is to be said of the environment that GLSL is compiled for; raise `BadInput`
    if none takes it.
    """
    for environment, option in _ENVIRONMENTS:
        try:
            compile_strictly(program, environment)
        except BadInput as error:
            refusal = error
        else:
            return option
    raise BadInput(
        f"Amber compiles for Vulkan, and for that glslang refuses the shader: {refusal.message}"
    )


def _pipeline(role: str, program: Program) -> list[str]:
    inputs = program.inputs
    _refuse_block_arrays(program)
    # The bytes of each uniform block by (set, binding).
    blocks = (
        uniform_data(inputs)
        if program.language == "spirv"
        else {(one.group, one.binding or 0): data for one, data in supply(program, _TOOL).blocks}
    )
    lines = _buffers(role, inputs, blocks)
    kind = "compute" if program.stage == "compute" else "graphics"
    if kind == "graphics":
        lines.append(f"BUFFER {role}_image FORMAT B8G8R8A8_UNORM")
    lines.append(f"PIPELINE {kind} {role}")
    if kind == "graphics":
        lines += ["  ATTACH full_screen", _attach(role, inputs)]
        lines += [f"  FRAMEBUFFER_SIZE {inputs.width} {inputs.height}"]
        lines += [f"  BIND BUFFER {role}_image AS color LOCATION 0"]
    else:
        lines.append(_attach(role, inputs))
    return [*lines, *_bindings(role, inputs, blocks), "END", *_run(role, kind, inputs), ""]


def _refuse_block_arrays(program: Program) -> None:
    """Raise `BadInput` for an array of blocks: our elements have bindings of their own."""
    if program.language == "spirv":
        arrays = bool(read_interface(program.source).elements)
    else:
        blocks = read_declared(program).blocks
        arrays = any(element_of(block.name) for block in blocks)
    if arrays:
        raise BadInput("an array of blocks, which this script does not bind")


def _attach(role: str, inputs: Inputs) -> str:
    """Return how a shader is attached with its constants: as words, which all their types are."""
    given = [f" SPECIALIZE {one.id} AS uint32 {one.word}" for one in inputs.constants]
    return f"  ATTACH {role}_shader{''.join(given)}"


def _run(role: str, kind: str, inputs: Inputs) -> list[str]:
    if kind == "compute":
        return [f"RUN {role} {inputs.groups[0]} {inputs.groups[1]} {inputs.groups[2]}"]
    draw = f"RUN {role} DRAW_RECT POS 0 0 SIZE {inputs.width} {inputs.height}"
    return [f"CLEAR_COLOR {role} 0 0 0 0", f"CLEAR {role}", draw]


def _buffers(role: str, inputs: Inputs, blocks: _Blocks) -> list[str]:
    lines = []
    for index, data in enumerate(blocks.values()):
        lines += _data(f"{role}_uniform_{index}", "uint", data)
    if inputs.push_constants():
        lines += _data(f"{role}_push_constants", "uint", inputs.push_constants())
    for index, buffer in enumerate(inputs.buffers):
        lines += _storage(f"{role}_storage_{index}", buffer)
    return lines


def _storage(name: str, buffer: Buffer) -> list[str]:
    """Return a buffer, which has one type: the sizes of its fields, and their types, stand in a
    comment.
    """
    fields = runs(buffer)
    kinds = {kind for kind, _ in fields}
    head, *rest = _data(name, kinds.pop() if len(kinds) == 1 else "uint", buffer.data)
    sizes = " ".join(f"{kind} {len(data) // 4}" for kind, data in fields)
    return [head, f"  # FIELDS {sizes}", *rest] if len(fields) > 1 else [head, *rest]


def _data(name: str, kind: ScalarType, data: bytes) -> list[str]:
    if not data:
        raise BadInput("a buffer is empty, and Amber has none of that size")
    values = literals(kind, data)
    rows = [" ".join(values[at : at + _PER_LINE]) for at in range(0, len(values), _PER_LINE)]
    return [
        f"BUFFER {name} DATA_TYPE {_WORD_TYPES[kind]} DATA",
        *(f"  {row}" for row in rows),
        "END",
    ]


def _bindings(role: str, inputs: Inputs, blocks: _Blocks) -> list[str]:
    lines = [
        f"  BIND BUFFER {role}_uniform_{index} AS uniform DESCRIPTOR_SET {group} BINDING {binding}"
        for index, (group, binding) in enumerate(blocks)
    ]
    if inputs.push_constants():
        lines.append(f"  BIND BUFFER {role}_push_constants AS push_constant")
    return lines + [
        f"  BIND BUFFER {role}_storage_{index} AS storage"
        f" DESCRIPTOR_SET {buffer.descriptor_set} BINDING {buffer.binding}"
        for index, buffer in enumerate(inputs.buffers)
    ]


def _expectation(case: TestCase, outcomes: Outcomes) -> list[str]:
    pair, programs = pair_of(case), programs_of(case)
    if pair is not None:
        return _expect_equal(*pair, programs[pair[0]], case)
    lines = []
    for role, program in programs.items():
        wanted = known_result(case, role, outcomes)
        if isinstance(case.oracle, Expected) and wanted is not None:
            lines += _expect_known(role, program, wanted)
    return lines


def _expect_equal(reference: str, variant: str, program: Program, case: TestCase) -> list[str]:
    if program.stage == "fragment":
        step = max(case.oracle.tolerance.step, 0)
        return [f"EXPECT {reference}_image RMSE_BUFFER {variant}_image TOLERANCE {step}"]
    indices = range(len(program.inputs.buffers))
    return [
        f"EXPECT {reference}_storage_{index} EQ_BUFFER {variant}_storage_{index}"
        for index in indices
    ]


def _expect_known(role: str, program: Program, wanted: Image | Buffers) -> list[str]:
    """Return what is expected of each buffer or of pixels: images begin where `gl_FragCoord.y`
    is least.
    """
    if isinstance(wanted, Image):
        return [
            (
                f"EXPECT {role}_image IDX {probe.x} {probe.y} SIZE 1 1 EQ_RGBA "
                f"{' '.join(map(str, probe.colour))}"
            )
            for probe in probes(wanted, None)
        ]
    lines = []
    for index, (buffer, data) in enumerate(zip(program.inputs.buffers, wanted.data, strict=True)):
        lines += _storage(f"wanted_{index}", Buffer(buffer.binding, data, buffer.fields))
        lines.append(f"EXPECT {role}_storage_{index} EQ_BUFFER wanted_{index}")
    return lines
