from __future__ import annotations

import importlib.util
from pathlib import Path

from aberration.methods.transform.kinds import TRANSFORMATIONS
from aberration.methods.transform.pass_list import PASSES

ROOT = Path(__file__).resolve().parents[4]


def test_the_page_is_what_the_docstrings_say() -> None:
    spec = importlib.util.spec_from_file_location(
        "list_transformations", ROOT / "tools" / "list_transformations.py"
    )
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    page = (ROOT / "docs" / "transformations.md").read_text()
    assert page == tool.page(), "run `python tools/list_transformations.py`"
    for kind in TRANSFORMATIONS:
        assert f"### {kind.__name__}" in page
    for known in PASSES:
        assert f"| {known.name}" in page
