"""Errors say where and what next."""

import pytest

from aberration.core.errors import BadInput, InternalError, MalformedModule, must_exist


def test_an_error_reads_as_place_message_and_hint() -> None:
    error = BadInput("expected a, but b came", where="file.json", hint="Try c.")
    assert str(error) == "file.json: expected a, but b came\n  Try c."


def test_a_caller_adds_the_file_to_the_place() -> None:
    error = MalformedModule("expected 3 words", where="word 17").at("broken.spv")
    assert str(error) == "broken.spv: word 17: expected 3 words"
    assert isinstance(error, MalformedModule)


def test_exit_codes_tell_bad_input_from_our_own_defects() -> None:
    assert (BadInput.exit_code, InternalError.exit_code) == (2, 3)


def test_what_must_exist_is_our_own_defect_otherwise() -> None:
    assert must_exist(0) == 0
    with pytest.raises(InternalError, match="known to exist"):
        must_exist(None)
