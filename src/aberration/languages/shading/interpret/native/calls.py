"""Calls: of the shader's functions, of the helpers of generated text, of logs, of built-in
functions.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from ..builtin import Cast
from .kinds import FLOAT, INT, Kind, NativeNumber, Unsupported, cells, kind_of, result_kinds, row_of
from .lists import called_name, element, length, list_of
from .terms import Term, as_float, at_address, plain_integer
from .writer import NativeFunction, NativeWriter, Terms

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


def _call(w: NativeWriter, node: ast.Call) -> Term:
    if isinstance(node.func, ast.Attribute):
        return _method(w, node, node.func)
    name = called_name(node)
    if name in w.functions:
        return _call_own(w, node, w.functions[name])
    if name in w.origins:
        return _builtin(w, name, node)
    maker = _HELPERS.get(name)
    if maker is None:
        raise Unsupported(f"the call of {name} in the generated text")
    return maker(w, node)


# ---- functions of the shader


def _call_own(w: NativeWriter, node: ast.Call, function: NativeFunction) -> Term:
    given = [w.term(argument).address for argument in node.args]
    if function.gives_number:
        text = f"{function.name}({', '.join(given)})"
        return Term(text, function.results[0], nullable=function.nullable)
    if not function.results:
        w.line(f"{function.name}({', '.join(given)});")
        return plain_integer(0)
    kind = function.kind
    storage = w.storage(cells(kind))
    w.line(f"{function.name}({', '.join([storage, *given])});")
    return Term(storage, kind, nullable=function.nullable)


# ---- helpers


def _sure(w: NativeWriter, node: ast.Call) -> Term:
    return w.sure(w.term(node.args[0]))


def _amount(w: NativeWriter, node: ast.Call) -> Term:
    amount = w.spill(w.number(node.args[0]))
    w.stop_if(f"(uint64_t){amount.text} > 31")
    return Term(amount.text, INT, below_zero=False)


def _quotient(w: NativeWriter, node: ast.Call) -> Term:
    left, right = (w.spill(w.number(argument)) for argument in node.args)
    if w.semantics.integer_division == "defined":
        return Term(f"defined_divided({left.text}, {right.text})", INT)
    if right.literal in (0, -1):
        raise Unsupported("a division by 0 or -1 in the text")
    if right.literal is None:
        w.stop_if(f"{right.text} == 0")
    if right.literal is None and left.literal in (None, -(2**31)):
        w.line(f"if ({right.text} == -1) if ({left.text} == -2147483648LL) stop(TRAPPED);")
    return Term(
        f"({left.text} / {right.text})", INT, below_zero=left.below_zero or right.below_zero
    )


def _remainder(w: NativeWriter, node: ast.Call) -> Term:
    left, right = (w.spill(w.number(argument)) for argument in node.args)
    if w.semantics.negative_remainder == "defined":
        return Term(f"defined_remainder({left.text}, {right.text})", INT)
    if right.literal is None:
        w.stop_if(f"{right.text} <= 0")
    elif right.literal <= 0:
        raise Unsupported("a remainder of 0 or less in the text")
    if left.literal is None and left.below_zero:
        w.stop_if(f"{left.text} < 0")
    elif left.literal is not None and left.literal < 0:
        raise Unsupported("a remainder of a negative number in the text")
    return Term(f"(int64_t)((uint32_t){left.text} % (uint32_t){right.text})", INT, below_zero=False)


def _to_int(w: NativeWriter, node: ast.Call) -> Term:
    return _to_integer(w, node, "-2147483649.0", "2147483648.0", "saturated_int", True)


def _to_uint(w: NativeWriter, node: ast.Call) -> Term:
    return _to_integer(w, node, "-0.0", "4294967296.0", "saturated_uint", False)


def _to_integer(
    w: NativeWriter, node: ast.Call, low: str, high: str, saturated: str, signed: bool
) -> Term:
    value = w.spill(as_float(w.number(node.args[0])))
    if w.semantics.conversion == "defined":
        return Term(f"{saturated}({value.text})", INT, below_zero=signed)
    w.stop_if(f"!({value.text} {'>' if signed else '>='} {low})")
    w.stop_if(f"!({value.text} < {high})")
    return Term(f"((int64_t){value.text})", INT, below_zero=signed)


def _float_remainder(w: NativeWriter, node: ast.Call) -> Term:
    left, right = (w.spill(as_float(w.number(argument))) for argument in node.args)
    w.stop_if(f"{right.text} == 0.0")
    w.stop_if(f"{left.text} - {left.text} != 0.0")
    return Term(f"fmod({left.text}, {right.text})", FLOAT)


def _double(w: NativeWriter, node: ast.Call) -> Term:
    return as_float(w.number(node.args[0]))


def _half(w: NativeWriter, node: ast.Call) -> Term:
    return _host(w, "half", [as_float(w.number(node.args[0]))], FLOAT)


def _absolute(w: NativeWriter, node: ast.Call) -> Term:
    value = w.spill(w.number(node.args[0]))
    if value.kind == FLOAT:
        return Term(f"fabs({value.text})", FLOAT)
    return Term(
        f"({value.text} < 0 ? SUB(0LL, {value.text}) : {value.text})", INT, below_zero=False
    )


def _length(w: NativeWriter, node: ast.Call) -> Term:
    return length(w.term(node.args[0]))


def _of_tuples(w: NativeWriter, node: ast.Call) -> Term:
    """Nested tuples as lists, which in C are the same."""
    return w.term(node.args[0])


def _below(w: NativeWriter, node: ast.Call) -> Term:
    w.stop_if("1")
    return Term("0LL", INT)


# ---- tables of cases


def _method(w: NativeWriter, node: ast.Call, method: ast.Attribute) -> Term:
    assert isinstance(method.value, ast.Name)
    owner = method.value.id
    if owner in ("watch", "local", "incoherent"):
        return _access(w, node, owner, method.attr)
    if isinstance(w.objects.get(owner), dict) and method.attr == "get":
        w.switches[owner] = None
        selector, default = (w.number(argument).text for argument in node.args)
        return Term(f"{owner}({selector}, {default})", INT, below_zero=False)
    raise Unsupported(f"the method {method.attr}")


def switch_lines(w: NativeWriter) -> list[str]:
    """Return the functions of the switches."""
    found = []
    for name in w.switches:
        table: Any = w.objects[name]
        cases = " ".join(f"case {label}LL: return {number};" for label, number in table.items())
        found.append(
            f"static int64_t {name}(int64_t x, int64_t other) {{ switch (x) {{ "
            f"{cases} }} return other; }}"
        )
    return found


# ---- memory that several invocations use


def _access(w: NativeWriter, node: ast.Call, log: str, method: str) -> Term:
    if method == "fence":
        w.line("fence();")
        return plain_integer(0)
    if method == "copy_cells":
        list_ = w.term(node.args[0])
        storage = Term(w.storage(cells(list_.kind)), list_.kind)
        w.line(f"copy_logged(&{log}, {list_.address}, {storage.text}, {cells(list_.kind)});")
        return storage
    if method == "write_cells":
        target, source = w.term(node.args[0]), w.term(node.args[1])
        if target.kind != source.kind:
            raise Unsupported("a copy between lists of two kinds")
        w.line(f"replace_logged(&{log}, {target.address}, {source.address}, {cells(target.kind)});")
        return plain_integer(0)
    return _cell_access(w, node, log, method)


def _cell_access(w: NativeWriter, node: ast.Call, log: str, method: str) -> Term:
    container, index, *more = node.args
    found = element(w, ast.Subscript(container, index))
    kind = found.kind
    if not isinstance(kind, NativeNumber):
        raise Unsupported("a list as one cell")
    cell = w.fresh_name("p")
    w.line(f"cell *{cell} = (cell *)&{found.text};")
    here = Term(f"{cell}->{kind.field}", kind)
    if method == "read":
        w.line(f"note_read(&{log}, {cell});")
        return here
    if method == "write":
        value = w.term(more[0])
        w.line(f"{here.text} = {value.text}; note_write(&{log}, {cell});")
        return plain_integer(0)
    return _atomic(w, log, method, cell, more)


def _atomic(w: NativeWriter, log: str, method: str, cell: str, more: list[ast.expr]) -> Term:
    old = w.fresh_name("x")
    if method == "atomic_load":
        w.line(f"int64_t {old} = begin_atomic(&{log}, {cell});")
    elif method == "atomic_swap":
        expected, value = w.number(more[0]), w.number(more[1])
        w.line(f"int64_t {old} = begin_atomic(&{log}, {cell});")
        w.line(f"if ({old} == {expected.text}) {cell}->i = {value.text};")
    elif method == "atomic":
        value = w.spill(w.number(more[1]))
        assert isinstance(more[0], ast.Name)
        made = _ATOMICS[more[0].id].format(old=old, new=value.text)
        w.line(f"int64_t {old} = begin_atomic(&{log}, {cell}); {cell}->i = {made};")
    else:
        raise Unsupported(f"the method {method} of a log")
    return Term(old, INT)


# ---- built-in functions


def _builtin(w: NativeWriter, name: str, node: ast.Call) -> Term:
    origin = w.origins[name]
    given = [w.spill(w.number(part)) for argument in node.args for part in _leaves(argument)]
    if isinstance(origin, Cast):
        text = w.meanings.cast(origin, given[0].text)
        kind: Kind = FLOAT if origin.target.is_float else INT
        return Term(text, kind) if text is not None else _host(w, name, given, kind)
    # Several results are one list; nothing is a number that stands for it.
    parts = tuple(INT if type is None else kind_of(type) for type in origin.result_types)
    kind = parts[0] if len(parts) == 1 else row_of(parts)
    text = w.meanings.function_for(name, origin)
    if text is None:
        return _host(w, name, given, kind)
    arguments = [
        term.text if term.kind == wanted else as_float(term).text
        for term, wanted in zip(given, result_kinds(origin.argument_types), strict=True)
    ]
    if isinstance(kind, NativeNumber):
        return Term(f"{text}({', '.join(arguments)})", kind)
    storage = w.storage(cells(kind))
    w.line(f"{text}({', '.join([storage, *arguments])});")
    return Term(storage, kind)


def _host(w: NativeWriter, name: str, given: list[Term], kind: Kind) -> Term:
    """Ask Python for a result."""
    w.hosted.setdefault(name, kind)
    number = list(w.hosted).index(name)
    arguments, result = w.storage(len(given)), w.storage(cells(kind))
    for k, term in enumerate(given):
        assert isinstance(term.kind, NativeNumber)
        w.line(f"{arguments}[{k}].{term.kind.field} = {term.text};")
    w.line(f"if (host({number}, {arguments}, {result})) stop(TRAPPED);")
    return at_address(result, kind)


def _leaves(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.Tuple):
        return [part for inner in node.elts for part in _leaves(inner)]
    return [node]


_HELPERS: Final[dict[str, Callable[[NativeWriter, ast.Call], Term]]] = {
    "sure": _sure,
    "below": _below,
    "amount": _amount,
    "divided": _quotient,
    "remainder": _remainder,
    "to_int": _to_int,
    "to_uint": _to_uint,
    "float_remainder": _float_remainder,
    "float": _double,
    "half": _half,
    "abs": _absolute,
    "len": _length,
    "listed": _of_tuples,
    "deep": list_of,
}


CALLS: Final[Terms] = {ast.Call: _call, ast.YieldFrom: lambda w, node: w.term(node.value)}
