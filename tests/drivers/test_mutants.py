"""Mutants in front of a real driver: the identity is silent, a planted bug shows in the image."""

from __future__ import annotations

from helpers.corpus import programs

from aberration.core.outcome import Crash, Image
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.float_mutants.catalogue import FLOAT_MUTANTS, LEGAL_COMPILERS
from aberration.targets.host_mutants.catalogue import HOST_MUTANTS
from aberration.targets.mutants.catalogue import MUTANTS
from aberration.targets.mutants.targets import providers
from aberration.targets.pool import TargetPool

DEADLINE = 60.0
OTHERS = {
    *(one.name for one in LEGAL_COMPILERS),
    *(f"mutant-{one.name}" for one in FLOAT_MUTANTS),
    *(f"mutant-{one.name}" for one in HOST_MUTANTS),
}
TARGETS = {
    target.id: target
    for target in providers()
    if target.id not in OTHERS and target.languages == ("spirv",)
}
DONT_INLINE = 2
FLATTEN = 1


def with_bit(program: Program, op: int, operand: int, bit: int) -> Program:
    """Return the program with a bit set in an operand of every instruction of an opcode."""
    module = Module.parse(program.source)
    for instruction in list(module.by_opcode(op)):
        module.set_operand(instruction, operand, instruction.ops[operand] | bit)
    return Program(program.language, program.stage, module.to_bytes(), program.inputs, program.name)


def test_every_mutant_is_a_target_of_its_own_family() -> None:
    assert set(TARGETS) == {f"mutant-{mutant.name}" for mutant in MUTANTS} | {"identity"}
    assert all(target.available and len(target.stages) == 2 for target in TARGETS.values())
    assert all(target.family == name for name, target in TARGETS.items())
    assert {name for name, target in TARGETS.items() if "mutants" in target.groups} == set(
        TARGETS
    ) - {"identity"}


def test_the_identity_renders_what_the_driver_renders() -> None:
    identity = TARGETS["identity"]
    driver = Target("driver", "executes", ("spirv",), identity.stages[1:])
    with TargetPool() as pool:
        for program in programs("references")[:6]:
            outcome = pool.run(identity, program, DEADLINE).outcome
            assert isinstance(outcome, Image)
            assert outcome == pool.run(driver, program, DEADLINE).outcome


def test_a_planted_wrong_value_shows_in_the_image() -> None:
    seen = 0
    with TargetPool() as pool:
        for program in programs("references")[:10]:
            flattened = with_bit(program, opcodes.OpSelectionMerge, 1, FLATTEN)
            right = pool.run(TARGETS["identity"], flattened, DEADLINE).outcome
            seen += pool.run(TARGETS["mutant-flatten-mask"], flattened, 10).outcome != right
    assert seen


def test_a_planted_crash_is_a_crash_of_its_stage() -> None:
    program = programs("references")[0]
    with TargetPool() as pool:
        assert isinstance(pool.run(TARGETS["mutant-dont-inline"], program, DEADLINE).outcome, Image)
        outcome = pool.run(
            TARGETS["mutant-dont-inline"],
            with_bit(program, opcodes.OpFunction, 0, DONT_INLINE),
            DEADLINE,
        ).outcome
    assert isinstance(outcome, Crash)
    assert (outcome.cause, outcome.stage) == ("assertion", "dont-inline")
