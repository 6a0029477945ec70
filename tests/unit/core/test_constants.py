"""Values of specialisation constants in the file beside a program."""

from __future__ import annotations

import pytest

from aberration.core.constants import Constant
from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs, read_inputs, write_inputs
from aberration.core.program import Program

INFINITE = Constant("1", "float", 0x7F800000)


def read(values: str) -> tuple[Constant, ...]:
    return read_inputs(f'{{"$constants": {{"values": {values}}}}}', "x.json").constants


@pytest.mark.parametrize(
    ("entry", "constant", "value"),
    [
        ('{"id": 3, "type": "int", "value": -1}', Constant("3", "int", 0xFFFFFFFF), -1),
        ('{"id": 0, "type": "uint", "value": 4000000000}', Constant("0", "uint", 4 * 10**9), 4e9),
        ('{"id": 9, "type": "float", "value": 1.5}', Constant("9", "float", 0x3FC00000), 1.5),
        ('{"id": 9, "type": "float", "value": 2}', Constant("9", "float", 0x40000000), 2.0),
        ('{"id": "size", "type": "bool", "value": true}', Constant("size", "bool", 1), True),
        (
            '{"id": 1, "type": "float", "bits": 2139095040}',
            Constant("1", "float", 0x7F800000),
            1e999,
        ),
    ],
)
def test_a_value_is_read_and_written(entry: str, constant: Constant, value: float) -> None:
    assert read(f"[{entry}]") == (constant,)
    assert constant.value == value
    inputs = Inputs(constants=(constant,))
    assert read_inputs(write_inputs(inputs), "y.json") == inputs


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ("{}", "'values' to be a list"),
        ("[3]", "an object with id, type and value"),
        ('[{"id": 1, "type": "int", "value": 1, "size": 4}]', "an object with id, type and value"),
        ('[{"id": 1, "type": "double", "value": 1}]', "a type (bool, int, uint, float)"),
        ('[{"id": 1, "type": "int"}]', "and value or bits"),
        ('[{"id": 1, "type": "int", "value": 1, "bits": 1}]', "and value or bits"),
        ('[{"id": 1, "type": "int", "value": 1.5}]', "a value of type int"),
        ('[{"id": 1, "type": "int", "value": 2147483648}]', "a value of type int"),
        ('[{"id": 1, "type": "float", "value": 1e200}]', "a value of type float"),
        ('[{"id": 1, "type": "int", "value": true}]', "a value of type int"),
        ('[{"id": 1, "type": "bool", "value": 1}]', "a value of type bool"),
        ('[{"id": 1, "type": "bool", "bits": 2}]', "a value of type bool"),
        ('[{"id": -1, "type": "int", "value": 1}]', "a number or a name"),
        ('[{"id": "a b", "type": "int", "value": 1}]', "a number or a name"),
        (
            '[{"id": 1, "type": "int", "value": 1}, {"id": 1, "type": "int", "value": 2}]',
            "one value of '1'",
        ),
    ],
)
def test_what_is_no_value_is_refused_by_name(values: str, message: str) -> None:
    with pytest.raises(BadInput, match="constants: expected") as raised:
        read(values)
    assert message in raised.value.message


def test_a_program_without_given_values_keeps_its_digest() -> None:
    plain = Program("spirv", "compute", b"module", Inputs(width=8))
    assert plain.digest == "f93bb733f4203a74"
    given = Program(
        "spirv", "compute", b"module", Inputs(width=8, constants=(Constant("1", "int", 2),))
    )
    assert given.digest != plain.digest
