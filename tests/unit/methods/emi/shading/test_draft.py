from __future__ import annotations

from helpers.live_shaders import point_of, seed_of

from aberration.languages.shading.tree import Block, Discard, If, Literal, Return, Statement
from aberration.languages.shading.write import write
from aberration.methods.emi.shading.draft import Draft, returning
from aberration.methods.emi.shading.expressions import Number
from aberration.methods.emi.shading.places import Object

TRUE = Literal(kind="bool", value=True)


def test_without_edits_the_tree_is_the_very_same() -> None:
    seed = seed_of("glsl")
    assert Draft(seed).render() is seed.module


def test_edits_at_one_point_come_in_order() -> None:
    seed = seed_of("glsl", "int n = 1; data[0] = n;")
    point, draft = point_of(seed, "Assign"), Draft(seed)

    def guarded(statement: Statement) -> Statement:
        return If(TRUE, Block(statements=(statement,)), None)

    draft.insert(point, Discard())
    draft.wrap(point, guarded)
    draft.insert(point, Return())
    text = " ".join(write(draft.render()).split())
    assert "int n = 1; discard; return; if (true) { data[0] = n; } }" in text


def test_a_deleted_statement_is_an_endless_loop_in_checking_mode() -> None:
    seed = seed_of("glsl", "int n = 1; data[0] = n;")
    point = point_of(seed, "Assign")
    for checking in (False, True):
        draft = Draft(seed, checking=checking)
        draft.delete(point)
        assert draft.is_deleted(point)
        text = write(draft.render())
        assert "data[0]" not in text
        assert ("while (true)" in text) is checking


def test_new_integers_are_as_wide_as_they_can_be() -> None:
    essl, wgsl = Draft(seed_of("essl")), Draft(seed_of("wgsl"))
    init = essl.tree(Number(3, "int"))
    assert "highp" in repr(essl.declare("live_0_0", "int", init))
    assert "highp" not in repr(wgsl.declare("live_0_0", "int", init))


def test_functions_come_before_the_one_around_the_point() -> None:
    seed = seed_of("wgsl")
    point, draft = point_of(seed, "If"), Draft(seed)
    body = draft.block(Return(value=draft.tree(Number(3, "uint"))))
    draft.add_function(point, draft.function("live_0", "uint", (("live_0_a0", "bool"),), body))
    text = write(draft.render())
    assert "fn live_0(live_0_a0: bool) -> u32 {" in text
    assert text.index("fn live_0") < text.index("fn main")


def test_values_are_converted_to_what_objects_hold() -> None:
    seed = seed_of("wgsl")
    draft = Draft(seed)
    store = draft.store(Object("v", "float", 2, "vec2"), Number(3, "int"))
    draft.insert(point_of(seed, "If"), store)
    assert "v = vec2(f32(3i));" in write(draft.render())


def test_returns_fit_the_function() -> None:
    before = "int f(int n) { n += 1; return n; }"
    seed = seed_of("glsl", "data[0] = f(1);", before)
    assert returning(seed, point_of(seed, "Assign", 1)) == Return()
    inner = returning(seed, point_of(seed, "Return"))
    assert isinstance(inner, Return)
    assert inner.value == Literal(kind="int", value=0)
