"""Functions of GLSL's and ESSL's combined samplers: one row a function, its forms made from the
shapes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ..opaque import SAMPLERS, SHAPES
from ..types import Opaque
from .row import ALL_STAGES, FRAGMENT, NEVER, Builtin, Form, Stage

_VECTORS: Final = ("", "float", "vec2", "vec3", "vec4")
_INTEGERS: Final = ("", "int", "ivec2", "ivec3", "ivec4")
_RESULTS: Final = {"float": "vec4", "int": "ivec4", "uint": "uvec4"}
_FETCHED: Final = ("1D", "2D", "3D", "1DArray", "2DArray")
_PROJECTED: Final = ("1D", "2D", "3D", "2DRect")
_GATHERED: Final = ("2D", "2DArray", "Cube", "CubeArray", "2DRect")
_UNSAMPLED: Final = ("Buffer", "2DMS", "2DMSArray")
_GLSL_SINCE: Final = {"2DRect": 140, "Buffer": 140, "2DMS": 150, "2DMSArray": 150, "CubeArray": 400}
_ESSL_SINCE: Final = {"2DMS": 310, "2DMSArray": 320, "Buffer": 320, "CubeArray": 320}
_DESKTOP_ONLY: Final = ("1D", "1DArray", "2DRect")


class Sampler:
    """A sampler type, as the functions ask about it."""

    def __init__(self, type: Opaque) -> None:
        self.name: Final = type.glsl
        self.shadow: Final = type.shape.endswith("Shadow")
        self.shape: Final = type.shape.removesuffix("Shadow")
        self.numbers: Final = SHAPES[self.shape]
        assert type.component is not None
        self.result: Final = "float" if self.shadow else _RESULTS[type.component.kind]
        self.glsl_since: Final = _GLSL_SINCE.get(self.shape, 130)
        plain = _ESSL_SINCE.get(self.shape, 300)
        self.essl_since: Final = NEVER if self.shape in _DESKTOP_ONLY else plain

    @property
    def compared_apart(self) -> bool:
        """The reference of a comparison is an argument of its own where the coordinates leave
        no room.
        """
        return self.shadow and self.shape == "CubeArray"

    @property
    def coordinates(self) -> str:
        if not self.shadow:
            return _VECTORS[self.numbers.coordinates]
        if self.compared_apart:
            return "vec4 float"
        return _VECTORS[max(self.numbers.coordinates + 1, 3)]

    @property
    def place(self) -> str:
        """Coordinates without the reference of a comparison."""
        return _VECTORS[self.numbers.coordinates]

    @property
    def offset(self) -> str:
        return _INTEGERS[self.numbers.offset]

    @property
    def gradient(self) -> str:
        return _VECTORS[self.numbers.gradient]

    @property
    def projected_coordinates(self) -> tuple[str, ...]:
        if self.shape not in _PROJECTED:
            return ()
        if self.shadow or self.shape == "3D":
            return ("vec4",)
        return (_VECTORS[self.numbers.coordinates + 1], "vec4")


_ALL: Final = tuple(Sampler(type) for type in SAMPLERS.values())
Arguments = Callable[[Sampler], Iterator[str]]
"""Gives the parameters after the sampler, once for each overload; nothing where the function
has none.
"""


def _forms(
    arguments: Arguments,
    *,
    gl: int = 0,
    es: int = 0,
    result: Callable[[Sampler], str] = lambda sampler: sampler.result,
    stages: tuple[Stage, ...] = ALL_STAGES,
) -> list[Form]:
    forms = []
    for sampler in _ALL:
        for rest in arguments(sampler):
            signature = f"{result(sampler)}: {sampler.name} {rest}"
            forms.append(Form("glsl", signature, "", max(gl, sampler.glsl_since), NEVER, stages))
            if max(es, sampler.essl_since) < NEVER:
                forms.append(
                    Form("essl", signature, "", max(es, sampler.essl_since), NEVER, stages)
                )
    return forms


def _is_sampled(sampler: Sampler) -> bool:
    return sampler.shape not in _UNSAMPLED


def _plain(sampler: Sampler) -> Iterator[str]:
    if _is_sampled(sampler):
        yield sampler.coordinates


def _with_bias(sampler: Sampler) -> Iterator[str]:
    if (
        _is_sampled(sampler)
        and sampler.shape != "2DRect"
        and not (sampler.shadow and sampler.shape in _NO_BIAS)
    ):
        yield f"{sampler.coordinates} float"


_NO_BIAS: Final = ("2DArray", "CubeArray")
_LOD_SHADOWS: Final = ("1D", "2D", "1DArray")


def _at_level(sampler: Sampler) -> Iterator[str]:
    if not _is_sampled(sampler) or sampler.shape == "2DRect":
        return
    if not sampler.shadow or sampler.shape in _LOD_SHADOWS:
        yield f"{sampler.coordinates} float"


def _with_gradient(sampler: Sampler) -> Iterator[str]:
    if _is_sampled(sampler) and not sampler.compared_apart:
        yield f"{sampler.coordinates} {sampler.gradient} {sampler.gradient}"


def _project(sampler: Sampler) -> Iterator[str]:
    yield from sampler.projected_coordinates


def _project_with_bias(sampler: Sampler) -> Iterator[str]:
    if sampler.shape != "2DRect":
        yield from (f"{coordinates} float" for coordinates in sampler.projected_coordinates)


def _project_with_gradient(sampler: Sampler) -> Iterator[str]:
    yield from (
        f"{coordinates} {sampler.gradient} {sampler.gradient}"
        for coordinates in sampler.projected_coordinates
    )


def _with_offset(of: Arguments) -> Arguments:
    """The same with an offset after it."""

    def arguments(sampler: Sampler) -> Iterator[str]:
        if sampler.offset:
            yield from (f"{given} {sampler.offset}" for given in of(sampler))

    return arguments


def _offset_before_bias(of: Arguments) -> Arguments:
    """The same with an offset before its bias."""

    def arguments(sampler: Sampler) -> Iterator[str]:
        if sampler.offset:
            yield from (
                f"{given.removesuffix(' float')} {sampler.offset} float" for given in of(sampler)
            )

    return arguments


_LATE_OFFSET: Final = 430
"""The first version of GLSL with an offset for comparisons of layers; ESSL has none."""


def _early_with_offset(sampler: Sampler) -> Iterator[str]:
    if not (sampler.shadow and sampler.shape == "2DArray"):
        yield from _with_offset(_plain)(sampler)


def _late_with_offset(sampler: Sampler) -> Iterator[str]:
    if sampler.shadow and sampler.shape == "2DArray":
        yield from _with_offset(_plain)(sampler)


def _fetch(sampler: Sampler) -> Iterator[str]:
    if sampler.shadow:
        return
    place = _INTEGERS[sampler.numbers.coordinates]
    if sampler.shape in ("Buffer", "2DRect"):
        yield place
    elif sampler.shape in (*_FETCHED, "2DMS", "2DMSArray"):
        yield f"{place} int"


def _fetch_offset(sampler: Sampler) -> Iterator[str]:
    if sampler.shape in (*_FETCHED, "2DRect"):
        yield from (f"{given} {sampler.offset}" for given in _fetch(sampler))


def _gather(sampler: Sampler) -> Iterator[str]:
    if sampler.shape not in _GATHERED:
        return
    if sampler.shadow:
        yield f"{sampler.place} float"
        return
    yield sampler.place
    yield f"{sampler.place} int"


def _gather_offset(spelled: str) -> Arguments:
    def arguments(sampler: Sampler) -> Iterator[str]:
        if not sampler.offset:
            return
        for given in _gather(sampler):
            component = " int" if given.endswith(" int") else ""
            yield f"{given.removesuffix(' int')} {spelled}{component}"

    return arguments


def _size(sampler: Sampler) -> Iterator[str]:
    yield "" if sampler.shape in (*_UNSAMPLED, "2DRect") else "int"


def _query_place(sampler: Sampler) -> Iterator[str]:
    if _is_sampled(sampler) and sampler.shape != "2DRect":
        yield sampler.gradient


def _levels(sampler: Sampler) -> Iterator[str]:
    if _is_sampled(sampler) and sampler.shape != "2DRect":
        yield ""


def _samples(sampler: Sampler) -> Iterator[str]:
    if sampler.shape in ("2DMS", "2DMSArray"):
        yield ""


def _row(name: str, *forms: list[Form]) -> Builtin:
    return Builtin(name, "texture", tuple(form for some in forms for form in some), constant=False)


def _gather_result(sampler: Sampler) -> str:
    return "vec4" if sampler.shadow else sampler.result


ROWS: Final = (
    _row("texture", _forms(_plain), _forms(_with_bias, stages=FRAGMENT)),
    _row("textureLod", _forms(_at_level)),
    _row(
        "textureOffset",
        _forms(_early_with_offset),
        _forms(_late_with_offset, gl=_LATE_OFFSET, es=NEVER),
        _forms(_offset_before_bias(_with_bias), stages=FRAGMENT),
    ),
    _row("textureLodOffset", _forms(_with_offset(_at_level))),
    _row("textureGrad", _forms(_with_gradient)),
    _row("textureGradOffset", _forms(_with_offset(_with_gradient))),
    _row("textureProj", _forms(_project), _forms(_project_with_bias, stages=FRAGMENT)),
    _row("textureProjLod", _forms(_project_with_bias)),
    _row(
        "textureProjOffset",
        _forms(_with_offset(_project)),
        _forms(_offset_before_bias(_project_with_bias), stages=FRAGMENT),
    ),
    _row("textureProjLodOffset", _forms(_with_offset(_project_with_bias))),
    _row("textureProjGrad", _forms(_project_with_gradient)),
    _row("textureProjGradOffset", _forms(_with_offset(_project_with_gradient))),
    _row("texelFetch", _forms(_fetch)),
    _row("texelFetchOffset", _forms(_fetch_offset)),
    _row("textureGather", _forms(_gather, gl=400, es=310, result=_gather_result)),
    _row(
        "textureGatherOffset",
        _forms(_gather_offset("ivec2"), gl=400, es=310, result=_gather_result),
    ),
    _row(
        "textureGatherOffsets",
        _forms(_gather_offset("ivec2[4]"), gl=400, es=320, result=_gather_result),
    ),
    _row("textureSize", _forms(_size, result=lambda sampler: _INTEGERS[sampler.numbers.size])),
    _row(
        "textureQueryLod",
        _forms(_query_place, gl=400, es=NEVER, result=lambda _: "vec2", stages=FRAGMENT),
    ),
    _row("textureQueryLevels", _forms(_levels, gl=430, es=NEVER, result=lambda _: "int")),
    _row("textureSamples", _forms(_samples, gl=450, es=NEVER, result=lambda _: "int")),
)
