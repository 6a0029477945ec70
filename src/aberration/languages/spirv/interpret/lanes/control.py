"""Writes what ends blocks: edges with the masks of the lanes that take them, returns, kills."""

from __future__ import annotations

from aberration.languages.spirv import opcodes as op
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.interpret.blocks import phis_of
from aberration.languages.spirv.interpret.undefined import refuse

from .writer import WRITERS, Writer

Move = tuple[str, str, str, bool, int]
"""A phi's leaf, what it becomes, its type, whether other lanes must be spared, the phi if it is traced."""


def _moves(w: Writer, source: Block, target: Block) -> list[Move]:
    """Return what an edge assigns."""
    found: list[Move] = []
    number = w.chains.number_of[target.id]
    spared = w.flow.edges[w.number, number]
    for result_id, sources in phis_of(target):
        if w.module.pointee(w.module.type_of(result_id)):
            raise refuse("a phi of pointers, in many lanes", w.module.definition(result_id))
        cells = w.cells(sources[source.id])
        spare = spared >> w.numbers[result_id, -1] & 1 == 1
        if w.is_flat(result_id):
            rows = zip(w.names(result_id), cells, w.letters(result_id), strict=True)
            traced = result_id if result_id in w.unit.traced else 0
            found.extend((name, cell, letter, spare, traced) for name, cell, letter in rows if name != cell)
        else:
            found.append((f"v{result_id}", f"[{', '.join(cells)}]", w.letters(result_id) + "*", spare, 0))
    return found


def _assign(w: Writer, moves: list[Move], mask: str, count: str) -> None:
    """Assign the phis of an edge, all at once."""
    for _, cell, _, _, traced in moves:
        if traced:
            w.note(traced, mask, cell)
    wide = "we"
    if any(spare for _, _, _, spare, _ in moves):
        if mask == "m":
            wide = w.need_wide("n == live")
        else:
            w.put(f"we = None if {count} == live else widen({mask})")
    left, right = [], []
    for name, cell, letters, spare, _ in moves:
        left.append(name)
        if not spare:
            right.append(cell)
            continue
        w.unset.append(name)
        if letters.endswith("*"):
            blended = f"blend_all({letters[:-1]!r}, {wide}, {mask}, {cell}, {name})"
        else:
            blended = w.blended(letters, wide, mask, cell, name)
        right.append(f"{cell} if {wide} is None else {blended}")
    if len(left) == 1:
        w.put(f"{left[0]} = {right[0]}")
    elif left:
        w.put(f"{', '.join(left)} = {', '.join(f'({cell})' for cell in right)}")


def _arrive(w: Writer, target: Block, mask: str, count: str) -> None:
    """Let lanes wait at a block."""
    number = w.chains.number_of[target.id]
    bit = 1 << number
    new = f"m{number} = {mask}; n{number} = {count}; todo |= {bit}"
    if w.chains.entering[target.id] == 1 and not w.flow.repeats(w.number):
        w.put(new)
        return
    w.put_under(f"if todo & {bit}:", f"m{number} = m{number} | {mask}; n{number} += {count}")
    w.put_under("else:", new)


def _go(w: Writer, target_id: int, moves: list[Move], mask: str, count: str) -> None:
    target = w.module.block(target_id)
    if target is None:
        raise refuse(f"a branch to %{target_id}")
    _assign(w, moves, mask, count)
    _arrive(w, target, mask, count)


def _edges(w: Writer, block: Block, target_ids: list[int]) -> list[list[Move]]:
    """Return the moves of several edges; what an earlier one overwrites is kept for the later ones."""
    edges: list[list[Move]] = []
    overwritten: set[str] = set()
    for target_id in target_ids:
        target = w.module.block(target_id)
        moves = [] if target is None else _moves(w, block, target)
        edges.append([_kept(w, move, overwritten) for move in moves])
        overwritten.update(move[0] for move in moves)
    return edges


def _kept(w: Writer, move: Move, overwritten: set[str]) -> Move:
    name, cell, letter, spare, traced = move
    if not overwritten or not any(other.split("[")[0] in cell for other in overwritten):
        return move
    w.put(f"q{name} = {cell}")
    return name, f"q{name}", letter, spare, traced


def _branch(w: Writer, found: Instruction) -> None:
    block = _block(found)
    target = w.module.block(found.ops[0])
    _go(w, found.ops[0], [] if target is None else _moves(w, block, target), "m", "n")


def _conditional(w: Writer, found: Instruction) -> None:
    condition, yes, no = found.ops[:3]
    if yes == no:
        _go(w, yes, _edges(w, _block(found), [yes])[0], "m", "n")
        return
    w.put(f"c = {w.cells(condition)[0]}")
    moves = _edges(w, _block(found), [yes, no])
    w.put_under("if c.ndim:", "mt = m & c; nt = count(mt); nf = n - nt", "if nf: mf = m ^ mt")
    w.put_under("elif c:", "mt = m; nt = n; nf = 0")
    w.put_under("else:", "mf = m; nt = 0; nf = n")
    for target_id, edge, mask, count in ((yes, moves[0], "mt", "nt"), (no, moves[1], "mf", "nf")):
        w.put(f"if {count}:")
        w.indent += 1
        _go(w, target_id, edge, mask, count)
        w.indent -= 1


def _switch(w: Writer, found: Instruction) -> None:
    selector, default = found.ops[:2]
    letter = w.letters(selector)
    if w.module.selector_words(found) != 1:
        raise refuse("a switch on a wide number, in many lanes", found)
    cases: dict[int, list[str]] = {}
    seen: set[int] = set()
    for value, target_id in zip(found.ops[2::2], found.ops[3::2], strict=True):
        if value not in seen and target_id != default:
            cases.setdefault(target_id, []).append(f"(c == {w.unit.literal(letter, value)})")
        seen.add(value)
    moves = _edges(w, _block(found), [*cases, default])
    w.put(f"c = {w.cells(selector)[0]}; mf = m; nf = n")
    for (target_id, tests), edge in zip(cases.items(), moves, strict=False):
        w.put("if nf:")
        w.indent += 1
        w.put(f"mt, nt = part(mf, nf, {' | '.join(tests)})")
        w.put("if nt:")
        w.indent += 1
        w.put("nf -= nt")
        w.put("if nf: mf = mf ^ mt")
        _go(w, target_id, edge, "mt", "nt")
        w.indent -= 2
    w.put("if nf:")
    w.indent += 1
    _go(w, default, moves[-1], "mf", "nf")
    w.indent -= 1


def _return(w: Writer, found: Instruction) -> None:
    cells: list[str] = []
    letters = ""
    if found.op == op.OpReturnValue:
        flat = w.is_flat(found.ops[0])
        cells = w.cells(found.ops[0]) if flat else [f"[{', '.join(w.cells(found.ops[0]))}]"]
        letters = w.letters(found.ops[0])
    names = [f"r{k}" for k in range(len(cells))]
    w.put("live -= n")
    w.put_under("if mr is None:", "mr = m; nr = n", *(f"{x} = {y}" for x, y in zip(names, cells, strict=True)))
    w.put("else:")
    w.indent += 1
    if cells:
        w.put("w = widen(m)" if "w" not in w.wide else "w = widen(m) if w is None else w")
    if found.op == op.OpReturnValue and not w.is_flat(found.ops[0]):
        w.put(f"r0 = blend_all({letters!r}, w, m, {cells[0]}, r0)")
    else:
        for name, cell, letter in zip(names, cells, letters, strict=True):
            w.put(f"{name} = {w.blended(letter, 'w', 'm', cell, name)}")
    w.put("mr = mr | m; nr += n")
    w.indent -= 1


def _kill(w: Writer, found: Instruction) -> None:
    w.put("live -= n; whole -= n; S.total -= n")


def _unreachable(w: Writer, found: Instruction) -> None:
    w.leave_always()


def _block(found: Instruction) -> Block:
    if found.block is None:
        raise refuse("a branch outside of blocks", found)
    return found.block


WRITERS.update(
    {
        op.OpBranch: _branch,
        op.OpBranchConditional: _conditional,
        op.OpSwitch: _switch,
        op.OpReturn: _return,
        op.OpReturnValue: _return,
        op.OpKill: _kill,
        op.OpTerminateInvocation: _kill,
        op.OpUnreachable: _unreachable,
    }
)
