"""Put what a function does in place of a call."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from aberration.languages.shading.tree import (
    Assign,
    Call,
    CallStatement,
    Declare,
    Expression,
    Name,
    PrecisionLevel,
    Statement,
    TypeSyntax,
    Variable,
)

from ..fusion import Fusion
from ..inlining import inline
from ..placed import Placed


class InlineCall(msgspec.Struct, frozen=True, tag_field="type", tag="InlineCall"):
    """Precondition: statement number `at` of a part in the wrapper is a call, or gives the value of
    one to a variable; the function has one body, and returns at its end alone.
    Effect: its statements stand in place of the call, with variables of their own. The entry of a
    part, which nothing else calls, goes.
    """

    part: int
    at: int

    @property
    def words(self) -> str:
        """Say what the step did."""
        part = ("first", "second")[self.part]
        return f"the call in statement {self.at + 1} of the {part} part is what it calls"

    def apply(self, fusion: Fusion) -> bool:
        """Make the step; return whether its precondition holds."""
        places = fusion.of_part(self.part)
        if not 0 <= self.at < len(places):
            return False
        item = fusion.items[places[self.at]]
        made = _in_place(fusion, item)
        if made is None:
            return False
        fusion.replace_item(places[self.at], made)
        entry = fusion.parts[self.part].entry
        if item.node in entry.call:
            # Nobody else calls it.
            fusion.drop_function(entry.name)
        return True


def call_of(node: Statement) -> Call | None:
    """Return the call that a statement is, or whose value it gives to a variable as a whole."""
    value: Expression | None = None
    if isinstance(node, CallStatement):
        value = node.call
    elif isinstance(node, Declare) and len(node.variables) == 1:
        variable = node.variables[0]
        value = variable.init if variable.kind in ("var", "let") else None
    elif isinstance(node, Assign) and node.op == "=" and isinstance(node.target, Name):
        value = node.value
    return value if isinstance(value, Call) else None


def _in_place(fusion: Fusion, item: Placed[Statement]) -> tuple[Placed[Statement], ...] | None:
    call = call_of(item.node)
    made = inline(fusion, call) if call is not None else None
    if made is None:
        return None
    function, rest = made.function, made.after
    if made.value is not None and function.result is not None:
        # Of the function's type first: a value may be converted on its way out, and again after.
        name = f"{fusion.copy_prefix()}{function.name}"
        declared = _declare(fusion, name, function.result, function.precision, made.value)
        rest = (declared, *rest, *_with_value(item.node, Name(name=name)))
    return (*made.before, *(Placed(item.part, node) for node in rest))


def _declare(
    fusion: Fusion, name: str, type: TypeSyntax, precision: PrecisionLevel, value: Expression
) -> Statement:
    variable = Variable(
        kind="let" if fusion.wgsl else "var",
        name=name,
        type=type,
        init=value,
        storage="" if fusion.wgsl else "function",
        precision=precision,
    )
    return Declare(variables=(variable,))


def _with_value(node: Statement, value: Expression) -> tuple[Statement, ...]:
    if isinstance(node, Declare):
        return (replace(node, variables=(replace(node.variables[0], init=value),)),)
    return (replace(node, value=value),) if isinstance(node, Assign) else ()
