"""Write the lists of mutations in docs/emi.md (of C), docs/emi-shaders.md and docs/emi-modules.md
from the docstrings: `python tools/list_mutations.py`.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from aberration.methods.emi.modules.mutation import Mutation as ModuleMutation
from aberration.methods.emi.modules.registry import WEIGHTS as OF_MODULES
from aberration.methods.emi.mutation import Mutation
from aberration.methods.emi.registry import WEIGHTS
from aberration.methods.emi.shading.mutation import Mutation as ShaderMutation
from aberration.methods.emi.shading.registry import WEIGHTS as OF_SHADERS

Kind = type[Mutation] | type[ShaderMutation] | type[ModuleMutation]
Kinds = (
    Mapping[type[Mutation], int]
    | Mapping[type[ShaderMutation], int]
    | Mapping[type[ModuleMutation], int]
)
_DOCS: Final = Path(__file__).resolve().parent.parent / "docs"
PAGES: Final[dict[Path, Kinds]] = {
    _DOCS / "emi.md": WEIGHTS,
    _DOCS / "emi-shaders.md": OF_SHADERS,
    _DOCS / "emi-modules.md": OF_MODULES,
}
HEAD: Final = (
    "<!-- Written by `python tools/list_mutations.py` from the docstrings; do not edit. -->\n"
)
TAIL: Final = "<!-- The end of what is written. -->\n"


def section(kinds: Kinds) -> str:
    """Return the text between the marks, with them."""
    lines = [line for kind, weight in kinds.items() for line in _mutation(kind, weight)]
    return "\n".join([HEAD, *lines, TAIL])


def with_section(page: str, kinds: Kinds) -> str:
    """Return a page with the list of today in place of its own."""
    before, _, rest = page.partition(HEAD)
    _, mark, after = rest.partition(TAIL)
    if not mark:
        raise SystemExit("expected the two marks of the list in the page")
    return before + section(kinds) + after


def _mutation(kind: Kind, weight: int) -> list[str]:
    where = "code that runs" if kind.live else "code that never runs"
    fields = ", ".join(f"`{name}`" for name in kind.__struct_fields__)
    head = f"### {kind.__name__}"
    first = _joined(inspect.getdoc(sys.modules[kind.__module__]) or "")
    parts = _parts(inspect.getdoc(kind) or "")
    return [head, "", first, "", *parts, f"- In {where}; weight {weight}; fields {fields}.", ""]


def _parts(text: str) -> list[str]:
    """Return the docstring as a list with one item per part, its lines joined."""
    before, _, effect = text.partition("Effect:")
    return [f"- {_joined(before)}", f"- Effect: {_joined(effect)}"]


def _joined(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    for page, known in PAGES.items():
        page.write_text(with_section(page.read_text(), known))
        print(f"{page.name}: {len(known)} mutations", file=sys.stderr)
