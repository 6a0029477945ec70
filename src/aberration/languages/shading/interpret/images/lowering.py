"""A shader whose storage images and texel buffers are storage buffers: the interpreter knows these.

Each image that is used becomes a block at its place, with functions that load, store and count in
it; calls of the built-in functions become calls of those. A place outside of the image, for which
nothing is promised (GLSL 4.60, 8.12 "Image Functions") or one of several results (WGSL,
"textureLoad" and "textureStore"), is the element -1 of the block.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from aberration.core.storage_images import StorageImage

from ...builtins.row import Stage
from ...builtins.signature import Overload
from ...checker import check
from ...checker.symbols import VariableSymbol
from ...checker.typing import Typing
from ...read import Shader as Read
from ...tree import (
    Call,
    Declaration,
    Declare,
    Expression,
    Function,
    Interface,
    LanguageName,
    Module,
    Name,
    Node,
    Param,
    Requalify,
    Variable,
)
from ...tree.walk import find, rewrite
from ...types import Array, Opaque, Type
from ..trap import Refused
from . import family, wgsl
from .declared import ImageVariable, Place, image_variable, place_of, variables_of
from .fences import with_fences
from .functions import ImageFunctions

_WITH_BUFFERS: Final = {"glsl": 430, "essl": 310}
"""The first versions with storage buffers."""
_FUNCTIONS: Final[Mapping[LanguageName, ImageFunctions]] = MappingProxyType(
    {"glsl": family.FUNCTIONS, "essl": family.FUNCTIONS, "wgsl": wgsl.FUNCTIONS}
)


def with_buffers_for_images(read: Read, stage: Stage, given: Mapping[Place, StorageImage]) -> Read:
    """Return a shader without storage images; raise `Refused` for those that are not known, or
    that the inputs do not give. One without any is returned as it is.
    """
    if not given and not _names_images(read.module):
        return read
    typing = check(read.module, stage, read.source)
    _refuse_blocks(typing, given)
    images = [
        node for node in variables_of(read.module) if is_image(typing.declared[id(node)].type)
    ]
    if not images:
        return read
    module = read.module
    if module.version < _WITH_BUFFERS.get(module.language, 0):
        raise Refused(f"storage images in version {module.version}")
    return replace(read, module=_Lowering(read, stage, typing, given).without_images())


def is_image(type: Type) -> bool:
    """Say whether a type is a storage image or texel buffer, of whatever kind, or an array of
    such.
    """
    while isinstance(type, Array):
        type = type.element
    if not isinstance(type, Opaque):
        return False
    texels = type.family == "sampler" and type.shape == "Buffer"
    return texels or type.family == "image" or (type.family == "texture" and bool(type.format))


def _names_images(module: Module) -> bool:
    """Say whether the type of a variable of a module may be a storage image."""
    if module.language == "wgsl":
        # The type may have another name there.
        return any(node.storage == "handle" or not node.storage for node in variables_of(module))
    names = (getattr(node.type, "name", "image") for node in variables_of(module))
    return any("image" in name or "Buffer" in name for name in names)


def _refuse_blocks(typing: Typing, given: Mapping[Place, StorageImage]) -> None:
    """Refuse a block of storage where the inputs give an image: what it holds is nobody's
    promise.
    """
    blocks: list[Variable | Interface] = [
        *variables_of(typing.module),
        *(node for node in typing.module.decls if isinstance(node, Interface)),
    ]
    for node in blocks:
        if node.storage == "storage" and place_of(typing, node) in given:
            raise Refused(f"the block {node.name} where the inputs give a storage image")


class _Lowering:
    """One shader and its images."""

    def __init__(
        self, read: Read, stage: Stage, typing: Typing, given: Mapping[Place, StorageImage]
    ) -> None:
        self._read: Final = read
        self._stage: Final = stage
        self._module: Final = read.module
        self._functions: Final = _FUNCTIONS[read.module.language]
        self._typing: Final = typing
        self._given: Final = given
        self._calls: Final = {id(node): (node, name) for node, name in self._image_calls()}
        self._refuse_other_uses()
        self._images: Final = self._used_images()
        self._stems: Final = self._make_stems()

    def without_images(self) -> Module:
        """Return the module with blocks and functions."""
        module = self._module
        if any(image.coherent and image.access != "read" for image in self._images.values()):
            module = with_fences(module)
        decls: list[Declaration] = []
        for node in module.decls:
            decls += self._in_place_of(node) if isinstance(node, Declare) else [node]
        made = replace(module, decls=tuple(decls))
        return rewrite(made, self._without_image)

    # ---- what is done with images

    def _image_calls(self) -> Iterator[tuple[Call, str]]:
        for node in find(self._module, Call):
            callee = self._typing.callees.get(id(node))
            if isinstance(callee, Overload) and callee.types and is_image(callee.types[0]):
                yield node, callee.name

    def _refuse_other_uses(self) -> None:
        """Refuse images that are named elsewhere than in calls of their functions."""
        for _, name in self._calls.values():
            if name not in self._functions.suffixes:
                raise Refused(f"{name} of a storage image")
            if name in self._functions.writes and self._stage != "compute":
                raise Refused(f"{name} in the {self._stage} stage")
        if any(node.name in self._functions.suffixes for node in find(self._module, Function)):
            raise Refused("a function of the shader's own with the name of one of images")
        for param in find(self._module, Param):
            symbol = self._typing.declared.get(id(param))
            if symbol is not None and is_image(symbol.type):
                raise Refused("a storage image as a parameter")
        first = {id(node.args[0]) for node, _ in self._calls.values()}
        for node in find(self._module, Name):
            symbol = self._typing.symbols.get(id(node))
            if symbol is not None and is_image(symbol.type) and id(node) not in first:
                raise Refused(f"the storage image {node.name} otherwise than by its functions")
        named = {name for node in find(self._module, Requalify) for name in node.names}
        for variable in variables_of(self._module):
            if variable.name in named and is_image(self._typing.declared[id(variable)].type):
                raise Refused(f"the storage image {variable.name}, which is qualified again")

    def _symbol(self, node: Expression) -> VariableSymbol:
        symbol = self._typing.symbols.get(id(node))
        if symbol is None or not isinstance(node, Name):
            raise Refused("a storage image that no name stands for")
        return symbol

    def _used_images(self) -> dict[VariableSymbol, ImageVariable]:
        used = {self._symbol(node.args[0]) for node, _ in self._calls.values()}
        found = {
            symbol: image_variable(self._typing, node, self._given)
            for node in variables_of(self._module)
            if (symbol := self._typing.declared[id(node)]) in used
        }
        places = [one.place for one in found.values()]
        if len({*places}) < len(places):
            raise Refused("two storage images at one binding")
        return found

    def _make_stems(self) -> dict[VariableSymbol, str]:
        """Return the beginnings of names that the text has not."""
        first = "texels"
        while first in self._read.source.text:
            first += "x"
        return {symbol: f"{first}{number}_" for number, symbol in enumerate(self._images)}

    # ---- what stands for them

    def _in_place_of(self, node: Declare) -> list[Declaration]:
        """Return a declaration without its images, and what stands for those that are used."""
        kept = tuple(
            one for one in node.variables if not is_image(self._typing.declared[id(one)].type)
        )
        if len(kept) == len(node.variables):
            return [node]
        made: list[Declaration] = [replace(node, variables=kept)] if kept else []
        for variable in node.variables:
            symbol = self._typing.declared[id(variable)]
            image = self._images.get(symbol)
            if image is not None:
                beside = self._functions.declarations(self._module, image, self._stems[symbol])
                # What traps in there is shown at the declaration of the image.
                made += [
                    rewrite(one, lambda below: replace(below, span=node.span)) for one in beside
                ]
        return made

    def _without_image(self, node: Node) -> Node:
        """Return a call of a function of ours for one of a built-in function of images."""
        if not isinstance(node, Call) or not isinstance(node.callee, Name) or not node.args:
            return node
        # The name of an image has no children, and so is the very node that was checked.
        symbol = self._typing.symbols.get(id(node.args[0]))
        stem = self._stems.get(symbol) if symbol is not None else None
        if symbol is None or stem is None:
            return node
        suffix = self._functions.suffixes[node.callee.name]
        callee = replace(node.callee, name=f"{stem}{suffix}")
        args = self._functions.arguments(node, self._images[symbol])
        return replace(node, callee=callee, args=args)
