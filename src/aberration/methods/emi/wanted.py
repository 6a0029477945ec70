"""Names in the options of `emi`, with commas between them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from aberration.core.errors import BadInput


def wanted_names(options: Mapping[str, str], key: str) -> list[str]:
    """Return the names that an option has."""
    return [name.strip() for name in options.get(key, "").split(",") if name.strip()]


def check_names(names: Sequence[str], known: Collection[str], key: str, what: str) -> None:
    """Raise `BadInput` for a name of an option that is not known; `what` says what they name."""
    unknown = next((name for name in names if name not in known), "")
    if unknown:
        raise BadInput(
            f"expected kinds of {what}, but {unknown!r} came",
            where=f"option {key}",
            hint=f"There are {', '.join(known)}.",
        )
