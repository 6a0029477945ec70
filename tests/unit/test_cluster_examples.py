"""The examples for clusters are what they say: a unit that systemd takes, a container file without
a registry's host.
"""

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from typer.core import TyperGroup
from typer.main import get_command

from aberration.cli.app import app_with

EXAMPLES = Path(__file__).parents[2] / "examples" / "cluster"


def command_of(unit: Path) -> str:
    read = configparser.ConfigParser(interpolation=None, strict=False)
    read.read(unit)
    return read["Service"]["execstart"]


def test_the_unit_uses_options_that_there_are() -> None:
    words = command_of(EXAMPLES / "aberration-worker.service").split()
    group = get_command(app_with("worker"))
    assert isinstance(group, TyperGroup)
    known = {name for parameter in group.commands["worker"].params for name in parameter.opts}
    used = {word for word in words if word.startswith("--")}
    assert used == {"--folder", "--tls-ca", "--tls-cert", "--tls-key"}
    assert used <= known


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    text = (EXAMPLES / "aberration-worker.service").read_text()
    unit = tmp_path / "aberration-worker.service"
    unit.write_text(text.replace("network-online.target", "basic.target"))
    done = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )
    about_it = [line for line in done.stderr.splitlines() if unit.name in line]
    assert about_it == []


def test_the_container_file_begins_from_debian_by_name() -> None:
    lines = (EXAMPLES / "Containerfile").read_text().splitlines()
    bases = [line.split()[1] for line in lines if line.startswith("FROM ")]
    assert bases == ["debian:bookworm-slim"]
    instructions = {line.split()[0] for line in lines if re.match(r"[A-Z]+ ", line)}
    assert instructions == {"FROM", "RUN", "COPY", "USER", "ENTRYPOINT", "CMD"}
