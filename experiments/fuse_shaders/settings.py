"""What of a fusion is there: the settings of the ablation of the paper on fusion (Table VI)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from aberration.core.recipe import TestCase
from aberration.methods.fuse.method import FuseMethod

ALL: Final = "all"
PARTS: Final = "parts alone"
_RELATION: Final = ("EnterBranch", "MirrorSecond")
"""Steps that say how both results become one."""
_INLINE: Final = (*_RELATION, "InlineCall")
_MOVE: Final = ("Interleave", "MergeLoops")
_REUSE: Final = ("ReuseVariable", "ReuseBits", "ShareUniform")
SETTINGS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        PARTS: (),
        "side by side": _RELATION,
        "inlined": _INLINE,
        "interleaved": (*_INLINE, *_MOVE),
        "reused": (*_INLINE, *_REUSE),
        ALL: (*_INLINE, *_MOVE, *_REUSE),
    }
)


def case_in(setting: str, case: TestCase, method: FuseMethod) -> TestCase:
    """Return a test with only the steps of a setting."""
    kept = [step for step in case.recipe.steps if step["type"] in SETTINGS[setting]]
    if len(kept) == len(case.recipe.steps):
        return case
    return method.replay(case.recipe.with_steps(tuple(kept))).case
