"""Composites, pointers, variables of every kind, calls, atomics, constants."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Final

import pytest
from helpers.interpret import bits, compiled, dispatched, number, results, shader
from helpers.transform import ident

from aberration.core.outcome import Buffers
from aberration.languages.spirv.interpret.undefined import Trap

ROW: Final = (3, 5, 7)


def words(
    body: str, *, functions: str = "", globals_: str = "", size: int = 1
) -> tuple[int, int, int, int]:
    """Return the output words of a shader that runs on ROW."""
    return results(shader(body, functions=functions, globals_=globals_, size=size), [ROW])[0]


ARRAYS: Final = """
    %inner = OpTypeArray %uint %u2
    %record = OpTypeStruct %uint %inner %uint
    %outer = OpTypeArray %record %u2
    %outer_pointer = OpTypePointer Function %outer
    %record_pointer = OpTypePointer Function %record
    %inner_pointer = OpTypePointer Function %inner
    %nothing = OpConstantNull %outer
"""


def test_composites_of_composites() -> None:
    body = """
        %a = OpCompositeConstruct %inner %x %y
        %r = OpCompositeConstruct %record %z %a %x
        %o = OpCompositeConstruct %outer %r %r
        %p = OpCompositeInsert %outer %u8 %o 1 1 0
        %q = OpCompositeExtract %record %p 1
        %b = OpCompositeExtract %inner %q 1
        %b0 = OpCompositeExtract %uint %b 0
        %b1 = OpCompositeExtract %uint %p 1 1 1
        %o0 = OpCompositeExtract %uint %p 0 1 0
        %c = OpCopyObject %outer %p
        %c0 = OpCompositeExtract %uint %c 0 0
        WRITE 0 %b0
        WRITE 1 %b1
        WRITE 2 %o0
        WRITE 3 %c0
    """
    assert words(body, globals_=ARRAYS) == (8, 5, 3, 7)


def test_vectors_are_built_shuffled_and_changed() -> None:
    body = """
        %a = OpCompositeConstruct %v2uint %x %y
        %b = OpCompositeConstruct %v3uint %z %a
        %s = OpVectorShuffle %v4uint %b %a 4 0 2 1
        %t = OpCompositeInsert %v4uint %u8 %s 2
        %k = OpVectorInsertDynamic %v4uint %t %u32 %u1
        %e = OpVectorExtractDynamic %uint %k %u0
        %k1 = OpCompositeExtract %uint %k 1
        %k2 = OpCompositeExtract %uint %k 2
        %k3 = OpCompositeExtract %uint %k 3
        WRITE 0 %e
        WRITE 1 %k1
        WRITE 2 %k2
        WRITE 3 %k3
    """
    assert words(body) == (5, 32, 8, 3)


def test_selection_of_vectors_and_of_composites() -> None:
    body = """
        %less = OpULessThan %bool %x %y
        %a = OpCompositeConstruct %v2uint %x %y
        %b = OpCompositeConstruct %v2uint %y %z
        %c = OpCompositeConstruct %v2bool %less %false
        %s = OpSelect %v2uint %c %a %b
        %s0 = OpCompositeExtract %uint %s 0
        %s1 = OpCompositeExtract %uint %s 1
        WRITE 0 %s0
        WRITE 1 %s1
    """
    assert words(body)[:2] == (3, 7)


@pytest.mark.parametrize("index", ["%u1", "%one"])
def test_nested_pointers(index: str) -> None:
    body = f"""
        %var = OpVariable %outer_pointer Function %nothing
        %one = OpShiftRightLogical %uint %x %u1
        %r = OpAccessChain %record_pointer %var {index}
        %i = OpAccessChain %inner_pointer %r %u1
        %p = OpAccessChain %local_uint %i {index}
        OpStore %p %z
        %q = OpInBoundsAccessChain %local_uint %var %u1 %u1 {index}
        %v = OpLoad %uint %q
        %whole = OpLoad %outer %var
        %w = OpCompositeExtract %uint %whole 1 1 1
        %n = OpCompositeExtract %uint %whole 0 1 1
        %changed = OpCompositeInsert %outer %u8 %whole 0 2
        OpStore %var %changed
        %last = OpAccessChain %local_uint %var %u0 %u2
        %l = OpLoad %uint %last
        WRITE 0 %v
        WRITE 1 %w
        WRITE 2 %n
        WRITE 3 %l
    """
    assert words(body, globals_=ARRAYS) == (7, 7, 0, 8)


def test_memory_is_copied() -> None:
    body = """
        %a = OpVariable %local_words Function
        %b = OpVariable %local_words Function
        %p = OpAccessChain %local_uint %a %x
        OpStore %p %z
        OpCopyMemory %b %a
        %q = OpAccessChain %local_uint %b %x
        %v = OpLoad %uint %q
        OpCopyMemory %out_pointer1 %q
        WRITE 0 %v
    """
    assert words(body)[:2] == (7, 7)


def test_a_load_keeps_its_value_when_the_variable_changes() -> None:
    body = """
        %var = OpVariable %local_uint Function %u8
        %old = OpLoad %uint %var
        OpStore %var %x
        %new = OpLoad %uint %var
        %sum = OpIAdd %uint %old %new
        %pair_before = OpCompositeConstruct %v2uint %new %old
        OpStore %var %y
        %late = OpCompositeExtract %uint %pair_before 0
        WRITE 0 %sum
        WRITE 1 %late
        WRITE 2 %old
    """
    assert words(body)[:3] == (11, 3, 8)


def test_an_index_keeps_its_value_when_its_variable_changes() -> None:
    body = """
        %array = OpVariable %local_words Function
        %k = OpVariable %local_uint Function %u1
        %index = OpLoad %uint %k
        %p = OpAccessChain %local_uint %array %index
        OpStore %k %u2
        OpStore %p %z
        %fixed = OpAccessChain %local_uint %array %u1
        %v = OpLoad %uint %fixed
        WRITE 0 %v
    """
    assert words(body)[0] == 7


PRIVATE: Final = """
    %private_uint = OpTypePointer Private %uint
    %counter = OpVariable %private_uint Private %u8
    %getter_type = OpTypeFunction %uint
    %adder_type = OpTypeFunction %void %local_uint %uint
"""
COUNTING: Final = """
    %count = OpFunction %uint None %getter_type
    %count_entry = OpLabel
    %was = OpLoad %uint %counter
    %is = OpIAdd %uint %was %u1
    OpStore %counter %is
    OpReturnValue %was
    OpFunctionEnd
    %add = OpFunction %void None %adder_type
    %target = OpFunctionParameter %local_uint
    %amount = OpFunctionParameter %uint
    %add_entry = OpLabel
    %before = OpLoad %uint %target
    %after = OpIAdd %uint %before %amount
    OpStore %target %after
    OpReturn
    OpFunctionEnd
"""


def test_calls_with_pointers_and_private_variables() -> None:
    body = """
        %var = OpVariable %local_uint Function
        %array = OpVariable %local_words Function
        %kept = OpLoad %uint %counter
        %one = OpFunctionCall %uint %count
        %two = OpFunctionCall %uint %count
        OpStore %var %x
        %c = OpFunctionCall %void %add %var %two
        %v = OpLoad %uint %var
        %now = OpLoad %uint %counter
        WRITE 0 %v
        WRITE 1 %now
        WRITE 2 %one
        WRITE 3 %kept
    """
    assert words(body, functions=COUNTING, globals_=PRIVATE) == (12, 10, 8, 8)


def test_private_variables_are_new_in_each_invocation() -> None:
    body = "%one = OpFunctionCall %uint %count\n%two = OpFunctionCall %uint %count\nWRITE 0 %two"
    data = shader(body, functions=COUNTING, globals_=PRIVATE)
    assert [row[0] for row in results(data, [ROW, ROW, ROW])] == [9, 9, 9]


RETURNS: Final = """
    %pair_type = OpTypeFunction %v2uint %uint
    %record_type = OpTypeFunction %pair %uint
"""
RETURNING: Final = """
    %both = OpFunction %v2uint None %pair_type
    %a = OpFunctionParameter %uint
    %both_entry = OpLabel
    %b = OpIAdd %uint %a %u1
    %v = OpCompositeConstruct %v2uint %a %b
    OpReturnValue %v
    OpFunctionEnd
    %struct = OpFunction %pair None %record_type
    %c = OpFunctionParameter %uint
    %struct_entry = OpLabel
    %s = OpCompositeConstruct %pair %c %u8
    OpReturnValue %s
    OpFunctionEnd
"""


def test_calls_return_vectors_and_structs() -> None:
    body = """
        %r = OpFunctionCall %v2uint %both %x
        %s = OpFunctionCall %pair %struct %y
        %r0 = OpCompositeExtract %uint %r 0
        %r1 = OpCompositeExtract %uint %r 1
        %s0 = OpCompositeExtract %uint %s 0
        %s1 = OpCompositeExtract %uint %s 1
        WRITE 0 %r0
        WRITE 1 %r1
        WRITE 2 %s0
        WRITE 3 %s1
    """.replace("%r ", "%result ").replace("%s ", "%struct_result ")
    assert words(body, functions=RETURNING, globals_=RETURNS) == (3, 4, 5, 8)


ATOMICS: Final[dict[str, Callable[[int, int], int]]] = {
    "OpAtomicIAdd": lambda a, b: a + b,
    "OpAtomicISub": lambda a, b: a - b,
    "OpAtomicAnd": lambda a, b: a & b,
    "OpAtomicOr": lambda a, b: a | b,
    "OpAtomicXor": lambda a, b: a ^ b,
    "OpAtomicUMin": min,
    "OpAtomicUMax": max,
    "OpAtomicSMin": lambda a, b: min(a, b, key=lambda v: v ^ 0x80000000),
    "OpAtomicSMax": lambda a, b: max(a, b, key=lambda v: v ^ 0x80000000),
    "OpAtomicExchange": lambda a, b: b,
}
EDGES: Final = (0, 1, 5, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)


@pytest.mark.parametrize("name", ATOMICS)
def test_atomics(name: str) -> None:
    body = f"OpStore %out_pointer1 %x\n%old = {name} %uint %out_pointer1 %u1 %u0 %y\nWRITE 0 %old"
    rows = [(a, b, 0) for a, b in product(EDGES, EDGES)]
    expected = [(a, ATOMICS[name](a, b) & 0xFFFFFFFF) for a, b, _ in rows]
    assert [row[:2] for row in results(compiled(body), rows)] == expected


def test_other_atomics() -> None:
    body = """
        OpStore %out_pointer0 %x
        %up = OpAtomicIIncrement %uint %out_pointer0 %u1 %u0
        %down = OpAtomicIDecrement %uint %out_pointer0 %u1 %u0
        %hit = OpAtomicCompareExchange %uint %out_pointer0 %u1 %u0 %u0 %y %x
        %miss = OpAtomicCompareExchange %uint %out_pointer0 %u1 %u0 %u0 %z %x
        %now = OpAtomicLoad %uint %out_pointer0 %u1 %u0
        OpAtomicStore %out_pointer1 %u1 %u0 %up
        WRITE 2 %down
        WRITE 3 %miss
    """
    assert words(body) == (5, 3, 4, 5)


def test_the_length_of_a_runtime_array() -> None:
    body = "%n = OpArrayLength %uint %input 0\nWRITE 0 %n"
    assert [row[0] for row in results(compiled(body), [ROW, ROW])] == [6, 6]


def test_specialisation_constants_have_their_defaults() -> None:
    globals_ = """
        %s = OpSpecConstant %uint 40
        %t = OpSpecConstantOp %uint IAdd %s %u2
        %c = OpSpecConstantOp %bool UGreaterThan %t %u32
        %v = OpSpecConstantComposite %v2uint %s %t
        %e = OpSpecConstantOp %uint CompositeExtract %v 1
        %q = OpSpecConstantOp %uint Select %c %e %u0
        %many = OpTypeArray %uint %t
        %many_pointer = OpTypePointer Function %many
    """
    body = """
        %var = OpVariable %many_pointer Function
        %p = OpAccessChain %local_uint %var %s
        OpStore %p %x
        %l = OpLoad %uint %p
        WRITE 0 %q
        WRITE 1 %l
    """
    assert words(body, globals_=globals_)[:2] == (42, 3)


def test_an_undef_is_some_value_and_no_trap() -> None:
    body = "%u = OpUndef %uint\n%r = OpIAdd %uint %u %x\n%d = OpISub %uint %r %u\nWRITE 0 %d"
    assert words(body)[0] == 3


def test_workgroup_memory_goes_through_a_barrier() -> None:
    globals_ = """
        %shared_words = OpTypeArray %uint %u4
        %shared_pointer = OpTypePointer Workgroup %shared_words
        %shared_word = OpTypePointer Workgroup %uint
        %shared = OpVariable %shared_pointer Workgroup
        %u264 = OpConstant %uint 264
    """
    body = """
        %mine = OpAccessChain %shared_word %shared %local
        OpStore %mine %x
        OpControlBarrier %u2 %u2 %u264
        %other = OpISub %uint %u3 %local
        %theirs = OpAccessChain %shared_word %shared %other
        %got = OpLoad %uint %theirs
        WRITE 0 %got
    """
    data = shader(body, globals_=globals_, size=4)
    found = dispatched(data, [(k, 0, 0) for k in range(4)], groups=1)
    assert isinstance(found, Buffers), str(found)
    assert [found.data[1][16 * k] for k in range(4)] == [3, 2, 1, 0]


def test_floats_in_variables() -> None:
    body = """
        %var = OpVariable %local_v4 Function
        %v = OpCompositeConstruct %v4float %xf %yf %zf %f1
        OpStore %var %v
        %p = OpAccessChain %local_float %var %u2
        OpStore %p %f2
        %w = OpLoad %v4float %var
        %s = OpFAdd %v4float %w %w
        %s2 = OpCompositeExtract %float %s 2
        %s0 = OpCompositeExtract %float %s 0
        WRITE 0 %s2 float
        WRITE 1 %s0 float
    """
    ((a, b, _, _),) = results(compiled(body), [(bits(1.5), 0, 0)])
    assert (number(a), number(b)) == (4.0, 3.0)


def test_whole_structs_are_chosen_and_copied() -> None:
    globals_ = "%other = OpTypeStruct %uint %uint"
    body = """
        %less = OpULessThan %bool %y %x
        %a = OpCompositeConstruct %pair %x %y
        %b = OpCompositeConstruct %pair %y %z
        %s = OpSelect %pair %less %a %b
        %c = OpCopyLogical %other %s
        %c0 = OpCompositeExtract %uint %c 0
        %c1 = OpCompositeExtract %uint %c 1
        WRITE 0 %c0
        WRITE 1 %c1
    """
    data = shader(body, globals_=globals_, version=(1, 4))
    assert [row[:2] for row in results(data, [ROW, (9, 5, 7)])] == [(5, 7), (9, 5)]


EXCHANGE: Final = """
    %swapped = OpBitwiseXor %uint %local %u1
    %at = OpIMul %uint %swapped %u4
    %theirs = OpAccessChain %word_pointer %output %u0 %at
    WRITE 0 %x
    {fence}
    OpControlBarrier %u2 %u2 {semantics}
    %got = OpLoad %uint %theirs
    WRITE 1 %got
"""
SEMANTICS: Final = "%u264 = OpConstant %uint 264\n%u72 = OpConstant %uint 72"


@pytest.mark.parametrize(
    ("fence", "semantics"),
    [("", "%u72"), ("OpMemoryBarrier %u1 %u72", "%u264"), ("OpMemoryBarrier %u1 %u72", "%u72")],
)
def test_buffers_are_ordered_by_barriers_that_name_them(fence: str, semantics: str) -> None:
    data = shader(EXCHANGE.format(fence=fence, semantics=semantics), globals_=SEMANTICS, size=2)
    found = dispatched(data, [(4, 0, 0), (9, 0, 0)], groups=1)
    assert isinstance(found, Buffers), str(found)
    assert [found.data[1][4], found.data[1][20]] == [9, 4]


def test_a_barrier_of_workgroup_memory_orders_no_buffer() -> None:
    data = shader(EXCHANGE.format(fence="", semantics="%u264"), globals_=SEMANTICS, size=2)
    found = dispatched(data, [(4, 0, 0), (9, 0, 0)], groups=1)
    assert isinstance(found, Trap)
    assert (found.kind, found.result_id) == ("race", ident("got"))


def test_a_fence_of_one_invocation_alone_orders_nothing() -> None:
    alone = """
    %is_first = OpIEqual %bool %local %u0
    OpSelectionMerge %behind None
    OpBranchConditional %is_first %alone %behind
    %alone = OpLabel
    OpMemoryBarrier %u1 %u72
    OpBranch %behind
    %behind = OpLabel
    """
    data = shader(EXCHANGE.format(fence=alone, semantics="%u264"), globals_=SEMANTICS, size=2)
    found = dispatched(data, [(4, 0, 0), (9, 0, 0)], groups=1)
    assert isinstance(found, Trap)
    assert (found.kind, found.result_id) == ("race", ident("got"))


def test_workgroups_race_with_each_other() -> None:
    same = "%p = OpAccessChain %word_pointer %output %u0 %u0\nOpStore %p %x"
    assert isinstance(dispatched(shader(same), [ROW]), Buffers)
    found = dispatched(shader(same), [ROW, ROW])
    assert isinstance(found, Trap)
    assert (found.kind, found.invocation) == ("race", (1, 0, 0))
    atomic = (
        "%p = OpAccessChain %word_pointer %output %u0 %u0\n%a = OpAtomicIAdd %uint %p %u1 %u0 %x"
    )
    summed = dispatched(shader(atomic), [ROW, ROW])
    assert isinstance(summed, Buffers)
    assert summed.data[1][0] == 6


def test_a_barrier_orders_nothing_for_other_workgroups() -> None:
    body = """
        %p = OpAccessChain %word_pointer %output %u0 %u0
        %was = OpLoad %uint %p
        OpControlBarrier %u2 %u2 %u72
        %last = OpIEqual %bool %group %u1
        OpSelectionMerge %end None
        OpBranchConditional %last %then %end
        %then = OpLabel
        OpStore %p %x
        OpBranch %end
        %end = OpLabel
    """
    data = shader(body, globals_=SEMANTICS)
    assert isinstance(dispatched(data, [ROW]), Buffers)
    found = dispatched(data, [ROW, ROW])
    assert isinstance(found, Trap)
    assert (found.kind, found.instruction.split()[0], found.invocation) == (
        "race",
        "OpStore",
        (1, 0, 0),
    )
