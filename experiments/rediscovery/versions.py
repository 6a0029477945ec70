"""The versions that the campaigns run on: few that together show nearly all known bugs."""

from __future__ import annotations

from typing import Final

VERSIONS: Final = (
    "lavapipe",
    "lavapipe@26.2.6",
    "swiftshader",
    "spirv-opt@2023.1:random",
    "spirv-opt@2025.5:random",
    "spirv-opt@2025.5:-O",
    "llvmpipe@20.3.5",
    "llvmpipe",
    "llvmpipe@26.2.6",
    "softpipe@20.3.5",
    "softpipe",
    "softpipe@25.0.7",
    "wgpu@22:gl-llvmpipe",
    "wgpu@22:lavapipe",
    "wgpu@22:swiftshader",
    "dawn@0.3.8:swiftshader",
    "dawn-gl-llvmpipe",
    "glslang+spirv-cross:330+llvmpipe",
    "glslang@16.6.0+swiftshader",
    "tcc",
    "gcc-12:-O2",
    "clang-14:-O2",
)
