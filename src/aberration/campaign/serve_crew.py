"""A process that works on findings: `python -m aberration.campaign.serve_crew PARENT_PID`.

Reads pieces of work and answers each, with the smaller cases on the way. It ends when its parent
does.
"""

import sys

from aberration.campaign.crew import Answer, Piece, do
from aberration.campaign.served import serve_parent
from aberration.core.wire import read_frame, write_frame
from aberration.methods.registry import method_named
from aberration.targets.elsewhere import EXIT_UNREACHABLE, Unreachable


def main() -> None:
    """Work until there is no more."""
    requests, answers = serve_parent()
    try:
        while (piece := read_frame(requests, Piece)) is not None:
            method = method_named(piece.finding.case.recipe.method)
            judged = do(piece, method, lambda case: write_frame(answers, Answer(kept=case)))
            write_frame(answers, Answer(judged=judged, done=True))
    except Unreachable:
        sys.exit(EXIT_UNREACHABLE)


if __name__ == "__main__":
    main()
