"""The tables of real shaders as seeds: how many there are, what keeps the others, what goes
together.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol

from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.tree import LanguageName

_TOGETHER: Final = 20
_QUOTED: Final = re.compile(r"'[^']*'|\"[^\"]*\"")
_NUMBER: Final = re.compile(r"\b\d+\b")
_LONGEST: Final = 110


class Outcome(Protocol):
    """What the tables ask of an outcome."""

    @property
    def package(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def language(self) -> LanguageName: ...
    @property
    def stage(self) -> Stage: ...
    @property
    def loaded(self) -> bool: ...
    @property
    def known(self) -> str: ...
    @property
    def driver(self) -> str: ...
    @property
    def differs(self) -> bool: ...
    @property
    def reasons(self) -> tuple[str, ...]: ...
    @property
    def uses(self) -> tuple[str, ...]: ...
    @property
    def stands(self) -> bool: ...
    @property
    def pictured(self) -> bool: ...


_COLUMNS: Final[tuple[tuple[str, Callable[[Outcome], bool]], ...]] = (
    ("legal", lambda one: True),
    ("loaded", lambda one: one.loaded),
    ("interpreted", lambda one: one.known in ("defined", "repaired", "undefined")),
    ("defined", lambda one: one.known == "defined"),
    ("repaired", lambda one: one.known == "repaired"),
    ("on a driver", lambda one: bool(one.driver)),
    ("a seed", lambda one: is_seed(one)),
    ("of them with stand-ins", lambda one: is_seed(one) and one.stands),
    ("with pictures", lambda one: is_seed(one) and one.pictured),
)


def is_seed(one: Outcome) -> bool:
    """Whether a shader is loaded, its result known, and a driver runs it."""
    return one.known in ("defined", "repaired") and bool(one.driver)


def tables(outcomes: Sequence[Outcome]) -> str:
    """Return all tables as text."""
    blocks = (
        by_package(outcomes),
        by_reason(outcomes, head_of),
        by_reason(outcomes, words_of),
        together(outcomes),
        used(outcomes),
        [f"differs: {one.package} {one.name}" for one in outcomes if one.differs],
    )
    return "\n\n".join("\n".join(block) for block in blocks if block)


def by_package(outcomes: Sequence[Outcome]) -> list[str]:
    """Return the counts of each package, language and stage, and of all."""
    titles = " | ".join(title for title, _ in _COLUMNS)
    keys = sorted({_key(one) for one in outcomes})
    rows = [f"| package | language | stage | {titles} |", "|---" * (3 + len(_COLUMNS)) + "|"]
    rows += [_row(key, [one for one in outcomes if _key(one) == key]) for key in keys]
    for language in ("essl", "glsl", "wgsl"):
        found = [one for one in outcomes if one.language == language]
        rows.append(_row(("all", language, ""), found))
    for stage in ("vertex", "fragment", "compute"):
        rows.append(_row(("all", "", stage), [one for one in outcomes if one.stage == stage]))
    return [*rows, _row(("all", "", ""), outcomes)]


def _key(one: Outcome) -> tuple[str, ...]:
    return one.package, one.language, one.stage


def _row(key: tuple[str, ...], outcomes: Iterable[Outcome]) -> str:
    found = list(outcomes)
    counts = [sum(map(holds, found)) for _, holds in _COLUMNS]
    return f"| {' | '.join(map(str, (*key, *counts)))} |"


def head_of(reason: str) -> str:
    """Return a reason without its kind; what a tool said stays."""
    head, _, _ = reason.partition(": ")
    return words_of(reason) if head in ("loading", "driver", "not interpreted") else head


def words_of(reason: str) -> str:
    """Return a reason without names and numbers, where a tool said it."""
    if reason.startswith(("loading: ", "driver: ", "not interpreted: ")):
        return _NUMBER.sub("N", _QUOTED.sub("'...'", reason))[:_LONGEST]
    return reason


def by_reason(outcomes: Sequence[Outcome], words: Callable[[str], str]) -> list[str]:
    """Return how many shaders have each reason, and how many of them have no other one."""
    counts: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    languages: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for one in outcomes:
        reasons = {words(reason) for reason in one.reasons}
        counts.update(reasons)
        alone.update(reasons if len(reasons) == 1 else ())
        for reason in reasons:
            languages[reason][one.language] += 1
    rows = ["| reason | shaders | it alone | essl | glsl | wgsl |", "|---" * 6 + "|"]
    for reason, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        each = [languages[reason][language] for language in ("essl", "glsl", "wgsl")]
        rows.append(f"| {' | '.join(map(str, (reason, count, alone[reason], *each)))} |")
    return rows


def together(outcomes: Sequence[Outcome]) -> list[str]:
    """Return the sets of reasons that most shaders have."""
    counts = Counter(
        " + ".join(sorted({head_of(reason) for reason in one.reasons}))
        for one in outcomes
        if one.reasons
    )
    rows = ["| reasons together | shaders |", "|---|---|"]
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [*rows, *(f"| {reasons} | {count} |" for reasons, count in ranked[:_TOGETHER])]


def used(outcomes: Sequence[Outcome]) -> list[str]:
    """Return how many shaders use what is no reason by itself."""
    counts = Counter(use for one in outcomes for use in one.uses)
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    rows = ["| used | shaders |", "|---|---|"]
    return [*rows, *(f"| {use} | {count} |" for use, count in ranked)]
