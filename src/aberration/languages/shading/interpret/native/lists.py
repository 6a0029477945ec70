"""Lists: reading their elements, making and copying them. A list in a list lies in its cells."""

from __future__ import annotations

import ast
from itertools import groupby
from typing import Final

from .kinds import (
    FLOAT,
    INT,
    NOTHING,
    Address,
    Counting,
    Kind,
    Many,
    NativeNumber,
    Row,
    Unsupported,
    cells,
    is_list,
    numbers_in,
    offset_of,
    row_of,
)
from .terms import NONE, Term, as_float, at_address
from .writer import NativeWriter, Terms

_UNROLLED: Final = 4


# ---- elements


def _subscript(w: NativeWriter, node: ast.Subscript) -> Term:
    if isinstance(node.slice, ast.Slice):
        return list_of(w, node)
    if isinstance(node.value, ast.Call) and called_name(node.value) == "unpack":
        return _round(w, node.value)
    return element(w, node)


def _round(w: NativeWriter, node: ast.Call) -> Term:
    """`unpack(pack(x))[0]`: a float rounded to 32 bits; it traps where it is too large for them."""
    (packed,) = node.args
    assert isinstance(packed, ast.Call)
    assert called_name(packed) == "pack"
    value = as_float(w.number(packed.args[0]))
    name, given = w.fresh_name("r"), w.spill(value)
    w.line(f"double {name} = (double)(float){given.text};")
    w.line(f"if ({name} - {name} != 0.0) rounded({given.text});")
    return Term(name, FLOAT)


def element(w: NativeWriter, node: ast.Subscript) -> Term:
    """Return an element, which may be assigned to."""
    found = _outside_element(w, node)
    if found is None:
        found = _pointed_number(w, node.value, node.slice)
    return _element_of(w, w.term(node.value), node.slice) if found is None else found


def _outside_element(w: NativeWriter, node: ast.Subscript) -> Term | None:
    """An element of what an invocation is given."""
    if not isinstance(node.value, ast.Name) or not isinstance(node.slice, ast.Constant):
        return None
    name, number = node.value.id, integer_of(node.slice)
    if name == "ids":
        return Term(f"{w.owner}ids[{number}]", INT, below_zero=False)
    if name in w.outside:
        kind = w.outside[name][number]
        return at_address(f"{name}_{number}", kind)
    return None


def _pointed_number(w: NativeWriter, container: ast.expr, index: ast.expr) -> Term | None:
    """`p[0][p[1]]`: what a pointer to a number points at."""
    if not isinstance(container, ast.Subscript) or not isinstance(container.value, ast.Name):
        return None
    variable = w.variables.get(container.value.id)
    if variable is None or not isinstance(variable.kind, Address):
        return None
    assert isinstance(index, ast.Subscript)
    w.stop_if(f"!{variable.text}")
    target = variable.kind.target
    return Term(f"{variable.text}->{target.field}", target, nullable=w.holds_none)


def _element_of(w: NativeWriter, list_: Term, index: ast.expr) -> Term:
    if isinstance(list_.kind, Row):
        if not isinstance(index, ast.Constant):
            raise Unsupported("a part of a structure that is not known")
        number = integer_of(index)
        return _at(w, list_, offset_of(list_.kind, number), list_.kind.parts[number])
    if not isinstance(list_.kind, Many):
        raise Unsupported("an element of what is no list")
    return _member(w, list_, list_.kind, w.number(_without_check(index)))


def _member(w: NativeWriter, list_: Term, kind: Many, index: Term) -> Term:
    size = cells(kind.element)
    first = 0 if kind.count is not None else 1
    if isinstance(index.literal, int) and kind.count is not None:
        if index.literal >= kind.count:
            w.stop_if("1")
            return _at(w, list_, 0, kind.element)
        return _at(w, list_, index.literal * size, kind.element)
    index = w.spill(index)
    count = f"{kind.count}" if kind.count is not None else f"{list_.address}->i"
    w.stop_if(f"(uint64_t){index.text} >= (uint64_t){count}")
    place = index.text if size == 1 else f"{index.text} * {size}"
    offset = list_.offset + first
    inside = f"{place} + {offset}" if offset else place
    if isinstance(kind.element, NativeNumber):
        return Term(
            f"{list_.text}[{inside}].{kind.element.field}", kind.element, nullable=w.holds_none
        )
    return Term(f"({list_.text} + {inside})", kind.element)


def _at(w: NativeWriter, list_: Term, offset: int, kind: Kind) -> Term:
    if isinstance(kind, NativeNumber):
        return Term(list_.cell(offset, kind), kind, nullable=w.holds_none)
    return Term(list_.text, kind, offset=list_.offset + offset)


def length(list_: Term) -> Term:
    """Return the length of a list."""
    if isinstance(list_.kind, Counting):
        return Term(f"{list_.text}_to", INT, below_zero=False)
    if not isinstance(list_.kind, Many):
        raise Unsupported("the length of what is no list of many")
    if list_.kind.count is not None:
        return Term(f"{list_.kind.count}LL", INT, literal=list_.kind.count, below_zero=False)
    return Term(f"{list_.address}->i", INT, below_zero=False)


# ---- making lists


def list_of(w: NativeWriter, node: ast.expr, wanted: Kind = NOTHING) -> Term:
    """Return a list that is made here, in cells of its own."""
    pointer = _pointer(w, node) if isinstance(node, ast.Tuple) else None
    if pointer is not None:
        return pointer
    kind = wanted if is_list(wanted) else kind_of_node(w, node)
    storage = Term(w.storage(cells(kind)), kind)
    write_cells(w, node, storage)
    return storage


def kind_of_node(w: NativeWriter, node: ast.expr) -> Kind:
    """Return the kind of what an expression makes."""
    if isinstance(node, ast.List | ast.Tuple):
        return row_of(tuple([kind_of_node(w, part) for part in node.elts]))
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return kind_of_node(w, node.value)
    if isinstance(node, ast.Call) and called_name(node) == "deep":
        return kind_of_node(w, node.args[0])
    if isinstance(node, ast.BinOp) and isinstance(node.left, ast.List):
        return Many(kind_of_node(w, node.left.elts[0]), integer_of(node.right))
    if isinstance(node, ast.ListComp):
        return _comprehended_kind(w, node)
    written = set(w.written)
    with w.capture():
        kind = w.term(node).kind
    w.written = written
    return kind


def _comprehended_kind(w: NativeWriter, node: ast.ListComp) -> Kind:
    source = node.generators[0].iter
    if isinstance(source, ast.Call) and called_name(source) == "range":
        return Many(kind_of_node(w, node.elt), integer_of(source.args[0]))
    kind = kind_of_node(w, source)
    if len(node.generators) == 1:
        return kind
    return row_of(tuple(numbers_in(kind)))


def write_cells(w: NativeWriter, node: ast.expr, to: Term) -> None:
    """Write what an expression makes into cells."""
    if isinstance(node, ast.List | ast.Tuple):
        _write_parts(w, node, to)
    elif isinstance(node, ast.Constant) and node.value is None:
        _write_none(w, to)
    elif isinstance(node, ast.BinOp) and isinstance(node.left, ast.List):
        _write_repeated(w, node.left.elts[0], to)
    elif isinstance(node, ast.ListComp):
        _write_comprehended(w, node, to)
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        write_cells(w, node.value, to)
    elif isinstance(node, ast.Call) and called_name(node) == "deep":
        write_cells(w, node.args[0], to)
    else:
        _write_value(w, w.term(node), to)


def _write_parts(w: NativeWriter, node: ast.List | ast.Tuple, to: Term) -> None:
    offset = 0
    for k, part in enumerate(node.elts):
        kind = part_kind(to.kind, k)
        write_cells(w, part, Term(to.text, kind, offset=to.offset + offset))
        offset += cells(kind)


def _write_value(w: NativeWriter, value: Term, to: Term) -> None:
    if not isinstance(to.kind, NativeNumber):
        copy_cells(w, value, to)
        return
    if to.kind == FLOAT and isinstance(value.kind, NativeNumber):
        value = as_float(value)
    if value.kind != to.kind:
        raise Unsupported("a number of another kind in a list")
    w.line(f"{to.cell(0, to.kind)} = {value.text};")


def copy_cells(w: NativeWriter, value: Term, to: Term) -> None:
    """Copy the cells of a list; what is copied may be what is written."""
    if value.kind != to.kind:
        raise Unsupported("a copy between lists of two kinds")
    count = cells(to.kind)
    if count > _UNROLLED:
        w.line(f"memmove({to.address}, {value.address}, {count} * sizeof(cell));")
        return
    source = value.address
    if count > 1 and not Term(source, INT).is_simple:
        name = w.fresh_name("p")
        w.line(f"cell *{name} = {source};")
        source = name
    for k in range(count):
        w.line(f"({to.address})[{k}].i = ({source})[{k}].i;")


def _write_none(w: NativeWriter, to: Term) -> None:
    count = cells(to.kind)
    if count == 1:
        w.line(f"{to.text}[{to.offset}].i = {NONE};")
    else:
        w.line(f"fill({to.address}, {NONE}, {count});")


def _write_repeated(w: NativeWriter, node: ast.expr, to: Term) -> None:
    assert isinstance(to.kind, Many)
    assert to.kind.count is not None
    if isinstance(node, ast.Constant) and not node.value:
        bits = NONE if node.value is None else "0"
        w.line(f"fill({to.address}, {bits}, {cells(to.kind)});")
        return
    if not to.kind.count:
        return
    size = cells(to.kind.element)
    write_cells(w, node, Term(to.text, to.kind.element, offset=to.offset))
    w.line(f"repeat({to.address}, {size}, {to.kind.count});")


def _write_comprehended(w: NativeWriter, node: ast.ListComp, to: Term) -> None:
    """`for ... in range(n)` repeats; all others copy a list, or a matrix as one list: the
    same cells.
    """
    source = node.generators[0].iter
    if isinstance(source, ast.Call) and called_name(source) == "range":
        _write_repeated(w, node.elt, to)
        return
    value = w.term(source)
    if len(node.generators) == 2:
        value = Term(value.text, to.kind, offset=value.offset)
    copy_cells(w, value, to)


def _pointer(w: NativeWriter, node: ast.Tuple) -> Term | None:
    """`(list, index)`: a pointer to a number. A resource that is one number lies in the list of
    all.
    """
    if len(node.elts) != 2 or isinstance(node.elts[0], ast.Tuple | ast.List | ast.Constant):
        return None
    first = node.elts[0]
    if isinstance(first, ast.Name) and first.id == "resources":
        found = _outside_element(w, ast.Subscript(first, node.elts[1]))
        if found is not None and isinstance(found.kind, NativeNumber):
            return Term(f"((cell *)&{found.text})", Address(found.kind))
    if not is_list(kind_of_node(w, first)):
        return None
    list_ = w.term(first)
    if isinstance(list_.kind, Many) and isinstance(list_.kind.element, NativeNumber):
        return _pointer_into(w, list_, list_.kind, list_.kind.element, w.number(node.elts[1]))
    place = _element_of(w, list_, node.elts[1])
    if not isinstance(place.kind, NativeNumber):
        raise Unsupported("a pointer to a list in a list")
    return Term(f"((cell *)&{place.text})", Address(place.kind))


def _pointer_into(
    w: NativeWriter, list_: Term, kind: Many, element: NativeNumber, index: Term
) -> Term:
    index = w.spill(index)
    first = 0 if kind.count is not None else 1
    count = f"{kind.count}" if kind.count is not None else f"{list_.address}->i"
    inside = f"{list_.text} + {index.text} + {list_.offset + first}"
    name = w.fresh_name("p")
    w.line(f"cell *{name} = (uint64_t){index.text} < (uint64_t){count} ? {inside} : (cell *)0;")
    return Term(name, Address(element))


# ---- comparing


def list_equality(w: NativeWriter, left: Term, right: Term) -> Term:
    """Whether two lists are equal, number by number."""
    if left.kind != right.kind:
        raise Unsupported("a comparison of lists of two kinds")
    name, offset = w.fresh_name("x"), 0
    w.line(f"int64_t {name} = 1;")
    for number, run in groupby(numbers_in(left.kind)):
        count = len(list(run))
        helper = "equal_integers" if number.field == "i" else "equal_floats"
        one, other = (
            Term(term.text, number, offset=term.offset + offset).address for term in (left, right)
        )
        w.line(f"if (!{helper}({one}, {other}, {count})) {name} = 0;")
        offset += count
    return Term(name, INT, below_zero=False)


def _without_check(index: ast.expr) -> ast.expr:
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


def part_kind(kind: Kind, number: int) -> Kind:
    """Return the kind of a part of a list."""
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
    """Return the name of what is called, or nothing."""
    return node.func.id if isinstance(node.func, ast.Name) else ""


LISTS: Final[Terms] = {
    ast.Subscript: _subscript,
    ast.List: list_of,
    ast.Tuple: list_of,
    ast.ListComp: list_of,
}
