"""Nights on real drivers, twice, and on a driver of which a broken version comes and goes.

    python -m experiments.nights.run FOLDER [--tests N] [--mutant NAME] [--only real|planted]

Writes result.json beside this file. Exit status 1 where a night did not tell what it must.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from experiments.nights.planted import VARIABLE, install, nights, searched

RESULT: Final = Path(__file__).with_name("result.json")
REAL: Final = (
    "lavapipe",
    "lavapipe@25.0.7",
    "lavapipe@26.2.6",
    "llvmpipe@20.3.5",
    "spirv-opt@2026.4:-O",
    "wgpu-lavapipe@26.2.6",
)
"""Four versions of Mesa, an optimiser, and WebGPU."""
_TOML: Final = """folder = "nights"
time = "2h"
slices = {slices}
replay = 0.5
repeat = true
tests = {tests}
seed = 1
methods = {methods}
targets = {targets}
"""


def night(folder: Path, environment: dict[str, str]) -> dict[str, Any]:
    """Run one night and return what of it is kept here."""
    begun = time.monotonic()
    command = [sys.executable, "-m", "aberration.cli.main", "nightly", "night.toml", "--json"]
    ran = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if not ran.stdout:
        raise SystemExit(ran.stderr)
    told = json.loads(ran.stdout)
    keys = ("id", "target", "kind", "signature", "perhaps", "first_bad", "last_good")
    replayed = [
        {
            "bug": one["bug"],
            "target": one["target"],
            "change": one["change"],
            "versions": {row["version"]: row["word"] for row in one["versions"]},
        }
        for one in told["replayed"]
    ]
    return {
        "exit_code": ran.returncode,
        "seconds": round(time.monotonic() - begun),
        "new": [{key: one[key] for key in keys} for one in told["new"]],
        "known": [{key: one[key] for key in ("target", "kind", "known")} for one in told["known"]],
        "replayed": replayed,
        "silent": told["silent"],
        "troubles": told["troubles"],
        "unreduced": told["unreduced"],
        "slices": [
            {"arm": one["arm"], "tests": one["tests"], "new": one["new"]} for one in told["slices"]
        ],
    }


def write_toml(folder: Path, slices: int, tests: int, methods: list[str], targets: Any) -> None:
    """Write the night.toml of a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    text = _TOML.format(
        slices=slices, tests=tests, methods=json.dumps(methods), targets=json.dumps(targets)
    )
    (folder / "night.toml").write_text(text)


def real(folder: Path, tests: int) -> Iterator[dict[str, Any]]:
    """Run the same night twice on real drivers; where it was killed before, go on with it."""
    write_toml(folder, 3, tests, ["transform", "agree"], list(REAL))
    for _ in range(2):
        yield night(folder, dict(os.environ))


def planted(folder: Path, tests: int, mutant: str) -> list[dict[str, Any]]:
    """Run the nights on a driver whose versions we plant."""
    write_toml(folder, 1, tests, ["transform"], ["driver@*"])
    site = install(folder / "site")
    found = []
    for wanted in nights(mutant):
        path = os.pathsep.join((str(site), searched()))
        told = night(folder, os.environ | {"PYTHONPATH": path, VARIABLE: wanted.versions})
        bugs = [(one["first_bad"], one["last_good"]) for one in told["new"]]
        as_told = (told["exit_code"], tuple(bugs), tuple(one["change"] for one in told["replayed"]))
        as_wanted = (wanted.exit_code, wanted.new, wanted.changes)
        found.append({"versions": wanted.versions, "as_expected": as_told == as_wanted, **told})
    return found


def write(result: dict[str, Any]) -> None:
    """Write what came of the nights so far."""
    RESULT.write_text(json.dumps(result, indent=1) + "\n")


def main() -> int:
    """Run both, and write what came of it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tests", type=int, default=40)
    parser.add_argument("--mutant", default="unroll-exit-value")
    parser.add_argument("--only", choices=("real", "planted"))
    given = parser.parse_args()
    result = json.loads(RESULT.read_text()) if RESULT.exists() else {}
    if given.only != "real":
        result["planted"] = planted(given.folder / "planted", given.tests, given.mutant)
    if given.only != "planted":
        result["real"] = []
        for told in real(given.folder / "real", given.tests):
            result["real"].append(told)
            write(result)
    write(result)
    right = all(one["as_expected"] for one in result.get("planted", []))
    quiet = all(not one["new"] for one in result.get("real", [])[1:])
    return 0 if right and quiet else 1


if __name__ == "__main__":
    sys.exit(main())
