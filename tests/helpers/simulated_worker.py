"""A worker that offers one target and runs nothing: `python -m helpers.simulated_worker URL FOLDER
AUTHORITY CERTIFICATE KEY`.
"""

import sys
from pathlib import Path

from aberration.campaign.distributed.messages import Ask, Offer
from aberration.campaign.distributed.offering import package_digest
from aberration.campaign.distributed.security import Certificates, security_of
from aberration.campaign.distributed.station import Station
from aberration.campaign.distributed.worker import Workers, run_workers
from aberration.core.target import Target


class SimulatedStation(Station):
    """Offers a target that is not there."""

    def offer(self, ask: Ask) -> Offer:
        """Offer it under the name that is asked for."""
        targets = tuple(Target(name, "executes", ("c",), version="1") for name in ask.patterns)
        return Offer(self.name, package_digest(), {}, targets, dict.fromkeys(ask.patterns, 0))


def main() -> None:
    """Work until SIGTERM."""
    url, folder, *files = sys.argv[1:]
    security = security_of(Certificates(*files), encrypted=bool(files))
    run_workers(
        Workers(url, Path(folder), security=security),
        lambda line: print(line, file=sys.stderr, flush=True),
        lambda name, place: SimulatedStation(name, place, 1),
    )


if __name__ == "__main__":
    main()
