"""A folder in which a reduction keeps its best case, so that it can be interrupted and goes on
from there.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import typer

from aberration.cli.console import INTERRUPTED, note
from aberration.core.errors import BadInput
from aberration.core.files import write_json
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.core.testcase import check_schema, load_case, save_case

SCHEMA = 1
RECORD = "reduction.json"
CASE = "case"
NEIGHBOUR = "neighbour"
DELTA = "delta.txt"


class Record(msgspec.Struct, frozen=True):
    """What is being reduced: the digest of the case that was given, the target, the bug, and
    how it stands.
    """

    schema: int
    given: str
    target: str
    kind: str
    signature: str
    status: str = "begun"


class ReductionFolder:
    """`case/` has the best so far, whole at every moment; `reduction.json` says of what."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.case = folder / CASE

    def begin(self, given: TestCase, target: str) -> TestCase:
        """Return the case to go on with: the best so far of the same reduction, else the one
        given.
        """
        path = self.folder / RECORD
        if path.is_file():
            return self._go_on(path, given, target)
        if self.folder.exists() and (not self.folder.is_dir() or any(self.folder.iterdir())):
            raise BadInput(
                "expected a new or empty folder, or one of an earlier reduction",
                where=str(self.folder),
            )
        return given

    def _go_on(self, path: Path, given: TestCase, target: str) -> TestCase:
        text = path.read_bytes()
        check_schema(text, SCHEMA, str(path))
        try:
            record = msgspec.json.decode(text, type=Record)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise BadInput(
                f"expected the record of a reduction, but {error}", where=str(path)
            ) from None
        if (record.given, record.target) != (recipe_digest(given), target):
            hint = "Name another folder with -o."
            raise BadInput(
                "the folder has the reduction of another case or target", where=str(path), hint=hint
            )
        for folder in (self.case, self.folder / f".{CASE}.old"):
            if (folder / "case.json").is_file():
                return load_case(folder)
        return given

    def note(self, record: Record) -> None:
        """Write how the reduction stands."""
        self.folder.mkdir(parents=True, exist_ok=True)
        write_json(self.folder / RECORD, record)

    def keep(self, case: TestCase) -> None:
        """Put a case in place of the best so far."""
        self._replace(case, self.case)

    def finish(self, case: TestCase, neighbour: TestCase | None, delta: str) -> None:
        """Write the smallest case, and the one next to it that does not fail."""
        self.keep(case)
        if neighbour is not None:
            self._replace(neighbour, self.folder / NEIGHBOUR)
            (self.folder / DELTA).write_text(delta)

    def _replace(self, case: TestCase, place: Path) -> None:
        """Write whole beside it, then change places: there is a whole case at every moment."""
        partial, old = place.with_name(f".{place.name}.part"), place.with_name(f".{place.name}.old")
        shutil.rmtree(partial, ignore_errors=True)
        save_case(case, partial)
        if place.exists():
            shutil.rmtree(old, ignore_errors=True)
            os.replace(place, old)
        os.replace(partial, place)
        shutil.rmtree(old, ignore_errors=True)


@contextmanager
def interruptible(best: Path) -> Iterator[None]:
    """Say where the best so far is when Ctrl-C ends what is inside."""
    try:
        yield
    except KeyboardInterrupt:
        note(f"interrupted: the best so far is in {best}; the same command goes on from there")
        raise typer.Exit(INTERRUPTED) from None


def recipe_digest(case: TestCase) -> str:
    """Return 16 hex digits that stand for a recipe, whatever its programs are called."""
    recipe = case.recipe
    seeds = {role: program.digest for role, program in recipe.seeds.items()}
    parts = {
        "method": recipe.method,
        "seeds": seeds,
        "steps": recipe.steps,
        "seed": recipe.rng_seed,
    }
    return Program("c", "program", msgspec.json.encode(parts, order="deterministic")).digest
