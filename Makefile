# Seaboard: `make play` plays, `make test` checks everything. Both install what they need into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/installed

.PHONY: play test lint page-checks bench soak clean
.DEFAULT_GOAL := play

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Seaboard needs Python 3.11 or newer: install it, or name it with make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv module is missing: install it (on Debian and Ubuntu: apt install python3-venv)"; exit 1; }
	@echo "Making $(VENV) and installing Seaboard into it (once; a minute or two)..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[server,plots,envs,openspiel,cluster,dev,bench]'
	@touch $@

play: $(STAMP)
	@$(BIN)/python tools/build_page.py
	@$(BIN)/seaboard serve --open

page-checks: $(STAMP)
	@$(BIN)/python tools/build_page.py --check

lint: $(STAMP)
	@echo "Checking style and types..."
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy

test: $(STAMP) lint page-checks
	@echo "Running the tests..."
	@$(BIN)/python -m pytest -n 2

bench: $(STAMP)
	@$(BIN)/python -m bench --write docs/benchmarks.md

soak: $(STAMP)
	@echo "Playing a thousand matches of everything in both modes..."
	@SEABOARD_MATCHES=1000 $(BIN)/python -m pytest -n 2 tests/conformance/test_modes_agree.py

clean:
	@rm -rf $(VENV) build dist
