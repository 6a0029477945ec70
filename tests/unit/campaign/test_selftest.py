"""The self-test where no planted line can be caught: it says why."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from helpers import wordplay

from aberration.campaign.configuration import FuzzConfiguration, MethodSettings
from aberration.campaign.seeds import load_pool
from aberration.campaign.selftest import SelfTest
from aberration.core.errors import SelfTestFailed
from aberration.core.method import Request
from aberration.core.oracle import Agree
from aberration.core.recipe import TestCase
from aberration.targets.pool import TargetPool


class WordsAgree(wordplay.WordMethod):
    """Lets compilers of words judge each other on the variants."""

    least_targets = 2

    def make(self, request: Request) -> Sequence[TestCase]:
        return [
            msgspec.structs.replace(
                case, programs={"program": case.programs["variant"]}, oracle=Agree()
            )
            for case in super().make(request)
        ]


def self_test(seeds: Path, words: str, *bugs: str) -> str:
    """Return what the self-test says of compilers with these bugs, on programs of these words."""
    targets = [wordplay.target(f"words-{k}", bugs=bug) for k, bug in enumerate(bugs)]
    pool_of_seeds = load_pool((str(seeds),), (), wanted={"c"})
    settings = {"wordplay": MethodSettings(options={"words": words})}
    method = WordsAgree()
    with TargetPool() as pool:
        configuration = FuzzConfiguration(method=settings)
        test = SelfTest(method, method.languages[0], configuration, pool_of_seeds, pool)
        return test.run(targets, targets)


def test_a_planted_line_is_caught(plugin: Path) -> None:
    told = self_test(plugin, "w0", "", "")
    assert told == "wordplay: a planted line caught, words-0 and words-1 silent"


def test_compilers_that_never_agree_are_told(plugin: Path) -> None:
    with pytest.raises(SelfTestFailed) as failed:
        self_test(plugin, "twist", "twist", "")
    assert failed.value.message == (
        "wordplay: words-0 and words-1 give different results for every program that both ran "
        "(12): one of them is wrong on all, and with two nobody can say which"
    )
    assert "Name a third compiler" in failed.value.hint


def test_compilers_that_take_no_program_are_told(plugin: Path, tmp_path: Path) -> None:
    with pytest.raises(SelfTestFailed, match="no program of 12 showed it") as failed:
        self_test(wordplay.write_seeds(tmp_path / "refused", "refused"), "w0", "", "")
    assert "Do words-0 and words-1 take the programs?" in failed.value.hint
