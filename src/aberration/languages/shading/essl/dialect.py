"""How ESSL is distinguished from other GLSL."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.essl.rules import VERSIONS, rules
from aberration.languages.shading.glsl.version import version_of
from aberration.languages.shading.rules import Rules
from aberration.languages.shading.source import Source

__all__ = ["VERSIONS", "rules", "rules_of"]

_SPELLINGS: Final = {
    (0, ""): 100,
    (100, ""): 100,
    (100, "es"): 100,
    (300, "es"): 300,
    (310, "es"): 310,
    (320, "es"): 320,
}


def rules_of(source: Source) -> Rules:
    """Return the rules of the version that a text asks for."""
    version = version_of(source)
    number = _SPELLINGS.get((version.number, version.profile))
    if number is not None:
        return rules(number)
    came = f"{version.number} {version.profile}".strip()
    raise source.error(
        version.offset, f"expected #version 100, 300 es, 310 es or 320 es of ESSL, came {came}"
    )
