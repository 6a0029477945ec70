"""The calls of wgpu that make the textures and samplers of a program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from aberration.core.shapes import FACES, plain_shape
from aberration.core.textures import Sampler, Texture, each_level
from aberration.targets.runners.webgpu.textures import (
    ADDRESS_MODES,
    VIEWS,
    SampledSlot,
    compare_of,
    dimension_of,
    filter_of,
    format_of,
    mipmap_filter_of,
    row_length,
    sample_type_of,
    sampler_type_of,
    written_texels,
)


def refusal_on_opengl(slots: Sequence[SampledSlot]) -> str:
    """Return why wgpu cannot bind these on OpenGL, or nothing: there it takes an array of one
    layer for a flat texture, one whose layers are a multiple of six for cubes, and an array of one
    cube for this cube.
    """
    for slot in slots:
        given = slot.given
        if not isinstance(given, Texture):
            continue
        layers, shape = given.size[2], plain_shape(given.shape)
        is_mistaken = shape == "2DArray" and (layers == 1 or layers % FACES == 0)
        if is_mistaken or (shape == "CubeArray" and layers == FACES):
            return f"wgpu on OpenGL takes {given.name}, an array of {layers}, for another shape"
    return ""


def sampled_layout(slot: SampledSlot, visibility: object) -> dict[str, object]:
    """Return what a layout of bind groups says of a texture or sampler."""
    entry: dict[str, object] = {"binding": slot.binding, "visibility": visibility}
    given = slot.given
    if isinstance(given, Sampler):
        return {**entry, "sampler": {"type": sampler_type_of(given)}}
    kind = {"sample_type": sample_type_of(given), "view_dimension": VIEWS[given.shape]}
    return {**entry, "texture": {**kind, "multisampled": False}}


def sampled_resource(
    wgpu: Any, device: Any, slot: SampledSlot, own: Callable[[Any], None]
) -> dict[str, object]:
    """Return the entry of a bind group; `own` gets a texture that was made for it."""
    given = slot.given
    if isinstance(given, Sampler):
        return {"binding": slot.binding, "resource": _sampler(device, given)}
    texture = _texture(wgpu, device, given, own)
    view = texture.create_view(dimension=VIEWS[given.shape])
    return {"binding": slot.binding, "resource": view}


def _sampler(device: Any, given: Sampler) -> Any:
    mode, filtered = ADDRESS_MODES[given.wrap], filter_of(given)
    return device.create_sampler(
        address_mode_u=mode,
        address_mode_v=mode,
        address_mode_w=mode,
        mag_filter=filtered,
        min_filter=filtered,
        mipmap_filter=mipmap_filter_of(given),
        **({"compare": compare_of(given)} if given.compare else {}),
    )


def _texture(wgpu: Any, device: Any, given: Texture, own: Callable[[Any], None]) -> Any:
    usages = wgpu.TextureUsage
    texture = device.create_texture(
        size=given.size,
        format=format_of(given),
        dimension=dimension_of(given),
        mip_level_count=given.level_count,
        usage=usages.TEXTURE_BINDING | usages.COPY_DST,
    )
    own(texture)
    for level, filled in enumerate(each_level(given)):
        device.queue.write_texture(
            {"texture": texture, "mip_level": level, "origin": (0, 0, 0)},
            written_texels(filled),
            {"offset": 0, "bytes_per_row": row_length(filled), "rows_per_image": filled.size[1]},
            filled.size,
        )
    return texture
