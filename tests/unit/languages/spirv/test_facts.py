from helpers.small_modules import DIAMOND, block_of, small
from hypothesis import given, settings
from hypothesis import strategies as st

from aberration.languages.spirv.facts import Facts
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpVariable

pairs = st.lists(st.tuples(st.integers(1, 12), st.integers(1, 12)), max_size=20)


def test_synonyms_are_classes() -> None:
    facts = Facts()
    assert facts.add_synonym(1, 2)
    assert facts.add_synonym(3, 4)
    assert not facts.synonymous(1, 3)
    assert facts.add_synonym(2, 3)
    assert facts.synonymous(4, 1)
    assert facts.synonyms(4) == [1, 2, 3, 4]
    assert facts.synonyms(9) == [9]
    assert facts.synonymous(9, 9)
    assert facts.synonym_ids == [1, 2, 3, 4]


@settings(deadline=None)
@given(pairs)
def test_synonyms_agree_with_merged_sets(added: list[tuple[int, int]]) -> None:
    facts = Facts()
    classes = {i: {i} for i in range(1, 13)}
    for a, b in added:
        facts.add_synonym(a, b)
        merged = classes[a] | classes[b]
        for member in merged:
            classes[member] = merged
    for a in range(1, 13):
        assert facts.synonyms(a) == sorted(classes[a])
        assert all(facts.synonymous(a, b) == (b in classes[a]) for b in range(1, 13))


def test_an_id_is_no_synonym_of_itself() -> None:
    facts = Facts()
    assert facts.add_synonym(5, 5)
    assert not facts.has_synonyms(5)
    assert facts.synonym_ids == []


def test_contradictions_are_refused() -> None:
    facts = Facts()
    assert facts.add_irrelevant(1)
    assert not facts.add_synonym(1, 2)
    assert not facts.add_synonym(2, 1)
    assert not facts.has_synonyms(2)
    assert facts.add_synonym(3, 4)
    assert not facts.add_irrelevant(3)
    assert not facts.add_pointee_irrelevant(4)
    assert not facts.declared_irrelevant(3)
    assert facts.irrelevant_ids() == [1]


def test_values_of_dead_blocks_are_irrelevant_but_pointers_are_not() -> None:
    module = small(DIAMOND)
    facts = module.facts
    block = block_of(module, 22)
    module.insert(block, 0, Instruction(OpVariable, 12, 40, [7]))
    assert not facts.is_irrelevant(module, 23)
    block.dead = True
    assert facts.is_irrelevant(module, 23)
    assert not facts.is_irrelevant(module, 40)
    assert not facts.is_irrelevant(module, 25)
    assert not facts.is_irrelevant(module, 22)
    assert not facts.is_irrelevant(module, 999)
    facts.add_irrelevant(25)
    assert facts.is_irrelevant(module, 25)


def test_pointees_and_livesafe_functions() -> None:
    facts = Facts()
    assert facts.add_pointee_irrelevant(7)
    assert facts.is_pointee_irrelevant(7)
    assert not facts.is_pointee_irrelevant(8)
    assert facts.pointee_irrelevant_ids() == [7]
    facts.add_livesafe(3)
    assert facts.is_livesafe(3)
    assert not facts.is_livesafe(7)


def test_a_copy_is_independent() -> None:
    facts = Facts()
    facts.add_synonym(1, 2)
    facts.add_irrelevant(9)
    copy = facts.copy()
    facts.add_synonym(2, 3)
    facts.add_livesafe(4)
    assert copy.synonyms(1) == [1, 2]
    assert copy.is_livesafe(4) is False
    assert copy.declared_irrelevant(9)
