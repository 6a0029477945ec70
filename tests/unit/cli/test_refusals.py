"""Errors of the machine are told from defects of ours."""

import errno
import os

import pytest

from aberration.cli.refusals import refusal_of


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        (errno.ENOSPC, "Make room"),
        (errno.EROFS, "can be written"),
        (errno.EMFILE, "ulimit -n"),
        (errno.EAGAIN, "ulimit -u"),
        (errno.EFBIG, "ulimit -f"),
    ],
)
def test_a_refusal_names_the_file_and_what_to_do(number: int, advice: str) -> None:
    error = refusal_of(OSError(number, os.strerror(number), "some/file"))
    assert error is not None
    assert error.exit_code == 2
    assert str(error).startswith(f"some/file: the machine refuses: {os.strerror(number)}")
    assert advice in str(error)


@pytest.mark.parametrize("error", [FileNotFoundError(errno.ENOENT, "gone"), ValueError("odd")])
def test_what_may_be_our_own_is_no_refusal(error: Exception) -> None:
    assert refusal_of(error) is None
