"""A campaign in PostgreSQL is the one of a folder, and all commands take its address."""

import json
from pathlib import Path

import pytest
from helpers import wordplay
from sqlalchemy import make_url

from aberration.campaign import tables
from aberration.campaign.campaign import resume, run_campaign
from aberration.campaign.configuration import FuzzConfiguration, MethodSettings, override
from aberration.campaign.events import Event
from aberration.campaign.places import store_at
from aberration.campaign.store import Store
from aberration.cli.main import main
from aberration.core.errors import BadInput

# Times, and what a compiler says as it dies, are others each time.
_OF_CALLS = {"checks", "beside", "sessions", "minute_tallies", "workers"}
_OTHERS = {"seconds", "busy", "at", "executors", "evidence", "restarts"}


@pytest.fixture
def configuration(plugin: Path, tmp_path: Path) -> FuzzConfiguration:
    words = " ".join((*wordplay.HARMLESS[:8], *wordplay.TRIGGERS[:3]))
    return FuzzConfiguration(
        methods=("wordplay",),
        targets=("words",),
        seeds=(str(plugin),),
        donors=(str(plugin),),
        tests=6,
        jobs=1,
        confirmations=1,
        output=str(tmp_path / "out"),
        method={"wordplay": MethodSettings(variants=3, options={"words": words})},
    )


def quiet(_: Event) -> None:
    """Listen to nothing."""


def _with_password(url: str) -> str:
    # The server takes whoever comes, but we do not know that.
    return make_url(url).set(password="hunter2").render_as_string(hide_password=False)


def _content(store: Store) -> dict[str, list[dict[str, object]]]:
    names = [
        table
        for table in tables.METADATA.sorted_tables
        if "campaign" in table.c and table.name not in _OF_CALLS
    ]
    return {
        table.name: [
            {key: value for key, value in row.items() if key not in _OTHERS}
            for row in store.rows(table)
        ]
        for table in names
    }


def test_the_same_campaign_in_a_folder_and_in_postgresql(
    configuration: FuzzConfiguration, postgresql: str, tmp_path: Path
) -> None:
    place = f"{_with_password(postgresql)}#night.1"
    moved = {"store": place, "output": str(tmp_path / "out-2")}
    summaries = [run_campaign(override(configuration, change), quiet) for change in ({}, moved)]
    assert [summary.tests for summary in summaries] == [6, 6]
    assert summaries[0].findings
    with pytest.raises(BadInput, match="place without a campaign") as refused:
        run_campaign(override(configuration, moved), quiet)
    assert "hunter2" not in str(refused.value)
    stores = [store_at(configuration.output), store_at(place)]
    assert stores[0].findings() == stores[1].findings()
    assert _content(stores[0]) == _content(stores[1])
    assert "hunter2" not in str(stores[1].header())
    for store in stores:
        store.close()


def test_each_command_takes_an_address(
    configuration: FuzzConfiguration,
    postgresql: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    place = f"{_with_password(postgresql)}#night"
    run_campaign(override(configuration, {"store": place, "tests": 4}), quiet)
    summary = resume(place, quiet, {"tests": 6})
    assert summary.tests == 6
    assert main(["findings", place, "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["findings"]
    assert {line["id"] for line in listed} >= {line.id for line in summary.findings}
    first = summary.findings[0].id
    assert main(["show", place, first]) == 0
    assert "wordplay, test" in capsys.readouterr().out
    assert main(["dedup", place]) == 0
    assert "not reduced yet" in capsys.readouterr().out
    assert main(["report", place]) == 0
    assert (tmp_path / "out" / "report" / "index.html").is_file()
    assert main(["show", place, "nothing"]) == 2
    assert main(["findings", f"{place}-2"]) == 2
    said = capsys.readouterr()
    assert "none was begun" in said.err
    assert "hunter2" not in said.out + said.err
    assert ":***@" in said.err
