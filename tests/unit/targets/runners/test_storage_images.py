"""Where the storage images of a module are bound, and which programs are refused."""

from __future__ import annotations

import pytest
from helpers.plain_runners import PlainRunner
from helpers.storage_images import image_of, module_of, stored_shader
from msgspec.structs import replace

from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Rejected
from aberration.core.program import Program
from aberration.targets.runners.interface import read_interface
from aberration.targets.runners.resources import StageLimits, plan_slots, refusal
from aberration.targets.runners.storage_images import (
    NO_IMAGES,
    ImageSlot,
    image_refusal,
    plan_storage_images,
    unknown_storage_images,
)

DECLARED = (
    "layout(binding = 2, r32ui) uniform uimage2D a;\n"
    "layout(set = 1, binding = 0, rgba32f) readonly uniform image3D b;\n"
    "layout(binding = 0) buffer B { uint data[]; };\n"
)
BODY = "data[0] = imageAtomicAdd(a, at, uint(imageLoad(b, ivec3(at, 0)).x));"
A = image_of("r32ui", (2, 2, 1), binding=2)
B = replace(image_of("rgba32f", (1, 1, 2), "3D"), descriptor_set=1)
WORDS = Buffer(0, bytes(8), (("uint", 2),))
MODULE = module_of(stored_shader(DECLARED, BODY, [A, WORDS, B]))
INTERFACE = read_interface(MODULE.source)


def given(*buffers: Buffer) -> Inputs:
    return Inputs(buffers=buffers)


def test_images_are_bound_at_their_places_and_no_buffers_there() -> None:
    assert A.image
    assert B.image
    assert plan_storage_images(INTERFACE, MODULE.inputs) == (
        ImageSlot(0, 2, A.image, A.data),
        ImageSlot(1, 0, B.image, B.data),
    )
    assert [(one.descriptor_set, one.binding) for one in plan_slots(INTERFACE, MODULE.inputs)] == [
        (0, 0)
    ]
    assert image_refusal(INTERFACE, MODULE.inputs) == ""


def test_an_image_that_the_module_lacks_is_left_out() -> None:
    more = given(A, WORDS, B, image_of("r32i", (1, 1, 1), binding=9))
    assert [one.place for one in plan_storage_images(INTERFACE, more)] == [(0, 2), (1, 0)]
    assert [one.binding for one in plan_slots(INTERFACE, more)] == [0]


@pytest.mark.parametrize(
    ("buffers", "message"),
    [
        ((A, WORDS), "the storage image b, which the inputs do not give"),
        ((A, WORDS, replace(A, binding=0, descriptor_set=1)), "b is rgba32f 3D, and r32ui 2D is"),
        ((A, B, replace(A, binding=0)), "set 0 binding 0 is that of a storage image and of"),
    ],
)
def test_what_the_inputs_do_not_give_is_refused(buffers: tuple[Buffer, ...], message: str) -> None:
    assert message in image_refusal(INTERFACE, given(*buffers))


def test_devices_have_limits() -> None:
    slots = plan_slots(INTERFACE, MODULE.inputs)
    limits = StageLimits(12, 4, 16384, 128, 4, 128, frozenset())
    assert "image or sampler" in refusal(INTERFACE, slots, b"", limits, (), NO_IMAGES)
    images = plan_storage_images(INTERFACE, MODULE.inputs)
    assert refusal(INTERFACE, slots, b"", limits, (), images) == ""
    few = replace(limits, storage_images=1)
    assert refusal(INTERFACE, slots, b"", few, (), images) == "more than 1 storage images"


class Binding(PlainRunner):
    storage_images = True


def test_only_runners_that_bind_images_are_asked() -> None:
    plain = Program("glsl", "compute", b"", given(WORDS))
    assert unknown_storage_images(PlainRunner(), plain) is None
    assert unknown_storage_images(Binding(), MODULE) is None
    found = unknown_storage_images(PlainRunner(), MODULE)
    assert isinstance(found, Rejected)
    assert found.unasked
