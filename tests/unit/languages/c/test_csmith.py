"""csmith programs by number."""

import pytest

from aberration.core.errors import BadInput
from aberration.languages.c import csmith


@pytest.mark.parametrize("preset", sorted(csmith.PRESETS))
def test_a_number_gives_the_same_program_again(preset: str) -> None:
    program = csmith.generate(5, preset)
    assert b"int main" in program
    assert program == csmith.generate(5, preset)


def test_other_numbers_give_other_programs() -> None:
    assert csmith.generate(5, "small") != csmith.generate(6, "small")


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(BadInput, match=r"expected a csmith preset .*but 'huge' came"):
        csmith.generate(5, "huge")


def test_the_version_names_csmith() -> None:
    assert csmith.version().startswith("csmith ")


@pytest.mark.slow
def test_programs_use_no_packing_pragma_that_small_compilers_refuse() -> None:
    assert all(b"#pragma pack" not in csmith.generate(seed, "default") for seed in range(1, 13))
