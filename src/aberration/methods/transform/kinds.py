"""All transformations: one in each module of `transformations/`, in the order of the modules'
names.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Final

from aberration.core.errors import InternalError
from aberration.methods.transform import transformations
from aberration.methods.transform.transformation import Transformation


def _transformation_of(module: ModuleType) -> type[Transformation]:
    found = [
        each
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, Transformation)
        and each.__module__ == module.__name__
    ]
    if len(found) != 1:
        names = ", ".join(each.__name__ for each in found) or "none"
        raise InternalError(f"expected one transformation, came {names}", where=module.__name__)
    return found[0]


TRANSFORMATIONS: Final[tuple[type[Transformation], ...]] = tuple(
    _transformation_of(import_module(f"{transformations.__name__}.{name}"))
    for name in sorted(module.name for module in iter_modules(transformations.__path__))
)
