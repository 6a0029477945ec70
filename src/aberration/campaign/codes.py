"""What came of each test, by the codes of GLSLsmith and WGSLsmith: all targets agree, some differ,
a crash in a stage, a timeout, a program that one of them rejects.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

AGREE: Final = "agree"
_WORDS: Final = {"wrong": "differ", "crash": "crash", "timeout": "timeout", "invalid": "invalid"}
_WITH_STAGE: Final = ("crash", "timeout", "invalid")


def code_counts(rows: Iterable[Mapping[str, object]], passing: int = 0) -> dict[str, int]:
    """Return how many tests have each code, by the rows of a store's outcomes; a test with several
    kinds of violation counts for each.

    The rows may leave out what passed, where the number of `passing` tests is told.
    """
    tests: dict[object, list[Mapping[str, object]]] = {}
    for row in rows:
        tests.setdefault(row["test"], []).append(row)
    found = Counter(code for outcomes in tests.values() for code in _codes_of(outcomes))
    found.update({AGREE: passing} if passing else {})
    return dict(sorted(found.items()))


def _codes_of(outcomes: Iterable[Mapping[str, object]]) -> set[str]:
    verdicts = Counter(str(row["verdict"]) for row in outcomes)
    codes = {_code_of(row) for row in outcomes if row["verdict"] in _WORDS}
    if verdicts["rejected"]:
        codes.add("rejected by one" if verdicts["rejected"] == 1 else "rejected by several")
    if not codes and verdicts["pass"]:
        codes.add(AGREE)
    return codes


def _code_of(row: Mapping[str, object]) -> str:
    verdict, stage = str(row["verdict"]), str(row["digest"])
    word = _WORDS[verdict]
    return f"{word} in {stage}" if stage and verdict in _WITH_STAGE else word
