"""The WGSL that pygfx assembles: `python -m experiments.real_shaders.collect.pygfx_shaders PACKAGES
OUT WGPU`.

WGPU is a folder with the package wgpu. Rule: every material with the object that it is for, in each
of WAYS, drawn once. What pygfx needs for geometry and fonts (and not for shaders) is stood in for
by modules that do next to nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Protocol, cast
from unittest.mock import MagicMock

import numpy as np
from experiments.real_shaders.collect.listing import Output

PACKAGES, WGPU = Path(sys.argv[1]), sys.argv[3]
OUTPUT = Output(Path(sys.argv[2]))
ABSENT = frozenset(
    ("hsluv", "pylinalg", "freetype", "uharfbuzz", "rendercanvas", "imageio", "trimesh", "gltflib")
)


def algebra(name: str) -> Any:
    """Return a stand-in for a function of pylinalg: identity, or what was given."""

    def value(given: tuple[Any, ...]) -> Any:
        if name == "mat_decompose":
            return np.zeros(3), np.array([0, 0, 0, 1.0]), np.ones(3)
        if name in ("vec_dist", "vec_angle"):
            return 0.0
        if name in ("mat_decompose_translation", "quat_to_euler"):
            return np.zeros(3)
        if name.startswith("mat_"):
            return np.eye(4)
        if name.startswith("quat_"):
            return np.array([0, 0, 0, 1.0])
        return np.array(given[0], float)

    def call(*given: Any, out: Any = None, **_: Any) -> Any:
        made = value(given)
        if out is None:
            return made
        pairs = zip(out, made, strict=True) if isinstance(out, tuple) else ((out, made),)
        for place, one in pairs:
            if place is not None:
                place[...] = one
        return out

    return call


class StandIn(ModuleType):
    """A module that is not installed."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if self.__name__ == "pylinalg":
            return algebra(name)
        if name == "Face":
            return lambda *_: SimpleNamespace(
                family_name=b"Noto Sans", style_name=b"Regular", style_flags=0
            )
        return type(name, (), {}) if name[0].isupper() else MagicMock()


class Finder(MetaPathFinder, Loader):
    """Finds stand-ins for what is absent."""

    def find_spec(self, name: str, *_: Any) -> ModuleSpec | None:
        return ModuleSpec(name, self, is_package=True) if name.split(".")[0] in ABSENT else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return StandIn(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        pass


sys.meta_path.insert(0, Finder())
sys.path[:0] = [str(PACKAGES / "py"), WGPU]

Make = Callable[..., Any]


class Pygfx(Protocol):
    """What is named of the package here; materials are looked up by their names."""

    Geometry: Make
    Texture: Make
    Scene: Make
    PerspectiveCamera: Make
    AmbientLight: Make
    DirectionalLight: Make
    PointLight: Make
    SpotLight: Make
    Mesh: Make
    Line: Make
    Points: Make
    Volume: Make
    Image: Make
    Background: Make
    Grid: Make
    renderers: Any


gfx = cast(Pygfx, import_module("pygfx"))
get_shared: Make = import_module("pygfx.renderers.wgpu.engine.shared").get_shared


def record(names: list[str]) -> None:
    """Keep all that is given to the device from now on, under the last of the names."""
    device = type(get_shared().device)
    create = device.create_shader_module

    def recorded(self: Any, *, label: str = "", code: str, **more: Any) -> Any:
        stages = [one for one in ("compute", "vertex", "fragment") if f"@{one}" in code]
        OUTPUT.keep(names[-1], "wgsl", stages[0], code)
        return create(self, label=label, code=code, **more)

    device.create_shader_module = recorded


def geometry() -> Any:
    """Return a geometry that every object takes."""
    points = np.eye(3, dtype=np.float32)
    return gfx.Geometry(
        positions=points,
        indices=np.array([[0, 1, 2]], np.uint32),
        normals=points,
        texcoords=points[:, :2].copy(),
        texcoords1=points[:, :2].copy(),
        colors=np.ones((3, 4), np.float32),
        sizes=np.ones(3, np.float32),
        tangents=np.ones((3, 4), np.float32),
    )


def texture(dim: int, channels: int, kind: type = np.float32) -> Any:
    """Return a small texture."""
    return gfx.Texture(np.zeros((*(4,) * dim, channels), kind), dim=dim)


def materials() -> Iterator[tuple[str, Any, Any]]:
    """Give each object with its material, and a name."""
    of_object = {"Mesh": gfx.Mesh, "Line": gfx.Line, "Points": gfx.Points}
    for name in sorted(one for one in dir(gfx) if one.endswith("Material")):
        kind = next((made for start, made in of_object.items() if name.startswith(start)), None)
        if kind is None:
            continue
        for ways in WAYS:
            yield f"{name} {ways}", kind, (name, ways)
    for name in (
        "VolumeSliceMaterial",
        "VolumeMipMaterial",
        "VolumeMinipMaterial",
        "VolumeIsoMaterial",
        "VolumeRayMaterial",
    ):
        for channels, kind in ((1, np.float32), (4, np.uint8), (1, np.uint16)):
            yield (
                f"{name} {channels} {kind.__name__}",
                gfx.Volume,
                (name, {"held": (3, channels, kind)}),
            )
    for channels, kind in (
        (1, np.float32),
        (2, np.uint8),
        (3, np.float32),
        (4, np.uint8),
        (1, np.int16),
    ):
        yield (
            f"ImageBasicMaterial {channels} {kind.__name__}",
            gfx.Image,
            ("ImageBasicMaterial", {"held": (2, channels, kind)}),
        )
    yield "BackgroundMaterial", gfx.Background, ("BackgroundMaterial", {})
    yield "GridMaterial", gfx.Grid, ("GridMaterial", {})


WAYS: tuple[dict[str, Any], ...] = (
    {},
    {"color_mode": "vertex"},
    {"color_mode": "vertex_map"},
    {"color_mode": "face"},
    {"size_mode": "vertex"},
    {"dash_pattern": [1, 2]},
    {"wireframe": True},
    {"flat_shading": True},
    {"alpha_mode": "dither"},
    {"alpha_mode": "weighted_blend"},
    {"pick_write": True},
    {"marker": "heart", "edge_mode": "inner"},
    {"marker_mode": "vertex"},
)


def made(kind: Any, name: str, ways: dict[str, Any]) -> Any:
    """Return an object with a material."""
    ways = dict(ways)
    held = ways.pop("held", None)
    if ways.get("color_mode") == "vertex_map":
        ways["map"] = texture(2, 4)
    material = getattr(gfx, name)(**ways)
    if kind is gfx.Background:
        return kind(None, material)
    if kind is gfx.Grid:
        return kind(None, material, orientation="xy")
    return kind(gfx.Geometry(grid=texture(*held)) if held else geometry(), material)


def main() -> None:
    """Collect them all."""
    names = [""]
    record(names)
    for name, kind, (material, ways) in materials():
        names.append(name)
        try:
            thing = made(kind, material, ways)
            scene = gfx.Scene()
            light = gfx.DirectionalLight()
            scene.add(gfx.AmbientLight(), light, gfx.PointLight(), gfx.SpotLight(), thing)
            gfx.renderers.WgpuRenderer(texture(2, 4, np.uint8)).render(
                scene, gfx.PerspectiveCamera()
            )
        except (
            Exception
        ) as error:  # a material that does not know this way, or what stood in was too little
            OUTPUT.fail(name, error)
    OUTPUT.finish()


main()
