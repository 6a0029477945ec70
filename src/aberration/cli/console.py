"""What the commands print: results on stdout, as text or as one JSON object; all else on stderr."""

import logging
import shlex
import sys
import tempfile
import traceback
from collections.abc import Sequence

import msgspec
import typer

from aberration.cli.streams import drop_output, lost_output
from aberration.core.errors import AberrationError
from aberration.core.passwords import without_passwords

INTERRUPTED = 130
PIPE_CLOSED = 141


def say(text: str = "") -> None:
    """Print a line of the result; a reader that left (`| head`) ends the command quietly.

    Raise `MachineRefused` where it cannot be written, as on a full disk.
    """
    try:
        print(text, flush=True)
    except BrokenPipeError:
        drop_output()
        raise typer.Exit(PIPE_CLOSED) from None
    except OSError as error:
        raise lost_output(error) from None


def say_json(result: object) -> None:
    """Print the one JSON object of a command."""
    say(msgspec.json.format(msgspec.json.encode(result), indent=1).decode())


def note(text: str) -> None:
    """Print a line that is no result."""
    print(text, file=sys.stderr, flush=True)


class _Notes(logging.Handler):
    """What the parts below say of their progress, as notes."""

    def emit(self, record: logging.LogRecord) -> None:
        note(record.getMessage())


def show_progress(shown: bool) -> None:
    """Let the parts below say what they do where it takes long, or not."""
    logger = logging.getLogger("aberration")
    logger.handlers[:] = [_Notes()]
    logger.setLevel(logging.INFO if shown else logging.WARNING)
    logger.propagate = False


def table(rows: Sequence[Sequence[str]], indent: str = "") -> list[str]:
    """Return the rows as lines with aligned columns; the last column is as wide as it is."""
    if not rows:
        return []
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    padded = [[cell.ljust(width) for cell, width in zip(row, widths, strict=False)] for row in rows]
    return [
        indent + "  ".join([*cells, row[-1]]).rstrip()
        for cells, row in zip(padded, rows, strict=True)
    ]


def count(number: int, noun: str) -> str:
    """Return a number with its noun, such as `1 bug` or `2 bugs`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def render_error(error: AberrationError) -> None:
    """Print the message of an error that says everything itself."""
    note(f"aberration: {without_passwords(str(error))}")


def render_internal_error(error: Exception, arguments: Sequence[str], debugging: bool) -> None:
    """Print that we are at fault and how to report it; the traceback goes to a file, or is
    shown when debugging.
    """
    trace = without_passwords("".join(traceback.format_exception(error)))
    if debugging:
        note(trace)
    what = without_passwords(f"{type(error).__name__}: {error}".strip().partition("\n")[0])
    command = without_passwords(f"aberration {shlex.join(arguments)}")
    note(f"aberration: internal error: {what}")
    note(
        "  This is a defect of aberration, not of what you gave it. Please report it "
        "with these two:"
    )
    note(f"  the command: {command}")
    note(f"  the traceback: {_write_trace(trace, command)}")


def _write_trace(trace: str, command: str) -> str:
    """Return the file that has the traceback; the traceback itself where none can be written."""
    whole = f"{command}\n{sys.version}\n\n{trace}"
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="aberration-error-", suffix=".txt", delete=False
        ) as file:
            file.write(whole)
    except OSError as error:
        return f"(no file can be written: {error.strerror})\n{whole}"
    return file.name
