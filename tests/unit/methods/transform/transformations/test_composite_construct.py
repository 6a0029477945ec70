from __future__ import annotations

import pytest
from helpers.composites import NARROW, composites, dead_entry, ids
from helpers.transform import at, expect, ident, numbered, refuse, soundness

from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.languages.spirv.place import Place
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.composite_construct import CompositeConstruct


def construct(
    type_id: str, *parts: str, before: Place | None = None, fresh: int = 20
) -> CompositeConstruct:
    return CompositeConstruct(
        fresh, ident(type_id), ids(*parts), at("%end") if before is None else before
    )


@pytest.mark.parametrize(
    ("step", "line"),
    [
        (construct("%v2int", "%j", "%i"), "%20 = OpCompositeConstruct %v2int %j %i"),
        (construct("%mat", "%w2", "%ones"), "%20 = OpCompositeConstruct %mat %w2 %ones"),
        (construct("%pair", "%int_5", "%w2"), "%20 = OpCompositeConstruct %pair %int_5 %w2"),
        (construct("%array", "%p", "%p"), "%20 = OpCompositeConstruct %array %p %p"),
        (
            construct("%struct", "%a", "%m", "%true"),
            "%20 = OpCompositeConstruct %struct %a %m %true",
        ),
    ],
)
def test_puts_the_parts_together_and_records_where_they_are(
    step: CompositeConstruct, line: str
) -> None:
    module = expect(composites(), step, f"{line}\n%end = OpIMul %int %i %j")
    for k, part in enumerate(step.parts):
        assert module.facts.parts_synonymous(part, (), 20, (k,))


@pytest.mark.parametrize(
    ("step", "equal"),
    [
        (
            construct("%v4float", "%w2", "%f", "%f"),
            [("%w2", (0,)), ("%w2", (1,)), ("%f", ()), ("%f", ())],
        ),
        (
            construct("%v4float", "%f", "%w3"),
            [("%f", ()), ("%w3", (0,)), ("%w3", (1,)), ("%w3", (2,))],
        ),
        (
            construct("%v4float", "%w2", "%ones"),
            [("%w2", (0,)), ("%w2", (1,)), ("%ones", (0,)), ("%ones", (1,))],
        ),
    ],
)
def test_vectors_are_packed_into_vectors(
    step: CompositeConstruct, equal: list[tuple[str, tuple[int, ...]]]
) -> None:
    module = expect(composites(), step)
    for k, (part, path) in enumerate(equal):
        assert module.facts.parts_synonymous(ident(part), path, 20, (k,))
    assert not module.facts.parts_synonymous(20, (0,), 20, (1,))


def test_what_can_be_no_synonym_gives_no_fact() -> None:
    def prepare(module: Module) -> None:
        module.facts.add_irrelevant(ident("%int_0"))
        module.add_decoration(
            Instruction(OpDecorate, 0, 0, [ident("%j"), Decoration.RELAXED_PRECISION])
        )

    facts = expect(composites(), construct("%v3int", "%int_0", "%j", "%i"), prepare=prepare).facts
    assert not facts.has_synonyms(ident("%int_0"))
    assert not facts.has_synonyms(ident("%j"))
    assert facts.parts_synonymous(20, (2,), ident("%i"))
    assert not facts.parts_synonymous(20, (0,), ident("%i"))


def test_a_dead_block_gives_no_facts_and_may_have_undefined_parts() -> None:
    step = construct("%v2int", "%i", "%undef_int")
    module = expect(
        composites(), step, "%20 = OpCompositeConstruct %v2int %i %undef_int", prepare=dead_entry
    )
    assert not module.facts.has_synonyms(20)
    assert not expect(
        composites(), construct("%v2int", "%i", "%i"), prepare=dead_entry
    ).facts.has_synonyms(20)
    refuse(composites(), step, "a copy of it would be another value at each use")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("a part too few", construct("%v2int", "%i")),
        ("a part too many", construct("%v2int", "%i", "%i", "%i")),
        ("too many components", construct("%v3float", "%w2", "%w2")),
        ("a vector alone", construct("%v2float", "%w2")),
        ("another type of component", construct("%v2int", "%i", "%f")),
        ("a vector of another type", construct("%v4float", "%v2", "%w2")),
        ("a matrix is no vector", construct("%v4float", "%m", "%w2")),
        ("a matrix is made of columns", construct("%mat", "%f", "%f", "%f", "%f")),
        ("members in another order", construct("%pair", "%w2", "%j")),
        ("a member too few", construct("%pair", "%j")),
        ("no composite", construct("%int", "%i")),
        ("no type", construct("%nowhere", "%i")),
        ("no part", construct("%v2int", "%i", "%nowhere")),
        ("a type as a part", construct("%v2int", "%i", "%int")),
        ("a function as a part", construct("%v2int", "%i", "%main")),
        ("a part comes later", construct("%v2int", "%i", "%j", before=at("%j"))),
        ("the id is in use", construct("%v2int", "%i", "%j", fresh=ident("%v2"))),
        ("before a label", construct("%v2int", "%int_0", "%int_0", before=at("%entry"))),
        ("no place", construct("%v2int", "%i", "%i", before=Place(9999))),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(composites(), step, reason)


def test_refuses_a_function_as_a_part() -> None:
    functions = """
    %number = OpFunction %int None %returns_int
    %start = OpLabel
    OpReturnValue %int_0
    OpFunctionEnd
    """
    module = composites(globals_="%returns_int = OpTypeFunction %int\n", functions=functions)
    refuse(module, construct("%v2int", "%number", "%i"), "a function is no value")


def test_refuses_interface_blocks_arrays_of_unknown_length_and_long_ones() -> None:
    globals_ = """
    %uint_65 = OpConstant %uint 65
    %long = OpTypeArray %int %uint_65
    %spec = OpSpecConstant %uint 2
    %unknown = OpTypeArray %int %spec
    %block_struct = OpTypeStruct %int
    """
    module = composites(globals_=globals_)
    refuse(module, construct("%long", *["%i"] * 65), "too many parts")
    refuse(module, construct("%unknown", "%i", "%i"), "a length that is not known")
    expect(module, construct("%block_struct", "%i"))
    module = composites(globals_=globals_)
    module.add_decoration(Instruction(OpDecorate, 0, 0, [ident("%block_struct"), Decoration.BLOCK]))
    refuse(module, construct("%block_struct", "%i"), "an interface block")


def test_refuses_numbers_that_are_only_stored() -> None:
    globals_of = "%pair_of_halves = OpTypeStruct %v2half\n    %memory ="
    module = Module.parse(assemble(numbered(NARROW.replace("%memory =", globals_of)), (1, 3)))
    refuse(
        module, construct("%pair_of_halves", "%halves", before=at("%halves", "OpReturn")), "16 bits"
    )


test_sound = soundness(CompositeConstruct)
