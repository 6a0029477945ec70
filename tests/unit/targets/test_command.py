from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest

from aberration.core.errors import BadInput
from aberration.core.outcome import Crash, Rejected, Timeout
from aberration.core.process import Finished
from aberration.languages.c.compilers import csmith_include
from aberration.targets.command import providers, targets_of
from aberration.targets.command_definition import CommandDefinition, filled_words
from aberration.targets.runners.command import judge
from aberration.targets.user_file import definitions_file

PYTHON = f'"{sys.executable}"'


def written(folder: Path, text: str) -> Path:
    path = folder / "aberration.toml"
    path.write_text(text)
    return path


def test_a_file_gives_targets(tmp_path: Path) -> None:
    text = f"""
        [campaign]
        jobs = 3
        [target.first]
        language = "c"
        command = [{PYTHON}, "{{input}}", "-o", "{{output}}"]
        kind = "executes"
        groups = ["mine"]
        memory = 100
        [target."second-1.0"]
        language = "glsl"
        command = ["no-such-compiler", "{{input}}"]
        install = "buy it"
    """
    first, second = targets_of(written(tmp_path, text))
    assert (first.id, first.kind, first.languages, first.groups) == (
        "first",
        "executes",
        ("c",),
        ("mine", "command"),
    )
    assert first.available
    assert first.stages[0].worker.memory == 100
    assert (second.available, second.install) == (False, "buy it")
    assert "no-such-compiler" in second.reason


def test_a_program_may_lie_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    compiler = tmp_path / "bin" / "mycc"
    compiler.symlink_to(sys.executable)
    text = '[target.mine]\nlanguage = "c"\ncommand = ["bin/mycc", "{input}"]'
    (target,) = targets_of(written(tmp_path, text))
    assert target.available
    assert str(compiler) in target.stages[0].worker.option("definition")


@pytest.mark.parametrize(
    ("table", "key"),
    [
        ('language = "fortran"\ncommand = ["cc", "{input}"]', "language"),
        ('command = ["cc", "{input}"]', "language"),
        ('language = "c"', "command"),
        ('language = "c"\ncommand = []', "command"),
        ('language = "c"\ncommand = "cc {input}"', "command"),
        ('language = "c"\ncommand = ["cc"]', "command"),
        ('language = "c"\ncommand = ["cc", "{input}", "{optput}"]', "optput"),
        ('language = "c"\nkind = "executes"\ncommand = ["cc", "{input}"]', "output"),
        ('language = "c"\ncommand = ["cc", "{input}"]\ncolour = "red"', "colour"),
        ('language = "c"\ncommand = ["cc", "{input}"]\ntimeout = 0', "timeout"),
        ('language = "c"\ncommand = ["cc", "{input}"]\nok_exit = ["0"]', "ok_exit"),
        ('language = "c"\ncommand = ["cc", "{input}"]\ncrash_pattern = "("', "crash_pattern"),
        (
            (
                'language = "spirv"\nkind = "translates"\n'
                'command = ["cc", "{input}", "{output}"]\nthen = "tcc"'
            ),
            "then",
        ),
    ],
)
def test_a_wrong_table_is_refused_by_file_and_key(tmp_path: Path, table: str, key: str) -> None:
    path = written(tmp_path, f"[target.mine]\n{table}\n")
    with pytest.raises(BadInput, match=key) as caught:
        targets_of(path)
    assert str(caught.value).startswith(f"{path}: target.mine")


@pytest.mark.parametrize(
    "text", ["[target", "target = 3", '[target."a b"]\nlanguage="c"\ncommand=["cc", "{input}"]']
)
def test_a_wrong_file_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadInput, match=r"aberration\.toml"):
        targets_of(written(tmp_path, text))


def test_the_file_is_named_or_lies_in_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ABERRATION_TARGETS", raising=False)
    assert definitions_file({}) is None
    assert providers() == []
    written(tmp_path, "")
    assert definitions_file({}) == Path("aberration.toml")
    assert definitions_file({"ABERRATION_TARGETS": "other.toml"}) == Path("other.toml")
    monkeypatch.setenv("ABERRATION_TARGETS", "other.toml")
    with pytest.raises(BadInput, match=r"other\.toml"):
        providers()


def test_placeholders_are_filled_inside_words() -> None:
    assert filled_words(["cc", "-o{output}", "{input}", "{x"], "a.c", "b") == [
        "cc",
        "-ob",
        "a.c",
        "{x",
    ]


DEFINITION = CommandDefinition(
    "c",
    ("cc", "{input}"),
    ok_exit=(0, 3),
    reject_exit=(1,),
    crash_pattern="^BUG: .*",
    reject_pattern="unsupported",
)


@pytest.mark.parametrize(
    ("status", "log", "expected"),
    [
        (0, "", type(None)),
        (3, "", type(None)),
        (1, "", Rejected),
        (0, "unsupported thing", Rejected),
        (1, "BUG: no register left", Crash),
        (2, "", Crash),
        (-11, "", Crash),
    ],
)
def test_exit_status_and_messages_mean_what_the_table_says(
    status: int, log: str, expected: type
) -> None:
    assert type(judge(DEFINITION, Finished(status, b"", log.encode(), 0.1))) is expected
    assert type(judge(DEFINITION, Finished(status, log.encode(), b"", 0.1))) is expected


def test_a_crash_message_is_the_assertion() -> None:
    crash = judge(DEFINITION, Finished(1, b"", b"x\nBUG: no register left\n", 0.1))
    assert isinstance(crash, Crash)
    assert crash.assertion == "BUG: no register left"


def test_the_limit_is_a_timeout() -> None:
    finished = Finished(-9, b"", b"", DEFINITION.timeout, timed_out=True)
    assert judge(DEFINITION, finished) == Timeout(DEFINITION.timeout, stage="compile")


def test_c_compilers_find_the_header_of_csmith(tmp_path: Path) -> None:
    text = (
        '[target.cc]\nlanguage = "c"\ncommand = ["cc", "{input}"]\n[target.cc.environment]\n'
        'X = "1"\n'
    )
    (target,) = targets_of(written(tmp_path, text))
    given = msgspec.json.decode(
        target.stages[0].worker.option("definition"), type=CommandDefinition
    ).environment
    assert given == {"X": "1"} | ({"CPATH": csmith_include()} if csmith_include() else {})
