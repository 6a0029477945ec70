"""`aberration serve` before it serves."""

import importlib.util
from pathlib import Path

import pytest

from aberration.cli.serve import serve
from aberration.core.errors import BadInput


def test_one_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "uvicorn" else found(name)
    )
    with pytest.raises(BadInput, match="not installed: uvicorn") as told:
        serve(str(tmp_path))
    assert told.value.hint == "pip install 'aberration[serve]'"


def test_no_campaign_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="expected the folder of a campaign"):
        serve(str(tmp_path), port=0)


def test_an_open_address_needs_a_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ABERRATION_TOKEN", raising=False)
    with pytest.raises(BadInput, match="expected a token"):
        serve(str(tmp_path), address="0.0.0.0")
