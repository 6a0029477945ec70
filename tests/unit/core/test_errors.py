"""Errors say where and what next."""

from aberration.core.errors import BadInput, InternalError, MalformedModule


def test_an_error_reads_as_place_message_and_hint() -> None:
    error = BadInput("expected a, but b came", where="file.json", hint="Try c.")
    assert str(error) == "file.json: expected a, but b came\n  Try c."


def test_a_caller_adds_the_file_to_the_place() -> None:
    error = MalformedModule("expected 3 words", where="word 17").at("broken.spv")
    assert str(error) == "broken.spv: word 17: expected 3 words"
    assert isinstance(error, MalformedModule)


def test_exit_codes_tell_bad_input_from_our_own_defects() -> None:
    assert (BadInput.exit_code, InternalError.exit_code) == (2, 3)
