from helpers.small_modules import CALLS, definition_of, small

from aberration.languages.spirv.call_graph import all_callers, callers, calls, reaches


def test_the_call_graph() -> None:
    module = small(
        "%20 = OpLabel\n%21 = OpFunctionCall %2 %80\n%22 = OpFunctionCall %2 %60\nOpReturn",
        functions=CALLS,
    )
    assert calls(module, 1) == [60, 80]
    assert calls(module, 60) == [70]
    assert calls(module, 80) == []
    assert len(callers(module, 70)) == 2
    assert reaches(module, 1, 80)
    assert reaches(module, 60, 80)
    assert not reaches(module, 80, 60)
    assert not reaches(module, 60, 60)
    assert not reaches(module, 60, 999)
    assert all_callers(module, [80]) == {1, 60, 70}
    module.remove(definition_of(module, 72))
    assert not reaches(module, 60, 80)
    assert reaches(module, 1, 80)


def test_recursion_reaches_itself() -> None:
    module = small("%20 = OpLabel\n%21 = OpFunctionCall %2 %1\nOpReturn")
    assert reaches(module, 1, 1)
