from __future__ import annotations

from helpers.live_shaders import environment_of, seed_of

from aberration.core.rng import Rng
from aberration.languages.shading.tree import If
from aberration.methods.emi.shading.change import (
    Shown,
    after_store,
    distinct_objects,
    draw_object,
    draw_shown,
    shown_places,
    shown_statements,
    value_kind,
)
from aberration.methods.emi.shading.draft import Draft
from aberration.methods.emi.shading.expressions import Apply, Number, Read, root_name
from aberration.methods.emi.shading.places import Object
from aberration.methods.emi.shading.synthesis import Term, Workbench

KNOWN = environment_of("glsl", "If")
N, V = Object("n", "int", 1, "int"), Object("v", "int", 2, "ivec2")


def test_objects_are_of_distinct_variables() -> None:
    for number in range(20):
        found = distinct_objects(KNOWN, Rng.of(number, "objects"), 3)
        roots = [root_name(one.place) for one in found]
        assert found
        assert len(set(roots)) == len(roots)
    assert draw_object(KNOWN, Rng.of(1, "object")) in KNOWN.targets
    assert value_kind(Object("f", "float", 1, "float")) == "int"


def test_a_store_replaces_what_is_known() -> None:
    terms = [Term(Read("n", "int"), (1, 2)), Term(Read("v.x", "int"), (3, 4))]
    value = Term(Number(9, "int"), (9, 9))
    assert after_store(terms, N, value) == [terms[1], Term(Read("n", "int"), (9, 9))]
    # All components of a vector change.
    assert after_store(terms, V, value) == [terms[0]]


def test_a_use_is_never_reached_and_names_the_object() -> None:
    bench = Workbench.on(KNOWN, Rng.of(3, "bench"))
    assert bench is not None
    uses = [draw_shown(bench, bench.terms, N) for _ in range(20)]
    for use in uses:
        assert use is not None
        assert root_name(use.object.place) != "n"
    places = [shown_places(use) for use in uses]
    assert any("n" in each for each in places)
    assert shown_places(None) == ()


def test_the_branch() -> None:
    draft = Draft(seed_of("glsl"), checking=True)
    false = Apply("<", (Read("n", "int"), Number(0, "int")))
    (made,) = shown_statements(Shown(false, Object("u", "uint", 1, "uint"), "u"), draft)
    assert isinstance(made, If)
    # In checking mode an endless loop comes first.
    assert len(made.then.statements) == 2
    assert shown_statements(None, draft) == ()
