from __future__ import annotations

import pytest

from aberration.core.rng import Rng
from aberration.methods.emi.shading.environment import (
    KNOWLEDGE,
    Environment,
    KnowledgeKind,
    with_knowledge,
)
from aberration.methods.emi.shading.expressions import (
    Apply,
    Number,
    Read,
    Tree,
    evaluate,
    kind_of,
    places_in,
    truth,
)
from aberration.methods.emi.shading.synthesis import (
    Term,
    Workbench,
    as_kind,
    constant,
    expression,
    join,
    smaller_predicates,
)

READS = (Read("x", "int"), Read("u", "uint"), Read("b", "bool"), Read("y", "int"))
STATES = tuple((n % 5 - 2, n % 3 + 8, n % 2, 64 * n) for n in range(90))
KNOWN = Environment("k", READS, STATES, ((-2, 2), (8, 10), (0, 1), (0, 5696)), frozenset(), (), 1)


@pytest.mark.parametrize("number", range(60))
def test_predicates_are_true_or_false_in_every_state(number: int) -> None:
    bench = Workbench.on(KNOWN, Rng.of(number, "predicates"))
    assert bench is not None
    for expected in (True, False):
        made = bench.predicate(expected)
        assert truth(made, KNOWN.columns, len(STATES)) is expected
        for smaller in smaller_predicates(made, bench.knowledge(), expected):
            assert truth(smaller, KNOWN.columns, len(STATES)) is expected
    assert truth(bench.knowledge().condition, KNOWN.columns, len(STATES)) is True


def test_facts_are_about_places_of_many_values_too() -> None:
    made = [Workbench.on(KNOWN, Rng.of(number, "facts")) for number in range(60)]
    for bench in made:
        assert bench is not None
        bench.predicate(True)
    facts = [fact for bench in made if bench is not None for fact in bench.facts]
    assert any("y" in places_in(fact) for fact in facts)
    operators = {fact.op for fact in facts if isinstance(fact, Apply)}
    assert {"<=", "==", "<"} <= operators


def _atoms(known: Environment, kind: KnowledgeKind) -> list[Tree]:
    """Return comparisons that rest on one kind of knowledge alone."""
    alone = with_knowledge({1: known}, {"knowledge": kind})[1]
    benches = [Workbench.on(alone, Rng.of(number, "kinds")) for number in range(60)]
    made = [bench.predicate(number % 2 > 0, 0) for number, bench in enumerate(benches) if bench]
    truths = [truth(one, known.columns, len(STATES)) for one in made]
    assert truths == [number % 2 > 0 for number in range(60)]
    return made


def _shape(tree: Tree) -> tuple[type, type] | None:
    return (type(tree.operands[0]), type(tree.operands[1])) if isinstance(tree, Apply) else None


def test_predicates_rest_on_the_knowledge_that_is_usable() -> None:
    mixed = Environment(
        "k",
        (*READS, Read("c", "int"), Read("w", "int")),
        tuple((*state, 7, 9) for state in STATES),
        (*KNOWN.limits, (7, 7), (9, 9)),
        frozenset(("w",)),
        (),
        1,
    )
    found = {kind: _atoms(mixed, kind) for kind in KNOWLEDGE}
    # The comparison of a number with itself is what is left where nothing else can be said.
    assert {_shape(one) for one in found["literals"]} == {(Number, Number)}
    seen = {kind: {*places_in(*trees)} for kind, trees in found.items()}
    assert seen["uniform"] == {"w"}
    assert seen["constant"] == {"c"}
    assert seen["values"] <= {"x", "u", "b"}
    assert "y" in seen["range"]
    for kind in ("uniform", "constant", "values", "range"):
        assert {_shape(one) for one in found[kind]} <= {(Read, Number), (Number, Number)}
    assert {_shape(one) for one in found["order"]} <= {(Read, Read), (Number, Number)}
    assert {_shape(one) for one in found["bits"]} <= {(Apply, Number), (Number, Number)}
    assert (Apply, Number) in {_shape(one) for one in found["expression"]}
    assert (Read, Read) in {_shape(one) for one in found["pair"]}
    assert all(seen[kind] for kind in KNOWLEDGE[1:])


@pytest.mark.parametrize("number", range(40))
def test_expressions_have_their_kind_and_are_defined(number: int) -> None:
    rng = Rng.of(number, "expressions")
    columns = {read.place: KNOWN.columns[read.place][:40] for read in READS}
    terms = [Term(read, tuple(columns[read.place])) for read in READS]
    for kind in ("int", "uint", "bool"):
        made = expression(rng, terms, kind, 40)
        assert kind_of(made.tree) == kind
        assert evaluate(made.tree, columns, 40) == list(made.values)


def test_two_constants_are_one() -> None:
    made = join("+", constant(2**31 - 1, "int", 1), constant(1, "int", 1))
    assert made is not None
    assert isinstance(made.tree, Number)
    assert join("/", constant(4, "int", 1), constant(0, "int", 1)) is None
    assert constant(-(2**31), "int", 1).values == (-(2**31) + 1,)
    assert as_kind(Term(READS[2], (True,)), "int") is None
    other = as_kind(Term(READS[0], (-1,)), "uint")
    assert other is not None
    assert other.values == (2**32 - 1,)


def test_dead_points_have_no_workbench() -> None:
    assert Workbench.on(None, Rng.of(1, "none")) is None
