"""Pools of seeds: which programs, in which order, with which inputs."""

import shutil
from pathlib import Path

import pytest
from helpers.storage_images import image_of
from msgspec.structs import replace

from aberration.campaign.seeds import (
    SeedPool,
    bundled_corpus,
    load_folders,
    load_pool,
    program_files,
)
from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.method import LanguageSupport, features_of, untranslated_features
from aberration.core.program import Program
from aberration.core.textures import Texture
from aberration.methods.registry import method_named
from aberration.targets.front_end import compile_glsl

SHADER = b"#version 450\nlayout(location = 0) out vec4 c;\nvoid main() { c = vec4(1.0); }\n"


def test_the_bundled_corpus_has_its_inputs() -> None:
    pool = load_pool((), ())
    seeds = {program.name: program for program in pool.of("spirv")}
    assert {"gcd_grid", "gcd_grid.opt", "prefix_sum"} <= set(seeds)
    assert seeds["gcd_grid"].inputs == seeds["gcd_grid.opt"].inputs
    assert seeds["gcd_grid"].inputs.uniforms
    assert seeds["prefix_sum"].stage == "compute"
    assert seeds["prefix_sum"].inputs.buffers
    assert len(pool.donors_of("spirv")) >= 20
    assert len(pool.of("c")) >= 15


def test_glsl_is_compiled(tmp_path: Path) -> None:
    (tmp_path / "white.frag").write_bytes(SHADER)
    (program,) = load_folders([str(tmp_path)], compile_glsl).programs
    assert (program.language, program.stage, program.name) == ("spirv", "fragment", "white")


def test_order_and_duplicates(tmp_path: Path) -> None:
    for name in ("b.c", "a.c", "sub/c.c"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"int main(void) {{ return 0; }} /* {name} */")
    shutil.copy(tmp_path / "a.c", tmp_path / "z.c")
    programs = load_folders([str(tmp_path)], compile_glsl).programs
    assert [program.name for program in programs] == ["a", "b", "c"]


def test_one_file_is_a_folder_of_one(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("int main(void) { return 0; }")
    assert program_files(tmp_path / "a.c") == [tmp_path / "a.c"]


def test_the_digest_is_that_of_programs_not_of_names(tmp_path: Path) -> None:
    for folder, name in (("one", "a.c"), ("two", "b.c")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text("int main(void) { return 0; }")
    pools = [
        load_pool([str(tmp_path / folder)], [str(tmp_path / "one")]) for folder in ("one", "two")
    ]
    assert pools[0].digest == pools[1].digest
    (tmp_path / "two" / "c.c").write_text("int main(void) { return 1; }")
    assert load_pool([str(tmp_path / "two")], [str(tmp_path / "one")]).digest != pools[0].digest


def test_folders_without_programs_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="none was found"):
        load_folders([str(tmp_path)], compile_glsl)
    with pytest.raises(BadInput, match="there is none"):
        load_folders([str(tmp_path / "no")], compile_glsl)


def test_inputs_beside_a_module(tmp_path: Path) -> None:
    corpus = bundled_corpus()
    shutil.copy(corpus / "spirv" / "references" / "gcd_grid.opt.spv", tmp_path)
    shutil.copy(corpus / "references" / "gcd_grid.json", tmp_path)
    programs: tuple[Program, ...] = load_folders([str(tmp_path)], compile_glsl).programs
    assert programs[0].inputs.uniforms[0].name == "origin"


def test_files_that_are_no_programs_are_named(tmp_path: Path) -> None:
    (tmp_path / "white.frag").write_bytes(SHADER)
    (tmp_path / "broken.frag").write_bytes(SHADER.replace(b"vec4(1.0)", b"lost"))
    (tmp_path / "textured.frag").write_bytes(SHADER)
    (tmp_path / "textured.json").write_text(
        '{"t": {"func": "sampler2D", "args": [], "texture": "DEFAULT"}}'
    )
    module = (bundled_corpus() / "spirv" / "references" / "gcd_grid.spv").read_bytes()
    (tmp_path / "cut.spv").write_bytes(module[:400])
    loaded = load_folders([str(tmp_path)], compile_glsl)
    assert [program.name for program in loaded.programs] == ["white"]
    told = {Path(file.path).name: file.reason for file in loaded.refused}
    assert set(told) == {"broken.frag", "cut.spv", "textured.frag"}
    assert told["broken.frag"].startswith("3: 'lost'")
    assert told["cut.spv"].startswith("the module is not valid")
    assert "'t' is a texture of the file" in told["textured.frag"]


def test_a_folder_of_broken_files_only_is_refused(tmp_path: Path) -> None:
    for name in ("a.spv", "b.spv"):
        (tmp_path / name).write_bytes(b"no module")
    with pytest.raises(BadInput, match="none of 2 programs can be used: expected a SPIR-V module"):
        load_folders([str(tmp_path)], compile_glsl)


def test_refused_files_take_no_part_in_the_digest(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("int main(void) { return 0; }")
    before = load_pool([str(tmp_path)], [str(tmp_path)])
    (tmp_path / "b.spv").write_bytes(b"no module")
    after = load_pool([str(tmp_path)], [str(tmp_path / "a.c")])
    assert (len(before.refused), len(after.refused)) == (0, 1)
    assert before.digest == after.digest


def test_shaders_come_as_they_are_written_where_that_is_wanted(tmp_path: Path) -> None:
    (tmp_path / "white.frag").write_bytes(SHADER)
    (tmp_path / "grey.wgsl").write_text(
        "@fragment fn main() -> @location(0) vec4f { return vec4f(0.5); }"
    )
    both = load_folders([str(tmp_path)], compile_glsl, {"glsl", "wgsl", "spirv"}).programs
    assert [(program.name, program.language) for program in both] == [
        ("grey", "wgsl"),
        ("white", "glsl"),
        ("white", "spirv"),
    ]
    written = load_folders([str(tmp_path)], compile_glsl, {"glsl", "wgsl"}).programs
    assert [program.language for program in written] == ["wgsl", "glsl"]
    assert [program.language for program in load_folders([str(tmp_path)]).programs] == ["spirv"]


def test_a_shader_that_only_a_front_end_refuses_is_a_seed_as_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "broken.frag").write_bytes(SHADER.replace(b"vec4(1.0)", b"lost"))
    loaded = load_folders([str(tmp_path)], compile_glsl, {"glsl", "spirv"})
    assert [program.language for program in loaded.programs] == ["glsl"]
    assert [Path(file.path).name for file in loaded.refused] == ["broken.frag"]


def test_the_bundled_corpus_has_shaders_in_all_languages() -> None:
    pool = load_pool((), (), wanted={"glsl", "essl", "wgsl", "c", "spirv"})
    assert {language: len(pool.of(language)) >= 15 for language in ("glsl", "essl", "wgsl")} == {
        "glsl": True,
        "essl": True,
        "wgsl": True,
    }
    assert pool.of("spirv") == load_pool((), ()).of("spirv")
    assert len(pool.of("glsl", "wgsl")) == len(pool.of("glsl")) + len(pool.of("wgsl"))


def test_donors_are_seeds_where_a_method_says_so() -> None:
    pool = load_pool((), ())
    plain = LanguageSupport("spirv", ("spirv",))
    assert pool.donors_for(plain) == pool.donors_of("spirv")
    assert pool.donors_for(replace(plain, seeds_are_donors=True)) == pool.of("spirv")


def test_modules_of_newer_versions_are_seeds(tmp_path: Path) -> None:
    """A front end for Vulkan 1.3 writes version 1.6; all were held to the rules of 1.3."""
    module = compile_glsl(Program("glsl", "fragment", SHADER), "vulkan1.2")
    (tmp_path / "new.spv").write_bytes(module.source)
    (found,) = load_folders([str(tmp_path)]).programs
    assert found.source[5] == 5


TEXTURED = Inputs(textures=(Texture("image"),))


def test_a_language_takes_seeds_as_they_are_written_or_translated() -> None:
    plain = Program("essl", "fragment", b"plain")
    image = Program("essl", "fragment", b"image", TEXTURED)
    own = Program("wgsl", "fragment", b"own image", TEXTURED)
    points = Program("wgsl", "vertex", b"points")
    pool = SeedPool((plain, image, own, points))
    shading = ("glsl", "essl", "wgsl")
    assert pool.seeds_for(LanguageSupport("essl", shading)) == (plain, image)
    assert pool.seeds_for(LanguageSupport("wgsl", shading)) == (plain, image, own, points)
    assert pool.seeds_for(LanguageSupport("glsl", shading)) == (plain, image)


def test_what_is_unfit_for_a_method_is_no_seed_and_no_donor_of_it() -> None:
    plain = Program("spirv", "fragment", b"plain")
    image = Program("spirv", "fragment", b"image", TEXTURED)
    points = Program("spirv", "vertex", b"points")
    pool = SeedPool((plain, image, points))
    support = LanguageSupport("spirv", ("spirv",), seeds_are_donors=True, unfit=("vertex stage",))
    assert pool.seeds_for(support) == pool.donors_for(support) == (plain, image)
    assert pool.seeds_for(replace(support, unfit=("textures",))) == (plain, points)
    stored = Program("spirv", "compute", b"stored", Inputs(buffers=(image_of("r32ui", (1, 1, 1)),)))
    pool = SeedPool((plain, stored))
    assert pool.seeds_for(support) == (plain, stored)
    assert pool.seeds_for(replace(support, unfit=("storage images",))) == (plain,)


def test_where_nothing_fits_each_seed_is_refused_by_the_method() -> None:
    pool = SeedPool((Program("spirv", "vertex", b"points"),))
    support = LanguageSupport("spirv", ("spirv",), unfit=("vertex stage",))
    assert pool.seeds_for(support) == pool.seeds


@pytest.mark.parametrize("name", ["agree", "emi", "fuse", "drive", "transform"])
def test_each_bundled_seed_that_a_method_takes_has_no_feature_that_it_refuses(name: str) -> None:
    """A vertex program or a texture that a run draws comes to nothing where it is refused."""
    pool = load_pool((), (), wanted={"glsl", "essl", "wgsl", "c", "spirv"})
    for support in method_named(name).languages:
        taken = pool.seeds_for(support)
        drawn = [program for program in taken if features_of(program)]
        foreign = [program for program in drawn if program.language != support.language]
        assert not any(map(untranslated_features, foreign))
        assert not {one for program in drawn for one in features_of(program)} & {*support.unfit}
        assert len(drawn) < len(taken)
