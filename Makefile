# Two commands do all: `make fuzz` and `make test`. Both set the machine up first where needed.
.PHONY: help setup compilers fuzz bytecode test tests test-fast test-all coverage bench lint format wheel site clean

BIN := .venv/bin
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
# Half of a test's time is a wait for drivers and compilers: two more than there are processors keep these busy.
TEST_WORKERS ?= $(shell expr $(JOBS) + 2)

# Every executor and every worker of a driver is a process of its own: without bytecode each would
# compile all that it imports.
unexport PYTHONDONTWRITEBYTECODE

help:
	@echo "make fuzz      the main job: two minutes, everything available here, a report at the end"
	@echo "make test      gates and tests (about 17 minutes on 2 cores)"
	@echo "make test-fast the tests of what changed since the last commit (BASE=main: since that)"
	@echo "make test-all  the long tests too"
	@echo "make coverage  make test, with the lines and branches that it reaches"
	@echo "make bench     the figures, with the peer's beside them"
	@echo "make wheel     the package to install elsewhere, and its sources, in build/dist"
	@echo "make site      the pages of docs/ as a site, in build/site"
	@echo "make lint      format, lint, types, import directions"
	@echo "make compilers compilers of other years: Mesa, SPIRV-Tools and front ends of three Debians, the clangs inside zig"
	@echo "               ($(BIN)/aberration setup --c-compilers brings yet more C compilers)"
	@echo "make setup     the set-up alone; the command is then $(BIN)/aberration"

setup:
	@sh tools/setup.sh

compilers: setup
	@$(BIN)/aberration setup --compilers

# Exit status 1 says that bugs were found: the job is done.
fuzz: setup
	@$(BIN)/aberration fuzz --jobs $(JOBS) || [ $$? -eq 1 ]

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The bytecode of the tests and of the program, made beside the linters, which use one processor:
# pytest's workers start at once, and each would compile them all.
bytecode: setup
	@$(BIN)/python -m compileall -q src
	@$(BIN)/python tools/stale_tests.py tests || $(BIN)/pytest -qq --collect-only >/dev/null

# The linters take one processor, and are done before the first tests are.
test: setup
	@$(MAKE) --no-print-directory -j2 lint tests

tests: bytecode
	$(BIN)/pytest -n $(TEST_WORKERS) --dist worksteal -m "not slow" --durations=15

# The same tests; to count their lines takes a fifth more time.
coverage: setup bytecode
	@mkdir -p build
	$(BIN)/python -W 'ignore:Unable to activate pytest' -m slipcover --branch --source src/aberration --json --out build/coverage.json \
		-m pytest -n $(TEST_WORKERS) --dist worksteal -m "not slow" --durations=15
	@$(BIN)/python -m slipcover --skip-covered --fail-under 85 --merge build/coverage.json --out build/coverage-shown.json

BASE ?= HEAD
test-fast: setup
	$(BIN)/ruff check .
	@tests="$$($(BIN)/python tools/changed_tests.py $(BASE))"; \
	if [ -z "$$tests" ]; then echo "no tests of what changed since $(BASE)"; \
	else $(BIN)/pytest -n $(JOBS) -m "not slow" $$tests; fi

test-all: lint
	$(BIN)/pytest -n $(TEST_WORKERS)

bench: setup
	$(BIN)/python -m benchmarks.bench

# What an earlier build left would come in.
wheel: setup
	@rm -rf build/lib build/bdist.* build/dist
	$(BIN)/python -m build --no-isolation -o build/dist
	@ls -l build/dist

# A warning is an error. The variable leaves out what the theme's authors say of their next program.
site: setup
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf .venv .tools build aberration-out
