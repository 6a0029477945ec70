"""Textures and samplers of WGSL that nothing names."""

from __future__ import annotations

from msgspec.structs import replace

from ..checker import Typing
from ..tree import Declare, Module


def without_unused_handles(typing: Typing) -> Module:
    """Return a module in WGSL without the textures and samplers that nothing names, which would
    have to be bound for nothing; the module itself where there is none.
    """
    module, named = typing.module, frozenset(typing.symbols.values())
    kept = tuple(
        one
        for one in module.decls
        if not isinstance(one, Declare)
        or one.variables[0].storage != "handle"
        or typing.declared[id(one.variables[0])] in named
    )
    return module if len(kept) == len(module.decls) else replace(module, decls=kept)
