"""All commands by name; a new one is a file of its own, with a function of its name, and a line
here.
"""

from __future__ import annotations

import importlib
import keyword
from collections.abc import Callable
from typing import Final

import typer

EXAMPLES: Final = {
    "doctor": "doctor",
    "setup": "setup --compilers",
    "targets": "targets --json",
    "methods": "methods",
    "fuzz": "fuzz -t lavapipe,swiftshader,spirv-opt --time 10m -o my-campaign",
    "nightly": "nightly night.toml",
    "make": "make transform -s my-shader.spv --seed 7 -o my-case",
    "run": "run my-shader.frag -t lavapipe,swiftshader -o images",
    "replay": "replay my-case -t swiftshader",
    "reduce": "reduce my-case -t spirv-opt@2025.5:-O -o smaller",
    "verify": "verify aberration-out",
    "bisect": "bisect smaller/case -t spirv-opt@2025.5:-O",
    "findings": "findings aberration-out",
    "show": "show aberration-out 000123-lavapipe",
    "dedup": "dedup aberration-out",
    "report": "report aberration-out -o report",
    "export": "export aberration-out wrong-12345678 -o bug.zip",
    "import": "import bug.zip -o case",
    "serve": "serve aberration-out",
    "prune": "prune aberration-out --keep 2GiB --dry-run",
    "recondition": "recondition my-shader.frag --explain -o defined.frag",
    "check": "check my-shader.frag",
    "worker": "worker tcp://127.0.0.1:8786 --jobs 2",
}


def app_with(asked: str) -> typer.Typer:
    """Return the command line with the command asked for; with all of them where it is none, to
    list what there is.

    Loading all takes most of a second: a script that calls us often, and every Ctrl-C at once,
    would feel it.
    """
    app = typer.Typer(
        help="Find miscompilations, crashes and hangs in shader compilers and C compilers.",
        add_completion=False,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_group)
    for name in [asked] if asked in EXAMPLES else EXAMPLES:
        function = _function(name)
        app.command(name, epilog=f"Example: aberration {EXAMPLES[name]}")(function)
    return app


def _function(name: str) -> Callable[..., object]:
    """Return the function of a command; one whose name is a word of Python has a line behind it."""
    own = f"{name}_" if keyword.iskeyword(name) else name
    function: Callable[..., object] = getattr(importlib.import_module(f"aberration.cli.{own}"), own)
    return function


def _group() -> None:
    """Keep one command alone a command: Typer would take its name for an argument."""
