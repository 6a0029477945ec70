"""The entry point from tree to text."""

from __future__ import annotations

from aberration.core.errors import MalformedShader
from aberration.languages.shading.dialects import dialect_of, rules_for
from aberration.languages.shading.printer.minimal import (
    Patcher,
    Unpatchable,
    apply_patches,
    texts_of_nodes,
)
from aberration.languages.shading.printer.printer import NOTHING_KEPT
from aberration.languages.shading.read import Shader, read
from aberration.languages.shading.tree import Module


def write(module: Module) -> str:
    """Return the canonical text of a tree, which reads as the same tree; raise `InternalError`
    for an illegal tree.
    """
    return dialect_of(module.language).printer(rules_for(module), NOTHING_KEPT).module(module)


def write_changed(shader: Shader, module: Module) -> str:
    """Return the text of a changed tree, with as little change to the original's text as can be.

    `module` is `shader.module` rewritten, sharing what stays. Comments, macros and layout stay
    outside of what changed. The result reads as `module`, which is tried here: where it does not,
    the text is the canonical one.
    """
    original = shader.source.text
    if module is shader.module:
        return original
    printer = dialect_of(module.language).printer(
        rules_for(module), texts_of_nodes(original, shader.module)
    )
    try:
        text = apply_patches(original, Patcher(original, printer).patches(shader.module, module))
        if read(text, module.language).module == module:
            return text
    except (Unpatchable, MalformedShader):
        pass
    return write(module)
