"""Pairs of a vertex and a fragment shader in WGSL: what both stages ask of the pipeline."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.core.program import OTHER_STAGE, Program
from aberration.targets.runners.webgpu.interface import WgslInterface, read_wgsl

_TEXTURES: Final = "textures in a pair of a vertex and a fragment shader"


def interface_of_pair(program: Program, text: str, other: str) -> WgslInterface:
    """Return the interface of the stage under test, of which the resources and outputs are those of
    both stages; `other` is the text of the other one. `unsupported` says why there is none.
    """
    own = read_wgsl(text, program.stage)
    beside = read_wgsl(other, OTHER_STAGE[program.shader_stage])
    vertex, fragment = (own, beside) if program.stage == "vertex" else (beside, own)
    shared = own.blocks.keys() & beside.blocks.keys()
    clashes = any(own.blocks[place] != beside.blocks[place] for place in shared)
    # What one of them may write is no buffer that is only read.
    written = {
        place
        for one in (own, beside)
        for place in one.blocks.keys() - one.read_only
        if one.blocks[place] == "storage"
    }
    reason = "a block that the two stages declare otherwise" if clashes else ""
    if own.sampled or beside.sampled or own.stored or beside.stored:
        reason = reason or _TEXTURES
    if not beside.entry_point:
        reason = reason or f"there is no entry point for {OTHER_STAGE[program.shader_stage]}"
    return replace(
        own,
        blocks={**own.blocks, **beside.blocks},
        read_only=(own.read_only | beside.read_only) - written,
        unsupported=own.unsupported or beside.unsupported or reason,
        outputs=fragment.outputs,
        vertices=vertex.vertices,
        enabled=own.enabled | beside.enabled,
        constants=own.constants & beside.constants,
    )
