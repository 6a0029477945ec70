"""Which words of a module a relation combines."""

from __future__ import annotations

from helpers.fused_modules import LEAVES, STORES, kernel, many, part
from msgspec.structs import replace

from aberration.languages.spirv.assembly import assemble, disassemble
from aberration.methods.fuse.modules.cells import cells_of


def test_arrays_of_a_known_length_and_of_none() -> None:
    for given, count in ((kernel(1), 2), (many(1), 4)):
        found = cells_of(part(given))
        assert found is not None
        assert (found.count, found.buffer, found.start, found.stride) == (count, 0, 0, 4)


def test_a_buffer_that_holds_less_than_its_array_has_no_cells() -> None:
    given = kernel(1)
    short = replace(given.inputs.buffers[0], data=bytes(4))
    assert cells_of(part(replace(given, inputs=replace(given.inputs, buffers=(short,))))) is None
    assert cells_of(part(replace(given, inputs=replace(given.inputs, buffers=())))) is None


def test_many_invocations_must_leave_at_one_place() -> None:
    assert cells_of(part(many(1, LEAVES))) is None
    text = disassemble(many(1, STORES).source).replace("GLSL450", "Vulkan")
    text = text.replace(
        "OpCapability Shader", "OpCapability Shader\nOpCapability VulkanMemoryModel"
    )
    assert cells_of(part(replace(many(1), source=assemble(text, (1, 5))))) is None
