"""What Dawn prints of its compiler's work: SPIR-V as assembly, or ESSL, and where Tint puts the
buffers of a program.

Dawn numbers the bindings of a pipeline anew, in an order of its own that differs between versions.
So it is asked: a probe with the same buffers, each of a length of its own, is compiled as well, and
its text tells which one went where.
"""

from __future__ import annotations

import re
from typing import Final, Literal, TypeVar

import msgspec

from aberration.core.errors import InternalError
from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.languages.spirv.assembly import assemble
from aberration.targets.runners.interface import instructions
from aberration.targets.runners.webgpu.prepare import PreparedShader

Place = tuple[int, int]
Writes = Literal["spirv", "essl"]
"""The language that Tint writes."""
Input = TypeVar("Input", Uniform, Buffer)

_START: Final = re.compile(r"^/\* Dumped (?:SPIRV disassembly|generated GLSL) \*/\n", re.MULTILINE)
_END: Final = re.compile(r"^(?:info|warning|error|verbose):\n", re.MULTILINE)
_STAGES: Final[dict[tuple[Writes, str], re.Pattern[str]]] = {
    ("spirv", "fragment"): re.compile(r"^\s*OpEntryPoint Fragment ", re.MULTILINE),
    ("spirv", "compute"): re.compile(r"^\s*OpEntryPoint GLCompute ", re.MULTILINE),
    ("essl", "fragment"): re.compile(r"\A(?!.*\bgl_Position\b)", re.DOTALL),
    ("essl", "compute"): re.compile(r"\blocal_size_x\b"),
}
_ESSL_BLOCK: Final = re.compile(
    r"layout\(binding = (?P<binding>\d+), std\d+\)\s*(?:\w+\s+)*?(?:buffer|uniform)\s+\w+\s*"
    r"\{[^}]*\[(?P<length>\d+)u?\];\s*\}"
)
_SPIRV_VERSION: Final = re.compile(r"^; Version: (\d+)\.(\d+)$", re.MULTILINE)
_LOOSE_UNIFORM: Final = re.compile(
    r"^\s*(?:layout\([^)]*\)\s*)?uniform\s+(?:\w+\s+)+?(?P<name>\w+)(?:\[\w+\])?;", re.MULTILINE
)
_PUSHED: Final = re.compile(r"OpVariable %\S+ PushConstant\b")
_FIRST_LENGTH: Final = 1001
_DECORATE, _TYPE_ARRAY, _TYPE_STRUCT, _TYPE_POINTER, _CONSTANT, _VARIABLE = 71, 28, 30, 32, 43, 59
_BINDING, _DESCRIPTOR_SET = 33, 34


def last_text(log: str, stage: str, writes: Writes) -> str:
    """Return the last text of a stage that Dawn printed; nothing where it printed none."""
    wanted = _STAGES[writes, stage]
    texts = [_END.split(part, maxsplit=1)[0] for part in _START.split(log)[1:]]
    return next((text for text in reversed(texts) if wanted.search(text)), "")


def module_of(text: str) -> bytes:
    """Return assembly that Dawn printed as a module; raise `MalformedAssembly` for none."""
    version = _SPIRV_VERSION.search(text)
    numbers = (int(version[1]), int(version[2])) if version else (1, 0)
    return assemble(text, numbers, preserve_numeric_ids=False)


def needs_more_inputs(text: str, writes: Writes) -> bool:
    """Say whether a text reads values that Dawn itself sets when it draws."""
    if writes == "spirv":
        return bool(_PUSHED.search(text))
    names = [uniform["name"] for uniform in _LOOSE_UNIFORM.finditer(text)]
    return any(len(re.findall(rf"\b{name}\b", text)) > 1 for name in names)


# ---- where the buffers went


def probe_of(prepared: PreparedShader, stage: str) -> str:
    """Return WGSL with the buffers of a shader, each an array of another length, all of them
    read.
    """
    lines, reads = [], []
    for number, slot in enumerate(prepared.slots):
        uniform = slot.kind == "uniform"
        access = {"uniform": "uniform", "storage": "storage, read_write"}.get(
            prepared.buffer_type(slot), "storage, read"
        )
        element = "vec4<u32>" if uniform else "u32"
        lines.append(
            f"@group({slot.descriptor_set}) @binding({slot.binding}) "
            f"var<{access}> probe{number}: array<{element}, {_FIRST_LENGTH + number}>;"
        )
        reads.append(f"probe{number}[0]{'.x' if uniform else ''}")
    total = " + ".join(reads)
    if stage == "compute":
        # What nothing depends on would be left out.
        lines += [
            "var<workgroup> total: u32;",
            f"@compute @workgroup_size(1) fn probe() {{ total = {total}; }}",
        ]
    else:
        lines.append(
            f"@fragment fn probe() -> @location(0) vec4<f32> {{ return vec4<f32>(f32({total})); }}"
        )
    return "\n".join(lines) + "\n"


def places_of(prepared: PreparedShader, text: str, writes: Writes) -> dict[Place, Place]:
    """Return where Tint put each buffer, by the text that it wrote of the probe."""
    lengths = _lengths_in_spirv(module_of(text)) if writes == "spirv" else _lengths_in_essl(text)
    places: dict[Place, Place] = {}
    for number, slot in enumerate(prepared.slots):
        place = lengths.get(_FIRST_LENGTH + number)
        if place is None:
            raise InternalError(
                f"Tint's text of a probe does not tell where group {slot.descriptor_set}, "
                f"binding {slot.binding} went:\n{text}"
            )
        places[slot.descriptor_set, slot.binding] = place
    return places


def move_inputs(inputs: Inputs, places: dict[Place, Place]) -> Inputs:
    """Return the inputs at their new places; uniforms that the program lacks are left out."""
    uniforms = [
        _at(uniform, places[uniform.place])
        for uniform in inputs.uniforms
        if uniform.place in places
    ]
    buffers = [
        _at(buffer, places[buffer.descriptor_set, buffer.binding]) for buffer in inputs.buffers
    ]
    return msgspec.structs.replace(inputs, uniforms=tuple(uniforms), buffers=tuple(buffers))


def _at(one: Input, place: Place) -> Input:
    return msgspec.structs.replace(one, descriptor_set=place[0], binding=place[1])


def _lengths_in_essl(text: str) -> dict[int, Place]:
    found = _ESSL_BLOCK.finditer(text)
    return {int(block["length"]): (0, int(block["binding"])) for block in found}


def _lengths_in_spirv(module: bytes) -> dict[int, Place]:
    decorations: dict[tuple[int, int], int] = {}
    below: dict[int, int] = {}
    lengths: dict[int, int] = {}
    found: dict[int, Place] = {}
    constants: dict[int, int] = {}
    for opcode, words in instructions(module):
        if opcode == _DECORATE and words[1] in (_BINDING, _DESCRIPTOR_SET):
            decorations[words[0], words[1]] = words[2]
        elif opcode == _CONSTANT:
            constants[words[1]] = words[2]
        elif opcode == _TYPE_ARRAY:
            lengths[words[0]] = constants.get(words[2], 0)
        elif opcode == _TYPE_STRUCT and len(words) > 1:
            below[words[0]] = words[1]
        elif opcode == _TYPE_POINTER:
            below[words[0]] = words[2]
        elif opcode == _VARIABLE and (words[1], _BINDING) in decorations:
            length = lengths.get(_innermost(words[0], below), 0)
            group = decorations.get((words[1], _DESCRIPTOR_SET), 0)
            found[length] = group, decorations[words[1], _BINDING]
    return found


def _innermost(kind: int, below: dict[int, int]) -> int:
    while kind in below:
        kind = below[kind]
    return kind
