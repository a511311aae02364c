# Seaboard: `make play` plays, `make test` checks everything. Both install what they need into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAYING := $(VENV)/installed-to-play
TESTING := $(VENV)/installed-to-test
MEASURING := $(VENV)/installed-to-measure
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable

.PHONY: play test lint page-checks bench soak clean
.DEFAULT_GOAL := play

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Seaboard needs Python 3.11 or newer: install it, or name it with make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv module is missing: install it (on Debian and Ubuntu: apt install python3-venv)"; exit 1; }
	@echo "Making $(VENV)..."
	@$(PYTHON) -m venv $(VENV)

$(PLAYING): pyproject.toml | $(BIN)/python
	@echo "Installing Seaboard (once; a minute)..."
	@$(INSTALL) '.[server]'
	@touch $@

$(TESTING): pyproject.toml | $(BIN)/python
	@echo "Installing Seaboard and what it is tested with (once; a few minutes)..."
	@$(INSTALL) '.[server,plots,envs,openspiel,cluster,dev]'
	@touch $@ $(PLAYING)

$(MEASURING): $(TESTING)
	@echo "Installing what it is measured beside (once; some minutes)..."
	@$(INSTALL) '.[server,plots,envs,openspiel,cluster,dev,bench]'
	@touch $@

play: $(PLAYING)
	@$(BIN)/python tools/build_page.py
	@$(BIN)/seaboard serve --open

page-checks: $(TESTING)
	@$(BIN)/python tools/build_page.py --check

lint: $(TESTING)
	@echo "Checking style and types..."
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy

test: $(TESTING) lint page-checks
	@echo "Running the tests..."
	@$(BIN)/python -m pytest -n 2

bench: $(MEASURING)
	@$(BIN)/python -m bench --write docs/benchmarks.md

soak: $(TESTING)
	@echo "Playing a thousand matches of everything in both modes..."
	@SEABOARD_MATCHES=1000 $(BIN)/python -m pytest -n 2 tests/conformance/test_modes_agree.py
	@echo "Killing the server a hundred times under load..."
	@SEABOARD_KILLS=100 $(BIN)/python -m pytest -s tests/server/test_durable.py

clean:
	@rm -rf $(VENV) build dist
