"""`aberration methods`: the list of methods."""

import msgspec

from aberration.cli.console import say, say_json, table
from aberration.cli.options import AsJson
from aberration.core.errors import AberrationError
from aberration.core.method import LanguageSupport, Method
from aberration.methods.registry import method_named, method_names


class MethodRow(msgspec.Struct, frozen=True):
    """What scripts read of a method."""

    name: str
    version: int
    languages: tuple[LanguageSupport, ...]
    available: bool
    reason: str


def methods(as_json: AsJson = False) -> None:
    """List all methods; where one cannot run here, the reason."""
    rows = method_rows()
    if as_json:
        say_json({"methods": rows})
        return
    for line in table(
        [(row.name, languages_of(row), row.reason or f"version {row.version}") for row in rows]
    ):
        say(line)


def method_rows() -> list[MethodRow]:
    """Return all methods that are installed; one that is broken says so."""
    rows = []
    for name in method_names():
        try:
            method = method_named(name)
        except AberrationError as error:
            rows.append(MethodRow(name, 0, (), False, error.message))
            continue
        reason = method.unavailable()
        rows.append(
            MethodRow(
                method.name,
                method.version,
                method.languages,
                not reason,
                reason or _lacking(method),
            )
        )
    return rows


def _lacking(method: Method) -> str:
    """Return in which languages a method cannot run here, and why."""
    reasons = [(one.language, method.unavailable(one.language)) for one in method.languages]
    return "; ".join(f"not in {language}: {reason}" for language, reason in reasons if reason)


def languages_of(row: MethodRow) -> str:
    """Return the languages of the programs that a method makes, in one text."""
    return " ".join(support.language for support in row.languages)
