# Everything sets itself up: `make run` and `make test` need Python 3.11 or newer and make.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# A link is full of characters that shells and make would read; it reaches the program untouched.
export LINK

.PHONY: run test lint bench words mutation clean

run: .venv/run
	@if [ -n "$$LINK" ]; then exec $(BIN)/tnrate rate "$$LINK" $(ARGS); else exec $(BIN)/tnrate demo $(ARGS); fi

test: .venv/dev
	$(BIN)/python -m pytest $(ARGS)

lint: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/dev
	$(BIN)/python -m bench

words: .venv/dev
	$(BIN)/python -m report.messages

# How much the tests of rating/ see: docs/mutation.md.
mutation: .venv/dev
	$(PIP) --editable '.[mutation]'
	$(BIN)/mutmut run $(ARGS)
	$(BIN)/python -m tests.mutants

clean:
	rm -rf .venv dist build mutants .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

.venv/run: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "tnrate needs Python 3.11 or newer; name one with PYTHON=")'
	$(PYTHON) -m venv .venv
	$(PIP) --editable .
	@touch $@

.venv/dev: .venv/run
	$(PIP) --editable '.[dev]'
	@touch $@
