"""Edits are made together, and outer ones take those inside of them along."""

from __future__ import annotations

import pytest
from helpers.shrinking import plain, subject

from aberration.languages.shading.shrink.edit import Change, Edit, apply, drop_at, replace_at
from aberration.languages.shading.tree import Break, Literal

GIVEN = subject("void main() { int a = 1; if (a > 2) { a = 3; a = 4; } }")
BODY = ("decls", 0, "body", "statements")
THEN = (*BODY, 1, "then", "statements")


def test_several_edits_of_one_block_do_not_move_each_other() -> None:
    made = apply(GIVEN.module, [drop_at((*THEN, 1)), replace_at((*THEN, 0), Break(), Break())])
    assert plain(made) == "void main() { int a = 1; if (a > 2) { break; break; } }"


def test_an_outer_edit_takes_the_inner_ones_along() -> None:
    assert (
        plain(apply(GIVEN.module, [drop_at((*THEN, 0)), drop_at((*BODY, 1))]))
        == "void main() { int a = 1; }"
    )


def test_what_may_be_left_out_is_left_out() -> None:
    edit = Edit((Change((*BODY, 0, "variables", 0, "init")),))
    assert plain(apply(GIVEN.module, [edit])).startswith("void main() { int a; if")


def test_no_place_is_invented() -> None:
    with pytest.raises(LookupError):
        apply(GIVEN.module, [replace_at((*BODY, 7), Literal(kind="int", value=1))])


def test_depth_is_that_of_the_outermost_change() -> None:
    assert Edit((Change((*THEN, 0)), Change((*BODY, 0)))).depth == len(BODY) + 1
