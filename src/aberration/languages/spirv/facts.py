"""What is known about a module beyond its text; rebuilt by replaying transformations, never stored.

That a block is dead stands on the block itself. A fact that contradicts another one is refused: an id is
never both irrelevant and a synonym.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import opcodes

if TYPE_CHECKING:
    from .index import ModuleIndex


class Facts:
    """Synonyms (union-find over whole ids), irrelevant ids, irrelevant pointees, livesafe functions.

    Ids are never recycled; facts about ids that are gone stay and have to be filtered by the asker.
    """

    __slots__ = ("_irrelevant", "_livesafe", "_members", "_parent", "_pointee_irrelevant", "synonym_ids")

    def __init__(self) -> None:
        self._parent: dict[int, int] = {}
        self._members: dict[int, list[int]] = {}
        self._irrelevant: dict[int, bool] = {}
        self._pointee_irrelevant: dict[int, bool] = {}
        self._livesafe: dict[int, bool] = {}
        self.synonym_ids: list[int] = []

    # ---- synonyms

    def add_synonym(self, a: int, b: int) -> bool:
        """Record that `a` and `b` are equal wherever both are available; false (nothing recorded) if either is
        declared irrelevant. Ids defined in dead blocks are the caller's business (`is_irrelevant`).
        """
        if a in self._irrelevant or b in self._irrelevant:
            return False
        if a == b:
            return True
        self._enter(a)
        self._enter(b)
        root, other = self._root(a), self._root(b)
        if root == other:
            return True
        if len(self._members[root]) < len(self._members[other]):
            root, other = other, root
        self._parent[other] = root
        self._members[root].extend(self._members.pop(other))
        return True

    def synonymous(self, a: int, b: int) -> bool:
        """Say whether `a` and `b` are known to be equal."""
        if a == b:
            return True
        return a in self._parent and b in self._parent and self._root(a) == self._root(b)

    def synonyms(self, value_id: int) -> list[int]:
        """Return the class of an id, itself included, sorted; ids that are gone are still in it."""
        if value_id not in self._parent:
            return [value_id]
        return sorted(self._members[self._root(value_id)])

    def synonym_class(self, value_id: int) -> list[int]:
        """Return the class of an id that has synonyms: the live list, its order depends on history."""
        return self._members[self._root(value_id)]

    def has_synonyms(self, value_id: int) -> bool:
        """Say whether any synonym of the id was ever recorded."""
        return value_id in self._parent

    def _enter(self, value_id: int) -> None:
        if value_id in self._parent:
            return
        self._parent[value_id] = value_id
        self._members[value_id] = [value_id]
        self.synonym_ids.append(value_id)

    def _root(self, value_id: int) -> int:
        parent = self._parent
        while parent[value_id] != value_id:
            parent[value_id] = parent[parent[value_id]]
            value_id = parent[value_id]
        return value_id

    # ---- irrelevance and livesafe

    def add_irrelevant(self, value_id: int) -> bool:
        """Record that a value does not matter; false if it has synonyms."""
        if value_id in self._parent:
            return False
        self._irrelevant[value_id] = True
        return True

    def declared_irrelevant(self, value_id: int) -> bool:
        """Say whether `add_irrelevant` was given the id."""
        return value_id in self._irrelevant

    def is_irrelevant(self, module: ModuleIndex, value_id: int) -> bool:
        """Say whether a value does not matter: declared so, or no pointer and defined in a dead block."""
        if value_id in self._irrelevant:
            return True
        definition = module.definition(value_id)
        if definition is None or definition.block is None or not definition.block.dead or not definition.type_id:
            return False
        type_definition = module.definition(definition.type_id)
        return type_definition is not None and type_definition.op != opcodes.OpTypePointer

    def irrelevant_ids(self) -> list[int]:
        """Return the ids declared irrelevant, in the order of declaration."""
        return list(self._irrelevant)

    def add_pointee_irrelevant(self, pointer_id: int) -> bool:
        """Record that the memory behind a pointer does not matter; false if the pointer has synonyms."""
        if pointer_id in self._parent:
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
        other._parent.update(self._parent)
        other._members.update({root: list(members) for root, members in self._members.items()})
        other._irrelevant.update(self._irrelevant)
        other._pointee_irrelevant.update(self._pointee_irrelevant)
        other._livesafe.update(self._livesafe)
        other.synonym_ids.extend(self.synonym_ids)
        return other
