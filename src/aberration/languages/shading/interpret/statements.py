"""Statements without loops."""

from __future__ import annotations

from typing import Final

from ..checker.symbols import VariableSymbol
from ..tree import (
    Assign,
    Block,
    CallStatement,
    ConstAssert,
    Declare,
    Discard,
    Evaluate,
    If,
    Increment,
    Precision,
    Requalify,
    Statement,
    StructDecl,
    Variable,
)
from ..types import Pointer, is_opaque, stored_type
from .assignments import check_assignment, compound_value, step
from .calls import has_value, make_call
from .conversion import settled_as, value_as
from .generator import DISCARDED, Generator, Statements
from .places import load, place_of, store
from .settling import condition_text, evaluate, shallow
from .texts import as_list, blank_text, in_memory_text
from .value import scalar_of


def _declare(gen: Generator, node: Declare) -> None:
    for variable in node.variables:
        declare(gen, variable)


def declare(gen: Generator, node: Variable) -> None:
    """A local variable, or one of the invocation."""
    symbol = gen.typing.declared[id(node)]
    # A texture by another name is looked up where it is sampled.
    if gen.is_inlined(symbol) or is_opaque(symbol.type):
        return
    gen.writer.at(node)
    names = gen.names_of(symbol)
    if node.init is None:
        declare_blank(gen, symbol, names)
        return
    type = stored_type(symbol.type)
    if isinstance(type, Pointer):
        gen.writer.line(f"{names[0]} = {gen.value(node.init).text}")
        return
    value = settled_as(gen, node.init, type)
    if not gen.is_in_memory(symbol):
        gen.writer.line(f"{', '.join(names)} = {', '.join(value.texts)}")
        if symbol not in gen.facts.assigned and symbol not in gen.facts.unsure and len(names) == 1:
            gen.ranges[symbol] = (value.low, value.high)
    else:
        text = as_list(value)
        gen.writer.line(f"{names[0]} = {in_memory_text(type, text)}")


def declare_blank(gen: Generator, symbol: VariableSymbol, names: tuple[str, ...]) -> None:
    """Begin a variable without value; `if 0` makes it one of the Python function, though
    nothing may write it.
    """
    type = stored_type(symbol.type)
    if gen.is_in_memory(symbol):
        text = blank_text(type, gen.semantics.zero_initialised)
        gen.writer.line(f"{names[0]} = {in_memory_text(type, text)}")
    elif gen.semantics.zero_initialised:
        zero = blank_text(scalar_of(type), True)
        gen.writer.line(f"{' = '.join(names)} = {zero}")
    elif gen.in_loop:
        gen.writer.line(f"{' = '.join(names)} = 0")
        gen.writer.line(f"del {', '.join(names)}")
    else:
        gen.writer.line(f"if 0: {' = '.join(names)} = 0")


def _assignment(gen: Generator, node: Assign) -> None:
    if node.target is None:
        evaluate(gen, shallow(gen, gen.value(node.value)))
        return
    check_assignment(gen, node, node.op, node.target, node.value)
    frozen = gen.facts.may_change(node.value)
    if node.op == "=":
        place = place_of(gen, node.target, frozen=frozen)
        value = shallow(gen, value_as(gen, node.value, place.type))
    else:
        place = place_of(gen, node.target, frozen=True)
        value = shallow(gen, compound_value(gen, node, node.op[:-1], place, node.value))
    gen.writer.at(node)
    store(gen, place, value)


def _increment(gen: Generator, node: Increment) -> None:
    place = place_of(gen, node.target, frozen=True)
    old = load(gen, place)
    store(gen, place, step(gen, node, node.op, old))


def _call_statement(gen: Generator, node: CallStatement) -> None:
    value = make_call(gen, node.call, dropped=True)
    if value is not None:
        evaluate(gen, shallow(gen, value))


def _evaluate(gen: Generator, node: Evaluate) -> None:
    if has_value(gen, node.value):
        evaluate(gen, shallow(gen, gen.value(node.value)))


def _if(gen: Generator, node: If) -> None:
    condition = condition_text(gen, node.condition)
    gen.writer.at(node.condition)
    with gen.writer.block(f"if {condition}:"):
        gen.block(node.then)
    if node.otherwise is None:
        return
    with gen.writer.block("else:"):
        if isinstance(node.otherwise, Block):
            gen.block(node.otherwise)
        else:
            gen.statement(node.otherwise)


def _discard(gen: Generator, node: Discard) -> None:
    """Leave, or in WGSL note that no colour comes of the pixel, which goes on as a helper
    (WGSL, "Discard Statement"): a loop that only this would end is endless.
    """
    returns = gen.semantics.discard_returns
    gen.writer.effect("raise Discarded" if returns else f"{DISCARDED} = True")


def _nothing(_gen: Generator, _node: Statement) -> None:
    """Declarations without effect at run time."""


STATEMENTS: Final[Statements] = {
    Block: Generator.block,
    Declare: _declare,
    Assign: _assignment,
    Increment: _increment,
    CallStatement: _call_statement,
    Evaluate: _evaluate,
    If: _if,
    Discard: _discard,
    StructDecl: _nothing,
    ConstAssert: _nothing,
    Precision: _nothing,
    Requalify: _nothing,
}
