"""What every test of a transformation needs: a module around a few lines, and the promises that all
of them keep.

Names like `%sum` stand for numbers, the same ones in a whole test run (`ident`); `%7` stays 7, and
ids from 1 to 99 are free for tests to use as fresh ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

import pytest
from experiments.transform_soundness.gathering import Variant
from helpers.corpus import all_modules, donor_modules, inputs_of
from helpers.sites import SITES, gatherer

from aberration.campaign.known_results import drawn_in_tiles
from aberration.core.program import Program, stage_of_spirv
from aberration.core.rng import Rng
from aberration.languages.spirv.assembly import assemble, disassemble
from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.grammar import OPCODE
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place
from aberration.languages.spirv.validate import validate
from aberration.methods.transform.donation.donor import Donor
from aberration.methods.transform.known_ranges import KnownRanges
from aberration.methods.transform.method import parse_module
from aberration.methods.transform.scheduler import fuzz
from aberration.methods.transform.transformation import Transformation

HEAD: Final = """
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Fragment %main "main" %in_float %in_int %out_color
               OpExecutionMode %main OriginUpperLeft
               OpDecorate %in_float Location 0
               OpDecorate %in_int Location 1
               OpDecorate %in_int Flat
               OpDecorate %out_color Location 0
       %void = OpTypeVoid
       %main_type = OpTypeFunction %void
       %bool = OpTypeBool
       %int = OpTypeInt 32 1
       %uint = OpTypeInt 32 0
       %float = OpTypeFloat 32
       %v2float = OpTypeVector %float 2
       %v4float = OpTypeVector %float 4
       %v2int = OpTypeVector %int 2
       %in_float_type = OpTypePointer Input %float
       %in_int_type = OpTypePointer Input %int
       %out_type = OpTypePointer Output %v4float
       %local_int = OpTypePointer Function %int
       %local_float = OpTypePointer Function %float
       %true = OpConstantTrue %bool
       %false = OpConstantFalse %bool
       %int_0 = OpConstant %int 0
       %int_1 = OpConstant %int 1
       %int_5 = OpConstant %int 5
       %uint_0 = OpConstant %uint 0
       %uint_3 = OpConstant %uint 3
       %float_0 = OpConstant %float 0
       %float_1 = OpConstant %float 1
       %in_float = OpVariable %in_float_type Input
       %in_int = OpVariable %in_int_type Input
       %out_color = OpVariable %out_type Output
"""
MAIN: Final = """
       %main = OpFunction %void None %main_type
       %entry = OpLabel
"""
TAIL: Final = """
       OpReturn
       OpFunctionEnd
"""
INPUTS: Final = """
       %f = OpLoad %float %in_float
       %i = OpLoad %int %in_int
       %condition = OpSLessThan %bool %i %int_5
"""
_NUMBERS: Final[dict[str, int]] = {}
_NAME: Final = re.compile(r"%([A-Za-z_]\w*)")
Prepare = Callable[[Module], None]


def ident(name: str) -> int:
    """Return the number that stands for a name such as `%sum`."""
    return _NUMBERS.setdefault(name.removeprefix("%"), 100 + len(_NUMBERS))


def numbered(text: str) -> str:
    """Return a text with numbers for the names."""
    return _NAME.sub(lambda match: f"%{ident(match[1])}", text)


def at(name: str, opcode: str = "", skip: int = 0) -> Place:
    """Return the place of `%name`, or of the instruction of an opcode from there on, after
    `skip` others.
    """
    return Place(ident(name), OPCODE[opcode] if opcode else 0, skip)


def module_of(
    body: str,
    *,
    globals_: str = "",
    functions: str = "",
    version: tuple[int, int] = (1, 3),
    valid: bool = True,
) -> Module:
    """Return a valid fragment shader with `body` in its entry block (after `%f`, `%i`, `%condition`
    are loaded).

    Variables of the body come first, as SPIR-V demands. The function ends in OpReturn after the
    body.
    """
    variables, rest = _variables_first(body)
    text = numbered(HEAD + globals_ + MAIN + variables + INPUTS + rest + TAIL + functions)
    data = assemble(text, version)
    flaw = flaw_of(data) if valid else None
    assert flaw is None, f"the test's own module is invalid: {flaw}\n{text}"
    return Module.parse(data)


def _variables_first(body: str) -> tuple[str, str]:
    lines = body.splitlines()
    variables = [line for line in lines if "OpVariable" in line]
    return "\n".join(variables) + "\n", "\n".join(
        line for line in lines if "OpVariable" not in line
    )


def the(module: Module, name: str | int) -> Instruction:
    """Return the instruction that defines a name, which exists."""
    found = module.definition(ident(name) if isinstance(name, str) else name)
    assert found is not None, name
    return found


def block_of(module: Module, name: str | int) -> Block:
    """Return the block of a label, which exists."""
    found = module.block(ident(name) if isinstance(name, str) else name)
    assert found is not None, name
    return found


def lines_of(module: Module) -> list[str]:
    """Return the lines of a module's assembly, blanks squeezed."""
    return [" ".join(line.split()) for line in disassemble(module.to_bytes()).splitlines()]


def flaw_of(data: bytes) -> str | None:
    """Return why a module is invalid in the oldest Vulkan that takes its version; None if it is
    valid.
    """
    return validate(data, "vulkan1.1" if data[4:8] <= b"\x00\x03\x01\x00" else "vulkan1.2")


def assert_sound(module: Module) -> None:
    """Assert that the module is valid and all that it knows agrees with its text."""
    data = module.to_bytes()
    assert flaw_of(data) is None, f"{flaw_of(data)}\n{disassemble(data)}"
    assert contradictions(module) == []


def expect(
    body: str | Module,
    transformation: Transformation,
    *expected: str,
    prepare: Prepare | None = None,
    absent: Sequence[str] = (),
) -> Module:
    """Apply a transformation and assert that the `expected` blocks of lines appear, each
    contiguous.

    Returns the module, for further questions.
    """
    module = body if isinstance(body, Module) else module_of(body)
    if prepare is not None:
        prepare(module)
    assert transformation.is_applicable(module), f"{transformation} is refused"
    transformation.apply(module)
    assert_sound(module)
    text = "\n".join(lines_of(module))
    for block in expected:
        wanted = "\n".join(" ".join(line.split()) for line in numbered(block).strip().splitlines())
        assert wanted in text, f"expected\n{wanted}\nin\n{text}"
    for line in absent:
        assert " ".join(numbered(line).split()) not in text
    return module


def refuse(
    body: str | Module, transformation: Transformation, reason: str, prepare: Prepare | None = None
) -> None:
    """Assert that a transformation is refused, and that asking changed nothing."""
    module = body if isinstance(body, Module) else module_of(body)
    if prepare is not None:
        prepare(module)
    before = module.to_bytes()
    assert not transformation.is_applicable(module), f"{transformation} should be refused: {reason}"
    assert module.to_bytes() == before
    assert contradictions(module) == []


# ---- soundness

STEPS: Final = 250
PARTS: Final = 10
"""So many parts of variants are looked at for each kind."""
_RANGES: Final = KnownRanges()


def seed_program(name: str, data: bytes) -> Program:
    """Return a module of the corpus as a program with its inputs."""
    kind, _, own_name = name.partition("/")
    return Program("spirv", stage_of_spirv(data, name), data, inputs_of(kind, own_name), name)


def seed_module(name: str, data: bytes, ranges: bool = False) -> Module:
    """Return a module of the corpus that knows what its inputs say about its uniforms; with the
    `ranges` of its values too, in a few tiles of the image, if it is to be transformed: a replay
    does without.
    """
    seed = drawn_in_tiles(seed_program(name, data), 4, 4)
    module = parse_module(seed)
    if ranges:
        _RANGES.learn(module, seed)
    return module


@cache
def corpus_run(number: int) -> tuple[str, bytes, tuple[Transformation, ...]]:
    """Return a run with all passes on a module of the corpus: name, bytes, transformations.

    Made once per process: the tests of all passes look at the same runs.
    """
    name, data = all_modules()[number]
    module = seed_module(name, data, ranges=True)
    log, _ = fuzz(module, _donors(), Rng.of(number, name, "run"), STEPS, (), every_pass=True)
    return name, data, tuple(log)


@cache
def _donors() -> tuple[Donor, ...]:
    return tuple(Donor.parse(data) for _, data in donor_modules())


def soundness(kind: type[Transformation]) -> Callable[[int], None]:
    """Return a test of variants with steps of `kind` among others: after each of these the module
    is valid and known, and the steps replay. Also: `is_applicable` raises on no part of a variant's
    steps, and what a part gives is valid.
    """

    @pytest.mark.parametrize("wanted", SITES)
    def test(wanted: int) -> None:
        variants = gatherer().gather(kind, wanted)
        assert sum(variant.sites(kind) for variant in variants) >= wanted, (
            f"too few sites of {kind.__name__}"
        )
        for variant in variants:
            _check_applications(kind, variant)
        for number in range(PARTS):
            _check_part(kind, variants[number % len(variants)], Rng.of(number, "part"))

    return test


def _check_applications(kind: type[Transformation], variant: Variant) -> None:
    module, name = parse_module(variant.program), variant.program.name
    for step in variant.steps:
        assert step.is_applicable(module), f"{name}: {step} does not replay"
        step.apply(module)
        if isinstance(step, kind):
            flaw = flaw_of(module.to_bytes())
            assert flaw is None, f"{name}: after {step}: {flaw}"
            assert contradictions(module) == [], f"{name}: after {step}"
    assert module.to_bytes() == variant.data, f"{name}: the replay gives other bytes"


def _check_part(kind: type[Transformation], variant: Variant, rng: Rng) -> None:
    module, name = parse_module(variant.program), variant.program.name
    for step in variant.steps:
        kept = rng.bits() % 4 if isinstance(step, kind) else rng.bits() % 2
        if kept:
            step.apply_if_applicable(module)
    flaw = flaw_of(module.to_bytes())
    assert flaw is None, f"{name}: a part of the steps is invalid: {flaw}"
    assert contradictions(module) == [], name
