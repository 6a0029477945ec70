import ctypes
import os

from aberration.targets.backtrace.memory import Memory, parse_maps

TEXT = """\
7f0000002000-7f0000003000 r-xp 00001000 fe:01 42                         /usr/lib/lib x.so.1
7f0000001000-7f0000002000 r--p 00000000 fe:01 42                         /usr/lib/lib x.so.1
7ffd00000000-7ffd00021000 rw-p 00000000 00:00 0                          [stack]
7ffd00100000-7ffd00101000 rwxp 00000000 00:00 0
"""


def test_maps_are_read_in_order() -> None:
    first, second, stack, anonymous = parse_maps(TEXT)
    assert (first.start, first.end, first.offset, first.path) == (
        0x7F0000001000,
        0x7F0000002000,
        0,
        "/usr/lib/lib x.so.1",
    )
    assert [mapping.is_code for mapping in (first, second, stack, anonymous)] == [
        False,
        True,
        False,
        True,
    ]
    assert (stack.path, anonymous.path) == ("[stack]", "")


def test_memory_of_a_process() -> None:
    number = ctypes.c_uint64(0x1122334455667788)
    memory = Memory(os.getpid())
    try:
        assert memory.word(ctypes.addressof(number)) == number.value
        assert memory.word(8) is None
        assert memory.mapping_of(8) is None
        home = memory.mapping_of(ctypes.addressof(number))
        assert home is not None
        assert home.start <= ctypes.addressof(number) < home.end
        library = next(
            mapping for mapping in memory.mappings if "/libc.so" in mapping.path and mapping.is_code
        )
        assert memory.base_of(library) == library.start - library.offset
    finally:
        memory.close()
