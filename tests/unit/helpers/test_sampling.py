from helpers.sampling import each_choice, grouped

TESTS = {
    f"{driver}-{shape}-{number}": {"driver": driver, "shape": shape, "number": number}
    for driver in ("lavapipe", "swiftshader", "llvmpipe")
    for shape in ("2D", "3D")
    for number in range(8)
}


def test_each_value_of_each_parameter_is_chosen_once_at_least() -> None:
    chosen = [TESTS[name] for name in each_choice(TESTS, 1000)]
    assert {test["driver"] for test in chosen} == {"lavapipe", "swiftshader", "llvmpipe"}
    assert {test["shape"] for test in chosen} == {"2D", "3D"}
    assert {test["number"] for test in chosen} == set(range(8))
    assert len(chosen) == 8


def test_a_share_is_chosen_besides() -> None:
    assert len(each_choice(TESTS, 4)) >= len(TESTS) // 4


def test_the_order_of_tests_decides_nothing() -> None:
    backwards = dict(reversed(TESTS.items()))
    assert each_choice(TESTS, 8) == each_choice(backwards, 8)


def test_groups_keep_the_order_in_which_they_begin() -> None:
    words = ["b1", "a1", "b2", "c1", "a2", "b1"]
    assert grouped(words, lambda word: word[0] == "c", lambda word: word[0]) == [
        "b1", "b2", "b1", "a1", "a2", "c1",
    ]  # fmt: skip
