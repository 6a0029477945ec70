"""The blocks of a tutorial: files to write, and commands to run, in the order of the page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec
from helpers.command_line import ROOT

PAGES = ROOT / "docs" / "tutorials"
FENCE = re.compile(
    r'^```(?P<language>\w+)(?: title="(?P<title>[^"]+)")?\n(?P<text>.*?)^```$',
    re.MULTILINE | re.DOTALL,
)
ASSIGNMENT = re.compile(r"^\w+=.*\n", re.MULTILINE)
"""A variable that later blocks use: each block is a shell of its own."""
MAY_FIND = re.compile(r"\baberration (?:fuzz|run|replay)\b")
"""Commands whose exit status 1 says that a bug was found."""


class Block(msgspec.Struct, frozen=True):
    """A fenced block: with a `title` a file of this name, in the language `sh` commands, and
    otherwise text to read.
    """

    language: str
    title: str
    text: str


class Done(msgspec.Struct, frozen=True):
    """How the commands of a block ended, and what they wrote."""

    code: int
    out: str
    err: str


def blocks_of(page: str) -> list[Block]:
    """Return the fenced blocks of a page's text."""
    return [
        Block(found["language"], found["title"] or "", found["text"])
        for found in FENCE.finditer(page)
    ]


def follow(name: str, folder: Path, modules: str = "") -> list[Done]:
    """Do in a folder what a tutorial says; return how each block of commands ended.

    `modules`: folders where Python looks first. Raise `AssertionError` with what was written for a
    block that fails, or that leaves a traceback.
    """
    done: list[Done] = []
    variables = ""
    for block in blocks_of((PAGES / name).read_text()):
        if block.title:
            path = folder / block.title
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text)
        elif block.language == "sh":
            done.append(_run(variables + block.text, folder, modules))
            variables += "".join(ASSIGNMENT.findall(block.text))
    return done


def _run(text: str, folder: Path, modules: str) -> Done:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    ran = subprocess.run(
        ["bash", "-eu", "-c", text],
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONPATH": modules},
        capture_output=True,
        text=True,
        check=False,
        timeout=500,
    )
    allowed = (0, 1) if MAY_FIND.search(text) else (0,)
    assert ran.returncode in allowed, f"{text}\n{ran.stdout}\n{ran.stderr}"
    assert "Traceback" not in ran.stderr, ran.stderr
    return Done(ran.returncode, ran.stdout, ran.stderr)
