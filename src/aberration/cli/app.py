"""All commands by name; a new one is a file of its own and a line here."""

from collections.abc import Callable

import typer

from aberration.cli.bisect import bisect
from aberration.cli.check import check
from aberration.cli.dedup import dedup
from aberration.cli.doctor import doctor
from aberration.cli.findings import findings
from aberration.cli.fuzz import fuzz
from aberration.cli.make import make
from aberration.cli.methods import methods
from aberration.cli.reduce import reduce
from aberration.cli.replay import replay
from aberration.cli.report import report
from aberration.cli.run import run
from aberration.cli.show import show
from aberration.cli.targets import targets

APP = typer.Typer(
    help="Find wrong code in shader compilers and C compilers.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_COMMANDS: tuple[tuple[Callable[..., None], str], ...] = (
    (doctor, "doctor"),
    (targets, "targets --json"),
    (methods, "methods"),
    (fuzz, "fuzz -t lavapipe,swiftshader,spirv-opt --time 10m -o my-campaign"),
    (make, "make transform -s corpus/spirv/references/gcd_grid.spv --seed 7 -o my-case"),
    (run, "run corpus/references/gcd_grid.frag -t lavapipe,swiftshader -o images"),
    (replay, "replay my-case -t swiftshader"),
    (reduce, "reduce my-case -t spirv-opt@2025.5:-O -o smaller"),
    (bisect, "bisect smaller/case -t spirv-opt@2025.5:-O"),
    (findings, "findings aberration-out"),
    (show, "show aberration-out 000123-lavapipe"),
    (dedup, "dedup aberration-out"),
    (report, "report aberration-out -o report"),
    (check, "check corpus/references/gcd_grid.frag"),
)

for _function, _example in _COMMANDS:
    APP.command(_function.__name__, epilog=f"Example: aberration {_example}")(_function)
