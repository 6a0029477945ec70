from __future__ import annotations

import pytest
from helpers.transform import at, block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.blocks import is_merge_block
from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.constructs import construct_header
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.languages.spirv.preamble import has_decoration
from aberration.methods.transform.building.flattening import instructions_to_guard, shape_of
from aberration.methods.transform.transformations.flatten_conditional_branch import (
    FlattenConditionalBranch,
    SideEffectWrapper,
)

BOTH = """
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %else
    %then = OpLabel
    %sum = OpIAdd %int %i %int_1
    OpBranch %merge
    %else = OpLabel
    %before = OpPhi %int %i %entry
    OpBranch %tail
    %tail = OpLabel
    %product = OpIMul %int %before %i
    OpBranch %merge
    %merge = OpLabel
    %picked = OpPhi %int %product %tail %sum %then
    %use = OpISub %int %picked %i
"""
ONE = """
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    %sum = OpIAdd %int %i %int_1
    OpBranch %merge
    %merge = OpLabel
    %picked = OpPhi %int %i %entry %sum %then
"""
OTHER = ONE.replace("%then %merge\n", "%merge %then\n")
MEMORY = """
    %memory = OpVariable %local_int Function
    OpStore %memory %i
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %else
    %then = OpLabel
    OpStore %memory %int_1
    OpBranch %merge
    %else = OpLabel
    %got = OpLoad %int %memory
    %more = OpIAdd %int %got %int_1
    OpBranch %merge
    %merge = OpLabel
    %picked = OpPhi %int %i %then %more %else
"""
STORE = SideEffectWrapper(at("%then", "OpStore"), 21, 22)
LOAD = SideEffectWrapper(at("%got"), 23, 24, 25, 26, 27, ident("%int_0"))
WRAPPED = (STORE, LOAD)
SAME = """
    OpSelectionMerge %merge None
    OpBranchConditional %condition %body %body
    %body = OpLabel
    OpSelectionMerge %join None
    OpBranchConditional %condition %then %join
    %then = OpLabel
    OpBranch %join
    %join = OpLabel
    OpBranch %merge
    %merge = OpLabel
"""
VECTOR = """
    %pair = OpCompositeConstruct %v2float %f %float_1
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    %negated = OpFNegate %v2float %pair
    OpBranch %merge
    %merge = OpLabel
    %picked = OpPhi %v2float %pair %entry %negated %then
    %other = OpPhi %v2float %negated %then %pair %entry
    %scalar = OpPhi %float %f %then %float_1 %entry
"""
BOOLS = "%v2bool = OpTypeVector %bool 2\n"


def flatten(*wrappers: SideEffectWrapper, true_first: bool = True) -> FlattenConditionalBranch:
    return FlattenConditionalBranch(ident("%entry"), true_first, (), wrappers)


def test_lays_both_branches_out_and_selects() -> None:
    expect(
        BOTH,
        flatten(),
        "OpBranch %then\n%then = OpLabel\n%sum = OpIAdd %int %i %int_1\nOpBranch %else",
        "%else = OpLabel\n%before = OpPhi %int %i %then\nOpBranch %tail",
        "%merge = OpLabel\n%picked = OpSelect %int %condition %sum %product\n%use = OpISub",
        absent=("OpSelectionMerge %merge None",),
    )


def test_the_false_branch_may_come_first() -> None:
    expect(
        BOTH,
        flatten(true_first=False),
        (
            "OpBranch %else\n%else = OpLabel\n%before = OpPhi %int %i %entry\n"
            "OpBranch %tail\n%tail = OpLabel"
        ),
        (
            "OpBranch %then\n%then = OpLabel\n%sum = OpIAdd %int %i %int_1\n"
            "OpBranch %merge\n%merge = OpLabel"
        ),
        "%picked = OpSelect %int %condition %sum %product",
    )


def test_what_runs_always_now_has_no_range_any_more() -> None:
    def know(module: Module) -> None:
        for name in ("%sum", "%product", "%picked"):
            module.facts.ranges.add(ident(name), 0, 4)

    module = expect(BOTH, FlattenConditionalBranch(ident("%entry"), True), prepare=know)
    assert module.facts.ranges.of(ident("%sum")) is None
    assert not module.facts.ranges.may_hold(ident("%product"), 0, 4)
    assert module.facts.ranges.of(ident("%picked")) == (0, 4)


@pytest.mark.parametrize(("body", "values"), [(ONE, "%sum %i"), (OTHER, "%i %sum")])
@pytest.mark.parametrize("true_first", [True, False])
def test_one_branch_may_be_empty(body: str, values: str, true_first: bool) -> None:
    expect(
        body,
        flatten(true_first=true_first),
        f"%picked = OpSelect %int %condition {values}",
        "OpBranch %then\n%then",
    )


def test_what_follows_need_not_end() -> None:
    endless = """
        OpBranch %forever
        %forever = OpLabel
        OpLoopMerge %never %again None
        OpBranch %head
        %head = OpLabel
        OpSelectionMerge %merge None
        OpBranchConditional %condition %then %merge
        %then = OpLabel
        %sum = OpIAdd %int %i %int_1
        OpBranch %merge
        %merge = OpLabel
        %picked = OpPhi %int %i %head %sum %then
        OpBranch %again
        %again = OpLabel
        OpBranch %forever
        %never = OpLabel
    """
    expect(
        endless,
        FlattenConditionalBranch(ident("%head"), True),
        "%picked = OpSelect %int %condition %sum %i",
    )


def test_blocks_move_behind_the_header() -> None:
    body = BOTH.replace(
        "%then = OpLabel\n    %sum = OpIAdd %int %i %int_1\n    OpBranch %merge\n", ""
    )
    body = body.replace("%product %tail %sum %then", "%product %tail %i %then")
    body += "OpReturn\n%then = OpLabel\nOpBranch %merge\n%lost = OpLabel"
    expect(body, flatten(), "OpBranch %then\n%then = OpLabel\nOpBranch %else\n%else = OpLabel")


def test_guards_what_has_effects() -> None:
    module = expect(
        MEMORY,
        flatten(*WRAPPED),
        "%then = OpLabel\nOpSelectionMerge %22 None\nOpBranchConditional %condition %21 %22\n"
        "%21 = OpLabel\nOpStore %memory %int_1\nOpBranch %22\n%22 = OpLabel\nOpBranch %else",
        "%else = OpLabel\nOpSelectionMerge %24 None\nOpBranchConditional %condition %26 %23\n"
        "%23 = OpLabel\n%25 = OpLoad %int %memory\nOpBranch %24\n"
        "%26 = OpLabel\n%27 = OpCopyObject %int %int_0\nOpBranch %24\n"
        "%24 = OpLabel\n%got = OpPhi %int %25 %23 %27 %26\n%more = OpIAdd %int %got %int_1\n"
        "OpBranch %merge",
        "%picked = OpSelect %int %condition %i %more",
    )
    assert module.facts.is_declared_irrelevant(27)
    assert not any(block_of(module, label).dead for label in (21, 22, 23, 24, 26))
    swapped = (
        "OpBranch %else\n%else = OpLabel\nOpSelectionMerge %24 None\n"
        "OpBranchConditional %condition %26 %23"
    )
    expect(
        MEMORY,
        flatten(*WRAPPED, true_first=False),
        swapped,
        "%24 = OpLabel\n%got",
        "OpBranch %then\n%then = OpLabel",
    )


def test_several_instructions_of_a_block_are_guarded() -> None:
    body = MEMORY.replace(
        "OpStore %memory %int_1\n", "OpStore %memory %int_1\n    OpStore %memory %int_5\n"
    )
    second = SideEffectWrapper(at("%then", "OpStore", 1), 30, 31)
    expect(
        body,
        flatten(STORE, second, LOAD),
        "OpStore %memory %int_1\nOpBranch %22\n%22 = OpLabel\nOpSelectionMerge %31 None\n"
        "OpBranchConditional %condition %30 %31\n%30 = OpLabel\nOpStore %memory %int_5\n"
        "OpBranch %31",
    )


def test_guards_calls() -> None:
    function = (
        "%helper = OpFunction %void None %main_type\n%help = OpLabel\nOpReturn\nOpFunctionEnd"
    )
    body = ONE.replace("%sum =", "%called = OpFunctionCall %void %helper\n%sum =")
    wrapper = SideEffectWrapper(at("%called"), 21, 22)
    expect(
        module_of(body, functions=function),
        flatten(wrapper),
        "%21 = OpLabel\n%called = OpFunctionCall %void %helper",
    )


def test_guards_in_dead_code_are_dead() -> None:
    def kill(module: Module) -> None:
        for label in ("%then", "%else", "%dead"):
            block_of(module, label).dead = True

    body = MEMORY.replace("%memory %i\n", "%memory %i\nOpBranch %dead\n%dead = OpLabel\n")
    step = FlattenConditionalBranch(ident("%dead"), True, (), WRAPPED)
    module = expect(body, step, prepare=kill)
    assert all(block_of(module, label).dead for label in (21, 22, 23, 24, 26))


def test_vectors_need_vectors_of_conditions() -> None:
    step = FlattenConditionalBranch(ident("%entry"), True, ((2, 20),))
    expect(
        module_of(VECTOR, globals_=BOOLS),
        step,
        "%merge = OpLabel\n%20 = OpCompositeConstruct %v2bool %condition %condition\n"
        "%picked = OpSelect %v2float %20 %negated %pair\n"
        "%other = OpSelect %v2float %20 %negated %pair\n"
        "%scalar = OpSelect %float %condition %f %float_1",
    )
    refuse(VECTOR, step, "no vectors of booleans are declared")
    refuse(module_of(VECTOR, globals_=BOOLS), flatten(), "no id for the vector of conditions")


def test_one_condition_is_enough_since_version_1_4() -> None:
    body = VECTOR.replace(
        "%scalar = OpPhi %float %f %then %float_1 %entry",
        "%both = OpPhi %ends %old %entry %new %then",
    )
    body = body.replace(
        "OpSelectionMerge", "%old = OpCompositeConstruct %ends %f %i\nOpSelectionMerge"
    )
    body = body.replace("%negated =", "%new = OpCompositeConstruct %ends %float_1 %i\n%negated =")
    ends = "%ends = OpTypeStruct %float %int\n"
    refuse(
        module_of(body, globals_=ends + BOOLS),
        FlattenConditionalBranch(ident("%entry"), True, ((2, 20),)),
        "struct",
    )
    module = module_of(body, globals_=ends + BOOLS, version=(1, 3))
    module.version = 0x00010400
    assert flatten().is_applicable(module)
    flatten().apply(module)
    assert contradictions(module) == []
    picked = module.definition(ident("%picked"))
    assert picked is not None
    assert picked.ops[0] == ident("%condition")


def test_equal_targets_are_made_one() -> None:
    module = expect(SAME, flatten(), "OpBranch %body\n%body = OpLabel\nOpSelectionMerge %join None")
    assert construct_header(module, block_of(module, "%body")) is None
    assert not is_merge_block(module, block_of(module, "%merge"))


def test_an_irrelevant_condition_matters_only_if_it_is_read() -> None:
    def forget(module: Module) -> None:
        module.facts.add_irrelevant(ident("%condition"))

    refuse(ONE, flatten(), "each use of it may become another value", prepare=forget)
    expect(SAME, flatten(), prepare=forget)


def test_refuses_an_undefined_condition() -> None:
    body = "%undefined = OpUndef %bool\n" + ONE.replace("%condition", "%undefined")
    refuse(body, flatten(), "each reading of it may give another value")


def test_branches_may_meet_before_the_merge_block() -> None:
    body = BOTH.replace("OpSelectionMerge %merge", "OpSelectionMerge %end")
    body += "OpBranch %end\n%end = OpLabel"
    expect(
        body,
        flatten(),
        "%picked = OpSelect %int %condition %sum %product",
        "OpBranch %end\n%end = OpLabel",
    )


def test_refuses_a_merge_block_that_is_left_to() -> None:
    body = """
        OpSelectionMerge %end None
        OpBranchConditional %condition %then %join
        %then = OpLabel
        OpBranch %join
        %join = OpLabel
        OpBranchConditional %condition %skip %end
        %skip = OpLabel
        OpBranch %end
        %end = OpLabel
    """
    refuse(
        module_of(body, valid=False),
        flatten(),
        "%join branches out to it without a construct of its own",
    )


def test_refuses_unreachable_ways_into_a_branch() -> None:
    body = ONE + "OpReturn\n%lost = OpLabel\nOpBranch %then\n%rest = OpLabel"
    refuse(body, flatten(), "it is no straight line")


@pytest.mark.parametrize(
    "line",
    [
        "%bad = OpPhi %local_int %memory %entry",
        "%bad = OpSelect %local_int %condition %memory %memory",
        "%bad = OpLoad %sampler %texture",
    ],
)
def test_refuses_to_move_pointers_and_opaque_values(line: str) -> None:
    globals_ = "%sampler = OpTypeSampler\n%of_sampler = OpTypePointer UniformConstant %sampler\n"
    globals_ += "%texture = OpVariable %of_sampler UniformConstant\n"
    body = "%memory = OpVariable %local_int Function\n" + ONE.replace("%sum =", f"{line}\n%sum =")
    module = module_of(body, globals_=globals_, valid=False)
    shape = shape_of(module, block_of(module, "%entry"))
    assert shape is not None
    assert instructions_to_guard(module, shape) is None


@pytest.mark.parametrize(
    ("reason", "wrappers"),
    [
        ("no wrapper for the load", (STORE,)),
        ("no wrapper for the store", (LOAD,)),
        ("no placeholder", (STORE, SideEffectWrapper(LOAD.at, 23, 24))),
        ("no label", (STORE, SideEffectWrapper(LOAD.at, 0, 24, 25, 26, 27, LOAD.value))),
        (
            "another type",
            (STORE, SideEffectWrapper(LOAD.at, 23, 24, 25, 26, 27, ident("%float_0"))),
        ),
        ("not available", (STORE, SideEffectWrapper(LOAD.at, 23, 24, 25, 26, 27, ident("%more")))),
        ("undefined", (STORE, SideEffectWrapper(LOAD.at, 23, 24, 25, 26, 27, ident("%nothing")))),
        ("an id twice", (STORE, SideEffectWrapper(LOAD.at, 21, 24, 25, 26, 27, LOAD.value))),
        (
            "an id in use",
            (STORE, SideEffectWrapper(LOAD.at, 23, 24, 25, ident("%then"), 27, LOAD.value)),
        ),
    ],
)
def test_refuses_wrappers(reason: str, wrappers: tuple[SideEffectWrapper, ...]) -> None:
    refuse(module_of(MEMORY, globals_="%nothing = OpUndef %int\n"), flatten(*wrappers), reason)


@pytest.mark.parametrize(
    ("line", "safe"),
    [
        ("%bad = OpSDiv %int %i %i", "%good = OpSDiv %int %i %int_5"),
        ("%bad = OpSDiv %int %i %int_0", "%good = OpSRem %int %i %int_5"),
        ("%bad = OpSDiv %int %i %int_minus", "%good = OpSMod %int %i %int_5"),
        ("%bad = OpUMod %uint %uint_3 %uint_0", "%good = OpUMod %uint %uint_3 %uint_3"),
        ("%bad = OpShiftLeftLogical %int %i %i", "%good = OpShiftLeftLogical %int %i %int_5"),
        (
            "%bad = OpShiftRightLogical %int %i %int_32",
            "%good = OpShiftRightArithmetic %int %i %uint_3",
        ),
        ("%bad = OpConvertFToS %int %f", "%good = OpConvertSToF %float %i"),
        ("%bad = OpConvertFToU %uint %f", "%good = OpBitcast %int %f"),
        (
            "%bad = OpVectorExtractDynamic %float %pair %i",
            "%good = OpVectorExtractDynamic %float %pair %int_1",
        ),
        (
            "%bad = OpVectorExtractDynamic %float %pair %int_5",
            "%good = OpCompositeExtract %float %pair 1",
        ),
        (
            "%bad = OpVectorInsertDynamic %v2float %pair %f %i",
            "%good = OpVectorInsertDynamic %v2float %pair %f %int_0",
        ),
        (
            "%bad = OpVectorShuffle %v2float %pair %pair 0 4294967295",
            "%good = OpVectorShuffle %v2float %pair %pair 0 3",
        ),
        (
            "%bad = OpBitFieldSExtract %int %i %i %int_1",
            "%good = OpBitFieldSExtract %int %i %int_5 %int_5",
        ),
        (
            "%bad = OpBitFieldUExtract %int %i %int_32 %int_1",
            "%good = OpBitFieldUExtract %int %i %int_5 %int_1",
        ),
        (
            "%bad = OpAccessChain %local_int %numbers %i",
            "%good = OpAccessChain %local_int %numbers %int_1",
        ),
        (
            "%bad = OpInBoundsAccessChain %local_int %numbers %int_5",
            "%good = OpInBoundsAccessChain %local_int %numbers %int_0",
        ),
        ("%bad = OpDPdx %float %f", "%good = OpFDiv %float %f %float_0"),
        ("OpMemoryBarrier %int_1 %uint_72", "OpNop"),
    ],
)
def test_what_may_be_undefined_or_needs_company_is_refused(line: str, safe: str) -> None:
    constants = (
        "%int_minus = OpConstant %int -1\n%int_32 = OpConstant %int 32\n"
        "%uint_72 = OpConstant %uint 72\n"
    )
    constants += "%local_pair = OpTypePointer Function %v2int\n"
    start = (
        "%numbers = OpVariable %local_pair Function\n"
        "%pair = OpCompositeConstruct %v2float %f %float_1\n"
    )
    module = module_of(start + ONE.replace("%sum =", f"{line}\n%sum ="), globals_=constants)
    shape = shape_of(module, block_of(module, "%entry"))
    assert shape is not None
    assert instructions_to_guard(module, shape) is None, "no wrapper would help"
    refuse(module, flatten(), line)
    expect(
        module_of(start + ONE.replace("%sum =", f"{safe}\n%sum ="), globals_=constants),
        flatten(),
        safe,
    )


def test_refuses_constants_that_may_become_other_values() -> None:
    def forget(module: Module) -> None:
        module.facts.add_irrelevant(ident("%int_5"))

    body = ONE.replace("%sum =", "%ratio = OpSDiv %int %i %int_5\n%sum =")
    refuse(body, flatten(), "the divisor may become zero", prepare=forget)
    expect(body, flatten(), "%ratio = OpSDiv %int %i %int_5")


def test_refuses_results_with_synonyms() -> None:
    def relate(module: Module) -> None:
        module.facts.add_synonym(ident("%more"), ident("%i"))

    refuse(
        MEMORY, flatten(*WRAPPED), "they may differ where the branch was not taken", prepare=relate
    )


def test_decorations_of_guarded_results() -> None:
    relaxed, exact = module_of(MEMORY), module_of(MEMORY)
    for module, decoration in (
        (relaxed, Decoration.RELAXED_PRECISION),
        (exact, Decoration.NO_CONTRACTION),
    ):
        module.add_decoration(Instruction(OpDecorate, 0, 0, [ident("%got"), decoration]))
    expect(relaxed, flatten(*WRAPPED))
    assert has_decoration(relaxed, 25, Decoration.RELAXED_PRECISION)
    refuse(exact, flatten(*WRAPPED), "no OpPhi can be so")


def test_refuses_dead_branches_of_live_headers() -> None:
    def kill(module: Module) -> None:
        block_of(module, "%then").dead = True

    refuse(ONE, flatten(), "what is dead would run", prepare=kill)


@pytest.mark.parametrize(
    ("reason", "body"),
    [
        ("no header", "OpBranch %next\n%next = OpLabel"),
        (
            "a way out of the function",
            ONE.replace("%i %entry %sum %then", "%i %entry").replace(
                "OpBranch %merge\n", "OpReturn\n"
            ),
        ),
        ("a construct inside", SAME.replace("%body %body", "%body %merge")),
        (
            "a switch",
            "OpSelectionMerge %merge None\nOpSwitch %i %merge 1 %case\n"
            "%case = OpLabel\nOpBranch %merge\n%merge = OpLabel",
        ),
        (
            "a loop",
            "OpBranch %loop\n%loop = OpLabel\nOpLoopMerge %after %loop None\n"
            "OpBranchConditional %condition %loop %after\n%after = OpLabel",
        ),
    ],
)
def test_refuses_other_shapes(reason: str, body: str) -> None:
    refuse(body, flatten(), reason)
    refuse(body, FlattenConditionalBranch(ident("%loop"), True), reason)


def test_refuses_three_ways_to_the_merge_block() -> None:
    body = ONE.replace("%i %entry %sum %then", "%i %entry %sum %then %int_1 %lost")
    body += "OpReturn\n%lost = OpLabel\nOpBranch %merge\n%end = OpLabel"
    refuse(body, flatten(), "an OpSelect has two values")


test_sound = soundness(FlattenConditionalBranch)
