from aberration.dedup.classes import Classes


def test_names_that_were_joined_are_known_by_the_first() -> None:
    classes: Classes[str] = Classes()
    classes.join("a", ["b"])
    classes.join("c", ["d"])
    assert [classes.first(name) for name in "abcde"] == ["a", "a", "c", "c", "e"]
    classes.join("d", ["b"])
    assert {classes.first(name) for name in "abcd"} == {"a"}


def test_a_name_without_others_is_a_class_of_its_own() -> None:
    classes: Classes[int] = Classes()
    classes.join(1, [])
    assert (classes.first(1), classes.first(2)) == (1, 2)
