"""Which passes of spirv-opt do anything? Each one alone, and after a beginning of `-O`, on programs
and variants.

    python -m experiments.spirv_opt_passes.measure [--modules 60]

Writes `result.json`: for each version and pass, of how many modules it changes the text, plain and
prepared, and on how many it fails; `drawn` counts how often the lists of 1,000 runs have it. A
third of the modules are programs of the corpus, a third are these with every loop to be unrolled,
and a third variants of them.
"""

import argparse
import json
import subprocess
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from benchmarks import corpus
from experiments.hints.measure import loops

from aberration.core.method import Request
from aberration.core.program import Program
from aberration.core.rng import Rng
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.validate import environment_of
from aberration.methods.transform.method import TransformMethod
from aberration.targets.runners.spirv.opt import version_of
from aberration.targets.runners.spirv.opt_lists import Version, passes_of_flags
from aberration.targets.runners.spirv.opt_passes import USED, passes_behind
from aberration.targets.spirv_tools import Optimiser, optimisers

RESULT: Final = Path(__file__).with_name("result.json")
PREPARED: Final = "ccp"
"""The passes of `-O` up to this one prepare a module: no calls, few variables."""
LISTS: Final = 1000


def modules(count: int) -> list[Program]:
    """Return programs of the corpus, the same with hints to unroll, and as many variants, the
    longest of a run each.
    """
    programs = [program for kind in ("references", "compute") for program in corpus.programs(kind)]
    chosen = Rng.of(0, "modules").shuffled(programs)[: count // 3]
    method = TransformMethod()
    variants = [method.make(Request(7, 1, program))[-1].programs["variant"] for program in chosen]
    return [*chosen, *map(_unrolled, chosen), *variants]


def _unrolled(program: Program) -> Program:
    module = Module.parse(program.source)
    for step in loops(module):
        step.apply(module)
    return msgspec.structs.replace(program, source=module.to_bytes())


def optimised(
    optimiser: Optimiser, program: Program, passes: Sequence[str], folder: Path
) -> bytes | None:
    """Return the module after these passes; None if the program fails."""
    (folder / "in.spv").write_bytes(program.source)
    (folder / "out.spv").unlink(missing_ok=True)
    command = [
        str(optimiser.path),
        f"--target-env={environment_of(program.source)}",
        *[f"--{name}" for name in passes],
    ]
    done = subprocess.run(
        [*command, "in.spv", "-o", "out.spv"],
        cwd=folder,
        capture_output=True,
        check=False,
        timeout=60,
    )
    return (folder / "out.spv").read_bytes() if done.returncode == 0 else None


def measured(
    optimiser: Optimiser, version: Version, programs: Sequence[Program], folder: Path
) -> dict[str, dict[str, int]]:
    """Return the counts of each pass of a version."""
    names = passes_behind(version.help, "-O")
    before = names[: names.index(PREPARED) + 1]
    plain = [optimised(optimiser, program, (), folder) for program in programs]
    ready = [optimised(optimiser, program, before, folder) for program in programs]
    counts: dict[str, dict[str, int]] = {}
    for name in version.passes:
        own = [f"{name}={argument}" if argument else name for argument in USED[name].arguments[:3]]
        found = counts[name] = {"plain": 0, "prepared": 0, "fails": 0}
        for program, unchanged, prepared in zip(programs, plain, ready, strict=True):
            alone = [optimised(optimiser, program, [*USED[name].after, one], folder) for one in own]
            later = [
                optimised(optimiser, program, [*before, *USED[name].after, one], folder)
                for one in own
            ]
            found["plain"] += any(made not in (None, unchanged) for made in alone)
            found["prepared"] += any(made not in (None, prepared) for made in later)
            found["fails"] += None in (*alone, *later)
    return counts


def drawn(version: Version) -> dict[str, int]:
    """Return in how many of the lists of a campaign each pass is."""
    counts: Counter[str] = Counter()
    for run in range(LISTS):
        form = ("random", "-O-varied")[run % 2]
        names = passes_of_flags(
            f"{form}-{Rng.of(0, 'lists', run).below(1_000_000)}", lambda: version
        )
        counts.update({name.partition("=")[0] for name in names})
    return {name: counts[name] for name in version.passes}


def main() -> None:
    """Measure all versions."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--modules", type=int, default=60)
    options = parser.parse_args()
    programs = modules(options.modules)
    result: dict[str, object] = {"modules": len(programs), "lists": LISTS}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for optimiser in optimisers():
            version = version_of(str(optimiser.path), folder)
            counts = measured(optimiser, version, programs, folder)
            often = drawn(version)
            result[optimiser.version] = {
                name: {**counts[name], "drawn": often[name]} for name in counts
            }
            idle = [
                name
                for name, found in counts.items()
                if not found["plain"] and not found["prepared"]
            ]
            print(
                (
                    f"{optimiser.version}: {len(counts)} passes; never changed a module: "
                    f"{', '.join(idle)}"
                ),
                flush=True,
            )
    RESULT.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
