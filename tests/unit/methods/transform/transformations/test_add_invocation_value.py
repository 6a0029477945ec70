from __future__ import annotations

import pytest
from helpers.divergence import with_coordinates
from helpers.transform import at, block_of, expect, ident, lines_of, numbered, refuse, soundness

from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpEntryPoint
from aberration.languages.spirv.place import Place
from aberration.methods.transform.transformations.add_invocation_value import AddInvocationValue

BODY = "%end = OpCopyObject %int %i"
COORDINATE = ident("%coordinate")


def of(
    ids: int,
    component: int = 1,
    *,
    signed: bool = True,
    converts: bool = True,
    bit: int = -1,
    variable: int = COORDINATE,
) -> AddInvocationValue:
    return AddInvocationValue(
        variable, component, signed, converts, bit, tuple(range(51, 51 + ids)), at("%end")
    )


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (
            of(3),
            "%51 = OpLoad %v4float %coordinate\n%52 = OpCompositeExtract %float %51 1\n"
            "%53 = OpConvertFToS %int %52\n%end = OpCopyObject %int %i",
        ),
        (
            of(3, 0, signed=False),
            "%52 = OpCompositeExtract %float %51 0\n%53 = OpConvertFToU %uint %52",
        ),
        (of(3, 0, signed=False, converts=False), "%53 = OpBitcast %uint %52"),
        (
            of(5, bit=2),
            (
                "%53 = OpConvertFToS %int %52\n%54 = OpBitwiseAnd %int %53 %int_4\n"
                "%55 = OpINotEqual %bool %54 %int_0"
            ),
        ),
        (
            of(2, 2, variable=ident("%global_id"), signed=False, converts=False),
            "%51 = OpLoad %v3uint %global_id\n%52 = OpCompositeExtract %uint %51 2\n%end",
        ),
        (
            of(2, 0, variable=ident("%local_index"), converts=False),
            "%51 = OpLoad %uint %local_index\n%52 = OpBitcast %int %51\n%end",
        ),
        (
            of(1, 0, variable=ident("%local_index"), signed=False, converts=False),
            "%51 = OpLoad %uint %local_index\n%end",
        ),
    ],
)
def test_an_input_becomes_an_integer_or_a_condition(
    step: AddInvocationValue, expected: str
) -> None:
    module = with_coordinates(BODY)
    assert step.is_applicable(module)
    step.apply(module)
    assert contradictions(module) == []
    text = "\n".join(lines_of(module))
    assert numbered(expected) in text


def test_the_coordinate_of_a_fragment_gives_a_valid_module() -> None:
    expect(
        with_coordinates(BODY, compute=False), of(5, bit=2), "%55 = OpINotEqual %bool %54 %int_0"
    )


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("too few ids", of(2)),
        ("too many ids", of(4)),
        ("no ids", of(0)),
        (
            "an id twice",
            AddInvocationValue(COORDINATE, 1, True, True, -1, (51, 52, 51), at("%end")),
        ),
        ("no such component", of(3, 4)),
        ("a component below 0", of(3, -1)),
        ("no constant of bit 5", of(5, bit=5)),
        ("no such bit", of(5, bit=32)),
        ("a negative bit", of(5, bit=-2)),
        ("an ordinary input", of(2, 0, variable=ident("%in_float"), converts=False)),
        ("an output", of(3, variable=ident("%out_color"))),
        ("no variable", of(3, variable=ident("%int_5"))),
        ("nothing", of(3, variable=9999)),
        ("no place", AddInvocationValue(COORDINATE, 1, True, True, -1, (51, 52, 53), Place(9999))),
        ("the same for all", of(2, 0, variable=ident("%front"), converts=False)),
    ],
)
def test_refuses(reason: str, step: AddInvocationValue) -> None:
    refuse(with_coordinates(BODY, compute=False), step, reason)


def test_refuses_what_is_not_converted_or_has_no_second_component() -> None:
    module = with_coordinates(BODY)
    assert not of(2, 1, variable=ident("%local_index"), converts=False).is_applicable(module)
    assert not of(2, 0, variable=ident("%local_index"), converts=True).is_applicable(module)


def test_refuses_what_an_entry_point_may_not_read() -> None:
    def forget(module: Module) -> None:
        entry = module.by_opcode(OpEntryPoint)[0]
        module.set_operands(entry, [each for each in entry.ops if each != COORDINATE])

    refuse(with_coordinates(BODY, compute=False), of(3), "not in the interface", prepare=forget)


def test_refuses_a_dead_block() -> None:
    module = with_coordinates(BODY, compute=False)
    block_of(module, "%entry").dead = True
    refuse(module, of(3), "dead")


test_sound = soundness(AddInvocationValue)
