"""`aberration methods`: the list of methods."""

import msgspec

from aberration.cli.console import say, say_json, table
from aberration.cli.options import AsJson
from aberration.core.errors import AberrationError
from aberration.core.method import LanguageSupport
from aberration.methods.registry import method_named, method_names


class MethodRow(msgspec.Struct, frozen=True):
    """What scripts read of a method."""

    name: str
    version: int
    languages: tuple[LanguageSupport, ...]
    available: bool
    reason: str


def methods(as_json: AsJson = False) -> None:
    """List all methods, those that cannot run here with the reason."""
    rows = method_rows()
    if as_json:
        say_json({"methods": rows})
        return
    for line in table(
        [(row.name, told_languages(row), row.reason or f"version {row.version}") for row in rows]
    ):
        say(line)


def method_rows() -> list[MethodRow]:
    """Return all methods that are installed; one that is broken says so."""
    return [_row(name) for name in method_names()]


def told_languages(row: MethodRow) -> str:
    """Return the languages of the programs that a method makes, in one text."""
    return " ".join(spoken.language for spoken in row.languages)


def _row(name: str) -> MethodRow:
    try:
        method = method_named(name)
    except AberrationError as error:
        return MethodRow(name, 0, (), False, error.message)
    reason = method.unavailable()
    return MethodRow(method.name, method.version, method.languages, not reason, reason)
