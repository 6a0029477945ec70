from __future__ import annotations

from aberration.languages.spirv.facts import Facts
from aberration.languages.spirv.uniforms import Uniforms, UniformValue

ONE = UniformValue(7, (0, 1), 3, 1)
TWO = UniformValue(7, (0, 2), 3, 2)
OTHER = UniformValue(8, (), 4, 1)


def test_values_are_known_by_place_and_type() -> None:
    uniforms = Uniforms()
    assert all(uniforms.add(value) for value in (ONE, TWO, OTHER))
    assert uniforms.values == [ONE, TWO, OTHER]
    assert uniforms.at(7, (0, 2)) == TWO
    assert uniforms.at(7, (0,)) is None
    assert uniforms.of_type(3) == [ONE, TWO]
    assert uniforms.of_type(9) == []


def test_a_place_has_one_value() -> None:
    uniforms = Uniforms()
    uniforms.add(ONE)
    assert not uniforms.add(UniformValue(7, (0, 1), 3, 5))
    assert uniforms.values == uniforms.of_type(3) == [ONE]


def test_copies_of_facts_are_independent() -> None:
    facts = Facts()
    facts.uniforms.add(ONE)
    other = facts.copy()
    other.uniforms.add(TWO)
    assert facts.uniforms.values == [ONE]
    assert other.uniforms.values == [ONE, TWO]
