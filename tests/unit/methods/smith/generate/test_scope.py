"""What can be read and written where, by type."""

from __future__ import annotations

from aberration.core.rng import Rng
from aberration.languages.shading.tree import Name
from aberration.languages.shading.types import (
    BOOL,
    FLOAT,
    INT,
    UINT,
    Struct,
    Type,
    TypeMember,
    matrix,
    vector,
)
from aberration.methods.smith.generate.scope import Scopes, Source, Variable


def scopes() -> Scopes:
    found = Scopes(Rng.of(1, "scopes"))
    found.enter()
    return found


def variable(name: str, type: Type, *, writable: bool = True, constant: bool = False) -> Variable:
    return Variable(name, type, Name(name=name), writable=writable, constant=constant)


def steps(sources: list[Source]) -> list[tuple[str, tuple[int | str, ...]]]:
    return [(one.variable.name, one.steps) for one in sources]


def test_a_variable_is_filed_under_all_its_parts() -> None:
    here = scopes()
    pair = Struct("Pair", (TypeMember("flag", BOOL), TypeMember("words", UINT.array(4))))
    here.declare(variable("a", pair.array(3)))
    readable = here.readable
    assert steps(readable.exact[pair.array(3)]) == [("a", ())]
    assert steps(readable.exact[pair]) == [("a", (3,))]
    assert steps(readable.exact[BOOL]) == [("a", (3, "flag"))]
    assert steps(readable.exact[UINT]) == [("a", (3, "words", 4))]


def test_vectors_are_filed_by_component_and_columns_are_vectors() -> None:
    here = scopes()
    here.declare(variable("v", vector(FLOAT, 2)))
    here.declare(variable("m", matrix(FLOAT, 3, 4)))
    assert steps(here.readable.vectors[FLOAT]) == [("v", ()), ("m", (3,))]


def test_what_cannot_be_written_is_only_readable() -> None:
    here = scopes()
    here.declare(variable("c", INT, writable=False))
    assert steps(here.readable.exact[INT]) == [("c", ())]
    assert not here.writable.exact.get(INT)


def test_leaving_takes_out_what_was_declared() -> None:
    here = scopes()
    here.declare(variable("a", INT))
    here.enter()
    here.declare(variable("b", vector(INT, 3).array(2)))
    here.leave()
    assert [one.name for one in here.visible()] == ["a"]
    assert here.readable.vectors[INT] == []
    assert here.readable.exact[vector(INT, 3).array(2)] == []


def test_an_inner_name_hides_the_outer_one_until_its_scope_ends() -> None:
    here = scopes()
    outer = variable("a", INT)
    here.declare(outer)
    here.enter()
    assert here.names_to_hide() == ["a"]
    here.declare(variable("a", FLOAT))
    assert here.names_to_hide() == []
    assert here.pick(here.readable.exact[INT]) is None
    assert [one.type for one in here.visible()] == [FLOAT]
    here.leave()
    found = here.pick(here.readable.exact[INT])
    assert found is not None
    assert found.variable is outer


def test_what_the_run_decides_is_no_constant() -> None:
    here = scopes()
    here.declare(variable("c", INT, constant=True))
    assert here.pick(here.readable.exact[INT]) is not None
    assert here.pick(here.readable.exact[INT], runtime=True) is None


def test_a_component_comes_from_scalars_and_vectors() -> None:
    here = scopes()
    assert here.pick_component(here.readable, INT) is None
    here.declare(variable("a", INT))
    here.declare(variable("v", vector(INT, 2)))
    found = [here.pick_component(here.readable, INT) for _ in range(40)]
    assert {one.variable.name for one in found if one is not None} == {"a", "v"}
