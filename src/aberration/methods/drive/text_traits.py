"""What of a shader in text decides how it may be driven, as our front end reads it."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import BadInput
from aberration.core.program import Program
from aberration.core.ways import Changes, Needs
from aberration.languages.shading.resources import Declared, declarations_of

from .traits import Traits

_GROUPS: Final[frozenset[Changes]] = frozenset(("groups",))
"""No API that takes text dispatches in parts, so nobody asks whether a shader could see that."""

_HELPER: Final = "gl_HelperInvocation"


def text_traits(program: Program) -> Traits:
    """Return what a shader could see, and what it has: whatever has a storage buffer may store, and
    so may what has an image.
    """
    if program.stage == "program" or program.language not in ("glsl", "essl", "wgsl"):
        raise BadInput(f"expected a shader in text, but a {program.language} program came")
    declared = declarations_of(program.source, program.language, program.stage, program.name)
    stores = bool(declared.of("buffer") or declared.opaque)
    helps = _HELPER in declared.named
    changes: tuple[tuple[Changes, bool], ...] = (("invocations", stores), ("helpers", helps))
    seen = frozenset(name for name, there in changes if there)
    bound = bool(declared.of("buffer") or declared.of("uniform"))
    used = bound and _uses_all_buffers(declared, program)
    found: tuple[tuple[Needs, bool], ...] = (("buffers", bound), ("used buffers", used))
    return Traits(seen | _GROUPS, frozenset(name for name, there in found if there))


def _uses_all_buffers(declared: Declared, program: Program) -> bool:
    """Whether the shader names all buffers that are bound: those that it declares, and the storage
    buffers of the inputs.
    """
    places = {(block.group, block.binding) for block in declared.blocks}
    given = {(buffer.descriptor_set, buffer.binding) for buffer in program.inputs.buffers}
    return given <= places and all(block.name in declared.named for block in declared.blocks)
