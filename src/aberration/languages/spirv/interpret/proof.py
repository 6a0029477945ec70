"""What a program gives on every implementation: its result, and for each number of it the interval
of legal results.

The program is executed as all implementations may: each number carries the interval of what
rounding, contraction, another order of evaluation and the tolerances of Vulkan's precision
requirements let it be. A pixel or word is compared where this says what it has to be; it is not
where its value is undefined, or a decision hung on rounding.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from aberration.core.limits import Limits, joined_limits
from aberration.core.outcome import Buffers, Image, join_images
from aberration.core.program import Program
from aberration.core.texels import SUBTEXEL_BITS
from aberration.core.tiles import Tile
from aberration.languages.native.compiler import Unsupported
from aberration.languages.spirv.enums import BuiltIn, StorageClass
from aberration.languages.spirv.given_constants import give_constants
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module

from .block_arrays import part_block_arrays
from .helpers import asks
from .native.picture import Picture
from .native.run import (
    GROUPING,
    KINDS,
    ORDER,
    ROUNDING,
    Native,
    blocks_reached_otherwise,
    ranges_of,
)
from .native.seen import seen_of
from .native.traps import trap_of
from .native.words import Dispatch, check_aliases, group_turns
from .pair import parse_stages, refuse_inputs
from .probes import Probe, Seen
from .scalar.trace import assembly_of
from .storage_images import make_images_buffers
from .subject import AGAIN, Subject
from .undefined import Refused, Trap

Answer = Literal["defined", "partly", "undefined", "too-long", "refused"]
_NAMES: Final = {ROUNDING: "rounding", ORDER: "order", GROUPING: "grouping"}
ROUNDS: Final = 8
"""How often a module is written anew because something in it turned out not to be firm."""
STRIP: Final = 16
"""Rows that are drawn at once."""
SAMPLE: Final = 8
"""Places across and down that tell what the whole costs, of two by two pixels each."""
WORTH: Final = 20_000_000
"""Instructions from which on a compiler that optimises pays."""


class Budget(msgspec.Struct, frozen=True):
    """How much work may be done, in instructions of the module: the answer is the same on every
    machine.

    What would cost more than `whole_steps`, by a sample of its pixels, is not begun.
    """

    steps: int = 1_000_000_000
    whole_steps: int = 1_000_000_000


class Masked(msgspec.Struct, frozen=True):
    """Why invocations or words are not compared. `kind` is that of a trap, "rounding" (a decision
    hangs on how a float is rounded), "order" (it hangs on which of several atomic operations comes
    first) or "grouping" (it hangs on which invocations form a subgroup). `place` is the
    instruction's text with its block and function.
    """

    kind: str
    place: str
    count: int


class Proof(msgspec.Struct, frozen=True):
    """What is known of a program. `outcome` is the nearest result, `limits` what else is legal, and
    what is compared.

    `ranges`: the smallest and largest values of integers (as their types read them) and booleans
    that are the same on every implementation. `most_turns`: back edges that the busiest invocation
    took; `group_turns`: that eight neighbours took together. `seen`: what each probe saw, None
    where other implementations may come otherwise.
    """

    answer: Answer
    outcome: Image | Buffers | None = None
    limits: Limits | None = None
    drawn: int = 0
    compared: int = 0
    masked: tuple[Masked, ...] = ()
    trap: Trap | None = None
    reason: str = ""
    ranges: dict[int, tuple[int, int]] = {}
    steps: int = 0
    most_turns: int = 0
    group_turns: int = 0
    seen: tuple[Seen | None, ...] = ()


DEFAULT: Final = Budget()


def prove(
    program: Program,
    budget: Budget = DEFAULT,
    probes: Sequence[Probe] = (),
    weight_bits: int = SUBTEXEL_BITS,
) -> Proof:
    """Execute a whole program, or the tiles that its inputs name. Weights of linear filters are
    made of so many bits below the texel. Of several attachments, each is proved by a run of its
    own.
    """
    parts = program.inputs.each_attachment()
    if len(parts) > 1:
        each = [replace(program, inputs=part) for part in parts]
        return joined_proofs([prove(one, budget, probes, weight_bits) for one in each])
    try:
        module, stages = parse_stages(program.source, program.companion)
    except Refused as error:
        return Proof("refused", reason=error.message)
    bound = module.bound if stages is None else stages.bound
    try:
        if stages is not None:
            refuse_inputs(program.inputs)
        reason = give_constants(module, program.inputs.constants)
        if reason:
            return Proof("refused", reason=reason)
        part_block_arrays(module)
        probes = make_images_buffers(module, program.inputs, probes)
        subject = Subject(module, program, probes, weight_bits, stages)
        attempt = _draw_all if program.draws else _dispatch_all
        for _ in range(ROUNDS):
            found = attempt(subject, budget)
            if found is not None:
                return _without_new_ids(found, bound)
        return Proof("refused", reason=AGAIN)
    except Refused as error:
        return Proof("refused", reason=error.message)
    except Unsupported as error:
        return Proof("refused", reason=str(error))
    finally:
        module.clear()


def joined_proofs(parts: Sequence[Proof]) -> Proof:
    """Return what is known of a program of which each attachment is proved: of one that is not,
    that alone.
    """
    unknown = next((one for one in parts if one.limits is None), None)
    if unknown is not None:
        return unknown
    first = parts[0]
    masked: Counter[tuple[str, str]] = Counter()
    for one in parts:
        masked.update({(each.kind, each.place): each.count for each in one.masked})
    return replace(
        first,
        answer="defined" if all(one.answer == "defined" for one in parts) else "partly",
        outcome=join_images([one.outcome for one in parts if isinstance(one.outcome, Image)]),
        limits=joined_limits([one.limits for one in parts if one.limits is not None]),
        drawn=sum(one.drawn for one in parts),
        compared=sum(one.compared for one in parts),
        masked=_sorted_masks(masked),
        # All runs do the same; where one knows less, that is what is known.
        ranges={
            value_id: ends
            for value_id, ends in first.ranges.items()
            if all(one.ranges.get(value_id) == ends for one in parts)
        },
        steps=sum(one.steps for one in parts),
        seen=tuple(
            each[0] if all(one == each[0] for one in each) else None
            for each in zip(*(one.seen for one in parts), strict=True)
        ),
    )


def _without_new_ids(found: Proof, bound: int) -> Proof:
    """Return a proof without the ids that stand-ins for storage images brought in: in the program,
    these are free.
    """
    ranges = {value_id: ends for value_id, ends in found.ranges.items() if value_id < bound}
    return replace(found, ranges=ranges)


def _proof_of_trap(subject: Subject, native: Native) -> Proof:
    """Return the proof that a run ended in a trap."""
    trap = trap_of(native, native.failure(), native.deviations().uncertain)
    answer: Answer = "too-long" if trap.kind == "loop-limit" else "undefined"
    return Proof(answer, trap=trap, steps=subject.spent)


# ---- images


def _draw_all(subject: Subject, budget: Budget) -> Proof | None:
    """Draw a sample, then all; None if the module has to be written anew."""
    inputs = subject.inputs
    tiles = inputs.tiles or (Tile(0, 0, inputs.width, inputs.height),)
    pixels = sum(tile.width * tile.height for tile in tiles)
    native = subject.native(long=False)
    for variable in subject.interface.of_storage(StorageClass.STORAGE_BUFFER):
        # Helper invocations do not write, and the order of fragments is open: nobody knows what is
        # there at the end.
        if native.unit.analysis.is_written(variable.id):
            raise Refused(f"a {subject.interface.stage} shader that writes to a buffer")
    sample = _sample(tiles)
    # A sample that is more work than this shows that the whole is more than `whole_steps`.
    most = min(
        budget.steps,
        # In proportion, so that a sample of hard pixels ends as soon as it shows that the whole is
        # too much.
        budget.whole_steps * sum(tile.width * tile.height for tile in sample) // pixels + 1,
    )
    # Compilation with optimisation takes seconds: first see by the quick one whether it pays.
    first = min(most, WORTH)
    picture, cost = _draw(subject, native, sample, first)
    # Stopped by the budget and by nothing else.
    if picture is None and native.steps_left < 0 and first < most:
        native.close()
        native = subject.native(long=True)
        picture, cost = _draw(subject, native, sample, most)
    subject.spent += cost
    if picture is None:
        return None if subject.loosen(native) else _proof_of_trap(subject, native)
    estimate = cost * pixels // picture.drawn
    if estimate > budget.whole_steps:
        return Proof("too-long", reason=f"about {estimate:,} instructions", steps=subject.spent)
    if estimate > WORTH:
        native.close()
        native = subject.native(long=True)
    picture, cost = _draw(subject, native, list(_strips(tiles)), budget.steps)
    subject.spent += cost
    if picture is None:
        return None if subject.loosen(native) else _proof_of_trap(subject, native)
    if subject.part(native):
        return None
    if picture.masked and not subject.is_steady():
        # Such a point may be drawn over any pixel.
        raise Refused("a position of a vertex that may take another way")
    return _proof_of(subject, native, picture)


def _draw(
    subject: Subject, native: Native, parts: Sequence[Tile], steps: int
) -> tuple[Picture | None, int]:
    """Draw parts of the image, and say what it cost; no picture if an invocation traps, something
    is not firm that was taken to be, or the steps are not enough.
    """
    native.budget(steps)
    size = subject.inputs.width, subject.inputs.height
    picture = Picture(*size, subject.outputs.attachment)
    for part in parts:
        drawn = native.draw(part.x, part.y, part.width, part.height)
        if drawn.trapped or native.deviations().loose:
            return None, steps - native.steps_left
        picture.enter(part.x, part.y, drawn)
    return picture, steps - native.steps_left


def _sample(tiles: Sequence[Tile]) -> list[Tile]:
    """Return small tiles, evenly spread over the large ones."""
    if len(tiles) > 1:
        return [Tile(tile.x, tile.y, 2, 2) for tile in tiles]
    (whole,) = tiles
    across, down = (
        # Even places, since derivatives are taken in quads of two by two.
        sorted({k * (side - 2) // SAMPLE & ~1 for k in range(SAMPLE)})
        for side in (whole.width, whole.height)
    )
    size = min(2, whole.width), min(2, whole.height)
    return [Tile(whole.x + max(x, 0), whole.y + max(y, 0), *size) for y in down for x in across]


def _strips(tiles: Sequence[Tile]) -> Iterator[Tile]:
    for tile in tiles:
        for row in range(0, tile.height, STRIP):
            yield Tile(tile.x, tile.y + row, tile.width, min(STRIP, tile.height - row))


def _proof_of(subject: Subject, native: Native, picture: Picture) -> Proof:
    ranges: dict[int, tuple[int, int]] = {}
    seen: tuple[Seen | None, ...] = (None,) * len(native.unit.probes)
    if not _has_unseen(subject, native):
        ranges = ranges_of(native)
        seen = seen_of(native, blocks_reached_otherwise(native))
    return Proof(
        "defined" if picture.compared == picture.drawn else "partly",
        outcome=picture.image(),
        limits=picture.limits(),
        drawn=picture.drawn,
        compared=picture.compared,
        masked=_reasons_for_masks(
            subject.module,
            [
                (kind, native.program.sites[site], count)
                for (kind, site), count in picture.masked.items()
            ],
        ),
        ranges=ranges,
        seen=seen,
        steps=subject.spent,
        most_turns=picture.most_turns(),
        group_turns=picture.group_turns(),
    )


def _has_unseen(subject: Subject, native: Native) -> bool:
    """Say whether invocations of the stage under test may run that nobody looked at."""
    interface, inputs = subject.interface, subject.inputs
    # Helpers run beside our invocations on some drivers, and what asks for them tells them apart.
    tells = asks(native.unit.analysis, interface)
    if interface.stages is not None:
        # Helpers of a point have the data of its vertex, at a place beside it.
        places = any(one.built_in == BuiltIn.FRAG_COORD for one in interface.variables.values())
        return not interface.stages.tests_vertex and (tells or places)
    # A quad may reach out of an image whose sides are odd; what runs there is not looked at.
    # Vertices stand alone.
    is_odd = bool(inputs.width & 1 or inputs.height & 1)
    return interface.stage != "vertex" and (is_odd or tells)


# ---- dispatches


def _dispatch_all(subject: Subject, budget: Budget) -> Proof | None:
    """Run all workgroups; None if the module has to be written anew."""
    native = subject.native(long=False)
    check_aliases(native)
    # What does not end soon is done again by a compiler that optimises, from the start.
    native.budget(min(WORTH, budget.steps))
    busiest = _work(subject, native)
    spent = min(WORTH, budget.steps) - native.steps_left
    if (
        busiest is None
        # What turned out loose has to be written anew anyway, and more steps would be spent for
        # nothing.
        and not native.deviations().loose
        and native.steps_left < 0
        and budget.steps > WORTH
    ):
        native.close()
        native = subject.native(long=True)
        native.budget(budget.steps)
        busiest = _work(subject, native)
        spent = budget.steps - native.steps_left
    subject.spent += spent
    if busiest is None:
        return None if subject.loosen(native) else _proof_of_trap(subject, native)
    if subject.part(native):
        return None
    found = Dispatch(native)
    reasons = [(*native.cause(cause), count) for cause, count in found.masked.items()]
    return Proof(
        "defined" if found.compared == found.words else "partly",
        outcome=found.buffers(),
        limits=found.limits(),
        drawn=found.words,
        compared=found.compared,
        masked=_reasons_for_masks(subject.module, reasons),
        ranges=ranges_of(native),
        seen=seen_of(native, blocks_reached_otherwise(native)),
        steps=subject.spent,
        most_turns=busiest[0],
        group_turns=busiest[1],
    )


def _work(subject: Subject, native: Native) -> tuple[int, int] | None:
    """Run workgroups one after the other; return the turns of the busiest invocation, and of
    the busiest eight.
    """
    x, y, z = subject.inputs.groups
    most = together = 0
    for number, place in enumerate(itertools.product(range(z), range(y), range(x))):
        turns = native.work(number, (place[2], place[1], place[0]))
        if turns is None or native.deviations().loose:
            return None
        most, together = max(most, int(turns.max(initial=0))), max(together, group_turns(turns))
    return most, together


def _reasons_for_masks(
    module: Module, reasons: Iterable[tuple[int, Instruction | None, int]]
) -> tuple[Masked, ...]:
    """Return why something is not compared, by kind, place and count, the most frequent first."""
    found: Counter[tuple[str, str]] = Counter()
    for kind, site, count in reasons:
        name = _NAMES.get(kind) or KINDS[kind] or ""
        found[name, "" if site is None else _place(module, site)] += count
    return _sorted_masks(found)


def _sorted_masks(found: Mapping[tuple[str, str], int]) -> tuple[Masked, ...]:
    whole = [Masked(kind, place, count) for (kind, place), count in found.items()]
    return tuple(sorted(whole, key=lambda each: (-each.count, each.kind, each.place)))


def _place(module: Module, found: Instruction) -> str:
    block = found.block
    where = f" in block %{block.id} of function %{block.function.id}" if block is not None else ""
    return f"{assembly_of(module, found)}{where}"
