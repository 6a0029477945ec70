"""Functions of GLSL's and ESSL's images."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ..opaque import IMAGES, SHAPES
from ..types import FLOAT, Opaque
from .row import NEVER, Builtin, Form

_INTEGERS: Final = ("", "int", "ivec2", "ivec3")
_TEXELS: Final = {"float": "vec4", "int": "ivec4", "uint": "uvec4"}
_ESSL_SINCE: Final = {
    "2D": 310,
    "3D": 310,
    "Cube": 310,
    "2DArray": 310,
    "Buffer": 320,
    "CubeArray": 320,
}
_SAMPLED: Final = ("2DMS", "2DMSArray")


def _place(image: Opaque) -> str:
    place = "ivec3" if image.shape == "CubeArray" else _INTEGERS[SHAPES[image.shape].coordinates]
    return f"{place} int" if image.shape in _SAMPLED else place


def _forms(
    signature: Callable[[Opaque], str], images: Iterator[Opaque], gl: int, es: int
) -> Iterator[Form]:
    for image in images:
        spelled = signature(image)
        yield Form("glsl", spelled, "", gl)
        since = max(es, _ESSL_SINCE.get(image.shape, NEVER))
        if since < NEVER:
            yield Form("essl", spelled, "", since)


def _row(name: str, forms: Iterator[Form], *, must_use: bool = True) -> Builtin:
    return Builtin(name, "image", tuple(forms), constant=False, must_use=must_use)


def _all() -> Iterator[Opaque]:
    return iter(IMAGES.values())


def _integers() -> Iterator[Opaque]:
    return (image for image in IMAGES.values() if image.component is not FLOAT)


def _component(image: Opaque) -> str:
    assert image.component is not None
    return image.component.kind


def _load(image: Opaque) -> str:
    return f"{_TEXELS[_component(image)]}: {image.glsl} {_place(image)}"


def _store(image: Opaque) -> str:
    return f"void: {image.glsl} {_place(image)} {_TEXELS[_component(image)]}"


def _size(image: Opaque) -> str:
    return f"{_INTEGERS[SHAPES[image.shape].size]}: {image.glsl}"


def _atomic(image: Opaque) -> str:
    component = _component(image)
    return f"{component}: {image.glsl} {_place(image)} {component}"


def _swap(image: Opaque) -> str:
    return f"{_atomic(image)} {_component(image)}"


def _exchange() -> Iterator[Form]:
    floats = (image for image in IMAGES.values() if image.component is FLOAT)
    yield from _forms(_atomic, _integers(), 420, 320)
    yield from _forms(_atomic, floats, 450, 320)


ROWS: Final = (
    _row("imageLoad", _forms(_load, _all(), 420, 310)),
    _row("imageStore", _forms(_store, _all(), 420, 310), must_use=False),
    _row("imageSize", _forms(_size, _all(), 430, 310)),
    _row(
        "imageSamples",
        (
            Form("glsl", f"int: {image.glsl}", "", 450)
            for image in _all()
            if image.shape in _SAMPLED
        ),
    ),
    *(
        _row(f"imageAtomic{what}", _forms(_atomic, _integers(), 420, 320), must_use=False)
        for what in ("Add", "Min", "Max", "And", "Or", "Xor")
    ),
    _row("imageAtomicExchange", _exchange(), must_use=False),
    _row("imageAtomicCompSwap", _forms(_swap, _integers(), 420, 320), must_use=False),
)
