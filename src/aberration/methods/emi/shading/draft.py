"""A variant while it is made: the seed's tree with statements inserted before points, statements
wrapped and left out, and new functions.

Nothing refers to positions in a changed tree, so every subset of mutations has its own well-defined
variant.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.checker.symbols import VariableSymbol
from aberration.languages.shading.shrink.literals import literal
from aberration.languages.shading.tree import (
    Assign,
    Block,
    Call,
    Declaration,
    Declare,
    Expression,
    Function,
    LanguageName,
    Literal,
    Module,
    Name,
    Node,
    Param,
    Return,
    Statement,
    TypeName,
    Variable,
    While,
)
from aberration.languages.shading.tree.declarations import PrecisionLevel
from aberration.languages.shading.tree.walk import with_children
from aberration.languages.shading.types import BOOL, FLOAT, INT, UINT, VOID, Scalar

from .expressions import Kind, Tree, place_tree, root_name, to_tree
from .places import AnyKind, Object
from .points import Point, Seed

Wrap = Callable[[Statement], Statement]
_SCALARS: Final[dict[str, Scalar]] = {"bool": BOOL, "int": INT, "uint": UINT, "float": FLOAT}


class Draft:
    """The edits of a variant. In `checking` mode whatever must not happen is an endless loop, which
    our interpreter reports and no compiler is given.
    """

    def __init__(self, seed: Seed, *, checking: bool = False) -> None:
        self.seed: Final = seed
        self.checking: Final = checking
        self._inserted: dict[int, list[Statement]] = {}
        self._wraps: dict[int, list[Wrap]] = {}
        self._deleted: set[int] = set()
        self._functions: dict[int, list[Declaration]] = {}

    @property
    def language(self) -> LanguageName:
        """Return the language of the variant."""
        return self.seed.module.language

    def point(self, key: str) -> Point | None:
        """Return the point of this key; None where the seed has none."""
        return self.seed.points.get(key)

    def knows(self, point: Point, places: tuple[str, ...], added: frozenset[str]) -> bool:
        """Whether the variables of all these places are in scope at a point; `added` are new."""
        names = {root_name(place) for place in places} - added
        return all(self.seed.find(point, name) is not None for name in names)

    def variable(self, point: Point, place: str) -> VariableSymbol | None:
        """Return the variable that a place belongs to."""
        return self.seed.find(point, root_name(place))

    # ---- edits

    def insert(self, point: Point, *statements: Statement) -> None:
        """Put statements before a point, behind those that are there already."""
        self._inserted.setdefault(id(point.statement), []).extend(statements)

    def wrap(self, point: Point, make: Wrap) -> None:
        """Put another statement in place of the one behind a point, made of that; later ones come
        outside.
        """
        self._wraps.setdefault(id(point.statement), []).append(make)

    def delete(self, point: Point) -> None:
        """Leave out the statement behind a point."""
        self._deleted.add(id(point.statement))

    def is_deleted(self, point: Point) -> bool:
        """Whether the statement behind a point was left out."""
        return id(point.statement) in self._deleted

    def add_function(self, point: Point, function: Function) -> None:
        """Put a function before the one that a point lies in."""
        self._functions.setdefault(id(point.function), []).append(function)

    def render(self) -> Module:
        """Return the tree of the variant."""
        made = self._rebuild(self.seed.module)
        assert isinstance(made, Module)
        if not self._functions:
            return made
        pairs = zip(self.seed.module.decls, made.decls, strict=True)
        decls = [one for old, new in pairs for one in (*self._functions.get(id(old), ()), new)]
        return replace(made, decls=tuple(decls))

    def _rebuild(self, node: Node) -> Node:
        if isinstance(node, Block):
            return self._rebuild_block(node)
        # Expressions hold no statements.
        return node if isinstance(node, Expression) else with_children(node, self._rebuild)

    def _rebuild_block(self, node: Block) -> Block:
        made: list[Statement] = []
        for statement in node.statements:
            key = id(statement)
            made += self._inserted.get(key, ())
            if key in self._deleted:
                made += [self.never()] if self.checking else []
                continue
            new = self._rebuild(statement)
            assert isinstance(new, Statement)
            for wrap in self._wraps.get(key, ()):
                new = wrap(new)
            made.append(new)
        same = len(made) == len(node.statements) and all(
            map(lambda one, other: one is other, made, node.statements)
        )
        return node if same else replace(node, statements=tuple(made))

    # ---- parts of trees

    def tree(self, tree: Tree) -> Expression:
        """Return an expression in the language of the variant."""
        return to_tree(tree, self.language)

    def block(self, *statements: Statement) -> Block:
        """Return statements in braces."""
        return Block(statements=statements)

    def never(self) -> Statement:
        """Return the endless loop that stands where control must never come, in checking mode."""
        return While(condition=Literal(kind="bool", value=True), body=Block())

    def never_first(self, *statements: Statement) -> Block:
        """Return a path that must not run."""
        return self.block(*([self.never()] if self.checking else []), *statements)

    def assign(self, target: Expression, value: Expression) -> Statement:
        """Return `target = value;`."""
        return Assign(op="=", target=target, value=value)

    def declare(self, name: str, type: str, init: Expression) -> Statement:
        """Return a new variable with a value; `type` is its name in GLSL."""
        wgsl = self.seed.is_wgsl
        return Declare(
            variables=(
                Variable(
                    kind="var",
                    name=name,
                    type=None if wgsl else TypeName(name=type),
                    init=init,
                    storage="function",
                    precision=self._level(type),
                ),
            )
        )

    def save(self, name: str, object_: Object) -> Statement:
        """Return a new variable that holds what an object holds."""
        return self.declare(name, object_.type, place_tree(object_.place))

    def convert_for(self, value: Tree, object_: Object) -> Expression:
        """Return a value as an object of floats or of several components takes it."""
        made = self.tree(value)
        if object_.kind == "float":
            made = Call(callee=Name(name="f32" if self.seed.is_wgsl else "float"), args=(made,))
        if object_.size == 1:
            return made
        name = f"vec{object_.size}" if self.seed.is_wgsl else object_.type
        return Call(callee=Name(name=name), args=(made,))

    def store(self, object_: Object, value: Tree) -> Statement:
        """Return the store of a value into an object."""
        return self.assign(place_tree(object_.place), self.convert_for(value, object_))

    def restore(self, object_: Object, name: str) -> Statement:
        """Return the store of a saved value into its object."""
        return self.assign(place_tree(object_.place), Name(name=name))

    def function(
        self, name: str, result: Kind, params: tuple[tuple[str, Kind], ...], body: Block
    ) -> Function:
        """Return a new function of integers and booleans."""
        return Function(
            name=name,
            params=tuple(
                Param(name=one, type=self.type_name(kind), precision=self._level(kind))
                for one, kind in params
            ),
            result=self.type_name(result),
            body=body,
            precision=self._level(result),
        )

    def type_name(self, kind: AnyKind) -> TypeName:
        """Return the name of a scalar type."""
        return TypeName(name=_SCALARS[kind].wgsl if self.seed.is_wgsl else kind)

    def _level(self, type: str) -> PrecisionLevel:
        """Return the precision of new variables of a type: what is there by default may be less."""
        is_number = type != "bool" and not type.startswith("bvec")
        return "highp" if self.language == "essl" and is_number else ""


def returning(seed: Seed, point: Point) -> Statement | None:
    """Return a `return` that the function around a point may have; None where its result has no
    short zero.
    """
    if point.result is VOID:
        return Return()
    value = literal(point.result, 0, wgsl=seed.is_wgsl)
    return None if value is None else Return(value=value)
