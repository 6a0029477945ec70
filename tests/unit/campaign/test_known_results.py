"""What seeds give: found once, kept, and made into claims."""

from pathlib import Path

import msgspec
import pytest
from helpers.known_results import claimed, image, module, proof

from aberration.campaign.known_results import (
    REMEMBERED,
    KnownResults,
    claim_of,
    drawn_in_tiles,
    refusal_of,
    results_folder,
    seed_case,
    with_known_results,
)
from aberration.core.inputs import Inputs
from aberration.core.oracle import Expected, Same
from aberration.core.program import Program
from aberration.core.textures import Texture
from aberration.languages.spirv.interpret.proof import Proof
from aberration.languages.spirv.interpret.undefined import Trap

LARGE = Program("spirv", "fragment", b"large", Inputs(width=256, height=256))


class Prover:
    def __init__(self, known: Proof) -> None:
        self.known = known
        self.asked: list[Program] = []

    def __call__(self, program: Program) -> Proof:
        self.asked.append(program)
        return self.known


def test_a_program_is_run_once_and_its_result_is_kept_for_others(tmp_path: Path) -> None:
    first, second = Prover(proof()), Prover(proof(0.5))
    results = KnownResults(tmp_path / "known", first)
    assert results.of(module("a")) == results.of(module("a")) == proof()
    assert KnownResults(tmp_path / "known", second).of(module("a")) == proof()
    assert (len(first.asked), len(second.asked)) == (1, 0)


def test_weights_of_fewer_bits_are_asked_of_programs_that_filter(tmp_path: Path) -> None:
    plain, coarse = Prover(proof()), Prover(proof(0.5))
    results = KnownResults(tmp_path, plain, coarsely=coarse)
    inputs = Inputs(textures=(Texture("s", filter="linear"),))
    filtered = msgspec.structs.replace(module("a"), inputs=inputs)
    assert results.of_unpromised_weights(filtered) == proof(0.5)
    assert results.of(filtered) == proof()
    assert results.of_unpromised_weights(filtered) == proof(0.5)
    assert results.of_unpromised_weights(module("b")) == proof()
    assert (len(plain.asked), len(coarse.asked)) == (2, 1)


def test_only_the_latest_are_in_memory_and_the_others_on_disk(tmp_path: Path) -> None:
    prover = Prover(proof())
    results = KnownResults(tmp_path, prover)
    names = [f"seed {number}" for number in range(REMEMBERED + 3)]
    for name in [*names, *names]:
        results.of(module(name))
    assert len(prover.asked) == len(names)
    assert len(results._known) == REMEMBERED


def test_a_damaged_file_is_found_anew(tmp_path: Path) -> None:
    prover = Prover(proof())
    KnownResults(tmp_path, prover).of(module("a"))
    for path in tmp_path.iterdir():
        path.write_bytes(b"\0")
    assert KnownResults(tmp_path, prover).of(module("a")) == proof()
    assert len(prover.asked) == 2


def test_an_image_is_drawn_in_tiles_and_in_fewer_where_that_is_work() -> None:
    easy, hard, whole = Prover(proof()), Prover(Proof("too-long")), Prover(proof())
    drawn, _ = KnownResults(easily=easy).with_small_image(LARGE)
    assert sum(tile.width * tile.height for tile in drawn.inputs.tiles) == 4096
    drawn, known = KnownResults(prover=whole, easily=hard).with_small_image(LARGE)
    assert sum(tile.width * tile.height for tile in drawn.inputs.tiles) == 16
    assert known == proof()
    assert (len(easy.asked), len(hard.asked), len(whole.asked)) == (1, 2, 1)


def test_what_is_small_or_computes_is_run_whole() -> None:
    small, compute = module("a"), Program("spirv", "compute", b"c")
    prover = Prover(proof())
    assert KnownResults(prover=prover).with_small_image(small)[0] == small
    assert KnownResults(prover=prover).with_small_image(compute)[0] == compute
    assert len(prover.asked) == 2
    assert drawn_in_tiles(LARGE, 4, 16).inputs.tiles
    named = msgspec.structs.replace(LARGE, inputs=drawn_in_tiles(LARGE, 2, 2).inputs)
    assert drawn_in_tiles(named, 4, 16) is named


TRAP = Trap("out-of-bounds", "%9 = OpAccessChain", "an index is 7", 9, 65, 4, 5, (3, 2))


@pytest.mark.parametrize(
    ("known", "told"),
    [
        (Proof("refused", reason="images"), "its result is not known: images"),
        (Proof("undefined", trap=TRAP), "it does what is undefined: out-of-bounds: an index is 7"),
        (Proof("too-long", trap=TRAP), "its result takes too long to be told: out-of-bounds"),
        (proof(), ""),
        (proof(masked=12), ""),
        (proof(masked=16), ""),
    ],
)
def test_seeds_that_do_what_is_undefined_are_refused_by_name(known: Proof, told: str) -> None:
    assert refusal_of(known).startswith(told)
    assert bool(refusal_of(known)) == bool(told)


def test_a_comparison_becomes_a_claim() -> None:
    case = msgspec.structs.replace(claimed(), oracle=Same())
    first, second = with_known_results([case, case], proof())
    oracle = first.oracle
    assert isinstance(oracle, Expected)
    assert second.oracle is oracle
    assert (oracle.outcome, oracle.program, oracle.limits) == (image(51), "variant", proof().limits)
    assert with_known_results([case], Proof("refused")) == [case]
    assert with_known_results([claimed()], proof()) == [claimed()]


def test_the_case_of_the_seed_itself_has_no_steps() -> None:
    case = seed_case(claimed())
    assert case.recipe.steps == ()
    assert case.programs["variant"] == case.programs["reference"] == module("seed")
    assert claim_of(proof(), "variant") == Expected(image(51), "variant", limits=proof().limits)


def test_results_lie_with_the_users_caches_else_with_the_campaign(tmp_path: Path) -> None:
    caches = tmp_path / "caches"
    folder = results_folder(tmp_path / "campaign", {"XDG_CACHE_HOME": str(caches)})
    assert folder.is_dir()
    assert folder.is_relative_to(caches)
    assert folder == results_folder(tmp_path / "other", {"XDG_CACHE_HOME": str(caches)})
    (tmp_path / "file").write_text("no folder")
    assert (
        results_folder(tmp_path, {"XDG_CACHE_HOME": str(tmp_path / "file")})
        == tmp_path / "known-results"
    )
