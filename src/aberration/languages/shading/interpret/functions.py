"""Functions of the shader as functions of Python, and what they return."""

from __future__ import annotations

from typing import Final

from ..checker.symbols import FunctionSymbol
from ..tree import Function, Param, Return
from ..types import VOID, Pointer, Type, is_numeric, is_opaque
from .calls import has_value
from .conversion import value_as
from .generator import Generator, Statements
from .places import place_in_list
from .settling import settle, shallow
from .texts import as_list, blank_text, in_memory_text
from .value import Value, count_of, scalar_of


def write_function(gen: Generator, function: FunctionSymbol) -> None:
    """Write a function of the shader."""
    node = gen.facts.definitions[function]
    assert node.body is not None
    name = gen.functions[function] = (
        f"p{len(gen.functions)}_{''.join(c for c in function.name if c.isascii())}"
    )
    gen.function, gen.frames = function, []
    pairs = zip(node.params, function.types, strict=True)
    outputs = [type for param, type in pairs if param.direction in ("out", "inout")]
    gen.return_types[name] = (*([] if function.result is VOID else [function.result]), *outputs)
    gen.writer.at(node)
    with gen.writer.block(f"def {name}({', '.join(_parameters(gen, node))}):"):
        _write_head(gen, node)
        for statement in node.body.statements:
            gen.statement(statement)
        gen.writer.at(node)
        result, ending = function.result, None
        if result is not VOID:
            ending = Value(result, ("None",) * count_of(result))
        gen.writer.line(_return_text(gen, ending))


def _parameters(gen: Generator, node: Function) -> list[str]:
    found: list[str] = []
    assert gen.function is not None
    for k, (param, type) in enumerate(zip(node.params, gen.function.types, strict=True)):
        if param.direction == "out" or is_opaque(type):
            continue
        symbol = gen.typing.declared.get(id(param))
        if symbol is None:
            names = _unnamed_names(gen, k, type)
            gen.unnamed.update(
                dict.fromkeys(names, (scalar_of(type) if is_numeric(type) else type, False))
            )
            found += names
        else:
            found += gen.names_of(symbol)
    return found


def _unnamed_names(gen: Generator, k: int, type: Type) -> list[str]:
    """The Python variables of a parameter without a name."""
    return [f"unused{len(gen.functions)}_{k}_{part}" for part in range(count_of(type))]


def _write_head(gen: Generator, node: Function) -> None:
    gen.writer.line(f"nonlocal {', '.join(['turns', *gen.globals])}")
    assert gen.function is not None
    for param, type in zip(node.params, gen.function.types, strict=True):
        symbol = gen.typing.declared.get(id(param))
        if param.direction != "out" or symbol is None:
            continue
        names = gen.names_of(symbol)
        gen.facts.unsure.add(symbol)
        if gen.is_in_memory(symbol):
            text = in_memory_text(type, blank_text(type, False))
            gen.writer.line(f"{names[0]} = {text}")
        else:
            gen.writer.line(f"{' = '.join(names)} = None")


def _return(gen: Generator, node: Return) -> None:
    assert gen.function is not None
    result = gen.function.result
    value = None
    if node.value is not None and result is VOID:
        has_value(gen, node.value)
    elif node.value is not None:
        value = settle(gen, shallow(gen, value_as(gen, node.value, result)), node.value)
    gen.writer.at(node)
    gen.writer.line(_return_text(gen, value))


def _return_text(gen: Generator, value: Value | None) -> str:
    """Return `return` with the result and what `out` parameters hold."""
    texts: list[str] = []
    if value is not None:
        texts += (
            value.texts
            if is_numeric(value.type) or isinstance(value.type, Pointer)
            else [value.text if value.text == "None" else as_list(value)]
        )
    assert gen.function is not None
    node = gen.facts.definitions[gen.function]
    for k, param in enumerate(node.params):
        if param.direction in ("out", "inout"):
            texts += _output_texts(gen, param, gen.function.types[k], k)
    return f"return {', '.join(texts)}" if texts else "return"


def _output_texts(gen: Generator, param: Param, type: Type, k: int) -> list[str]:
    symbol = gen.typing.declared.get(id(param))
    if symbol is None:
        first = "None" if param.direction == "out" else None
        return [first or name for name in _unnamed_names(gen, k, type)]
    names = gen.names_of(symbol)
    if not gen.is_in_memory(symbol) or not is_numeric(type):
        return list(names)
    place = place_in_list(gen, type, names[0], None, tracked="", partial=False)
    return [slot.text for slot in place.slots]


RETURNS: Final[Statements] = {Return: _return}
