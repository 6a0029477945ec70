"""Functions that come to their end without a result."""

from __future__ import annotations

from msgspec.structs import replace

from ...checker.symbols import FunctionSymbol
from ...tree import Block, Declare, Function, Name, Node, Return, Statement, Variable
from ...types import VOID, Type
from ..context import Context
from ..flow import may_complete
from ..rule import rule
from ..values import can_be_named, type_syntax, zero, zeros_into


@rule(
    "a function comes to its end without giving a result",
    "zeros are returned there",
    (Function,),
    "missing-return",
    of_wgsl=False,
)
def missing_return(context: Context, old: Node, new: Node) -> Node | None:
    """Return zeros at the end of a function that control may reach.

    Loops are taken to end: the limit of their turns ends them. WGSL refuses such functions.
    """
    assert isinstance(old, Function)
    assert isinstance(new, Function)
    if old.body is None or new.body is None:
        return None
    type = _result_of(context, old)
    if type is VOID or not can_be_named(type) or not may_complete(old.body, loops_end=True):
        return None
    body = Block(
        statements=(*new.body.statements, *_return_zero(context, type)), span=new.body.span
    )
    return replace(new, body=body)


def _result_of(context: Context, node: Function) -> Type:
    found = next(symbol for symbol, body in context.typing.bodies.items() if body is node)
    assert isinstance(found, FunctionSymbol)
    return found.result


def _return_zero(context: Context, type: Type) -> tuple[Statement, ...]:
    value = zero(context, type)
    if value is not None:
        return (Return(value=value),)
    name = context.fresh("none")
    variable = Variable(kind="var", name=name, type=type_syntax(type), storage="function")
    made = Declare(variables=(variable,))
    return (made, *zeros_into(context, Name(name=name), type), Return(value=Name(name=name)))
