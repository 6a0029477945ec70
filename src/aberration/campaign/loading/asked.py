"""What a program asks to be given: by its text, or by the names and decorations of a module."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from aberration.campaign.loading.module_asked import declared_by
from aberration.core.program import Program
from aberration.languages.shading.resources import Declared, Piece, ResourceBlock, declarations_of
from aberration.languages.spirv.given_constants import with_given_constants
from aberration.languages.spirv.module import Module

ShadingName = Literal["glsl", "essl", "wgsl"]
_LISTED: Final = 12


class WantedInputs(msgspec.Struct, frozen=True):
    """What a program asks for. `strict` is false in a module, whose blocks hold unsigned integers
    where the shader's text has truth values, and which may have lost uniforms to an optimiser.
    `images` are the places of storage images that the inputs give.
    """

    declared: Declared
    strict: bool = True
    images: frozenset[tuple[int, int]] = frozenset()

    @property
    def what(self) -> str:
        """Return how messages call the program."""
        return "shader" if self.strict else "module"

    def names_in_use(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return those of some names that the program uses: in a module, all that it declares."""
        return tuple(name for name in names if not self.strict or name in self.declared.named)

    def titles(self) -> tuple[str, ...]:
        """Return all uniforms that an input may name, with their types."""
        blocks = [block for block in self.declared.blocks if block.kind != "buffer"]
        inner = [title_of(piece, block) for block in blocks for piece in block.pieces]
        return (*map(title_of, self.declared.loose), *inner)


def asked_of(program: Program, where: str) -> WantedInputs:
    """Return what a shader or module asks for; raise `BadInput` for a text that our front end
    refuses.
    """
    if program.language == "spirv":
        module = Module.parse(with_given_constants(program).source)
        return WantedInputs(declared_by(module), strict=False)
    language: ShadingName = "glsl"
    if program.language == "essl" or program.language == "wgsl":
        language = program.language
    return WantedInputs(declarations_of(program.source, language, program.shader_stage, where))


def invocations(program: Program, asked: WantedInputs) -> int:
    """Return how many invocations a dispatch has, or vertices there are; for a fragment shader the
    pixels of one row.
    """
    if program.vertices:
        return program.inputs.width * program.inputs.height
    if program.stage != "compute":
        return program.inputs.width
    x, y, z = asked.declared.local_size
    return math.prod(program.inputs.groups) * x * y * z


def title_of(piece: Piece, block: ResourceBlock | None = None) -> str:
    """Return the name of a uniform with its type, and where its block lies, such as `tint
    (vec3[2], binding 1)`.
    """
    name = piece.name if block is None else block.full_name(piece) or block.name
    size = f"[{piece.count}]" if piece.count else ""
    return f"{name} ({piece.type.glsl}{size}{'' if block is None else f', {place_of(block)}'})"


def place_of(block: ResourceBlock) -> str:
    """Return where a block lies, in words."""
    if block.kind == "push_constant":
        return "push constant"
    group = f"set {block.group}, " if block.group else ""
    return f"in block {block.name}" if block.binding is None else f"{group}binding {block.binding}"


def list_titles(titles: tuple[str, ...], between: str = ", ") -> str:
    """Return the first of some names, and how many there are more."""
    more = len(titles) - _LISTED
    return between.join(titles[:_LISTED]) + (f" and {more} more" if more > 0 else "")
