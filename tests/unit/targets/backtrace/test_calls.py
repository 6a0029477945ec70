"""Which calls of a stack name a bug."""

import pytest

from aberration.targets.backtrace.calls import (
    GENERATED,
    NOWHERE,
    RECURSION,
    readable,
    significant_calls,
    stack_lines,
)
from aberration.targets.backtrace.stack import Frame


def named(*names: str, module: str = "opt") -> list[Frame]:
    return [
        Frame(module, 0x100 * number, 0x100 * number, name) for number, name in enumerate(names, 1)
    ]


LIBC = Frame("libc.so.6", 0x2724A, 0x27200, "__libc_start_main")
JIT = Frame("", 0)
NOTHING = Frame("", 0, is_code=False)


def test_the_innermost_calls_of_the_code_under_test() -> None:
    assert significant_calls([LIBC, *named("one", "two", "three", "four", "main"), LIBC]) == (
        "one",
        "two",
        "three",
    )


def test_without_names_the_beginnings_of_functions_count() -> None:
    frames = [Frame("opt", 0x1234, 0x1200), Frame("libx.so", 0x777), *named("main")]
    assert significant_calls(frames) == ("opt+0x1200", "libx.so+0x777")


def test_our_own_way_to_the_driver_is_left_out() -> None:
    ours = Frame("_cffi_backend.cpython-311-x86_64-linux-gnu.so", 0x10, 0x10, "ffi_call_int")
    assert significant_calls(
        [*named("draw"), ours, *named("_PyEval_EvalFrameDefault", module="libpython3.11.so.1.0")]
    ) == ("draw",)
    assert significant_calls([ours, *named("draw")]) == ()


def test_what_everybody_passes_through_is_left_out_unless_there_is_nothing_else() -> None:
    frames = named(
        "std::_Hashtable::find",
        "fold",
        "__memcpy_avx512",
        "visit",
        "std::function::operator()",
        "run",
    )
    assert significant_calls(frames) == ("fold", "visit", "run")
    assert significant_calls(named("std::terminate", "main")) == ("std::terminate", "main")


def test_code_that_was_generated_and_no_code_at_all() -> None:
    assert significant_calls([JIT, *named("run_shader")]) == (GENERATED, "run_shader")
    assert significant_calls([NOTHING, *named("call")]) == (NOWHERE, "call")
    assert significant_calls([*named("call"), NOTHING]) == ("call",)


@pytest.mark.parametrize("top", [["leaf", "helper"], ["visit"], []])
@pytest.mark.parametrize("first", [0, 1, 2])
def test_a_stack_without_end_is_known_by_what_calls_itself(top: list[str], first: int) -> None:
    cycle = ["visit", "expression", "operand"]
    turned = [*cycle[first:], *cycle[:first]] * 100
    assert significant_calls(named(*top, *turned)[:256]) == (
        RECURSION,
        "expression",
        "operand",
        "visit",
    )


@pytest.mark.parametrize(
    ("symbol", "name"),
    [
        ("_ZN8spvtools3opt12LoopUnroller7ProcessEv", "spvtools::opt::LoopUnroller::Process"),
        ("_ZNK4llvm8DenseMapIPKNS_5ValueEjE4findES3_", "llvm::DenseMap::find"),
        ("fold_binary.part.0", "fold_binary"),
        ("combine.cold", "combine"),
        ("walk.isra.0.constprop.3", "walk"),
        ("_Znotmangled", "_Znotmangled"),
        ("nir_opt_loop", "nir_opt_loop"),
    ],
)
def test_names_are_those_of_the_author(symbol: str, name: str) -> None:
    assert readable(symbol) == name


def test_the_whole_stack_is_shown_to_people() -> None:
    lines = stack_lines([*named("one", "two", "three"), JIT], most=3)
    assert lines == [
        "   0 opt+0x100 one",
        "   1 opt+0x200 two",
        "   2 opt+0x300 three",
        "  and 1 more",
    ]
    assert stack_lines([JIT, NOTHING]) == [f"   0 {GENERATED}", f"   1 {NOWHERE}"]
