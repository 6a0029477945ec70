from __future__ import annotations

import importlib.util
from pathlib import Path

from aberration.languages.c import csmith

ROOT = Path(__file__).resolve().parents[4]


def test_the_page_is_what_the_docstrings_say() -> None:
    spec = importlib.util.spec_from_file_location(
        "list_mutations", ROOT / "tools" / "list_mutations.py"
    )
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert len(tool.PAGES) == 3
    for path, kinds in tool.PAGES.items():
        page = path.read_text()
        assert page == tool.with_section(page, kinds), "run `python tools/list_mutations.py`"
        for kind in kinds:
            assert f"### {kind.__name__}" in page


def test_the_page_has_all_presets_and_options() -> None:
    page = (ROOT / "docs" / "emi.md").read_text()
    for name in (*csmith.PRESETS, "preset", "kinds", "chain", "guided"):
        assert f"| `{name}` |" in page, name
