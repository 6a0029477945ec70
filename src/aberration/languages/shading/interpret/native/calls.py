"""Calls: of the shader's functions, of the helpers of generated text, of logs, of built-in
functions.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from ...semantics import Semantics
from ..builtin import Cast, Origin
from .kinds import FLOAT, INT, Kind, Number, Unsupported, cells, is_list, kind_of, row_of
from .lines import Term
from .lists import ListsPart, called_name
from .meanings import Meanings

_ATOMICS: Final = {
    "add": "(int64_t)(int32_t)({old} + {new})",
    "add_u": "(int64_t)(uint32_t)({old} + {new})",
    "subtract": "(int64_t)(int32_t)({old} - {new})",
    "subtract_u": "(int64_t)(uint32_t)({old} - {new})",
    "smaller": "({new} < {old} ? {new} : {old})",
    "larger": "({new} > {old} ? {new} : {old})",
    "both": "({old} & {new})",
    "either": "({old} | {new})",
    "differing": "({old} ^ {new})",
    "exchanged": "{new}",
}


class Function(msgspec.Struct):
    """A function of the shader. `nullable`: it may come to its end without a result."""

    name: str
    results: tuple[Kind, ...]
    nullable: bool = False

    @property
    def gives_number(self) -> bool:
        return len(self.results) == 1 and isinstance(self.results[0], Number)

    @property
    def kind(self) -> Kind:
        """The kind of what a call gives: several results are one list."""
        return self.results[0] if len(self.results) == 1 else row_of(self.results)


class CallsPart(ListsPart):
    """Calls. `hosted` are the functions that stay in Python, by name; `foreign` the lines of
    those in C.
    """

    def __init__(
        self,
        owner: str,
        semantics: Semantics,
        objects: Mapping[str, object],
        origins: Mapping[str, Origin | Cast],
    ) -> None:
        super().__init__(owner)
        self.semantics: Final = semantics
        self.objects: Final = objects
        self.origins: Final = origins
        self.functions: Final[dict[str, Function]] = {}
        self.meanings: Final = Meanings(semantics)
        self.hosted: Final[dict[str, Kind]] = {}
        self.tables: Final[dict[str, None]] = {}

    def call(self, node: ast.Call) -> Term:
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func)
        name = called_name(node)
        if name in self.functions:
            return self._own(node, self.functions[name])
        if name in self.origins:
            return self._builtin(name, node)
        maker = _HELPERS.get(name)
        if maker is None:
            raise Unsupported(f"the call of {name} in the generated text")
        return maker(self, node)

    # ---- functions of the shader

    def _own(self, node: ast.Call, function: Function) -> Term:
        given = [self._argument(argument) for argument in node.args]
        if function.gives_number:
            text = f"{function.name}({', '.join(given)})"
            return Term(text, function.results[0], nullable=function.nullable)
        if not function.results:
            self.line(f"{function.name}({', '.join(given)});")
            return Term("0LL", INT, literal=0)
        kind = function.kind
        storage = self.storage(cells(kind))
        self.line(f"{function.name}({', '.join([storage, *given])});")
        return Term(storage, kind, nullable=function.nullable)

    def _argument(self, node: ast.expr) -> str:
        term = self.term(node)
        return term.address if is_list(term.kind) else term.text

    # ---- helpers

    def _sure(self, node: ast.Call) -> Term:
        return self.sure(self.term(node.args[0]))

    def _amount(self, node: ast.Call) -> Term:
        amount = self.spilled(self.number(node.args[0]))
        self.stop_if(f"(uint64_t){amount.text} > 31")
        return Term(amount.text, INT, below_zero=False)

    def _divided(self, node: ast.Call) -> Term:
        left, right = (self.spilled(self.number(argument)) for argument in node.args)
        if self.semantics.integer_division == "defined":
            return Term(f"defined_divided({left.text}, {right.text})", INT)
        self._refuse_divisor(left, right)
        return Term(
            f"({left.text} / {right.text})", INT, below_zero=left.below_zero or right.below_zero
        )

    def _refuse_divisor(self, left: Term, right: Term) -> None:
        if right.literal is not None:
            if right.literal in (0, -1):
                raise Unsupported("a division by 0 or -1 in the text")
            return
        self.stop_if(f"{right.text} == 0")
        if left.literal is None or left.literal == -(2**31):
            self.line(f"if ({right.text} == -1) if ({left.text} == -2147483648LL) stop(TRAPPED);")

    def _remainder(self, node: ast.Call) -> Term:
        left, right = (self.spilled(self.number(argument)) for argument in node.args)
        if self.semantics.negative_remainder == "defined":
            return Term(f"defined_remainder({left.text}, {right.text})", INT)
        if right.literal is None:
            self.stop_if(f"{right.text} <= 0")
        elif right.literal <= 0:
            raise Unsupported("a remainder of 0 or less in the text")
        if left.literal is None and left.below_zero:
            self.stop_if(f"{left.text} < 0")
        elif left.literal is not None and left.literal < 0:
            raise Unsupported("a remainder of a negative number in the text")
        return Term(
            f"(int64_t)((uint32_t){left.text} % (uint32_t){right.text})", INT, below_zero=False
        )

    def _to_int(self, node: ast.Call) -> Term:
        return self._to_integer(node, "-2147483649.0", "2147483648.0", "saturated_int", True)

    def _to_uint(self, node: ast.Call) -> Term:
        return self._to_integer(node, "-0.0", "4294967296.0", "saturated_uint", False)

    def _to_integer(
        self, node: ast.Call, low: str, high: str, saturated: str, signed: bool
    ) -> Term:
        value = self.spilled(self.as_float(self.number(node.args[0])))
        if self.semantics.conversion == "defined":
            return Term(f"{saturated}({value.text})", INT, below_zero=signed)
        self.stop_if(f"!({value.text} {'>' if signed else '>='} {low})")
        self.stop_if(f"!({value.text} < {high})")
        return Term(f"((int64_t){value.text})", INT, below_zero=signed)

    def _float_remainder(self, node: ast.Call) -> Term:
        left, right = (self.spilled(self.as_float(self.number(argument))) for argument in node.args)
        self.stop_if(f"{right.text} == 0.0")
        self.stop_if(f"{left.text} - {left.text} != 0.0")
        return Term(f"fmod({left.text}, {right.text})", FLOAT)

    def _double(self, node: ast.Call) -> Term:
        return self.as_float(self.number(node.args[0]))

    def _half(self, node: ast.Call) -> Term:
        return self._host("half", [self.as_float(self.number(node.args[0]))], FLOAT)

    def _absolute(self, node: ast.Call) -> Term:
        value = self.spilled(self.number(node.args[0]))
        if value.kind == FLOAT:
            return Term(f"fabs({value.text})", FLOAT)
        return Term(
            f"({value.text} < 0 ? SUB(0LL, {value.text}) : {value.text})", INT, below_zero=False
        )

    def _length(self, node: ast.Call) -> Term:
        return self.length(self.term(node.args[0]))

    def _listed(self, node: ast.Call) -> Term:
        """Nested tuples as lists, which in C are the same."""
        return self.term(node.args[0])

    def _below(self, node: ast.Call) -> Term:
        self.stop_if("1")
        return Term("0LL", INT)

    # ---- tables of cases

    def _method(self, node: ast.Call, method: ast.Attribute) -> Term:
        assert isinstance(method.value, ast.Name)
        owner = method.value.id
        if owner in ("watch", "local", "incoherent"):
            return self._logged(node, owner, method.attr)
        if isinstance(self.objects.get(owner), dict) and method.attr == "get":
            self.tables[owner] = None
            selector, default = (self.number(argument).text for argument in node.args)
            return Term(f"{owner}({selector}, {default})", INT, below_zero=False)
        raise Unsupported(f"the method {method.attr}")

    def table_lines(self) -> list[str]:
        """Return the functions of the switches."""
        found = []
        for name in self.tables:
            table: Any = self.objects[name]
            cases = " ".join(f"case {label}LL: return {number};" for label, number in table.items())
            found.append(
                f"static int64_t {name}(int64_t x, int64_t other) {{ switch (x) {{ "
                f"{cases} }} return other; }}"
            )
        return found

    # ---- memory that several invocations use

    def _logged(self, node: ast.Call, log: str, method: str) -> Term:
        if method == "fence":
            self.line("fence();")
            return Term("0LL", INT, literal=0)
        if method == "copied":
            list_ = self.term(node.args[0])
            storage = Term(self.storage(cells(list_.kind)), list_.kind)
            self.line(f"copy_logged(&{log}, {list_.address}, {storage.text}, {cells(list_.kind)});")
            return storage
        if method == "replaced":
            target, source = self.term(node.args[0]), self.term(node.args[1])
            if target.kind != source.kind:
                raise Unsupported("a copy between lists of two kinds")
            self.line(
                f"replace_logged(&{log}, {target.address}, {source.address}, {cells(target.kind)});"
            )
            return Term("0LL", INT, literal=0)
        return self._cell_logged(node, log, method)

    def _cell_logged(self, node: ast.Call, log: str, method: str) -> Term:
        container, index, *more = node.args
        element = self.element(ast.Subscript(container, index))
        kind = element.kind
        if not isinstance(kind, Number):
            raise Unsupported("a list as one cell")
        cell = self.fresh("p")
        self.line(f"cell *{cell} = (cell *)&{element.text};")
        here = Term(f"{cell}->{kind.field}", kind)
        if method == "read":
            self.line(f"note_read(&{log}, {cell});")
            return here
        if method == "write":
            value = self.term(more[0])
            self.line(f"{here.text} = {value.text}; note_write(&{log}, {cell});")
            return Term("0LL", INT, literal=0)
        return self._atomic(log, method, cell, more)

    def _atomic(self, log: str, method: str, cell: str, more: list[ast.expr]) -> Term:
        old = self.fresh("x")
        if method == "atomic_load":
            self.line(f"int64_t {old} = begin_atomic(&{log}, {cell});")
        elif method == "atomic_swap":
            expected, value = self.number(more[0]), self.number(more[1])
            self.line(f"int64_t {old} = begin_atomic(&{log}, {cell});")
            self.line(f"if ({old} == {expected.text}) {cell}->i = {value.text};")
        elif method == "atomic":
            value = self.spilled(self.number(more[1]))
            assert isinstance(more[0], ast.Name)
            made = _ATOMICS[more[0].id].format(old=old, new=value.text)
            self.line(f"int64_t {old} = begin_atomic(&{log}, {cell}); {cell}->i = {made};")
        else:
            raise Unsupported(f"the method {method} of a log")
        return Term(old, INT)

    # ---- built-in functions

    def _builtin(self, name: str, node: ast.Call) -> Term:
        origin = self.origins[name]
        given = [
            self.spilled(self.number(part)) for argument in node.args for part in _flat(argument)
        ]
        if isinstance(origin, Cast):
            text = self.meanings.cast(origin, given[0].text)
            kind: Kind = FLOAT if origin.target.is_float else INT
            return Term(text, kind) if text is not None else self._host(name, given, kind)
        kind = _result_kind(origin)
        text = self.meanings.called(name, origin)
        if text is None:
            return self._host(name, given, kind)
        arguments = [
            term.text if term.kind == wanted else self.as_float(term).text
            # fmt: skip
            for term, wanted in zip(given, self.meanings.argument_kinds(origin), strict=True)
        ]
        if isinstance(kind, Number):
            return Term(f"{text}({', '.join(arguments)})", kind)
        storage = self.storage(cells(kind))
        self.line(f"{text}({', '.join([storage, *arguments])});")
        return Term(storage, kind)

    def _host(self, name: str, given: list[Term], kind: Kind) -> Term:
        """Ask Python for a result."""
        self.hosted.setdefault(name, kind)
        number = list(self.hosted).index(name)
        arguments, result = self.storage(len(given)), self.storage(cells(kind))
        for k, term in enumerate(given):
            assert isinstance(term.kind, Number)
            self.line(f"{arguments}[{k}].{term.kind.field} = {term.text};")
        self.line(f"if (host({number}, {arguments}, {result})) stop(TRAPPED);")
        return (
            Term(f"{result}[0].{kind.field}", kind)
            if isinstance(kind, Number)
            else Term(result, kind)
        )


def _result_kind(origin: Origin) -> Kind:
    """The kind of what a built-in gives: several things are one list; nothing is a number that
    stands for it.
    """
    parts = tuple(INT if type is None else kind_of(type) for type in origin.results)
    return parts[0] if len(parts) == 1 else row_of(parts)


def _flat(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.Tuple):
        return [part for inner in node.elts for part in _flat(inner)]
    return [node]


_HELPERS: Final[dict[str, Callable[[CallsPart, ast.Call], Term]]] = {
    "sure": CallsPart._sure,
    "below": CallsPart._below,
    "amount": CallsPart._amount,
    "divided": CallsPart._divided,
    "remainder": CallsPart._remainder,
    "to_int": CallsPart._to_int,
    "to_uint": CallsPart._to_uint,
    "float_remainder": CallsPart._float_remainder,
    "float": CallsPart._double,
    "half": CallsPart._half,
    "abs": CallsPart._absolute,
    "len": CallsPart._length,
    "listed": CallsPart._listed,
    "deep": lambda part, node: part.listed(node),
}
