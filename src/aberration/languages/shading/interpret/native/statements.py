"""Statements of the generated text, and which variables are sure to be written after them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from .calls import Function
from .kinds import FLOAT, INT, NOTHING, Address, Kind, Many, Number, Unsupported, cells, is_list
from .lines import NONE, Term
from .lists import called_name, part_kind
from .loops import LoopsPart


class StatementsPart(LoopsPart):
    """Statements."""

    function: Function | None = None

    def statements(self, nodes: list[ast.stmt]) -> None:
        """Write statements; what follows a jump is never executed."""
        for node in nodes:
            if not self.alive:
                return
            maker = _MAKERS.get(type(node))
            if maker is None:
                raise Unsupported(f"the statement {type(node).__name__} of the generated text")
            maker(self, node)

    # ---- assignments

    def assign(self, node: ast.Assign) -> None:
        if isinstance(node.value, ast.Yield):
            self._exchanged(node, node.value)
            return
        for target in node.targets:
            self._assign(target, node.value)

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if not isinstance(target, ast.Tuple):
            self._store(target, value)
        elif isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
            self._assign_each(target.elts, value.elts)
        else:
            self._unpacked(target, self.term(value))

    def _assign_each(self, targets: list[ast.expr], values: list[ast.expr]) -> None:
        """Each gets its own; all values are read before one is written, where it matters."""
        if not _depend(targets, values):
            for target, value in zip(targets, values, strict=True):
                self._assign(target, value)
            return
        terms = [self._kept(self.term(value)) for value in values]
        for target, term in zip(targets, terms, strict=True):
            self._put(target, term)

    def _kept(self, term: Term) -> Term:
        """A number as it is now."""
        if term.literal is not None or not isinstance(term.kind, Number):
            return term
        name = self.fresh("x")
        self.line(f"{term.kind.ctype} {name} = {term.text};")
        return Term(name, term.kind, nullable=term.nullable, below_zero=term.below_zero)

    def _unpacked(self, target: ast.Tuple, value: Term) -> None:
        """Each part of a list goes to the target in its place."""
        offset = value.offset
        for k, part in enumerate(target.elts):
            kind = part_kind(value.kind, k)
            term = self._part_of(value, offset, kind)
            if isinstance(part, ast.Tuple):
                self._unpacked(part, term)
            else:
                self._put(part, term)
            offset += cells(kind)

    def _part_of(self, value: Term, offset: int, kind: Kind) -> Term:
        if isinstance(kind, Number):
            return Term(
                f"{value.text}[{offset}].{kind.field}",
                kind,
                nullable=value.nullable or self.holds_none,
            )
        return Term(value.text, kind, offset=offset, nullable=value.nullable)

    def _store(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self._store_name(target.id, value)
        elif isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            self.copy(self.term(value), self.term(target.value))
        else:
            self._put(target, self.term(value))

    def _store_name(self, name: str, node: ast.expr) -> None:
        if isinstance(node, ast.Constant) and node.value is None:
            self._unset(name, nullable=True)
            return
        if isinstance(node, ast.Call) and called_name(node) == "range":
            self.counting(name, node)
            return
        kind = self.known.get(name, NOTHING)
        if (
            is_list(kind)
            and isinstance(node, ast.List | ast.BinOp | ast.ListComp)
            and _makes_list(node)
        ):
            self._put_name(name, self.listed(node, kind))
            return
        self._put_name(name, self.term(node))

    def _put(self, target: ast.expr, term: Term) -> None:
        if isinstance(target, ast.Name):
            self._put_name(target.id, term)
            return
        assert isinstance(target, ast.Subscript)
        element = self.element(target)
        if not isinstance(element.kind, Number):
            raise Unsupported("a list put into a list")
        self.line(f"{element.text} = {self._fitting(term, element.kind).text};")

    def _put_name(self, name: str, term: Term) -> None:
        variable = self.declare(name, term.kind)
        if isinstance(variable.kind, Number):
            term = self._fitting(term, variable.kind)
        elif variable.kind != term.kind:
            raise Unsupported(f"{name}, which holds two kinds of things")
        variable.nullable = variable.nullable or term.nullable
        self.written.add(name)
        text = term.address if is_list(term.kind) else term.text
        if text != variable.text:
            self.line(f"{variable.text} = {text};")

    def _fitting(self, term: Term, kind: Number) -> Term:
        if term.kind == kind:
            return term
        if kind == FLOAT and term.kind == INT and not term.nullable:
            return self.as_float(term)
        raise Unsupported("a number of another kind")

    def _unset(self, name: str, *, nullable: bool = False) -> None:
        """A variable without value, or with None."""
        variable = self.declare(name, self.known.get(name, NOTHING))
        if not isinstance(variable.kind, Number):
            raise Unsupported(f"{name}, which is None")
        variable.nullable = variable.nullable or nullable
        variable.open = variable.open or not nullable
        self.written.discard(name)
        if nullable:
            self.written.add(name)
        self.line(f"{_raw(variable.text, variable.kind)} = {NONE};")

    def augmented(self, node: ast.AugAssign) -> None:
        """`turns -= ...` alone."""
        if not isinstance(node.target, ast.Name) or node.target.id != "turns":
            raise Unsupported("an assignment of its own kind")
        self.line(f"{self.owner}turns -= {self.number(node.value).text};")

    def delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            assert isinstance(target, ast.Name)
            self._unset(target.id)

    # ---- waiting for other invocations

    def _exchanged(self, node: ast.Assign, value: ast.Yield) -> None:
        """`t = yield (number, name, (components,))`: a derivative, of up to four components."""
        assert isinstance(value.value, ast.Tuple)
        number, name, parts = value.value.elts
        assert isinstance(parts, ast.Tuple)
        way = _way(name)
        (target,) = node.targets
        assert isinstance(target, ast.Name)
        for k, part in enumerate(parts.elts):
            self.line(f"{self.owner}sent[{k}].d = {self.number(part).text};")
        self.line(f"{self.owner}way = {way}; {self.owner}width = {len(parts.elts)};")
        self.line(f"wait_at({self.number(number).text}, 0, 0);")
        storage = self.storage(len(parts.elts))
        self.line(f"memcpy({storage}, {self.owner}got, {len(parts.elts)} * sizeof(cell));")
        self._put_name(target.id, Term(storage, Many(FLOAT, len(parts.elts))))

    def expression(self, node: ast.Expr) -> None:
        value = node.value
        if isinstance(value, ast.Yield):
            assert isinstance(value.value, ast.Tuple)
            self.line(
                f"wait_at({', '.join([self.number(part).text for part in value.value.elts])});"
            )
        elif isinstance(value, ast.Call) and called_name(value) == "replace":
            target, source = (self.term(argument) for argument in value.args)
            self.copy(source, target)
        else:
            self._evaluated(self.term(value))

    def _evaluated(self, term: Term) -> None:
        if isinstance(term.kind, Number) and not term.is_simple:
            self.line(f"(void)({term.text});")

    # ---- branches

    def branch(self, node: ast.If) -> None:
        if isinstance(node.test, ast.Constant):
            self._decided(node, node.test.value)
            return
        test = self.number(node.test)
        before = set(self.written)
        self.line(f"if ({test.text}) {{")
        first = self._arm(node.body)
        self.written = set(before)
        if node.orelse:
            self.line("} else {")
        second = self._arm(node.orelse)
        self.line("}")
        ends = [end for end in (first, second) if end is not None]
        self.alive = bool(ends)
        self.written = set.intersection(*ends) if ends else before

    def _arm(self, nodes: list[ast.stmt]) -> set[str] | None:
        """What is written at the end of an arm; None where it is never reached."""
        self.alive = True
        self.statements(nodes)
        end = self.written if self.alive else None
        self.alive = True
        return end

    def _decided(self, node: ast.If, value: object) -> None:
        """A condition that the text knows; `if 0` is no condition of the shader."""
        if isinstance(value, bool):
            self.statements(node.body if value else node.orelse)
        else:
            self._blank(node)

    def _blank(self, node: ast.If) -> None:
        """`if 0: x = 0`: x is one of the function's, and has no value yet."""
        for statement in node.body:
            assert isinstance(statement, ast.Assign)
            for target in statement.targets:
                assert isinstance(target, ast.Name)
                self._unset(target.id)

    def raising(self, node: ast.Raise) -> None:
        raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        assert isinstance(raised, ast.Name)
        code = {"StepLimit": "ENDLESS", "Discarded": "DISCARDED"}.get(raised.id, "TRAPPED")
        self.line(f"stop({code});")
        self.alive = False

    # ---- the end of a function

    def returned(self, node: ast.Return) -> None:
        function = self.function
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
            self.line("return;")
        elif function.gives_number:
            self.line(f"return {self._result(parts[0], function).text};")
        else:
            self._returned_cells(parts, function)
        self.alive = False

    def _result(self, node: ast.expr, function: Function) -> Term:
        if isinstance(node, ast.Constant) and node.value is None:
            function.nullable = True
            kind = function.results[0]
            return Term("none_float()" if kind == FLOAT else NONE, kind, nullable=True)
        (kind,) = function.results
        assert isinstance(kind, Number)
        term = self.term(node)
        function.nullable = function.nullable or term.nullable
        return self._fitting(term, kind)

    def _returned_cells(self, parts: list[ast.expr], function: Function) -> None:
        offset = 0
        for node, kind in zip(parts, function.results, strict=True):
            to = Term("out", kind, offset=offset)
            if isinstance(node, ast.Constant) and node.value is None:
                function.nullable = True
                self.write(node, to)
                self.line(f"fell = {int(is_list(kind))};")
            else:
                self._returned_part(node, to, kind, function)
            offset += cells(kind)
        self.line("return;")

    def _returned_part(self, node: ast.expr, to: Term, kind: Kind, function: Function) -> None:
        if is_list(kind):
            self.line("fell = 0;")
            self.write(node, to)
            return
        if isinstance(kind, Address):
            raise Unsupported("a function that returns a pointer")
        term = self.term(node)
        function.nullable = function.nullable or term.nullable
        assert isinstance(kind, Number)
        self.line(f"{to.cell(0, kind)} = {self._fitting(term, kind).text};")

    def nothing(self, _node: ast.stmt) -> None:
        """`pass` and `nonlocal`."""


def _way(node: ast.expr) -> int:
    """Which difference a derivative is: of columns, of rows, or the sum of both."""
    name = node.value if isinstance(node, ast.Constant) else None
    if not isinstance(name, str):
        raise Unsupported("a derivative without a name")
    if name.startswith("fwidth"):
        return 2
    return 0 if name.startswith(("dFdx", "dpdx")) else 1


def _raw(text: str, kind: Number) -> str:
    return f"((cell *)&{text})->i" if kind == FLOAT else text


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


def _makes_list(node: ast.expr) -> bool:
    return not isinstance(node, ast.BinOp) or isinstance(node.left, ast.List)


_MAKERS: Final[dict[type[ast.stmt], Callable[[StatementsPart, Any], None]]] = {
    ast.Assign: StatementsPart.assign,
    ast.AugAssign: StatementsPart.augmented,
    ast.Delete: StatementsPart.delete,
    ast.Expr: StatementsPart.expression,
    ast.If: StatementsPart.branch,
    ast.Raise: StatementsPart.raising,
    ast.While: StatementsPart.while_loop,
    ast.For: StatementsPart.for_loop,
    ast.Break: StatementsPart.jump_out,
    ast.Continue: StatementsPart.jump_on,
    ast.Return: StatementsPart.returned,
    ast.Pass: StatementsPart.nothing,
    ast.Nonlocal: StatementsPart.nothing,
}
