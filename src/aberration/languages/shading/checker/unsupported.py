"""What a shader asks for by name and we know nothing of: said with a mistake, since it may be
the cause.
"""

from __future__ import annotations

from typing import Final

from ..builtins.legacy_texture import COMPATIBILITY
from ..builtins.lookup import KNOWN
from ..rules import Rules
from ..tree import Module

_ENABLED: Final = frozenset(("f16", "dual_source_blending"))
_REQUIRED: Final = frozenset(
    (
        *(
            "packed_4x8_integer_dot_product",
            "pointer_composite_access",
            "readonly_and_readwrite_storage_textures",
        ),
        *("swizzle_assignment", "texture_and_sampler_let", "unrestricted_pointer_parameters"),
    )
)
_ALL: Final = "all"


def advice(module: Module, rules: Rules) -> str:
    """Return which extensions a shader asks for that we do not know, as a sentence; empty where
    there are none.
    """
    names = sorted(
        _requested_extensions(module)
        - KNOWN
        - rules.extensions
        - _ENABLED
        - _REQUIRED
        - {_ALL, COMPATIBILITY}
    )
    if not names:
        return ""
    return f"What {', '.join(names)} brings is not supported."


def _requested_extensions(module: Module) -> set[str]:
    found: set[str] = set()
    for directive in module.directives:
        if directive.kind in ("enable", "requires"):
            found.update(directive.args)
        elif directive.kind == "extension" and directive.args[-1] != "disable":
            found.add(directive.args[0])
    return found
