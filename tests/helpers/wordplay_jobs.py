"""Jobs for executors, of the plug-in in `wordplay.py`."""

from helpers import wordplay

from aberration.campaign.configuration import FuzzConfiguration, MethodSettings
from aberration.campaign.plan import MethodSlot, Setting
from aberration.campaign.records import ExecutorJob
from aberration.campaign.seeds import SeedPool


def job(*seeds: str, executors: int = 1) -> ExecutorJob:
    """Return a job whose runs make two tests each on a compiler without bugs."""
    settings = MethodSettings(variants=2, options={"words": "w1 w2"})
    configuration = FuzzConfiguration(
        methods=("wordplay",), targets=("good",), jobs=executors, method={"wordplay": settings}
    )
    programs = tuple(wordplay.program(name) for name in seeds or ("alpha",))
    slot = MethodSlot("wordplay", 1, 2, 0, 0, True, len(programs), 0, (("good",),), language="c")
    return ExecutorJob(
        configuration, Setting(0, (slot,)), SeedPool(programs), (wordplay.target("good"),)
    )
