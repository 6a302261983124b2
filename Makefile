PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/installed
PYTEST := $(BIN)/python -m pytest
ON_TWO_CORES := -n 2 --dist loadfile

.PHONY: demo test test-all test-ecosystem test-lowest test-rllib test-pythons coverage lint docs clean

demo: $(INSTALLED)
	$(BIN)/python -m train demo
	$(BIN)/python -m eval demo runs/demo

test: $(INSTALLED) lint
	NUMBA_DISABLE_JIT=1 $(PYTEST) tests/rules
	NUMBA_BOUNDSCHECK=1 $(PYTEST) tests/rules
	$(PYTEST) $(ON_TWO_CORES)

test-all: $(INSTALLED) .venv/with-ray .venv-rllib/installed lint test-ecosystem
	NUMBA_DISABLE_JIT=1 $(PYTEST) tests/rules
	NUMBA_BOUNDSCHECK=1 $(PYTEST) tests/rules tests/property tests/robustness/test_fuzz_public.py
	$(PYTEST) $(ON_TWO_CORES) -m ''
	.venv-rllib/bin/python -m pytest -m '' tests/rllib

# Lines and branches of the engines that their tests reach, unjitted, so that they can be seen. Tests
# that draw thousands of games would take hours so; test_determinize_few stands for them.
coverage: $(INSTALLED)
	NUMBA_DISABLE_JIT=1 $(PYTEST) $(ON_TWO_CORES) --cov --cov-report=term-missing:skip-covered \
		--cov-fail-under=98 --hypothesis-profile few -k 'not uniform and not maskable_ppo' \
		--ignore tests/property/test_determinize.py --ignore tests/property/test_trynka_determinize.py \
		tests/rules tests/property tests/conformance tests/docs/test_rules_page.py tests/docs/test_tables.py

lint: $(INSTALLED)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

$(INSTALLED): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[train,eval,dev,openspiel]'
	touch $@

# Ray, for the tests of docs/cluster.md.
.venv/with-ray: $(INSTALLED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[ray]'
	touch $@

# RLlib, which pins an older Gymnasium: docs/rllib.md.
test-rllib: .venv-rllib/installed
	.venv-rllib/bin/python -m pytest -m '' tests/rllib

.venv-rllib/installed: pyproject.toml constraints-rllib.txt
	$(PYTHON) -m venv .venv-rllib
	.venv-rllib/bin/python -m pip install --quiet --disable-pip-version-check -c constraints-rllib.txt \
		-e '.[rllib,eval]' pytest pytest-xdist hypothesis
	touch $@

# The libraries of docs/ecosystem.md, in environments of their own: what AgileRL asks for excludes the
# other libraries' versions.
test-ecosystem: .venv-ecosystem/installed .venv-agilerl/installed
	.venv-ecosystem/bin/python -m pytest -m '' tests/ecosystem
	.venv-agilerl/bin/python -m pytest -m '' tests/ecosystem -k agilerl

.venv-ecosystem/installed: pyproject.toml constraints.txt constraints-ecosystem.txt
	$(PYTHON) -m venv .venv-ecosystem
	.venv-ecosystem/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt \
		-c constraints-ecosystem.txt -e '.[sb3]' torchrl tianshou supersuit pytest hypothesis
	touch $@

.venv-agilerl/installed: pyproject.toml constraints.txt requirements-agilerl.txt
	$(PYTHON) -m venv .venv-agilerl
	.venv-agilerl/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt \
		-e . -r requirements-agilerl.txt pytest hypothesis
	.venv-agilerl/bin/python -m pip install --quiet --disable-pip-version-check --no-deps agilerl==2.58.0
	touch $@

# The packages that `python -m eval speed --peers` compares with, in an environment of their own.
.venv-bench/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt '.[bench]'
	touch $@

# The suite with the lowest versions that pyproject.toml allows. They were made for Python 3.10 to
# 3.12. What the linters say depends on their versions, so they are not run.
LOWEST_TESTS ?= tests --deselect tests/docs/test_architecture.py
test-lowest: .venv-lowest/installed
	.venv-lowest/bin/python -m pytest $(ON_TWO_CORES) $(LOWEST_TESTS)

.venv-lowest/installed: pyproject.toml constraints-lowest.txt
	$(PYTHON) -m venv .venv-lowest
	.venv-lowest/bin/python -m pip install --quiet --disable-pip-version-check \
		-c constraints-lowest.txt -e '.[train,eval,play,human,video]' pytest pytest-cov pytest-xdist \
		hypothesis build hatchling hatch-fancy-pypi-readme
	touch $@

# The suite with every Python from 3.10 to 3.13 that this machine has, by default what needs no
# torch, which is large: `make test-pythons PYTHONS_EXTRAS=train,eval,dev PYTHONS_TESTS=tests`.
PYTHONS_EXTRAS ?= eval,dev
PYTHONS_TESTS ?= tests/rules tests/property tests/compiler \
	$(shell grep -LE '(stable_baselines3|sb3_contrib|torch|agents)' tests/conformance/test_*.py)
interpreter = $(firstword $(wildcard $(HOME)/.pyenv/versions/$(1).*/bin/python) \
	$(shell command -v python$(1)))
PYTHONS := $(foreach version,3.10 3.11 3.12 3.13,$(if $(call interpreter,$(version)),$(version)))

test-pythons: $(PYTHONS:%=.venv-python%/installed)
	for version in $(PYTHONS); do \
		.venv-python$$version/bin/python -m pytest $(ON_TWO_CORES) $(PYTHONS_TESTS) || exit 1; \
	done

.venv-python%/installed: pyproject.toml constraints.txt
	$(call interpreter,$*) -m venv .venv-python$*
	.venv-python$*/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt \
		-e '.[$(PYTHONS_EXTRAS)]'
	touch $@

# The pages as a site, in site/, read from the disk or served by any web server.
docs: .venv-docs/installed
	NO_MKDOCS_2_WARNING=1 .venv-docs/bin/mkdocs build
	@echo "the site: site/index.html"

.venv-docs/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv-docs
	.venv-docs/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt '.[docs]'
	touch $@

clean:
	rm -rf site .venv .venv-* .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache dist
	$(PYTHON) marriage_env/compiler/clean_cache.py
