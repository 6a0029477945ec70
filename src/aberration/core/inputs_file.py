"""The file beside a shader that says what it runs on: GraphicsFuzz's JSON, as it is written there.

Each key is a uniform with its setter (`func`), its values (`args`, without gaps), and where it
lies: `binding` (and `set`) or `"push_constant": true`, with an `offset` in bytes; one without any
is found by its name. The keys that begin with `$` are aberration's or GraphicsFuzz's: see `KNOWN`.
"""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from aberration.core.attachments import DEPTH_KEY, MOST, Attachment, read_attachments
from aberration.core.attributes import Attribute, is_attribute, read_attribute
from aberration.core.constants import Constant, read_constants
from aberration.core.errors import BadInput
from aberration.core.setters import ScalarType, Value, pack_words, value_of_setter, value_of_type
from aberration.core.storage_images import WORD, ImageOrNone, read_storage_image
from aberration.core.textures import Sampler, Texture, is_texture, read_texture
from aberration.core.tiles import Tile, read_tiles
from aberration.core.ways import read_ways

KNOWN: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "$compute": ("num_groups", "buffer", "buffers"),
        "$render": ("width", "height", "tiles"),
        "$framebuffer": ("width", "height"),
        "$grid": ("dimensions",),
        "$drive": ("ways",),
        "$constants": ("values",),
        "$attachments": (*map(str, range(MOST)), DEPTH_KEY),
    }
)
"""What is no uniform, with the words in it. `$render` is our name for `$framebuffer`."""
RAW: Final = "words"
"""Our own setter: 32-bit words as they lie in memory, gaps included."""
_LIMIT: Final = 1 << 24
_SIDE: Final = 4096
_GROUPS: Final = 65535


class Entry(msgspec.Struct, frozen=True):
    """One uniform. `value` is None where the file gives raw words; what the file does not say
    is None.
    """

    name: str
    value: Value | None
    raw: bytes = b""
    binding: int | None = None
    group: int = 0
    push_constant: bool = False
    offset: int | None = None

    @property
    def data(self) -> bytes:
        """Return the bytes as std140 has them."""
        return self.raw if self.value is None else self.value.in_rows()


class BufferEntry(msgspec.Struct, frozen=True):
    """One storage buffer; `fields` lie one after the other. With an `image` it is a storage image,
    whose texels they are.
    """

    binding: int
    group: int
    fields: tuple[Value, ...]
    image: ImageOrNone = msgspec.UNSET

    def in_order(self) -> tuple[bytes, tuple[tuple[ScalarType, int], ...]]:
        """Return the fields one behind the other, and what the words are: vectors lie as std430
        has them.
        """
        data = bytearray()
        kinds: list[tuple[ScalarType, int]] = []
        for value in self.fields:
            laid, words = value.behind(len(data))
            data += laid
            kinds += words
        return bytes(data), tuple(kinds)


class InputsFile(msgspec.Struct, frozen=True):
    """All that a file says; `textures` are names, and `sampled` are those of them that are made
    here, with samplers. `sized` is whether it says the size of the image. `where` is the file,
    `lines` are those of the keys.
    """

    entries: tuple[Entry, ...] = ()
    buffers: tuple[BufferEntry, ...] = ()
    width: int = 256
    height: int = 256
    sized: bool = False
    groups: tuple[int, int, int] = (1, 1, 1)
    tiles: tuple[Tile, ...] = ()
    ways: tuple[str, ...] = ()
    textures: tuple[str, ...] = ()
    sampled: tuple[Texture | Sampler, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    constants: tuple[Constant, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    where: str = ""
    lines: Mapping[str, int] = MappingProxyType({})

    def place(self, key: str) -> str:
        """Return where a key stands, as file and line."""
        return f"{self.where}:{self.lines[key]}" if key in self.lines else self.where


def read_file(text: bytes | str, where: str) -> InputsFile:
    """Read the JSON beside a shader; raise `BadInput` naming the entry that is wrong."""
    try:
        raw = msgspec.json.decode(text, type=dict[str, object])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"expected a JSON object of uniforms, but {error}", where=where) from None
    lines = _lines(text if isinstance(text, str) else text.decode("utf-8", "replace"), raw)
    given = InputsFile(where=where, lines=lines)
    specials = {
        key: _special(key, value, given.place(key))
        for key, value in raw.items()
        if key.startswith("$")
    }
    if "$grid" in specials:
        raise BadInput(
            "$grid is not supported: the whole image is drawn", where=given.place("$grid")
        )
    size_key = "$render" if "$render" in specials else "$framebuffer"
    render = specials.get(size_key, {})
    width, height = _render_size(render, given.place(size_key))
    compute = specials.get("$compute", {})
    return msgspec.structs.replace(
        given,
        entries=tuple(
            _entry(key, value, given.place(key))
            for key, value in raw.items()
            if key not in specials and not is_texture(value) and not is_attribute(value)
        ),
        textures=tuple(key for key, value in raw.items() if is_texture(value)),
        sampled=tuple(_textures_in(raw, given)),
        attributes=tuple(
            read_attribute(key, value, given.place(key))
            for key, value in raw.items()
            if isinstance(value, dict) and is_attribute(value)
        ),
        buffers=_buffers(compute, given.place("$compute")),
        width=width,
        height=height,
        sized="width" in render or "height" in render,
        groups=_groups(compute, given.place("$compute")),
        tiles=read_tiles(render.get("tiles", []), width, height, given.place(size_key)),
        ways=read_ways(specials.get("$drive", {}).get("ways", []), given.place("$drive")),
        constants=read_constants(
            specials.get("$constants", {}).get("values", []), given.place("$constants")
        ),
        attachments=read_attachments(specials.get("$attachments", {}), given.place("$attachments")),
    )


def _lines(text: str, keys: Mapping[str, object]) -> dict[str, int]:
    """Return the line of each key: the first that has it in front of a colon."""
    wanted = {*keys}
    found: dict[str, int] = {}
    for match in re.finditer(r'"((?:[^"\\\n]|\\.)*)"\s*:', text):
        if match[1] in wanted and match[1] not in found:
            found[match[1]] = text.count("\n", 0, match.start()) + 1
    return found


def _special(key: str, value: object, where: str) -> dict[str, object]:
    if key not in KNOWN:
        known = ", ".join(KNOWN)
        raise BadInput(f"expected {known} or the name of a uniform, but {key!r} came", where=where)
    if not isinstance(value, dict):
        raise BadInput(
            f"{key}: expected an object with {', '.join(KNOWN[key])}, but {value!r} came",
            where=where,
        )
    for word in value:
        if word not in KNOWN[key]:
            raise BadInput(
                f"{key}: expected {', '.join(KNOWN[key])}, but {word!r} came", where=where
            )
    return value


# ---- uniforms


def _entry(name: str, entry: object, where: str) -> Entry:
    if not isinstance(entry, dict):
        raise BadInput(
            f"uniform {name!r}: expected an object with 'func' and 'args', but {entry!r} came",
            where=where,
        )
    function, arguments = entry.get("func"), entry.get("args")
    if not isinstance(function, str) or not isinstance(arguments, list):
        raise BadInput(
            f"uniform {name!r}: expected 'func' (a setter) and 'args' (a list)", where=where
        )
    value = (
        None
        if function == RAW
        else value_of_setter(name, function, arguments, entry.get("count"), where)
    )
    pushed = entry.get("push_constant", False)
    if not isinstance(pushed, bool):
        raise BadInput(
            f"{name!r}: expected true or false for 'push_constant', but {pushed!r} came",
            where=where,
        )
    return Entry(
        name,
        value,
        pack_words("uint", arguments, name, where) if value is None else b"",
        _natural(entry, "binding", where, name) if "binding" in entry and not pushed else None,
        _natural(entry, "set", where, name),
        pushed,
        _natural(entry, "offset", where, name) if "offset" in entry else None,
    )


def _textures_in(raw: Mapping[str, object], given: InputsFile) -> Iterator[Texture | Sampler]:
    for key, value in raw.items():
        if isinstance(value, dict) and is_texture(value):
            found = read_texture(key, value, given.place(key))
            if found is not None:
                yield found


def _natural(entry: dict[str, object], key: str, where: str, name: str, default: int = 0) -> int:
    value = entry.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < _LIMIT:
        raise BadInput(
            f"{name!r}: expected a small natural number for {key!r}, but {value!r} came",
            where=where,
        )
    return value


# ---- sizes and buffers


def _render_size(entry: dict[str, object], where: str) -> tuple[int, int]:
    width = _natural(entry, "width", where, "$render", 256)
    height = _natural(entry, "height", where, "$render", 256)
    if not (1 <= width <= _SIDE and 1 <= height <= _SIDE):
        raise BadInput(
            f"expected a render size of 1 to {_SIDE} pixels a side, but {width}x{height} came",
            where=where,
        )
    return width, height


def _groups(compute: dict[str, object], where: str) -> tuple[int, int, int]:
    groups = compute.get("num_groups", [1, 1, 1])
    if (
        isinstance(groups, list)
        and len(groups) == 3
        and all(
            isinstance(one, int) and not isinstance(one, bool) and 0 < one <= _GROUPS
            for one in groups
        )
    ):
        return groups[0], groups[1], groups[2]
    message = (
        f"$compute: expected 'num_groups' of three numbers 1 to {_GROUPS}, but {groups!r} came"
    )
    raise BadInput(message, where=where)


def _buffers(compute: dict[str, object], where: str) -> tuple[BufferEntry, ...]:
    entries = compute.get("buffers", [])
    if not isinstance(entries, list):
        raise BadInput(
            f"$compute: expected 'buffers' to be a list, but {entries!r} came", where=where
        )
    single = [compute["buffer"]] if "buffer" in compute else []
    return tuple(_buffer(entry, where) for entry in (*single, *entries))


def _buffer(entry: object, where: str) -> BufferEntry:
    if isinstance(entry, dict) and "image" in entry:
        return _storage_image(entry, where)
    fields = entry.get("fields") if isinstance(entry, dict) else None
    if not isinstance(entry, dict) or not isinstance(fields, list):
        raise BadInput("$compute: expected a buffer with 'binding' and 'fields'", where=where)
    binding = _natural(entry, "binding", where, "$compute")
    return BufferEntry(
        binding,
        _natural(entry, "set", where, "$compute"),
        tuple(_field(one, where) for one in fields),
    )


def _storage_image(entry: dict[str, object], where: str) -> BufferEntry:
    """Return a storage image; without fields all texels are zero. Words are uints that may stand
    for numbers of each type.
    """
    image = read_storage_image(entry["image"], where)
    fields = entry.get("fields", [])
    given = tuple(_field(one, where) for one in (fields if isinstance(fields, list) else ()))
    if "fields" not in entry:
        given = (Value(image.scalar, 1, 1, image.words, bytes(WORD * image.words)),)
    binding, group = (_natural(entry, key, where, "$compute") for key in ("binding", "set"))
    made = BufferEntry(binding, group, given, image)
    data, kinds = made.in_order()
    if len(data) != WORD * image.words or not {kind for kind, _ in kinds} <= {image.scalar, "uint"}:
        message = f"expected {image.words} numbers of type {image.scalar} for an image"
        raise BadInput(f"$compute: {message}, but {len(data) // WORD} words came", where=where)
    return made


def _field(field: object, where: str) -> Value:
    kind, numbers = (
        (field.get("type"), field.get("data")) if isinstance(field, dict) else (None, None)
    )
    value = None
    if isinstance(kind, str) and isinstance(numbers, list):
        value = value_of_type("$compute", kind, numbers, where)
    if value is None:
        message = (
            f"expected a field of type int, uint, float, bool, or a vector or matrix of "
            f"these, but {kind!r} came"
        )
        raise BadInput(f"$compute: {message}", where=where)
    return value
