"""What is known about a module beyond its text; rebuilt by replaying transformations, never stored.

That a block is dead stands on the block itself. A fact that contradicts another one is refused: an
id is never both irrelevant and a synonym.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from aberration.core.constants import Constant
from aberration.core.inputs import Uniform
from aberration.core.textures import Sampler, Texture

from . import opcodes
from .equations import Equation, Equations
from .ranges import Ranges
from .synonyms import NONE, Synonyms
from .uniforms import Uniforms

if TYPE_CHECKING:
    from .index import ModuleIndex


class Facts:
    """Synonyms of ids and of their parts, equations, irrelevant ids, irrelevant pointees, livesafe
    functions, uniforms, textures and samplers, specialisation constants, ranges.

    Ids are never recycled; facts about ids that are gone stay and have to be filtered by the asker.
    A *path* is a sequence of literal indices, as of OpCompositeExtract; the empty one is the whole.
    """

    __slots__ = (
        "_classes",
        "_equations",
        "_irrelevant",
        "_livesafe",
        "_pointee_irrelevant",
        "companion",
        "constants",
        "given_constants",
        "given_uniforms",
        "ranges",
        "samplers",
        "synonym_ids",
        "textures",
        "uniforms",
    )

    def __init__(self) -> None:
        self._classes: Synonyms = Synonyms()
        self._equations: Equations = Equations(self._classes)
        self._irrelevant: dict[int, bool] = {}
        self._pointee_irrelevant: dict[int, bool] = {}
        self._livesafe: dict[int, bool] = {}
        self.synonym_ids: list[int] = self._classes.ids
        self.uniforms: Uniforms = Uniforms()
        self.ranges: Ranges = Ranges()
        self.constants: dict[int, int] = {}
        """The words that the inputs give to specialisation constants, by number."""
        self.textures: dict[int, Texture] = {}
        """What is bound to a variable; facts of the inputs, in the order of the variables."""
        self.samplers: dict[int, Sampler] = {}
        """Likewise the samplers that stand alone."""
        self.given_constants: tuple[Constant, ...] | None = None
        """The specialisation constants that the module is run with. None: they are not known."""
        self.companion: bytes = b""
        """The module of the other stage of a pair, as it is now; nothing for what is no pair."""
        self.given_uniforms: tuple[Uniform, ...] | None = None
        """The uniforms that the module is run with: those of the inputs, unless a block of theirs
        was laid out otherwise. None: they are not known, and stay."""

    # ---- synonyms

    def add_synonym(self, a: int, b: int) -> bool:
        """Record that `a` and `b` are equal wherever both are available, and so are their parts.

        False (nothing recorded) if either is declared irrelevant. Ids defined in dead blocks are
        the caller's business (`is_irrelevant`).
        """
        # An irrelevant value may be replaced by any other: its synonyms would have to follow.
        if a in self._irrelevant or b in self._irrelevant:
            return False
        if a != b:
            self._merge(a, b)
        return True

    def add_part_synonym(
        self, a: int, path: Sequence[int], b: int, other_path: Sequence[int] = ()
    ) -> bool:
        """Record that part `path` of `a` equals part `other_path` of `b`; false if either id is
        declared irrelevant.
        """
        if a in self._irrelevant or b in self._irrelevant:
            return False
        self._merge(self._classes.name(a, path), self._classes.name(b, other_path))
        return True

    def add_equation(self, equation: Equation) -> bool:
        """Record an equation and what follows from it; false if one of its ids is declared
        irrelevant.
        """
        if any(value in self._irrelevant for value in (equation.result, *equation.operands)):
            return False
        for a, b in self._equations.add(equation):
            self.add_synonym(a, b)
        return True

    def _merge(self, a: int, b: int) -> None:
        classes = self._classes
        waiting = [(a, b)]
        while waiting:
            a, b = waiting.pop()
            if classes.equal(a, b):
                continue
            ids = list(classes.ids_of(a)) if classes.knows(a) else [a]
            others = list(classes.ids_of(b)) if classes.knows(b) else [b]
            classes.merge(a, b)
            # Equal values converted the same way are equal: one merge may bring others.
            waiting.extend(self._equations.equal_conversions(ids, others))

    def can_close(self) -> bool:
        """Say whether wholes came to share a part since the last time that `close` was called."""
        return self._classes.has_candidates()

    def close(self, shape_of: Callable[[int, tuple[int, ...]], tuple[int, int]], most: int) -> int:
        """Make wholes of one type equal of which all parts are; return how many.

        `shape_of` gives the type and the number of parts of part `path` of an id (0 parts: it is
        gone, or has none). Looks at `most` pairs of wholes that came to share a part since the last
        time, and forgets the others.
        """
        made = 0
        for a, b in self._classes.take_candidates()[:most]:
            if self._classes.equal(a, b):
                continue
            type_id, count = shape_of(*self._classes.origin(a))
            if (
                count
                and (type_id, count) == shape_of(*self._classes.origin(b))
                and self._all_parts_equal(a, b, count)
            ):
                self._merge(a, b)
                made += 1
        return made

    def _all_parts_equal(self, a: int, b: int, count: int) -> bool:
        find, equal = self._classes.find, self._classes.equal
        pairs = [(find(a, (k,)), find(b, (k,))) for k in range(count)]
        return all(left and right and equal(left, right) for left, right in pairs)

    def synonymous(self, a: int, b: int) -> bool:
        """Say whether `a` and `b` are known to be equal."""
        return self._classes.equal(a, b)

    def parts_synonymous(
        self, a: int, path: Sequence[int], b: int, other_path: Sequence[int] = ()
    ) -> bool:
        """Say whether part `path` of `a` is known to equal part `other_path` of `b`."""
        left, right = self._classes.find(a, path), self._classes.find(b, other_path)
        return left != NONE and right != NONE and self._classes.equal(left, right)

    def synonyms(self, value_id: int) -> list[int]:
        """Return the class of an id, itself included, sorted; ids that are gone are still in it."""
        return (
            sorted(self._classes.ids_of(value_id)) if self._classes.knows(value_id) else [value_id]
        )

    def synonym_class(self, value_id: int) -> list[int]:
        """Return the class of an id that has synonyms: the live list, its order depends on
        history.
        """
        return self._classes.ids_of(value_id)

    def part_synonyms(self, value_id: int) -> list[int]:
        """Return the nodes of parts that equal a part of an id (`whole_of` tells where they
        are): the live list.
        """
        node = self._classes.find(value_id, ())
        return self._classes.parts_of(node) if node != NONE and self._classes.knows(node) else []

    def whole_of(self, part: int) -> tuple[list[int], tuple[int, ...]]:
        """Return the ids that have a part (one of `part_synonyms`) at one and the same path,
        and that path.
        """
        path: list[int] = []
        node = part
        # Nodes of parts are negative, ids positive: upwards until something that has ids.
        while node < 0:
            node, index = self._classes.whole(node)
            path.append(index)
            ids = self._classes.ids_of(node)
            if ids:
                return ids, tuple(reversed(path))
        return [node], tuple(reversed(path))

    def has_synonyms(self, value_id: int) -> bool:
        """Say whether any synonym of the id or of a part of it was ever recorded."""
        return self._classes.knows(value_id)

    # ---- irrelevance and livesafe

    def add_irrelevant(self, value_id: int) -> bool:
        """Record that a value does not matter; false if it has synonyms."""
        if self._classes.knows(value_id):
            return False
        self._irrelevant[value_id] = True
        return True

    def is_declared_irrelevant(self, value_id: int) -> bool:
        """Say whether `add_irrelevant` was given the id."""
        return value_id in self._irrelevant

    def is_irrelevant(self, module: ModuleIndex, value_id: int) -> bool:
        """Say whether a value does not matter: declared so, or no pointer and defined in a dead
        block.
        """
        if value_id in self._irrelevant:
            return True
        definition = module.definition(value_id)
        if (
            definition is None
            or definition.block is None
            or not definition.block.dead
            or not definition.type_id
        ):
            return False
        type_definition = module.definition(definition.type_id)
        return type_definition is not None and type_definition.op != opcodes.OpTypePointer

    def irrelevant_ids(self) -> list[int]:
        """Return the ids declared irrelevant, in the order of declaration."""
        return list(self._irrelevant)

    def add_pointee_irrelevant(self, pointer_id: int) -> bool:
        """Record that the memory behind a pointer does not matter; false if the pointer has
        synonyms.
        """
        if self._classes.knows(pointer_id):
            return False
        self._pointee_irrelevant[pointer_id] = True
        return True

    def is_pointee_irrelevant(self, pointer_id: int) -> bool:
        """Say whether the memory behind the pointer does not matter."""
        return pointer_id in self._pointee_irrelevant

    def pointee_irrelevant_ids(self) -> list[int]:
        """Return the pointers whose memory does not matter, in the order of declaration."""
        return list(self._pointee_irrelevant)

    def add_livesafe(self, function_id: int) -> None:
        """Record that the function may be called from anywhere with irrelevant arguments."""
        self._livesafe[function_id] = True

    def is_livesafe(self, function_id: int) -> bool:
        """Say whether the function may be called from live blocks."""
        return function_id in self._livesafe

    def copy(self) -> Facts:
        """Return an independent copy."""
        other = Facts()
        other._classes = self._classes.copy()
        other._equations = self._equations.copy(other._classes)
        # It is the live list of the classes, which are others in the copy.
        other.synonym_ids = other._classes.ids
        other._irrelevant.update(self._irrelevant)
        other._pointee_irrelevant.update(self._pointee_irrelevant)
        other._livesafe.update(self._livesafe)
        other.uniforms = self.uniforms.copy()
        other.ranges = self.ranges.copy()
        other.constants.update(self.constants)
        other.textures.update(self.textures)
        other.samplers.update(self.samplers)
        other.companion = self.companion
        other.given_constants = self.given_constants
        other.given_uniforms = self.given_uniforms
        return other
