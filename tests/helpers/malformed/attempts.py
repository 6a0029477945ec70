"""By number: something sound, damaged in one way or in several, and a command that is given it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from helpers.malformed import platform
from helpers.malformed.documents import FILE_DAMAGES, JSON_DAMAGES
from helpers.malformed.line import TARGET, Line, Maker, damage_file, damaged
from helpers.malformed.modules import MODULE_DAMAGES
from helpers.malformed.seeds import cases, programs, programs_named, scripts, unpack_campaign
from helpers.malformed.texts import TEXT_DAMAGES
from helpers.malformed.trial import Trial, attempt, load_commands

from aberration.core.rng import Rng

_SEED: Final = 20261127
_METHODS: Final = {".spv": "transform", ".c": "emi"}


def prepare(number: int, folder: Path) -> Line:
    """Write the input of a number into a folder; return the command that is given it."""
    rng = Rng.of(_SEED, "malformed", number)
    return rng.choose(_MAKERS)(folder, rng)


def run(number: int, folder: Path) -> tuple[Line, Trial]:
    """Prepare and run the attempt of a number."""
    load_commands()
    folder.mkdir()
    line = prepare(number, folder)
    return line, attempt(line, folder)


def _module(folder: Path, rng: Rng) -> Line:
    path = _copied(rng.choose(programs_named(".spv")), folder)
    damage_file(path, MODULE_DAMAGES, rng)
    return _on_program(path, rng)


def _shader(folder: Path, rng: Rng) -> Line:
    path = _copied(
        rng.choose(programs_named(rng.choose((".frag", ".comp", ".vert", ".wgsl")))), folder
    )
    damage_file(path, TEXT_DAMAGES, rng)
    return _on_program(path, rng)


def _c_program(folder: Path, rng: Rng) -> Line:
    path = _copied(rng.choose(programs_named(".c")), folder)
    damage_file(path, TEXT_DAMAGES, rng)
    # Made and never run: what a broken program does is its own affair.
    return Line(("make", "emi", "-s", path.name, "-o", "made", "--seed", str(rng.below(99))))


def _script(folder: Path, rng: Rng) -> Line:
    path = _copied(rng.choose(scripts()), folder)
    damage_file(path, TEXT_DAMAGES, rng)
    return _on_program(path, rng)


def _inputs(folder: Path, rng: Rng) -> Line:
    with_inputs = [path for path in programs() if path.with_suffix(".json").is_file()]
    path = _copied(rng.choose(with_inputs), folder)
    inputs = path.with_suffix(".json")
    damage_file(inputs, JSON_DAMAGES, rng)
    return _on_program(path, rng)


def _case(folder: Path, rng: Rng) -> Line:
    place = folder / "case"
    shutil.copytree(rng.choose(cases()), place)
    files = sorted(path for path in place.iterdir() if path.is_file())
    path = place / "case.json" if rng.chance(0.6) else rng.choose(files)
    damages = JSON_DAMAGES if path.suffix == ".json" else FILE_DAMAGES
    damage_file(path, damages, rng)
    lines = (
        ("replay", "case", "--build-only"),
        ("replay", "case", *TARGET),
        ("run", "case", *TARGET),
        ("reduce", "case", *TARGET, "-o", "smaller"),
        ("bisect", "case", *TARGET),
    )
    return Line(rng.choose(lines))


def _store(folder: Path, rng: Rng) -> Line:
    place = unpack_campaign(folder)
    files = sorted(path for path in place.rglob("*") if path.is_file())
    path = place / "campaign.sqlite" if rng.chance(0.75) else rng.choose(files)
    damage_file(path, FILE_DAMAGES, rng)
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
    (folder / "fuzz.toml").write_bytes(damaged(_SETTINGS, TEXT_DAMAGES, rng))
    return Line(("fuzz", "fuzz.toml", "--time", "5s", "--tests", "1", "--jobs", "1"))


def _definitions(folder: Path, rng: Rng) -> Line:
    (folder / "aberration.toml").write_bytes(damaged(_DEFINITIONS, TEXT_DAMAGES, rng))
    variables = (("ABERRATIONTARGETS", str(folder / "aberration.toml")),)
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
    *platform.MAKERS,
)
"""By how often each is tried."""


def _on_program(path: Path, rng: Rng) -> Line:
    method = _METHODS.get(path.suffix) or rng.choose(("fuse", "drive", "emi", "transform"))
    lines = [
        ("check", path.name, "--deadline", "3"),
        ("run", path.name, *TARGET),
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
