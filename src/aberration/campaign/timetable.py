"""When the phases of one call of a campaign end: self-test, tests, what follows them, the report.

`--time T` is for all of it, from the start of the command, and over all calls that go on with one
campaign. The tests end where the rest of the time is needed for the findings there are by then:
sooner where there are many, but what follows never takes more than its share. A call that finds the
time used up has that share once more, for what is left.

`--tests N` alone sets no time to the tests. What follows gets as long as they took, within bounds.
"""

import msgspec

FOLLOWING = 0.35
"""The share of the time that what follows the tests can count on, if there are findings."""
EACH, MORE = 20.0, 3.0
"""Seconds of one executor that the tests leave for the first finding of each apparent bug, and
each other finding.
"""
LEAST_TESTS, LEAST_TEST_SECONDS = 0.25, 3.0
"""The share of the time, and the seconds, that the tests get however long the self-test takes."""
LEAST_FOLLOWING, MOST_FOLLOWING = 60.0, 600.0
"""Seconds for what follows `--tests N`."""
_REPORT = 0.02
_SHORTEST_REPORT, _LONGEST_REPORT = 1.0, 20.0
_NOTHING = 1.0


class Timetable(msgspec.Struct, frozen=True):
    """Of a call that began at `begun`, by the monotonic clock. `seconds` None: no time was set.

    `spent` are the seconds of earlier calls; `reducing` whether findings are looked into at all.
    """

    begun: float
    seconds: float | None
    spent: float = 0.0
    reducing: bool = True

    @property
    def end(self) -> float | None:
        """When the whole call ends."""
        if self.seconds is None:
            return None
        return self.begun + max(self.seconds - self.spent, FOLLOWING * self.seconds)

    def tests_end(self, start: float, bugs: int, findings: int, executors: int) -> float | None:
        """When tests that start now end, if so many findings of so many apparent bugs wait;
        None without a limit.
        """
        if self.seconds is None:
            return None
        left = self.seconds - self.spent
        if left < _NOTHING:
            return start
        least = max(LEAST_TESTS * left, LEAST_TEST_SECONDS)
        return max(self.begun + left - self._reserve(bugs, findings, executors), start + least)

    def following_end(self, now: float, tests: float) -> float:
        """When what follows ends, if it begins now after tests that took so many seconds; the
        report comes then.
        """
        end = self.end
        if end is None:
            return now + min(max(tests, LEAST_FOLLOWING), MOST_FOLLOWING)
        return end - self._report

    def _reserve(self, bugs: int, findings: int, executors: int) -> float:
        assert self.seconds is not None
        executors = max(1, executors)
        needed = -(-bugs // executors) * EACH + max(0, findings - bugs) / executors * MORE
        return self._report + min(needed if self.reducing else 0.0, FOLLOWING * self.seconds)

    @property
    def _report(self) -> float:
        assert self.seconds is not None
        return min(max(_REPORT * self.seconds, _SHORTEST_REPORT), _LONGEST_REPORT)
