"""Which functions of a rewritten module differ from those of the module that it was made from."""

from __future__ import annotations

from ..tree import Declaration, Function, Module


def changed_functions(known: Module, module: Module) -> list[int] | None:
    """Return the places of the functions whose bodies alone differ; None where anything else does.

    All other declarations are the same objects, in the same places; so are the changed functions'
    heads.
    """
    if len(known.decls) != len(module.decls) or known.directives != module.directives:
        return None
    if (known.language, known.version, known.profile) != (
        module.language,
        module.version,
        module.profile,
    ):
        return None
    changed = []
    for place, (old, new) in enumerate(zip(known.decls, module.decls, strict=True)):
        if old is new:
            continue
        if not _same_head(old, new):
            return None
        changed.append(place)
    return changed


def _same_head(old: Declaration, new: Declaration) -> bool:
    if not isinstance(old, Function) or not isinstance(new, Function):
        return False
    if old.name != new.name or (old.body is None) != (new.body is None):
        return False
    heads = zip((*old.params, old.result), (*new.params, new.result), strict=False)
    same = len(old.params) == len(new.params) and all(a is b for a, b in heads)
    return (
        same and old.attributes == new.attributes and old.result_attributes == new.result_attributes
    )
