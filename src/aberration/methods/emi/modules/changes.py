"""What live blocks have in common: a variable is saved, changed, used where nothing ever comes, and
restored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module

from ..shading.expressions import Kind, Tree, kind_of
from ..shading.synthesis import Term, Workbench
from .bodies import is_usable, is_written, pointers_at
from .choices import draw_choice
from .code import has_plain_type
from .draft import Choice, Draft
from .ids import kind_of_type, load_of, loads_known

_OWN: Final = (StorageClass.FUNCTION, StorageClass.PRIVATE)
_SEEN: Final = (StorageClass.OUTPUT, StorageClass.STORAGE_BUFFER)
"""What a target that is seen from outside lies in."""


class Shown(msgspec.Struct, frozen=True):
    """A branch that is never taken, in which a target gets what the changed variable holds: so a
    compiler cannot know that the change is of no use.
    """

    choice: Choice
    target: int


class Change(msgspec.Struct, frozen=True):
    """A variable, what is stored into it, and a use."""

    variable: int
    value: Tree
    shown: Shown | None


def variables_at(module: Module, anchor: Instruction) -> list[int]:
    """Return the variables that nobody but the invocation sees, and that surely hold a value before
    an instruction.
    """
    return [
        found.result_id
        for found in module.by_opcode(o.OpVariable)
        if is_own(module, found.result_id, anchor) and _has_value(module, found, anchor)
    ]


def is_own(module: Module, variable: int, anchor: Instruction) -> bool:
    """Say whether an id is a variable of the function or the invocation that may be saved and
    restored before an instruction.
    """
    found = module.definition(variable)
    if found is None or found.op != o.OpVariable or found.ops[0] not in _OWN:
        return False
    if module.is_decorated(variable) or not available_before(module, variable, anchor):
        return False
    return has_plain_type(module, types.pointee_of(module, variable))


def _has_value(module: Module, variable: Instruction, anchor: Instruction) -> bool:
    return len(variable.ops) > 1 or any(
        user.op == o.OpStore
        and user.ops[0] == variable.result_id
        and _comes_before(module, user, anchor)
        for user in module.users(variable.result_id)
    )


def _comes_before(module: Module, store: Instruction, anchor: Instruction) -> bool:
    """Whether control passes a store on each way to an instruction."""
    here, there = store.block, anchor.block
    if here is None or there is None:
        return False
    if here is there:
        return module.position(store) < module.position(anchor)
    return module.dominates(here, there)


def value_kind(module: Module, variable: int) -> Kind:
    """Return the kind of the values that are stored into a variable: integers for floats."""
    scalar = types.scalar_of(module, types.pointee_of(module, variable))
    return kind_of_type(module, scalar) or "int"


def kind_of_variable(module: Module, variable: int) -> Kind | None:
    """Return the kind of what a variable holds, None where it is no scalar that predicates read."""
    return kind_of_type(module, types.pointee_of(module, variable))


def draw_shown(
    bench: Workbench, module: Module, anchor: Instruction, variable: int, terms: Sequence[Term]
) -> Shown | None:
    """Return a use of what a variable holds now; None where there is no target that can take it."""
    targets = [
        one
        for one in pointers_at(module, anchor, o.OpStore)
        if one != variable and _may_take(module, one, variable)
    ]
    seen = [one for one in targets if types.storage_class(module, module.type_of(one)) in _SEEN]
    if not targets:
        return None
    target = bench.rng.choose(seen if seen and bench.rng.chance(0.7) else targets)
    return Shown(draw_choice(bench.later(terms), bench.rng.chance(0.25)), target)


def _may_take(module: Module, target: int, variable: int) -> bool:
    same = types.pointee_of(module, target) == types.pointee_of(module, variable)
    return same or kind_of_variable(module, variable) is not None


def change_fits(
    draft: Draft, anchor: Instruction, change: Change, own: dict[str, Kind], number: int
) -> bool:
    """Say whether all that a change names is there. `own` are the kinds of what was loaded before,
    and of this change's.
    """
    module, shown = draft.module, change.shown
    if not is_own(module, change.variable, anchor):
        return False
    kind = kind_of_variable(module, change.variable)
    if kind_of(change.value) != (kind or value_kind(module, change.variable)):
        return False
    if not loads_known(change.value, own):
        return False
    if kind is not None:
        own[load_of(number, kind).place] = kind
    if shown is None:
        return True
    if not loads_known(shown.choice.predicate, own):
        return False
    if not is_written(module, shown.target) or not is_usable(module, shown.target, anchor):
        return False
    return _may_take(module, shown.target, change.variable)


def trees_of_change(change: Change) -> tuple[Tree, ...]:
    """Return the expressions of a change."""
    return (
        (change.value,) if change.shown is None else (change.value, change.shown.choice.predicate)
    )


def save(draft: Draft, before: Instruction, variables: Sequence[int]) -> list[int]:
    """Insert loads of variables before an instruction; return what they give."""
    code = draft.code(before)
    made = [code.load(one) for one in variables]
    draft.module.insert_before(before, *code.instructions)
    return made


def restore(
    draft: Draft, before: Instruction, variables: Sequence[int], saved: Sequence[int]
) -> None:
    """Insert stores of what was saved before an instruction, in reverse order."""
    code = draft.code(before)
    for variable, value in reversed(list(zip(variables, saved, strict=True))):
        code.store(variable, value)
    draft.module.insert_before(before, *code.instructions)


def make_change(
    draft: Draft,
    anchor: Instruction,
    live: Block,
    change: Change,
    own: dict[str, int],
    number: int,
) -> Block:
    """Make a change at the end of a block that runs; return the block where it goes on. `own` are
    the ids by the names of what was loaded before, and of this change's.
    """
    module, variable, shown = draft.module, change.variable, change.shown
    code = draft.code(anchor, own)
    code.store_tree(variable, change.value)
    held = code.load(variable)
    module.insert_before(live.terminator, *code.instructions)
    kind = kind_of_variable(module, variable)
    if kind is not None:
        own[load_of(number, kind).place] = held
    if shown is None:
        return live
    return _show(draft, anchor, live, shown, held, kind, own)


def _show(
    draft: Draft,
    anchor: Instruction,
    live: Block,
    shown: Shown,
    held: int,
    kind: Kind | None,
    own: Mapping[str, int],
) -> Block:
    module = draft.module
    code = draft.code(anchor, own)
    condition = code.value(shown.choice.predicate)
    module.insert_before(live.terminator, *code.instructions)
    use = draft.code(anchor, own)
    type_id = types.pointee_of(module, shown.target)
    same = kind is None or type_id == module.type_of(held)
    use.store(shown.target, held if same or kind is None else use.as_type(held, kind, type_id))
    on = module.split(live.terminator, draft.fresh())
    never = draft.block(live, use.instructions, on.id)
    draft.branch(live, on.id, condition, shown.choice, on.id, never.id)
    return on
