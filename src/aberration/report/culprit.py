"""What is known of the part of a compiler that goes wrong, for people."""

from aberration.core.finding import Culprit


def culprit_rows(culprit: Culprit | None) -> list[tuple[str, str]]:
    """Return (what, text) for all that is known."""
    if culprit is None:
        return []
    versions = ", ".join(
        f"{name} {'right' if right else 'wrong'}" for name, right in culprit.versions
    )
    mended = bool(culprit.versions) and culprit.versions[-1][1]
    rows = [
        ("culprit", _description_of(culprit)),
        ("shortest list of passes", " ".join(culprit.passes)),
        ("wrong at", " ".join(culprit.levels)),
        ("first bad version", culprit.first_bad),
        ("last bad version", culprit.last_bad if mended else ""),
        ("versions", versions),
    ]
    return [(what, text) for what, text in rows if text]


def _description_of(culprit: Culprit) -> str:
    match culprit.kind:
        case "flag":
            return f"right without {culprit.name}"
        case "counter":
            return f"right with the debug counter {culprit.name} at 0"
        case "pass":
            return f"wrong from the pass {culprit.name} on"
        case "knob":
            return f"right with {culprit.name}"
        case _:
            return ""
