"""The lanes of the hunt: few targets that stay open, and the kind of programs that they get."""

from __future__ import annotations

from typing import Final

import msgspec


class Lane(msgspec.Struct, frozen=True):
    """A campaign that can be run with any seed: its targets, and the preset and languages of
    `smith`.

    `newest` are those targets whose compilers are the newest here, so that a bug of theirs is one
    that nobody has mended yet.
    """

    name: str
    targets: tuple[str, ...]
    preset: str = "tiny"
    languages: tuple[str, ...] = ()
    newest: tuple[str, ...] = ()


def _of(languages: tuple[str, ...], *rows: tuple[str, str, str]) -> dict[str, Lane]:
    """Return lanes by name; a target with an exclamation mark is a newest one."""
    lanes = {}
    for name, preset, text in rows:
        words = text.split()
        targets = tuple(word.rstrip("!") for word in words)
        newest = tuple(word[:-1] for word in words if word.endswith("!"))
        lanes[name] = Lane(name, targets, preset, languages, newest)
    return lanes


_WGSL: Final = _of(
    ("wgsl",),
    (
        "naga-old",
        "tiny",
        "wgpu@22:lavapipe wgpu@24:swiftshader wgpu@27:gl-llvmpipe dawn-swiftshader!",
    ),
    (
        "naga-old-default",
        "large",
        "wgpu@22:swiftshader wgpu@24:gl-llvmpipe wgpu@27:lavapipe dawn-swiftshader!",
    ),
    (
        "dawn-old",
        "tiny",
        "dawn@0.3.8:swiftshader dawn@0.3.8:gl-llvmpipe dawn@0.4.0:gl-llvmpipe wgpu-swiftshader!",
    ),
    (
        "dawn-old-default",
        "large",
        "dawn@0.3.8:gl-llvmpipe dawn@0.4.0:swiftshader dawn@0.4.0:gl-llvmpipe wgpu-swiftshader!",
    ),
    (
        "wgsl-new",
        "tiny",
        "wgpu-lavapipe@26.2.6! wgpu-gl-llvmpipe@26.2.6! wgpu-swiftshader! "
        "dawn-swiftshader! dawn-gl-llvmpipe@26.2.6!",
    ),
    (
        "wgsl-new-default",
        "large",
        "wgpu-lavapipe@26.2.6! wgpu-gl-llvmpipe@26.2.6! dawn-lavapipe@26.2.6! "
        "dawn-swiftshader! dawn-gl-llvmpipe@26.2.6!",
    ),
    (
        "wgsl-loops",
        "loops",
        "dawn-swiftshader! dawn-gl-llvmpipe@26.2.6! wgpu-swiftshader! wgpu@24:swiftshader",
    ),
    (
        "wgsl-control",
        "control",
        "dawn-swiftshader! dawn-gl-llvmpipe@26.2.6! wgpu-swiftshader! wgpu@24:swiftshader",
    ),
    (
        "chromium",
        "large",
        "chromium-webgpu-swiftshader! dawn-lavapipe@26.2.6! wgpu-lavapipe@26.2.6!",
    ),
)
_GLSL: Final = _of(
    ("glsl", "essl"),
    ("mesa-20", "tiny", "llvmpipe@20.3.5 softpipe@20.3.5 llvmpipe@26.2.6!"),
    ("mesa-20-default", "large", "llvmpipe@20.3.5 softpipe@20.3.5 llvmpipe@26.2.6!"),
    ("mesa-22", "tiny", "llvmpipe softpipe zink-lavapipe llvmpipe@26.2.6!"),
    ("mesa-22-default", "large", "llvmpipe softpipe zink-lavapipe llvmpipe@26.2.6!"),
    ("mesa-25", "tiny", "llvmpipe@25.0.7 softpipe@25.0.7 zink-lavapipe@25.0.7 llvmpipe@26.2.6!"),
    (
        "mesa-new",
        "tiny",
        "llvmpipe@26.2.6! softpipe@26.2.6! zink-lavapipe@26.2.6! glslang@16.6.0+swiftshader!",
    ),
    (
        "mesa-new-default",
        "large",
        "llvmpipe@26.2.6! softpipe@26.2.6! zink-lavapipe@26.2.6! glslang@16.6.0+swiftshader!",
    ),
    (
        "spirv-new",
        "large",
        "glslang@16.6.0+lavapipe@26.2.6! glslang@16.6.0+swiftshader! "
        "shaderc@2026.4:-O+lavapipe@26.2.6! llvmpipe@26.2.6!",
    ),
)
_NAGA: Final = _of(
    # naga reads GLSL 4.40 and later, and of what that has only a part.
    ("glsl",),
    ("naga-glsl", "tiny", "wgpu-swiftshader! wgpu-lavapipe@26.2.6! wgpu@22:swiftshader"),
)
_ESSL: Final = _of(
    ("essl",),
    ("angle", "large", "angle-swiftshader! angle-gl-llvmpipe! llvmpipe@26.2.6!"),
)
LANES: Final = {**_WGSL, **_GLSL, **_NAGA, **_ESSL}
