"""Which types of a module are storage images that are known, and what inputs give for them."""

from __future__ import annotations

import pytest
from helpers.storage_images import image_of

from aberration.core.inputs import Inputs
from aberration.languages.spirv.storage_images import (
    DeclaredStorage,
    StorageType,
    given_image,
    is_stored,
    storage_refusal,
    storage_type,
)

INT, FLOAT, IMAGE = 21, 22, 25
SCALARS = {1: (FLOAT, (32,)), 2: (INT, (32, 1)), 3: (INT, (32, 0)), 4: (FLOAT, (64,))}


def type_of(*operands: int) -> StorageType | None:
    return storage_type({**SCALARS, 9: (IMAGE, operands)}, 9)


@pytest.mark.parametrize(
    ("operands", "wanted"),
    [
        ((3, 1, 0, 0, 0, 2, 33), StorageType("r32ui", "2D")),
        ((2, 2, 0, 0, 0, 2, 24), StorageType("r32i", "3D")),
        ((1, 1, 0, 1, 0, 2, 3), StorageType("r32f", "2DArray")),
        ((1, 1, 2, 0, 0, 2, 1), StorageType("rgba32f", "2D")),
        ((2, 1, 0, 0, 0, 2, 21), StorageType("rgba32i", "2D")),
        ((3, 1, 0, 0, 0, 2, 30), StorageType("rgba32ui", "2D")),
        ((3, 5, 0, 0, 0, 2, 30), StorageType("rgba32ui", "Buffer")),
        ((1, 5, 0, 0, 0, 1, 0), StorageType("r32f", "Buffer", sampled=True)),
        ((2, 5, 0, 0, 0, 1, 0), StorageType("r32i", "Buffer", sampled=True)),
        ((3, 5, 0, 0, 0, 1, 0), StorageType("r32ui", "Buffer", sampled=True)),
    ],
)
def test_known_kinds(operands: tuple[int, ...], wanted: StorageType) -> None:
    assert type_of(*operands) == wanted


@pytest.mark.parametrize(
    "operands",
    [
        (3, 1, 0, 0, 0, 1, 33),
        (3, 1, 0, 0, 0, 2, 0),
        (3, 1, 0, 0, 0, 2, 32),
        (2, 1, 0, 0, 0, 2, 33),
        (4, 1, 0, 0, 0, 2, 3),
        (3, 1, 0, 0, 1, 2, 33),
        (3, 0, 0, 0, 0, 2, 33),
        (3, 3, 0, 0, 0, 2, 33),
        (3, 5, 0, 0, 0, 2, 0),
        (3, 5, 0, 0, 0, 1, 33),
        (4, 5, 0, 0, 0, 1, 0),
    ],
    ids=[
        *("sampled", "no format", "rgba8ui", "sign", "width", "samples", "1D", "cube"),
        *("buffer without format", "sampled buffer with one", "sampled buffer of doubles"),
    ],
)
def test_other_kinds(operands: tuple[int, ...]) -> None:
    assert type_of(*operands) is None


def test_only_images_without_a_sampler_are_stored() -> None:
    types = {**SCALARS, 8: (IMAGE, (3, 1, 0, 0, 0, 1, 0)), 9: (IMAGE, (3, 1, 0, 0, 0, 2, 0))}
    assert [is_stored(types, one) for one in (1, 7, 8, 9)] == [False, False, False, True]


def test_a_buffer_may_be_in_one_with_its_sampler() -> None:
    types = {**SCALARS, 8: (IMAGE, (2, 5, 0, 0, 0, 1, 0)), 9: (27, (8,))}
    assert storage_type(types, 9) == StorageType("r32i", "Buffer", sampled=True)
    pictures = {**SCALARS, 8: (IMAGE, (2, 1, 0, 0, 0, 1, 0)), 9: (27, (8,))}
    assert not is_stored(pictures, 9)


def test_a_sampled_buffer_takes_all_formats_of_its_numbers() -> None:
    sampled = DeclaredStorage("b", (0, 0), StorageType("r32i", "Buffer", sampled=True))
    for texels in ("r32i", "rgba32i"):
        given = Inputs(buffers=(image_of(texels, (2, 1, 1), "Buffer"),))
        assert storage_refusal(sampled, given) == ""
    other = Inputs(buffers=(image_of("r32ui", (2, 1, 1), "Buffer"),))
    message = "the storage image b is int Buffer, and r32ui Buffer is given"
    assert storage_refusal(sampled, other) == message


def test_what_the_inputs_give() -> None:
    image = DeclaredStorage("", (0, 2), StorageType("r32ui", "2D"))
    good = image_of("r32ui", (2, 2, 1), binding=2)
    assert storage_refusal(image, Inputs(buffers=(good,))) == ""
    assert given_image(image, Inputs(buffers=(good,))) == good.image
    lacking = "the storage image at set 0 binding 2, which the inputs do not give"
    assert storage_refusal(image, Inputs()) == lacking
    other = image_of("r32i", (2, 2, 1), binding=2)
    assert "is r32ui 2D, and r32i 2D is given" in storage_refusal(image, Inputs(buffers=(other,)))
