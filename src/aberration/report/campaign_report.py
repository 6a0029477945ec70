"""The report of a whole campaign, from its folder: the bugs' folders, and the page over them."""

from pathlib import Path

from aberration.campaign.store import Store
from aberration.campaign.summary import Summary, summarise
from aberration.campaign.triage.pipeline import bugs_of, targets_of, unreduced_of
from aberration.campaign.triage.reasons import reason
from aberration.methods.registry import method_named
from aberration.report.bundle import BugReport, write_bundle
from aberration.report.page import BUGS, Overview, write_page


def write_campaign_report(folder: Path, out: Path) -> Path:
    """Write the report of the campaign in `folder` to `out`, and return the path of its page."""
    store = Store.in_folder(folder)
    try:
        summary = summarise(store, folder)
        return write_page(_overview(summary), _bundles(store, out / BUGS), out)
    finally:
        store.close()


def _bundles(store: Store, directory: Path) -> list[BugReport]:
    reports = []
    targets = targets_of(store)
    for bug in (*bugs_of(store, targets, method_named), *unreduced_of(store, targets)):
        finding = store.finding(bug.findings[0])
        method = method_named(finding.case.recipe.method)
        reports.append(write_bundle(bug, finding, store.evidence(finding.id), method, directory))
    return reports


def _overview(summary: Summary) -> Overview:
    return Overview(
        tests=summary.tests,
        seconds=summary.seconds,
        tests_per_second=summary.tests_per_second,
        target_time_share=summary.target_time_share,
        rng_seed=summary.rng_seed,
        config_digest=summary.config_digest,
        targets={name: line.outcomes for name, line in summary.targets.items() if line.runs},
        versions={name: line.version for name, line in summary.targets.items()},
        notes=_notes(summary),
    )


def _notes(summary: Summary) -> tuple[str, ...]:
    """Return what is no bug report and must not be hidden: findings, seeds, and defects of our
    own.
    """
    seeds: dict[str, list[str]] = {}
    for line in summary.unsteady:
        seeds.setdefault(line.target, []).append(f"{line.seed} ({line.reason})")
    flaky = [
        f"seeds on {target or 'all targets'}: {', '.join(names)}"
        for target, names in sorted(seeds.items())
    ]
    findings = [
        f"finding {line.id} ({line.target}, {line.kind}): {line.reason}"
        for line in summary.set_aside
    ]
    defects = [f"a defect of aberration, please report it: {text}" for text in summary.defects]
    counted = [
        f"{name}: {number} ({reason(name).means})" for name, number in summary.put_away.items()
    ]
    waiting = (
        [f"{summary.waiting} violations were seen in passing and are not confirmed yet"]
        if summary.waiting
        else []
    )
    return (*counted, *findings, *waiting, *flaky, *defects)
