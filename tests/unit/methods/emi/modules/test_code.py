from __future__ import annotations

import itertools

import pytest
from helpers.live_modules import FIRST, live_module, read
from helpers.shading_runs import needs_compiler
from helpers.transform import at, ident
from msgspec.structs import replace

from aberration.core.rng import Rng
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.validate import environment_of, validate
from aberration.methods.emi.modules.code import has_plain_type
from aberration.methods.emi.modules.draft import Draft
from aberration.methods.emi.shading.expressions import Apply, Kind, Number, Tree, evaluate
from aberration.methods.emi.shading.synthesis import Term, expression

STATES = tuple(range(-3, 5))
KINDS: tuple[Kind, ...] = ("int", "uint", "bool")


def value_in_module(tree: Tree) -> tuple[int, int]:
    """Return the range of an expression over %shifted, as the interpreter computes it."""
    draft = Draft(live_module().source, [at("%total")])
    anchor = draft.anchor(at("%total"))
    assert anchor is not None
    draft.begin(FIRST)
    code = draft.code(anchor)
    found = code.value(tree)
    draft.module.insert_before(anchor, *code.instructions)
    source = draft.to_bytes()
    assert validate(source, environment_of(source)) is None
    return prove(replace(live_module(), source=source)).ranges[found]


@needs_compiler
@pytest.mark.parametrize(("number", "kind"), tuple(itertools.product(range(8), KINDS)))
def test_expressions_have_the_value_that_they_are_said_to_have(number: int, kind: Kind) -> None:
    rng = Rng.of(number, "code", kind)
    term = Term(read("%shifted"), STATES)
    tree = expression(rng, [term], kind, len(STATES)).tree
    values = evaluate(tree, {read("%shifted").place: STATES}, len(STATES))
    assert values is not None
    if "%" not in str(tree):
        return
    assert value_in_module(tree) == (min(values), max(values))


@needs_compiler
def test_numbers_take_the_type_of_what_they_are_stored_into() -> None:
    draft = Draft(live_module().source, [at("%total")])
    anchor = draft.anchor(at("%total"))
    assert anchor is not None
    draft.begin(FIRST)
    code = draft.code(anchor)
    truth = Apply("<", (read("%shifted"), Number(2, "int")))
    for name in ("%out", "%shade", "%sum"):
        for tree in (read("%shifted"), Apply("uint", (read("%shifted"),)), truth):
            code.store_tree(ident(name), tree)
    draft.module.insert_before(anchor, *code.instructions)
    source = draft.to_bytes()
    assert validate(source, environment_of(source)) is None


def test_plain_types_are_scalars_and_vectors_of_32_bits() -> None:
    module = Module.parse(live_module().source)
    plain = {name for name in ("%v4float", "%bool", "%void") if has_plain_type(module, ident(name))}
    assert plain == {"%v4float", "%bool"}
