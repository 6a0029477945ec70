"""What an instruction asks of a texture: which one it is, and where it is sampled.

Images and samplers have no leaves: which variable an operand stands for is known before anything
runs. A parameter is what all calls of its function give for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.shapes import geometry_of, is_shadow, may_have_levels
from aberration.core.textures import CHANNELS, LINEAR, Sampler, Texture
from aberration.languages.spirv import declared_images, opcodes
from aberration.languages.spirv.declared_images import (
    DeclaredImage,
    image_type,
    sampler_for,
    texture_for,
)
from aberration.languages.spirv.enums import ImageOperands
from aberration.languages.spirv.grammar import NAME
from aberration.languages.spirv.image_reads import (
    LARGEST_OFFSET,
    LEAST_OFFSET,
    Given,
    image_mask,
    image_operands,
)
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.operands import decode_string
from aberration.languages.spirv.types import pointee

from .analysis import CHAINS, Analysis
from .layout import place_of
from .leaves import Leaves, type_name
from .operations import as_signed
from .undefined import Refused, refuse

Kind = Literal["sample", "gather", "compare", "gather compare", "fetch", "size", "levels"]
Role = Literal["image", "sampler"]

SAMPLES: Final = frozenset(
    (
        opcodes.OpImageSampleImplicitLod,
        opcodes.OpImageSampleExplicitLod,
        opcodes.OpImageSampleProjImplicitLod,
        opcodes.OpImageSampleProjExplicitLod,
        opcodes.OpImageGather,
        opcodes.OpImageSampleDrefImplicitLod,
        opcodes.OpImageSampleDrefExplicitLod,
        opcodes.OpImageDrefGather,
    )
)
"""What floats say where to look."""
_KINDS: Final[MappingProxyType[int, Kind]] = MappingProxyType(
    {
        **dict.fromkeys(SAMPLES, "sample"),
        opcodes.OpImageGather: "gather",
        opcodes.OpImageSampleDrefImplicitLod: "compare",
        opcodes.OpImageSampleDrefExplicitLod: "compare",
        opcodes.OpImageDrefGather: "gather compare",
        opcodes.OpImageFetch: "fetch",
        opcodes.OpImageQuerySizeLod: "size",
        opcodes.OpImageQueryLevels: "levels",
    }
)
LOOKED_UP: Final = frozenset(_KINDS)
"""All that a texture is asked."""
HANDLES: Final = (opcodes.OpSampledImage, opcodes.OpImage)
"""What puts an image and a sampler together, or takes them apart."""
_PROJECTED: Final = (opcodes.OpImageSampleProjImplicitLod, opcodes.OpImageSampleProjExplicitLod)
_IMPLICIT: Final = (
    opcodes.OpImageSampleImplicitLod,
    opcodes.OpImageSampleProjImplicitLod,
    opcodes.OpImageSampleDrefImplicitLod,
)
COMPARISONS: Final[frozenset[Kind]] = frozenset(("compare", "gather compare"))
"""What is asked of depths, with a reference."""
_PASS_ON: Final = (opcodes.OpLoad, opcodes.OpCopyObject, opcodes.OpImage)
_KNOWN: Final = frozenset(
    (
        ImageOperands.BIAS,
        ImageOperands.LOD,
        ImageOperands.GRAD,
        ImageOperands.CONST_OFFSET,
        ImageOperands.OFFSET,
        ImageOperands.SIGN_EXTEND,
        ImageOperands.ZERO_EXTEND,
    )
)
"""The image operands that are known here."""
_CHOOSING: Final = (ImageOperands.BIAS, ImageOperands.LOD, ImageOperands.GRAD)
"""Those that choose a level of a sample."""
_DIRECTIONS: Final = MappingProxyType({"2D": 2, "3D": 3, "2DArray": 2})
"""How many coordinates have slopes, of textures that may have several levels: layers have none."""
_WORD: Final = 32


class TexelRequest(msgspec.Struct, frozen=True):
    """What an instruction asks of a texture, wrapped and filtered as it is sampled. `place`,
    `level` and `ignored` are ids: the coordinates; the level of a fetch or a question; what chooses
    a level and is not looked at. `divisor` is the component that divides, or 0; `reference` the id
    of what depths are compared with.

    What chooses one of several levels: `lod`, the id of one that is named; `slopes`, ids; or
    `is_implicit`, derivatives, with the id of a `bias` or 0. Without any of these it is open.
    """

    kind: Kind
    texture: Texture
    place: int = 0
    divisor: int = 0
    level: int = 0
    offset: tuple[int, int, int] = (0, 0, 0)
    channel: int = 0
    ignored: tuple[int, ...] = ()
    lod: int = 0
    reference: int = 0
    slopes: tuple[int, ...] = ()
    is_implicit: bool = False
    bias: int = 0

    @property
    def axes(self) -> tuple[int, ...]:
        """Return where each coordinate counts: 0 to 2 are x, y, and z or the layer, and 3 is the
        layer of an array of cubes.
        """
        return geometry_of(self.texture.shape).coordinates

    def at(self, axis: int) -> int | None:
        """Return which coordinate counts there; None where there is none."""
        return self.axes.index(axis) if axis in self.axes else None

    @property
    def directions(self) -> int:
        """Return how many coordinates have slopes."""
        return _DIRECTIONS[self.texture.shape]

    @property
    def is_filtered(self) -> bool:
        """Whether it is a sample with a linear filter; a gather is none, whatever the filter."""
        return self.kind == "sample" and self.texture.filter == LINEAR

    @property
    def is_blended(self) -> bool:
        """Whether it is a sample of which two levels are blended."""
        return self.chooses_level and self.texture.mip == LINEAR

    @property
    def chooses_level(self) -> bool:
        """Whether it is a sample of one of several levels; a gather takes level 0."""
        return self.kind == "sample" and self.texture.level_count > 1


def declared_elements(leaves: Leaves, variable: Instruction) -> tuple[DeclaredImage, ...]:
    """Return a variable as an image or sampler, or as the elements of an array of them; raise
    `Refused` for kinds that are not known.
    """
    module = leaves.module
    whole = pointee(module, variable.type_id)
    types = {
        found.result_id: (found.op, tuple(found.ops))
        for found in module.globals
        if found.op in declared_images.DECLARATIONS
    }
    type_id, count_id = declared_images.element_type(types, whole)
    kind = image_type(types, type_id)
    if kind is None:
        raise refuse(f"{type_name(leaves.type(type_id))} of this kind", variable)
    names = (
        decode_string(found.ops[1:])
        for found in module.by_opcode(opcodes.OpName)
        if found.ops[0] == variable.result_id
    )
    place = place_of(leaves, variable.result_id)
    image = DeclaredImage(next(names, ""), place, kind)
    if not count_id:
        return (image,)
    return declared_images.elements_of(image, leaves.length(whole))


def declared_image(leaves: Leaves, variable: Instruction) -> DeclaredImage:
    """Return a variable as an image or sampler; raise `Refused` for kinds that are not known, and
    for arrays.
    """
    (image, *others) = declared_elements(leaves, variable)
    if image.element is not None or others:
        raise refuse("an array of images", variable)
    return image


class Images:
    """The images and samplers of a module with its inputs, for what `analysis` reaches."""

    def __init__(self, leaves: Leaves, analysis: Analysis, stage: str, inputs: Inputs) -> None:
        self._leaves: Final = leaves
        self._module: Final = leaves.module
        self._analysis: Final = analysis
        self._stage: Final = stage
        self._inputs: Final = inputs

    def request(self, found: Instruction) -> TexelRequest:
        """Return what one of `LOOKED_UP` asks for; raise `Refused` for what is not known."""
        kind = _KINDS[found.op]
        texture = self._texture(found)
        if kind == "levels":
            return TexelRequest(kind, texture)
        if kind == "size":
            return TexelRequest(kind, texture, level=found.ops[1])
        if is_shadow(texture.shape) is not (kind in COMPARISONS):
            raise refuse("depths that are not compared, or a comparison with others", found)
        if found.op in _IMPLICIT and self._stage != "fragment":
            raise refuse("a sample that takes derivatives, outside of fragment shaders", found)
        self._refuse_other_widths(found)
        given = image_operands(found)
        if given is None or not given.keys() <= _KNOWN:
            raise refuse(f"the image operands {image_mask(found):#x}", found)
        if kind == "gather" and texture.level_count > 1 and given.keys() & _CHOOSING:
            raise refuse("a gather that names a level", found)
        named = given.get(ImageOperands.LOD, [])
        asked = TexelRequest(
            kind,
            texture,
            found.ops[1],
            len(geometry_of(texture.shape).coordinates) if found.op in _PROJECTED else 0,
            named[0] if named and kind == "fetch" else 0,
            self._offset(found, given),
            self._channel(found) if kind == "gather" else 0,
            reference=found.ops[2] if kind in COMPARISONS else 0,
        )
        return asked if kind == "fetch" else _with_level(asked, found, given)

    def takes_slopes(self, found: Instruction) -> bool:
        """Say whether an instruction takes derivatives, to choose a level; raise `Refused` for what
        is not known.
        """
        return found.op in _IMPLICIT and self.request(found).is_implicit

    def _refuse_other_widths(self, found: Instruction) -> None:
        for value_id in (found.result_id, found.ops[1]):
            if self._leaves.of(self._module.type_of(value_id))[0].width != _WORD:
                raise refuse("an image instruction on numbers that have not 32 bits", found)

    def _offset(self, found: Instruction, given: Given) -> tuple[int, int, int]:
        kinds = (ImageOperands.CONST_OFFSET, ImageOperands.OFFSET)
        ids = [one for bit in kinds for one in given.get(bit, ())]
        if not ids:
            return 0, 0, 0
        if not self._leaves.is_constant(ids[0]):
            raise refuse("an offset that is not a constant", found)
        leaf = self._leaves.of(self._module.type_of(ids[0]))[0]
        steps = [as_signed(int(one or 0), leaf.width) for one in self._leaves.constant(ids[0])]
        if not all(LEAST_OFFSET <= step <= LARGEST_OFFSET for step in steps):
            raise refuse(f"an offset that is not from {LEAST_OFFSET} to {LARGEST_OFFSET}", found)
        x, y, z = (*steps, 0, 0)[:3]
        return x, y, z

    def _channel(self, found: Instruction) -> int:
        if self._leaves.is_constant(found.ops[2]):
            (channel,) = self._leaves.constant(found.ops[2])
            if isinstance(channel, int) and channel < CHANNELS:
                return channel
        raise refuse("a gather of a channel that is not a constant from 0 to 3", found)

    # ---- which texture it is

    def _texture(self, found: Instruction) -> Texture:
        """Return the texture of an instruction, wrapped and filtered as it is sampled."""
        image = self._image(found, "image")
        texture = texture_for(image, self._inputs.textures)
        if texture is None:
            raise refuse(f"the texture {_title(image)}, which the inputs do not give", found)
        if (texture.shape, texture.numbers) != (image.type.shape, image.type.numbers):
            asked = f"{image.type.shape} of {image.type.numbers}"
            came = f"{texture.shape} of {texture.numbers}"
            raise refuse(f"the texture {texture.name}: expected {asked}, but {came} came", found)
        if not may_have_levels(texture.shape) and texture.level_count > 1:
            shape = f"a texture of shape {texture.shape}"
            raise refuse(f"several levels of {texture.name}, {shape}", found)
        if found.op not in SAMPLES:
            return texture
        how = self._sampler(found, texture)
        if LINEAR in (how.filter, how.mip) and texture.numbers != "float":
            raise refuse(f"a linear filter for the integers of {texture.name}", found)
        if _compares(how) is not (_KINDS[found.op] in COMPARISONS):
            raise refuse("a comparison without the sampler of one, or the reverse", found)
        if how.filter == LINEAR and is_shadow(texture.shape):
            raise refuse(f"a linear filter for the depths of {texture.name}", found)
        words = {"filter": how.filter, "compare": how.compare, "mip": how.mip}
        return replace(texture, wrap=how.wrap, **words)

    def _sampler(self, found: Instruction, texture: Texture) -> Texture | Sampler:
        sampler = self._image(found, "sampler")
        if sampler.type.kind != "sampler":
            own = texture_for(sampler, self._inputs.textures)
            return texture if own is None else own
        given = sampler_for(sampler, self._inputs.samplers)
        if given is None:
            raise refuse(f"the sampler {_title(sampler)}, which the inputs do not give", found)
        return given

    def _image(self, found: Instruction, role: Role) -> DeclaredImage:
        roots = set(self._roots(found.ops[0], role))
        if len(roots) != 1:
            raise refuse("an image or sampler that is not the same in all calls", found)
        ((variable_id, element),) = roots
        variable = self._module.definition(variable_id)
        elements = () if variable is None else declared_elements(self._leaves, variable)
        if not element < len(elements):
            raise refuse("an element that an array of images lacks", found)
        return elements[element]

    def _roots(self, value_id: int, role: Role) -> Iterator[tuple[int, int]]:
        """Give the variables that an operand may stand for, each with the number of an element."""
        found = self._module.definition(value_id)
        if found is None:
            raise Refused(f"an image %{value_id}, which is not declared")
        if found.op == opcodes.OpVariable:
            yield value_id, 0
        elif found.op in CHAINS:
            yield from self._elements(found, role)
        elif found.op in _PASS_ON:
            yield from self._roots(found.ops[0], role)
        elif found.op == opcodes.OpSampledImage:
            yield from self._roots(found.ops[0 if role == "image" else 1], role)
        elif found.op == opcodes.OpFunctionParameter:
            for argument in self._arguments(found):
                yield from self._roots(argument, role)
        else:
            raise refuse(f"an image that {NAME[found.op] or 'an instruction'} gives", found)

    def _elements(self, chain: Instruction, role: Role) -> Iterator[tuple[int, int]]:
        """Give the elements of arrays that a chain may point to."""
        indices = chain.ops[1:]
        if len(indices) != 1 or not self._leaves.is_constant(indices[0]):
            raise refuse("an image of an array by an index that is not a constant", chain)
        (index,) = self._leaves.constant(indices[0])
        for variable_id, _ in self._roots(chain.ops[0], role):
            yield variable_id, int(index or 0)

    def _arguments(self, parameter: Instruction) -> Iterator[int]:
        """Give what calls give for a parameter."""
        places = {
            function.id: at
            for function in self._analysis.functions
            for at, one in enumerate(function.parameters, 1)
            if one.result_id == parameter.result_id
        }
        for function in self._analysis.functions:
            for block in self._analysis.blocks[function.id]:
                for call in block.instructions:
                    if call.op == opcodes.OpFunctionCall and call.ops[0] in places:
                        yield call.ops[places[call.ops[0]]]


def _with_level(asked: TexelRequest, found: Instruction, given: Given) -> TexelRequest:
    """Return a request with what chooses its level. What projections do to slopes is not known
    here.
    """
    named = given.get(ImageOperands.LOD, [])
    if asked.chooses_level and named:
        return replace(asked, lod=named[0])
    if asked.chooses_level and not asked.divisor:
        slopes = tuple(given.get(ImageOperands.GRAD, ()))
        bias = given.get(ImageOperands.BIAS, [0])[0]
        return replace(asked, slopes=slopes, is_implicit=found.op in _IMPLICIT, bias=bias)
    return replace(asked, ignored=tuple(one for bit in _CHOOSING for one in given.get(bit, ())))


def _compares(how: Texture | Sampler) -> bool:
    """Whether a sampler compares: one of a texture does where that has depths."""
    return is_shadow(how.shape) if isinstance(how, Texture) else bool(how.compare)


def _title(image: DeclaredImage) -> str:
    return image.name or f"at set {image.place[0]} binding {image.place[1]}"
