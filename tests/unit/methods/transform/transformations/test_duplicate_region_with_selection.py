from __future__ import annotations

import pytest
from helpers.transform import block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.constructs import construct_header
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.languages.spirv.preamble import has_decoration
from aberration.methods.transform.building import copying
from aberration.methods.transform.building.copying import ids_in
from aberration.methods.transform.transformations.duplicate_region_with_selection import (
    DuplicateRegionWithSelection,
    region_of,
    values_at_end,
)

STRAIGHT = """
    OpBranch %next
    %next = OpLabel
    %phi = OpPhi %int %i %entry
    %sum = OpIAdd %int %phi %int_1
    OpBranch %last
    %last = OpLabel
    %late = OpPhi %int %sum %next
    %product = OpIMul %int %sum %late
"""
DIAMOND = """
    OpBranch %first
    %first = OpLabel
    %sum = OpIAdd %int %i %int_1
    OpSelectionMerge %join None
    OpBranchConditional %condition %then %join
    %then = OpLabel
    %deep = OpIAdd %int %sum %int_5
    OpBranch %join
    %join = OpLabel
    %picked = OpPhi %int %sum %first %deep %then
    %less = OpSLessThan %bool %picked %int_5
    OpBranch %end
    %end = OpLabel
    %result = OpISub %int %picked %sum
"""
LOOP = """
    OpBranch %before
    %before = OpLabel
    OpBranch %header
    %header = OpLabel
    %counter = OpPhi %int %int_0 %before %next %continue
    OpLoopMerge %after %continue None
    OpBranch %body
    %body = OpLabel
    %more = OpSLessThan %bool %counter %int_5
    OpBranchConditional %more %tail %after
    %tail = OpLabel
    OpBranch %continue
    %continue = OpLabel
    %next = OpIAdd %int %counter %int_1
    OpBranch %back
    %back = OpLabel
    %again = OpSLessThan %bool %next %i
    OpBranchConditional %again %header %after
    %after = OpLabel
    %result = OpPhi %int %counter %body %next %back
    OpBranch %end
    %end = OpLabel
    %use = OpIAdd %int %result %int_1
""".replace("%next %continue\n", "%next %back\n", 1)


def duplicate(
    module: Module,
    entry: str,
    end: str,
    condition: str = "%true",
    names: tuple[str, ...] = (),
    leave_out: tuple[str, ...] = (),
) -> DuplicateRegionWithSelection:
    """Return the step with copies numbered from 22 on (`names` first), phis from 52 on."""
    blocks = block_of(module, entry), block_of(module, end)
    region = region_of(module, *blocks) or list(blocks)
    known = [ident(name) for name in names]
    known += [old for old in ids_in(region) if old not in known]
    missing = [ident(name) for name in leave_out]
    values = values_at_end(module, region, blocks[1])
    copies = tuple((old, 22 + k) for k, old in enumerate(known) if old not in missing)
    phis = tuple((old, 52 + k) for k, old in enumerate(values) if old not in missing)
    return DuplicateRegionWithSelection(
        20, 21, ident(condition), ident(entry), ident(end), copies, phis
    )


def test_copies_a_block() -> None:
    module = module_of(STRAIGHT)
    expect(
        module,
        duplicate(module, "%next", "%next", "%condition"),
        (
            "OpBranch %20\n%20 = OpLabel\nOpSelectionMerge %21 None\n"
            "OpBranchConditional %condition %next %22"
        ),
        "%22 = OpLabel\n%23 = OpPhi %int %i %20\n%24 = OpIAdd %int %23 %int_1\nOpBranch %21",
        "%next = OpLabel\n%phi = OpPhi %int %i %20\n%sum = OpIAdd %int %phi %int_1\nOpBranch %21",
        (
            "%21 = OpLabel\n%52 = OpPhi %int %phi %next %23 %22\n"
            "%53 = OpPhi %int %sum %next %24 %22\nOpBranch %last"
        ),
        "%late = OpPhi %int %53 %21\n%product = OpIMul %int %53 %late",
    )


def test_copies_a_selection() -> None:
    module = module_of(DIAMOND)
    step = duplicate(
        module, "%first", "%join", "%true", ("%first", "%sum", "%then", "%deep", "%join", "%picked")
    )
    expect(
        module,
        step,
        (
            "%22 = OpLabel\n%23 = OpIAdd %int %i %int_1\nOpSelectionMerge %26 None\n"
            "OpBranchConditional %condition %24 %26"
        ),
        "%24 = OpLabel\n%25 = OpIAdd %int %23 %int_5\nOpBranch %26",
        (
            "%26 = OpLabel\n%27 = OpPhi %int %23 %22 %25 %24\n"
            "%28 = OpSLessThan %bool %27 %int_5\nOpBranch %21"
        ),
        (
            "%52 = OpPhi %int %sum %join %23 %26\n%53 = OpPhi %int %picked %join %27 %26\n"
            "%54 = OpPhi %bool"
        ),
        "%result = OpISub %int %53 %52",
    )
    assert construct_header(module, block_of(module, 24)) is block_of(module, 22)
    assert construct_header(module, block_of(module, 26)) is block_of(module, 20)


def test_copies_a_loop() -> None:
    module = module_of(LOOP)
    step = duplicate(
        module, "%before", "%after", "%condition", ("%before", "%header", "%continue", "%after")
    )
    expect(
        module,
        step,
        "OpLoopMerge %after %continue None",
        "OpLoopMerge %25 %24 None",
        "%use = OpIAdd %int",
        "OpBranch %21\n%21 = OpLabel",
        absent=("%use = OpIAdd %int %result %int_1",),
    )


def test_the_old_terminator_ends_the_merge_block() -> None:
    module = module_of(LOOP)
    expect(
        module,
        duplicate(module, "%back", "%back", "%true", ("%back", "%again")),
        "%22 = OpLabel\n%23 = OpSLessThan %bool %next %i\nOpBranch %21",
        (
            "%21 = OpLabel\n%52 = OpPhi %bool %again %back %23 %22\n"
            "OpBranchConditional %52 %header %after"
        ),
        "%counter = OpPhi %int %int_0 %before %next %21",
        "%result = OpPhi %int %counter %body %next %21",
    )
    module = module_of(DIAMOND)
    expect(
        module,
        duplicate(module, "%end", "%end"),
        "%21 = OpLabel\n%52 = OpPhi %int %result %end %23 %22\nOpReturn",
    )


def test_a_returned_value_is_the_phi() -> None:
    function = """
        %of_nothing = OpFunction %int None %getter
        %get = OpLabel
        OpBranch %give
        %give = OpLabel
        %given = OpIAdd %int %int_1 %int_5
        OpReturnValue %given
        OpFunctionEnd
    """
    module = module_of("", globals_="%getter = OpTypeFunction %int\n", functions=function)
    expect(
        module,
        duplicate(module, "%give", "%give"),
        "OpBranch %21\n%21 = OpLabel\n%52 = OpPhi %int %given %give %23 %22\nOpReturnValue %52",
    )


def test_facts_and_decorations_are_carried() -> None:
    def prepare(module: Module) -> None:
        module.facts.add_irrelevant(ident("%sum"))
        for block in ("%entry", "%next"):
            block_of(module, block).dead = True
        for decoration in (Decoration.NO_CONTRACTION, Decoration.RELAXED_PRECISION):
            module.add_decoration(Instruction(OpDecorate, 0, 0, [ident("%sum"), decoration]))

    module = module_of(STRAIGHT)
    expect(module, duplicate(module, "%next", "%next"), prepare=prepare)
    assert all(block_of(module, label).dead for label in (20, 21, 22))
    assert [module.facts.is_declared_irrelevant(value) for value in (23, 24, 52, 53)] == [
        False,
        True,
        False,
        True,
    ]
    assert has_decoration(module, 24, Decoration.NO_CONTRACTION)
    assert has_decoration(module, 24, Decoration.RELAXED_PRECISION)
    assert has_decoration(module, 53, Decoration.RELAXED_PRECISION)
    assert not has_decoration(module, 53, Decoration.NO_CONTRACTION)
    assert not module.is_decorated(23)


def test_pointers_inside_keep_irrelevant_memory() -> None:
    body = "%memory = OpVariable %local_int Function\nOpBranch %next\n%next = OpLabel\n"
    module = module_of(f"{body}%copy = OpCopyObject %local_int %memory\n%got = OpLoad %int %copy\n")
    module.facts.add_pointee_irrelevant(ident("%copy"))
    expect(
        module,
        duplicate(module, "%next", "%next"),
        "%23 = OpCopyObject %local_int %memory\n%24 = OpLoad %int %23",
    )
    assert module.facts.is_pointee_irrelevant(23)
    assert values_at_end(module, [block_of(module, "%next")], block_of(module, "%next")) == [
        ident("%got")
    ]


def test_refuses_a_pointer_that_is_used_later() -> None:
    body = "%memory = OpVariable %local_int Function\nOpBranch %next\n%next = OpLabel\n"
    body += (
        "%copy = OpCopyObject %local_int %memory\nOpBranch %last\n%last = OpLabel\n"
        "%got = OpLoad %int %copy"
    )
    module = module_of(body)
    refuse(module, duplicate(module, "%next", "%next"), "it cannot be an operand of OpPhi")


@pytest.mark.parametrize(
    ("reason", "body", "entry", "end"),
    [
        ("the first block", STRAIGHT, "%entry", "%next"),
        ("the exit does not post-dominate", DIAMOND, "%first", "%then"),
        ("backwards", DIAMOND, "%join", "%first"),
        ("the exit is a header", DIAMOND, "%first", "%first"),
        ("a merge block without its header", DIAMOND, "%join", "%end"),
        ("several predecessors", LOOP, "%header", "%after"),
        ("a continue target without its loop", LOOP, "%continue", "%back"),
        ("a way out of the region", LOOP, "%body", "%tail"),
        ("a loop header as exit", LOOP, "%before", "%header"),
    ],
)
def test_refuses_what_is_no_region(reason: str, body: str, entry: str, end: str) -> None:
    module = module_of(body)
    refuse(module, duplicate(module, entry, end), reason)


def test_refuses_a_switch_at_the_end() -> None:
    body = (
        "OpBranch %next\n%next = OpLabel\nOpSelectionMerge %after None\n"
        "OpSwitch %i %after 1 %case\n%case = OpLabel\n"
    )
    body += "OpBranch %after\n%after = OpLabel"
    module = module_of(body)
    refuse(module, duplicate(module, "%next", "%next"), "OpSwitch heads a construct")


@pytest.mark.parametrize("name", ["%first", "%deep", "%picked"])
def test_refuses_maps_that_lack_an_id(name: str) -> None:
    module = module_of(DIAMOND)
    refuse(module, duplicate(module, "%first", "%join", leave_out=(name,)), "no fresh id for it")


def test_refuses_ids_that_are_not_fresh() -> None:
    module = module_of(STRAIGHT)
    good = duplicate(module, "%next", "%next")
    ids = good.copies, good.phis
    places = ident("%next"), ident("%next")
    condition = ident("%true")
    assert good.is_applicable(module)
    for header, merge in ((20, 20), (ident("%int"), 21), (20, 22), (52, 21), (20, ident("%last"))):
        refuse(
            module,
            DuplicateRegionWithSelection(header, merge, condition, *places, *ids),
            "clashing ids",
        )


@pytest.mark.parametrize(
    ("reason", "condition"),
    [
        ("defined in the region", "%less"),
        ("no boolean", "%i"),
        ("nothing", "%no_such_name"),
        ("undefined", "%undefined"),
    ],
)
def test_refuses_conditions(reason: str, condition: str) -> None:
    module = module_of("%undefined = OpUndef %bool\n" + DIAMOND)
    refuse(module, duplicate(module, "%first", "%join", condition), reason)


@pytest.mark.parametrize(
    "line", ["%slope = OpDPdx %float %f", "%none = OpFunctionCall %void %helper"]
)
def test_refuses_what_needs_uniform_control_flow(line: str) -> None:
    helper = (
        "%helper = OpFunction %void None %main_type\n%help = OpLabel\n"
        "%x = OpLoad %float %in_float\n"
    )
    helper += "%width = OpFwidth %float %x\nOpReturn\nOpFunctionEnd"
    module = module_of(DIAMOND.replace("%deep =", f"{line}\n%deep ="), functions=helper)
    refuse(module, duplicate(module, "%first", "%join"), "half of the invocations may be elsewhere")
    assert duplicate(module, "%end", "%end").is_applicable(module)


def test_refuses_many_calls() -> None:
    helper = "%helper = OpFunction %void None %main_type\n%help = OpLabel\nOpReturn\nOpFunctionEnd"
    calls = [f"%call_{k} = OpFunctionCall %void %helper" for k in range(3)]
    module = module_of(
        DIAMOND.replace("%deep =", "\n".join([*calls[:2], "%deep ="])), functions=helper
    )
    assert duplicate(module, "%first", "%join").is_applicable(module)
    module = module_of(DIAMOND.replace("%deep =", "\n".join([*calls, "%deep ="])), functions=helper)
    refuse(
        module, duplicate(module, "%first", "%join"), "what inlining makes of it doubles each time"
    )


def test_refuses_calls_that_lead_to_many(monkeypatch: pytest.MonkeyPatch) -> None:
    helper = "%helper = OpFunction %void None %main_type\n%help = OpLabel\nOpReturn\nOpFunctionEnd"
    module = module_of(
        DIAMOND.replace("%deep =", "%call = OpFunctionCall %void %helper\n%deep ="),
        functions=helper,
    )
    step = duplicate(module, "%first", "%join")
    assert step.is_applicable(module)
    monkeypatch.setattr(copying, "MOST_EXPANDED", 2)
    refuse(module, step, "one call more would be too many")


def test_refuses_unreachable_ways_in() -> None:
    body = DIAMOND.replace(
        "%picked = OpPhi %int %sum %first %deep %then", "%picked = OpIAdd %int %sum %sum"
    )
    body += "OpReturn\n%lost = OpLabel\nOpBranch %join\n%rest = OpLabel"
    module = module_of(body)
    refuse(module, duplicate(module, "%first", "%join"), "%lost leads to only one of the copies")


def test_refuses_to_return_a_pointer() -> None:
    function = """
        %get_pointer = OpFunction %private_int None %getter
        %get = OpLabel
        OpBranch %give
        %give = OpLabel
        %given = OpCopyObject %private_int %global
        OpReturnValue %given
        OpFunctionEnd
    """
    globals_ = (
        "%private_int = OpTypePointer Private %int\n%global = OpVariable %private_int Private\n"
    )
    globals_ += "%getter = OpTypeFunction %private_int\n"
    module = module_of("", globals_=globals_, functions=function, valid=False)
    refuse(module, duplicate(module, "%give", "%give"), "it cannot be an operand of OpPhi")


def test_refuses_unknown_decorations() -> None:
    def decorate(module: Module) -> None:
        module.add_decoration(
            Instruction(OpDecorate, 0, 0, [ident("%sum"), Decoration.RESTRICT_POINTER])
        )

    module = module_of(STRAIGHT)
    refuse(
        module,
        duplicate(module, "%next", "%next"),
        "what it means for OpPhi is not clear",
        prepare=decorate,
    )


test_sound = soundness(DuplicateRegionWithSelection)
