"""Crash signatures: what stays when ids, numbers, addresses and chatter go."""

import pytest

from aberration.core.outcome import Crash
from aberration.core.signature import (
    NATIVE_STACK,
    crash_signature,
    find_assertion,
    find_frames,
    is_distinctive,
    needs_frames,
    normalise,
)

# (name, log, signature): shaped like the logs of real drivers and compilers.
LOGS = [
    (
        "glibc assertion",
        "lvp: ../src/a/b.c:512: emit_if: Assertion `depth < 80' failed.\nAborted",
        "depth < #",
    ),
    (
        "assertion with path and other line",
        (
            "spirv-opt: /build/x/source/opt/loop_peeling.cpp:1044: bool F(): Assertion "
            "`header != nullptr' failed."
        ),
        "header != nullptr",
    ),
    ("assertion with ids", "val.cc:9: check: Assertion `id_42 == %17' failed.", "id_# == %"),
    (
        "BSD assertion",
        "Assertion failed: (lhs->size == 4), function fold, file alu.c, line 88.",
        "(lhs->size == #)",
    ),
    ("assertion in quotes", "Assertion 'block->index < 9' failed at nir.c:4", "block->index < #"),
    (
        "gcc",
        "a.c: In function 'f':\na.c:12:3: internal compiler error: in foo_bar, at x.cc:881",
        None,
    ),
    (
        "gcc segfault",
        "during GIMPLE pass: vrp\nb.c:7:1: internal compiler error: Segmentation fault\n0x9f3c21",
        None,
    ),
    (
        "clang back end",
        "fatal error: error in backend: Cannot select: t12: i32 = fshl t3, t4, t5",
        None,
    ),
    (
        "llvm",
        "LLVM ERROR: out of memory allocating 1048576 bytes",
        "LLVM ERROR: out of memory allocating # bytes",
    ),
    (
        "llvm select",
        "LLVM ERROR: Cannot select: 0x55d0c8 : v4i32 = X86ISD::VBROADCAST 0x55d0f0",
        None,
    ),
    (
        "ACO's register allocation",
        "ACO ERROR:\n    In file ../src/x/aco_validate.cpp:7\n"
        "    RA error found at instruction in BB4:\n"
        " s1: %9:s[6] = p_phi 0\n"
        "Assignment of element 0 of %9 already taken by %8 from instruction in BB3:\n"
        " s1: %8:s[6] = s_mov 1\n\nACO ERROR:\n",
        "Assignment of element # of % already taken by %",
    ),
    (
        "ACO's register allocation, at the end of a block",
        "ACO ERROR:\n    In file a.cpp:9\n    RA error found at instruction in BB7:\n"
        "Assignment of element 2 of %1 already taken by %5 in live-out\n",
        "Assignment of element # of % already taken by %",
    ),
    (
        "ACO's instructions",
        "ACO ERROR:\n    In file a.cpp:9\n    Wrong register class: s1: %5 = v_mov",
        "Wrong register class: s#: % = v_mov",
    ),
    (
        "clang unreachable",
        "Unhandled case!\nUNREACHABLE executed at /src/llvm/lib/IR/X.cpp:210!\nStack dump:",
        "UNREACHABLE executed at X.cpp:#!",
    ),
    (
        "rust panic",
        (
            "thread 'main' panicked at src/back/spv/block.rs:412:9:\n"
            "index out of bounds: 7 of 4\nnote: x"
        ),
        None,
    ),
    (
        "rust panic with the thread's id",
        (
            "thread '<unnamed>' (23986) panicked at src/back/spv/block.rs:3839:56:\n"
            "internal error: entered\nnote: x"
        ),
        None,
    ),
    (
        "rust panic, old form",
        "thread 'naga' panicked at 'not yet implemented', src/front/mod.rs:9:5",
        None,
    ),
    (
        "C++ throw",
        "terminate called after throwing an instance of 'std::out_of_range'\n  what():  map::at",
        None,
    ),
    (
        "swiftshader",
        "src/Pipeline/SpirvShader.cpp:1822 WARNING: UNSUPPORTED: x\nUNIMPLEMENTED: OpFoo 77",
        None,
    ),
    ("check", "[1211:1211:0101/112233.4:FATAL:tint.cc(44)] Check failed: a == b (3 vs. 4)", None),
    (
        "asan",
        "==4242==ERROR: AddressSanitizer: heap-use-after-free on address 0x602 at pc 0x55",
        None,
    ),
    (
        "heap",
        "double free or corruption (fasttop)\nAborted (core dumped)",
        "double free or corruption (fasttop)",
    ),
    ("heap 2", "free(): invalid pointer", "free(): invalid pointer"),
    (
        "heap 3",
        "malloc(): unaligned tcache chunk detected",
        "malloc(): unaligned tcache chunk detected",
    ),
    ("stack", "*** stack smashing detected ***: terminated", "*** stack smashing detected ***"),
    (
        "validator text",
        "SPIR-V ERROR: 33: ID '17[%17]' has not been defined",
        "SPIR-V ERROR: #: ID # has not been defined",
    ),
    (
        "gdb frames",
        "#0  0x00007f in abort ()\n#1  0x00007f in fold_if (b=0x1) at a.c:3\n#2 0x1 in visit ()",
        None,
    ),
    (
        "llvm stack",
        " #0 0x7f1 llvm::sys::PrintStackTrace(x) (/a+0x1)\n #1 0x7f2 foldIntoPhi(x) (/a+0x2)",
        "SIGSEGV in foldIntoPhi",
    ),
    (
        "backtrace_symbols",
        "/lib/libx.so(lower_phi+0x123) [0x7f1]\n/lib/liby.so(run_pass+0x9) [0x7f2]",
        None,
    ),
    (
        "rust frames",
        "stack backtrace:\n   0: rust_begin_unwind\n   1: naga::valid::check\n   2: naga::run",
        None,
    ),
    (
        "only chatter",
        "WARNING: lavapipe is not a conformant vulkan implementation, testing use only.",
        "SIGSEGV",
    ),
    ("mesa chatter", "MESA: warning: Driver took a slow path\nMESA: info: x", "SIGSEGV"),
    (
        "python's report",
        (
            "Fatal Python error: Segmentation fault\n\n"
            "Current thread 0x00007f (most recent call first):"
        ),
        "SIGSEGV",
    ),
    ("nothing", "", "SIGSEGV"),
    ("chatter before", "MESA: warning: x\nfoo: a.c:1: g: Assertion `x' failed.", "x"),
    ("no assertion word alone", "the assertion was fine", "SIGSEGV"),
]
EXPECTED = {
    "gcc": "internal compiler error: in foo_bar, at x.cc:#",
    "gcc segfault": "internal compiler error: Segmentation fault",
    "clang back end": "fatal error: error in backend: Cannot select: fshl",
    "llvm select": "LLVM ERROR: Cannot select: X86ISD::VBROADCAST",
    "rust panic": "block.rs:#:#: index out of bounds: # of #",
    "rust panic with the thread's id": "block.rs:#:#: internal error: entered",
    "rust panic, old form": "'not yet implemented', mod.rs:#:#",
    "C++ throw": (
        "terminate called after throwing an instance of 'std::out_of_range' what(): map::at"
    ),
    "swiftshader": "UNIMPLEMENTED: OpFoo #",
    "check": "Check failed: a == b (# vs. #)",
    "asan": "ERROR: AddressSanitizer: heap-use-after-free",
    "gdb frames": "SIGSEGV in fold_if < visit",
    "backtrace_symbols": "SIGSEGV in lower_phi < run_pass",
    "rust frames": "SIGSEGV in naga::valid::check < naga::run",
}


@pytest.mark.parametrize(("name", "log", "signature"), LOGS, ids=[name for name, _, _ in LOGS])
def test_signature_of_a_log(name: str, log: str, signature: str | None) -> None:
    assert crash_signature(Crash("signal", signal="SIGSEGV", log=log)) == (
        signature or EXPECTED[name]
    )


def test_the_table_is_long_enough_and_complete() -> None:
    assert len(LOGS) >= 30
    assert {name for name, _, signature in LOGS if signature is None} == set(EXPECTED)


def test_runs_of_one_bug_share_a_signature() -> None:
    logs = [
        "x: /a/b.c:10: f: Assertion `n == 3 && p != 0x7fff12' failed.",
        "x: /other/place/b.c:12: f: Assertion `n == 5 && p != 0x7eee99' failed.",
    ]
    assert len({crash_signature(Crash("signal", log=log)) for log in logs}) == 1


def test_the_stage_is_part_of_the_signature() -> None:
    assert (
        crash_signature(Crash("signal", signal="SIGABRT", stage="spirv-opt"))
        == "spirv-opt: SIGABRT"
    )


def test_what_the_worker_found_comes_first() -> None:
    crash = Crash("assertion", assertion="found already", frames=("f",), log="LLVM ERROR: other")
    assert crash_signature(crash) == "found already"


def test_frames_leave_out_the_dull_ones() -> None:
    log = (
        "#0 0x1 in raise ()\n#1 0x2 in abort ()\n#2 0x3 in one ()\n#3 in two ()\n"
        "#4 in three ()\n#5 in four ()"
    )
    assert find_frames(log) == ("one", "two", "three")


def test_no_assertion_in_an_ordinary_error() -> None:
    assert find_assertion("error: linking failed: location 3 is taken") == ""


def test_normalise_is_stable() -> None:
    text = normalise("at /usr/lib/x/y.so: 0x12ab 17 times in %44  deadbeef01")
    assert normalise(text) == text


STACK = (
    f'{NATIVE_STACK}{{"signal": "SIGSEGV", "frames": ["opt::fold(int)", "opt+0x12ab0", "visit"]}}'
)


def test_a_stack_that_a_tracer_wrote_names_the_place_as_it_is() -> None:
    log = f"Fatal Python error: Segmentation fault\n\n{STACK}\n   0 opt+0x12ab7\n   1 visit\n"
    assert find_frames(log) == ("opt::fold(int)", "opt+0x12ab0", "visit")
    crash = Crash("signal", signal="SIGSEGV", log=log, stage="spirv-opt")
    assert crash_signature(crash) == "spirv-opt: SIGSEGV in opt::fold(int) < opt+0x12ab0 < visit"
    assert not needs_frames(crash)


def test_of_several_stacks_the_first_that_tells_something_counts() -> None:
    empty = f'{NATIVE_STACK}{{"signal": "SIGABRT", "frames": []}}'
    assert (
        find_frames(
            f"{empty}\n{NATIVE_STACK}{{broken}}\n{STACK}\n{STACK.replace('visit', 'other')}"
        )[2]
        == "visit"
    )
    assert find_frames(empty) == ()


def test_an_assertion_says_more_than_the_stack_unless_it_only_says_which_signal() -> None:
    assert (
        crash_signature(
            Crash("assertion", "SIGABRT", log=f"x: a.c:1: f: Assertion `n > 0' failed.\n{STACK}")
        )
        == "n > #"
    )
    bare = f"internal compiler error: Segmentation fault signal terminated program cc1\n{STACK}"
    beginning = (
        "internal compiler error: Segmentation fault signal terminated program cc1 in "
        "opt::fold(int)"
    )
    assert crash_signature(Crash("assertion", log=bare)).startswith(beginning)


@pytest.mark.parametrize(
    ("crash", "needed"),
    [
        (Crash("signal", signal="SIGSEGV"), True),
        (Crash("assertion", assertion="internal compiler error: Segmentation fault"), True),
        (Crash("assertion", "SIGABRT", "n > 0"), False),
        (Crash("signal", "SIGSEGV", frames=("fold",)), False),
        (Crash("garbage", assertion="an answer came that was not asked for"), False),
        (Crash("exit"), False),
    ],
)
def test_who_is_asked_for_a_stack(crash: Crash, needed: bool) -> None:
    assert needs_frames(crash) is needed


@pytest.mark.parametrize(
    ("signature", "distinctive"),
    [
        ("SIGSEGV", False),
        ("spirv-opt: SIGSEGV", False),
        ("compile: internal compiler error: Segmentation fault", False),
        ("compile: internal compiler error: in foo_bar, at x.cc:#", True),
        ("spirv-opt: SIGSEGV in opt::fold < visit", True),
        ("no boom", True),
        ("garbage", False),
        ("", False),
    ],
)
def test_which_signatures_name_a_bug(signature: str, distinctive: bool) -> None:
    assert is_distinctive(signature) is distinctive


def test_what_a_back_end_cannot_select_is_known_by_the_operation() -> None:
    logs = [
        f"LLVM ERROR: Cannot select: 0x55d0c{n} : i{n},ch = AtomicLoadMin<(load (s8))> 0x1, 0x2:{n}"
        for n in (8, 16)
    ]
    assert {crash_signature(Crash("signal", log=log)) for log in logs} == {
        "LLVM ERROR: Cannot select: AtomicLoadMin"
    }
