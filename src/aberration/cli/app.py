"""All commands by name; a new one is a file of its own, with a function of its name, and a line
here.

The list of commands is printed from these lines alone, and a command loads its own file only: to
load all takes most of a second, which a script that calls us often, and every Ctrl-C at once, would
feel.
"""

from __future__ import annotations

import importlib
import keyword
from collections.abc import Callable
from typing import Final, NoReturn

import msgspec
import typer

from aberration.core.errors import BadInput


class Command(msgspec.Struct, frozen=True):
    """What the list of commands says of one: the first sentence of its docstring; and an example
    without the program's name.
    """

    summary: str
    example: str


COMMANDS: Final = {
    "doctor": Command("Show what this machine can run, and how to get the rest.", "doctor"),
    "setup": Command(
        "Bring the compilers and drivers under test that are missing here.", "setup --compilers"
    ),
    "targets": Command(
        "List all targets; where one cannot run here, the reason.", "targets --json"
    ),
    "methods": Command("List all methods; where one cannot run here, the reason.", "methods"),
    "fuzz": Command(
        "Test compilers and write a report of the bugs found.",
        "fuzz -t lavapipe,swiftshader,spirv-opt --time 10m -o my-campaign",
    ),
    "nightly": Command(
        "Run a night: known bugs first, then tests where new bugs are likely; tell new bugs only.",
        "nightly night.toml",
    ),
    "make": Command(
        "Write one test case; no target is run.",
        "make transform -s my-shader.spv --seed 7 -o my-case",
    ),
    "run": Command(
        "Run one program or one test case on targets.",
        "run my-shader.frag -t lavapipe,swiftshader -o images",
    ),
    "replay": Command(
        "Make the programs of a case again, and judge them.", "replay my-case -t swiftshader"
    ),
    "reduce": Command(
        "Reduce a test case, a finding, or a whole campaign.",
        "reduce my-case -t spirv-opt@2025.5:-O -o smaller",
    ),
    "verify": Command(
        "Run the smallest case of a bug on every version that is installed.",
        "verify aberration-out",
    ),
    "bisect": Command(
        "Find the pass, setting or version that is at fault.",
        "bisect smaller/case -t spirv-opt@2025.5:-O",
    ),
    "findings": Command("List the findings of a campaign.", "findings aberration-out"),
    "show": Command(
        "Show one finding: verdict, steps, and what triggers it.",
        "show aberration-out 000123-lavapipe",
    ),
    "dedup": Command("Group the findings of a campaign by bug.", "dedup aberration-out"),
    "report": Command(
        "Write a folder for each bug, ready to send, and an HTML page.",
        "report aberration-out -o report",
    ),
    "export": Command(
        "Write one archive of a bug: programs, inputs, images, a page, and how to see it without "
        "aberration.",
        "export aberration-out wrong-12345678 -o bug.zip",
    ),
    "import": Command(
        "Read an archive of a bug, trusting nothing in it.", "import bug.zip -o case"
    ),
    "serve": Command(
        "Show a campaign in the browser while it runs or afterwards: its figures, and its bugs.",
        "serve aberration-out",
    ),
    "prune": Command(
        "Remove artifacts of a campaign that nobody needs.",
        "prune aberration-out --keep 2GiB --dry-run",
    ),
    "recondition": Command(
        "Rewrite a shader in GLSL, ESSL or WGSL so that nothing in it is undefined.",
        "recondition my-shader.frag --explain -o defined.frag",
    ),
    "check": Command("Find errors and undefined behaviour in a program.", "check my-shader.frag"),
    "worker": Command(
        "Offer this machine's compilers to the campaigns of a cluster, until SIGTERM or Ctrl-C.",
        "worker tcp://127.0.0.1:8786 --jobs 2",
    ),
}


def app_with(asked: str) -> typer.Typer:
    """Return the command line with the command asked for; where it is none, with a summary of each,
    to list what there is.
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
    if asked in COMMANDS:
        epilog = f"Example: aberration {COMMANDS[asked].example}"
        app.command(asked, epilog=epilog)(load_command(asked))
        return app
    for name, command in COMMANDS.items():
        app.command(name, help=command.summary)(_not_loaded)
    return app


def load_command(name: str) -> Callable[..., object]:
    """Return the function of a command; one whose name is a word of Python has a line behind it."""
    own = f"{name}_" if keyword.iskeyword(name) else name
    function: Callable[..., object] = getattr(importlib.import_module(f"aberration.cli.{own}"), own)
    return function


def _group() -> None:
    """Keep one command alone a command: Typer would take its name for an argument."""


def _not_loaded() -> NoReturn:
    """Refuse to be a command: these are only listed."""
    raise BadInput("expected the name of a command as the first word")
