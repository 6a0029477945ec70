"""The size that was asked last is given again, whichever image is asked, once an image is asked
for the second time.
"""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.image_reads import variable_of_image
from aberration.languages.spirv.instruction import Function, Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import body, redirect


def rewrite(module: Module) -> None:
    """Let a query repeat the one before it, which asks another image, where that is available."""
    for function in module.functions:
        for last, again in _with_mistake(module, function):
            redirect(module, again.result_id, last.result_id, lambda _: True)


def _with_mistake(module: Module, function: Function) -> list[tuple[Instruction, Instruction]]:
    """Return neighbours among the queries of a function: the second asks again an image that was
    asked before.
    """
    asked: set[int] = set()
    last: Instruction | None = None
    found: list[tuple[Instruction, Instruction]] = []
    for query in body(function):
        if query.op != opcodes.OpImageQuerySizeLod:
            continue
        image = variable_of_image(module, query.ops[0])
        if last is not None and image in asked and _gives_another(module, last, query, image):
            found.append((last, query))
        asked.add(image)
        last = query
    return found


def _gives_another(module: Module, last: Instruction, query: Instruction, image: int) -> bool:
    if last.type_id != query.type_id or variable_of_image(module, last.ops[0]) == image:
        return False
    return available_before(module, last.result_id, query)


MUTANT = Mutant(
    "size-cache",
    "a cached size of one image given for another",
    ("AddImageSizeSynonym",),
    rewrite,
    textures=True,
)
