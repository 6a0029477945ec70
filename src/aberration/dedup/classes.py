"""Which names stand for one thing, when more and more is learnt about what goes together
(disjoint sets).
"""

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

Name = TypeVar("Name", bound=Hashable)


class Classes(Generic[Name]):
    """Names in classes; each class is known by its first name, so that the order of joining
    decides nothing else.
    """

    def __init__(self) -> None:
        self._parents: dict[Name, Name] = {}
        self._order: dict[Name, int] = {}

    def first(self, name: Name) -> Name:
        """Return the first name of the class; a name that was never joined is a class of its
        own.
        """
        while (parent := self._parents.get(name, name)) != name:
            name = parent
        return name

    def join(self, name: Name, others: Iterable[Name]) -> None:
        """Put names into one class."""
        self._order.setdefault(name, len(self._order))
        for other in others:
            self._order.setdefault(other, len(self._order))
            # The older name stays the first: what a bug is called does not change when more is
            # learnt.
            one, two = sorted(
                (self.first(name), self.first(other)), key=lambda known: self._order[known]
            )
            if one != two:
                self._parents[two] = one
