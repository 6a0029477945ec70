"""The report of a whole campaign, from its folder: the bugs' folders, and the page over them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from aberration.campaign import tables
from aberration.campaign.store import Store
from aberration.campaign.summary import Summary, summarise
from aberration.campaign.triage.pipeline import bugs_of, targets_of, unreduced_of
from aberration.campaign.triage.reasons import reason
from aberration.core.finding import IMPORTED
from aberration.core.target import Target
from aberration.methods.registry import method_named
from aberration.report.bundle import BugReport, write_bundle
from aberration.report.page import BUGS, Aside, Overview, write_page


def write_campaign_report(store: Store, folder: Path, out: Path) -> Path:
    """Write the report of the campaign that works in `folder` to `out`, and return the path of
    its page.
    """
    overview = _overview(summarise(store, folder), store)
    return write_page(overview, _bundles(store, targets_of(store), out / BUGS), out)


def _bundles(store: Store, targets: Mapping[str, Target], directory: Path) -> list[BugReport]:
    reports = []
    for bug in (*bugs_of(store, targets, method_named), *unreduced_of(store, targets)):
        finding = store.finding(bug.findings[0])
        method = method_named(finding.case.recipe.method)
        outcomes, target = store.evidence(finding.id), targets.get(finding.target)
        reports.append(write_bundle(bug, finding, outcomes, method, directory, target))
    return reports


def _overview(summary: Summary, store: Store) -> Overview:
    found = [
        one for one in store.list_findings() if one.test != IMPORTED and one.state != "set-aside"
    ]
    statuses = summary.statuses
    return Overview(
        tests=summary.tests,
        seconds=summary.seconds,
        tests_per_second=summary.tests_per_second,
        target_time_share=summary.target_time_share,
        rng_seed=summary.rng_seed,
        config_digest=summary.config_digest,
        targets={name: line.outcomes for name, line in summary.targets.items() if line.runs},
        versions={name: line.version for name, line in summary.targets.items()},
        asides=_asides(summary),
        verdicts=_verdicts(store),
        methods=_methods(summary, store),
        found=tuple(sorted(one.test for one in found)),
        times=tuple(sorted(one.at for one in found if one.at is not None)),
        planned=sum(statuses.values()),
    )


def _verdicts(store: Store) -> dict[str, dict[str, int]]:
    """Return the verdicts of each target, counted by kind."""
    counted = store.counts_of_pairs(tables.OUTCOMES, "target", "verdict")
    return {
        name: {verdict or "none": count for verdict, count in of.items()}
        for name, of in sorted(counted.items())
    }


def _methods(summary: Summary, store: Store) -> dict[str, tuple[int, int]]:
    """Return tests and findings of each method."""
    found: dict[str, int] = {}
    for line in summary.findings:
        found[line.method] = found.get(line.method, 0) + 1
    tests = store.counts(tables.TESTS, "method")
    return {name: (tests.get(name, 0), found.get(name, 0)) for name in sorted({*tests, *found})}


def _asides(summary: Summary) -> tuple[Aside, ...]:
    """Return what is no bug report and must not be hidden: findings, seeds, and defects of our
    own.
    """
    return (
        *_reasons(summary),
        *_findings(summary),
        *_waiting(summary),
        *_seeds(summary),
        *(Aside(f"a defect of aberration, please report it: {text}") for text in summary.defects),
    )


def _reasons(summary: Summary) -> tuple[Aside, ...]:
    lines = tuple(
        f"{name}: {number} ({reason(name).means})" for name, number in summary.put_away.items()
    )
    total = sum(summary.put_away.values())
    return (Aside(f"{total} counted by {len(lines)} reasons", lines),) if lines else ()


def _findings(summary: Summary) -> tuple[Aside, ...]:
    lines = tuple(
        f"finding {line.id} ({line.target}, {line.kind}): {line.reason}"
        for line in summary.set_aside
    )
    return (Aside(f"{len(lines)} findings that something explains", lines),) if lines else ()


def _waiting(summary: Summary) -> tuple[Aside, ...]:
    if not summary.waiting:
        return ()
    return (Aside(f"{summary.waiting} violations were seen and are not confirmed here yet"),)


def _seeds(summary: Summary) -> tuple[Aside, ...]:
    seeds: dict[str, list[str]] = {}
    for line in summary.unsteady:
        seeds.setdefault(line.target, []).append(f"{line.seed}: {line.reason}")
    return tuple(
        Aside(f"{len(lines)} seeds on {target or 'all targets'}", tuple(lines))
        for target, lines in sorted(seeds.items())
    )
