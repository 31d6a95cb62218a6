# Everything a newcomer needs; each target sets up what it uses.

SHELL := /bin/bash
VENV  := .venv
BIN   := $(VENV)/bin
READY := $(VENV)/.ready
# What running needs, without the tools for development.
RUNS  := $(VENV)/.runs
# It is compiled when the package is installed.
CATALOGUE := $(wildcard src/wicket/shell/catalogue/*.toml)
ENTRIES := $(wildcard src/wicket/shell/catalogue/entry_*.py)

# Bytecode is part of what is measured and shipped.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run fleet fleet-soak fleet-power-cut fleet-thousand test format check-format lint types imports tests conformance bench fuzz hunt hunt-guards oracle prove-corpus clean

help: ## say what can be made
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1 \t\2/p' $(MAKEFILE_LIST) | expand -t 24

INSTALLED := pyproject.toml constraints.txt scripts/setup hatch_build.py src/wicket/policy_files/catalogue_compiler.py $(ENTRIES) $(CATALOGUE)

$(READY): $(INSTALLED)
	@scripts/setup $(VENV)
	@touch $@ $(RUNS)

$(RUNS): $(INSTALLED)
	@scripts/setup $(VENV) all
	@touch $@

run: $(RUNS) ## start a gate to try, with a policy, an extension and the console
	@$(BIN)/wicket demo

fleet: $(READY) ## start a hub and three gateways to try, with one inbox
	@$(BIN)/wicket fleet demo

# How many gateways, and for how long: make fleet-soak MACHINES=50 MINUTES=5
MACHINES := 200
MINUTES  := 20

fleet-soak: $(READY) ## strain a fleet of many gateways while its parts are killed, by hand
	@cd tests && nice -n 10 ../$(BIN)/python -m fleet_trials.soak --machines $(MACHINES) --minutes $(MINUTES)

fleet-power-cut: $(READY) ## what a hub's servers still have after the power was cut, by hand; needs root
	@cd tests && ../$(BIN)/python -m fleet_trials.power_cut

fleet-thousand: $(READY) ## figures of a hub with a thousand machines, by hand
	@cd tests && ../$(BIN)/python -m fleet_trials.thousand

test: check-format lint types imports tests ## everything that must be green

format: $(READY) ## put the code in shape
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

check-format: $(READY)
	$(BIN)/ruff format --check .

lint: $(READY)
	$(BIN)/ruff check .

types: $(READY)
	$(BIN)/mypy

imports: $(READY)
	$(BIN)/lint-imports --no-cache

# Tests whose coverage is measured: those of the wires and of the reader reach their floors by themselves. Measuring
# makes a test take three times as long, so the others run without.
COVERED := tests/wire tests/shell tests/test_errors.py tests/test_displayed_text.py
PYTEST  := PATH="$(abspath $(BIN)):$$PATH" $(BIN)/pytest -n
# Most of the others wait for processes, so that twice as many as there are processors run at a time.
WAITING := $(shell echo $$(( 2 * $$(nproc) )))

tests: $(READY) ## run the tests, with the coverage floors of the wires and of the reader
	@scripts/test-tools
	$(PYTEST) auto --cov=src/wicket --cov-report= $(COVERED)
	$(BIN)/coverage report --include='src/wicket/wire/*,src/wicket/errors.py,src/wicket/displayed_text.py' --fail-under=100 --skip-covered --show-missing
	$(BIN)/coverage report --include='src/wicket/shell/**' --fail-under=93 --format=total
	$(PYTEST) $(WAITING) $(addprefix --ignore=,$(COVERED))

conformance: $(READY) ## print the scoreboard: which statements are tested, open, rejected
	@$(BIN)/python scripts/scoreboard.py

# Which figures, by the files of bench/: make bench FIGURES="task_runs mcp_calls"
FIGURES :=

bench: $(READY) ## measure, each figure as a ratio against a floor of the same run
	@scripts/bench $(VENV) $(FIGURES)

fuzz: $(READY) ## the property tests by hand, with 20,000 examples for each end: 200,000 for a property
	WICKET_EXAMPLES=20000 $(BIN)/pytest -n auto -p no:cacheprovider --timeout=0 -m fuzz

# How many texts, from which seed, and what else: make hunt TEXTS=2000000 SEED=1 HUNT="--generator words"
TEXTS := 200000
SEED  := 1
HUNT  :=

hunt: $(READY) ## look for bypasses: made texts are judged, and what is allowed is run in a sandbox, by hand, for hours
	@scripts/test-tools
	@cd tests && ../$(BIN)/python -m hunt --texts $(TEXTS) --seed $(SEED) --report ../hunt.jsonl $(HUNT)

hunt-guards: $(READY) ## take each guard of the reader away in turn: the hunt has to notice, by hand
	@scripts/test-tools
	@cd tests && ../$(BIN)/python -m hunt --texts $(TEXTS) --seed $(SEED) --without-each $(HUNT)

oracle: $(READY) ## compare the reader with bash and shfmt on every shell script of this system, by hand
	@cd tests && ../$(BIN)/python -m oracle.system_scripts

prove-corpus: $(READY) ## run every bypass of the corpus in real bash, in a throw-away directory, by hand
	@cd tests && ../$(BIN)/python -m corpus.prove

clean: ## forget everything that was made
	rm -rf $(VENV) .venv-bench .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage .import_linter_cache build dist hunt.jsonl
