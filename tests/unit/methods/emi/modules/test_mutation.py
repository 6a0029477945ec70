from __future__ import annotations

from helpers.live_modules import FIRST, live_module, read
from helpers.transform import at, ident
from msgspec.structs import replace

from aberration.languages.spirv.place import Place
from aberration.methods.emi.modules.bodies import Body, Store
from aberration.methods.emi.modules.draft import IDS, Choice, Draft
from aberration.methods.emi.modules.ids import read_of
from aberration.methods.emi.modules.mutation import reads_available
from aberration.methods.emi.modules.mutations.false_block import FalseBlock
from aberration.methods.emi.shading.expressions import Apply, Number, Tree
from aberration.methods.emi.shading.knowledge import Knowledge

BODY = Body((Store(ident("%sum"), Number(5, "int")),))
FALSE = Choice(Number(0, "bool"), False)
BLOCK = FalseBlock(FIRST, at("%last"), FALSE, BODY, Knowledge())


def applies(mutation: FalseBlock) -> bool:
    return mutation.is_applicable(Draft(live_module().source, [mutation.point]))


def test_a_place_has_to_be_there() -> None:
    assert applies(BLOCK)
    assert not applies(replace(BLOCK, point=Place(FIRST)))
    assert not applies(replace(BLOCK, point=at("%i")))
    assert not applies(replace(BLOCK, point=at("%sum")))


def test_ids_have_to_be_free_and_enough() -> None:
    assert not applies(replace(BLOCK, first=ident("%last") - IDS + 1))
    long: Tree = read("%total")
    for _ in range(9):
        long = Apply("+", (long, long))
    much = Choice(Apply("==", (long, Number(1, "int"))), False)
    assert not applies(replace(BLOCK, choice=much))


def test_reads_have_to_be_available_in_their_kind() -> None:
    draft = Draft(live_module().source, [at("%last")])
    anchor = draft.anchor(at("%last"))
    assert anchor is not None
    assert reads_available(draft, anchor, read("%total"), read("%large"))
    assert not reads_available(draft, anchor, read("%new"))
    assert not reads_available(draft, anchor, read_of(ident("%total"), "uint"))


def test_an_edit_that_lost_its_place_does_nothing() -> None:
    draft = Draft(live_module().source, [])
    before = draft.module.to_bytes()
    BLOCK.apply(draft)
    assert draft.to_bytes() == before
