"""Programs that want to be driven in ways that a runner lacks are refused, unasked."""

from __future__ import annotations

from helpers.plain_runners import PlainRunner

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.targets.runners.ways import unknown_ways


class Indexing(PlainRunner):
    """A runner that knows one more."""

    ways = frozenset({"DrawIndexed"})


def driven(*ways: str) -> Program:
    return Program("spirv", "fragment", b"", Inputs(ways=ways))


def test_what_a_runner_lacks_is_refused() -> None:
    assert unknown_ways(PlainRunner(), driven()) is None
    assert unknown_ways(Indexing(), driven("DrawIndexed")) is None
    for runner, ways in (
        (PlainRunner(), ("DrawIndexed",)),
        (Indexing(), ("DrawIndexed", "RecordAgain")),
    ):
        refused = unknown_ways(runner, driven(*ways))
        assert refused is not None
        assert refused.unasked
        assert ways[-1] in refused.message
