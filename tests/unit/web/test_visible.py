"""Text that is made safe to look at."""

import pytest

from aberration.web.visible import in_line, visible


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("plain\n\ttext é 漢", "plain\n\ttext é 漢"),
        ("\x1b[31mred", "␛[31mred"),
        ("a\x00b\x7f", "a␀b␡"),
        ("\u202egnp.exe", "⟨U+202E⟩gnp.exe"),
        ("zero\u200bwidth\ufeff", "zero⟨U+200B⟩width⟨U+FEFF⟩"),
        ("half \ud800", "half ⟨U+D800⟩"),
        ("tag \U000e0041", "tag ⟨U+E0041⟩"),
        ("dos\r\nline\rback", "dos\nline␍back"),
    ],
)
def test_what_is_hidden_is_shown(given: str, shown: str) -> None:
    assert visible(given) == shown


def test_a_long_text_is_cut_and_says_so() -> None:
    assert visible("x" * 30, 10) == "xxxxxxxxxx\n[20 characters more]"


def test_one_line_stays_one() -> None:
    assert in_line("a\nb\tc") == "a␊b c"
    assert in_line("x" * 30, 10) == "xxxxxxxxxx…"
