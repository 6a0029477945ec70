"""The plug-in of tests/helpers/wordplay.py, installed for one test."""

import importlib
from pathlib import Path

import pytest
from helpers import wordplay


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put the plug-in on the path of this process and of those that it starts; return a folder
    of seeds.
    """
    place = wordplay.install(tmp_path / "site")
    monkeypatch.syspath_prepend(str(place))
    monkeypatch.setenv("PYTHONPATH", f"{place}:{wordplay.SEARCHED}")
    monkeypatch.setenv(
        "PATH", str(tmp_path / "no programs")
    )  # words are told as C: no compiler shall look at them
    importlib.invalidate_caches()
    return wordplay.write_seeds(tmp_path / "seeds", "alpha", "beta", "gamma")
