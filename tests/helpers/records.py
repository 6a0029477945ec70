"""Records of runs as executors would make them, for tests of what takes them in."""

from helpers.toy import add, toy_case

from aberration.campaign.confirm import finding_id
from aberration.campaign.records import (
    Defect,
    FlakySeed,
    FoundRecord,
    HealthLine,
    OutcomeLine,
    RunRecord,
    TestRecord,
)
from aberration.core.comparison import Difference
from aberration.core.finding import Finding
from aberration.core.oracle import Verdict
from aberration.core.outcome import Text


def finding(test: int, target: str = "tcc", kind: str = "wrong") -> Finding:
    """Return a finding of a toy case."""
    verdict = (
        Verdict("wrong", "wrong text", "3 of 9 differ", Difference(9, 3, 3, 1.0))
        if kind == "wrong"
        else Verdict("crash", "no boom", "crash (no boom)")
    )
    case = toy_case(add("a"), add(f"w{test}"))
    return Finding(
        finding_id(test, target), test, target, "tcc 0.9", verdict, case, "reliable", 3, 3
    )


def run_record(run: int, tests: int = 2, findings: int = 0, defect: bool = False) -> RunRecord:
    """Return the record of a run of `tests` tests, some with a finding."""
    first = run * 10
    outcomes = (
        OutcomeLine("tcc", "text", "abc", "pass"),
        OutcomeLine("gcc", "rejected", "no", "none"),
    )
    return RunRecord(
        run=run,
        method="toy",
        run_seed=1000 + run,
        seconds=1.5,
        busy=1.0,
        tests=tuple(
            TestRecord(first + k, "toy", k, "done", "seed", "", outcomes, kinds=("Add", f"Kind{k}"))
            for k in range(tests)
        ),
        found=tuple(
            FoundRecord(finding(first + k), {"reference": Text(b"a"), "variant": Text(b"b")})
            for k in range(findings)
        ),
        defects=(Defect(first, "our own fault", toy_case(add("a"))),) if defect else (),
        unsteady=(FlakySeed("seed", "0" * 16, "gcc", "it cannot be run"),),
        health=(HealthLine("tcc", runs=2 * tests, crashes=1, busy=1.0, version="tcc 0.9"),),
        stage="c program",
        features=("for", "return"),
        worker=f"executor {1 + run % 2}",
    )
