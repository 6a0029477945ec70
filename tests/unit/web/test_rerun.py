"""A case run again without some of its steps."""

import msgspec
import pytest
from helpers.dashboard import CRASH, FISSION, bugs, corpus_case

from aberration.core.oracle import Verdict
from aberration.web.rerun import Everywhere, Reply, Request, answer

QUESTION = Request(
    corpus_case("spirv-opt-fission-wrong-value"),
    (0, 1),
    FISSION,
    (),
    Verdict("wrong", "wrong image"),
    1,
    10.0,
)


def ask(**changed: object) -> Reply:
    return answer(msgspec.structs.replace(QUESTION, **changed))


def test_with_all_steps_the_bug_is_there() -> None:
    reply = ask()
    assert (reply.same, reply.looks, reply.applied, reply.error) == (1, 1, 2, "")


def test_without_steps_it_is_gone() -> None:
    reply = ask(keep=())
    assert (reply.verdict.kind, reply.same, reply.applied) == ("pass", 0, 0)


def test_another_bug_is_not_the_same() -> None:
    reply = ask(wanted=Verdict("crash", "SIGSEGV"))
    assert (reply.verdict.kind, reply.same) == ("wrong", 0)


@pytest.mark.parametrize(
    ("changed", "message"),
    [({"target": "no-such-target"}, "not on this machine")],
)
def test_what_cannot_be_run_is_told(changed: dict[str, object], message: str) -> None:
    assert message in ask(**changed).error


def test_all_versions_are_asked() -> None:
    (found,) = [one.finding for one in bugs() if one.finding.id == CRASH]
    reply = answer(Everywhere("crash-1", found))
    words = {row.target: row.word for row in reply.rows}
    assert reply.state == "open"
    assert words[found.target] == "crash"
    assert len(words) > 1
