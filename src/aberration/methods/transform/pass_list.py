"""All passes: one in each module of `passes/`, named like it, in the order of the names."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from aberration.core.errors import InternalError
from aberration.methods.transform import passes
from aberration.methods.transform.fuzzer_pass import FuzzerPass


def _pass_named(name: str) -> FuzzerPass:
    module = f"{passes.__name__}.{name}"
    found = getattr(import_module(module), name, None)
    if not isinstance(found, FuzzerPass):
        raise InternalError(f"expected a pass {name!r}, came {type(found).__name__}", where=module)
    return found


PASSES: Final[tuple[FuzzerPass, ...]] = tuple(
    _pass_named(name) for name in sorted(module.name for module in iter_modules(passes.__path__))
)
