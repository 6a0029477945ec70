"""Lists: reading their elements, making and copying them. A list in a list lies in its cells."""

from __future__ import annotations

import ast
from typing import Final

from .kinds import (
    INT,
    NOTHING,
    Address,
    Counting,
    Kind,
    Many,
    Number,
    Row,
    Unsupported,
    cells,
    is_list,
    numbers_in,
    offset_of,
    row_of,
)
from .lines import NONE, Term
from .scalars import ScalarsPart

_UNROLLED: Final = 4


class ListsPart(ScalarsPart):
    """Lists."""

    holds_none: bool
    """Whether any list may hold None."""

    # ---- elements

    def subscript(self, node: ast.Subscript) -> Term:
        if isinstance(node.slice, ast.Slice):
            return self.listed(node)
        rounded = self._rounded(node)
        return rounded if rounded is not None else self.element(node)

    def rounded(self, node: ast.expr) -> Term:
        """Return a float rounded to 32 bits; trap where it is too large for them."""
        value = self.as_float(self.number(node))
        name, given = self.fresh("r"), self.spilled(value)
        self.line(f"double {name} = (double)(float){given.text};")
        self.line(f"if ({name} - {name} != 0.0) rounded({given.text});")
        return Term(name, value.kind)

    def _rounded(self, node: ast.Subscript) -> Term | None:
        """`unpack(pack(x))[0]`."""
        if not isinstance(node.value, ast.Call) or called_name(node.value) != "unpack":
            return None
        (packed,) = node.value.args
        assert isinstance(packed, ast.Call)
        assert called_name(packed) == "pack"
        return self.rounded(packed.args[0])

    def element(self, node: ast.Subscript) -> Term:
        """Return an element, which may be assigned to."""
        pointed = self.pointed(node.value, node.slice)
        return (
            pointed if pointed is not None else self.element_of(self.term(node.value), node.slice)
        )

    def pointed(self, container: ast.expr, index: ast.expr) -> Term | None:
        """`p[0][p[1]]`: what a pointer to a number points at."""
        if not isinstance(container, ast.Subscript) or not isinstance(container.value, ast.Name):
            return None
        variable = self.variables.get(container.value.id)
        if variable is None or not isinstance(variable.kind, Address):
            return None
        assert isinstance(index, ast.Subscript)
        self.stop_if(f"!{variable.text}")
        target = variable.kind.target
        return Term(f"{variable.text}->{target.field}", target, nullable=self.holds_none)

    def element_of(self, list_: Term, index: ast.expr) -> Term:
        if isinstance(list_.kind, Row):
            return self._part(list_, list_.kind, index)
        if not isinstance(list_.kind, Many):
            raise Unsupported("an element of what is no list")
        return self._member(list_, list_.kind, self.number(_unchecked(index)))

    def _part(self, list_: Term, kind: Row, index: ast.expr) -> Term:
        if not isinstance(index, ast.Constant):
            raise Unsupported("a part of a structure that is not known")
        number = integer_of(index)
        return self._at(list_, offset_of(kind, number), kind.parts[number])

    def _member(self, list_: Term, kind: Many, index: Term) -> Term:
        size = cells(kind.element)
        first = 0 if kind.count is not None else 1
        if isinstance(index.literal, int) and kind.count is not None:
            if index.literal >= kind.count:
                self.stop_if("1")
                return self._at(list_, 0, kind.element)
            return self._at(list_, index.literal * size, kind.element)
        index = self.spilled(index)
        count = f"{kind.count}" if kind.count is not None else f"{list_.address}->i"
        self.stop_if(f"(uint64_t){index.text} >= (uint64_t){count}")
        place = index.text if size == 1 else f"{index.text} * {size}"
        offset = list_.offset + first
        inside = f"{place} + {offset}" if offset else place
        if isinstance(kind.element, Number):
            return Term(
                f"{list_.text}[{inside}].{kind.element.field}",
                kind.element,
                nullable=self.holds_none,
            )
        return Term(f"({list_.text} + {inside})", kind.element)

    def _at(self, list_: Term, offset: int, kind: Kind) -> Term:
        if isinstance(kind, Number):
            return Term(list_.cell(offset, kind), kind, nullable=self.holds_none)
        return Term(list_.text, kind, offset=list_.offset + offset)

    def length(self, list_: Term) -> Term:
        if isinstance(list_.kind, Counting):
            return Term(f"{list_.text}_to", INT, below_zero=False)
        if not isinstance(list_.kind, Many):
            raise Unsupported("the length of what is no list of many")
        if list_.kind.count is not None:
            return Term(f"{list_.kind.count}LL", INT, literal=list_.kind.count, below_zero=False)
        return Term(f"{list_.address}->i", INT, below_zero=False)

    # ---- making lists

    def listed(self, node: ast.expr, wanted: Kind = NOTHING) -> Term:
        """Return a list that is made here, in cells of its own."""
        pointer = self.pointer(node) if isinstance(node, ast.Tuple) else None
        if pointer is not None:
            return pointer
        kind = wanted if is_list(wanted) else self.kind_of(node)
        storage = Term(self.storage(cells(kind)), kind)
        self.write(node, storage)
        return storage

    def kind_of(self, node: ast.expr) -> Kind:
        """Return the kind of what an expression makes."""
        if isinstance(node, ast.List | ast.Tuple):
            return row_of(tuple([self.kind_of(part) for part in node.elts]))
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            return self.kind_of(node.value)
        if isinstance(node, ast.Call) and called_name(node) == "deep":
            return self.kind_of(node.args[0])
        if isinstance(node, ast.BinOp) and isinstance(node.left, ast.List):
            return self._repeated_kind(node)
        if isinstance(node, ast.ListComp):
            return self._comprehended_kind(node)
        written = set(self.written)
        with self.captured():
            kind = self.term(node).kind
        self.written = written
        return kind

    def _repeated_kind(self, node: ast.BinOp) -> Kind:
        assert isinstance(node.left, ast.List)
        return Many(self.kind_of(node.left.elts[0]), integer_of(node.right))

    def _comprehended_kind(self, node: ast.ListComp) -> Kind:
        source = node.generators[0].iter
        if isinstance(source, ast.Call) and called_name(source) == "range":
            return Many(self.kind_of(node.elt), integer_of(source.args[0]))
        kind = self.kind_of(source)
        if len(node.generators) == 1:
            return kind
        return row_of(tuple(numbers_in(kind)))

    def write(self, node: ast.expr, to: Term) -> None:
        """Write what an expression makes into cells."""
        if isinstance(node, ast.List | ast.Tuple):
            self._write_parts(node, to)
        elif isinstance(node, ast.Constant) and node.value is None:
            self._write_none(to)
        elif isinstance(node, ast.BinOp) and isinstance(node.left, ast.List):
            self._write_repeated(node.left.elts[0], to)
        elif isinstance(node, ast.ListComp):
            self._write_comprehended(node, to)
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            self.write(node.value, to)
        elif isinstance(node, ast.Call) and called_name(node) == "deep":
            self.write(node.args[0], to)
        else:
            self._write_value(self.term(node), to)

    def _write_parts(self, node: ast.List | ast.Tuple, to: Term) -> None:
        offset = 0
        for k, part in enumerate(node.elts):
            kind = part_kind(to.kind, k)
            self.write(part, Term(to.text, kind, offset=to.offset + offset))
            offset += cells(kind)

    def _write_value(self, value: Term, to: Term) -> None:
        if isinstance(to.kind, Number):
            if value.kind != to.kind:
                value = (
                    self.as_float(value)
                    if isinstance(value.kind, Number) and to.kind.field == "d"
                    else value
                )
            if value.kind != to.kind:
                raise Unsupported("a number of another kind in a list")
            self.line(f"{to.cell(0, to.kind)} = {value.text};")
            return
        self.copy(value, to)

    def copy(self, value: Term, to: Term) -> None:
        """Copy the cells of a list; what is copied may be what is written."""
        if value.kind != to.kind:
            raise Unsupported("a copy between lists of two kinds")
        count = cells(to.kind)
        if count > _UNROLLED:
            self.line(f"memmove({to.address}, {value.address}, {count} * sizeof(cell));")
            return
        source = value.address
        if count > 1 and not Term(source, INT).is_simple:
            name = self.fresh("p")
            self.line(f"cell *{name} = {source};")
            source = name
        for k in range(count):
            self.line(f"({to.address})[{k}].i = ({source})[{k}].i;")

    def _write_none(self, to: Term) -> None:
        count = cells(to.kind)
        if count == 1:
            self.line(f"{to.text}[{to.offset}].i = {NONE};")
        else:
            self.line(f"fill({to.address}, {NONE}, {count});")

    def _write_repeated(self, node: ast.expr, to: Term) -> None:
        assert isinstance(to.kind, Many)
        assert to.kind.count is not None
        if isinstance(node, ast.Constant) and not node.value:
            bits = NONE if node.value is None else "0"
            self.line(f"fill({to.address}, {bits}, {cells(to.kind)});")
            return
        if not to.kind.count:
            return
        size = cells(to.kind.element)
        self.write(node, Term(to.text, to.kind.element, offset=to.offset))
        self.line(f"repeat({to.address}, {size}, {to.kind.count});")

    def _write_comprehended(self, node: ast.ListComp, to: Term) -> None:
        """`for ... in range(n)` repeats; all others copy a list, or a matrix as one list: the
        same cells.
        """
        source = node.generators[0].iter
        if isinstance(source, ast.Call) and called_name(source) == "range":
            self._write_repeated(node.elt, to)
            return
        value = self.term(source)
        if len(node.generators) == 2:
            value = Term(value.text, to.kind, offset=value.offset)
        self.copy(value, to)

    def pointer(self, node: ast.Tuple) -> Term | None:
        """`(list, index)`: a pointer to a number."""
        if len(node.elts) != 2 or isinstance(node.elts[0], ast.Tuple | ast.List | ast.Constant):
            return None
        if not is_list(self.kind_of(node.elts[0])):
            return None
        list_ = self.term(node.elts[0])
        if isinstance(list_.kind, Many) and isinstance(list_.kind.element, Number):
            return self._pointer_into(
                list_, list_.kind, list_.kind.element, self.number(node.elts[1])
            )
        element = self.element_of(list_, node.elts[1])
        if not isinstance(element.kind, Number):
            raise Unsupported("a pointer to a list in a list")
        return Term(f"((cell *)&{element.text})", Address(element.kind))

    def _pointer_into(self, list_: Term, kind: Many, element: Number, index: Term) -> Term:
        index = self.spilled(index)
        first = 0 if kind.count is not None else 1
        count = f"{kind.count}" if kind.count is not None else f"{list_.address}->i"
        inside = f"{list_.text} + {index.text} + {list_.offset + first}"
        name = self.fresh("p")
        self.line(
            f"cell *{name} = (uint64_t){index.text} < (uint64_t){count} ? {inside} : (cell *)0;"
        )
        return Term(name, Address(element))

    # ---- comparing

    def list_equality(self, left: Term, right: Term) -> Term:
        """Whether two lists are equal, number by number."""
        if left.kind != right.kind:
            raise Unsupported("a comparison of lists of two kinds")
        name, offset = self.fresh("x"), 0
        self.line(f"int64_t {name} = 1;")
        for number, count in _runs(numbers_in(left.kind)):
            helper = "equal_integers" if number.field == "i" else "equal_floats"
            one, other = (
                Term(term.text, number, offset=term.offset + offset).address
                for term in (left, right)
            )
            self.line(f"if (!{helper}({one}, {other}, {count})) {name} = 0;")
            offset += count
        return Term(name, INT, below_zero=False)


def _unchecked(index: ast.expr) -> ast.expr:
    """`x if x >= 0 else below(x)` as an index: the check against the length is one of negative
    ones too.
    """
    if (
        isinstance(index, ast.IfExp)
        and isinstance(index.orelse, ast.Call)
        and called_name(index.orelse) == "below"
    ):
        return index.body
    return index


def _runs(numbers: list[Number]) -> list[tuple[Number, int]]:
    found: list[tuple[Number, int]] = []
    for number in numbers:
        if found and found[-1][0] == number:
            found[-1] = (number, found[-1][1] + 1)
        else:
            found.append((number, 1))
    return found


def part_kind(kind: Kind, number: int) -> Kind:
    if isinstance(kind, Row):
        return kind.parts[number]
    if isinstance(kind, Many):
        return kind.element
    raise Unsupported("a list where there is none")


def integer_of(node: ast.expr) -> int:
    """Return an integer that stands in the text."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -integer_of(node.operand)
    if not isinstance(node, ast.Constant) or not isinstance(node.value, int):
        raise Unsupported("a number that is not known, where one is")
    return node.value


def called_name(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""
