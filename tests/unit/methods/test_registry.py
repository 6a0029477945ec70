"""Methods by name."""

import importlib
from pathlib import Path

import pytest
from helpers import wordplay

from aberration.core.errors import BadInput, UnknownName
from aberration.core.method import LanguageSupport
from aberration.methods.registry import (
    all_methods,
    choose_methods,
    is_by_request,
    method_named,
    method_names,
)


def test_the_methods_of_this_package_are_registered() -> None:
    assert {"agree", "transform"} <= set(method_names())
    assert [method.name for method in all_methods()] == list(method_names())


def test_methods_that_have_to_be_named_are_not_taken_unasked() -> None:
    asked = {method.name for method in all_methods() if is_by_request(method)}
    assert asked == {"drive", "fuse", "smith"}
    assert asked.isdisjoint(method.name for method in choose_methods(()))
    assert [method.name for method in choose_methods(["smith"])] == ["smith"]


def test_an_unknown_name_gets_near_ones() -> None:
    with pytest.raises(UnknownName) as caught:
        method_named("tranform")
    assert "transform" in caught.value.hint


def test_a_plugin_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(wordplay.install(tmp_path)))
    importlib.invalidate_caches()
    assert method_named("wordplay").languages == (LanguageSupport("c", ("c",), needs_seed=True),)
    assert [method.name for method in choose_methods(["wordplay", "wordplay"])] == ["wordplay"]


def test_a_broken_plugin_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = wordplay.install(tmp_path)
    points = place / "wordplay-1.0.dist-info" / "entry_points.txt"
    points.write_text("[aberration.methods]\nwordplay = helpers.nowhere:Method\n")
    monkeypatch.syspath_prepend(str(place))
    importlib.invalidate_caches()
    with pytest.raises(BadInput, match="cannot be loaded"):
        method_named("wordplay")


def test_a_method_that_cannot_run_here_is_refused_by_name_and_left_out_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(wordplay.install(tmp_path)))
    monkeypatch.setattr(wordplay.WordMethod, "unavailable", lambda *_: "the dictionary is lost")
    importlib.invalidate_caches()
    assert "wordplay" not in [method.name for method in choose_methods(())]
    with pytest.raises(BadInput, match="the dictionary is lost"):
        choose_methods(["wordplay"])
