"""What a program is run on: uniforms, push constants, storage buffers, textures, attributes of
vertices, specialisation constants, and the sizes of render and dispatch.

The file beside a shader is read by `inputs_file`.
"""

import struct

import msgspec

from aberration.core.attachments import Attachment, attachment_entries
from aberration.core.attributes import Attribute, attribute_entry
from aberration.core.constants import Constant, constant_entry
from aberration.core.inputs_file import RAW, Entry, InputsFile, read_file
from aberration.core.setters import CODES, ScalarType
from aberration.core.storage_images import ImageOrNone, StorageImage, storage_image_entry
from aberration.core.textures import LINEAR, Sampler, Texture, texture_entry
from aberration.core.tiles import Tile

__all__ = [
    "UNBOUND",
    "Buffer",
    "Inputs",
    "ScalarType",
    "Uniform",
    "inputs_of",
    "read_inputs",
    "write_inputs",
]

UNBOUND = -1
"""The binding of a uniform whose file names none: it lies outside of blocks, or in one that its
name says.
"""


class Uniform(msgspec.Struct, frozen=True):
    """One uniform: `data` is what the shader's block holds, std140 bytes."""

    name: str
    data: bytes
    binding: int = 0
    descriptor_set: int = 0
    push_constant: bool = False
    offset: int = 0

    @property
    def place(self) -> tuple[int, int]:
        """Return (set, binding) of its block in SPIR-V, where binding 0 is meant if none is
        named.
        """
        return self.descriptor_set, max(self.binding, 0)


class Buffer(msgspec.Struct, frozen=True):
    """One storage buffer with its initial bytes and the scalar type of each field, with its
    count. With an `image` it is a storage image, whose texels the bytes are.
    """

    binding: int
    data: bytes
    fields: tuple[tuple[ScalarType, int], ...] = ()
    descriptor_set: int = 0
    image: ImageOrNone = msgspec.UNSET

    @property
    def place(self) -> tuple[int, int]:
        """Return (set, binding)."""
        return self.descriptor_set, self.binding


class Inputs(msgspec.Struct, frozen=True):
    """All inputs of one run; the default renders 256x256 pixels, or dispatches one workgroup.

    Where there are `tiles`, only these are drawn; the rest of the image is transparent black.
    `ways` say how the host drives the program (`aberration.core.ways`). `samplers` are those that
    stand alone, as in WGSL. `constants` are the values of specialisation constants that are given.
    `attachments` are the images that a fragment shader draws into, where they are not one of four
    floats, in the order of their locations, the depth last.
    """

    uniforms: tuple[Uniform, ...] = ()
    buffers: tuple[Buffer, ...] = ()
    width: int = 256
    height: int = 256
    groups: tuple[int, int, int] = (1, 1, 1)
    arguments: tuple[str, ...] = ()
    stdin: bytes = b""
    tiles: tuple[Tile, ...] = ()
    ways: tuple[str, ...] = ()
    textures: tuple[Texture, ...] = ()
    samplers: tuple[Sampler, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    constants: tuple[Constant, ...] = ()
    attachments: tuple[Attachment, ...] = ()

    @property
    def storage_images(self) -> dict[tuple[int, int], StorageImage]:
        """Return the buffers that are storage images, by (set, binding)."""
        return {one.place: one.image for one in self.buffers if isinstance(one.image, StorageImage)}

    @property
    def areas(self) -> tuple[Tile, ...]:
        """Return the rectangles to draw: the tiles, or the whole image."""
        return self.tiles or (Tile(0, 0, self.width, self.height),)

    @property
    def hangs_on_weights(self) -> bool:
        """Whether a sample hangs on how exact an implementation weighs: texels with a linear
        filter, or levels.
        """
        every: tuple[Texture | Sampler, ...] = (*self.textures, *self.samplers)
        has_levels = any(one.level_count > 1 for one in self.textures)
        return has_levels or any(one.filter == LINEAR for one in every)

    def each_attachment(self) -> tuple["Inputs", ...]:
        """Return the inputs with each of the attachments alone; as they are where there is none."""
        return tuple(
            msgspec.structs.replace(self, attachments=(one,)) for one in self.attachments
        ) or (self,)

    def push_constants(self) -> bytes:
        """Return the whole push-constant range, zero where no uniform lies."""
        ranges = [uniform for uniform in self.uniforms if uniform.push_constant]
        size = max((uniform.offset + len(uniform.data) for uniform in ranges), default=0)
        out = bytearray((size + 3) & ~3)
        for uniform in ranges:
            out[uniform.offset : uniform.offset + len(uniform.data)] = uniform.data
        return bytes(out)


def read_inputs(text: bytes | str, where: str) -> Inputs:
    """Read the JSON beside a shader; raise `BadInput` naming the entry that is wrong.

    What the shader declares is not asked: `campaign.loading` does.
    """
    return inputs_of(read_file(text, where))


def inputs_of(given: InputsFile) -> Inputs:
    """Return what a file says, laid out as std140 has it, and storage buffers as std430."""
    return Inputs(
        uniforms=tuple(_uniform(entry) for entry in given.entries),
        buffers=tuple(
            Buffer(entry.binding, *entry.in_order(), entry.group, entry.image)
            for entry in given.buffers
        ),
        width=given.width,
        height=given.height,
        groups=given.groups,
        tiles=given.tiles,
        ways=given.ways,
        textures=tuple(one for one in given.sampled if isinstance(one, Texture)),
        samplers=tuple(one for one in given.sampled if isinstance(one, Sampler)),
        attributes=given.attributes,
        constants=given.constants,
        attachments=given.attachments,
    )


def write_inputs(inputs: Inputs) -> bytes:
    """Write inputs so that `read_inputs` gives them back: raw words where no setter is known."""
    out: dict[str, object] = {}
    for uniform in inputs.uniforms:
        padded = uniform.data + bytes(-len(uniform.data) % 4)
        words = struct.unpack(f"<{len(padded) // 4}I", padded)
        entry: dict[str, object] = {"func": RAW, "args": list(words)}
        if uniform.push_constant:
            entry |= {"push_constant": True, "offset": uniform.offset}
        elif uniform.binding != UNBOUND:
            entry |= {"binding": uniform.binding, "set": uniform.descriptor_set}
            if uniform.offset:
                entry["offset"] = uniform.offset
        out[uniform.name] = entry
    out |= {one.name: texture_entry(one) for one in inputs.textures}
    out |= {one.name: texture_entry(one) for one in inputs.samplers}
    out |= {one.name: attribute_entry(one) for one in inputs.attributes}
    if inputs.buffers or inputs.groups != (1, 1, 1):
        buffers = [_buffer_entry(buffer) for buffer in inputs.buffers]
        out["$compute"] = {"num_groups": list(inputs.groups), "buffers": buffers}
    tiles = {"tiles": [msgspec.to_builtins(tile) for tile in inputs.tiles]} if inputs.tiles else {}
    out["$render"] = {"width": inputs.width, "height": inputs.height, **tiles}
    if inputs.constants:
        out["$constants"] = {"values": [constant_entry(one) for one in inputs.constants]}
    if inputs.attachments:
        out["$attachments"] = attachment_entries(inputs.attachments)
    if inputs.ways:
        out["$drive"] = {"ways": list(inputs.ways)}
    return msgspec.json.format(msgspec.json.encode(out), indent=1) + b"\n"


def _buffer_entry(buffer: Buffer) -> dict[str, object]:
    fields: list[dict[str, object]] = []
    start = 0
    for kind, count in buffer.fields or (("uint", len(buffer.data) // 4),):
        values = struct.unpack_from(f"<{count}{CODES[kind]}", buffer.data, start)
        if any(value != value or abs(value) == float("inf") for value in values):
            kind, values = "uint", struct.unpack_from(f"<{count}I", buffer.data, start)
        fields.append({"type": kind, "data": list(values)})
        start += 4 * count
    image = buffer.image
    texels = {"image": storage_image_entry(image)} if isinstance(image, StorageImage) else {}
    return {"binding": buffer.binding, "set": buffer.descriptor_set, **texels, "fields": fields}


def _uniform(entry: Entry) -> Uniform:
    offset = entry.offset or 0
    if entry.push_constant:
        return Uniform(entry.name, entry.data, push_constant=True, offset=offset)
    return Uniform(
        entry.name,
        entry.data,
        UNBOUND if entry.binding is None else entry.binding,
        entry.group,
        False,
        offset,
    )
