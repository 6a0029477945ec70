"""All mutants of the shading languages: one in each module of `planted/`, in the order of the
names.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from aberration.core.errors import InternalError, UnknownName
from aberration.targets.shading_mutants import planted
from aberration.targets.shading_mutants.mutant import ShadingMutant


def _mutant_in(module: str) -> ShadingMutant:
    where = f"{planted.__name__}.{module}"
    found = getattr(import_module(where), "MUTANT", None)
    if not isinstance(found, ShadingMutant) or found.name != module.replace("_", "-"):
        came = getattr(found, "name", type(found).__name__)
        raise InternalError(f"expected a mutant like {module!r}, came {came!r}", where=where)
    return found


SHADING_MUTANTS: Final[tuple[ShadingMutant, ...]] = tuple(
    _mutant_in(name) for name in sorted(module.name for module in iter_modules(planted.__path__))
)


def shading_mutant(name: str) -> ShadingMutant:
    """Return a mutant of the shading languages by name."""
    for known in SHADING_MUTANTS:
        if known.name == name:
            return known
    names = " ".join(known.name for known in SHADING_MUTANTS)
    raise UnknownName(f"expected a mutant of shading languages ({names}), but {name!r} came")
