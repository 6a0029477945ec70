"""The loop that combines words: what it is not made of is a defect of ours."""

from __future__ import annotations

import pytest
from helpers.fused_modules import kernel, part
from msgspec.structs import replace

from aberration.core.errors import InternalError
from aberration.methods.fuse.modules.fusion import ModuleFusion
from aberration.methods.fuse.relations.registry import RELATIONS


@pytest.mark.parametrize(
    "text",
    [
        "cells[k] = first / second;",
        "cells[k] += first;",
        "other[k] = first;",
        "cells[k] = third;",
        "if (k > 0) { cells[k] = first; } else { cells[k] = second; }",
        "if (k == 0) { cells[k] = first; }",
        "cells[k] = 1.0;",
    ],
)
def test_another_operator_is_a_defect(text: str) -> None:
    relation = replace(RELATIONS["total"], text=text)
    made = ModuleFusion(part(kernel(1)), part(kernel(2)), relation)
    with pytest.raises(InternalError, match="no form in SPIR-V"):
        made.program("whole")
