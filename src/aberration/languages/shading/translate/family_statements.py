"""Reading the statements of GLSL and ESSL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ..builtins.signature import Overload
from ..checker.symbols import UNKNOWN, VariableSymbol
from ..tree import (
    Assign,
    AssignExpr,
    Binary,
    Block,
    Break,
    Call,
    CallStatement,
    Clause,
    Comma,
    Conditional,
    Continue,
    Declare,
    Discard,
    DoWhile,
    Evaluate,
    Expression,
    Field,
    For,
    If,
    Increment,
    IncrementExpr,
    Literal,
    Name,
    Precision,
    Return,
    Statement,
    StructDecl,
    Switch,
    Variable,
    While,
)
from ..tree.walk import walk
from ..types import BOOL, INT, UINT, VOID, Scalar
from .family_calls import FamilyCalls
from .values import Value

_ACTIVE: Final = (AssignExpr, IncrementExpr, Call, Conditional, Comma)
"""Expressions that do something, or that become statements."""
_FOR_PARTS: Final = (Declare, Assign, Increment, CallStatement, Evaluate)


class FamilyStatements(FamilyCalls):
    """Statements."""

    def statement(self, node: Statement) -> None:
        self.emitter.node = node
        _READERS[type(node)](self, node)

    def _block(self, node: Block) -> None:
        self.emitter.emit(self.block(node.statements))

    # ---- declarations

    def _declare(self, node: Declare) -> None:
        for variable in node.variables:
            self.declare_local(variable)

    def declare_local(self, node: Variable) -> None:
        symbol = self.typing.declared[id(node)]
        emitter = self.emitter
        if symbol in self.bound:
            if node.init is not None:
                self.set(
                    Value(self.bound[symbol], symbol.type), self.value_as(node.init, symbol.type)
                )
            return
        if node.kind == "const" and symbol.constant is not None and symbol.constant is not UNKNOWN:
            name = emitter.names.local(node.name)
            emitter.emit(emitter.declared_constant(name, symbol.type, symbol.constant))
            self.bound[symbol] = Name(name)
            return
        init = None if node.init is None else self.value_as(node.init, symbol.type).expr
        name = emitter.names.local(node.name)
        made = emitter.declaration(name, symbol.type, init, fixed=node.kind == "const")
        emitter.emit(emitter.precise(made) if "precise" in node.qualifiers else made)
        self.bind_local(symbol, name, fixed=node.kind == "const")

    def bind_local(self, symbol: VariableSymbol, name: str, *, fixed: bool = False) -> None:
        self.bound[symbol] = Name(name)
        if fixed:
            self.emitter.fixed.add(name)
        else:
            self.memory.add(name)
            self.local_memory.add(name)

    def _declared_before(self, bodies: Sequence[Sequence[Statement]]) -> None:
        """Declare what one body declares and a later one uses, where these do not share a scope."""
        for k, body in enumerate(bodies):
            for node in body:
                for variable in node.variables if isinstance(node, Declare) else ():
                    symbol = self.typing.declared[id(variable)]
                    if any(
                        self._uses(symbol, later) for other in bodies[k + 1 :] for later in other
                    ):
                        name = self.emitter.names.local(variable.name)
                        self.emitter.emit(
                            self.emitter.declaration(name, symbol.type, None, fixed=False)
                        )
                        self.bind_local(symbol, name)

    def _uses(self, symbol: VariableSymbol, node: Statement) -> bool:
        return any(self.typing.symbols.get(id(below)) is symbol for below in walk(node))

    # ---- assignments and calls

    def _assign_statement(self, node: Assign) -> None:
        assert node.target is not None
        place = self.place(node.target, fix=self.pins(node))
        value = self.computed(node.op, place, node.value, node.target)
        expr = value.expr
        simple = not self._is_in(node.target, self.atomic) and not place.swizzle
        if node.op != "=" and isinstance(expr, Binary) and expr.left is place.expr and simple:
            self.emitter.emit(Assign(node.op, place.expr, expr.right))
            return
        self.store(place, value, node.target)

    def pins(self, node: Assign) -> bool:
        """Whether the indices of an assignment's place have to be evaluated once, and before
        the value.
        """
        place: Expression | None = node.target
        while isinstance(place, Field):
            place = place.base
        if isinstance(place, Name) or not self.hoists:
            return False
        return any(isinstance(below, _ACTIVE) for below in walk(node))

    def _increment_statement(self, node: Increment) -> None:
        place = (
            self.place(node.target, fix=True)
            if self._is_in(node.target, self.atomic)
            else self.place(node.target)
        )
        plain = place.type in (INT, UINT) or not self.emitter.rules.reason("IncrementExpr")
        if plain and not self._is_in(node.target, self.atomic):
            self.emitter.emit(Increment(node.op, self.emitter.target(place)))
            return
        place = self.place(node.target, fix=True)
        self.store(place, self.stepped(node.op, self.load(place, node.target)), node.target)

    def _call_statement(self, node: CallStatement) -> None:
        callee = self.typing.callees.get(id(node.call))
        if isinstance(callee, Overload) and callee.builtin.theme == "barrier":
            self.emitter.emit(node)
            return
        self.call_alone(node.call)

    def _evaluate(self, node: Evaluate) -> None:
        self.alone(self.value(node.value))

    # ---- loops

    def condition(self, node: Expression | Statement) -> Value:
        """Return a condition; where it is declared, its declaration goes first."""
        if isinstance(node, Expression):
            return self.value(node)
        assert isinstance(node, Declare)
        self._declare(node)
        return Value(self.bound[self.typing.declared[id(node.variables[0])]], BOOL)

    def _for(self, node: For) -> None:
        with self.emitter.collected() as head:
            if node.init is not None:
                self.statement(node.init)
        with self.emitter.collected() as before:
            condition = None if node.condition is None else self.condition(node.condition)
        body = list(self.block(node.body.statements).statements)
        with self.emitter.collected() as step:
            if node.step is not None:
                self.statement(node.step)
        init = head.pop() if len(head) == 1 and isinstance(head[0], _FOR_PARTS) else None
        with self.emitter.collected() as loop:
            test = None if condition is None else condition.expr
            if not before and len(step) <= 1 and all(isinstance(part, _FOR_PARTS) for part in step):
                last = step[0] if step else None
                self.emitter.emit(For(init, test, last, Block(tuple(body))))
            else:
                self.emitter.emit(*([] if init is None else [init]))
                self.emitter.loop(before, test, body, step)
        self.emitter.emit(*([Block((*head, *loop))] if head or len(loop) > 1 else loop))

    def _while(self, node: While) -> None:
        with self.emitter.collected() as before:
            condition = self.condition(node.condition)
        body = self.block(node.body.statements)
        if before:
            self.emitter.loop(before, condition.expr, list(body.statements), [])
        else:
            self.emitter.emit(While(condition.expr, body))

    def _do(self, node: DoWhile) -> None:
        body = self.block(node.body.statements)
        with self.emitter.collected() as step:
            condition = self.value(node.condition)
        if not step and not self.emitter.rules.reason("DoWhile"):
            self.emitter.emit(DoWhile(body, condition.expr))
            return
        step.append(If(self.emitter.negated(condition.expr), Block((Break(),))))
        self.emitter.loop([], None, list(body.statements), step)

    # ---- switch

    def _switch(self, node: Switch) -> None:
        selector = self.value(node.selector)
        shares = not self.emitter.rules.scopes.clauses_share_switch
        if shares:
            self._declared_before([clause.body.statements for clause in node.clauses])
        clauses = [self._clause(clause, selector) for clause in node.clauses]
        self.emitter.switch(selector.expr, clauses)

    def _clause(self, node: Clause, selector: Value) -> Clause:
        labels = tuple(self._label(label, selector) for label in node.labels)
        return Clause(
            labels, self.block(node.body.statements), node.has_default, node.falls_through
        )

    def _label(self, node: Expression, selector: Value) -> Expression:
        value = self.typing.constants.get(
            id(node), node.value if isinstance(node, Literal) else UNKNOWN
        )
        assert isinstance(selector.type, Scalar)
        if value is UNKNOWN:
            raise self.emitter.refuse("implementation's constant", "a label", node)
        number = int(value) & 0xFFFFFFFF
        if selector.type is INT and number >= 2**31:
            number -= 2**32
        label: Expression = self.emitter.constant(number, selector.type)
        return label

    # ---- jumps

    def _jump(self, node: Statement) -> None:
        self.emitter.emit(node)

    def _discard(self, node: Discard) -> None:
        if self.emitter.wanted.discard_returns:
            self.emitter.emit(Discard())
            return
        if self.function is not self.entry:
            self.emitter.emit(Assign("=", Name(self.discarded), Literal("bool", True)))
        self.emitter.emit(Discard(), self.leaving())

    def _return(self, node: Return) -> None:
        assert self.function is not None
        if node.value is None:
            self.emitter.emit(self.leaving())
            return
        self.emitter.emit(Return(self.value_as(node.value, self.function.result).expr))

    def leaving(self) -> Statement:
        assert self.function is not None
        if self.function is self.entry:
            return self.leaving_entry()
        result = self.function.result
        return Return(None if result is VOID else self.emitter.zero(result))

    def leaving_entry(self) -> Statement:
        """Return how the entry point is left."""
        raise NotImplementedError

    def _nothing(self, node: Statement) -> None:
        """Structures are declared at module scope; every number has the highest precision."""


_READERS: Final[dict[type[Statement], Callable[[FamilyStatements, Any], None]]] = {
    Block: FamilyStatements._block,
    Declare: FamilyStatements._declare,
    Assign: FamilyStatements._assign_statement,
    Increment: FamilyStatements._increment_statement,
    CallStatement: FamilyStatements._call_statement,
    Evaluate: FamilyStatements._evaluate,
    If: FamilyStatements.if_,
    For: FamilyStatements._for,
    While: FamilyStatements._while,
    DoWhile: FamilyStatements._do,
    Switch: FamilyStatements._switch,
    Break: FamilyStatements._jump,
    Continue: FamilyStatements._jump,
    Discard: FamilyStatements._discard,
    Return: FamilyStatements._return,
    StructDecl: FamilyStatements._nothing,
    Precision: FamilyStatements._nothing,
}
