"""What a program is run on: uniforms, push constants, storage buffers, and the sizes of render and dispatch.

The file beside a shader is a GraphicsFuzz-style JSON object: each key is a uniform with its setter (`func`),
its values (`args`) and its `binding` (or `"push_constant": true`), with an optional `offset` in bytes; one without
a binding is outside of blocks, or in the block that its name tells. The keys that begin with `$` are ours or
GraphicsFuzz's: `$compute` (`num_groups`, `buffers`) and `$render` (`width`, `height`, and `tiles`, the rectangles
`[x, y, width, height]` that are drawn, where it is not the whole image).
"""

import struct
from typing import Literal

import msgspec

from aberration.core.errors import BadInput

ScalarType = Literal["int", "uint", "float"]
_CODES: dict[str, str] = {"int": "i", "uint": "I", "float": "f"}
_WORD_LIMIT = 1 << 24
UNBOUND = -1
"""The binding of a uniform whose file names none: it lies outside of blocks, or in one that its name tells."""


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
        """Return (set, binding) of its block in SPIR-V, where binding 0 is meant if none is named."""
        return self.descriptor_set, max(self.binding, 0)


class Buffer(msgspec.Struct, frozen=True):
    """One storage buffer with its initial bytes and the scalar type of each field, with its count."""

    binding: int
    data: bytes
    fields: tuple[tuple[ScalarType, int], ...] = ()
    descriptor_set: int = 0


class Tile(msgspec.Struct, frozen=True, array_like=True):
    """A rectangle of pixels. Its sides and place are even, so that no quad lies in two (`spread_tiles`)."""

    x: int
    y: int
    width: int
    height: int


class Inputs(msgspec.Struct, frozen=True):
    """All inputs of one run; the default renders 256x256 pixels, or dispatches one workgroup.

    Where there are `tiles`, only these are drawn; the rest of the image is transparent black.
    """

    uniforms: tuple[Uniform, ...] = ()
    buffers: tuple[Buffer, ...] = ()
    width: int = 256
    height: int = 256
    groups: tuple[int, int, int] = (1, 1, 1)
    arguments: tuple[str, ...] = ()
    stdin: bytes = b""
    tiles: tuple[Tile, ...] = ()

    @property
    def areas(self) -> tuple[Tile, ...]:
        """Return the rectangles to draw: the tiles, or the whole image."""
        return self.tiles or (Tile(0, 0, self.width, self.height),)

    def push_constants(self) -> bytes:
        """Return the whole push-constant range, zero where no uniform lies."""
        ranges = [uniform for uniform in self.uniforms if uniform.push_constant]
        size = max((uniform.offset + len(uniform.data) for uniform in ranges), default=0)
        out = bytearray((size + 3) & ~3)
        for uniform in ranges:
            out[uniform.offset : uniform.offset + len(uniform.data)] = uniform.data
        return bytes(out)


def read_inputs(text: bytes | str, where: str) -> Inputs:
    """Read the JSON beside a shader; raise `BadInput` naming the entry that is wrong."""
    try:
        raw = msgspec.json.decode(text, type=dict[str, dict[str, object]])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"expected a JSON object of uniforms, but {error}", where=where) from None
    compute = raw.get("$compute", {})
    render = raw.get("$render", raw.get("$framebuffer", {}))
    width, height = _render_size(render, where)
    return Inputs(
        uniforms=tuple(_uniform(name, entry, where) for name, entry in raw.items() if not name.startswith("$")),
        buffers=_buffers(compute, where),
        width=width,
        height=height,
        groups=_groups(compute, where),
        tiles=_tiles(render, width, height, where),
    )


def write_inputs(inputs: Inputs) -> bytes:
    """Write inputs so that `read_inputs` gives them back: raw words where no setter is known."""
    out: dict[str, object] = {}
    for uniform in inputs.uniforms:
        entry: dict[str, object] = {"func": "words", "args": list(_words(uniform.data))}
        if uniform.push_constant:
            entry |= {"push_constant": True, "offset": uniform.offset}
        elif uniform.binding != UNBOUND:
            entry |= {"binding": uniform.binding, "set": uniform.descriptor_set}
            if uniform.offset:
                entry["offset"] = uniform.offset
        out[uniform.name] = entry
    if inputs.buffers or inputs.groups != (1, 1, 1):
        buffers = [_written_buffer(buffer) for buffer in inputs.buffers]
        out["$compute"] = {"num_groups": list(inputs.groups), "buffers": buffers}
    tiles = {"tiles": [msgspec.to_builtins(tile) for tile in inputs.tiles]} if inputs.tiles else {}
    out["$render"] = {"width": inputs.width, "height": inputs.height, **tiles}
    return msgspec.json.format(msgspec.json.encode(out), indent=1) + b"\n"


def _written_buffer(buffer: Buffer) -> dict[str, object]:
    fields: list[dict[str, object]] = []
    start = 0
    for kind, count in buffer.fields or (("uint", len(buffer.data) // 4),):
        values = struct.unpack_from(f"<{count}{_CODES[kind]}", buffer.data, start)
        if any(value != value or abs(value) == float("inf") for value in values):
            kind, values = "uint", struct.unpack_from(f"<{count}I", buffer.data, start)
        fields.append({"type": kind, "data": list(values)})
        start += 4 * count
    return {"binding": buffer.binding, "set": buffer.descriptor_set, "fields": fields}


def _words(data: bytes) -> tuple[int, ...]:
    padded = data + bytes(-len(data) % 4)
    return struct.unpack(f"<{len(padded) // 4}I", padded)


def _uniform(name: str, entry: dict[str, object], where: str) -> Uniform:
    function, arguments = entry.get("func"), entry.get("args")
    if not isinstance(function, str) or not isinstance(arguments, list):
        raise BadInput(f"uniform {name!r}: expected 'func' (a setter) and 'args' (a list)", where=where)
    data = _uniform_bytes(name, function, arguments, where)
    offset = _integer(entry, "offset", where, name)
    if entry.get("push_constant"):
        return Uniform(name, data, push_constant=True, offset=offset)
    binding = _integer(entry, "binding", where, name) if "binding" in entry else UNBOUND
    return Uniform(name, data, binding, _integer(entry, "set", where, name), offset=offset)


def _uniform_bytes(name: str, function: str, arguments: list[object], where: str) -> bytes:
    if function == "words":
        return _pack("I", arguments, name, where)
    setter = function.removeprefix("glUniform")
    if setter.startswith("Matrix"):
        columns, _, rows = setter.removeprefix("Matrix").removesuffix("fv").partition("x")
        width = int(rows or columns) if (rows or columns).isdigit() else 0
        return _rows("f", width, arguments, name, where)
    width = int(setter[0]) if setter[:1].isdigit() else 0
    code = {"f": "f", "i": "i", "ui": "I"}.get(setter[1:].removesuffix("v"), "")
    if not 1 <= width <= 4 or not code:
        raise BadInput(f"uniform {name!r}: expected a setter such as glUniform2f, but {function!r} came", where=where)
    if not setter.endswith("v"):
        return _pack(code, arguments, name, where)
    return _rows(code, width, arguments, name, where)


def _rows(code: str, width: int, arguments: list[object], name: str, where: str) -> bytes:
    """Lay out an array (or the columns of a matrix) with the 16-byte stride of std140."""
    if width == 0 or not arguments or len(arguments) % width:
        count = len(arguments)
        raise BadInput(f"uniform {name!r}: expected a multiple of {width} values, but {count} came", where=where)
    rows = [_pack(code, arguments[at : at + width], name, where) for at in range(0, len(arguments), width)]
    return b"".join(row.ljust(16, b"\0") for row in rows)


def _pack(code: str, values: list[object], name: str, where: str) -> bytes:
    try:
        numbers = [float(_number(value)) if code == "f" else int(_number(value)) for value in values]
        return struct.pack(f"<{len(numbers)}{code}", *numbers)
    except (struct.error, OverflowError, ValueError, TypeError) as error:
        raise BadInput(f"{name!r}: a value does not fit its type ({error})", where=where) from None


def _number(value: object) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"expected a number, but {value!r} came")
    return value


def _integer(entry: dict[str, object], key: str, where: str, name: str, default: int = 0) -> int:
    value = entry.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < _WORD_LIMIT:
        raise BadInput(f"{name!r}: expected a small natural number for {key!r}, but {value!r} came", where=where)
    return value


def _render_size(entry: dict[str, object], where: str) -> tuple[int, int]:
    width = _integer(entry, "width", where, "$render", 256)
    height = _integer(entry, "height", where, "$render", 256)
    if not (1 <= width <= 4096 and 1 <= height <= 4096):
        raise BadInput(f"expected a render size of 1 to 4096 pixels a side, but {width}x{height} came", where=where)
    return width, height


def _tiles(entry: dict[str, object], width: int, height: int, where: str) -> tuple[Tile, ...]:
    try:
        tiles = msgspec.convert(entry.get("tiles", []), tuple[Tile, ...])
    except msgspec.ValidationError as error:
        raise BadInput(f"$render: expected 'tiles' of [x, y, width, height], but {error}", where=where) from None
    for tile in tiles:
        numbers = (tile.x, tile.y, tile.width, tile.height)
        fits = tile.x + tile.width <= width and tile.y + tile.height <= height and min(tile.width, tile.height) > 0
        if min(numbers) < 0 or not fits or any(number & 1 for number in numbers):
            came = f"{list(numbers)} of {width}x{height}"
            raise BadInput(f"$render: expected tiles of even numbers inside the image, but {came} came", where=where)
    return tiles


def spread_tiles(width: int, height: int, across: int, side: int) -> tuple[Tile, ...]:
    """Return `across` times `across` tiles of `side` pixels, one in each part of an image; none if they would fill it.

    Where in its part a tile lies differs from one to the next, so that none of the lines of an image is always missed.
    """
    part_width, part_height = width // across, height // across
    if part_width < 2 * side or part_height < 2 * side:
        return ()
    found = []
    for number in range(across * across):
        row, column = divmod(number, across)
        # Steps of 5 and 3 of 8 parts of what is free go round all of them; even places keep quads whole.
        x = column * part_width + ((part_width - side) * (number * 5 % 8) // 7 & ~1)
        y = row * part_height + ((part_height - side) * (number * 3 % 8) // 7 & ~1)
        found.append(Tile(x & ~1, y & ~1, side, side))
    return tuple(found)


def _groups(compute: dict[str, object], where: str) -> tuple[int, int, int]:
    groups = compute.get("num_groups", [1, 1, 1])
    if (
        not isinstance(groups, list)
        or len(groups) != 3
        or not all(isinstance(n, int) and 0 < n < 65536 for n in groups)
    ):
        raise BadInput(f"$compute: expected 'num_groups' of three numbers 1 to 65535, but {groups!r} came", where=where)
    return groups[0], groups[1], groups[2]


def _buffers(compute: dict[str, object], where: str) -> tuple[Buffer, ...]:
    entries = compute.get("buffers", [compute["buffer"]] if "buffer" in compute else [])
    if not isinstance(entries, list):
        raise BadInput(f"$compute: expected 'buffers' to be a list, but {entries!r} came", where=where)
    return tuple(_buffer(entry, where) for entry in entries)


def _buffer(entry: object, where: str) -> Buffer:
    if not isinstance(entry, dict) or not isinstance(entry.get("fields"), list):
        raise BadInput("$compute: expected a buffer with 'binding' and 'fields'", where=where)
    parts, kinds = [], []
    for field in entry["fields"]:
        kind, values = (field.get("type"), field.get("data")) if isinstance(field, dict) else (None, None)
        if kind not in _CODES or not isinstance(values, list):
            raise BadInput(f"$compute: expected a field of type int, uint or float, but {kind!r} came", where=where)
        parts.append(_pack(_CODES[kind], values, "$compute", where))
        kinds.append((kind, len(values)))
    binding = _integer(entry, "binding", where, "$compute")
    return Buffer(binding, b"".join(parts), tuple(kinds), _integer(entry, "set", where, "$compute"))
