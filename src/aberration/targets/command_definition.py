"""A user's own compiler as a record: how it is called, and what its exit statuses and messages
mean.

Definitions come from the user's own file alone. A test case names targets by id, never a command:
to open a case from a stranger runs nothing that is not on this machine already.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from aberration.core.errors import BadInput
from aberration.core.program import Language
from aberration.core.target import TargetKind

PLACEHOLDERS: Final = frozenset(("input", "output"))
_PLACEHOLDER: Final = re.compile(r"\{(\w*)\}")
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+:@-]*")


class CommandDefinition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One `[target.NAME]` table.

    `kind`: `compiles` (the output does not matter), `translates` (the output is a program in
    `output_language` that the target `then` executes), `executes` (`run` is run, what it prints is
    the result). An exit status in `ok_exit` is success, one in `reject_exit` a refusal, any other
    one, a signal or a match of `crash_pattern` a crash; a match of `reject_pattern` is a refusal
    whatever the status. `timeout` and `run_timeout` in seconds, `memory` in MiB.
    """

    language: Language
    command: tuple[str, ...]
    kind: TargetKind = "compiles"
    input_suffix: str = ""
    output_suffix: str = ""
    output_language: Literal["spirv", "c"] = "spirv"
    run: tuple[str, ...] = ("{output}",)
    then: str = ""
    ok_exit: tuple[int, ...] = (0,)
    reject_exit: tuple[int, ...] = (1,)
    crash_pattern: str = ""
    reject_pattern: str = ""
    version_command: tuple[str, ...] = ()
    environment: dict[str, str] = {}
    groups: tuple[str, ...] = ()
    timeout: float = 20.0
    run_timeout: float = 5.0
    memory: int = 4096
    network: bool = False
    install: str = ""


def check(name: str, definition: CommandDefinition, where: str) -> None:
    """Raise `BadInput` naming the key for a definition that makes no sense."""
    if not _NAME.fullmatch(name):
        raise BadInput(
            f"expected a target name of letters, digits and ._+:@-, but {name!r} came", where=where
        )
    for key, words in (("command", definition.command), ("run", definition.run)):
        _check_words(f"target.{name}.{key}", words, where)
    if not any("{input}" in word for word in definition.command):
        raise BadInput(f"target.{name}.command: expected {{input}} in it", where=where)
    if definition.kind != "compiles" and not any("{output}" in word for word in definition.command):
        raise BadInput(
            f"target.{name}.command: expected {{output}} in it, its kind is {definition.kind}",
            where=where,
        )
    for key, pattern in (
        ("crash_pattern", definition.crash_pattern),
        ("reject_pattern", definition.reject_pattern),
    ):
        _check_pattern(f"target.{name}.{key}", pattern, where)
    for key, amount in (("timeout", definition.timeout), ("run_timeout", definition.run_timeout)):
        if amount <= 0:
            message = (
                f"target.{name}.{key}: expected a number of seconds above 0, but {amount:g} came"
            )
            raise BadInput(message, where=where)


def filled_words(words: Sequence[str], input_name: str, output_name: str) -> list[str]:
    """Return the words with the placeholders replaced."""
    return [word.replace("{input}", input_name).replace("{output}", output_name) for word in words]


def _check_words(key: str, words: Sequence[str], where: str) -> None:
    if not words or not words[0]:
        raise BadInput(
            f"{key}: expected a list of a program and its arguments, but an empty one came",
            where=where,
        )
    for word in words:
        for placeholder in _PLACEHOLDER.findall(word):
            if placeholder not in PLACEHOLDERS:
                message = (
                    f"{key}: expected the placeholders {{input}} and {{output}}, but "
                    f"{{{placeholder}}} came"
                )
                raise BadInput(message, where=where)


def _check_pattern(key: str, pattern: str, where: str) -> None:
    try:
        re.compile(pattern)
    except re.error as error:
        raise BadInput(f"{key}: expected a regular expression, but {error}", where=where) from None
