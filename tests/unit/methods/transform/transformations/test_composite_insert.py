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
from aberration.methods.transform.transformations.composite_insert import CompositeInsert


def insert(
    composite: str, part: str, *path: int, before: Place | None = None, fresh: int = 20
) -> CompositeInsert:
    return CompositeInsert(
        fresh, ident(composite), ident(part), path, at("%end") if before is None else before
    )


@pytest.mark.parametrize(
    ("step", "line", "beside"),
    [
        (insert("%v2", "%int_5", 1), "OpCompositeInsert %v2int %int_5 %v2 1", [(0,)]),
        (insert("%w3", "%f", 1), "OpCompositeInsert %v3float %f %w3 1", [(0,), (2,)]),
        (insert("%m", "%f", 1, 0), "OpCompositeInsert %mat %f %m 1 0", [(0,), (1, 1)]),
        (insert("%p", "%ones", 1), "OpCompositeInsert %pair %ones %p 1", [(0,)]),
        (
            insert("%s", "%f", 0, 1, 1, 0),
            "OpCompositeInsert %struct %f %s 0 1 1 0",
            [(1,), (2,), (0, 0), (0, 1, 0), (0, 1, 1, 1)],
        ),
    ],
)
def test_puts_the_part_in_and_records_what_stays(
    step: CompositeInsert, line: str, beside: list[tuple[int, ...]]
) -> None:
    module = expect(composites(), step, f"%20 = {line}\n%end = OpIMul %int %i %j")
    facts = module.facts
    assert facts.parts_synonymous(step.part, (), 20, step.path)
    for path in beside:
        assert facts.parts_synonymous(step.composite, path, 20, path)
    for depth in range(len(step.path) + 1):
        assert not facts.parts_synonymous(step.composite, step.path[:depth], 20, step.path[:depth])


def decorated(name: str) -> Module:
    module = composites()
    module.add_decoration(
        Instruction(OpDecorate, 0, 0, [ident(name), Decoration.RELAXED_PRECISION])
    )
    return module


def test_each_source_gives_facts_only_if_it_can_be_a_synonym() -> None:
    facts = expect(decorated("%v2"), insert("%v2", "%int_5", 1)).facts
    assert facts.parts_synonymous(20, (1,), ident("%int_5"))
    assert not facts.has_synonyms(ident("%v2"))
    facts = expect(decorated("%j"), insert("%v2", "%j", 1)).facts
    assert not facts.has_synonyms(ident("%j"))
    assert facts.parts_synonymous(20, (0,), ident("%v2"), (0,))


def test_irrelevant_sources_and_dead_blocks_give_no_facts() -> None:
    def irrelevant(module: Module) -> None:
        module.facts.add_irrelevant(ident("%v2"))
        module.facts.add_irrelevant(ident("%int_5"))

    assert not expect(
        composites(), insert("%v2", "%int_5", 1), prepare=irrelevant
    ).facts.has_synonyms(20)
    assert not expect(
        composites(), insert("%v2", "%int_5", 1), prepare=dead_entry
    ).facts.has_synonyms(20)


def test_undefined_values_are_for_dead_blocks() -> None:
    for step in (insert("%undef_v2int", "%i", 0), insert("%v2", "%undef_int", 0)):
        refuse(composites(), step, "a copy of it would be another value at each use")
        expect(composites(), step, prepare=dead_entry)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("the path is empty", insert("%v2", "%v2")),
        ("no third component", insert("%v2", "%i", 2)),
        ("no negative index", insert("%v2", "%i", -1)),
        ("a path into a scalar", insert("%v2", "%i", 0, 0)),
        ("another type", insert("%v2", "%f", 0)),
        ("a column is no number", insert("%m", "%f", 0)),
        ("no composite", insert("%j", "%i", 0)),
        ("no value", insert("%nowhere", "%i", 0)),
        ("no part", insert("%v2", "%nowhere", 0)),
        ("a type", insert("%v2", "%int", 0)),
        ("the composite comes later", insert("%v2", "%i", 0, before=at("%v2"))),
        ("the part comes later", insert("%no_pair", "%j", 0, before=at("%j"))),
        ("the id is in use", insert("%v2", "%i", 0, fresh=ident("%j"))),
        ("before a label", insert("%no_pair", "%int_0", 0, before=at("%entry"))),
        ("no place", insert("%v2", "%i", 0, before=Place(9999))),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(composites(), step, reason)


def test_refuses_an_interface_block() -> None:
    module = composites()
    module.add_decoration(Instruction(OpDecorate, 0, 0, [ident("%pair"), Decoration.BLOCK]))
    refuse(module, insert("%p", "%i", 0), "an interface block")


def test_refuses_a_composite_with_numbers_that_are_only_stored() -> None:
    types_of = (
        "%mixed = OpTypeStruct %int %v2half\n    %null = OpConstantNull %mixed\n    %memory ="
    )
    module = Module.parse(assemble(numbered(NARROW.replace("%memory =", types_of)), (1, 3)))
    refuse(module, insert("%null", "%int_0", 0, before=at("%halves")), "no computing with 16 bits")


test_sound = soundness(CompositeInsert)
