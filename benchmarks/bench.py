"""All figures, with the peer's beside them: `make bench`."""

from __future__ import annotations

from benchmarks import (
    campaign,
    compiled,
    corpus,
    emi,
    fuse,
    images,
    interpreter,
    memory,
    put_away,
    shading,
    shading_interpreter,
    size,
    smith,
    targets_rate,
    transform,
    unseen,
    variants,
)


def main() -> None:
    """Print one block for each benchmark."""
    print("# Making tests: 300 steps over the bundled corpus, plain CPython, one core")
    donors, modules = corpus.donors(), corpus.all_modules()
    print(transform.report(transform.measure(modules, donors, 1)), flush=True)
    print("\n# The same, built with mypyc, against plain CPython")
    print(compiled.report(), flush=True)
    print(
        "\n# Ten variants of one run of 500 steps over the bundled corpus, plain CPython, one core"
    )
    print(variants.report(variants.measure(modules, donors)), flush=True)
    print("\n# Cost of a transformation by size of the module (benchmarks/size.svg)")
    print(size.report(size.points()), flush=True)
    print(f"\n# Memory over {memory.RUNS} runs in one process")
    print(memory.report(list(memory.measure(memory.RUNS))), flush=True)
    print("\n# Interpreting the bundled corpus, all checks on, one invocation at a time, one core")
    print(interpreter.report(), flush=True)
    print(
        "\n"
        "# Interpreting whole images of 256x256 pixels, all checks on, many pixels at "
        "once, one core"
    )
    print(images.report([images.measure(program) for program in images.shaders()]), flush=True)
    print("\n# Reading and printing the shading languages, plain CPython, one core")
    print(shading.report([shading.measure(language) for language in shading.LANGUAGES]), flush=True)
    print(
        "\n"
        "# Interpreting GLSL and ESSL as they are written, all checks on, one "
        "invocation at a time, one core"
    )
    print(shading_interpreter.report(), flush=True)
    print("\n# Running tests: lavapipe and SwiftShader, one executor")
    prepared = campaign.prepared(0)
    print(
        campaign.report(campaign.warm(prepared, campaign.RUNS), campaign.cold(prepared, 2)),
        flush=True,
    )
    print("\n# Running tests: spirv-opt, one executor")
    print(
        campaign.line(campaign.warm(campaign.prepared(0, campaign.OPTIMISER), campaign.RUNS // 3)),
        flush=True,
    )
    print(
        "\n"
        "# Running tests on seeds in other people's manner: lavapipe, SwiftShader and "
        "spirv-opt, two lanes"
    )
    print(unseen.report(unseen.measure(unseen.TESTS)), flush=True)
    print("\n# Random shaders: making them, and a campaign on three targets, one executor")
    smith.main(smith.PROGRAMS)
    print("\n# Fused shaders: making them, and a campaign on three targets, one executor")
    fuse.main(fuse.PROGRAMS)
    print(
        "\n"
        "# Running tests on each target: tests/s, and the part of the time outside of "
        "compilers and drivers"
    )
    print(targets_rate.report(targets_rate.measure(targets_rate.here())), flush=True)
    print("\n# True bugs that are put away, by reason: mutants, one executor")
    print(put_away.report(put_away.measure()), flush=True)
    print(
        "\n"
        "# Live-code mutation of C: making variants, and all levels of gcc and clang, "
        "one executor"
    )
    print(emi.report(emi.RUNS))


if __name__ == "__main__":
    main()
