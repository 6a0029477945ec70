"""Small compute shaders of floats for tests of compilers that rewrite them: a body computes
`%r` of `%xf %yf %zf`.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from helpers.interpret import shader

from aberration.core.inputs import Buffer, Inputs
from aberration.core.limits import beyond, places
from aberration.core.outcome import Buffers
from aberration.core.program import Program
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.interpret.run import Interpreter
from aberration.languages.spirv.validate import validate
from aberration.targets.float_mutants.catalogue import FLOAT_MUTANTS, LEGAL_COMPILERS
from aberration.targets.mutants.catalogue import mutant_named
from aberration.targets.runners.spirv.mutant import apply_mutant

Row = tuple[float, float, float]
GLOBALS = """
    %f3 = OpConstant %float 3
    %f10 = OpConstant %float 10
    %half = OpConstant %float 0.5
    %tenth = OpConstant %float 0.1
    %one_third = OpConstant %float 0.333333333
    %large = OpConstant %float 43758.5453
    %tiny = OpConstant %float 0x1p-130
    %row = OpConstantComposite %v2float %f0 %f2
    %zeros = OpConstantNull %v3float
"""
EXACT = "OpDecorate {} NoContraction"
KEEPING = (
    'OpCapability SignedZeroInfNanPreserve\nOpExtension "SPV_KHR_float_controls"',
    "OpExecutionMode %main SignedZeroInfNanPreserve 32",
)


def body_of(lines: str, locals_: str = "") -> str:
    """Return the body that writes `%r`; what is apart by `;` stands on lines of its own."""
    text = "\n".join(line.strip() for line in lines.split(";"))
    return f"{locals_}\n{text}\nWRITE 0 %r float"


def module(
    lines: str, annotations: str = "", *, keeps_specials: bool = False, locals_: str = ""
) -> bytes:
    """Return a valid module, which may ask that signs of zeros, infinities and NaN are kept."""
    capabilities, modes = KEEPING if keeps_specials else ("", "")
    return shader(
        body_of(lines, locals_),
        globals_=GLOBALS,
        annotations=annotations,
        capabilities=capabilities,
        modes=modes,
    )


def rewritten(name: str, code: bytes) -> bytes:
    """Return a module as the compiler of this name writes it; it is valid, and the same each
    time.
    """
    compiler = mutant_named(name, (*FLOAT_MUTANTS, *LEGAL_COMPILERS))
    result = apply_mutant(compiler, code)
    flaw = validate(result, "vulkan1.1")
    assert flaw is None, flaw
    assert apply_mutant(compiler, code) == result
    return result


def inputs(rows: Sequence[Row]) -> Inputs:
    """Return one workgroup for each row of floats."""
    given = struct.pack(f"<{3 * len(rows)}f", *(number for row in rows for number in row))
    buffers = (Buffer(0, given), Buffer(1, bytes(16 * len(rows)), (("float", 4 * len(rows)),)))
    return Inputs(buffers=buffers, groups=(len(rows), 1, 1))


def program(code: bytes, rows: Sequence[Row]) -> Program:
    """Return a module with these rows."""
    return Program("spirv", "compute", code, inputs(rows))


def results(code: bytes, rows: Sequence[Row]) -> list[float]:
    """Return what a module computes of each row; nothing may trap."""
    found = Interpreter(code, inputs(rows)).dispatch()
    assert isinstance(found, Buffers), str(found)
    return list(struct.unpack(f"<{4 * len(rows)}f", found.data[1])[::4])


def words_outside(code: bytes, made: bytes, rows: Sequence[Row]) -> int:
    """Return how many words of what one module gives lie outside of what another one may give,
    which is known of all that it computes of the rows.
    """
    known, given = prove(program(code, rows)), prove(program(made, rows))
    assert known.limits is not None, known
    assert given.outcome is not None, given
    assert places(known.limits.mask[1], 4 * len(rows))[::4].all(), known.masked
    return beyond(given.outcome, known.limits).beyond
