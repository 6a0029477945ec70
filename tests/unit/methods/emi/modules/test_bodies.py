from __future__ import annotations

from helpers.live_modules import live_module, read
from helpers.transform import at, ident, the

from aberration.core.rng import Rng
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.module import Module
from aberration.methods.emi.modules.bodies import (
    Body,
    Store,
    draw_body,
    fits,
    is_written,
    may_end,
    pointers_at,
    smaller_bodies,
    trees_of,
)
from aberration.methods.emi.modules.draft import Draft
from aberration.methods.emi.shading.expressions import Number

MODULE = Module.parse(live_module().source)
LAST = the(MODULE, "%last")
STORE = Store(ident("%sum"), Number(1, "int"))


def test_bodies_store_where_the_module_does() -> None:
    targets = {ident(name) for name in ("%sum", "%shade", "%out")}
    drawn = [draw_body(MODULE, LAST, Rng.of(n), (read("%total"),)) for n in range(40)]
    assert {store.pointer for body in drawn for store in body.stores} == targets
    assert any(store.source for body in drawn for store in body.stores)
    assert {body.end for body in drawn} == {"", "return", "kill", "unreachable"}
    draft = Draft(live_module().source, [at("%last")])
    anchor = draft.anchor(at("%last"))
    assert anchor is not None
    assert all(fits(draft, anchor, body) for body in drawn)
    drawn = [draw_body(MODULE, LAST, Rng.of(n), (), ends=False) for n in range(20)]
    assert {body.end for body in drawn} == {""}


def test_what_is_not_there_does_not_fit() -> None:
    draft = Draft(live_module().source, [at("%new")])
    anchor = draft.anchor(at("%new"))
    assert anchor is not None
    assert fits(draft, anchor, Body((STORE,)))
    assert not fits(draft, anchor, Body((Store(ident("%in"), Number(1, "int")),)))
    assert not fits(draft, anchor, Body((Store(ident("%sum"), read("%total")),)))
    assert not fits(draft, anchor, Body((Store(ident("%sum"), Number(1, "int"), ident("%shade")),)))


def test_a_continue_construct_comes_to_its_back_edge() -> None:
    following = the(MODULE, "%next")
    assert may_end(MODULE, following, "")
    assert not may_end(MODULE, following, "return")
    assert not may_end(MODULE, following, "unreachable")
    assert may_end(MODULE, the(MODULE, "%new"), "kill")


def test_pointers_by_use() -> None:
    assert ident("%in") in pointers_at(MODULE, LAST, o.OpLoad)
    assert ident("%in") not in pointers_at(MODULE, LAST, o.OpStore)
    assert is_written(MODULE, ident("%sum"))
    assert not is_written(MODULE, ident("%in"))


def test_smaller_bodies() -> None:
    body = Body((STORE, STORE), "kill")
    assert list(smaller_bodies(body)) == [
        Body((), "kill"),
        Body((STORE, STORE)),
        Body((STORE,), "kill"),
        Body((STORE,), "kill"),
    ]
    assert trees_of(body) == (Number(1, "int"), Number(1, "int"))
