"""Qualifiers of GLSL and ESSL, in any order, sorted into the tree's vocabulary."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.glsl.expressions import GlslExpressions
from aberration.languages.shading.glsl.words import QUALIFIER_WORDS
from aberration.languages.shading.lexer import IDENTIFIER
from aberration.languages.shading.tree import QUALIFIERS, Attribute, PrecisionLevel, Storage

STORAGE_OF: Final[dict[str, Storage]] = {
    "in": "in",
    "attribute": "in",
    "out": "out",
    "varying": "varying",
    "uniform": "uniform",
    "buffer": "storage",
    "shared": "workgroup",
}
ATTRIBUTE_OF: Final = {"set": "group"}
"""Layout identifiers that the tree calls by WGSL's name."""

_PRECISIONS: Final[dict[str, PrecisionLevel]] = {
    "lowp": "lowp",
    "mediump": "mediump",
    "highp": "highp",
}
_ORDER: Final = {word: place for place, word in enumerate(QUALIFIERS)}


class Qualifiers:
    """What stands before a type. `inout` is kept apart from a storage, for it is a parameter's
    only.
    """

    __slots__ = ("attributes", "constant", "inout", "others", "precision", "storage")

    def __init__(self) -> None:
        self.constant = False
        self.inout = False
        self.storage: Storage = ""
        self.precision: PrecisionLevel = ""
        self.others: list[str] = []
        self.attributes: list[Attribute] = []

    def words(self) -> tuple[str, ...]:
        """Return the other qualifiers in the tree's order."""
        return tuple(sorted(self.others, key=_ORDER.__getitem__)) if self.others else ()

    def add(self, word: str) -> bool:
        """Note a qualifier; return False where it contradicts or repeats one that came before."""
        if word == "const":
            free, self.constant = not self.constant, True
            return free
        if word == "inout":
            free, self.inout = not (self.inout or self.storage), True
            return free
        if word in _PRECISIONS:
            free, self.precision = not self.precision, _PRECISIONS[word]
            return free
        if word in STORAGE_OF:
            free, self.storage = not (self.storage or self.inout), STORAGE_OF[word]
            return free
        self.others.append(word)
        return word not in self.others[:-1]


_NONE: Final = Qualifiers()
"""What stands before most types; nobody adds to it."""


class GlslQualifiers(GlslExpressions):
    """Reads qualifiers."""

    def qualifiers(self) -> Qualifiers:
        """Read all qualifiers that come next, perhaps none."""
        if self.kinds[self.at] not in QUALIFIER_WORDS:
            return _NONE
        found = Qualifiers()
        while (word := self.kinds[self.at]) in QUALIFIER_WORDS:
            if word == "layout":
                self.at += 1
                self._layout(found)
                continue
            if not found.add(word):
                raise self.failure("a qualifier that agrees with those before it")
            self.at += 1
        return found

    def _layout(self, found: Qualifiers) -> None:
        self.expect("(")
        self.enter()
        while True:
            found.attributes.append(self._layout_entry())
            if not self.accept(","):
                break
        self.level -= 1
        self.expect(")")

    def _layout_entry(self) -> Attribute:
        first = self.at
        if self.accept("shared"):
            return Attribute("shared", span=self.span(first))
        if self.kinds[self.at] != IDENTIFIER:
            raise self.failure("a layout identifier")
        name = self.texts[self.at]
        self.at += 1
        args = (self.assignment(),) if self.accept("=") else ()
        return Attribute(ATTRIBUTE_OF.get(name, name), args, span=self.span(first))
