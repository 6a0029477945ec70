"""All kinds of records, as recipes hold them."""

from __future__ import annotations

from typing import Final, get_args

import msgspec

from aberration.core.errors import BadInput
from aberration.core.recipe import Step

from .enter_branch import EnterBranch
from .inline_call import InlineCall
from .interleave import Interleave
from .merge_loops import MergeLoops
from .mirror_second import MirrorSecond
from .reuse_bits import ReuseBits
from .reuse_variable import ReuseVariable
from .share_uniform import ShareUniform

Record = (
    EnterBranch
    | InlineCall
    | Interleave
    | MergeLoops
    | MirrorSecond
    | ReuseBits
    | ReuseVariable
    | ShareUniform
)
KINDS: Final[tuple[type[Record], ...]] = get_args(Record)
STEP_TYPES: Final = frozenset(kind.__name__ for kind in KINDS)


def to_step(record: Record) -> Step:
    """Return a record as recipes hold it."""
    made: Step = msgspec.to_builtins(record)
    return made


def from_step(step: Step) -> Record:
    """Read a step of a recipe; raise `BadInput` for one that is none."""
    try:
        found: Record = msgspec.convert(step, Record)
    except msgspec.ValidationError as error:
        raise BadInput(f"expected a step of a fusion, but {error}") from None
    return found
