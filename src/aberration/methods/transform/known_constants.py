"""What the inputs of a seed program give to its specialisation constants."""

from __future__ import annotations

from collections.abc import Iterable

from aberration.core.constants import Constant
from aberration.languages.spirv.module import Module


def learn_constants(module: Module, constants: Iterable[Constant]) -> None:
    """Record the values that are given, by number."""
    module.facts.given_constants = tuple(constants)
    for one in module.facts.given_constants:
        if one.number is not None:
            module.facts.constants[one.number] = one.word
