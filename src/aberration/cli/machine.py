"""Which targets a command uses."""

from collections.abc import Sequence

from aberration.cli.console import note
from aberration.core.errors import BadInput, TargetUnavailable
from aberration.core.target import OLDER, Target
from aberration.targets.registry import discover, select
from aberration.targets.told_versions import is_mutant

_SPECIAL_GROUPS = frozenset({"float-images", OLDER})


def targets_for(patterns: Sequence[str], language: str) -> list[Target]:
    """Return the targets that are asked for and take this language; without patterns, all that
    execute it here.
    """
    return [target for target, _ in targets_with_languages(patterns, (language,))]


def targets_with_languages(
    patterns: Sequence[str], languages: Sequence[str]
) -> list[tuple[Target, str]]:
    """Return the targets that are asked for, each with the first of the languages that it takes.

    Without patterns: all that execute the last of the languages here.
    """
    if not patterns:
        return [(target, languages[-1]) for target in _default_targets(languages[-1])]
    chosen = select(discover(), patterns)
    wanted = " or ".join(languages)
    taken = [
        (target, next((one for one in languages if one in target.languages), ""))
        for target in chosen
    ]
    speaking = [(target, language) for target, language in taken if language]
    left = [target.id for target, language in taken if not language]
    if not speaking:
        raise BadInput(f"expected a target that takes {wanted}, but {', '.join(left[:5])} came")
    if left:
        note(f"left out, as they do not take {wanted}: {', '.join(left)}")
    return speaking


def _default_targets(language: str) -> list[Target]:
    usable = [
        target for target in discover() if target.available and language in target.own_languages
    ]
    found = [target for target in usable if target.kind == "executes" and not is_special(target)]
    if not found:
        raise TargetUnavailable(
            f"no target here executes {language}", hint="`aberration doctor` lists what is missing."
        )
    return found


def is_special(target: Target) -> bool:
    """True for targets that are used only when asked for: broken, changing nothing, of another
    format, or old.
    """
    return is_mutant(target) or not _SPECIAL_GROUPS.isdisjoint(target.groups)
