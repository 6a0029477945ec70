"""Statements of the generated text, and which variables are sure to be written after them."""

from __future__ import annotations

import ast
from typing import Final

from ...sampled.implicit import SLOPES
from .kinds import (
    FLOAT,
    INT,
    NOTHING,
    Address,
    Kind,
    Many,
    NativeNumber,
    Unsupported,
    cells,
    is_list,
)
from .lists import called_name, copy_cells, element, list_of, part_kind, write_cells
from .loops import count_range
from .terms import NONE, Term, as_float
from .writer import NativeFunction, NativeWriter, Statements

_QUAD: Final = 4
_SLOPES_WAY: Final = 3
"""The way in which the driver is asked for all differences of a quad."""

# ---- assignments


def _assign(w: NativeWriter, node: ast.Assign) -> None:
    if isinstance(node.value, ast.Yield):
        _exchange(w, node, node.value)
        return
    for target in node.targets:
        _assign_one(w, target, node.value)


def _assign_one(w: NativeWriter, target: ast.expr, value: ast.expr) -> None:
    if isinstance(target, ast.Name):
        _store_name(w, target.id, value)
    elif isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
        copy_cells(w, w.term(value), w.term(target.value))
    elif isinstance(target, ast.Subscript) and is_none(value):
        _unset_element(w, target)
    elif not isinstance(target, ast.Tuple):
        _store_term(w, target, w.term(value))
    elif isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
        _assign_each(w, target.elts, value.elts)
    else:
        _unpack(w, target, w.term(value))


def _assign_each(w: NativeWriter, targets: list[ast.expr], values: list[ast.expr]) -> None:
    """Each gets its own; all values are read before one is written, where it matters."""
    if not _depend(targets, values):
        for target, value in zip(targets, values, strict=True):
            _assign_one(w, target, value)
        return
    terms = [_keep(w, w.term(value)) for value in values]
    for target, term in zip(targets, terms, strict=True):
        _store_term(w, target, term)


def _keep(w: NativeWriter, term: Term) -> Term:
    """A number as it is now."""
    if term.literal is not None or not isinstance(term.kind, NativeNumber):
        return term
    return w.keep(term, term.kind)


def _unpack(w: NativeWriter, target: ast.Tuple, value: Term) -> None:
    """Each part of a list goes to the target in its place."""
    offset = value.offset
    for k, part in enumerate(target.elts):
        kind = part_kind(value.kind, k)
        if isinstance(kind, NativeNumber):
            text, nullable = f"{value.text}[{offset}].{kind.field}", value.nullable or w.holds_none
            term = Term(text, kind, nullable=nullable)
        else:
            term = Term(value.text, kind, offset=offset, nullable=value.nullable)
        if isinstance(part, ast.Tuple):
            _unpack(w, part, term)
        else:
            _store_term(w, part, term)
        offset += cells(kind)


def _store_name(w: NativeWriter, name: str, node: ast.expr) -> None:
    if is_none(node):
        _unset(w, name, nullable=True)
        return
    if isinstance(node, ast.Call) and called_name(node) == "range":
        count_range(w, name, node)
        return
    kind = w.known.get(name, NOTHING)
    makes_list = isinstance(node, ast.List | ast.ListComp) or (
        isinstance(node, ast.BinOp) and isinstance(node.left, ast.List)
    )
    value = list_of(w, node, kind) if is_list(kind) and makes_list else w.term(node)
    _store_in_name(w, name, value)


def _store_term(w: NativeWriter, target: ast.expr, term: Term) -> None:
    if isinstance(target, ast.Name):
        _store_in_name(w, target.id, term)
        return
    assert isinstance(target, ast.Subscript)
    place = element(w, target)
    if not isinstance(place.kind, NativeNumber):
        raise Unsupported("a list put into a list")
    w.line(f"{place.text} = {_as_kind(term, place.kind).text};")


def _store_in_name(w: NativeWriter, name: str, term: Term) -> None:
    variable = w.declare(name, term.kind)
    if isinstance(variable.kind, NativeNumber):
        term = _as_kind(term, variable.kind)
    elif variable.kind != term.kind:
        raise Unsupported(f"{name}, which holds two kinds of things")
    variable.nullable = variable.nullable or term.nullable
    w.written.add(name)
    if term.address != variable.text:
        w.line(f"{variable.text} = {term.address};")


def _as_kind(term: Term, kind: NativeNumber) -> Term:
    if term.kind == kind:
        return term
    if kind == FLOAT and term.kind == INT and not term.nullable:
        return as_float(term)
    raise Unsupported("a number of another kind")


def _unset(w: NativeWriter, name: str, *, nullable: bool = False) -> None:
    """A variable without value, or with None."""
    variable = w.declare(name, w.known.get(name, NOTHING))
    if not isinstance(variable.kind, NativeNumber):
        raise Unsupported(f"{name}, which is None")
    variable.nullable = variable.nullable or nullable
    variable.open = variable.open or not nullable
    w.written.discard(name)
    if nullable:
        w.written.add(name)
    w.line(f"{_raw(variable.text, variable.kind)} = {NONE};")


def _unset_element(w: NativeWriter, target: ast.Subscript) -> None:
    """A number in a list that is None."""
    place = element(w, target)
    if not isinstance(place.kind, NativeNumber):
        raise Unsupported("a list in a list that is None")
    w.line(f"{_raw(place.text, place.kind)} = {NONE};")


def _raw(text: str, kind: NativeNumber) -> str:
    """Return a number's place as one that may hold `NONE`."""
    return f"((cell *)&{text})->i" if kind == FLOAT else text


def is_none(node: ast.expr) -> bool:
    """Whether a text is None."""
    return isinstance(node, ast.Constant) and node.value is None


def _augment(w: NativeWriter, node: ast.AugAssign) -> None:
    """`turns -= ...` alone."""
    if not isinstance(node.target, ast.Name) or node.target.id != "turns":
        raise Unsupported("an assignment of its own kind")
    w.line(f"{w.owner}turns -= {w.number(node.value).text};")


def _delete(w: NativeWriter, node: ast.Delete) -> None:
    for target in node.targets:
        assert isinstance(target, ast.Name)
        _unset(w, target.id)


# ---- waiting for other invocations


def _exchange(w: NativeWriter, node: ast.Assign, value: ast.Yield) -> None:
    """`t = yield (number, name, (components,))`: a derivative, of up to four components, or the
    slopes for a level of detail.
    """
    assert isinstance(value.value, ast.Tuple)
    number, name, parts = value.value.elts
    assert isinstance(parts, ast.Tuple)
    way = _derivative_number(name)
    (target,) = node.targets
    assert isinstance(target, ast.Name)
    for k, part in enumerate(parts.elts):
        w.line(f"{w.owner}sent[{k}].d = {w.number(part).text};")
    w.line(f"{w.owner}way = {way}; {w.owner}width = {len(parts.elts)};")
    w.line(f"wait_at({w.number(number).text}, 0, 0);")
    count = len(parts.elts) * (_QUAD if way == _SLOPES_WAY else 1)
    storage = w.storage(count)
    w.line(f"memcpy({storage}, {w.owner}got, {count} * sizeof(cell));")
    _store_in_name(w, target.id, Term(storage, Many(FLOAT, count)))


def _expression(w: NativeWriter, node: ast.Expr) -> None:
    value = node.value
    if isinstance(value, ast.Yield):
        assert isinstance(value.value, ast.Tuple)
        w.line(f"wait_at({', '.join([w.number(part).text for part in value.value.elts])});")
    elif isinstance(value, ast.Call) and called_name(value) == "replace":
        target, source = (w.term(argument) for argument in value.args)
        copy_cells(w, source, target)
    else:
        term = w.term(value)
        if isinstance(term.kind, NativeNumber) and not term.is_simple:
            w.line(f"(void)({term.text});")


# ---- branches


def _branch(w: NativeWriter, node: ast.If) -> None:
    if isinstance(node.test, ast.Constant):
        # A condition that the text knows; `if 0` is no condition of the shader.
        known = node.test.value
        if isinstance(known, bool):
            w.statements(node.body if known else node.orelse)
        else:
            _begin_unset(w, node)
        return
    test = w.number(node.test)
    before = set(w.written)
    w.line(f"if ({test.text}) {{")
    first = _arm(w, node.body)
    w.written = set(before)
    if node.orelse:
        w.line("} else {")
    second = _arm(w, node.orelse)
    w.line("}")
    ends = [end for end in (first, second) if end is not None]
    w.alive = bool(ends)
    w.written = set.intersection(*ends) if ends else before


def _arm(w: NativeWriter, nodes: list[ast.stmt]) -> set[str] | None:
    """What is written at the end of an arm; None where it is never reached."""
    w.alive = True
    w.statements(nodes)
    end = w.written if w.alive else None
    w.alive = True
    return end


def _begin_unset(w: NativeWriter, node: ast.If) -> None:
    """`if 0: x = 0`: x is one of the function's, and has no value yet."""
    for statement in node.body:
        assert isinstance(statement, ast.Assign)
        for target in statement.targets:
            assert isinstance(target, ast.Name)
            _unset(w, target.id)


def _raise(w: NativeWriter, node: ast.Raise) -> None:
    raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    assert isinstance(raised, ast.Name)
    code = {"StepLimit": "ENDLESS", "Discarded": "DISCARDED"}.get(raised.id, "TRAPPED")
    w.line(f"stop({code});")
    w.alive = False


def _try(w: NativeWriter, node: ast.Try) -> None:
    """What is never written is met while it is read, and always ends the invocation."""
    assert all(isinstance(one.body[0], ast.Raise) for one in node.handlers)
    w.statements(node.body)


# ---- the end of a function


def _return(w: NativeWriter, node: ast.Return) -> None:
    function = w.function
    assert function is not None
    parts = (
        []
        if node.value is None
        else node.value.elts
        if isinstance(node.value, ast.Tuple)
        else [node.value]
    )
    if len(parts) != len(function.results):
        raise Unsupported("a function that returns something else than it says")
    if not parts:
        w.line("return;")
    elif function.gives_number:
        w.line(f"return {_result_term(w, parts[0], function).text};")
    else:
        _return_cells(w, parts, function)
    w.alive = False


def _result_term(w: NativeWriter, node: ast.expr, function: NativeFunction) -> Term:
    if isinstance(node, ast.Constant) and node.value is None:
        function.nullable = True
        kind = function.results[0]
        return Term("none_float()" if kind == FLOAT else NONE, kind, nullable=True)
    (kind,) = function.results
    assert isinstance(kind, NativeNumber)
    term = w.term(node)
    function.nullable = function.nullable or term.nullable
    return _as_kind(term, kind)


def _return_cells(w: NativeWriter, parts: list[ast.expr], function: NativeFunction) -> None:
    offset = 0
    for node, kind in zip(parts, function.results, strict=True):
        to = Term("out", kind, offset=offset)
        if isinstance(node, ast.Constant) and node.value is None:
            function.nullable = True
            write_cells(w, node, to)
            w.line(f"fell = {int(is_list(kind))};")
        else:
            _return_part(w, node, to, kind, function)
        offset += cells(kind)
    w.line("return;")


def _return_part(
    w: NativeWriter, node: ast.expr, to: Term, kind: Kind, function: NativeFunction
) -> None:
    if is_list(kind):
        w.line("fell = 0;")
        write_cells(w, node, to)
        return
    if isinstance(kind, Address):
        raise Unsupported("a function that returns a pointer")
    term = w.term(node)
    function.nullable = function.nullable or term.nullable
    assert isinstance(kind, NativeNumber)
    w.line(f"{to.cell(0, kind)} = {_as_kind(term, kind).text};")


def _nothing(_w: NativeWriter, _node: ast.stmt) -> None:
    """`pass` and `nonlocal`."""


def _derivative_number(node: ast.expr) -> int:
    """Which difference a derivative is: of columns, of rows, the sum of both, or all that there
    are.
    """
    name = node.value if isinstance(node, ast.Constant) else None
    if not isinstance(name, str):
        raise Unsupported("a derivative without a name")
    if name == SLOPES:
        return _SLOPES_WAY
    if name.startswith("fwidth"):
        return 2
    return 0 if name.startswith(("dFdx", "dpdx")) else 1


def _depend(targets: list[ast.expr], values: list[ast.expr]) -> bool:
    """Whether a value may read what an earlier target is."""
    if any(not isinstance(target, ast.Name) for target in targets):
        return not all(isinstance(value, ast.Constant) for value in values)
    names = {target.id for target in targets if isinstance(target, ast.Name)}
    return any(
        isinstance(below, ast.Name) and below.id in names
        for value in values
        for below in ast.walk(value)
    )


STATEMENTS: Final[Statements] = {
    ast.Assign: _assign,
    ast.AugAssign: _augment,
    ast.Delete: _delete,
    ast.Expr: _expression,
    ast.If: _branch,
    ast.Raise: _raise,
    ast.Try: _try,
    ast.Return: _return,
    ast.Pass: _nothing,
    ast.Nonlocal: _nothing,
}
