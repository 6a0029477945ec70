"""Statements of another function or program are put where control never comes (Athena)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

import msgspec

from aberration.core.rng import Rng
from aberration.methods.emi.draft import Draft, Point
from aberration.methods.emi.mapping import map_fragment
from aberration.methods.emi.mutation import Mutation, Site, never_text
from aberration.methods.emi.statements import end_name

_TRIES: Final = 8
_MOST: Final = 3
_OWN: Final = re.compile(r"live_\d+_v\d+")


class Variable(msgspec.Struct, frozen=True):
    """A variable that stands for one of the fragment's, for want of one in scope."""

    name: str
    declaration: str


class InsertFragment(Mutation, frozen=True):
    """Precondition: control never comes to the program point; what the statements name is in scope
    (`uses`), or declared with them (`variables`).
    Effect: statements of another function, or of another program, stand there in a block, their
    variables replaced by others of the same type, their calls by others or by values, their jumps
    and returns by jumps to the end of the block.
    """

    live: ClassVar[bool] = False

    variables: tuple[Variable, ...]
    statements: tuple[str, ...]
    loop: bool
    uses: tuple[str, ...]

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        for _ in range(_TRIES if site.donors else 0):
            donor = rng.choose(site.donors)
            if not donor.program_points:
                continue
            ordinal, count = rng.below(len(donor.program_points)), rng.between(1, _MOST)
            native = donor is site.source
            fragment = donor.statements.fragment(ordinal, count, not native)
            # Both have the header of csmith, whose functions may be called.
            known = native or (donor.csmith and site.source.csmith)
            mapped = map_fragment(fragment, site, known, rng) if fragment is not None else None
            if fragment is None or mapped is None:
                continue
            variables = tuple(Variable(*pair) for pair in mapped.variables.items())
            loop = fragment.escapes
            return cls(site.number, site.point.key, variables, mapped.statements, loop, mapped.uses)
        return None

    def names(self) -> Sequence[str]:
        return self.uses

    def smaller(self) -> Iterator[Mutation]:
        if len(self.statements) > 1:
            yield msgspec.structs.replace(self, statements=self.statements[:-1])
            first, rest = self.statements[0], " ".join(self.statements[1:])
            if set(_OWN.findall(first)).isdisjoint(_OWN.findall(rest)):
                yield msgspec.structs.replace(self, statements=self.statements[1:])

    def _edit(self, draft: Draft, point: Point) -> None:
        draft.insert(point, [f"{{ {never_text(draft)}{self.text()} }}\n"])

    def text(self) -> str:
        """Return the statements with the declarations that they need."""
        body, end = " ".join(self.statements), end_name(self.number)
        words = set(re.findall(r"\w+", body))
        declared = " ".join(one.declaration for one in self.variables if one.name in words)
        body = f"do {{ {body} }} while (0);" if self.loop else body
        label = f" {end}: ;" if end in words else ""
        return f"{declared} {body}{label}".strip()
