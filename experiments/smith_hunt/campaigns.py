"""Run one lane with one seed, and write down what came of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from aberration.campaign import tables
from aberration.campaign.campaign import run_campaign
from aberration.campaign.configuration import FuzzConfiguration, MethodSettings
from aberration.campaign.events import Event
from aberration.campaign.session import Call
from aberration.campaign.store import Store
from aberration.campaign.summary import Summary
from aberration.campaign.triage import reasons
from aberration.methods.smith.method import NAME, VERSION

from .lanes import Lane
from .ledger import Found, Record

PROGRAMS_OF_A_RUN = 4
LOOKS = 1
"""New workers that must show a violation again; those who reduce a finding look more often."""


def configuration_of(lane: Lane, seed: int, tests: int, output: Path) -> FuzzConfiguration:
    """Return the campaign of a lane: all targets get all programs."""
    settings = MethodSettings(
        variants=PROGRAMS_OF_A_RUN,
        targets=0,
        bundled=0,
        options={"preset": lane.preset},
        languages=lane.languages,
    )
    return FuzzConfiguration(
        methods=(NAME,),
        targets=lane.targets,
        tests=tests,
        rng_seed=seed,
        jobs=1,
        confirmations=LOOKS,
        output=str(output),
        method={NAME: settings},
    )


def run_lane(
    lane: Lane,
    seed: int,
    tests: int,
    output: Path,
    on_event: Callable[[Event], None],
    stop: Callable[[], bool],
) -> Record:
    """Run a new campaign in the folder `output`; nothing is reduced."""
    configuration = configuration_of(lane, seed, tests, output)
    summary = run_campaign(configuration, on_event, Call(time.monotonic(), stop=stop))
    return record_of(lane, seed, summary, output)


def record_of(lane: Lane, seed: int, summary: Summary, output: Path) -> Record:
    """Return what is kept of a campaign."""
    store = Store.in_folder(output)
    try:
        verdicts: dict[str, dict[str, int]] = {name: {} for name in lane.targets}
        for row in store.rows(tables.OUTCOMES):
            kinds = verdicts[str(row["target"])]
            kinds[str(row["verdict"])] = kinds.get(str(row["verdict"]), 0) + 1
        findings = store.findings()
    finally:
        store.close()
    return Record(
        lane=lane.name,
        seed=seed,
        preset=lane.preset,
        smith=VERSION,
        targets={name: summary.targets[name].version for name in lane.targets},
        tests=summary.tests,
        seconds=summary.seconds,
        statuses=summary.statuses,
        verdicts=verdicts,
        put_away=summary.put_away,
        findings=tuple(
            Found(
                found.id,
                found.test,
                found.target,
                found.verdict.kind,
                found.verdict.signature,
                reasons.name_of(found.reason, reasons.FINDINGS)
                if found.state == "set-aside"
                else "",
            )
            for found in findings
        ),
    )
