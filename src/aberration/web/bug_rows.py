"""Bugs as the list shows them, and what of them a visitor asked for: filters, search, order and
page, all of it in the address.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, get_args
from urllib.parse import urlencode

import msgspec

PAGE: Final = 50
Sort = Literal["new", "found", "kind", "target", "steps", "signature"]


class Place(msgspec.Struct, frozen=True):
    """Where a finding stands: the campaign's name, and its id there."""

    campaign: str
    finding: str


class Picture(msgspec.Struct, frozen=True):
    """An image of the store: the digest of an artifact, which is an outcome, or a finding whose
    claim says what was `expected`.
    """

    digest: str
    expected: bool = False

    @property
    def path(self) -> str:
        """Return where the server has it, without the number of the attachment."""
        return f"/{'expected' if self.expected else 'images'}/{self.digest}"


class BugRow(msgspec.Struct, frozen=True):
    """A bug (`dedup.bugs.Bug`) with what the list shows of its first finding.

    `parts` are the kinds of its steps, or what is left of a small program; `stage` the last stage
    of a pipeline that it needs, `shader` the stage of its program.
    """

    id: str
    family: str
    kind: str
    signature: str
    reduced: bool
    perhaps: str
    culprit: str
    needs: str
    parts: tuple[str, ...]
    findings: tuple[Place, ...]
    target: str
    version: str
    method: str
    stage: str
    language: str
    shader: str
    seed: str
    reliability: str
    steps: int
    first_test: int
    expected: Picture | None = None
    came: Picture | None = None

    @property
    def text(self) -> str:
        """Return what a search looks at, in small letters."""
        words = (self.id, self.family, self.kind, self.signature, self.culprit, self.needs)
        more = (*self.parts, self.target, self.version, self.method, self.seed)
        return " ".join((*words, *more)).casefold()


class Asked(msgspec.Struct, frozen=True):
    """What of the list was asked for; empty strings do not restrict."""

    q: str = ""
    kind: str = ""
    family: str = ""
    method: str = ""
    status: str = ""
    campaign: str = ""
    reduced: str = ""
    sort: Sort = "new"
    page: int = 1

    def address(self, **changed: object) -> str:
        """Return the address of the list with some of it changed; another restriction begins at
        the first page.
        """
        known = {name: getattr(self, name) for name in self.__struct_fields__}
        known |= changed if "page" in changed else {"page": 1, **changed}
        plain = Asked()
        given = {name: value for name, value in known.items() if value != getattr(plain, name)}
        return "/bugs" + (f"?{urlencode(given)}" if given else "")


class Shown(msgspec.Struct, frozen=True):
    """One page of the list: `rows` of `total` that were asked for, and what could be asked."""

    rows: tuple[BugRow, ...]
    total: int
    pages: int
    choices: Mapping[str, tuple[tuple[str, int], ...]]


def read_asked(query: Mapping[str, str]) -> Asked:
    """Return what an address asks for; what makes no sense in it is left out."""
    known: dict[str, Any] = {
        name: query[name][:200]
        for name in Asked.__struct_fields__
        if name not in ("sort", "page") and query.get(name)
    }
    sort, page = query.get("sort", ""), query.get("page", "")
    if sort in get_args(Sort):
        known["sort"] = sort
    if page.isascii() and page.isdigit() and len(page) < 7:
        known["page"] = max(1, int(page))
    return Asked(**known)


_KEYS: Final[Mapping[str, Callable[[BugRow], Any]]] = {
    "new": lambda row: (-row.first_test, row.id),
    "found": lambda row: (-len(row.findings), row.id),
    "kind": lambda row: (row.kind, row.target, row.id),
    "target": lambda row: (row.target, row.kind, row.id),
    "steps": lambda row: (not row.reduced, row.steps, row.id),
    "signature": lambda row: (row.signature, row.id),
}


def select_rows(
    rows: Sequence[BugRow], asked: Asked, statuses: Mapping[str, str], notes: Mapping[str, str]
) -> Shown:
    """Return the page that was asked for; `statuses` of bugs by id (`open` where there is none),
    `notes` by id are searched as well.
    """
    words = asked.q.casefold().split()
    wanted = [(name, getattr(asked, name)) for name in _CHOICES if getattr(asked, name)]
    counts: dict[str, Counter[str]] = {name: Counter() for name in _CHOICES}
    found = []
    for row in rows:
        if not _is_of(row, asked.campaign) or not _has_words(row, words, notes):
            continue
        values = _values(row, statuses.get(row.id, "open"))
        missed = [name for name, value in wanted if values[name] != value]
        if not missed:
            found.append(row)
        # A choice counts what the other filters leave.
        for name in _CHOICES if not missed else missed if len(missed) == 1 else ():
            counts[name][values[name]] += 1
    found.sort(key=_KEYS[asked.sort])
    pages = max(1, -(-len(found) // PAGE))
    first = (min(asked.page, pages) - 1) * PAGE
    choices = {name: tuple(sorted(counted.items())) for name, counted in counts.items()}
    return Shown(tuple(found[first : first + PAGE]), len(found), pages, choices)


_CHOICES: Final = ("kind", "family", "method", "status", "reduced")


def _values(row: BugRow, status: str) -> dict[str, str]:
    """Return what a bug has of each choice."""
    return {
        "kind": row.kind,
        "family": row.family,
        "method": row.method,
        "status": status,
        "reduced": "yes" if row.reduced else "no",
    }


def _is_of(row: BugRow, campaign: str) -> bool:
    return not campaign or any(place.campaign == campaign for place in row.findings)


def _has_words(row: BugRow, words: Sequence[str], notes: Mapping[str, str]) -> bool:
    if not words:
        return True
    text = f"{row.text} {notes.get(row.id, '').casefold()}"
    return all(word in text for word in words)


def similar_rows(row: BugRow, rows: Sequence[BugRow], most: int = 12) -> list[tuple[BugRow, str]]:
    """Return other bugs that may have to do with one, with the reason, the nearest first."""
    parts = frozenset(row.parts)
    found: list[tuple[float, str, BugRow]] = []
    for other in rows:
        if other.id == row.id:
            continue
        theirs = frozenset(other.parts)
        both = len(parts & theirs) / len(parts | theirs) if parts and theirs else 0.0
        if other.id == row.perhaps or other.perhaps == row.id:
            found.append((3.0, "perhaps the same", other))
        elif (row.kind, row.signature) == (other.kind, other.signature) and row.kind != "wrong":
            found.append((2.0, "the same signature", other))
        elif row.culprit and other.culprit == row.culprit:
            found.append((1.5, f"the same culprit: {row.culprit}", other))
        elif both >= 0.5 and other.kind == row.kind:
            found.append((both, f"{both:.0%} of the same parts", other))
    found.sort(key=lambda one: (-one[0], one[2].id))
    return [(other, reason) for _, reason, other in found[:most]]
