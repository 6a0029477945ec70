"""Places: what can be read and written. A number lies in a Python variable or in a list."""

from __future__ import annotations

from typing import Final

from ..checker.symbols import VariableSymbol
from ..tree import AddressOf, Deref, Expression, Field, Index, Literal, Name
from ..types import Atomic, Matrix, Pointer, Scalar, Struct, Type, Vector, is_opaque
from .access import components
from .base import is_flat
from .operators import OperatorsPart
from .value import Value, is_numeric, is_simple, stored

_LOGS: Final = {"workgroup": "local", "storage": "watch"}


class Slot:
    """Where one scalar lies: a Python variable `index`, or the element `index` of the list
    `container`.
    """

    __slots__ = ("container", "index")

    def __init__(self, index: str, container: str = "") -> None:
        self.index: Final = index
        self.container: Final = container

    @property
    def text(self) -> str:
        return f"{self.container}[{self.index}]" if self.container else self.index


class Place:
    """A place of a type. Numbers have a slot for each scalar; all else is a list, `text`.

    `node` is where it may trap. `tracked`: the log of accesses, if other invocations may use it.
    `partial`: it may never have been written.
    `text` of a place of numbers in a list that is no slot (a vector or matrix) is that list.
    """

    __slots__ = ("node", "partial", "slots", "text", "tracked", "type")

    def __init__(
        self,
        type: Type,
        slots: tuple[Slot, ...] = (),
        text: str = "",
        *,
        tracked: str = "",
        partial: bool = False,
        node: Expression | None = None,
    ) -> None:
        self.type: Final = type
        self.slots: Final = slots
        self.text: Final = text
        self.tracked: Final = tracked
        self.partial: Final = partial
        self.node: Final = node


class PlacesPart(OperatorsPart):
    """Places."""

    def is_place(self, node: Expression) -> bool:
        """Whether an expression names a place that this part can find."""
        while not isinstance(node, Name | Deref):
            if not isinstance(node, Index | Field):
                return False
            node = node.base
        symbol = self.typing.symbols.get(id(node))
        return isinstance(node, Deref) or (symbol is not None and not self.is_inlined(symbol))

    def place(self, node: Expression, *, frozen: bool = False) -> Place:
        """Return the place that an expression names; `frozen`: it stays the same whatever is
        done before its use.
        """
        if isinstance(node, Name):
            return self._named(node)
        if isinstance(node, Deref):
            return self._pointed(node.operand, self.type_of(node), node)
        if isinstance(node, Index):
            base = self._based(node.base, frozen)
            return self._element(node, base, frozen)
        assert isinstance(node, Field), type(node).__name__
        return self._part(node, self._based(node.base, frozen))

    def _based(self, node: Expression, frozen: bool) -> Place:
        """A base may be a pointer: WGSL then means what it points at."""
        type = self.type_of(node)
        if isinstance(type, Pointer):
            return self._pointed(node, type.store, node)
        return self.place(node, frozen=frozen)

    def _named(self, node: Name) -> Place:
        symbol = self.typing.symbols[id(node)]
        type = stored(symbol.type)
        if is_opaque(type) or (symbol.role == "in" and symbol.node is not None):
            what = (
                "a texture, sampler or image"
                if is_opaque(type)
                else "an input of a fragment shader"
            )
            raise self.refuse(f"{symbol.name}, {what}")
        names = self.names_of(symbol)
        if not self.is_in_memory(symbol):
            partial = symbol in self.facts.unsure
            return Place(type, tuple(Slot(name) for name in names), partial=partial, node=node)
        return self._in_list(
            type,
            names[0],
            node,
            tracked=self.tracked.get(symbol, ""),
            partial=self._may_lack(symbol),
        )

    def _may_lack(self, symbol: VariableSymbol) -> bool:
        return symbol in self.facts.unsure or (
            symbol.role in ("var", "out", "shared", "param")
            and self.facts.is_partial(stored(symbol.type))
        )

    def _in_list(
        self, type: Type, text: str, node: Expression | None, *, tracked: str, partial: bool
    ) -> Place:
        """The place whose list is `text`; a scalar is alone in its list."""
        if isinstance(type, Scalar | Atomic):
            return Place(type, (Slot("0", text),), tracked=tracked, partial=partial, node=node)
        if not is_numeric(type):
            return Place(type, (), text, tracked=tracked, partial=partial, node=node)
        text = self._simple_text(text)
        return Place(type, _slots(type, text), text, tracked=tracked, partial=partial, node=node)

    def _simple_text(self, text: str) -> str:
        if is_simple(text):
            return text
        name = self.writer.temporary()
        self.writer.line(f"{name} = {text}")
        return name

    def _pointed(self, node: Expression, store: Type, where: Expression) -> Place:
        """What a pointer points at: a list, or a list and the number of an element."""
        if isinstance(node, AddressOf):
            return self.place(node.operand)
        text = self._simple_text(self.value(node).text)
        space = self.type_of(node)
        tracked = _LOGS.get(space.space, "") if isinstance(space, Pointer) else ""
        if isinstance(store, Scalar | Atomic):
            return Place(store, (Slot(f"{text}[1]", f"{text}[0]"),), tracked=tracked, node=where)
        return self._in_list(store, text, where, tracked=tracked, partial=False)

    # ---- parts

    def _part(self, node: Field, base: Place) -> Place:
        type = self.type_of(node)
        if isinstance(base.type, Struct):
            names = [member.name for member in base.type.members]
            partial = base.partial or self.facts.is_partial(base.type)
            return self._below(type, base.text, str(names.index(node.name)), node, base, partial)
        slots = tuple(base.slots[k] for k in components(node.name))
        return Place(type, slots, tracked=base.tracked, partial=base.partial, node=node)

    def _below(
        self, type: Type, list_: str, index: str, node: Expression, base: Place, partial: bool
    ) -> Place:
        if isinstance(type, Scalar | Atomic):
            return Place(
                type, (Slot(index, list_),), tracked=base.tracked, partial=partial, node=node
            )
        text = f"{list_}[{index}]"
        if not index.isdigit():
            text = self.writer.marked(node, text)
        return self._in_list(type, text, node, tracked=base.tracked, partial=partial)

    def _element(self, node: Index, base: Place, frozen: bool) -> Place:
        type = self.type_of(node)
        if base.slots and not base.text:
            return self._component(node, base, type)
        index = self.index_text(node, base.type)
        if frozen and not index.isdigit():
            index = self.spilled_text(index)
        partial = base.partial or self.facts.is_partial(base.type)
        return self._below(type, base.text, index, node, base, partial)

    def _component(self, node: Index, base: Place, type: Type) -> Place:
        """A component, by a constant, of a vector or matrix in Python variables, or of a
        swizzle.
        """
        index = self._constant_index(node)
        if index is None:
            raise self.refuse(
                "an index known only at run time into a part of a vector that is written"
            )
        count = len(base.slots) // (
            base.type.columns if isinstance(base.type, Matrix) else len(base.slots)
        )
        slots = base.slots[index * count : index * count + count]
        return Place(type, slots, tracked=base.tracked, partial=base.partial, node=node)

    def _constant_index(self, node: Index) -> int | None:
        if isinstance(node.index, Literal):
            return int(node.index.value)
        known = self.constant_of(node.index)
        return known if isinstance(known, int) else None

    def spilled_text(self, text: str) -> str:
        name = self.writer.temporary()
        self.writer.line(f"{name} = {text}")
        return name

    def index_text(self, node: Index, base: Type) -> str:
        """Return an index that never wraps round: negative ones trap, those too large make
        Python raise.
        """
        known = self._constant_index(node)
        if known is not None and known >= 0:
            return str(known)
        value = self.shallow(self.settled(self.value(node.index), node.index))
        if value.low >= 0:
            return value.text
        text = value.text if is_simple(value.text) else self.spilled_text(value.text)
        return self.writer.marked(node, f"{text} if {text} >= 0 else below({text})")

    # ---- reading and writing

    def loaded(self, place: Place) -> Value:
        """Return what a place holds."""
        node = place.node
        if not place.slots:
            text = place.text
            return (
                Value(place.type, (f"{place.tracked}.copied({text}, me)",), fresh=True)
                if place.tracked
                else Value(place.type, (text,), unsure=False)
            )
        texts = tuple([self._read(slot, place) for slot in place.slots])
        return Value(
            place.type,
            texts,
            unsure=place.partial,
            depth=max([text.count("(") for text in texts]),
            origin=node,
        )

    def _read(self, slot: Slot, place: Place) -> str:
        if place.tracked:
            text = f"{place.tracked}.read({slot.container}, {slot.index}, me)"
        elif not slot.container or slot.index.isdigit():
            return slot.text
        else:
            text = slot.text
        return text if place.node is None else self.writer.marked(place.node, text)

    def store(self, place: Place, value: Value) -> None:
        """Write a value, whose type is the place's; it is settled here."""
        if not place.slots:
            self._store_list(place, value)
            return
        value = value if value.unsure and place.partial else self.settled(value, place.node)
        if len(place.slots) > 1 and any(_may_depend(text) for text in value.texts):
            self._store_together(place, value.texts)
            return
        for slot, text in zip(place.slots, value.texts, strict=True):
            self._write(slot, text, place)

    def _store_together(self, place: Place, texts: tuple[str, ...]) -> None:
        """All components are read before one is written."""
        if place.tracked:
            texts = tuple([self.spilled_text(text) for text in texts])
            for slot, text in zip(place.slots, texts, strict=True):
                self._write(slot, text, place)
            return
        targets = ", ".join(slot.text for slot in place.slots)
        self.writer.effect(f"{targets} = {', '.join(texts)}")

    def _write(self, slot: Slot, text: str, place: Place) -> None:
        if place.tracked:
            self.writer.effect(f"{place.tracked}.write({slot.container}, {slot.index}, {text}, me)")
        elif not slot.container or slot.index.isdigit() or place.node is None:
            self.writer.effect(f"{slot.text} = {text}")
        else:
            self.writer.effect(f"{self.writer.marked(place.node, slot.text)} = {text}")

    def _store_list(self, place: Place, value: Value) -> None:
        text = value.text
        if place.tracked:
            self.writer.effect(f"{place.tracked}.replaced({place.text}, {text}, me)")
        elif is_flat(place.type):
            self.writer.effect(f"{place.text}[:] = {text}")
        else:
            self.writer.effect(f"replace({place.text}, {self.as_list(value)})")

    def pointer_to(self, node: Expression) -> str:
        """Return a pointer to a place: its list, or its list and the number in it."""
        place = self.place(node, frozen=True)
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


def _may_depend(text: str) -> bool:
    """Whether a text may read a variable: all but numbers and temporaries."""
    return not (text[:1].isdigit() or text in ("True", "False"))
