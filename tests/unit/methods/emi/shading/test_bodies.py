from __future__ import annotations

from helpers.live_shaders import LANGUAGES, point_of, seed_of

from aberration.core.rng import Rng
from aberration.methods.emi.shading.bodies import (
    Copy,
    Jump,
    Store,
    draw_body,
    fits,
    places_of,
    smaller_bodies,
    trees,
)
from aberration.methods.emi.shading.draft import Draft
from aberration.methods.emi.shading.expressions import Number, Read
from aberration.methods.emi.shading.places import Object

SEED = seed_of("glsl")
STORE = Store(Object("n", "int", 1, "int"), Read("u", "int"))


def test_bodies_that_are_drawn_fit_and_have_all_kinds() -> None:
    kinds = set()
    for language in LANGUAGES:
        seed = seed_of(language)
        for number in range(60):
            rng = Rng.of(number, "bodies")
            point = rng.choose(list(seed.points.values()))
            body = draw_body(seed, point, rng)
            assert fits(Draft(seed), point, body)
            kinds |= {type(one) for one in body}
            assert trees(Draft(seed), point, body) or not body
            # Nothing comes behind a jump.
            assert all(not isinstance(one, Jump) for one in body[:-1])
    assert kinds == {Store, Jump, Copy}


def test_copies_must_mean_the_same() -> None:
    outer, inner = point_of(SEED, "For"), point_of(SEED, "Assign", 2)
    draft = Draft(SEED)
    assert not fits(draft, outer, (Copy(inner.key),))
    assert fits(draft, inner, (Copy(point_of(SEED, "If").key),))
    assert not fits(draft, inner, (Copy("If-none"),))
    assert not fits(draft, inner, (Copy(point_of(SEED, "Declare").key),))


def test_pixels_are_only_discarded_where_there_are_some() -> None:
    assert not fits(Draft(SEED), point_of(SEED, "If"), (Jump("discard"),))
    assert fits(Draft(SEED), point_of(SEED, "If"), (Jump("return"),))


def test_places_and_smaller_bodies() -> None:
    body = (STORE, Store(STORE.object, Number(1, "int")), Jump("return"))
    assert places_of(body) == ("n", "n", "u")
    assert list(smaller_bodies(body)) == [*((one,) for one in body), body[:2], body[1:]]
    assert not list(smaller_bodies(body[:1]))
