"""Take the image out of a sampled image, and put it together with the sampler again."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.image_reads import READS, image_type_of
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place
from aberration.methods.transform.transformation import Transformation, all_fresh

SAMPLED: Final = tuple(op for op in READS if op != o.OpImageFetch)
"""What reads an image with a sampler."""


class RejoinImageAndSampler(Transformation, frozen=True, gc=False):
    """Precondition: `at` samples or gathers from the result of an OpSampledImage of its own block,
    which is where it has to be (SPIR-V 2.16.1); the two ids are fresh.
    Effect: inserts OpImage of that result, and OpSampledImage of the image and the same sampler,
    right before the read, which reads from it.
    Facts: none used, none added.
    """

    at: Place
    image: int
    joined: int

    def is_applicable(self, module: Module) -> bool:
        read = self.at.find(module)
        if read is None or not all_fresh(module, self.image, self.joined):
            return False
        return joined_image(module, read) is not None

    def apply(self, module: Module) -> None:
        read = self.at.get(module)
        before = must_exist(joined_image(module, read))
        kind = must_exist(image_type_of(module, before.result_id)).result_id
        module.insert_before(
            read,
            Instruction(o.OpImage, kind, self.image, [before.result_id]),
            Instruction(o.OpSampledImage, before.type_id, self.joined, [self.image, before.ops[1]]),
        )
        module.set_operand(read, 0, self.joined)


def joined_image(module: Module, read: Instruction) -> Instruction | None:
    """Return the OpSampledImage that a sample or gather reads, in its own block; None if it reads
    another value.
    """
    if read.op not in SAMPLED or read.block is None:
        return None
    found = module.definition(read.ops[0])
    if found is None or found.op != o.OpSampledImage or found.block is not read.block:
        return None
    return found if image_type_of(module, found.result_id) is not None else None
