"""The command `aberration`: parses the line, runs one command, and turns what escapes into an exit
code.

Exit codes: 0 done and clean, 1 a bug was found (or a check failed), 2 bad input, or the machine
refused something, 3 a defect of aberration itself, 130 Ctrl-C or SIGTERM.
"""

import os
import sys
from collections.abc import Sequence

import typer

from aberration.cli.app import app_with
from aberration.cli.console import (
    INTERRUPTED,
    render_error,
    render_internal_error,
    show_progress,
)
from aberration.cli.interrupts import termination_as_interrupt
from aberration.cli.refusals import refusal_of
from aberration.cli.scratch import scratch_folder
from aberration.cli.streams import standard_streams
from aberration.core.errors import AberrationError

DEBUG_VARIABLE = "ABERRATION_DEBUG"
INTERNAL = 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line (without the program's name) and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    show_progress(True)
    with standard_streams():
        return _code_of(given)


def _code_of(given: list[str]) -> int:
    """Run the command; tell of what escapes it."""
    debugging = os.environ.get(DEBUG_VARIABLE) == "1"
    try:
        with termination_as_interrupt(), scratch_folder():
            app = app_with(next((word for word in given if word != "--"), ""))
            typer.main.get_command(app).main(args=given, prog_name="aberration")
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except AberrationError as error:
        if error.exit_code != INTERNAL:
            render_error(error)
            return error.exit_code
        render_internal_error(error, given, debugging)
    except Exception as error:
        refused = refusal_of(error)
        if refused is not None and not debugging:
            render_error(refused)
            return refused.exit_code
        render_internal_error(error, given, debugging)
    return INTERNAL


if __name__ == "__main__":
    sys.exit(main())
