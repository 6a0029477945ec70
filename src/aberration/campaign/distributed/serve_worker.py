"""A worker of a local cluster: `python -m aberration.campaign.distributed.serve_worker PARENT_PID
URL FOLDER BESIDE`. It ends when its parent does.

BESIDE are the workers that other processes of this machine have.
"""

import sys
from pathlib import Path

from aberration.campaign.distributed.worker import Workers, run_workers
from aberration.core.process import die_with


def main() -> None:
    """Work until there is an end."""
    parent, url, folder, beside = sys.argv[1:5]
    die_with(int(parent))
    workers = Workers(url, Path(folder), beside=int(beside))
    run_workers(workers, lambda line: print(line, file=sys.stderr, flush=True))


if __name__ == "__main__":
    main()
