"""Which context a shader gets, and what is said where a driver has none."""

from __future__ import annotations

import pytest

from aberration.core.errors import TargetUnavailable
from aberration.core.outcome import Rejected
from aberration.core.program import Language, Program
from aberration.targets.runner import Clock
from aberration.targets.runners.opengl.runner import OpenGlRunner

BODY = b"\nvoid main() { gl_FragColor = vec4(1.0); }"


@pytest.fixture
def runner(monkeypatch: pytest.MonkeyPatch) -> OpenGlRunner:
    """Return the runner of a driver that has no context at all."""

    def no_context(_: OpenGlRunner, api: str) -> None:
        raise TargetUnavailable(f"no context for {api}")

    monkeypatch.setattr(OpenGlRunner, "_renew_contexts", lambda _: None)
    monkeypatch.setattr(OpenGlRunner, "_session", no_context)
    return OpenGlRunner()


def test_a_driver_need_not_have_the_compatibility_profile(runner: OpenGlRunner) -> None:
    program = Program("glsl", "fragment", b"#version 330 compatibility" + BODY)
    message = "no compatibility profile here: no context for compatibility"
    assert runner.run(program, Clock()) == Rejected(message, unasked=True)


@pytest.mark.parametrize(
    ("language", "version"), [("glsl", b"#version 330 core"), ("glsl", b""), ("essl", b"")]
)
def test_a_driver_has_all_other_contexts(
    runner: OpenGlRunner, language: Language, version: bytes
) -> None:
    with pytest.raises(TargetUnavailable, match=f"no context for {language}"):
        runner.run(Program(language, "fragment", version + BODY), Clock())
