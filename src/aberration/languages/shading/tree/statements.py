"""Statements. What an `if` or a loop does is always a `Block`, also where the text has no braces;
empty statements vanish.
"""

from __future__ import annotations

from typing import ClassVar

from aberration.languages.shading.tree.attributes import Attribute
from aberration.languages.shading.tree.expressions import Call
from aberration.languages.shading.tree.node import Expression, Node, Statement


class Block(Statement, frozen=True, gc=False):
    """`{ ... }`."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("attributes", "statements")

    statements: tuple[Statement, ...] = ()
    attributes: tuple[Attribute, ...] = ()


class Assign(Statement, frozen=True, gc=False):
    """`target op value;` with `=`, `+=`, ...; without a target it is WGSL's phony `_ = value;`."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("target", "value")

    op: str
    target: Expression | None
    value: Expression


class Increment(Statement, frozen=True, gc=False):
    """`target++;` or `target--;` (`op` is `++` or `--`); GLSL's prefix form is the same here."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("target",)

    op: str
    target: Expression


class CallStatement(Statement, frozen=True, gc=False):
    """A call whose value, if any, is dropped."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("call",)

    call: Call


class Evaluate(Statement, frozen=True, gc=False):
    """GLSL's statement of any other expression; never a call, assignment or increment alone."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("value",)

    value: Expression


class If(Statement, frozen=True, gc=False):
    """`otherwise` is a `Block`, an `If` (`else if`) or None."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("attributes", "condition", "then", "otherwise")

    condition: Expression
    then: Block
    otherwise: Statement | None = None
    attributes: tuple[Attribute, ...] = ()


class Clause(Node, frozen=True, gc=False):
    """One arm of a switch: its labels, whether `default` is among them, and what it does.

    Without `falls_through` the switch is left at the end of the body: WGSL has no other, GLSL
    writes `break;`, which is then no part of the body. In GLSL a body that ends otherwise
    (`return`, a block with a `break` inside) falls through by this word, though control may never
    get there. In GLSL all bodies of a switch share one scope.
    """

    CHILDREN: ClassVar[tuple[str, ...]] = ("labels", "body")

    labels: tuple[Expression, ...]
    body: Block
    has_default: bool = False
    falls_through: bool = False


class Switch(Statement, frozen=True, gc=False):
    """`attributes` stand before the statement, `body_attributes` (WGSL) before its brace."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("attributes", "selector", "body_attributes", "clauses")

    selector: Expression
    clauses: tuple[Clause, ...]
    attributes: tuple[Attribute, ...] = ()
    body_attributes: tuple[Attribute, ...] = ()


class For(Statement, frozen=True, gc=False):
    """`condition` may be a `Declare` in GLSL (`for (; bool b = f();)`)."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("attributes", "init", "condition", "step", "body")

    init: Statement | None
    condition: Expression | Statement | None
    step: Statement | None
    body: Block
    attributes: tuple[Attribute, ...] = ()


class While(Statement, frozen=True, gc=False):
    """`condition` may be a `Declare` in GLSL."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("attributes", "condition", "body")

    condition: Expression | Statement
    body: Block
    attributes: tuple[Attribute, ...] = ()


class DoWhile(Statement, frozen=True, gc=False):
    """GLSL's `do body while (condition);`."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("body", "condition")

    body: Block
    condition: Expression


class Loop(Statement, frozen=True, gc=False):
    """WGSL's `loop { ... continuing { ... break if e; } }`; `break_if` needs a `continuing` block,
    which may be empty.
    """

    CHILDREN: ClassVar[tuple[str, ...]] = ("attributes", "body", "continuing", "break_if")

    body: Block
    continuing: Block | None = None
    break_if: Expression | None = None
    attributes: tuple[Attribute, ...] = ()


class Break(Statement, frozen=True, gc=False):
    """`break;`."""


class Continue(Statement, frozen=True, gc=False):
    """`continue;`."""


class Discard(Statement, frozen=True, gc=False):
    """`discard;`."""


class Return(Statement, frozen=True, gc=False):
    """`return;` or `return value;`."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("value",)

    value: Expression | None = None
