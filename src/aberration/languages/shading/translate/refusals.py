"""Why a shader has no translation: the named reasons, each with what it says."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from aberration.core.errors import Untranslatable

from ..source import Source
from ..tree import Node

REASONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "stage": (
            "only fragment and compute shaders are translated, which is what all three "
            "languages run the same way"
        ),
        "target version": (
            "the version of the target has no such stage or construct (its rules give the words)"
        ),
        "textures": "storage images, textures of WGSL, arrays of textures, and what the target has "
        "no form for",
        "inputs from vertices": (
            "what a vertex shader passes on: harnesses draw one plain rectangle without any"
        ),
        "outputs": (
            "outputs other than colours of one value each (depth, sample masks, arrays, blocks)"
        ),
        "stage variable": (
            "a variable of the stage that the target lacks, or that the interpreter does not know"
        ),
        "built-in function": (
            "a built-in function that the target lacks, and that no function can express exactly"
        ),
        "no body": "a call of a function that is declared and has no body",
        "float of another width": "doubles and halves: the target has 32-bit floats only",
        "bool in memory": (
            "WGSL allows no bool in memory that the host shares and the shader may write"
        ),
        "one binding twice": "WGSL binds every resource of a shader to a place of its own",
        "layout": "the target cannot lay out this block so that every byte stays in its place",
        "blocks": "arrays of blocks, and blocks of inputs or outputs",
        "whole array in memory": (
            "an array of atomics, or of many padded elements, taken as one value"
        ),
        "pointers": (
            "pointers into memory that invocations share: `inout` would copy, and writes "
            "would be lost"
        ),
        "barrier": "a memory barrier apart from `barrier()`: WGSL has only barriers that wait",
        "uniform control flow": (
            "WGSL demands that control flow around barriers is provably uniform"
        ),
        "derivative after discard": (
            "GLSL has no derivatives once a neighbour has discarded, WGSL has"
        ),
        "given constants": "values that the host gives to specialisation constants",
        "override": "a number that a pipeline may override, in a type or in another constant",
        "implementation's constant": (
            "a constant whose value the implementation chooses, or that is not finite"
        ),
        "return in continuing": "WGSL has no `return` in the part of a loop that goes on",
        "size": "written out, the program would be larger than what is translated",
        "interpreter": (
            "the interpreter, by which translations are proved, does not execute it (its words)"
        ),
        "target rules": (
            "the target's rules refuse the result, most often a constant that it must not "
            "hold (its words)"
        ),
    }
)


def untranslatable(
    reason: str, detail: str, source: Source, node: Node | None = None
) -> Untranslatable:
    """Return the error; `reason` is one of `REASONS`, `node` what of the source it is about."""
    start = -1 if node is None else node.span.start
    where = source.place(start) if start >= 0 else source.where
    hint = source.excerpt(start) if start >= 0 else ""
    message = (
        f"expected a shader that can be translated, came {detail}: {reason}: {REASONS[reason]}"
    )
    return Untranslatable(message, where=where, hint=hint, reason=reason)
