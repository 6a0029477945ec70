"""The shaders that VisPy assembles: `python -m experiments.real_shaders.collect.vispy_shaders
PACKAGES OUT`.

Rule: every visual class that ARGUMENTS can make, each of its programs, built by VisPy's own
compiler; and every file of vispy/glsl that has a main function, with its includes. Each once as
VisPy converts it for OpenGL ES 2.0, and once as for the desktop, with `#version 330 compatibility`
in place of 120, which is a version that we do not read.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

import numpy as np
from experiments.real_shaders.collect.listing import Output

PACKAGES = Path(sys.argv[1])
OUTPUT = Output(Path(sys.argv[2]))
sys.path.insert(0, str(PACKAGES / "py"))
for _absent in ("kiwisolver", "freetype"):
    sys.modules[_absent] = MagicMock()
sys.modules["hsluv"] = MagicMock(hsluv_to_rgb=lambda *_: (0.0, 0.0, 0.0))

visuals: ModuleType = import_module("vispy.visuals")
convert_shader: Callable[[str, str], str] = import_module("vispy.gloo.glir").convert_shader
preprocess: Callable[[str], str] = import_module("vispy.gloo.preprocessor").preprocess
TransformSystem: Callable[[], object] = import_module("vispy.visuals.transforms").TransformSystem

_POINTS = np.zeros((5, 2), np.float32)
_SOLID = np.random.default_rng(1).random((4, 4, 4)).astype(np.float32)
_FACES = {"vertices": np.eye(3, dtype=np.float32), "faces": np.array([[0, 1, 2]])}
ARGUMENTS: dict[str, tuple[dict[str, Any], ...]] = {
    "ArrowVisual": ({"pos": _POINTS, "arrows": np.zeros((1, 4), np.float32)},),
    "ColorBarVisual": ({"cmap": "hot", "orientation": "left", "size": (10, 2)},),
    "ComplexImageVisual": ({"data": np.zeros((4, 4), np.complex64)},),
    "EllipseVisual": ({"center": (0, 0)},),
    "GridMeshVisual": ({"xs": np.zeros((3, 3)), "ys": np.zeros((3, 3)), "zs": np.zeros((3, 3))},),
    "HistogramVisual": ({"data": np.arange(20.0)},),
    "ImageVisual": tuple(
        {"data": data, "interpolation": how, "method": method}
        for data in (np.zeros((4, 4), np.float32), np.zeros((4, 4, 3), np.float32))
        for how in ("nearest", "bilinear", "bicubic", "lanczos", "gaussian", "custom")
        for method in ("subdivide", "impostor")
    ),
    "InstancedMeshVisual": (
        {
            **_FACES,
            "instance_positions": np.zeros((2, 3)),
            "instance_transforms": np.stack([np.eye(3)] * 2),
        },
        {
            **_FACES,
            "instance_positions": np.zeros((2, 3)),
            "instance_transforms": np.stack([np.eye(3)] * 2),
            "shading": "smooth",
        },
    ),
    "IsocurveVisual": ({"data": np.eye(4), "levels": [0.5]},),
    "LineVisual": tuple({"pos": _POINTS, "method": one} for one in ("gl", "agg")),
    "LinePlotVisual": ({"data": _POINTS},),
    "LinearRegionVisual": ({"pos": (0, 1)},),
    "MeshVisual": tuple({**_FACES, "shading": one} for one in (None, "flat", "smooth")),
    "PolygonVisual": ({"pos": np.array([[0, 0], [1, 0], [1, 1]])},),
    "RectangleVisual": ({"center": (0, 0)},),
    "RegularPolygonVisual": ({"center": (0, 0), "sides": 5},),
    "ScrollingLinesVisual": ({"n_lines": 2, "line_size": 4, "dx": 1.0},),
    "SpectrogramVisual": ({"x": np.arange(1000.0)},),
    "SurfacePlotVisual": ({"z": np.zeros((4, 4))},),
    "TubeVisual": ({"points": np.random.default_rng(1).random((5, 3))},),
    "VolumeVisual": tuple(
        {"vol": _SOLID, "method": one, "raycasting_mode": mode}
        for one in ("mip", "attenuated_mip", "minip", "translucent", "additive", "iso", "average")
        for mode in ("volume", "plane")
    ),
    "WindbarbVisual": ({"pos": _POINTS, "wind": _POINTS + 5},),
}


def leaves(visual: Any) -> Iterator[Any]:
    """Give the visuals that a visual is made of, each of which has a program."""
    for part in getattr(visual, "_subvisuals", ()):
        yield from leaves(part)
    if not hasattr(visual, "_subvisuals"):
        yield visual


def keep(name: str, stage: str, text: str) -> None:
    """Keep a shader as for OpenGL ES 2.0 and as for the desktop."""
    OUTPUT.keep(f"{name}.{stage} es", "essl", stage, convert_shader("es2", text))
    desktop = re.sub(
        r"^[ \t]*#version[^\n]*", "", convert_shader("desktop", text), flags=re.MULTILINE
    )
    OUTPUT.keep(f"{name}.{stage} desktop", "glsl", stage, f"#version 330 compatibility\n{desktop}")


def keep_visual(name: str, make: Callable[[], Any]) -> None:
    """Keep the shaders of all programs of a visual."""
    try:
        for part in leaves(make()):
            part.transforms = TransformSystem()
            part._prepare_transforms(part)
            try:
                part._prepare_draw(part)
            except (
                Exception
            ) as error:  # what needs a canvas fails here; the program may be whole all the same
                OUTPUT.fail(f"{name} drawn", error)
            part._program.build_if_needed()
            for stage, shader in zip(
                ("vertex", "fragment"), part._program.shaders[:2], strict=True
            ):
                keep(f"{name}/{type(part).__name__}", stage, shader.code)
    except Exception as error:  # a package that lacks its own dependencies fails in any way
        OUTPUT.fail(name, error)


def main() -> None:
    """Collect them all."""
    for name in sorted(one for one in dir(visuals) if one.endswith("Visual")):
        if name in ("BaseVisual", "CompoundVisual", "Visual"):
            continue
        for number, given in enumerate(ARGUMENTS.get(name, ({},))):
            keep_visual(f"{name} {number}", partial(getattr(visuals, name), **given))
    folder = PACKAGES / "py" / "vispy" / "glsl"
    for path in sorted((*folder.rglob("*.frag"), *folder.rglob("*.vert"))):
        name, text = str(path.relative_to(folder)), path.read_text()
        if re.search(r"\bvoid\s+main\b", text):
            try:
                keep(name, "fragment" if path.suffix == ".frag" else "vertex", preprocess(text))
            except Exception as error:  # an include that is not there
                OUTPUT.fail(name, error)
    OUTPUT.finish()


main()
