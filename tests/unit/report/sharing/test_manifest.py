"""The list in an archive: digests that say what they should, and lists that cannot be read."""

from __future__ import annotations

import msgspec
import pytest
from helpers.toy import add, toy_case

from aberration.core.errors import BadInput, NewerSchema
from aberration.report.sharing.manifest import (
    MOST_DEPTH,
    SCHEMA,
    FileLine,
    Manifest,
    check_depth,
    read_manifest,
    recipe_digest,
)

LIST = Manifest(SCHEMA, "bug", "0" * 32, (FileLine("README.md", 3, "1" * 32),))


def test_a_list_is_read_as_it_was_written() -> None:
    assert read_manifest(msgspec.json.encode(LIST), "x") == LIST


def test_the_digest_of_a_recipe_is_that_of_what_decides_its_programs() -> None:
    recipe = toy_case(add("a")).recipe
    same = msgspec.json.decode(msgspec.json.encode(recipe), type=type(recipe))
    assert recipe_digest(same) == recipe_digest(recipe)
    turned = recipe.with_steps(tuple(dict(reversed(step.items())) for step in recipe.steps))
    assert recipe_digest(turned) == recipe_digest(recipe)
    for other in (
        recipe.with_steps(()),
        msgspec.structs.replace(recipe, rng_seed=recipe.rng_seed + 1),
        msgspec.structs.replace(recipe, options={"x": "y"}),
        msgspec.structs.replace(recipe, version=99),
    ):
        assert recipe_digest(other) != recipe_digest(recipe)


@pytest.mark.parametrize(
    ("data", "error", "reason"),
    [
        (b"", BadInput, "expected a JSON object"),
        (b"[]", BadInput, "expected a JSON object"),
        (b'{"schema": 1}', BadInput, "missing required field"),
        (b'{"schema": 2}', NewerSchema, "expected schema 1 or older"),
        (b'{"schema": 1, "name": 7, "recipe": "", "files": []}', BadInput, "name"),
        (b"\xff\xfe", BadInput, "expected a JSON object"),
        (b"[" * 5000, BadInput, "100 levels at most"),
    ],
)
def test_what_is_no_list_is_refused(data: bytes, error: type[BadInput], reason: str) -> None:
    with pytest.raises(error, match=reason):
        read_manifest(data, "x")


def test_depth_counts_brackets_outside_of_texts() -> None:
    check_depth(b'"' + b"[" * 500 + b'"', "x")
    check_depth(b'"\\"' + b"{" * 500 + b'"', "x")
    check_depth(b"[]" * 500, "x")
    check_depth(b"[" * MOST_DEPTH + b"]" * MOST_DEPTH, "x")
    with pytest.raises(BadInput, match="levels at most"):
        check_depth(b'["a",' + b'{"b":' * MOST_DEPTH, "x")
