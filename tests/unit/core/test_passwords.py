"""Passwords are not shown."""

import pytest

from aberration.core.passwords import without_passwords


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("postgresql+psycopg://me:hunter2@host/a#n", "postgresql+psycopg://me:***@host/a#n"),
        ("at tcp://:hunter2@10.0.0.1:8786, me", "at tcp://:***@10.0.0.1:8786, me"),
        ("x://h/d?user=me&password=hunter2#n", "x://h/d?user=me&password=***#n"),
        ("x:///d?sslpassword=hunter2&a=b", "x:///d?sslpassword=***&a=b"),
        ("x://me:hunter2/with:all@host/d", "x://me:***@host/d"),
    ],
)
def test_a_password_is_not_shown(text: str, shown: str) -> None:
    assert without_passwords(text) == shown


def test_what_has_no_password_stays() -> None:
    text = "https://example.org/a:b@c and tcp://10.0.0.1:8786, user@host"
    assert without_passwords(text) == text
