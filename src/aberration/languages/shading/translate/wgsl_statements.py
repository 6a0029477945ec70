"""Reading WGSL's statements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ..checker.symbols import UNKNOWN, VariableSymbol
from ..checker.wgsl.conversion_rank import concrete
from ..tree import (
    Assign,
    Binary,
    Block,
    Break,
    Call,
    CallStatement,
    Clause,
    ConstAssert,
    Continue,
    Declare,
    Discard,
    Evaluate,
    Expression,
    For,
    If,
    Increment,
    Index,
    Literal,
    Loop,
    Name,
    Return,
    Statement,
    Switch,
    Variable,
    While,
)
from ..tree.walk import walk
from ..types import (
    INT,
    UINT,
    Array,
    Pointer,
    Scalar,
    Struct,
    Type,
    element_of,
    stored,
    with_element,
)
from .values import Place, Value
from .wgsl_calls import WgslCalls

_FOR_PARTS: Final = (Declare, Assign, Increment, CallStatement)
LARGEST: Final = 64
"""Elements of an array that are written out as zeros; more are filled by a loop."""


class WgslStatements(WgslCalls):
    """Statements."""

    def statement(self, node: Statement) -> None:
        self.emitter.node = node
        _READERS[type(node)](self, node)

    def _block(self, node: Block) -> None:
        self.emitter.emit(self.block(node.statements))

    # ---- declarations

    def _declare(self, node: Declare) -> None:
        for variable in node.variables:
            self._declare_one(variable)

    def _declare_one(self, node: Variable) -> None:
        symbol = self.typing.declared[id(node)]
        type = stored(symbol.type)
        if node.kind == "const":
            self._declare_constant(node, symbol, type)
        elif isinstance(type, Pointer):
            assert node.init is not None
            self.bound[symbol] = self.pointed(node.init, fix=True).expr
        elif symbol in self.bound:
            self._give_again(node, symbol, type)
        else:
            self._declare_variable(node, symbol, type)

    def _declare_constant(self, node: Variable, symbol: VariableSymbol, type: Type) -> None:
        if symbol.constant is UNKNOWN:
            raise self.emitter.refuse("override", symbol.name, node)
        if concrete(type) is type:
            name = self.emitter.names.local(node.name)
            self.emitter.emit(self.emitter.declared_constant(name, type, symbol.constant))
            self.bound[symbol] = Name(name)

    def _give_again(self, node: Variable, symbol: VariableSymbol, type: Type) -> None:
        """A variable that is declared further out begins anew."""
        if node.init is None:
            self.fill(self.bound[symbol], type)
        else:
            self.emitter.emit(Assign("=", self.bound[symbol], self.value_as(node.init, type).expr))

    def _declare_variable(self, node: Variable, symbol: VariableSymbol, type: Type) -> None:
        emitter = self.emitter
        init = None if node.init is None else self.value_as(node.init, type).expr
        large = init is None and element_count(type) > LARGEST
        if init is None and not large:
            init = emitter.zero(type)
        name = emitter.names.local(node.name)
        emitter.emit(emitter.declaration(name, type, init, fixed=node.kind == "let"))
        self.bound[symbol] = Name(name)
        if node.kind == "let":
            emitter.fixed.add(name)
        if large:
            self.fill(Name(name), type)

    def fill(self, expr: Expression, type: Type) -> None:
        """Write zeros to a place, element by element where there are many."""
        if not isinstance(type, Array) or element_count(type) <= LARGEST:
            self.emitter.emit(Assign("=", expr, self.emitter.zero(type)))
            return
        with self.emitter.collected() as head:
            at = self.emitter.variable(INT, Literal("int", 0), "at")
        with self.emitter.collected() as body:
            self.fill(Index(expr, at.expr), type.element)
        test = Binary("<", at.expr, Literal("int", type.size or 0))
        self.emitter.emit(For(head[0], test, Increment("++", at.expr), Block(tuple(body))))

    def _declared_before(
        self, body: Sequence[Statement], later: Sequence[Statement | Expression]
    ) -> None:
        """Declare what a loop's body declares and its continuing part uses, where these share
        no scope.
        """
        used = {self.typing.symbols.get(id(below)) for node in later for below in walk(node)}
        for node in body:
            for variable in node.variables if isinstance(node, Declare) else ():
                symbol = self.typing.declared[id(variable)]
                type = stored(symbol.type)
                if symbol in used and variable.kind != "const" and not isinstance(type, Pointer):
                    self.bound[symbol] = self.emitter.variable(type, None, variable.name).expr

    # ---- assignments

    def _assign(self, node: Assign) -> None:
        if node.target is None:
            self._drop(node.value)
            return
        place = self.place(node.target, fix=self.facts.may_change(node.value))
        if node.op == "=":
            self.emitter.assign(place, self.value_as(node.value, place.type).expr)
            return
        self._compound(node, place)

    def _compound(self, node: Assign, place: Place) -> None:
        emitter = self.emitter
        op = node.op[:-1]
        held = [Value(emitter.target(place), place.type)]
        mark = len(emitter.out)
        right = self.value_as(node.value, self._right_type(op, place.type, node.value))
        if len(emitter.out) > mark:
            emitter.kept_before(mark, held)
        found: Value = emitter.binary(op, held[0], right, place.type)
        expr = found.expr
        if isinstance(expr, Binary) and expr.op == op and expr.left is place.expr:
            emitter.emit(Assign(node.op, place.expr, expr.right))
        else:
            emitter.assign(place, expr)

    def _right_type(self, op: str, type: Type, node: Expression) -> Type:
        given = self.type_of(node)
        if op in ("<<", ">>"):
            return with_element(given, UINT)
        element = element_of(type)
        assert element is not None
        return with_element(given, element)

    def _drop(self, node: Expression) -> None:
        value = self.value(node)
        if isinstance(value.expr, Call):
            self.emitter.emit(CallStatement(value.expr))
        elif not self.emitter.is_fixed(value.expr):
            self.emitter.emit(Evaluate(value.expr))

    def _increment(self, node: Increment) -> None:
        self.emitter.emit(Increment(node.op, self.emitter.target(self.place(node.target))))

    def _call_statement(self, node: CallStatement) -> None:
        self.call_alone(node.call)

    # ---- loops

    def _for(self, node: For) -> None:
        with self.emitter.collected() as head:
            if node.init is not None:
                self.statement(node.init)
        with self.emitter.collected() as before:
            assert node.condition is None or isinstance(node.condition, Expression)
            condition = None if node.condition is None else self.value(node.condition).expr
        body = self.block(node.body.statements)
        with self.emitter.collected() as step:
            if node.step is not None:
                self.statement(node.step)
        init = head.pop() if len(head) == 1 and isinstance(head[0], _FOR_PARTS) else None
        with self.emitter.collected() as loop:
            if not before and len(step) <= 1 and all(isinstance(part, _FOR_PARTS) for part in step):
                self.emitter.emit(For(init, condition, step[0] if step else None, body))
            else:
                self.emitter.emit(*([] if init is None else [init]))
                self.emitter.loop(before, condition, list(body.statements), step)
        self.emitter.emit(*([Block((*head, *loop))] if head or len(loop) > 1 else loop))

    def _while(self, node: While) -> None:
        with self.emitter.collected() as before:
            assert isinstance(node.condition, Expression)
            condition = self.value(node.condition).expr
        body = self.block(node.body.statements)
        if before:
            self.emitter.loop(before, condition, list(body.statements), [])
        else:
            self.emitter.emit(While(condition, body))

    def _loop(self, node: Loop) -> None:
        continuing = () if node.continuing is None else node.continuing.statements
        later: list[Statement | Expression] = [*continuing]
        if node.break_if is not None:
            later.append(node.break_if)
        self._declared_before(node.body.statements, later)
        body = self.block(node.body.statements)
        with self.emitter.collected() as step:
            step += self.block(continuing).statements
            if node.break_if is not None:
                test = self.value(node.break_if).expr
                step.append(If(test, Block((Break(),))))
        self.emitter.loop([], None, list(body.statements), step)

    # ---- switch

    def _switch(self, node: Switch) -> None:
        types = [
            self.type_of(one)
            for one in (node.selector, *(x for c in node.clauses for x in c.labels))
        ]
        type = UINT if UINT in types else INT
        selector = self.value_as(node.selector, type)
        clauses = [self._clause(clause, type) for clause in node.clauses]
        self.emitter.switch(selector.expr, clauses)

    def _clause(self, node: Clause, type: Scalar) -> Clause:
        labels = tuple(self.value_as(label, type).expr for label in node.labels)
        body = [*self.block(node.body.statements).statements]
        if body and isinstance(body[-1], Break):
            body.pop()
        return Clause(labels, Block(tuple(body)), node.has_default)

    # ---- jumps

    def _jump(self, node: Statement) -> None:
        self.emitter.emit(node)

    def _return(self, node: Return) -> None:
        assert self.function is not None
        if self.function is self.entry:
            self.emitter.emit(*self.leave_entry(node.value))
        elif node.value is None:
            self.emitter.emit(Return())
        else:
            self.emitter.emit(Return(self.value_as(node.value, self.function.result).expr))

    def leave_entry(self, value: Expression | None) -> list[Statement]:
        """Return how the entry point is left."""
        raise NotImplementedError

    def _nothing(self, node: Statement) -> None:
        """What was asserted held, or the source would be refused."""


def element_count(type: Type) -> int:
    """Return how many scalars, vectors and matrices a value holds."""
    if isinstance(type, Array):
        return (type.size or 1) * element_count(type.element)
    if isinstance(type, Struct):
        return sum(element_count(member.type) for member in type.members)
    return 1


_READERS: Final[dict[type[Statement], Callable[[WgslStatements, Any], None]]] = {
    Block: WgslStatements._block,
    Declare: WgslStatements._declare,
    Assign: WgslStatements._assign,
    Increment: WgslStatements._increment,
    CallStatement: WgslStatements._call_statement,
    If: WgslStatements.if_,
    For: WgslStatements._for,
    While: WgslStatements._while,
    Loop: WgslStatements._loop,
    Switch: WgslStatements._switch,
    Break: WgslStatements._jump,
    Continue: WgslStatements._jump,
    Discard: WgslStatements._jump,
    Return: WgslStatements._return,
    ConstAssert: WgslStatements._nothing,
}
