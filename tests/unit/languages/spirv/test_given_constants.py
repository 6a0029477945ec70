"""Values that the inputs give to specialisation constants: in the module, and in what our
interpreters compute.
"""

from __future__ import annotations

import pytest
from helpers.given_constants import CASES, GIVEN, SOURCE, TEXT, program, words
from msgspec.structs import replace

from aberration.core.constants import Constant
from aberration.core.errors import BadInput
from aberration.languages.native.compiler import available
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.given_constants import (
    give_constants,
    numbered_constants,
    with_given_constants,
)
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.interpret.run import interpret
from aberration.languages.spirv.interpret.undefined import Refused
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.validate import validate


@pytest.mark.parametrize("path", ["python", "native"])
@pytest.mark.parametrize(("constants", "expected"), CASES)
def test_every_path_takes_the_given_values(
    path: str, constants: tuple[Constant, ...], expected: tuple[int, ...]
) -> None:
    if path == "native" and not available():
        pytest.skip("no C compiler is here")
    options = Options(path="native" if path == "native" else "python")
    assert words(interpret(program(*constants), options)) == expected


def test_a_proof_is_of_the_given_values() -> None:
    if not available():
        pytest.skip("no C compiler is here")
    found = prove(program(*GIVEN))
    assert found.answer == "defined"
    assert words(found.outcome) == (0x3FC0000A,) * 4
    [entered] = {one for one in prove(program()).ranges.values() if one == (1, 1)}
    assert entered not in {bounds for key, bounds in found.ranges.items() if bounds[0] == 10}


def test_the_module_with_these_defaults_is_valid_and_means_the_same() -> None:
    made = with_given_constants(program(*GIVEN))
    assert validate(made.source) is None
    assert made.inputs.constants == ()
    assert words(interpret(made)) == (0x3FC0000A,) * 4
    numbered = dict(numbered_constants(Module.parse(made.source)))
    assert numbered[2].op == o.OpSpecConstantTrue
    assert numbered[0].ops == [5]


def test_nothing_given_changes_nothing() -> None:
    plain = program()
    assert with_given_constants(plain) is plain
    module = Module.parse(SOURCE)
    assert give_constants(module, ()) == ""
    assert module.to_bytes() == SOURCE


@pytest.mark.parametrize(
    ("constant", "reason"),
    [
        (Constant("0", "int", 5), "specialisation constant 0 is uint, and int is given"),
        (Constant("2", "uint", 1), "specialisation constant 2 is bool, and uint is given"),
        (Constant("count", "uint", 1), "a specialisation constant by name: 'count'"),
    ],
)
def test_values_that_do_not_fit_are_refused_by_name(constant: Constant, reason: str) -> None:
    given = program(constant)
    with pytest.raises(BadInput, match=reason):
        with_given_constants(given)
    with pytest.raises(Refused, match=reason):
        interpret(given)
    found = prove(given)
    assert (found.answer, found.reason) == ("refused", reason)


def test_wide_numbers_are_refused() -> None:
    wide = TEXT.replace("%procedure =", "%long = OpTypeInt 64 0\n%procedure =").replace(
        "%count = ", "%other = OpSpecConstant %long 7\n%count = "
    )
    wide = wide.replace("OpDecorate %count", "OpDecorate %other SpecId 8\nOpDecorate %count")
    source = assemble(
        wide.replace("OpCapability Shader", "OpCapability Shader\nOpCapability Int64")
    )
    given = replace(program(Constant("8", "uint", 1)), source=source)
    with pytest.raises(BadInput, match="8 is of another kind than 32 bits, and uint is given"):
        with_given_constants(given)
