"""Questions to drivers, and answers that are remembered."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from aberration.core.caches import VARIABLE
from aberration.targets import answers
from aberration.targets.answers import (
    Answer,
    DeviceDescription,
    Question,
    ask,
    ask_all,
    forget_failures,
)

LAVAPIPE = DeviceDescription("llvmpipe", "llvmpipe, Mesa 1.2.3", "1.2.3", software=True)


class Asked:
    """Answers in place of drivers, and counts."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, cache: Path, answer: Answer | None) -> None:
        self.answer = answer
        self.questions: list[Question] = []
        self.seconds = 0.0
        monkeypatch.setattr(answers, "_ask", self)
        monkeypatch.setattr(answers, "device_nodes", lambda: tuple(self.nodes))
        monkeypatch.setattr(answers, "_INSTALLED_TO", (str(cache.parent / "installed"),))
        monkeypatch.setenv(VARIABLE, str(cache))
        self.nodes: list[tuple[str, bool]] = []

    def __call__(self, question: Question) -> Answer | None:
        self.questions.append(question)
        time.sleep(self.seconds)
        return self.answer


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def test_an_answer_is_remembered(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    asked = Asked(monkeypatch, cache, Answer((LAVAPIPE,)))
    question, other = Question("vulkan"), Question("vulkan", launch=("loader",))
    assert ask_all([question, other, question]) == [asked.answer] * 3
    assert ask(question) == asked.answer
    assert sorted(asked.questions, key=repr) == sorted([question, other], key=repr)


def test_who_waits_is_told_for_what(
    monkeypatch: pytest.MonkeyPatch, cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "aberration")
    asked = Asked(monkeypatch, cache, Answer((LAVAPIPE,)))
    ask(Question("vulkan"))
    assert caplog.messages == []
    monkeypatch.setattr(answers, "_SILENT", 0.01)
    asked.seconds = 0.5
    ask_all([Question("radv"), Question("egl")])
    assert caplog.messages == [
        "asking the drivers here for their devices (2 questions, once: answers are kept) ..."
    ]
    ask_all([Question("radv"), Question("egl")])
    assert len(caplog.messages) == 1


def test_failures_can_be_forgotten(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    asked = Asked(monkeypatch, cache, Answer((LAVAPIPE,)))
    ask(Question("vulkan"))
    asked.answer = Answer(failure="it has no device here")
    ask(Question("radv"))
    forget_failures()
    for question in (Question("vulkan"), Question("radv")):
        ask(question)
    assert [question.topic for question in asked.questions] == ["vulkan", "radv", "radv"]


def test_a_change_of_manifest_library_or_nodes_asks_anew(
    monkeypatch: pytest.MonkeyPatch, cache: Path, tmp_path: Path
) -> None:
    manifest, library = tmp_path / "icd.json", tmp_path / "lib.so"
    manifest.write_text("{}")
    library.write_text("1")
    asked = Asked(monkeypatch, cache, Answer((LAVAPIPE,), "", (str(library),)))
    question = Question("vulkan", (("VK_DRIVER_FILES", str(manifest)),))
    ask(question)
    for change in (
        lambda: manifest.write_text("{ }"),
        lambda: library.write_text("22"),
        library.unlink,
    ):
        change()
        ask(question)
        ask(question)
    assert len(asked.questions) == 4
    asked.nodes.append(("/dev/dri/renderD128", True))
    ask(question)
    asked.nodes[0] = ("/dev/dri/renderD128", False)
    ask(question)
    assert len(asked.questions) == 6


def test_no_device_is_forgotten_when_something_is_installed(
    monkeypatch: pytest.MonkeyPatch, cache: Path, tmp_path: Path
) -> None:
    installed = tmp_path / "installed"
    installed.mkdir()
    asked = Asked(monkeypatch, cache, Answer(failure="it has no device here"))
    for _ in range(2):
        assert ask(Question("vulkan")) == asked.answer
    assert len(asked.questions) == 1
    (installed / "libnew.so").touch()
    os.utime(installed, ns=(1, 1))
    ask(Question("vulkan"))
    assert len(asked.questions) == 2


@pytest.mark.parametrize("answer", [None, Answer(failure="exit status 1", asker_failed=True)])
def test_what_says_nothing_of_the_driver_is_not_remembered(
    monkeypatch: pytest.MonkeyPatch, cache: Path, answer: Answer | None
) -> None:
    asked = Asked(monkeypatch, cache, answer)
    assert [ask(Question("opengl")), ask(Question("opengl"))] == [answer, answer]
    assert len(asked.questions) == 2


def test_a_spoilt_file_and_a_folder_that_cannot_be_written_are_no_harm(
    monkeypatch: pytest.MonkeyPatch, cache: Path, tmp_path: Path
) -> None:
    asked = Asked(monkeypatch, cache, Answer((LAVAPIPE,)))
    ask(Question("vulkan"))
    for path in (cache / "aberration" / "drivers").glob("*.json"):
        path.write_text("half an answ")
    assert ask(Question("vulkan")) == asked.answer
    (tmp_path / "file").touch()
    monkeypatch.setenv(VARIABLE, str(tmp_path / "file"))
    assert ask(Question("vulkan")) == asked.answer
    assert len(asked.questions) == 3


@pytest.mark.parametrize(
    "manifest",
    [
        None,
        "{",
        json.dumps(
            {
                "file_format_version": "1.0.0",
                "ICD": {"library_path": "./no.so", "api_version": "1.0.0"},
            }
        ),
    ],
)
def test_a_manifest_without_a_driver_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, manifest: str | None
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    path = tmp_path / "icd.json"
    if manifest is not None:
        path.write_text(manifest)
    variables = tuple((name, str(path)) for name in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES"))
    found = ask(Question("vulkan", variables))
    assert found is not None
    assert not found.devices
    assert found.failure.startswith("expected a Vulkan driver, but vkCreateInstance gave VK_ERROR_")


def test_a_driver_that_takes_the_process_down_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    died = ask(
        Question("vulkan", launch=("/bin/sh", "-c", "echo 'the driver says' >&2; kill -SEGV $$"))
    )
    assert died is not None
    assert died.failure == "its driver ended the process that asked (SIGSEGV): the driver says"
    assert not died.asker_failed
