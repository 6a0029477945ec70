"""The list of commands says what each says of itself; a command loads what it needs, no more."""

import inspect
import json
import subprocess
import sys

import pytest

from aberration.cli.app import COMMANDS, load_command
from aberration.cli.main import main

DATABASE = ("alembic", "sqlalchemy")
CLUSTER = ("distributed", "dask", "cryptography")
WEB = ("fastapi", "starlette", "uvicorn")
PAGES = ("jinja2", "pygments")
LOADED = """
import json, sys
from aberration.cli.app import load_command
if sys.argv[1]:
    load_command(sys.argv[1])
else:
    from aberration.cli.main import main
    sys.stdout, printed = sys.stderr, sys.stdout
    assert main(["--help"]) == 0
    sys.stdout = printed
print(json.dumps(sorted(sys.modules)))
"""


def loaded_by(command: str) -> set[str]:
    """Return the modules that a new process loads for a command, or, for "", to list them all."""
    ran = subprocess.run(
        [sys.executable, "-c", LOADED, command], capture_output=True, text=True, check=True
    )
    return set(json.loads(ran.stdout))


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_what_the_command_says_of_itself(name: str) -> None:
    first = (inspect.getdoc(load_command(name)) or "").split("\n\n")[0]
    assert " ".join(first.split()) == COMMANDS[name].summary


def test_two_dashes_hide_no_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--", "check", "--help"]) == 0
    assert "Example: aberration check" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "absent"),
    [
        ("", ("numpy", "aberration.campaign", "aberration.methods", "aberration.targets")),
        ("run", ("aberration.report.pages", "aberration.web")),
        ("check", ("aberration.report.pages", "aberration.web")),
        ("make", ("aberration.report.pages", "aberration.web")),
        ("replay", ("aberration.report.pages", "aberration.web")),
        ("targets", ("numpy", "aberration.campaign", "aberration.methods")),
        ("serve", ("numpy", "aberration.methods", "aberration.targets.pool")),
    ],
)
def test_a_command_loads_nothing_heavy_that_it_does_not_need(
    command: str, absent: tuple[str, ...]
) -> None:
    loaded = loaded_by(command)
    assert {*absent, *DATABASE, *CLUSTER, *WEB, *PAGES} & loaded == set()


@pytest.mark.parametrize("command", ["fuzz", "findings", "show"])
def test_a_campaign_loads_no_cluster_no_server_and_no_page_before_it_needs_them(
    command: str,
) -> None:
    assert {*CLUSTER, *WEB, *PAGES} & loaded_by(command) == set()
