"""Dominator trees as nested number intervals that survive frequent edits.

The tree is found with the algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance
Algorithm"); its nodes then get pre- and post-numbers with wide gaps, so that splits and new leaves
only need a number between.
"""

from __future__ import annotations

from typing import Final

from .instruction import Block, ExitNode, Function, TreeNode

# Python's integers have no end: 32 bits between two neighbours take twenty splits and more at one
# place, each of which leaves a half or a third of the room, before the tree has to be numbered
# anew.
GAP: Final = 1 << 32


def post_order(successors: list[list[int]], root: int) -> list[int]:
    """Return the nodes reachable from `root` in depth-first post-order."""
    seen = [False] * len(successors)
    seen[root] = True
    order: list[int] = []
    stack = [root]
    places = [0]
    while stack:
        node = stack[-1]
        place = places[-1]
        following = successors[node]
        if place == len(following):
            order.append(node)
            stack.pop()
            places.pop()
            continue
        places[-1] = place + 1
        child = following[place]
        if not seen[child]:
            seen[child] = True
            stack.append(child)
            places.append(0)
    return order


def immediate_dominators(successors: list[list[int]], root: int) -> list[int]:
    """Return the immediate dominator by node; -1 for the root and for unreachable nodes."""
    order = post_order(successors, root)
    number = [-1] * len(successors)
    for i, node in enumerate(order):
        number[node] = i
    predecessors: list[list[int]] = [[] for _ in order]
    for i, node in enumerate(order):
        for following in successors[node]:
            predecessors[number[following]].append(i)
    # In post-order the root comes last and a dominator has a higher number than what it dominates:
    # that lets `_common_dominator` walk up from whichever number is lower.
    top = len(order) - 1
    idom = [-1] * len(order)
    idom[top] = top
    # Two rounds at most in a reducible graph, as that of structured control flow is.
    while _improve(idom, predecessors, top):
        pass
    result = [-1] * len(successors)
    for i in range(top):
        result[order[i]] = order[idom[i]]
    return result


def _improve(idom: list[int], predecessors: list[list[int]], top: int) -> bool:
    """Make one round in reverse post-order; say whether another one may change more.

    None does if, by the tree so far, each edge backwards leads to a node that dominates its source.
    """
    backwards: list[tuple[int, int]] = []
    changed = False
    for i in range(top - 1, -1, -1):
        best = -1
        for p in predecessors[i]:
            # In this order only an edge backwards (a loop's, or one to itself) comes from a lower
            # number.
            if p <= i:
                backwards.append((p, i))
            # A predecessor that the first round has not reached yet may be anything: left out.
            if idom[p] != -1:
                best = p if best == -1 or best == p else _common_dominator(idom, p, best)
        if idom[i] != best:
            idom[i] = best
            changed = True
    # What a round has computed can only be wrong by what it could not know, the edges backwards.
    return changed and any(_common_dominator(idom, p, i) != i for p, i in backwards)


def _common_dominator(idom: list[int], a: int, b: int) -> int:
    while a != b:
        while a < b:
            a = idom[a]
        while b < a:
            b = idom[b]
    return a


def intervals(idom: list[int], root: int) -> tuple[list[int], list[int], list[list[int]]]:
    """Return pre-numbers (-1: not in the tree), post-numbers and children by node."""
    children: list[list[int]] = [[] for _ in idom]
    for node, parent in enumerate(idom):
        if parent != -1:
            children[parent].append(node)
    pre = [-1] * len(idom)
    post = [-1] * len(idom)
    clock = GAP
    pre[root] = clock
    stack = [root]
    places = [0]
    while stack:
        node = stack[-1]
        place = places[-1]
        # The clock goes on at ends too, so that there is room between siblings, and behind the last
        # one.
        clock += GAP
        if place == len(children[node]):
            post[node] = clock
            stack.pop()
            places.pop()
            continue
        places[-1] = place + 1
        child = children[node][place]
        pre[child] = clock
        stack.append(child)
        places.append(0)
    return pre, post, children


def number_blocks(function: Function, successors: list[list[int]]) -> None:
    """Compute the dominator tree of a function into its blocks. `successors` are by layout
    index.
    """
    number_blocks_below(function, immediate_dominators(successors, 0))


def number_blocks_below(function: Function, idom: list[int]) -> None:
    """Enter a dominator tree that is known already into the blocks of a function; indexes are
    those of the layout.
    """
    pre, post, children = intervals(idom, 0)
    blocks = function.blocks
    function.dominators_valid = True
    for i, block in enumerate(blocks):
        block.pre = pre[i]
        block.post = post[i]
        block.idom = blocks[idom[i]] if idom[i] != -1 else None
        block.children = [blocks[child] for child in children[i]]


def number_exits(function: Function, successors: list[list[int]]) -> None:
    """Compute the post-dominator tree of a function below its one virtual exit node."""
    count = len(successors)
    backwards: list[list[int]] = [[] for _ in range(count + 1)]
    for node, following in enumerate(successors):
        # OpKill, OpUnreachable and returns all lead to the virtual exit; a loop without end reaches
        # none and stays out of the tree.
        if not following:
            backwards[count].append(node)
        for target in following:
            backwards[target].append(node)
    idom = immediate_dominators(backwards, count)
    pre, post, children = intervals(idom, count)
    nodes = [block.exit_node() for block in function.blocks]
    nodes.append(function.exits)
    for i, exits in enumerate(nodes):
        exits.pre = pre[i]
        exits.post = post[i]
        exits.idom = nodes[idom[i]] if idom[i] != -1 else None
        exits.children = [nodes[child] for child in children[i]]


# ---- patches; each returns false when the numbers between are used up


def patch_split(upper: Block, lower: Block) -> bool:
    """`lower` now holds the end of `upper`: it takes over the children."""
    if upper.pre == -1:
        lower.pre = lower.post = -1
        lower.idom = None
        return True
    children = upper.children
    if children:
        # Between `upper` and its children: what it dominated is dominated by the end of it now.
        pre = (upper.pre + children[0].pre) // 2
        post = (upper.post + children[-1].post + 1) // 2
        if not upper.pre < pre < children[0].pre or not children[-1].post < post < upper.post:
            return False
    else:
        third = (upper.post - upper.pre) // 3
        pre = upper.pre + third
        post = upper.post - third
        if not upper.pre < pre < post < upper.post:
            return False
    lower.pre, lower.post = pre, post
    lower.idom = upper
    lower.children = children
    for child in children:
        child.idom = lower
    upper.children = [lower]
    return True


def patch_split_exits(upper: ExitNode, lower: ExitNode) -> bool:
    """`lower` takes the place of `upper`, which is right below it then."""
    above = upper.idom
    if above is None:
        lower.leave_tree()
        return True
    children = upper.children
    third = (upper.post - upper.pre) // 3
    pre = (upper.pre + children[0].pre) // 2 if children else upper.pre + third
    post = (upper.post + children[-1].post + 1) // 2 if children else upper.post - third
    first, last = (children[0].pre, children[-1].post) if children else (post, pre)
    if not upper.pre < pre < first or not last < post < upper.post:
        return False
    # The other way round than in the dominator tree: the end of a block post-dominates its
    # beginning.
    above.children[above.children.index(upper)] = lower
    lower.pre, lower.post = upper.pre, upper.post
    lower.idom = above
    lower.children = [upper]
    upper.pre, upper.post = pre, post
    upper.idom = lower
    return True


def patch_join_exits(upper: ExitNode, lower: ExitNode) -> bool:
    """Undo a split: `upper` takes the place of `lower`, which leaves the tree."""
    above = lower.idom
    if above is None:
        return upper.pre == -1
    if lower.children != [upper]:
        return False
    above.children[above.children.index(lower)] = upper
    upper.pre, upper.post = lower.pre, lower.post
    upper.idom = above
    return True


def patch_leaf(parent: Block, leaf: Block) -> bool:
    """`leaf`, unreachable before, now has `parent` as its only reachable predecessor."""
    # Behind the last child, so that the children stay in the order of their numbers.
    low = parent.children[-1].post if parent.children else parent.pre
    third = (parent.post - low) // 3
    if third == 0:
        return False
    leaf.pre, leaf.post = low + third, parent.post - third
    leaf.idom = parent
    leaf.children = []
    parent.children.append(leaf)
    return True


def dominates(a: TreeNode, b: TreeNode) -> bool:
    """Compare intervals; both nodes reachable, the tree valid."""
    return a.pre <= b.pre and b.post <= a.post
