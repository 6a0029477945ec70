"""What wgpu is told of textures and samplers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from aberration.core.textures import Sampler, Texture, each_level, texel_bytes
from aberration.targets.runners.webgpu.textures import SampledSlot
from aberration.targets.runners.webgpu.wgpu_textures import (
    refusal_on_opengl,
    sampled_layout,
    sampled_resource,
)

WGPU = SimpleNamespace(TextureUsage=SimpleNamespace(TEXTURE_BINDING=4, COPY_DST=2))


class WrittenDevice:
    """A device, its queue and a texture of it, which write down how they are called."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, object]] = []
        self.queue = self

    def create_texture(self, **given: Any) -> WrittenDevice:
        self.calls.append(("create_texture", given))
        return self

    def create_view(self, **given: Any) -> tuple[str, object]:
        return "view", given["dimension"]

    def create_sampler(self, **given: Any) -> tuple[str, object]:
        return "sampler", given

    def write_texture(self, *given: Any) -> None:
        self.calls.append(("write_texture", given))


def test_a_texture_is_made_filled_and_owned() -> None:
    texture = Texture("layers", "2DArray", "int", (3, 2, 5), 9)
    device, owned = WrittenDevice(), list[object]()
    entry = sampled_resource(WGPU, device, SampledSlot(0, 7, texture), owned.append)
    assert entry == {"binding": 7, "resource": ("view", "2d-array")}
    assert owned == [device]
    made = {
        "size": (3, 2, 5),
        "format": "rgba32sint",
        "dimension": "2d",
        "mip_level_count": 1,
        "usage": 6,
    }
    target = {"texture": device, "mip_level": 0, "origin": (0, 0, 0)}
    layout = {"offset": 0, "bytes_per_row": 48, "rows_per_image": 2}
    assert device.calls == [
        ("create_texture", made),
        ("write_texture", (target, texel_bytes(texture), layout, (3, 2, 5))),
    ]


def test_each_level_is_filled() -> None:
    texture = Texture("deep", "3D", "uint", (3, 2, 5), 9, levels=3)
    device, owned = WrittenDevice(), list[object]()
    sampled_resource(WGPU, device, SampledSlot(0, 7, texture), owned.append)
    (_, made), *writes = device.calls
    assert isinstance(made, dict)
    assert (made["size"], made["mip_level_count"]) == ((3, 2, 5), 3)
    rows = [(48, 2), (16, 1), (16, 1)]
    assert writes == [
        (
            "write_texture",
            (
                {"texture": device, "mip_level": level, "origin": (0, 0, 0)},
                texel_bytes(own),
                {"offset": 0, "bytes_per_row": length, "rows_per_image": height},
                own.size,
            ),
        )
        for level, (own, (length, height)) in enumerate(zip(each_level(texture), rows, strict=True))
    ]


def test_a_sampler_takes_the_nearest_texel_and_wraps() -> None:
    owned = list[object]()
    slot = SampledSlot(1, 2, Sampler("s", "mirror"))
    entry = sampled_resource(WGPU, WrittenDevice(), slot, owned.append)
    filters = dict.fromkeys(("mag_filter", "min_filter", "mipmap_filter"), "nearest")
    modes = {f"address_mode_{axis}": "mirror-repeat" for axis in "uvw"}
    assert entry == {"binding": 2, "resource": ("sampler", filters | modes)}
    assert owned == []
    linear = SampledSlot(1, 2, Sampler("s", "mirror", filter="linear"))
    filters |= dict.fromkeys(("mag_filter", "min_filter"), "linear")
    entry = sampled_resource(WGPU, WrittenDevice(), linear, owned.append)
    assert entry == {"binding": 2, "resource": ("sampler", filters | modes)}
    levels = SampledSlot(1, 2, Sampler("s", "mirror", filter="linear", mip="linear"))
    entry = sampled_resource(WGPU, WrittenDevice(), levels, owned.append)
    filters["mipmap_filter"] = "linear"
    assert entry == {"binding": 2, "resource": ("sampler", filters | modes)}


def test_layouts_say_what_is_sampled() -> None:
    deep = SampledSlot(0, 3, Texture("t", "3D", "float"))
    kind = {"sample_type": "float", "view_dimension": "3d", "multisampled": False}
    assert sampled_layout(deep, 2) == {"binding": 3, "visibility": 2, "texture": kind}
    way = SampledSlot(0, 4, Sampler("s"))
    assert sampled_layout(way, 4) == {
        "binding": 4,
        "visibility": 4,
        "sampler": {"type": "filtering"},
    }


@pytest.mark.parametrize(
    ("layers", "refused"), [(1, True), (2, False), (5, False), (6, True), (7, False), (18, True)]
)
def test_opengl_has_no_arrays_that_look_like_other_shapes(layers: int, refused: bool) -> None:
    array = Texture("array", "2DArray", size=(4, 3, layers))
    slots = [SampledSlot(0, 0, array), SampledSlot(0, 1, Sampler("s"))]
    assert bool(refusal_on_opengl(slots)) == refused
    others = [Texture("a", size=(4, 4, 1)), Texture("b", "3D", size=(4, 4, layers))]
    assert refusal_on_opengl([SampledSlot(0, 0, one) for one in others]) == ""
