"""`aberration targets`: the list of targets."""

from aberration.cli.console import say, say_json, table
from aberration.cli.options import AsJson, Patterns, split
from aberration.core.target import Target
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, select
from aberration.targets.told_versions import with_versions


def targets(patterns: Patterns = None, as_json: AsJson = False) -> None:
    """List all targets; where one cannot run here, the reason."""
    chosen = select(discover(), split(patterns)) if patterns else discover()
    with TargetPool() as pool:
        found = with_versions(chosen, pool)
    if as_json:
        say_json({"targets": [target_row(target) for target in found]})
        return
    rows = []
    for target in found:
        state = target.version if target.available else f"unavailable: {target.reason}"
        rows.append((target.id, target.kind, ",".join(target.languages), state))
    for line in table(rows):
        say(line)


def target_row(target: Target) -> dict[str, object]:
    """Return what scripts read of a target."""
    return {
        "id": target.id,
        "kind": target.kind,
        "languages": list(target.languages),
        "version": target.version,
        "available": target.available,
        "reason": target.reason,
        "install": target.install,
        "groups": list(target.groups),
        "family": target.family,
    }
