"""Propose to put images and samplers together again."""

from __future__ import annotations

from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.rejoin_image_and_sampler import (
    SAMPLED,
    RejoinImageAndSampler,
)


@fuzzer_pass(chance=(0.1, 0.5), followed_by=("read_images_again",))
def rejoin_images_and_samplers(draw: Draw) -> Transformation | None:
    """One attempt: any sample or gather."""
    read = draw.instruction(SAMPLED)
    if read is None:
        return None
    return RejoinImageAndSampler(Place.of(draw.module, read), draw.fresh(), draw.fresh())
