from aberration.campaign.budget import Budget


class Hand:
    """A clock that stands where it is put."""

    def __init__(self) -> None:
        self.now = 5.0

    def __call__(self) -> float:
        return self.now


def test_each_gets_an_even_share_of_what_is_left() -> None:
    clock = Hand()
    budget = Budget(60.0, 6, 2, 1.0, 30.0, clock)
    assert budget.share() == 20.0
    assert budget.share() == 24.0
    clock.now += 20.0
    assert budget.share() == 20.0
    assert budget.share() == 80.0 / 3
    assert budget.share() == 30.0
    clock.now += 30.0
    assert budget.share() == 10.0


def test_none_gets_less_than_is_of_use_while_there_is_more() -> None:
    clock = Hand()
    budget = Budget(60.0, 100, 1, 20.0, 60.0, clock)
    assert budget.share() == 20.0
    clock.now += 50.0
    assert budget.share() == 10.0


def test_when_the_time_is_over_nothing_begins() -> None:
    clock = Hand()
    budget = Budget(1.0, 3, 1, 0.5, 60.0, clock)
    clock.now += 1.0
    assert budget.share() is None


def test_without_a_limit_all_get_the_most() -> None:
    budget = Budget(None, 1, 1, 1.0, 60.0, Hand())
    assert [budget.share() for _ in range(3)] == [60.0] * 3
