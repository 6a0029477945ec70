from __future__ import annotations

import pytest
from helpers.composites import NARROW, composites, dead_entry
from helpers.transform import at, expect, ident, numbered, refuse, soundness

from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.languages.spirv.place import Place
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.vector_shuffle import UNDEFINED, VectorShuffle


def shuffle(
    left: str, right: str, *components: int, before: Place | None = None, fresh: int = 20
) -> VectorShuffle:
    place = at("%end") if before is None else before
    return VectorShuffle(fresh, ident(left), ident(right), components, place)


@pytest.mark.parametrize(
    ("step", "line", "sources"),
    [
        (
            shuffle("%w2", "%w3", 4, 1, 2),
            "OpVectorShuffle %v3float %w2 %w3 4 1 2",
            [("%w3", 2), ("%w2", 1), ("%w3", 0)],
        ),
        (
            shuffle("%w3", "%ones", 3, 4, 0, 0),
            "OpVectorShuffle %v4float %w3 %ones 3 4 0 0",
            [("%ones", 0), ("%ones", 1), ("%w3", 0), ("%w3", 0)],
        ),
        (
            shuffle("%v2", "%v2", 1, 2),
            "OpVectorShuffle %v2int %v2 %v2 1 2",
            [("%v2", 1), ("%v2", 0)],
        ),
    ],
)
def test_picks_the_components_and_records_their_sources(
    step: VectorShuffle, line: str, sources: list[tuple[str, int]]
) -> None:
    module = expect(composites(), step, f"%20 = {line}\n%end = OpIMul %int %i %j")
    for k, (vector, index) in enumerate(sources):
        assert module.facts.parts_synonymous(20, (k,), ident(vector), (index,))
    assert not module.facts.parts_synonymous(20, (0,), 20, (1,))


def test_each_vector_gives_facts_only_if_it_can_be_a_synonym() -> None:
    module = composites()
    module.add_decoration(
        Instruction(OpDecorate, 0, 0, [ident("%w3"), Decoration.RELAXED_PRECISION])
    )
    facts = expect(module, shuffle("%w2", "%w3", 4, 1)).facts
    assert not facts.has_synonyms(ident("%w3"))
    assert facts.parts_synonymous(20, (1,), ident("%w2"), (1,))

    def irrelevant(module: Module) -> None:
        module.facts.add_irrelevant(ident("%w2"))

    facts = expect(composites(), shuffle("%w2", "%w3", 4, 1), prepare=irrelevant).facts
    assert not facts.has_synonyms(ident("%w2"))
    assert facts.parts_synonymous(20, (0,), ident("%w3"), (2,))


def test_undefined_components_are_for_dead_blocks() -> None:
    for step in (shuffle("%v2", "%v2", 0, UNDEFINED), shuffle("%v2", "%undef_v2int", 0, 2)):
        refuse(composites(), step, "a copy of it would be another value at each use")
        assert not expect(composites(), step, prepare=dead_entry).facts.has_synonyms(20)
    undefined = shuffle("%v2", "%v2", 0, UNDEFINED)
    expect(
        composites(),
        undefined,
        "%20 = OpVectorShuffle %v2int %v2 %v2 0 4294967295",
        prepare=dead_entry,
    )


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("no component 4", shuffle("%v2", "%v2", 0, 4)),
        ("no negative component", shuffle("%v2", "%v2", 0, -1)),
        ("no vector of one component", shuffle("%v2", "%v2", 0)),
        ("no vector of five components", shuffle("%v2", "%v2", 0, 1, 2, 3, 0)),
        ("the vector type is not declared", shuffle("%u2", "%u2", 0, 1, 0)),
        ("other components", shuffle("%v2", "%w2", 0, 1)),
        ("no vector on the left", shuffle("%j", "%v2", 0, 1)),
        ("no vector on the right", shuffle("%w2", "%m", 0, 1)),
        ("no value", shuffle("%v2", "%nowhere", 0, 1)),
        ("a type", shuffle("%v2", "%v2int", 0, 1)),
        ("the left one comes later", shuffle("%w3", "%w2", 0, 1, before=at("%w3"))),
        ("the right one comes later", shuffle("%w2", "%w3", 0, 1, before=at("%w3"))),
        ("the id is in use", shuffle("%v2", "%v2", 0, 1, fresh=ident("%j"))),
        ("before a label", shuffle("%ones", "%ones", 0, 1, before=at("%entry"))),
        ("no place", shuffle("%v2", "%v2", 0, 1, before=Place(9999))),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(composites("%u2 = OpBitcast %v2uint %v2"), step, reason)


def test_refuses_numbers_that_are_only_stored() -> None:
    module = Module.parse(assemble(numbered(NARROW), (1, 3)))
    step = shuffle("%halves", "%halves", 0, 1, before=at("%halves", "OpReturn"))
    refuse(module, step, "no computing with 16 bits")
    with_capability = NARROW.replace(
        "OpCapability Shader", "OpCapability Shader\nOpCapability Float16"
    )
    expect(Module.parse(assemble(numbered(with_capability), (1, 3))), step)


test_sound = soundness(VectorShuffle)
