"""A driver whose versions we plant: a real driver behind a compiler of ours, right or broken.

`PLANTED_VERSIONS=1,2,3=unroll-exit-value` are three versions, the last one with a bug.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.target import Stage, Target, WorkerSpec
from aberration.targets.runners.spirv.mutant import IDENTITY, MutantRunner
from aberration.targets.spirv_tools import driver_stage

VARIABLE: Final = "PLANTED_VERSIONS"
ROOT: Final = Path(__file__).resolve().parents[2]
ENTRY_POINTS: Final = "[aberration.targets]\nplanted = experiments.nights.planted:providers\n"


class PlantedRunner(MutantRunner):
    """Options: those of a mutant, and the `version` that it tells."""

    def open(self, options: Mapping[str, str]) -> str:
        super().open(options)
        return f"driver {options['version']}.0"


def providers() -> list[Target]:
    """Return the versions that the environment names."""
    named = [one.partition("=") for one in os.environ.get(VARIABLE, "").split(",") if one]
    driver = driver_stage()
    return [_target(version, mutant or IDENTITY, driver) for version, _, mutant in named]


def _target(version: str, mutant: str, driver: Stage | None) -> Target:
    runner = f"{PlantedRunner.__module__}:{PlantedRunner.__name__}"
    spec = WorkerSpec(
        runner, (("mutant", mutant), ("version", version)), (("PYTHONPATH", searched()),)
    )
    stage = Stage("driver", spec)
    return Target(
        id=f"driver@{version}",
        kind="executes",
        languages=("spirv",),
        stages=(stage,) if driver is None else (stage, driver),
        groups=("driver",),
        family="driver",
        series="driver",
        available=driver is not None,
        reason="" if driver else "no driver to execute what it compiles",
    )


def searched() -> str:
    """Return where processes look for this module, besides what they do already."""
    return os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))


def install(folder: Path) -> Path:
    """Write the metadata of the plug-in into a folder, to be put on the path, and return it."""
    info = folder / "planted-1.0.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: planted\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    return folder


class Planted(msgspec.Struct, frozen=True):
    """Nights on a driver whose versions come and go; `expected` is what each must tell."""

    versions: str
    exit_code: int
    new: tuple[tuple[str, str], ...] = ()
    changes: tuple[str, ...] = ()


def nights(mutant: str) -> tuple[Planted, ...]:
    """Return the nights: a new version brings the mutant, another one is right again, and the
    broken one is taken away, and what each must tell: first bad and last good, and what became of
    it.
    """
    broken = f"3={mutant}"
    return (
        Planted("1,2", 0),
        Planted(f"1,2,{broken}", 1, (("3.0", "2.0"),)),
        Planted(f"1,2,{broken}", 0, (), ("still there",)),
        Planted(f"1,2,{broken},4", 0, (), ("fixed",)),
        Planted("1,2,4", 0, (), ("still right",)),
    )
