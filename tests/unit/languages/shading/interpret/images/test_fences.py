"""Which memory barrier stands for which, where buffers stand for coherent images."""

from __future__ import annotations

import pytest

from aberration.languages.shading.interpret.images.fences import with_fences
from aberration.languages.shading.interpret.trap import Refused
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import Call, Module, Name
from aberration.languages.shading.tree.walk import find

BUFFER = "layout(std430, binding = 1) coherent buffer B { uint data[]; };"


def module(body: str, declared: str = "") -> Module:
    text = f"#version 450\nlayout(local_size_x = 1) in;\n{declared}\nvoid main() {{ {body} }}"
    return read(text, "glsl").module


def called(found: Module) -> list[str]:
    return [one.callee.name for one in find(found, Call) if isinstance(one.callee, Name)]


def test_barriers_of_images_become_those_of_buffers() -> None:
    found = with_fences(module("memoryBarrierImage(); barrier(); memoryBarrierBuffer();"))
    assert called(found) == ["memoryBarrierBuffer", "barrier", "memoryBarrierAtomicCounter"]


@pytest.mark.parametrize("declared", ["", BUFFER])
def test_barriers_of_all_memory_stay(declared: str) -> None:
    before = module("memoryBarrier(); groupMemoryBarrier(); barrier();", declared)
    assert with_fences(before) is before


@pytest.mark.parametrize(
    "declared", [BUFFER, BUFFER.replace("coherent ", "").replace("uint data", "volatile uint data")]
)
@pytest.mark.parametrize("barrier", ["memoryBarrierImage();", "memoryBarrierBuffer();"])
def test_barriers_of_one_kind_beside_coherent_buffers_are_refused(
    declared: str, barrier: str
) -> None:
    with pytest.raises(Refused, match="orders either buffers or storage images"):
        with_fences(module(barrier, declared))


def test_other_buffers_are_ordered_by_no_barrier() -> None:
    before = module("memoryBarrierImage();", BUFFER.replace("coherent ", ""))
    assert called(with_fences(before)) == ["memoryBarrierBuffer"]
