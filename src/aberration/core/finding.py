"""A finding: what a target did wrong, confirmed, with all that is needed to see it again."""

from typing import Final, Literal

import msgspec

from aberration.core.oracle import Verdict
from aberration.core.recipe import TestCase

Reliability = Literal["reliable", "flaky", "once", "needs-history"]
CulpritKind = Literal["", "flag", "pass", "counter", "knob"]
State = Literal["waiting", "new", "reduced", "set-aside"]
IMPORTED: Final = -1
"""The number of the test of a finding that came from elsewhere: no test of this campaign made it.
"""


class Culprit(msgspec.Struct, frozen=True):
    """What in a compiler is to blame, as far as options of that compiler show.

    `levels` at which it goes wrong; the one `flag`, `pass` or debug `counter` without which it does
    not, by `name`; of a driver, the `knob` (a variable of its environment) with which it does not.
    `passes`: the shortest list of passes that goes wrong, the culprit in it. The installed
    `versions` of its family, oldest first, with whether each is right; the `first_bad` of them and
    the `last_bad`, behind which the bug is mended where there are more. Of a crash: the signatures
    `shown` by versions that die of the same case.
    """

    levels: tuple[str, ...] = ()
    kind: CulpritKind = ""
    name: str = ""
    first_bad: str = ""
    versions: tuple[tuple[str, bool], ...] = ()
    passes: tuple[str, ...] = ()
    shown: tuple[tuple[str, str], ...] = ()
    last_bad: str = ""

    def with_versions(self, versions: tuple[tuple[str, bool], ...]) -> "Culprit":
        """Return the culprit with these versions, and which of them is the first and which the
        last that is wrong.
        """
        bad = [name for name, right in versions if not right] or [""]
        return msgspec.structs.replace(self, versions=versions, first_bad=bad[0], last_bad=bad[-1])

    @property
    def key(self) -> str:
        """Return what findings of one bug have in common; nothing where nothing was found. A pass
        is itself with whatever argument: `loop-fusion=5` and `loop-fusion=100` are one.
        """
        name = self.name.partition("=")[0] if self.kind == "pass" else self.name
        return f"{self.kind} {name}" if name else ""


class Finding(msgspec.Struct, frozen=True):
    """One violation by one target. `observed` of `tries` runs in fresh workers showed it again;
    where that is not each time, it is looked for `looks` times before a case is said not to show
    it.

    State. `waiting`: seen in passing and not confirmed yet; where it came `behind` the finding of
    that id, it may be the same bug. `new`: confirmed; where its reduction was broken off,
    `reduced` is the smallest case that was confirmed, and `partial` the smallest that was not.
    `reduced`: it has no step more than it needs; `culprit_due` where there was no time to find what
    is to blame, `program_done` where its program was made small as well. `set-aside`: no bug
    report, `reason` says what explained it. `reduction_tries` runs dropped steps.

    Of a driver that was accused behind a translator, `chain` is the target that showed it: its case
    has no steps.
    """

    id: str
    test: int
    target: str
    target_version: str
    verdict: Verdict
    case: TestCase
    reliability: Reliability
    observed: int
    tries: int
    state: State = "new"
    reason: str = ""
    reduced: TestCase | None = None
    neighbour: TestCase | None = None
    culprit: Culprit | None = None
    reduction_tries: int = 0
    partial: TestCase | None = None
    culprit_due: bool = False
    program_done: bool = False
    behind: str = ""
    looks: int = 1
    chain: str = ""


def reliability_of(observed: int, tries: int) -> Reliability:
    """Return the class of a finding seen `observed` times in `tries` fresh runs."""
    if observed == tries:
        return "reliable"
    return "flaky" if observed > 0 else "needs-history"
