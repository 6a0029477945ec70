import itertools

from helpers.small_modules import DIAMOND, block_of, small
from hypothesis import given, settings
from hypothesis import strategies as st

from aberration.languages.spirv.facts import Facts
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpVariable

Part = tuple[int, tuple[int, ...]]


def _paths(length: int) -> list[tuple[int, ...]]:
    return list(itertools.product((0, 1), repeat=length))


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
    assert not facts.is_declared_irrelevant(3)
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
    assert copy.is_declared_irrelevant(9)


def test_parts_of_equal_wholes_are_equal() -> None:
    facts = Facts()
    assert facts.add_part_synonym(1, (0,), 10)
    assert facts.add_part_synonym(2, (0,), 11)
    assert not facts.synonymous(10, 11)
    assert facts.add_synonym(1, 2)
    assert facts.synonymous(10, 11)
    assert facts.parts_synonymous(1, (0,), 2, (0,))
    assert facts.synonyms(11) == [10, 11]
    assert not facts.parts_synonymous(1, (1,), 2, (1,)), "nobody named these parts"


def test_a_part_is_found_in_all_wholes_that_have_it() -> None:
    facts = Facts()
    facts.add_part_synonym(1, (2, 0), 10)
    facts.add_synonym(1, 2)
    [part] = facts.part_synonyms(10)
    ids, path = facts.whole_of(part)
    assert (sorted(ids), path) == ([1, 2], (2, 0))


def test_parts_of_what_is_irrelevant_are_refused() -> None:
    facts = Facts()
    facts.add_irrelevant(1)
    assert not facts.add_part_synonym(1, (0,), 10)
    assert not facts.add_part_synonym(10, (0,), 1)
    assert not facts.has_synonyms(10)


def test_wholes_are_equal_once_all_their_parts_are() -> None:
    facts = Facts()
    assert not facts.can_close()
    for whole in (1, 2, 3):
        facts.add_part_synonym(whole, (0,), 10)
    assert facts.can_close()
    assert facts.close(lambda value, path: (7, 2), 10) == 0
    assert not facts.can_close()
    for whole in (1, 2):
        facts.add_part_synonym(whole, (1,), 11)
    assert facts.close(lambda value, path: (value, 2), 10) == 0, "types differ"
    facts.add_part_synonym(3, (1,), 11)
    assert facts.close(lambda value, path: (7, 2), 10) == 2
    assert facts.synonyms(1) == [1, 2, 3]


DEPTH = {1: 2, 2: 2, 3: 2, 4: 1, 5: 1, 6: 0, 7: 0}
"""How deep the composites are that some ids stand for: only what is of one depth may be equal."""
NODES = [
    (value, path) for value, depth in DEPTH.items() for n in range(depth + 1) for path in _paths(n)
]


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(NODES), st.sampled_from(NODES)), max_size=12))
def test_parts_agree_with_a_congruence_made_by_repetition(drawn: list[tuple[Part, Part]]) -> None:
    added = [(a, b) for a, b in drawn if _depth(a) == _depth(b)]
    facts = Facts()
    for (a, path), (b, other_path) in added:
        facts.add_part_synonym(a, path, b, other_path)
    named = {
        (value, path[:k]) for pair in added for value, path in pair for k in range(len(path) + 1)
    }
    classes = _congruence(added)
    for left, right in itertools.product(sorted(named), repeat=2):
        known = facts.parts_synonymous(left[0], left[1], right[0], right[1])
        assert known is (classes[left] == classes[right]), (left, right)


def _depth(node: Part) -> int:
    return DEPTH[node[0]] - len(node[1])


def _congruence(added: list[tuple[Part, Part]]) -> dict[Part, Part]:
    """Return a representative for each node: merged sets, again and again, until nothing
    changes.
    """
    classes = {node: node for node in NODES}
    pairs = list(added)
    while pairs:
        a, b = pairs.pop()
        if classes[a] == classes[b]:
            continue
        old, new = classes[a], classes[b]
        joined = [node for node in NODES if classes[node] in (old, new)]
        for node in joined:
            classes[node] = new
        if _depth(a):
            pairs += [
                ((v, (*p, k)), (w, (*q, k))) for k in (0, 1) for v, p in joined for w, q in joined
            ]
    return classes
