"""By number: something sound, damaged in one way or in several, and a command that is given it."""

from __future__ import annotations

import functools
import shutil
import tarfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec
from helpers.malformed.documents import FILE_DAMAGES, JSON_DAMAGES
from helpers.malformed.modules import MODULE_DAMAGES
from helpers.malformed.texts import TEXT_DAMAGES, Damage
from helpers.malformed.trial import Trial, attempt, load_commands

from aberration.core.rng import Rng

ROOT: Final = Path(__file__).resolve().parents[3]
CORPUS: Final = ROOT / "corpus"
CAMPAIGN: Final = ROOT / "tests/end_to_end/campaigns/of_2026_11.tar.xz"
_SEED: Final = 20261127
_LIMIT: Final = 60_000
"""Bytes of a seed: larger ones say nothing more, and take longer."""
_TARGET: Final = ("-t", "identity", "--deadline", "5")
_METHODS: Final = {".spv": "transform", ".c": "emi"}


class Line(msgspec.Struct, frozen=True):
    """A command line to be run in a folder, with variables of its environment."""

    arguments: tuple[str, ...]
    variables: tuple[tuple[str, str], ...] = ()


Maker = Callable[[Path, Rng], Line]


def prepare(number: int, folder: Path) -> Line:
    """Write the input of a number into a folder; return the command that is given it."""
    rng = Rng.of(_SEED, "malformed", number)
    return rng.choose(_MAKERS)(folder, rng)


def run(number: int, folder: Path) -> tuple[Line, Trial]:
    """Prepare and run the attempt of a number."""
    load_commands()
    folder.mkdir()
    line = prepare(number, folder)
    return line, attempt(line.arguments, folder, line.variables)


def damaged(data: bytes, damages: Sequence[Damage], rng: Rng) -> bytes:
    """Return the data with one to three damages."""
    for _ in range(rng.choose((1, 1, 1, 2, 3))):
        data = rng.choose(damages)(data, rng)
    return data


def _module(folder: Path, rng: Rng) -> Line:
    path = _copied(rng.choose(_seeds(".spv")), folder)
    path.write_bytes(damaged(path.read_bytes(), MODULE_DAMAGES, rng))
    return _on_program(path, rng)


def _shader(folder: Path, rng: Rng) -> Line:
    path = _copied(rng.choose(_seeds(rng.choose((".frag", ".comp", ".vert", ".wgsl")))), folder)
    path.write_bytes(damaged(path.read_bytes(), TEXT_DAMAGES, rng))
    return _on_program(path, rng)


def _c_program(folder: Path, rng: Rng) -> Line:
    path = _copied(rng.choose(_seeds(".c")), folder)
    path.write_bytes(damaged(path.read_bytes(), TEXT_DAMAGES, rng))
    # Made and never run: what a broken program does is its own affair.
    return Line(("make", "emi", "-s", path.name, "-o", "made", "--seed", str(rng.below(99))))


def _script(folder: Path, rng: Rng) -> Line:
    path = _copied(rng.choose(_scripts()), folder)
    path.write_bytes(damaged(path.read_bytes(), TEXT_DAMAGES, rng))
    return _on_program(path, rng)


def _inputs(folder: Path, rng: Rng) -> Line:
    with_inputs = [path for path in _all_seeds() if path.with_suffix(".json").is_file()]
    path = _copied(rng.choose(with_inputs), folder)
    inputs = path.with_suffix(".json")
    inputs.write_bytes(damaged(inputs.read_bytes(), JSON_DAMAGES, rng))
    return _on_program(path, rng)


def _case(folder: Path, rng: Rng) -> Line:
    place = folder / "case"
    shutil.copytree(rng.choose(_cases()), place)
    files = sorted(path for path in place.iterdir() if path.is_file())
    path = place / "case.json" if rng.chance(0.6) else rng.choose(files)
    damages = JSON_DAMAGES if path.suffix == ".json" else FILE_DAMAGES
    path.write_bytes(damaged(path.read_bytes(), damages, rng))
    lines = (
        ("replay", "case", "--build-only"),
        ("replay", "case", *_TARGET),
        ("run", "case", *_TARGET),
        ("reduce", "case", *_TARGET, "-o", "smaller"),
        ("bisect", "case", *_TARGET),
    )
    return Line(rng.choose(lines))


def _store(folder: Path, rng: Rng) -> Line:
    place = folder / "campaign"
    with tarfile.open(CAMPAIGN) as archive:
        archive.extractall(place, filter="data")
    place = next(path.parent for path in sorted(place.rglob("campaign.sqlite")))
    files = sorted(path for path in place.rglob("*") if path.is_file())
    path = place / "campaign.sqlite" if rng.chance(0.75) else rng.choose(files)
    path.write_bytes(damaged(path.read_bytes(), FILE_DAMAGES, rng))
    name, finding = str(place.relative_to(folder)), "000005-mutant-dead-break"
    lines = (
        ("findings", name),
        ("findings", name, "--json"),
        ("dedup", name),
        ("report", name, "-o", "report"),
        ("show", name, finding),
        ("show", name, finding, "-o", "shown"),
        ("bisect", name, finding),
        ("reduce", name, finding, "-o", "smaller"),
        ("fuzz", "--resume", name, "--tests", "1"),
    )
    return Line(rng.choose(lines))


_SETTINGS: Final = b"""tests = 1
methods = ["transform"]
targets = ["identity"]
seed = 3
jobs = 1
output = "out"
deadline = 2.5
[tolerance]
channels = 1
[method.transform]
weight = 2
variants = 3
options = { steps = "3" }
"""
_DEFINITIONS: Final = b"""[target.mine]
kind = "compiles"
languages = ["c"]
command = ["cat", "{input}"]
timeout = 5.0
[driver.own]
vulkan = "icd.d"
environment = { A = "b" }
"""


def _settings(folder: Path, rng: Rng) -> Line:
    (folder / "night.toml").write_bytes(damaged(_SETTINGS, TEXT_DAMAGES, rng))
    return Line(("fuzz", "night.toml", "--time", "5s", "--tests", "1", "--jobs", "1"))


def _definitions(folder: Path, rng: Rng) -> Line:
    (folder / "aberration.toml").write_bytes(damaged(_DEFINITIONS, TEXT_DAMAGES, rng))
    variables = (("ABERRATION_TARGETS", str(folder / "aberration.toml")),)
    return Line(("targets", *rng.choose(((), ("--json",), ("-t", "mine")))), variables)


_MAKERS: Final[tuple[Maker, ...]] = (
    *(_module,) * 26,
    *(_shader,) * 30,
    *(_inputs,) * 15,
    *(_case,) * 12,
    *(_store,) * 8,
    *(_c_program,) * 2,
    *(_script,) * 3,
    *(_definitions,) * 3,
    _settings,
)
"""By how often each is tried in a hundred."""


def _on_program(path: Path, rng: Rng) -> Line:
    method = _METHODS.get(path.suffix) or rng.choose(("fuse", "drive", "emi", "transform"))
    lines = [
        ("check", path.name, "--deadline", "3"),
        ("run", path.name, *_TARGET),
        ("make", method, "-s", path.name, "-o", "made", "--seed", str(rng.below(99))),
    ]
    if path.suffix not in _METHODS:
        lines.append(("recondition", path.name, "-o", f"defined{path.suffix}"))
    return Line(rng.choose(lines))


def _copied(path: Path, folder: Path) -> Path:
    """Copy a seed with what lies beside it."""
    for beside in sorted(path.parent.glob(f"{path.name.partition('.')[0]}.*")):
        shutil.copyfile(beside, folder / beside.name)
    return folder / path.name


@functools.cache
def _all_seeds() -> tuple[Path, ...]:
    """Return the programs of the corpus, those of cases left out."""
    suffixes = {".spv", ".frag", ".comp", ".vert", ".geom", ".wgsl", ".c"}
    return tuple(
        path
        for path in sorted(CORPUS.rglob("*"))
        if path.suffix in suffixes and "bugs" not in path.parts and path.stat().st_size < _LIMIT
    )


@functools.cache
def _seeds(suffix: str) -> tuple[Path, ...]:
    return tuple(path for path in _all_seeds() if path.suffix == suffix)


@functools.cache
def _scripts() -> tuple[Path, ...]:
    return tuple(sorted((ROOT / "experiments/unseen/written").glob("*.amber")))


@functools.cache
def _cases() -> tuple[Path, ...]:
    """Return the cases of the corpus, those of C left out: their programs would be executed."""
    folders = sorted(path.parent for path in (CORPUS / "bugs").glob("*/case.json"))
    return tuple(folder for folder in folders if not list(folder.glob("*.c")))
