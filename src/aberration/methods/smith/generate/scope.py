"""The variables that a place of a program can see, by the types that it can read and write of them.

Entering, declaring and leaving cost what they add: each variable is filed once under all that can
be had of it (its elements, members, columns), and taken out again in reverse.
"""

from __future__ import annotations

from typing import Final, Literal

from aberration.core.rng import Rng
from aberration.languages.shading.tree import Expression
from aberration.languages.shading.types import Array, Matrix, Scalar, Struct, Type, Vector

Space = Literal["", "function", "private"]
Step = int | str
"""An index into so many items, or a member's name."""
_TRIES: Final = 6


class Variable:
    """One variable: `node` is how it is named in expressions.

    `constant`: its name is a constant expression. `fixed`: its arrays take only constant indices
    (WGSL's values that are no variables). `module`: it belongs to the module, and functions that
    name it are noted. `space` is where WGSL's pointers to it point, empty where there are none;
    `root` is what they come from; `pointer` names one, where it is reached by a pointer. `hidden`
    counts the declarations that hide it now.
    """

    __slots__ = ("constant", "fixed", "hidden", "module", "name", "node", "pointer", "root",
                 "shadowable", "space", "type", "writable")  # fmt: skip

    def __init__(
        self,
        name: str,
        type: Type,
        node: Expression,
        *,
        writable: bool = True,
        constant: bool = False,
        fixed: bool = False,
        module: bool = False,
        shadowable: bool = True,
        space: Space = "",
        root: str = "",
        pointer: Expression | None = None,
    ) -> None:
        self.name: Final = name
        self.type: Final = type
        self.node: Final = node
        self.writable: Final = writable
        self.constant: Final = constant
        self.fixed: Final = fixed
        self.module: Final = module
        self.shadowable: Final = shadowable
        self.space: Final[Space] = space
        self.root: Final = root or name
        self.pointer: Final = pointer
        self.hidden = 0


class Source:
    """Something that can be had of a variable, and the steps to it."""

    __slots__ = ("steps", "type", "variable")

    def __init__(self, variable: Variable, steps: tuple[Step, ...], type: Type) -> None:
        self.variable: Final = variable
        self.steps: Final = steps
        self.type: Final = type


class Table:
    """Sources by type: vectors by their component, all else by the type itself."""

    def __init__(self) -> None:
        self.exact: Final[dict[Type, list[Source]]] = {}
        self.vectors: Final[dict[Type, list[Source]]] = {}

    def list_for(self, type: Type) -> list[Source]:
        """Return the list that a source of this type belongs in."""
        if isinstance(type, Vector):
            return self.vectors.setdefault(type.component, [])
        return self.exact.setdefault(type, [])


class Scopes:
    """All scopes that are open. `runtime` asks for what is no constant expression."""

    def __init__(self, rng: Rng) -> None:
        self.rng: Final = rng
        self.readable: Final = Table()
        self.writable: Final = Table()
        self.open: Final[list[list[Variable]]] = []
        self._filed: Final[list[list[Source]]] = []
        self._marks: Final[list[int]] = []
        self._by_name: Final[dict[str, list[Variable]]] = {}

    def enter(self) -> None:
        self.open.append([])
        self._marks.append(len(self._filed))

    def leave(self) -> None:
        filed, mark = self._filed, self._marks.pop()
        while len(filed) > mark:
            filed.pop().pop()
        for variable in self.open.pop():
            same = self._by_name[variable.name]
            same.pop()
            if same:
                same[-1].hidden -= 1

    def declare(self, variable: Variable) -> None:
        """Add a variable to the innermost scope, which hides those of the same name."""
        same = self._by_name.setdefault(variable.name, [])
        if same:
            same[-1].hidden += 1
        same.append(variable)
        self.open[-1].append(variable)
        self._file(variable, (), variable.type)

    def _file(self, variable: Variable, steps: tuple[Step, ...], type: Type) -> None:
        source = Source(variable, steps, type)
        for table in (self.readable, self.writable) if variable.writable else (self.readable,):
            into = table.list_for(type)
            into.append(source)
            self._filed.append(into)
        if isinstance(type, Array):
            self._file(variable, (*steps, type.size or 1), type.element)
        elif isinstance(type, Matrix):
            self._file(variable, (*steps, type.columns), type.column)
        elif isinstance(type, Struct):
            for member in type.members:
                self._file(variable, (*steps, member.name), member.type)

    # ---- choosing

    def pick(self, among: list[Source], *, runtime: bool = False) -> Source | None:
        """Return one that is not hidden; None where a few tries find none."""
        if not among:
            return None
        for _ in range(_TRIES):
            source = self.rng.choose(among)
            variable = source.variable
            if not variable.hidden and not (runtime and variable.constant):
                return source
        return None

    def pick_component(
        self, table: Table, scalar: Scalar, *, runtime: bool = False
    ) -> Source | None:
        """Return a scalar or a vector of such scalars."""
        scalars, vectors = table.exact.get(scalar, []), table.vectors.get(scalar, [])
        total = len(scalars) + len(vectors)
        if not total:
            return None
        first = scalars if self.rng.below(total) < len(scalars) else vectors
        return self.pick(first, runtime=runtime)

    def visible(self) -> list[Variable]:
        """Return all variables that are not hidden, outermost first."""
        return [one for scope in self.open for one in scope if not one.hidden]

    def names_to_hide(self) -> list[str]:
        """Return the names of outer scopes that a declaration here may use again."""
        inner = {one.name for one in self.open[-1]}
        return [
            one.name
            for scope in self.open[:-1]
            for one in scope
            if one.shadowable and not one.hidden and one.name not in inner
        ]
