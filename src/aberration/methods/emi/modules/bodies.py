"""Blocks that never run: they store into what the seed stores into, read what it reads, and end
invocations.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from aberration.core.rng import Rng
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.constructs import in_any_continue
from aberration.languages.spirv.enums import ExecutionModel, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import entry_points
from aberration.languages.spirv.uniform_only import needs_uniform_control_flow

from ..shading.expressions import Kind, Read, Tree
from ..shading.synthesis import Term, expression
from .code import has_plain_type
from .draft import Draft
from .ids import ids_in, kind_of_type

End = Literal["", "return", "kill", "unreachable"]
_ENDS: Final[tuple[End, ...]] = ("return", "kill", "unreachable")
_MOST: Final = 3
_LOOKED_AT: Final = 256
_CLASSES: Final = (
    *(StorageClass.FUNCTION, StorageClass.PRIVATE, StorageClass.OUTPUT, StorageClass.UNIFORM),
    *(StorageClass.STORAGE_BUFFER, StorageClass.WORKGROUP, StorageClass.INPUT),
)


class Store(msgspec.Struct, frozen=True):
    """A store of an expression; where `source` is no 0, of what this pointer leads to."""

    pointer: int
    value: Tree
    source: int = 0


class Body(msgspec.Struct, frozen=True):
    """Stores, then the end: a branch to what comes after, or what leaves the function."""

    stores: tuple[Store, ...] = ()
    end: End = ""


def draw_body(
    module: Module, anchor: Instruction, rng: Rng, known: tuple[Read, ...], *, ends: bool = True
) -> Body:
    """Return a body for a block beside an instruction; an empty one where nothing can be stored."""
    targets = pointers_at(module, anchor, o.OpStore)
    sources = pointers_at(module, anchor, o.OpLoad)
    stores = []
    for _ in range(rng.between(1, _MOST) if targets else 0):
        target = rng.choose(targets)
        like = [
            one
            for one in sources
            if types.pointee_of(module, one) == types.pointee_of(module, target)
        ]
        source = rng.choose(like) if like and rng.chance(0.3) else 0
        stores.append(Store(target, any_value(module, rng, known, target), source))
    possible = [word for word in _ENDS if ends and may_end(module, anchor, word)]
    end: End = rng.choose(possible) if possible and (not stores or rng.chance(0.25)) else ""
    return Body(tuple(stores), end)


def any_value(module: Module, rng: Rng, known: tuple[Read, ...], pointer: int) -> Tree:
    """Return an expression to be stored, of any value."""
    scalar = types.scalar_of(module, types.pointee_of(module, pointer))
    kind: Kind = kind_of_type(module, scalar) or "int"
    return expression(rng, [Term(read, ()) for read in known], kind, 0).tree


def pointers_at(module: Module, anchor: Instruction, op: int) -> list[int]:
    """Return the pointers that the module itself stores to, or loads from, and that are available
    before an instruction.
    """
    users = module.by_opcode(op)[:_LOOKED_AT]
    found = dict.fromkeys(user.ops[0] for user in users if user.block is not None)
    return [one for one in found if is_usable(module, one, anchor)]


def is_usable(module: Module, pointer: int, anchor: Instruction) -> bool:
    """Say whether code that never runs may load or store through a pointer."""
    if not available_before(module, pointer, anchor):
        return False
    pointer_type = module.type_of(pointer)
    if types.storage_class(module, pointer_type) not in _CLASSES:
        return False
    return has_plain_type(module, types.pointee(module, pointer_type))


def may_end(module: Module, anchor: Instruction, end: End) -> bool:
    """Say whether a block beside an instruction may end a function or an invocation so."""
    block = anchor.block
    if not end:
        return True
    # A continue construct has to come to its back edge.
    if block is None or in_any_continue(module, block):
        return False
    if end == "unreachable":
        return True
    # What waits for other invocations keeps all paths to it.
    if needs_uniform_control_flow(module, module.blocks):
        return False
    if end == "kill":
        return entry_points(module)[0].ops[0] == ExecutionModel.FRAGMENT
    result = block.function.definition.type_id
    return types.is_void(module, result) or types.can_create_constant(module, result)


def fits(draft: Draft, anchor: Instruction, body: Body) -> bool:
    """Say whether all that a body names is there, and it may end so."""
    module = draft.module
    for store in body.stores:
        if not is_written(module, store.pointer) or not is_usable(module, store.pointer, anchor):
            return False
        if store.source and not _may_load(module, store, anchor):
            return False
        if not all(draft.available(one, anchor) for one in ids_in(store.value)):
            return False
    return may_end(module, anchor, body.end)


def is_written(module: Module, pointer: int) -> bool:
    """Say whether the module stores through a pointer."""
    return any(user.op == o.OpStore and user.ops[0] == pointer for user in module.users(pointer))


def _may_load(module: Module, store: Store, anchor: Instruction) -> bool:
    same = types.pointee_of(module, store.source) == types.pointee_of(module, store.pointer)
    return same and is_usable(module, store.source, anchor)


def instructions_of(draft: Draft, anchor: Instruction, body: Body) -> list[Instruction]:
    """Return the instructions of a body, without the branch that it ends with."""
    code = draft.code(anchor)
    for store in body.stores:
        if store.source:
            code.store(store.pointer, code.load(store.source))
        else:
            code.store_tree(store.pointer, store.value)
    return [*code.instructions, *_end(draft, anchor, body.end)]


def _end(draft: Draft, anchor: Instruction, end: End) -> list[Instruction]:
    if not end:
        return []
    if end == "kill":
        return [Instruction(o.OpKill, 0, 0, [])]
    if end == "unreachable":
        return [Instruction(o.OpUnreachable, 0, 0, [])]
    assert anchor.block is not None
    result = anchor.block.function.definition.type_id
    if types.is_void(draft.module, result):
        return [Instruction(o.OpReturn, 0, 0, [])]
    return [Instruction(o.OpReturnValue, 0, 0, [draft.null(result)])]


def smaller_bodies(body: Body) -> Iterator[Body]:
    """Yield smaller bodies, the smallest first."""
    if body.stores and body.end:
        yield replace(body, stores=())
    if body.end:
        yield replace(body, end="")
    if len(body.stores) > 1:
        yield replace(body, stores=body.stores[:1])
        yield replace(body, stores=body.stores[:-1])


def trees_of(body: Body) -> tuple[Tree, ...]:
    """Return the expressions of a body."""
    return tuple(store.value for store in body.stores)
