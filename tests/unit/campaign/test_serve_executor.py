"""What the processes of a campaign load before they know of any program: each pays for it."""

import json
import subprocess
import sys

import pytest

LOADED = """
import importlib, json, sys
importlib.import_module(sys.argv[1])
print(json.dumps(sorted(sys.modules)))
"""
NOT_NEEDED = {
    "aberration.campaign.seeds",
    "alembic",
    "distributed",
    "fastapi",
    "jinja2",
    "sqlalchemy",
}


def loaded_with(module: str) -> set[str]:
    """Return the modules that a new process loads with a module of campaigns."""
    command = [sys.executable, "-c", LOADED, f"aberration.campaign.{module}"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(json.loads(ran.stdout))


def test_an_executor_loads_no_shading_language() -> None:
    assert {"aberration.languages.shading"} & loaded_with("serve_executor") == set()


@pytest.mark.parametrize("module", ["serve_executor", "serve_crew"])
def test_neither_reads_seeds_or_stores(module: str) -> None:
    assert NOT_NEEDED & loaded_with(module) == set()
