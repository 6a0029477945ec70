"""What is known while one program is generated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aberration.core.rng import Rng
from aberration.languages.shading.builtins.lookup import lookup
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.builtins.signature import Overload
from aberration.languages.shading.tree import Block, Expression, LanguageName, Statement
from aberration.languages.shading.types import (
    BOOL,
    FLOAT,
    INT,
    UINT,
    VOID,
    Scalar,
    Struct,
    Type,
    matrices,
    matrix,
    vector,
)

from .builtins import callable_builtins
from .group import invocation
from .picture import Picture
from .scope import Scopes, Variable
from .settings import Features, Settings
from .shared import Shared
from .syntax import Syntax

_SIZES: Final = (2, 3, 4)
Maker = Callable[["Generator", Type, int, bool], Expression | None]
"""Makes one kind of expression, of a type, at a depth, constant or not; None: it cannot here."""
StatementMaker = Callable[["Generator"], Statement | None]


class UserFunction:
    """A function of the program that may be called: its parameters with their directions ("in",
    "out", "inout", or WGSL's "pointer"), and the names of the module's variables that it reaches.
    """

    __slots__ = ("directions", "name", "result", "spaces", "types", "uses")

    def __init__(
        self,
        name: str,
        types: tuple[Type, ...],
        directions: tuple[str, ...],
        spaces: tuple[str, ...],
        result: Type | None,
        uses: frozenset[str],
    ) -> None:
        self.name: Final = name
        self.types: Final = types
        self.directions: Final = directions
        self.spaces: Final = spaces
        self.result: Final = result
        self.uses: Final = uses


class Generator:
    """One program in the making.

    `expression` and `fill` are the two entry points that all kinds of nodes need of each other:
    an expression of a type, and the statements of a block that is open.
    """

    def __init__(
        self,
        rng: Rng,
        steering: Rng,
        language: LanguageName,
        version: int,
        stage: Stage,
        settings: Settings,
        features: Features,
        makers: tuple[Maker, ...],
        make_expression: Callable[[Generator, Type, int, bool], Expression],
        make_statements: Callable[[Generator, int], list[Statement]],
    ) -> None:
        self.rng: Final = rng
        self.language: Final[LanguageName] = language
        self.version: Final = version
        self.stage: Final[Stage] = stage
        self.settings: Final = settings
        self.features: Final = features
        self.wgsl: Final = language == "wgsl"
        self.syntax: Final = Syntax(wgsl=self.wgsl, short=rng.chance(0.5))
        self.scopes: Final = Scopes(rng)
        self._builtins: Final = callable_builtins(
            language, version, stage, inexact=settings.inexact_floats
        )
        self._rows: Final[list[list[Overload]]] = []
        self._fitting: Final[dict[tuple[Type, bool], tuple[Overload, ...]]] = {}
        self.makers: Final = makers
        self._make_expression: Final = make_expression
        self._make_statements: Final = make_statements
        self.structs: Final[list[Struct]] = []
        self.functions: Final[list[UserFunction]] = []
        # Functions that idioms call, by their shape, and variables that some of these change.
        self.shaped: Final[dict[str, list[UserFunction]]] = {}
        self.tallies: Final[dict[str, Expression]] = {}
        self.shared: Final = Shared()
        # Names of variables whose value is the same in all invocations.
        self.same_for_all: Final[set[str]] = set()
        self.scalars: Final = _scalars_of(features)
        self.values: Final = _values_of(features, self.scalars)
        self._all_types: Final = _all_types(features, self.scalars)
        # Arrays of arrays came with GLSL 4.30 and ESSL 3.10.
        self.nests_arrays: Final = version >= 430 or self.wgsl or 310 <= version < 330
        self.mixes_integers: Final = self.wgsl or version >= 450 or 310 <= version < 330
        self.count = 0
        self.left = settings.program_statements
        self.outside: Variable | None = None
        # The textures that the program may sample.
        self.pictures: Final[list[Picture]] = []
        # What this program holds for certain, in a stream of its own; kinds of statements that
        # the next block is to hold, and the blocks in it, the outermost last.
        self.steering: Final = steering
        self.wanted: Final[list[str]] = []
        # What holds at the place that is being written.
        self.depth = 0
        self.loops = 0
        self.switches = 0
        self.straight = False
        self.is_main = False
        self.calls_left = 0
        self.result: Type | None = None
        self.uses: set[str] = set()
        # Whether functions that reach the module's variables may not be called here.
        self.is_barred = False
        self.kept_scope = 0
        self.options: Final[dict[tuple[bool, ...], tuple[StatementMaker, ...]]] = {}

    def name(self, prefix: str) -> str:
        """Return a name that nothing else has."""
        self.count += 1
        return f"{prefix}_{self.count - 1}"

    def expression(self, type: Type, depth: int = 1, *, runtime: bool = False) -> Expression:
        """Return an expression of exactly this type; `runtime`: that is no constant expression.

        `depth` counts from 1 at the root; beyond the settings' largest come only leaves.
        """
        return self._make_expression(self, type, depth, runtime)

    def fill(self, most: int) -> list[Statement]:
        """Return 1 to `most` statements for the scope that is open."""
        return self._make_statements(self, most)

    def block(self, most: int) -> Block:
        """Return a block with a scope of its own."""
        self.scopes.enter()
        self.depth += 1
        statements = self.fill(most)
        self.depth -= 1
        self.scopes.leave()
        return Block(statements=tuple(statements))

    def name_of(self, variable: Variable) -> Expression:
        """Return how a variable is named, and note that this function reaches it."""
        if variable.module:
            self.uses.add(variable.name)
        return variable.node

    @property
    def is_together(self) -> bool:
        """Whether all invocations come to this place together, and have something to do there."""
        if not self.is_main or self.depth != 1 or self.straight:
            return False
        if self.stage == "compute":
            return self.shared.any_memory
        return self.takes_derivatives or (self.wgsl and bool(self.pictures))

    @property
    def takes_derivatives(self) -> bool:
        """Whether the program has derivatives that it takes itself."""
        return self.has("derivatives") and FLOAT in self.scalars

    def cell(self) -> Expression:
        """Return the number of the invocation among all, a uint."""
        return invocation(self.features.group, wgsl=self.wgsl)

    def has(self, feature: str) -> bool:
        return feature in self.features.more

    def knows(self, builtin: str) -> bool:
        """Whether the language has a built-in function of this name."""
        return lookup(self.language, self.version, self.stage).has(builtin)

    def has_types(self, types: tuple[Type, ...]) -> bool:
        """Whether the program may have all of some scalars, vectors and matrices."""
        return self._all_types.issuperset(types)

    def rows(self) -> list[list[Overload]]:
        """Return all functions that `builtins_for` may return, by their rows in the table."""
        if not self._rows:
            found: dict[str, list[Overload]] = {}
            for table in (self._builtins.values, self._builtins.others):
                for one in (one for overloads in table.values() for one in overloads):
                    if self.has_types((*one.types, *(() if one.result is VOID else (one.result,)))):
                        found.setdefault(one.builtin.name, []).append(one)
            self._rows.extend([found[name] for name in sorted(found)])
        return self._rows

    def builtins_for(self, result: Type, *, writes: bool = False) -> tuple[Overload, ...]:
        """Return the built-in functions that give a type and take none that this program leaves
        out; those that write to some of their arguments, or those that do not.
        """
        found = self._fitting.get((result, writes))
        if found is None:
            table = self._builtins.others if writes else self._builtins.values
            found = self._fitting[result, writes] = tuple(
                [one for one in table.get(result, ()) if self.has_types(one.types)]
            )
        return found

    def any_type(self) -> Type:
        """Return any type for a variable: mostly numbers, some arrays and structures."""
        rng, types = self.rng, self.features.types
        if self.structs and rng.chance(0.1):
            return rng.choose(self.structs)
        if "arrays" in types and rng.chance(0.25):
            return self.array_of(rng.choose(self.values))
        return rng.choose(self.values)

    def array_of(self, element: Type) -> Type:
        """Return an array, at times of arrays or structures."""
        rng = self.rng
        if self.structs and rng.chance(0.15):
            element = rng.choose(self.structs)
        elif self.nests_arrays and rng.chance(0.15):
            element = element.array(rng.between(1, min(3, self.settings.array_length)))
        return element.array(rng.between(1, self.settings.array_length))


def _scalars_of(features: Features) -> tuple[Scalar, ...]:
    return tuple(one for one in (INT, UINT, BOOL, FLOAT) if one.kind in features.types)


def _all_types(features: Features, scalars: tuple[Scalar, ...]) -> frozenset[Type]:
    """Return the scalars, vectors and matrices that a program may have."""
    found: set[Type] = set(scalars)
    if "vectors" in features.types:
        found |= {vector(scalar, size) for scalar in scalars for size in _SIZES}
        if "matrices" in features.types and FLOAT in scalars:
            found |= {one for one in matrices() if one.component is FLOAT}
    return frozenset(found)


def _values_of(features: Features, scalars: tuple[Scalar, ...]) -> tuple[Type, ...]:
    """Return the scalars, vectors and matrices, with scalars as often as GLSLsmith has them."""
    found: list[Type] = list(scalars)
    if "vectors" in features.types:
        found += [vector(scalar, size) for scalar in scalars for size in _SIZES]
        if "matrices" in features.types and FLOAT in scalars:
            found += [matrix(FLOAT, 2, 2), matrix(FLOAT, 3, 2), matrix(FLOAT, 2, 4)]
            found += [matrix(FLOAT, 3, 3)]
    return tuple(found)
