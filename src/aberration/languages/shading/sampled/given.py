"""The textures, samplers and attributes that inputs give, and which texture an argument of a call
is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from aberration.core.attachments import Attachment
from aberration.core.attributes import Attribute
from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.storage_images import StorageImage
from aberration.core.texture_arrays import element_name
from aberration.core.textures import Sampler, Texture

from ..checker.symbols import FunctionSymbol, VariableSymbol
from ..checker.typing import Typing
from ..tree import Call, Expression, Index, Literal, Name, Variable
from ..tree.walk import walk
from ..types import Array, Opaque, Type
from .uniform_indices import UniformIndices


class GivenTextures(msgspec.Struct, frozen=True):
    """What inputs give of textures and of attributes of vertices: of both, a number stands in the
    text that is made of a shader. So do the sizes of `images`, which are there by (set, binding).
    `attachment` is that whose image is made, the first of the inputs'.
    """

    textures: tuple[Texture, ...] = ()
    samplers: tuple[Sampler, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    images: tuple[tuple[tuple[int, int], StorageImage], ...] = ()
    attachment: Attachment | None = None

    @classmethod
    def by(cls, inputs: Inputs) -> GivenTextures:
        """Return those of a program's inputs."""
        images = tuple(sorted(inputs.storage_images.items(), key=lambda one: one[0]))
        first = next(iter(inputs.attachments), None)
        return cls(inputs.textures, inputs.samplers, inputs.attributes, images, first)


class Root(NamedTuple):
    """What an expression with a texture or sampler stands for, by its name and type."""

    name: str
    type: Type

    def element(self, number: int) -> Root:
        """Return an element of an array; raise `BadInput` for one that it lacks."""
        array = self.type
        if not isinstance(array, Array) or not 0 <= number < (array.size or 0):
            raise BadInput(f"an element that {self.name} lacks")
        return Root(element_name(self.name, number), array.element)


class Sources:
    """Follows textures and samplers from where they are used to their declarations: a parameter is
    what all calls of its function give for it, a local name is what it was made of.
    """

    def __init__(self, typing: Typing, given: GivenTextures) -> None:
        self._typing: Final = typing
        self._uniform_indices: UniformIndices | None = None
        self._textures: Final = {one.name: one for one in given.textures}
        self._samplers: Final = {one.name: one for one in given.samplers}
        self._arguments: Final[dict[VariableSymbol, list[Expression]]] = {}
        self._ready = False

    def texture(self, node: Expression) -> Texture:
        """Return the texture that an expression names; raise `BadInput` where it may be several,
        or one that nobody gives.
        """
        return self._texture_of(self._root(node))

    def any_texture(self, node: Index) -> tuple[Texture, ...]:
        """Return the elements of an array that an expression with an index may name; raise
        `BadInput` where the array may be one of several, where one of the elements is not given,
        and for an index that is not known to be dynamically uniform.
        """
        if self._uniform_indices is None:
            self._uniform_indices = UniformIndices(self._typing)
        if not self._uniform_indices.is_uniform(node.index):
            raise BadInput("a texture of an array by an index that may not be dynamically uniform")
        array = self._root(node.base)
        count = array.type.size if isinstance(array.type, Array) else None
        return tuple(self._texture_of(array.element(number)) for number in range(count or 0))

    def is_chosen_at_run_time(self, node: Expression) -> bool:
        """Whether an expression names an element of an array by an index that is no constant."""
        return isinstance(node, Index) and self._number(node.index) is None

    def _texture_of(self, root: Root) -> Texture:
        found, type = self._textures.get(root.name), root.type
        if found is None or not isinstance(type, Opaque) or type.component is None:
            raise BadInput(f"the texture {root.name}, which the inputs do not give")
        if (found.shape, found.numbers) != (type.shape, type.component.kind):
            asked = f"{type.shape} of {type.component.kind}"
            came = f"{found.shape} of {found.numbers}"
            raise BadInput(f"the texture {found.name}: expected one of {asked}, but {came} came")
        return found

    def sampler(self, texture: Texture, node: Expression | None) -> Texture | Sampler:
        """Return what says how a texture is wrapped and filtered: the texture, or the sampler
        `node`, where that stands alone.
        """
        if node is None:
            return texture
        root = self._root(node)
        found = self._samplers.get(root.name)
        if found is None:
            raise BadInput(f"the sampler {root.name}, which the inputs do not give")
        return found

    def _root(self, node: Expression) -> Root:
        roots = set(self._roots(node))
        if len(roots) != 1:
            raise BadInput("a texture or sampler that is not the same in all calls")
        return roots.pop()

    def _roots(self, node: Expression) -> Iterator[Root]:
        """Give the variables of the module that an expression may be, or elements of them."""
        if isinstance(node, Index):
            number = self._number(node.index)
            if number is None:
                raise BadInput("a texture of an array by an index that is not a constant")
            for root in self._roots(node.base):
                yield root.element(number)
            return
        symbol = self._typing.symbols.get(id(node)) if isinstance(node, Name) else None
        if symbol is None:
            raise BadInput("a texture or sampler that no name stands for")
        if isinstance(symbol.node, Variable) and symbol.node.init is not None:
            yield from self._roots(symbol.node.init)
            return
        if isinstance(symbol.node, Variable):
            yield Root(symbol.name, symbol.type)
            return
        for argument in self._arguments_for(symbol):
            yield from self._roots(argument)

    def _number(self, node: Expression) -> int | None:
        """Return an index; None for one that is not a constant."""
        found = self._typing.constants.get(id(node))
        if found is None and isinstance(node, Literal):
            found = node.value
        return found if isinstance(found, int) and not isinstance(found, bool) else None

    def _arguments_for(self, symbol: VariableSymbol) -> list[Expression]:
        if not self._ready:
            self._collect()
            self._ready = True
        return self._arguments.get(symbol, [])

    def _collect(self) -> None:
        for node in walk(self._typing.module):
            callee = self._typing.callees.get(id(node)) if isinstance(node, Call) else None
            if not isinstance(node, Call) or not isinstance(callee, FunctionSymbol):
                continue
            body = self._typing.bodies.get(callee)
            params = () if body is None else body.params
            for argument, param in zip(node.args, params, strict=False):
                symbol = self._typing.declared.get(id(param))
                if symbol is not None:
                    self._arguments.setdefault(symbol, []).append(argument)
