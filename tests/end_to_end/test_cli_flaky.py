"""A bug that shows in one look of four, from the command line: a case is reduced, and what
shows never is refused.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import wordplay
from helpers.word_compiler import words_of

from aberration.core.recipe import Recipe, Step
from aberration.core.testcase import load_case, save_case


class Here:
    """The command with the plug-in's targets."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        site = wordplay.install(folder / "site")
        path = f"{site}:{wordplay.SEARCHED}"
        self._environment = os.environ | {
            "PYTHONPATH": path,
            "WORDPLAY_MOODS": str(folder / "moods"),
            # The file is outside of what a confined worker may write.
            "ABERRATION_SANDBOX": "off",
        }

    def case(self, *words: str) -> Path:
        """Write a case of these words."""
        steps: tuple[Step, ...] = tuple({"type": "Add", "word": word} for word in words)
        recipe = Recipe("wordplay", 1, {"seed": wordplay.program("alpha")}, steps)
        save_case(wordplay.WordMethod().replay(recipe).case, self.folder / "case")
        return self.folder / "case"

    def run(self, *line: str | Path) -> "subprocess.CompletedProcess[str]":
        """Run one command line."""
        command = [sys.executable, "-m", "aberration.cli.main", *map(str, line)]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=300, env=self._environment
        )
        assert "Traceback" not in done.stderr, done.stderr
        return done


@pytest.fixture
def here(tmp_path: Path) -> Here:
    return Here(tmp_path)


def test_a_bug_that_shows_now_and_then_is_reduced(here: Here) -> None:
    case = here.case("w1", "moody", "w2", "w3")
    done = here.run("reduce", case, "-t", "words-moody", "-o", here.folder / "out", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["status"], told["culprit"]) == ("complete", None)
    smallest = load_case(here.folder / "out" / "case")
    assert words_of(smallest.programs["variant"]) == ["moody"]
    assert "looks: each case is looked at " in done.stderr


def test_what_never_shows_is_refused(here: Here) -> None:
    done = here.run("reduce", here.case("w1"), "-t", "words-moody", "-o", here.folder / "out")
    assert done.returncode == 2
    assert "the case shows no bug on words-moody" in done.stderr
