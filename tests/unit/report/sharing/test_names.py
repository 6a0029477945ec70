"""Names of files: what may be one on any system, and every reason for which one is refused."""

from __future__ import annotations

import pytest

from aberration.core.errors import BadInput
from aberration.report.sharing.names import check_name, check_names


@pytest.mark.parametrize(
    "name", ["case/case.json", "README.md", "bug/case/reference.frag", "a" * 255, "x@1+2_3-4.txt"]
)
def test_plain_names_are_taken(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "is empty"),
        ("a" * 256, "more than 255 bytes"),
        ("ä" * 128, "more than 255 bytes"),
        ("a\nb", "control character"),
        ("a\0b", "control character"),
        ("a\x1b[2J", "control character"),
        ("a\u202eb", "control character"),
        ("/etc/passwd", "is absolute"),
        ("C:/x", "is absolute"),
        ("c:x", "is absolute"),
        ("..", "leads elsewhere"),
        ("a/../../b", "leads elsewhere"),
        ("./a", "leads elsewhere"),
        ("a\\b", "holds a backslash"),
        ("\\\\host\\share", "holds a backslash"),
        ("a//b", "has an empty part"),
        ("a/", "has an empty part"),
        ("/".join("abcdefghi"), "more than 7 folders deep"),
        ("a/nul", "name of a device"),
        ("COM1.txt", "name of a device"),
        ("a./b", "ends in a dot"),
        (".git/config", "holds other than letters"),
        ("-rf", "holds other than letters"),
        ("a b", "holds other than letters"),
        ("ab:c", "holds other than letters"),
        ("naïve", "holds other than letters"),
    ],
)
def test_others_are_refused_with_the_reason(name: str, reason: str) -> None:
    with pytest.raises(BadInput, match=reason) as refusal:
        check_name(name)
    assert refusal.value.message.isprintable()


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (["a", "b", "a"], "is there twice"),
        (["case/Case.json", "case/case.json"], "is the same file as"),
        (["a", "a/b"], "lies in a file"),
        (["A/b", "a"], "lies in a file"),
        (["a", "../b"], "leads elsewhere"),
    ],
)
def test_names_that_meet_are_refused(names: list[str], reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        check_names(names)
