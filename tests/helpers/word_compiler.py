"""The compiler of the plug-in `wordplay`. It loads little, for each of its workers does so, and
nothing that starts threads, for a fork server can make no worker then.
"""

import ctypes
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from aberration.core.outcome import Outcome, Rejected, Text
from aberration.core.program import Program
from aberration.targets.runner import Clock


def words_of(given: Program) -> list[str]:
    """Return the words of a program."""
    return given.source.decode().partition("|")[2].split()


class WordCompiler:
    """A runner; the option `bugs` names the words over which it trips. Over "stale" it trips from
    the first "primer" on, as a driver does that takes one pipeline for another.
    """

    def open(self, options: Mapping[str, str]) -> str:
        """Take the options."""
        self._bugs = set(options.get("bugs", "").split())
        self._delay = float(options.get("delay", "0"))
        self._accent = options.get("accent", "")
        self._moods = Path(options.get("moods", "moods"))
        self._runs = 0
        self._primed = False
        return f"words {options.get('version', '1.0')}"

    def run(self, given: Program, clock: Clock) -> Outcome:
        """Return what the text of the program means."""
        with clock:
            time.sleep(self._delay)
            self._runs += 1
            return self._meaning(given)

    def close(self) -> None:
        """There is nothing to let go."""

    def _is_in_the_mood(self) -> bool:
        """Return true each fourth time that it is asked, over all processes: the file `moods`
        counts.
        """
        count = int(self._moods.read_text() or "0") + 1 if self._moods.exists() else 1
        self._moods.write_text(str(count))
        return count % 4 == 0

    def _meaning(self, given: Program) -> Outcome:
        text = given.source.decode().partition("|")[0].strip()
        hit = self._bugs & set(words_of(given))
        if "moody" in hit and not self._is_in_the_mood():
            hit.remove("moody")
        self._primed = self._primed or "primer" in words_of(given)
        if "stale" in hit and not self._primed:
            hit.remove("stale")
        if "boom" in hit:
            sys.stderr.write("words: fold.c:17: fold: Assertion `no boom' failed.\n")
            sys.stderr.flush()
            os.abort()
        if "stall" in hit:
            time.sleep(60)
        if "lag" in hit:
            time.sleep(0.6)
        if "segv" in hit:
            ctypes.string_at(0)
        if "unlucky" in hit and self._runs > 2:
            return Text(b"tired")
        if text.startswith("random"):
            return Text(f"{time.monotonic_ns()}".encode())
        if text.startswith("refused"):
            return Rejected("this compiler knows no such text")
        accent = self._accent if text.startswith("accent") else ""
        return Text(f"{text}{accent}{'!' if hit - {'unlucky', 'lag'} else ''}".encode())
