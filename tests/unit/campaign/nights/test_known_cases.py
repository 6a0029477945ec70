"""A collection of known bugs explains a finding only where its case goes wrong here, too."""

from pathlib import Path

from helpers import wordplay

from aberration.campaign.nights.findings import kept_of
from aberration.campaign.nights.known_bugs import IndexRow
from aberration.campaign.nights.known_cases import KnownCases
from aberration.campaign.nights.records import Kept
from aberration.campaign.triage.question import KnownTargets
from aberration.campaign.verification import Verifier
from aberration.core.finding import Finding
from aberration.core.oracle import Verdict
from aberration.core.recipe import Recipe, Step, TestCase
from aberration.core.target import Target
from aberration.core.testcase import save_case
from aberration.targets.pool import TargetPool

WRONG = Verdict("wrong", "wrong text")


def case_of(*words: str) -> TestCase:
    steps: tuple[Step, ...] = tuple({"type": f"Add{word}", "word": word} for word in words)
    recipe = Recipe("wordplay", 1, {"seed": wordplay.program("alpha")}, steps)
    return wordplay.WordMethod().replay(recipe).case


def found(*words: str, verdict: Verdict = WRONG) -> Kept:
    case = case_of(*words)
    finding = Finding(
        "0001-01/a", 1, "words@2.0", "2.0", verdict, case, "reliable", 3, 3, "reduced", reduced=case
    )
    return kept_of(finding, 1, "words")


def explained(folder: Path, kept: Kept, target: Target, known: str = "wrong") -> str:
    """Return what the case `twist` of a collection, of this kind, explains."""
    save_case(case_of("twist"), folder / "a-twist")
    place = folder / "a-twist"
    rows = {"words": [(place, IndexRow("a-twist", "words@1.0", known))]}
    with TargetPool() as pool:
        verifier = Verifier(pool, 1.0, KnownTargets(every=lambda: [target], members=lambda _: ()))
        cases = KnownCases(rows, verifier, lambda _: wordplay.WordMethod())
        return cases.explain(kept, target)


def test_a_known_bug_that_is_here_explains_it(tmp_path: Path) -> None:
    (target,) = wordplay.versions("2.0=twist")
    assert explained(tmp_path, found("twist", "w0"), target) == "a-twist"


def test_what_has_nothing_in_common_is_no_known_bug(tmp_path: Path) -> None:
    (target,) = wordplay.versions("2.0=twist")
    assert explained(tmp_path, found("w0"), target) == ""
    assert explained(tmp_path, found("twist"), target, "crash") == ""


def test_a_known_bug_that_is_mended_here_explains_nothing(tmp_path: Path) -> None:
    (target,) = wordplay.versions("2.0")
    assert explained(tmp_path, found("twist"), target) == ""


def test_another_family_is_another_bug(tmp_path: Path) -> None:
    (target,) = wordplay.versions("2.0=twist")
    kept = found("twist")
    other = kept_of(kept.finding, 1, "others")
    assert explained(tmp_path, other, target) == ""
