"""Places: what can be read and written. A number lies in a Python variable or in a list."""

from __future__ import annotations

from typing import Final

import msgspec

from ..analysis.access import components
from ..tree import AddressOf, Deref, Expression, Field, Index, Name
from ..types import (
    Atomic,
    Matrix,
    Pointer,
    Scalar,
    Struct,
    Type,
    Vector,
    is_numeric,
    is_opaque,
    stored_type,
)
from .generator import Generator
from .settling import settle, shallow, spill_text
from .texts import as_list, is_flat
from .trap import Refused
from .value import Value, is_simple

_LOGS: Final = {"workgroup": "local", "storage": "watch"}


class Slot(msgspec.Struct, frozen=True):
    """Where one scalar lies: a Python variable `index`, or the element `index` of the list
    `container`.
    """

    index: str
    container: str = ""

    @property
    def text(self) -> str:
        return f"{self.container}[{self.index}]" if self.container else self.index


class Place(msgspec.Struct, frozen=True, eq=False):
    """A place of a type. Numbers have a slot for each scalar; all else is a list, `text`.

    `node` is where it may trap. `tracked`: the log of accesses, if other invocations may use it.
    `partial`: it may never have been written.
    `text` of a place of numbers in a list that is no slot (a vector or matrix) is that list.
    """

    type: Type
    slots: tuple[Slot, ...] = ()
    text: str = ""
    tracked: str = ""
    partial: bool = False
    node: Expression | None = None


def is_place(gen: Generator, node: Expression) -> bool:
    """Whether an expression names a place that this part can find."""
    while not isinstance(node, Name | Deref):
        if not isinstance(node, Index | Field):
            return False
        node = node.base
    symbol = gen.typing.symbols.get(id(node))
    return isinstance(node, Deref) or (symbol is not None and not gen.is_inlined(symbol))


def place_of(gen: Generator, node: Expression, *, frozen: bool = False) -> Place:
    """Return the place that an expression names; `frozen`: it stays the same whatever is
    done before its use.
    """
    if isinstance(node, Name):
        return _named_place(gen, node)
    if isinstance(node, Deref):
        return pointed_place(gen, node.operand, gen.type_of(node), node, frozen=frozen)
    if isinstance(node, Index):
        base = place_through(gen, node.base, frozen=frozen)
        return _element_place(gen, node, base, frozen)
    assert isinstance(node, Field), type(node).__name__
    return _member_place(gen, node, place_through(gen, node.base, frozen=frozen))


def place_through(gen: Generator, node: Expression, *, frozen: bool) -> Place:
    """Return the place that an expression names or, in WGSL, points at."""
    type = gen.type_of(node)
    if isinstance(type, Pointer):
        return pointed_place(gen, node, type.store, node, frozen=frozen)
    return place_of(gen, node, frozen=frozen)


def _named_place(gen: Generator, node: Name) -> Place:
    symbol = gen.typing.symbols[id(node)]
    member = gen.members.get(symbol)
    if member is not None:
        list_, number, type = member
        slot = Slot(str(number), list_)
        return Place(type, (slot,), tracked=gen.tracked.get(symbol, ""), node=node)
    type = stored_type(symbol.type)
    is_passed = symbol.role == "in" and symbol.node is not None and symbol not in gen.passed
    if is_opaque(type) or is_passed:
        what = "a texture, sampler or image" if is_opaque(type) else "an input of a fragment shader"
        raise Refused(f"{symbol.name}, {what}")
    names = gen.names_of(symbol)
    if not gen.is_in_memory(symbol):
        partial = symbol in gen.facts.unsure
        return Place(type, tuple(Slot(name) for name in names), partial=partial, node=node)
    tracked = gen.tracked.get(symbol, "")
    partial = symbol in gen.facts.unsure or (
        symbol.role in ("var", "out", "shared", "param") and type in gen.facts.partial
    )
    return place_in_list(gen, type, names[0], node, tracked=tracked, partial=partial)


def place_in_list(
    gen: Generator, type: Type, text: str, node: Expression | None, *, tracked: str, partial: bool
) -> Place:
    """The place whose list is `text`; a scalar is alone in its list."""
    if isinstance(type, Scalar | Atomic):
        return Place(type, (Slot("0", text),), tracked=tracked, partial=partial, node=node)
    if not is_numeric(type):
        return Place(type, (), text, tracked=tracked, partial=partial, node=node)
    text = _simple_text(gen, text)
    return Place(type, _slots(type, text), text, tracked=tracked, partial=partial, node=node)


def _simple_text(gen: Generator, text: str) -> str:
    return text if is_simple(text) else spill_text(gen, text)


def pointed_place(
    gen: Generator, node: Expression, store: Type, where: Expression, *, frozen: bool = False
) -> Place:
    """What a pointer points at: a list, or a list and the number of an element."""
    if isinstance(node, AddressOf):
        return place_of(gen, node.operand, frozen=frozen)
    text = _simple_text(gen, gen.value(node).text)
    space = gen.type_of(node)
    tracked = _LOGS.get(space.space, "") if isinstance(space, Pointer) else ""
    if isinstance(store, Scalar | Atomic):
        return Place(store, (Slot(f"{text}[1]", f"{text}[0]"),), tracked=tracked, node=where)
    return place_in_list(gen, store, text, where, tracked=tracked, partial=False)


# ---- parts


def _member_place(gen: Generator, node: Field, base: Place) -> Place:
    type = gen.type_of(node)
    if isinstance(base.type, Struct):
        names = [member.name for member in base.type.members]
        partial = base.partial or base.type in gen.facts.partial
        return _place_below(gen, type, base.text, str(names.index(node.name)), node, base, partial)
    slots = tuple(base.slots[k] for k in components(node.name))
    return Place(type, slots, tracked=base.tracked, partial=base.partial, node=node)


def _place_below(
    gen: Generator, type: Type, list_: str, index: str, node: Expression, base: Place, partial: bool
) -> Place:
    if isinstance(type, Scalar | Atomic):
        return Place(type, (Slot(index, list_),), tracked=base.tracked, partial=partial, node=node)
    text = f"{list_}[{index}]"
    # A constant index was checked with the text; any other may be too large, and needs the place of
    # the trap.
    if not index.isdigit():
        text = gen.writer.mark(node, text)
    return place_in_list(gen, type, text, node, tracked=base.tracked, partial=partial)


def _element_place(gen: Generator, node: Index, base: Place, frozen: bool) -> Place:
    type = gen.type_of(node)
    # A vector that lives in Python variables has no list that an index could go into.
    if base.slots and not base.text:
        return _component_place(gen, node, base, type)
    index = index_text(gen, node, base.type)
    if frozen and not index.isdigit():
        index = spill_text(gen, index)
    partial = base.partial or base.type in gen.facts.partial
    return _place_below(gen, type, base.text, index, node, base, partial)


def _component_place(gen: Generator, node: Index, base: Place, type: Type) -> Place:
    """A component, by a constant, of a vector or matrix in Python variables, or of a
    swizzle.
    """
    index = gen.integer_of(node.index)
    if index is None:
        raise Refused("an index known only at run time into a part of a vector that is written")
    count = base.type.rows if isinstance(base.type, Matrix) else 1
    slots = base.slots[index * count : index * count + count]
    return Place(type, slots, tracked=base.tracked, partial=base.partial, node=node)


def index_text(gen: Generator, node: Index, base: Type) -> str:
    """Return an index that never wraps round: negative ones trap, those too large make
    Python raise.
    """
    known = gen.integer_of(node.index)
    if known is not None and known >= 0:
        return str(known)
    value = shallow(gen, settle(gen, gen.value(node.index), node.index))
    if value.low >= 0:
        return value.text
    text = _simple_text(gen, value.text)
    return gen.writer.mark(node, f"{text} if {text} >= 0 else below({text})")


# ---- reading and writing


def load(gen: Generator, place: Place) -> Value:
    """Return what a place holds."""
    if not place.slots and place.tracked:
        return Value(place.type, (f"{place.tracked}.copy_cells({place.text}, me)",), fresh=True)
    if not place.slots:
        return Value(place.type, (place.text,))
    texts = tuple([_read(gen, slot, place) for slot in place.slots])
    # Python's parser has a limit to nested brackets: deep texts are put into a variable in time.
    depth = max([text.count("(") for text in texts])
    return Value(place.type, texts, unsure=place.partial, depth=depth, origin=place.node)


def _read(gen: Generator, slot: Slot, place: Place) -> str:
    if not place.tracked and (not slot.container or slot.index.isdigit()):
        return slot.text
    read = f"{place.tracked}.read({slot.container}, {slot.index}, me)"
    text = read if place.tracked else slot.text
    return text if place.node is None else gen.writer.mark(place.node, text)


def store(gen: Generator, place: Place, value: Value) -> None:
    """Write a value, whose type is the place's; it is settled here."""
    if not place.slots:
        _store_list(gen, place, value)
        return
    # What was never written may be copied to where nothing was ever written; anywhere else it is a
    # use.
    value = value if value.unsure and place.partial else settle(gen, value, place.node)
    # All but numbers and truth values may read a variable that is written here.
    fixed = [text[:1].isdigit() or text in ("True", "False") for text in value.texts]
    if len(place.slots) > 1 and not all(fixed):
        _store_together(gen, place, value.texts)
        return
    for slot, text in zip(place.slots, value.texts, strict=True):
        _write(gen, slot, text, place)


def _store_together(gen: Generator, place: Place, texts: tuple[str, ...]) -> None:
    """All components are read before one is written."""
    if place.tracked:
        texts = tuple([spill_text(gen, text) for text in texts])
        for slot, text in zip(place.slots, texts, strict=True):
            _write(gen, slot, text, place)
        return
    targets = ", ".join(slot.text for slot in place.slots)
    gen.writer.effect(f"{targets} = {', '.join(texts)}")


def _write(gen: Generator, slot: Slot, text: str, place: Place) -> None:
    if place.tracked:
        gen.writer.effect(f"{place.tracked}.write({slot.container}, {slot.index}, {text}, me)")
    elif not slot.container or slot.index.isdigit() or place.node is None:
        gen.writer.effect(f"{slot.text} = {text}")
    else:
        gen.writer.effect(f"{gen.writer.mark(place.node, slot.text)} = {text}")


def _store_list(gen: Generator, place: Place, value: Value) -> None:
    text = value.text
    if place.tracked:
        gen.writer.effect(f"{place.tracked}.write_cells({place.text}, {text}, me)")
    elif is_flat(place.type):
        gen.writer.effect(f"{place.text}[:] = {text}")
    else:
        gen.writer.effect(f"replace({place.text}, {as_list(value)})")


def pointer_to(gen: Generator, node: Expression) -> str:
    """Return a pointer to a place: its list, or its list and the number in it."""
    place = place_of(gen, node, frozen=True)
    if isinstance(place.type, Scalar | Atomic):
        (slot,) = place.slots
        return f"({slot.container}, {slot.index})"
    return place.text


def _slots(type: Type, text: str) -> tuple[Slot, ...]:
    if isinstance(type, Vector):
        return tuple(Slot(str(k), text) for k in range(type.size))
    assert isinstance(type, Matrix)
    return tuple(
        Slot(str(row), f"{text}[{column}]")
        for column in range(type.columns)
        for row in range(type.rows)
    )
