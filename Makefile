PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/installed
PYTEST := $(BIN)/python -m pytest

.PHONY: demo test test-all coverage lint clean

demo: $(INSTALLED)
	$(BIN)/python -m train demo
	$(BIN)/python -m eval demo runs/demo

test: $(INSTALLED) lint
	NUMBA_DISABLE_JIT=1 $(PYTEST) tests/rules
	NUMBA_BOUNDSCHECK=1 $(PYTEST) tests/rules
	$(PYTEST)

test-all: $(INSTALLED) lint
	NUMBA_DISABLE_JIT=1 $(PYTEST) tests/rules
	NUMBA_BOUNDSCHECK=1 $(PYTEST) tests/rules tests/property
	$(PYTEST) -m ''

# Lines and branches of the engine that its tests reach, unjitted, so that they can be seen.
coverage: $(INSTALLED)
	NUMBA_DISABLE_JIT=1 $(PYTEST) --cov --cov-report=term-missing:skip-covered --cov-fail-under=98 \
		--hypothesis-profile few -k 'not uniform and not maskable_ppo and not trynka' \
		tests/rules tests/property tests/conformance tests/docs

lint: $(INSTALLED)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

$(INSTALLED): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[train,eval,dev]'
	touch $@

# The packages that `python -m eval speed --peers` compares with, in an environment of their own.
.venv-bench/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt '.[bench]'
	touch $@

clean:
	rm -rf .venv .venv-bench .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache dist
	rm -rf "$${NUMBA_CACHE_DIR:-$${XDG_CACHE_HOME:-$$HOME/.cache}/marriage_env}"
