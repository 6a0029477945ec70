"""WGSL's texture functions: one row a function, its forms made from the texture types."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ..opaque import TEXTURES
from ..types import FLOAT, Opaque
from .row import ALL_STAGES, FRAGMENT, Builtin, wgsl

_VECTORS: Final = ("", "float", "vec2", "vec3")
_INDEXED: Final = {"1D": 1, "2D": 2, "3D": 3, "2DArray": 2, "2DMS": 2}
_PLACES: Final = {"1D": 1, "2D": 2, "3D": 3, "2DArray": 2, "Cube": 3, "CubeArray": 3, "2DMS": 2}
_SIZES: Final = {"1D": 1, "3D": 3}
_TEXELS: Final = {"float": "vec4", "int": "ivec4", "uint": "uvec4"}
_INTEGERS: Final = ("int", "uint")


class Texture:
    """A texture type, as the functions ask about it."""

    def __init__(self, type: Opaque) -> None:
        assert type.component is not None
        self.type: Final = type
        self.name: Final = type.wgsl.replace(" ", "")
        self.depth: Final = type.shape.endswith("Shadow")
        self.shape: Final = type.shape.removesuffix("Shadow")
        self.storage: Final = bool(type.format)
        self.multisampled: Final = self.shape == "2DMS"
        self.texel: Final = _TEXELS[type.component.kind]
        self.sampled: Final = not self.storage and not self.multisampled and type.component is FLOAT

    @property
    def place(self) -> str:
        return _VECTORS[_PLACES[self.shape]]

    @property
    def layers(self) -> tuple[str, ...]:
        return tuple(f" {kind}" for kind in _INTEGERS) if self.shape.endswith("Array") else ("",)

    @property
    def offsets(self) -> tuple[str, ...]:
        """Nothing, and an offset where the shape takes one."""
        if self.shape in ("2D", "2DArray"):
            return ("", " ivec2")
        return ("", " ivec3") if self.shape == "3D" else ("",)


_ALL: Final = tuple(Texture(type) for type in TEXTURES.values())
Signatures = Callable[[Texture], Iterator[str]]


def _row(
    name: str,
    *signatures: Signatures,
    external: tuple[str, ...] = (),
    fragment: bool = False,
    must_use: bool = True,
) -> Builtin:
    """`external` are the signatures for external textures, which share nothing else."""
    forms = [wgsl(text) for text in external]
    stages = FRAGMENT if fragment else ALL_STAGES
    for texture in _ALL:
        for given in signatures:
            forms.extend(wgsl(text, stages=stages) for text in given(texture))
    return Builtin(name, "wgsl texture", tuple(forms), constant=False, must_use=must_use)


def _sampling(extra: str, *, depth: bool | None = None, flat: bool = False) -> Signatures:
    """`extra` stands before the offset; `depth`: depth textures only, or all but them; `flat`:
    1D ones too.
    """

    def signatures(texture: Texture) -> Iterator[str]:
        if not texture.sampled or (depth is not None and depth != texture.depth):
            return
        if texture.shape == "1D" and not flat:
            return
        result = "float" if texture.depth else "vec4"
        for layer in texture.layers:
            for offset in texture.offsets:
                yield f"{result}: {texture.name} sampler {texture.place}{layer}{extra}{offset}"

    return signatures


def _depth_level(texture: Texture) -> Iterator[str]:
    if not texture.sampled or not texture.depth:
        return
    for layer in texture.layers:
        for level in _INTEGERS:
            for offset in texture.offsets:
                yield f"float: {texture.name} sampler {texture.place}{layer} {level}{offset}"


def _gradients(texture: Texture) -> Iterator[str]:
    if not texture.sampled or texture.depth or texture.shape == "1D":
        return
    for layer in texture.layers:
        for offset in texture.offsets:
            place = texture.place
            yield f"vec4: {texture.name} sampler {place}{layer} {place} {place}{offset}"


def _compare(result: str) -> Signatures:
    def signatures(texture: Texture) -> Iterator[str]:
        if not texture.sampled or not texture.depth:
            return
        for layer in texture.layers:
            for offset in texture.offsets:
                yield (
                    f"{result}: {texture.name} sampler_comparison {texture.place}{layer} "
                    f"float{offset}"
                )

    return signatures


def _gather(texture: Texture) -> Iterator[str]:
    if texture.storage or texture.multisampled or texture.shape in ("1D", "3D"):
        return
    for component in ("",) if texture.depth else ("int ", "uint "):
        for layer in texture.layers:
            for offset in texture.offsets:
                yield (
                    f"{texture.texel}: {component}{texture.name} sampler "
                    f"{texture.place}{layer}{offset}"
                )


def _base_clamp(texture: Texture) -> Iterator[str]:
    if texture.sampled and texture.shape == "2D" and not texture.depth:
        yield f"vec4: {texture.name} sampler vec2"


def _places(texture: Texture) -> Iterator[str]:
    """Integer coordinates, with the layer."""
    count = _INDEXED[texture.shape]
    for kind in _INTEGERS:
        place = kind if count == 1 else f"{kind[0]}vec{count}"
        yield from (f"{place}{layer}" for layer in texture.layers)


def _load(texture: Texture) -> Iterator[str]:
    if texture.shape not in _INDEXED or (texture.storage and texture.type.access == "write"):
        return
    result = "float" if texture.depth else texture.texel
    for place in _places(texture):
        if texture.storage:
            yield f"{result}: {texture.name} {place}"
        else:
            yield from (f"{result}: {texture.name} {place} {level}" for level in _INTEGERS)


def _store(texture: Texture) -> Iterator[str]:
    if texture.storage and texture.type.access != "read":
        yield from (f"void: {texture.name} {place} {texture.texel}" for place in _places(texture))


def _dimensions(texture: Texture) -> Iterator[str]:
    count = _SIZES.get(texture.shape, 2)
    result = "uint" if count == 1 else f"uvec{count}"
    yield f"{result}: {texture.name}"
    if not texture.storage and not texture.multisampled:
        yield from (f"{result}: {texture.name} {level}" for level in _INTEGERS)


def _levels(texture: Texture) -> Iterator[str]:
    if not texture.storage and not texture.multisampled:
        yield f"uint: {texture.name}"


def _layers(texture: Texture) -> Iterator[str]:
    if texture.shape.endswith("Array"):
        yield f"uint: {texture.name}"


def _samples(texture: Texture) -> Iterator[str]:
    if texture.multisampled:
        yield f"uint: {texture.name}"


ROWS: Final = (
    _row("textureSample", _sampling("", flat=True), fragment=True),
    _row("textureSampleBias", _sampling(" float", depth=False), fragment=True),
    _row("textureSampleLevel", _sampling(" float", depth=False, flat=True), _depth_level),
    _row("textureSampleGrad", _gradients),
    _row("textureSampleCompare", _compare("float"), fragment=True),
    _row("textureSampleCompareLevel", _compare("float")),
    _row(
        "textureSampleBaseClampToEdge",
        _base_clamp,
        external=("vec4: texture_external sampler vec2",),
    ),
    _row("textureGather", _gather),
    _row("textureGatherCompare", _compare("vec4")),
    _row(
        "textureLoad", _load, external=tuple(f"vec4: texture_external {kind}vec2" for kind in "iu")
    ),
    _row("textureStore", _store, must_use=False),
    _row("textureDimensions", _dimensions, external=("uvec2: texture_external",)),
    _row("textureNumLevels", _levels),
    _row("textureNumLayers", _layers),
    _row("textureNumSamples", _samples),
)
