from __future__ import annotations

import pytest
from helpers.additions import add_capability
from helpers.corpus import compute_modules, donor_modules, reference_modules
from helpers.sampling import one_in
from helpers.transform import assert_sound

from aberration.core.rng import Rng
from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.call_graph import calls
from aberration.languages.spirv.enums import Capability, StorageClass
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpVariable
from aberration.methods.transform.donation.donor import Donor, callees_first
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.donated_globals import Globals
from aberration.methods.transform.drawing.donors import MOST_FUNCTIONS, donate
from aberration.methods.transform.transformations.add_function import AddFunction

DONORS = donor_modules()
RECIPIENTS = [reference_modules()[0], reference_modules()[-1], compute_modules()[0]]


def donated(draw: Draw, donor: Donor, livesafe: bool) -> list[AddFunction]:
    """Return the functions that one attempt adds; the last one, too, is applied."""
    draw.begin()
    record = donate(draw, donor, livesafe)
    if record is not None:
        assert draw.apply(record), record
    return [step for step in draw.log if isinstance(step, AddFunction)]


@pytest.mark.parametrize("livesafe", [False, True])
@pytest.mark.parametrize("given", one_in(2, DONORS), ids=[name for name, _ in DONORS])
def test_every_function_that_fits_can_be_donated(given: tuple[str, bytes], livesafe: bool) -> None:
    name, data = given
    donor = Donor.parse(data)
    for number, (recipient_name, recipient) in enumerate(RECIPIENTS):
        draw = Draw(Module.parse(recipient), Rng.of(number, name))
        for _ in range(3):
            donated(draw, donor, livesafe)
        assert_sound(draw.module)
        assert draw.module.to_bytes() == replayed(recipient, draw), recipient_name


def replayed(recipient: bytes, draw: Draw) -> bytes:
    module = Module.parse(recipient)
    for step in draw.log:
        assert step.is_applicable(module)
        step.apply(module)
    return module.to_bytes()


def test_most_donors_give_livesafe_functions() -> None:
    found = {name: 0 for name, _ in DONORS}
    for name, data in DONORS:
        draw = Draw(Module.parse(RECIPIENTS[0][1]), Rng.of(1, name))
        for _ in range(6):
            found[name] += sum(
                step.guards is not None for step in donated(draw, Donor.parse(data), True)
            )
    assert sum(count > 0 for count in found.values()) * 4 >= len(found) * 3, found


def test_callees_come_before_their_callers() -> None:
    for _, data in DONORS:
        donor = Module.parse(data)
        for function in donor.functions:
            order = [each.id for each in callees_first(donor, function)]
            assert order[-1] == function.id
            for position, each in enumerate(order):
                assert set(calls(donor, each)) <= set(order[:position])


def test_memory_of_donors_becomes_private_initialised_and_of_no_consequence() -> None:
    donor = Donor.parse(dict(DONORS)["polynomial"])
    module = Module.parse(RECIPIENTS[0][1])
    before = {each.result_id for each in module.by_opcode(OpVariable)}
    draw = Draw(module, Rng.of(3))
    added = [step for _ in range(8) for step in donated(draw, donor, True)]
    counters = {step.guards.counter for step in added if step.guards is not None}
    new = [each for each in module.by_opcode(OpVariable) if each.result_id not in before]
    assert any(each.block is None for each in new)
    assert any(each.result_id in counters for each in new)
    for variable in new:
        assert variable.ops[0] in (StorageClass.PRIVATE, StorageClass.FUNCTION)
        assert len(variable.ops) == 2
        is_counter = variable.result_id in counters
        assert module.facts.is_pointee_irrelevant(variable.result_id) != is_counter


def test_a_donor_that_needs_more_than_the_recipient_has_gives_nothing() -> None:
    donor = Donor.parse(DONORS[0][1])
    add_capability(donor.module, Capability.FLOAT64)
    draw = Draw(Module.parse(RECIPIENTS[0][1]), Rng.of(0))
    assert donate(draw, donor, False) is None
    assert draw.log == []


def test_a_full_module_takes_no_more() -> None:
    draw = Draw(Module.parse(RECIPIENTS[0][1]), Rng.of(0))
    for seed in range(200):
        donated(draw, Donor.parse(DONORS[seed % len(DONORS)][1]), False)
    assert len(draw.module.functions) < MOST_FUNCTIONS + 8
    assert donate(draw, Donor.parse(DONORS[0][1]), False) is None


RECURSIVE = """
    OpCapability Shader
    OpCapability PhysicalStorageBufferAddresses
    OpExtension "SPV_KHR_physical_storage_buffer"
    OpMemoryModel PhysicalStorageBuffer64 GLSL450
    OpTypeForwardPointer %1 PhysicalStorageBuffer
    %2 = OpTypeInt 32 1
    %3 = OpTypeStruct %2 %1
    %1 = OpTypePointer PhysicalStorageBuffer %3
"""


def test_a_type_that_contains_itself_has_no_counterpart() -> None:
    donor = Module.parse(assemble(RECURSIVE, (1, 3)))
    globals_ = Globals(Draw(Module.parse(RECIPIENTS[0][1]), Rng.of(1, "recursive")), donor)
    assert (globals_.type(3), globals_.type(1)) == (0, 0)


@pytest.mark.parametrize("change", ["version", "extension"])
def test_a_donor_brings_nothing_that_the_module_does_not_allow(change: str) -> None:
    plain = "OpCapability Shader\nOpMemoryModel Logical GLSL450"
    extended = plain.replace(
        "OpMemoryModel", 'OpExtension "SPV_KHR_terminate_invocation"\nOpMemoryModel'
    )
    module = Module.parse(assemble(plain, (1, 3)))
    donor = assemble(extended, (1, 3)) if change == "extension" else assemble(plain, (1, 4))
    assert Donor.parse(assemble(plain, (1, 3))).fits(module)
    assert not Donor.parse(donor).fits(module)
