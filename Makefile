# Seaboard: `make play` plays, `make test` checks everything. Both install what they need into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAYING := $(VENV)/installed-to-play
TESTING := $(VENV)/installed-to-test
TRAINING := $(VENV)/installed-to-train
MEASURING := $(VENV)/installed-to-measure

# Python keeps what it has made of each file, whatever the user's own settings are: the tests alone start it hundreds of times.
export PYTHONDONTWRITEBYTECODE :=

# Exact versions, checked by their hashes; then Seaboard itself, built with those.
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check
INSTALL = $(PIP) --require-hashes --requirement $(1) && $(PIP) --no-deps --no-build-isolation --editable .

.PHONY: help play test tests checks lint page-types page-checks docs dist figures lock bench soak clean
.DEFAULT_GOAL := play

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Seaboard needs Python 3.11 or newer: install it, or name it with make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv module is missing: install it (on Debian and Ubuntu: apt install python3-venv)"; exit 1; }
	@echo "Making $(VENV)..."
	@$(PYTHON) -m venv $(VENV)

$(PLAYING): pyproject.toml requirements/play.txt | $(BIN)/python
	@echo "Installing Seaboard (once; a minute)..."
	@$(call INSTALL,requirements/play.txt)
	@touch $@

$(TESTING): pyproject.toml requirements/test.txt | $(BIN)/python
	@echo "Installing Seaboard and its test tools (once; a few minutes)..."
	@$(call INSTALL,requirements/test.txt)
	@touch $@ $(PLAYING)

$(TRAINING): $(TESTING)
	@echo "Installing PyTorch and its libraries, for training only (once; a few minutes)..."
	@$(PIP) 'torch>=2.6' 'sb3-contrib>=2.4' 'dm-tree>=0.1.8'
	@touch $@

$(MEASURING): requirements/bench.txt $(TESTING)
	@echo "Installing the projects to compare with (once; a few minutes)..."
	@$(call INSTALL,requirements/bench.txt)
	@touch $@

play: $(PLAYING) ## install what is needed, start Seaboard and open it
	@$(BIN)/python tools/build_page.py
	@$(BIN)/seaboard serve --open

test: $(TESTING) ## install what is needed and check everything
	@$(BIN)/python tools/build_page.py
	@echo "Compiling every game for the tests (takes minutes; only again when a source changes)..."
	@$(BIN)/python -m tests.compiling
	@$(MAKE) --no-print-directory --jobs=2 tests checks # in parallel: many tests spend their time waiting for clocks and pages

# Caddy and systemd check the files of deploy/ if they are installed, which takes a second (systemd before 250 can't rate a unit's security).
UNREAD = $(if $(shell command -v caddy),,caddy) $(if $(shell systemd-analyze --help 2>/dev/null | grep -e --offline),,systemd)

tests: $(TESTING) # four at a time keep two cores busy: many wait for clocks and pages
	@echo "Running the tests..."
	@$(BIN)/python -m pytest -n 4 --dist worksteal --ignore=tests/train --ignore=tests/deploy/test_install.py $(UNREAD:%=--ignore=tests/deploy/test_%.py)

checks: $(TESTING) # one at a time and at low priority, since the tests take longer
	@nice $(MAKE) --no-print-directory lint
	@nice $(MAKE) --no-print-directory page-checks
	@nice $(MAKE) --no-print-directory docs

lint: $(TESTING) ## check style, types, and the order of imports
	@echo "Checking style, types and imports..."
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

page-checks: $(TESTING) ## build the page, check its style and types and run its own tests
	@$(BIN)/python -m tools.page_types --check
	@$(BIN)/python tools/build_page.py --check

page-types: $(TESTING) ## generate the page's types and decks from the Python ones
	@$(BIN)/python -m tools.page_types

docs: $(TESTING) ## build the documentation into build/docs
	@echo "Building the documentation..."
	@$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going docs build/docs

dist: $(TESTING) ## build a wheel and an sdist into dist, with the page in both
	@$(BIN)/python tools/build_page.py
	@$(BIN)/python -m hatchling build

figures: $(TESTING) ## fill in the README's figures from docs/benchmarks.md
	@$(BIN)/python -m bench.figures README.md

bench: $(MEASURING) ## measure Seaboard alongside its peers (an hour)
	@$(BIN)/python -m bench --write docs/benchmarks.md; reached=$$?; $(BIN)/python -m bench.figures README.md && exit $$reached

soak: $(TESTING) $(TRAINING) ## run for hours what make test runs for minutes
	@echo "Playing a thousand matches of everything in both modes, and checking every state of twenty thousand..."
	@NUMBA_OPT=3 SEABOARD_MATCHES=1000 SEABOARD_SOUND_MATCHES=20000 $(BIN)/python -m pytest -n 2 tests/conformance/test_modes_agree.py tests/conformance/test_soundness.py
	@echo "Re-dealing a hundred positions of each game, 200,000 times each..."
	@SEABOARD_UNIFORM_POSITIONS=100 SEABOARD_UNIFORM_SAMPLES=200000 $(BIN)/python -m pytest -n 2 tests/conformance/test_redeal_uniform.py tests/conformance/test_redeal_unseen.py
	@echo "Altering numbers in a thousand positions of everything..."
	@SEABOARD_ALTERED_POSITIONS=1000 $(BIN)/python -m pytest -n 2 tests/conformance/test_positions.py
	@echo "Looking for secrets in fifty matches of everything, and in what a server sends about them..."
	@SEABOARD_SECRET_MATCHES=50 $(BIN)/python -m pytest -n 2 tests/conformance/test_secrecy.py tests/server/test_secrecy.py
	@echo "Running OpenSpiel's own test on every set-up, copying every environment, and checking batches, rows and shapes often..."
	@SEABOARD_ALL_SETUPS=1 SEABOARD_LOOKS=20 $(BIN)/python -m pytest -n 2 tests/envs/test_openspiel.py tests/envs/test_copies.py tests/envs/test_batch.py tests/conformance/test_features.py tests/conformance/test_shapes.py tests/conformance/test_play.py
	@echo "Scoring a hundred thousand hands..."
	@SEABOARD_HANDS=100000 $(BIN)/python -m pytest tests/games/test_sea_salt_and_paper_scoring.py
	@echo "Separating luck from play in a thousand matches of each game..."
	@SEABOARD_REVIEWS=1000 $(BIN)/python -m pytest -n 2 -s tests/review/test_luck.py
	@echo "Searching every puzzle again, for as long as when it was found..."
	@SEABOARD_PUZZLE_SAMPLE=100000 SEABOARD_PUZZLE_SIMULATIONS=100000 $(BIN)/python -m pytest -n 2 tests/puzzles
	@echo "Playing every story on the page in every window and language, with moving cards..."
	@SEABOARD_ALL_WALKS=1 $(BIN)/python -m pytest -n 2 tests/web
	@echo "Training networks by self-play, and running other projects' suites..."
	@$(BIN)/python -m pytest tests/train
	@echo "Checking the Caddy and systemd files, and installing the sdist into an empty environment without Node..."
	@$(BIN)/python -m pytest tests/deploy
	@echo "Killing the server a hundred times under load..."
	@SEABOARD_KILLS=100 $(BIN)/python -m pytest -s tests/server/test_durable.py
	@echo "Sending a hundred times as much nonsense to every route and socket..."
	@SEABOARD_HOSTILE_TIMES=100 $(BIN)/python -m pytest -s tests/server/test_hostile.py -k "answers_anything or no_message"
	@echo "Measuring what the server can take: ten thousand tables, sockets, spectators, a restart, an attack..."
	@$(BIN)/python -m bench.soak

EXTRAS = $(foreach extra,$(1),--extra $(extra))
TESTED = server plots envs openspiel cluster docs dev
COMPILE = $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url --custom-compile-command "make lock"
OURS = pyproject.toml requirements/build.in
lock: | $(BIN)/python ## renew the exact versions in requirements/
	@$(PIP) 'uv>=0.8'
	@$(COMPILE) requirements/node.in --output-file requirements/node.txt
	@$(COMPILE) $(OURS) $(call EXTRAS,$(TESTED)) --output-file requirements/test.txt
	@$(COMPILE) $(OURS) $(call EXTRAS,server) --constraint requirements/test.txt --output-file requirements/play.txt
	@$(COMPILE) $(OURS) $(call EXTRAS,$(TESTED) bench) --constraint requirements/test.txt --output-file requirements/bench.txt

clean: ## remove what was installed and built
	@rm -rf $(VENV) build dist
