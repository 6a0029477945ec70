"""The targets that a machine has for others: `python -m
aberration.campaign.distributed.serve_targets PARENT_PID`.

Reads an `Asked`, and answers each with a `Told`. It ends when its parent does.
"""

from typing import Final

from aberration.campaign.served import serve_parent
from aberration.core.wire import read_frame, write_frame
from aberration.targets.elsewhere import Asked, DistantWorkers
from aberration.targets.pool import TargetPool

LIMIT: Final = 32
"""Workers that are kept for others."""


def main() -> None:
    """Answer until there is no more."""
    requests, answers = serve_parent()
    with TargetPool() as pool:
        workers = DistantWorkers(lambda spec, traced: pool.new_worker(spec, traced=traced), LIMIT)
        try:
            while (asked := read_frame(requests, Asked)) is not None:
                write_frame(answers, workers.answer(asked))
        finally:
            workers.close()


if __name__ == "__main__":
    main()
