"""The queue of cases to be run again."""

import sys
import threading
from pathlib import Path

import msgspec
import pytest
from helpers.dashboard import corpus_case

from aberration.core.errors import BadInput
from aberration.core.oracle import Verdict
from aberration.web import reruns
from aberration.web.rerun import Reply, Request
from aberration.web.reruns import Key, Rerun, Reruns

QUESTION = Request(
    corpus_case("spirv-opt-fusion-crash"), (), "t", (), Verdict("wrong", "image"), 1, 5.0
)
GONE = Reply(Verdict("pass"), 0, 1, 0)


def test_one_runs_at_a_time_and_the_last_question_comes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    running, most, go = list[int](), list[int](), threading.Event()

    def run(_: Reruns, __: Request) -> Reply:
        running.append(1)
        most.append(len(running))
        go.wait(20.0)
        running.pop()
        return GONE

    monkeypatch.setattr(Reruns, "_run", run)
    queue = Reruns()
    keys = [Key("night", "f", (number,)) for number in range(3)]
    for key in keys:
        queue.ask(key, QUESTION)
        queue.ask(key, QUESTION)
    assert [one.key for one in queue.of("night", "f")] == keys[::-1]
    assert queue.of("night", "other") == []
    go.set()
    assert queue.wait(keys[2], 20.0) == Rerun(keys[2], "done", GONE)
    assert most == [1, 1, 1]
    queue.close()


def test_a_queue_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    go = threading.Event()
    monkeypatch.setattr(Reruns, "_run", lambda *_: (go.wait(20.0), GONE)[1])
    monkeypatch.setattr(reruns, "MOST_WAITING", 2)
    queue = Reruns()

    def fill() -> None:
        for number in range(9):
            queue.ask(Key("night", "f", (number,)), QUESTION)

    with pytest.raises(BadInput, match="waiting"):
        fill()
    go.set()
    queue.close()


def test_a_process_that_does_not_end_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "python"
    script.write_text("#!/bin/sh\nsleep 60 &\nwait\n")
    script.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(script))
    queue = Reruns(limit=0.5)
    key = Key("night", "f", ())
    queue.ask(key, QUESTION)
    done = queue.wait(key, 30.0)
    assert done is not None
    assert "not done in" in done.words
    queue.close()


def test_a_process_that_says_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/true")
    queue, key = Reruns(), Key("night", "f", ())
    queue.ask(key, QUESTION)
    done = queue.wait(key, 30.0)
    assert done is not None
    assert "has failed" in done.words
    queue.close()


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (GONE, "the bug is gone"),
        (Reply(Verdict("wrong"), 1, 1, 0), "the bug is still there"),
        (Reply(Verdict("wrong"), 2, 3, 0), "the bug is still there in 2 of 3 runs"),
        (Reply(Verdict("crash", "SIGSEGV"), 0, 1, 0), "another thing is wrong: crash SIGSEGV"),
        (Reply(Verdict("none", detail="no reason"), 0, 1, 0), "no verdict: no reason"),
        (msgspec.structs.replace(GONE, error="lost"), "could not be run: lost"),
        (msgspec.structs.replace(GONE, state="open"), "still there"),
        (
            msgspec.structs.replace(GONE, state="closed", fixed_in="26.3"),
            "right since 26.3, while an older version still shows it",
        ),
    ],
)
def test_words(reply: Reply, words: str) -> None:
    assert Rerun(Key("", "", ()), "done", reply).words == words
