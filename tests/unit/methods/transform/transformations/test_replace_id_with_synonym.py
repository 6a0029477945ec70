from __future__ import annotations

import pytest
from helpers.transform import at, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Use
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_id_with_synonym import (
    ReplaceIdWithSynonym,
)

BODY = """
    %early = OpIAdd %int %i %i
    %copy = OpCopyObject %int %i
    %unsigned = OpBitcast %uint %i
    %sum = OpIAdd %int %i %int_1
    %number = OpConvertSToF %float %i
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    %inner = OpCopyObject %int %i
    OpBranch %merge
    %merge = OpLabel
    %phi = OpPhi %int %i %entry %i %then
"""


def know(module: Module) -> None:
    for name in ("%copy", "%unsigned", "%inner"):
        module.facts.add_synonym(ident("%i"), ident(name))


def replace(at_name: str, operand: int, synonym: str) -> ReplaceIdWithSynonym:
    return ReplaceIdWithSynonym(Use(ident("%i"), at(at_name), operand), ident(synonym))


@pytest.mark.parametrize(
    ("step", "line"),
    [
        (replace("%sum", 0, "%copy"), "%sum = OpIAdd %int %copy %int_1"),
        (replace("%sum", 0, "%unsigned"), "%sum = OpIAdd %int %unsigned %int_1"),
        (replace("%number", 0, "%copy"), "%number = OpConvertSToF %float %copy"),
        (replace("%phi", 2, "%inner"), "%phi = OpPhi %int %i %entry %inner %then"),
    ],
)
def test_replaces_the_use(step: Transformation, line: str) -> None:
    expect(BODY, step, line, prepare=know)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("the synonym comes later", replace("%early", 0, "%copy")),
        ("its own definition", replace("%copy", 0, "%copy")),
        ("the sign matters", replace("%number", 0, "%unsigned")),
        ("not at the end of that predecessor", replace("%phi", 0, "%inner")),
        ("no synonym", replace("%sum", 0, "%early")),
        ("another operand", replace("%sum", 1, "%copy")),
        ("no operand", replace("%sum", 7, "%copy")),
        (
            "no instruction",
            ReplaceIdWithSynonym(Use(ident("%i"), at("%nowhere"), 0), ident("%copy")),
        ),
        ("itself", replace("%sum", 0, "%i")),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(BODY, step, reason, know)


def test_refuses_a_synonym_that_is_gone() -> None:
    def prepare(module: Module) -> None:
        module.facts.add_synonym(ident("%i"), 9999)

    refuse(BODY, ReplaceIdWithSynonym(Use(ident("%i"), at("%sum"), 0), 9999), "gone", prepare)


def test_refuses_the_index_of_a_structure() -> None:
    globals_ = "%pair = OpTypeStruct %int %int\n%local_pair = OpTypePointer Function %pair\n"
    body = "%variable = OpVariable %local_pair Function\n%index = OpCopyObject %int %int_0\n"
    body += "%member = OpAccessChain %local_int %variable %int_0"

    def prepare(module: Module) -> None:
        module.facts.add_synonym(ident("%int_0"), ident("%index"))

    step = ReplaceIdWithSynonym(Use(ident("%int_0"), at("%member"), 1), ident("%index"))
    refuse(module_of(body, globals_=globals_), step, "has to be a constant", prepare)


test_sound = soundness(ReplaceIdWithSynonym)
