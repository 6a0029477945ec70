from __future__ import annotations

import pytest
from helpers.composites import composites, dead_entry
from helpers.transform import expect, ident, refuse, soundness

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.wrap_vector_synonym import WrapVectorSynonym

BODY = """
    %left = OpCompositeConstruct %v3int %int_0 %i %int_0
    %right = OpCompositeConstruct %v3int %int_0 %int_5 %i
    %short = OpCompositeConstruct %v2int %int_0 %int_5
    %floats = OpCompositeConstruct %v3float %float_0 %f %float_0
    %u = OpBitcast %uint %int_5
    %unsigned = OpCompositeConstruct %v3uint %uint_0 %u %uint_0
    %bits = OpBitcast %v3float %left
    %sum = OpIAdd %int %i %int_5
    %difference = OpISub %int %i %int_5
    %product = OpIMul %int %i %int_5
    %turned = OpISub %int %int_5 %i
    %mixed = OpIAdd %int %i %u
    %quotient = OpSDiv %int %i %int_5
    %real = OpFAdd %float %f %f
    %vector = OpIAdd %v3int %left %right
    %late = OpCompositeConstruct %v3int %int_0 %i %int_0
"""
GLOBALS = "%v3uint = OpTypeVector %uint 3\n"


def known(globals_: str = GLOBALS) -> Module:
    """Return a module that knows what is in its vectors, at index 1."""
    module = composites(BODY, globals_=globals_)
    facts = module.facts
    for vector, part in (
        *(
            ("%left", "%i"),
            ("%right", "%int_5"),
            ("%short", "%int_5"),
            ("%floats", "%f"),
            ("%unsigned", "%u"),
        ),
        *(("%bits", "%i"), ("%late", "%i")),
    ):
        assert facts.add_part_synonym(ident(vector), (1,), ident(part))
    return module


def wrap(
    result: str, left: str = "%left", right: str = "%right", position: int = 1, fresh: int = 20
) -> WrapVectorSynonym:
    return WrapVectorSynonym(ident(result), ident(left), ident(right), position, fresh)


@pytest.mark.parametrize(
    ("step", "lines"),
    [
        (wrap("%sum"), "%20 = OpIAdd %v3int %left %right\n%sum = OpIAdd %int %i %int_5"),
        (
            wrap("%difference"),
            "%20 = OpISub %v3int %left %right\n%difference = OpISub %int %i %int_5",
        ),
        (wrap("%product"), "%20 = OpIMul %v3int %left %right\n%product = OpIMul %int %i %int_5"),
        (
            wrap("%turned", "%right", "%left"),
            "%20 = OpISub %v3int %right %left\n%turned = OpISub %int %int_5 %i",
        ),
        (
            wrap("%mixed", "%left", "%unsigned"),
            "%20 = OpIAdd %v3int %left %unsigned\n%mixed = OpIAdd %int %i %u",
        ),
    ],
)
def test_the_operation_is_made_on_vectors(step: WrapVectorSynonym, lines: str) -> None:
    facts = expect(known(), step, lines).facts
    assert facts.parts_synonymous(20, (1,), step.result)
    assert not facts.parts_synonymous(20, (0,), step.result)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("another component", wrap("%sum", position=0)),
        ("no such component", wrap("%sum", position=3)),
        ("no negative component", wrap("%sum", position=-1)),
        ("the left one has another number there", wrap("%sum", "%right", "%right")),
        ("the right one has another number there", wrap("%sum", "%left", "%left")),
        ("operands in another order", wrap("%sum", "%right", "%left")),
        ("vectors of two lengths", wrap("%sum", "%left", "%short")),
        ("a vector of floats with the same bits", wrap("%sum", "%bits", "%right")),
        ("floats may be contracted", wrap("%real", "%floats", "%floats")),
        ("a division", wrap("%quotient")),
        ("an operation on vectors", wrap("%vector")),
        ("no vector", wrap("%sum", "%i", "%right")),
        ("no value", wrap("%sum", "%left", "%nowhere")),
        ("no operation", wrap("%nowhere")),
        ("the vector comes later", wrap("%sum", "%late", "%right")),
        ("the id is in use", wrap("%sum", fresh=ident("%j"))),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(known(), step, reason)


def test_refuses_what_can_be_no_synonym() -> None:
    def decorated(module: Module) -> None:
        module.add_decoration(
            Instruction(OpDecorate, 0, 0, [ident("%sum"), Decoration.RELAXED_PRECISION])
        )

    def irrelevant(module: Module) -> None:
        module.facts.add_irrelevant(ident("%sum"))

    for prepare in (decorated, irrelevant, dead_entry):
        refuse(known(), wrap("%sum"), prepare.__name__, prepare)


def test_refuses_if_nothing_is_known_or_the_vector_type_is_missing() -> None:
    refuse(composites(BODY, globals_=GLOBALS), wrap("%sum"), "nothing is known of the vectors")
    body = """
    %u = OpBitcast %uint %i
    %thrice = OpCompositeConstruct %v3int %i %i %i
    %doubled = OpIAdd %uint %u %u
    """
    module = composites(body)
    module.facts.add_synonym(ident("%u"), ident("%i"))
    module.facts.add_part_synonym(ident("%thrice"), (1,), ident("%i"))
    step = wrap("%doubled", "%thrice", "%thrice")
    refuse(module, step, "no vector of three unsigned numbers")
    module = composites(body, globals_=GLOBALS)
    module.facts.add_synonym(ident("%u"), ident("%i"))
    module.facts.add_part_synonym(ident("%thrice"), (1,), ident("%i"))
    expect(module, step, "%20 = OpIAdd %v3uint %thrice %thrice")


test_sound = soundness(WrapVectorSynonym)
