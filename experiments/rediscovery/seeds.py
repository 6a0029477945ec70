"""Are known bugs among the seeds? A bug whose own program is a seed would be found by running it.

    python -m experiments.rediscovery.seeds

lists the programs of known bugs' cases that are files of the bundled corpus.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from aberration.campaign.seeds import DONOR_KINDS, SEED_KINDS, TEXT_KINDS, bundled_corpus

from .known import Known, known_bugs

KINDS: Final = (*SEED_KINDS, *TEXT_KINDS, *DONOR_KINDS)


class Shared(msgspec.Struct, frozen=True):
    """A program of a known bug's case that is a file of the corpus. `fails`: it is a program under
    test of which the case says that it goes wrong, and not merely what its steps start from.
    """

    bug: str
    file: str
    fails: bool


def shared_programs(known: Iterable[Known]) -> Iterator[Shared]:
    """Give the programs of cases that are seeds or donors, byte by byte."""
    corpus = bundled_corpus()
    files = {
        path.read_bytes(): str(path.relative_to(corpus))
        for kind in KINDS
        for path in sorted((corpus / kind).rglob("*"))
        if path.is_file() and path.suffix != ".json"
    }
    for bug in {one.name: one for one in known}.values():
        case = bug.case
        failing = {program.source for role, program in case.programs.items() if role != "reference"}
        programs = {
            program.source for program in (*case.programs.values(), *case.recipe.seeds.values())
        }
        for source in sorted(programs & files.keys()):
            yield Shared(bug.name, files[source], source in failing)


def main() -> None:
    """Print what is shared."""
    for one in shared_programs(known_bugs()):
        print(f"{one.bug}: {one.file}{' goes wrong' if one.fails else ''}")


if __name__ == "__main__":
    main()
