"""Links that leave the pages are names on the site; those between pages stay."""

from __future__ import annotations

import pytest
from tools.site_hooks import on_page_markdown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[mutants](../experiments/mutants/README.md)", "`experiments/mutants/README.md`"),
        (
            "[measured](../experiments/hints/README.md#how)",
            "measured (`experiments/hints/README.md`)",
        ),
        ("[it](../../src/aberration/core/rng.py)", "it (`src/aberration/core/rng.py`)"),
        ("[all targets](../targets.md#your-own)", "[all targets](../targets.md#your-own)"),
        ("[terms](glossary.md)", "[terms](glossary.md)"),
        ("[other page](../design/workers.md)", "[other page](../design/workers.md)"),
    ],
)
def test_links(text: str, shown: str) -> None:
    assert on_page_markdown(f"See {text}.", page=None) == f"See {shown}."
