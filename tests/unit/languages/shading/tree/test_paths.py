"""Paths: places named without links to parents."""

from __future__ import annotations

import pytest

from aberration.languages.shading.tree import (
    Binary,
    Block,
    Break,
    Continue,
    Discard,
    Function,
    Module,
    Name,
    Return,
)
from aberration.languages.shading.tree.paths import Path, at, places, splice, with_node_at

SUM = Binary("+", Name("a"), Name("b"))
ENTRY = Function("main", body=Block((Return(SUM), Discard())))
MODULE = Module("essl", 310, decls=(ENTRY,))
BODY: Path = ("decls", 0, "body")


def test_every_place_is_found_again_by_its_path() -> None:
    found = list(places(MODULE))
    assert len(found) == 8
    assert len({path for path, _ in found}) == 8
    assert all(at(MODULE, path) is node for path, node in found)
    assert ((*BODY, "statements", 0, "value", "right"), Name("b")) in found


@pytest.mark.parametrize(
    "path",
    [
        ("decls",),
        ("decls", 1),
        ("decls", -1),
        ("decls", 0, "name"),
        ("nothing",),
        (0,),
        (*BODY, "statements", "0"),
    ],
    ids=str,
)
def test_a_path_that_leads_nowhere_finds_nothing(path: Path) -> None:
    assert at(MODULE, path) is None


def test_put_replaces_one_place_and_shares_the_rest() -> None:
    path: Path = (*BODY, "statements", 0, "value", "left")
    new = with_node_at(MODULE, path, Name("z"))
    assert at(new, path) == Name("z")
    assert at(new, (*BODY, "statements", 1)) is at(MODULE, (*BODY, "statements", 1))
    assert at(new, (*BODY, "statements", 0, "value", "right")) is SUM.right
    assert with_node_at(MODULE, (), Name("root")) == Name("root")


@pytest.mark.parametrize(
    ("new", "kinds"), [((), ["Discard"]), ((Break(), Continue()), ["Break", "Continue", "Discard"])]
)
def test_splice_puts_any_number_in_place_of_one(
    new: tuple[Break | Continue, ...], kinds: list[str]
) -> None:
    after = at(splice(MODULE, (*BODY, "statements", 0), new), BODY)
    assert isinstance(after, Block)
    assert [type(statement).__name__ for statement in after.statements] == kinds


@pytest.mark.parametrize(
    "path",
    [("decls", 1), (*BODY, "nothing"), (*BODY, "statements", 5, "value"), ("decls",)],
    ids=str,
)
def test_a_place_that_is_not_there_cannot_be_replaced(path: Path) -> None:
    with pytest.raises(LookupError):
        with_node_at(MODULE, path, Name("x"))


@pytest.mark.parametrize("path", [(), BODY, (*BODY, "statements", 0, "value")], ids=str)
def test_only_a_member_of_a_tuple_can_be_spliced(path: Path) -> None:
    with pytest.raises(LookupError):
        splice(MODULE, path, (Break(), Break()))
