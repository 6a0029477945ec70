"""Which assignments have to spare the lanes that wait.

Always the lowest block that any lane is at runs, for the lanes that are there; the others wait at higher blocks with
the values they will need. An assignment to a variable needs no mask as long as no waiting lane can hold a value of it
that it still needs. Variables are bits of Python integers: as many operations as there are blocks, not variables.
"""

from __future__ import annotations

import heapq
from typing import Final

_NEVER: Final = 1 << 60


class Flow:
    """Blocks 0 .. n - 1 in the order of the dispatcher. `uses` are the variables a block reads before it assigns
    them, `assigns` those it assigns; `arrivals[h]` are assigned on every edge into block h (its phis), and
    `edge_uses[p, h]` are read on that edge.
    """

    def __init__(
        self,
        successors: list[list[int]],
        uses: list[int],
        assigns: list[int],
        arrivals: list[int],
        edge_uses: dict[tuple[int, int], int],
        parameters: int = 0,
    ) -> None:
        self.successors = successors
        self.assigns = assigns
        self.arrivals = arrivals
        self.live = self._liveness(uses, edge_uses)
        self.assigned = self._may_assign(parameters)
        self._laps = self._lap_bounds()
        self.body, self.edges = self._spared()

    def repeats(self, block: int) -> bool:
        """Say whether a block may run again, by a back edge."""
        return self._laps[block] != _NEVER

    def _liveness(self, uses: list[int], edge_uses: dict[tuple[int, int], int]) -> list[int]:
        """Return what is live where a block begins, its own phis not counted."""
        live = list(uses)
        changed = True
        while changed:
            changed = False
            for block in range(len(live) - 1, -1, -1):
                out = 0
                for target in self.successors[block]:
                    out |= live[target] & ~self.arrivals[target] | edge_uses.get((block, target), 0)
                found = uses[block] | out & ~self.assigns[block]
                if found != live[block]:
                    live[block] = found
                    changed = True
        return live

    def _may_assign(self, parameters: int) -> list[int]:
        """Return what may have been assigned where a block ends."""
        out = [parameters | assigned for assigned in self.assigns]
        changed = True
        while changed:
            changed = False
            for block, targets in enumerate(self.successors):
                for target in targets:
                    found = out[target] | out[block] | self.arrivals[target]
                    if found != out[target]:
                        out[target] = found
                        changed = True
        return out

    def _lap_bounds(self) -> list[int]:
        """Return, for each block, above which number lanes may wait while others come to the block by a back edge."""
        bounds = [_NEVER] * len(self.successors)
        for source, targets in enumerate(self.successors):
            for head in targets:
                if head <= source:
                    for block, top in self._summits(head).items():
                        bounds[block] = min(bounds[block], max(source, top))
        return bounds

    def _summits(self, head: int) -> dict[int, int]:
        """Return the least possible highest block on a path from `head`, for each block it reaches."""
        tops: dict[int, int] = {}
        waiting = [(head, head)]
        while waiting:
            top, block = heapq.heappop(waiting)
            if block in tops:
                continue
            tops[block] = top
            for target in self.successors[block]:
                if target not in tops:
                    heapq.heappush(waiting, (max(top, target), target))
        return tops

    def _spared(self) -> tuple[list[int], dict[tuple[int, int], int]]:
        """Return the variables that need a mask: in the body of each block, and on each edge."""
        held = [live | arrivals for live, arrivals in zip(self.live, self.arrivals, strict=True)]
        above = [0] * (len(held) + 1)
        for block in range(len(held) - 1, -1, -1):
            above[block] = above[block + 1] | held[block]
        body: list[int] = []
        edges: dict[tuple[int, int], int] = {}
        passed: list[tuple[int, int]] = []
        for block, targets in enumerate(self.successors):
            passed = [(target, values) for target, values in passed if target > block]
            spared = above[min(max(block, self._laps[block]) + 1, len(held))]
            for _, values in passed:
                spared |= values
            body.append(spared)
            for target in targets:
                others = [self.live[other] for other in targets if other != target and other > block]
                edges[block, target] = spared | _union(others)
            passed.extend((target, self._carried(block, target)) for target in targets if target > block)
        return body, edges

    def _carried(self, block: int, target: int) -> int:
        """Return what lanes that took an edge may still need."""
        return self.live[target] & self.assigned[block] | self.arrivals[target]


def _union(sets: list[int]) -> int:
    found = 0
    for one in sets:
        found |= one
    return found
