"""A SPIR-V test case as AmberScript, for developers who run Amber rather than aberration.

Both programs of a `Same` case become pipelines with the same inputs, and their results must be alike.
"""

import struct

from aberration.core.inputs import Inputs
from aberration.core.oracle import Same
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.languages.spirv.disassembler import disassemble

_WORD_TYPES = {"uint": "uint32", "int": "int32", "float": "float"}


def to_amber(case: TestCase) -> str | None:
    """Return the script, or None for a case that Amber cannot run."""
    oracle = case.oracle
    if not isinstance(oracle, Same):
        return None
    roles = (oracle.reference, oracle.variant)
    programs = [case.programs[role] for role in roles]
    if any(program.language != "spirv" for program in programs):
        return None
    lines = ["#!amber", "# The two pipelines have the same inputs and must give the same result.", ""]
    lines += ["SET ENGINE_DATA fence_timeout_ms 60000", ""]
    if programs[0].stage == "fragment":
        lines += ["SHADER vertex full_screen PASSTHROUGH", ""]
    for role, program in zip(roles, programs, strict=True):
        lines += _shader(role, program)
    for role, program in zip(roles, programs, strict=True):
        lines += _pipeline(role, program)
    lines += _expectation(roles, programs[0], oracle)
    return "\n".join(lines) + "\n"


def _shader(role: str, program: Program) -> list[str]:
    version = struct.unpack_from("<I", program.source, 4)[0]
    environment = f"spv{version >> 16 & 0xFF}.{version >> 8 & 0xFF}"
    header = f"SHADER {program.stage} {role}_shader SPIRV-ASM TARGET_ENV {environment}"
    return [header, disassemble(program.source).rstrip("\n"), "END", ""]


def _pipeline(role: str, program: Program) -> list[str]:
    inputs = program.inputs
    lines = _buffers(role, inputs)
    kind = "compute" if program.stage == "compute" else "graphics"
    if kind == "graphics":
        lines.append(f"BUFFER {role}_image FORMAT B8G8R8A8_UNORM")
    lines.append(f"PIPELINE {kind} {role}")
    if kind == "graphics":
        lines += ["  ATTACH full_screen", f"  ATTACH {role}_shader"]
        lines += [f"  FRAMEBUFFER_SIZE {inputs.width} {inputs.height}"]
        lines += [f"  BIND BUFFER {role}_image AS color LOCATION 0"]
    else:
        lines.append(f"  ATTACH {role}_shader")
    return [*lines, *_bindings(role, inputs), "END", *_run(role, kind, inputs), ""]


def _run(role: str, kind: str, inputs: Inputs) -> list[str]:
    if kind == "compute":
        return [f"RUN {role} {inputs.groups[0]} {inputs.groups[1]} {inputs.groups[2]}"]
    draw = f"RUN {role} DRAW_RECT POS 0 0 SIZE {inputs.width} {inputs.height}"
    return [f"CLEAR_COLOR {role} 0 0 0 255", f"CLEAR {role}", draw]


def _buffers(role: str, inputs: Inputs) -> list[str]:
    lines = []
    for index, uniform in enumerate(inputs.uniforms):
        if not uniform.push_constant:
            lines += _data(f"{role}_uniform_{index}", "uint32", uniform.data)
    if inputs.push_constants():
        lines += _data(f"{role}_push_constants", "uint32", inputs.push_constants())
    for index, buffer in enumerate(inputs.buffers):
        kinds = {kind for kind, _ in buffer.fields}
        word = _WORD_TYPES[kinds.pop()] if len(kinds) == 1 else "uint32"
        lines += _data(f"{role}_storage_{index}", word, buffer.data)
    return lines


def _data(name: str, word: str, data: bytes) -> list[str]:
    code = {"uint32": "I", "int32": "i", "float": "f"}[word]
    padded = data + bytes(-len(data) % 4)
    values = struct.unpack(f"<{len(padded) // 4}{code}", padded)
    rows = [" ".join(repr(value) for value in values[at : at + 16]) for at in range(0, len(values), 16)]
    return [f"BUFFER {name} DATA_TYPE {word} DATA", *(f"  {row}" for row in rows), "END"]


def _bindings(role: str, inputs: Inputs) -> list[str]:
    lines = [
        f"  BIND BUFFER {role}_uniform_{index} AS uniform DESCRIPTOR_SET {uniform.place[0]} BINDING {uniform.place[1]}"
        for index, uniform in enumerate(inputs.uniforms)
        if not uniform.push_constant
    ]
    if inputs.push_constants():
        lines.append(f"  BIND BUFFER {role}_push_constants AS push_constant")
    return lines + [
        f"  BIND BUFFER {role}_storage_{index} AS storage"
        f" DESCRIPTOR_SET {buffer.descriptor_set} BINDING {buffer.binding}"
        for index, buffer in enumerate(inputs.buffers)
    ]


def _expectation(roles: tuple[str, str], program: Program, oracle: Same) -> list[str]:
    reference, variant = roles
    if program.stage == "fragment":
        step = max(oracle.tolerance.step, 0)
        return [f"EXPECT {reference}_image RMSE_BUFFER {variant}_image TOLERANCE {step}"]
    return [
        f"EXPECT {reference}_storage_{index} EQ_BUFFER {variant}_storage_{index}"
        for index in range(len(program.inputs.buffers))
    ]
