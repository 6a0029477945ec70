import pytest

from aberration.targets.runners.c.sanitized import undefined_in

OVERFLOW = (
    "./a.c:8:3: runtime error: signed integer overflow: 1 + 2147483647 cannot be "
    "represented in type 'int'\n"
)
STACK = (
    "==7==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x7ffd at pc 0x55 bp "
    "0x7f sp 0x7f\n"
    "    #0 0x55 in main /x/a.c:9\n"
    "SUMMARY: AddressSanitizer: stack-buffer-overflow /x/a.c:9 in main\n"
)
UNSET = (
    "==9==WARNING: MemorySanitizer: use-of-uninitialized-value\n"
    "SUMMARY: MemorySanitizer: use-of-uninitialized-value /x/a.c:10:7 in main\n"
)


@pytest.mark.parametrize(
    ("log", "found"),
    [
        ("", []),
        ("hello\n", []),
        (OVERFLOW, [OVERFLOW.strip().removeprefix("./")]),
        (OVERFLOW * 3, [OVERFLOW.strip().removeprefix("./")]),
        (STACK, ["a.c:9 in main: ERROR: AddressSanitizer: stack-buffer-overflow"]),
        (UNSET, ["a.c:10:7 in main: WARNING: MemorySanitizer: use-of-uninitialized-value"]),
    ],
)
def test_undefined_in(log: str, found: list[str]) -> None:
    assert undefined_in(log) == found
