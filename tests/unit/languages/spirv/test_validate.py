from __future__ import annotations

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aberration.core.errors import UnknownName
from aberration.languages.spirv.validate import VERSION, environment_of, validate

MAGIC = 0x07230203
CAPABILITY_SHADER = [2 << 16 | 17, 1]
CAPABILITY_LINKAGE = [2 << 16 | 17, 5]
MEMORY_MODEL = [3 << 16 | 14, 0, 1]


def module(*words: int, bound: int = 10, version: int = 0x10000) -> bytes:
    return struct.pack(f"<{5 + len(words)}I", MAGIC, version, 0, bound, 0, *words)


LIBRARY = module(*CAPABILITY_SHADER, *CAPABILITY_LINKAGE, *MEMORY_MODEL)


def test_valid_module() -> None:
    assert validate(LIBRARY, "spv1.0") is None


def test_vulkan_is_stricter_than_the_base() -> None:
    message = validate(LIBRARY)
    assert message is not None
    assert "Linkage" in message


def test_invalid_module_gives_a_message() -> None:
    message = validate(module(*CAPABILITY_SHADER, *MEMORY_MODEL, 3 << 16 | 19, 1, 1))
    assert message
    assert "OpTypeVoid" in message


def test_unsupported_version_gives_a_message() -> None:
    message = validate(module(*CAPABILITY_SHADER, *MEMORY_MODEL, version=0x10600))
    assert message
    assert "1.6" in message


@pytest.mark.parametrize("data", [b"", b"\x03\x02\x23\x07", b"GIF8" * 5, module()[:-1]])
def test_what_is_no_module(data: bytes) -> None:
    message = validate(data)
    assert message
    assert message.startswith("expected")


def test_unknown_environment() -> None:
    with pytest.raises(UnknownName, match="vulkan7"):
        validate(module(), "vulkan7")


def test_version_names_the_tools() -> None:
    assert VERSION.split(".")[0].isdigit()


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(0, 2**32 - 1), max_size=30), st.integers(0, 2**32 - 1))
def test_garbage_gives_a_message(words: list[int], bound: int) -> None:
    assert validate(module(*words, bound=bound)) is not None


@pytest.mark.parametrize(("minor", "expected"), [(0, "1"), (3, "1"), (4, "2"), (5, "2"), (6, "3")])
def test_validates_for_the_oldest_vulkan_of_a_version(minor: int, expected: str) -> None:
    header = b"\x03\x02\x23\x07\x00" + bytes([minor, 1, 0])
    assert environment_of(header) == f"vulkan1.{expected}"
