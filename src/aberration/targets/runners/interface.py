"""What a module asks of the pipeline around it, by one walk over its words before the functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from aberration.core.program import POINTED, ShaderStage
from aberration.languages.spirv import declared_images
from aberration.languages.spirv.declared_images import (
    DeclaredImage,
    element_type,
    elements_of,
    image_type,
)
from aberration.languages.spirv.storage_images import DeclaredStorage, storage_type
from aberration.targets.runners import workgroup

BlockKind = Literal["uniform", "storage"]
NO_ELEMENTS: Final[Mapping[tuple[int, int], int]] = MappingProxyType({})
NO_COLOUR: Final = "no colour is written to location 0, or in a way that we cannot see"
"""Drivers take such a shader, and the image is whatever lay in the memory."""

_NAME, _EXTENSION, _ENTRY_POINT, _EXECUTION_MODE, _CAPABILITY = 5, 10, 15, 16, 17
_TYPE_ARRAY, _TYPE_RUNTIME_ARRAY, _TYPE_POINTER = 28, 29, 32
_CONSTANT, _SPEC_CONSTANT, _FUNCTION, _VARIABLE, _DECORATE = 43, 50, 54, 59, 71
_MOST_ELEMENTS: Final = 1024
_ARRAYS: Final = (_TYPE_ARRAY, _TYPE_RUNTIME_ARRAY)
_TYPES: Final = workgroup.DECLARATIONS | declared_images.DECLARATIONS | {*_ARRAYS}
_STAGES: Final[dict[int, ShaderStage]] = {
    0: "vertex",
    3: "geometry",
    4: "fragment",
    5: "compute",
}
_LOCAL_SIZE: Final = 17
_BUFFER_BLOCK, _NON_WRITABLE, _NON_READABLE = 3, 24, 25
_LOCATION, _BINDING, _DESCRIPTOR_SET = 30, 33, 34
_UNIFORM_CONSTANT, _INPUT, _UNIFORM, _OUTPUT, _WORKGROUP, _PUSH_CONSTANT, _STORAGE_BUFFER = (
    0,
    1,
    2,
    3,
    4,
    9,
    12,
)


_BOUND: Final = (_UNIFORM_CONSTANT, _UNIFORM, _STORAGE_BUFFER)


class Interface(msgspec.Struct, frozen=True):
    """`blocks` maps (set, binding) to the kind of buffer; `unsupported` says what we cannot supply,
    if anything.

    `read_only` are the places of storage blocks that are declared as such as a whole (in SPIR-V the
    variable, not its members), `outputs` the locations that are declared to be written, `shared`
    the bytes of a workgroup's variables, `images` those that textures can be bound to, `stored` the
    storage images of kinds that are known; `hidden` are images that no code names, at the places of
    blocks. `stage` is that of the first entry point,
    "" for one that is not tested; `initializes_shared` says whether a workgroup's variable has an
    initializer; `unsized` are the places of blocks with an array whose length the buffer says.
    Elements of an array of blocks lie at bindings that follow each other, though in Vulkan at one:
    `elements` are their numbers.
    """

    entry_point: bytes
    blocks: dict[tuple[int, int], BlockKind]
    push_constants: bool
    capabilities: tuple[int, ...]
    local_size: tuple[int, int, int]
    unsupported: str
    read_only: frozenset[tuple[int, int]] = frozenset()
    outputs: frozenset[int] = frozenset()
    shared: int = 0
    images: tuple[DeclaredImage, ...] = ()
    hidden: tuple[DeclaredImage, ...] = ()
    stage: ShaderStage | Literal[""] = ""
    extensions: tuple[str, ...] = ()
    initializes_shared: bool = False
    unsized: frozenset[tuple[int, int]] = frozenset()
    stored: tuple[DeclaredStorage, ...] = ()
    elements: Mapping[tuple[int, int], int] = NO_ELEMENTS


class _Declarations:
    """What the walk has seen so far."""

    def __init__(self) -> None:
        self.entry_points: list[bytes] = []
        self.stage: ShaderStage | Literal[""] = ""
        self.capabilities: list[int] = []
        self.extensions: list[str] = []
        self.initializes_shared = False
        self.local_size = (1, 1, 1)
        self.pointees: dict[int, int] = {}
        self.names: dict[int, str] = {}
        self.decorations: dict[tuple[int, int], int] = {}
        self.variables: list[tuple[int, int, int]] = []
        self.types: dict[int, tuple[int, tuple[int, ...]]] = {}
        self.constants: dict[int, int] = {}
        self.specialised: set[int] = set()

    def read(self, opcode: int, words: memoryview) -> None:
        """Take note of one instruction; `words` are those after the first."""
        if opcode == _DECORATE:
            self.decorations[words[0], words[1]] = words[2] if len(words) > 2 else 1
        elif opcode == _VARIABLE:
            self.variables.append((words[1], words[0], words[2]))
            self.initializes_shared |= words[2] == _WORKGROUP and len(words) > 3
        elif opcode == _TYPE_POINTER:
            self.pointees[words[0]] = words[2]
        elif opcode == _ENTRY_POINT:
            self.stage = self.stage if self.entry_points else _STAGES.get(words[0], "")
            self.entry_points.append(words[2:].tobytes().partition(b"\0")[0])
        elif opcode == _CAPABILITY:
            self.capabilities.append(words[0])
        elif opcode == _EXTENSION:
            self.extensions.append(name_in(words))
        elif opcode == _EXECUTION_MODE and words[1] == _LOCAL_SIZE:
            self.local_size = (words[2], words[3], words[4])
        elif opcode in (_CONSTANT, _SPEC_CONSTANT):
            self.constants[words[1]] = words[2]
            if opcode == _SPEC_CONSTANT:
                self.specialised.add(words[1])
        elif opcode == _NAME:
            self.names[words[0]] = name_in(words[1:])
        elif opcode in _TYPES:
            self.types[words[0]] = (opcode, tuple(words[1:]))

    def place(self, variable: int) -> tuple[int, int]:
        """Return (set, binding) of a variable."""
        found = self.decorations
        return found.get((variable, _DESCRIPTOR_SET), 0), found.get((variable, _BINDING), 0)

    def block_of(self, pointee: int) -> tuple[int, int]:
        """Return the type of a variable's block, and how many blocks there are: 0 where that is
        not known.
        """
        opcode, words = self.types.get(pointee, (0, ()))
        if opcode not in _ARRAYS:
            return pointee, 1
        is_known = words[-1] in self.constants.keys() - self.specialised
        return words[0], min(self.constants[words[1]], _MOST_ELEMENTS) if is_known else 0

    def is_unsized(self, structure: int) -> bool:
        """Whether a block has a runtime array, which is its last member."""
        members = self.types.get(structure, (0, ()))[1]
        return bool(members) and self.types.get(members[-1], (0,))[0] == _TYPE_RUNTIME_ARRAY


def read_interface(source: bytes, *, paired: bool = False) -> Interface:
    """Return the interface of a valid module; `paired`: a vertex shader of the test's own gives
    what a fragment shader takes.
    """
    seen = _Declarations()
    for opcode, words in instructions(source):
        if opcode == _FUNCTION:
            break
        seen.read(opcode, words)
    blocks: dict[tuple[int, int], BlockKind] = {}
    read_only: set[tuple[int, int]] = set()
    unsized: set[tuple[int, int]] = set()
    elements: dict[tuple[int, int], int] = {}
    unsupported = _shared_place(seen)
    # What no code names gives way to a block that is bound to the same place.
    used = words_of_functions(source)
    images = _images(seen, used)
    at_images = {image.place for image in images if image.used}
    for variable, pointer, storage in sorted(seen.variables, key=lambda one: one[0] in used):
        pointee = seen.pointees[pointer]
        unsupported = unsupported or _reason_unsupported(
            seen, variable, pointee, storage, paired=paired
        )
        if storage in (_UNIFORM, _STORAGE_BUFFER):
            block, count = seen.block_of(pointee)
            old_style = (block, _BUFFER_BLOCK) in seen.decorations
            group, binding = place = seen.place(variable)
            if place in at_images:
                clash = _clash(place) if variable in used else ""
                unsupported = unsupported or clash
                continue
            places = [(group, binding + number) for number in range(count)]
            kind: BlockKind = "uniform"
            if old_style or storage == _STORAGE_BUFFER:
                kind = "storage"
            blocks |= dict.fromkeys(places, kind)
            if count > 1:
                elements |= {one: number for number, one in enumerate(places)}
            if (variable, _NON_WRITABLE) in seen.decorations:
                read_only.update(places)
            if seen.is_unsized(block):
                unsized.update(places)
    push_constants = any(storage == _PUSH_CONSTANT for _, _, storage in seen.variables)
    capabilities = tuple(sorted(set(seen.capabilities)))
    entry_point = seen.entry_points[0] if seen.entry_points else b""
    return Interface(
        entry_point,
        blocks,
        push_constants,
        capabilities,
        seen.local_size,
        unsupported,
        frozenset(read_only),
        _outputs(seen),
        _shared_bytes(seen),
        tuple(image for image in images if image.used or image.place not in blocks),
        tuple(image for image in images if not image.used and image.place in blocks),
        seen.stage,
        tuple(seen.extensions),
        seen.initializes_shared,
        frozenset(unsized),
        _storage_images(seen),
        MappingProxyType(elements),
    )


def _shared_place(seen: _Declarations) -> str:
    """Return why the elements of arrays of blocks cannot have bindings of their own, or nothing."""
    taken: dict[tuple[int, int], bool] = {}
    for variable, pointer, storage in seen.variables:
        if storage not in _BOUND:
            continue
        kind = seen.pointees[pointer]
        is_array = storage != _UNIFORM_CONSTANT and seen.types.get(kind, (0,))[0] in _ARRAYS
        _, count = seen.block_of(kind) if is_array else (kind, 1)
        group, binding = seen.place(variable)
        for place in ((group, binding + number) for number in range(count)):
            if place in taken and (is_array or taken[place]):
                return f"set {group} binding {place[1]} is of an array of blocks and another's"
            taken[place] = is_array
    return ""


def _images(seen: _Declarations, used: frozenset[int]) -> list[DeclaredImage]:
    images: list[DeclaredImage] = []
    for one, pointer, storage in seen.variables:
        type_id, count_id = element_type(seen.types, seen.pointees[pointer])
        kind = image_type(seen.types, type_id)
        if storage != _UNIFORM_CONSTANT or kind is None:
            continue
        image = DeclaredImage(seen.names.get(one, ""), seen.place(one), kind, one in used)
        count = seen.constants.get(count_id, 0)
        images += elements_of(image, count) if count_id else (image,)
    return images


def _storage_images(seen: _Declarations) -> tuple[DeclaredStorage, ...]:
    found = [
        (variable, storage_type(seen.types, seen.pointees[pointer]))
        for variable, pointer, storage in seen.variables
        if storage == _UNIFORM_CONSTANT
    ]
    return tuple(
        DeclaredStorage(
            seen.names.get(one, ""),
            seen.place(one),
            kind,
            kind.sampled or (one, _NON_WRITABLE) in seen.decorations,
            (one, _NON_READABLE) in seen.decorations,
        )
        for one, kind in found
        if kind is not None
    )


def _clash(place: tuple[int, int]) -> str:
    return f"set {place[0]} binding {place[1]} is a block and an image or sampler, one in Vulkan"


def _outputs(seen: _Declarations) -> frozenset[int]:
    places = [
        (variable, _LOCATION) for variable, _, storage in seen.variables if storage == _OUTPUT
    ]
    return frozenset(seen.decorations[place] for place in places if place in seen.decorations)


def _shared_bytes(seen: _Declarations) -> int:
    pointees = [
        seen.pointees[pointer] for _, pointer, storage in seen.variables if storage == _WORKGROUP
    ]
    return workgroup.workgroup_bytes(seen.types, seen.constants, pointees)


def _reason_unsupported(
    seen: _Declarations, variable: int, pointee: int, storage: int, *, paired: bool
) -> str:
    element, _ = element_type(seen.types, pointee)
    is_known = image_type(seen.types, element) or storage_type(seen.types, pointee)
    if storage == _UNIFORM_CONSTANT and is_known is None:
        return not_supplied(seen.place(variable))
    # What a vertex shader asks for is looked at by `vertex_stage`, what a pair does by
    # `pair_modules`.
    located = storage == _INPUT and (variable, _LOCATION) in seen.decorations
    if located and seen.stage not in POINTED and not paired:
        return (
            f"input location {seen.decorations[variable, _LOCATION]} needs a vertex shader's output"
        )
    block, count = seen.block_of(pointee)
    nested = seen.types.get(block, (0,))[0] in _ARRAYS
    if storage in (_UNIFORM, _STORAGE_BUFFER) and (nested or not count):
        group, binding = seen.place(variable)
        return f"set {group} binding {binding} is an array of blocks without one length"
    return ""


def not_supplied(place: tuple[int, int]) -> str:
    """Return why a module with an image or sampler at (set, binding) cannot run."""
    return f"set {place[0]} binding {place[1]} is an image or sampler, and none is supplied"


def name_in(words: memoryview) -> str:
    """Return the text at the start of words."""
    return words.tobytes().partition(b"\0")[0].decode("utf-8", "replace")


def words_of_functions(source: bytes) -> frozenset[int]:
    """Return all words of the functions of a valid module. Which ids code names is among them; a
    number can only make an id look named.
    """
    words = memoryview(source).cast("I")
    at = 5
    while at < len(words) and words[at] & 0xFFFF != _FUNCTION:
        at += words[at] >> 16
    return frozenset(words[at:])


def instructions(source: bytes) -> Iterator[tuple[int, memoryview]]:
    """Yield opcode and further words of each instruction of a valid module."""
    words = memoryview(source).cast("I")
    at = 5
    while at < len(words):
        length = words[at] >> 16
        yield words[at] & 0xFFFF, words[at + 1 : at + length]
        at += max(length, 1)
