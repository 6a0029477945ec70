from __future__ import annotations

from pathlib import Path

from aberration.targets.places import tools_folder


def test_the_variable_names_the_folder() -> None:
    assert tools_folder({"ABERRATION_TOOLS": "some/where"}) == Path("some/where")


def test_a_checkout_has_its_own_folder() -> None:
    folder = tools_folder({})
    assert folder.name == ".tools"
    assert (folder.parent / "pyproject.toml").is_file()
