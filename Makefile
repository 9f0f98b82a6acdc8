# make play: set up and play.  make test: set up and run every check.  Both work on a fresh machine.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
  $$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find loot_table -name '*.py' -o -name '*.toml' -o -name '*.md') pyproject.toml hatch_build.py README.md \
  $(shell find web loot_table/games/*/web -type f -not -path '*/node_modules/*')
JOBS ?= 2

.PHONY: play test check unit soak bench screenshots clean lock

play: $(VENV)/.installed
	@$(BIN)/loot play crates_barrels --seat human --seat greedy

test: $(VENV)/.installed $(VENV)/.tools
	@scripts/check

soak: $(VENV)/.installed $(VENV)/.tools
	$(BIN)/pytest -n $(JOBS) tests/soak

bench: $(VENV)/.installed
	$(BIN)/pip install --quiet --requirement requirements/bench.txt
	$(BIN)/loot bench playouts

# Every page of the browser client, photographed into build/screenshots.
screenshots: $(VENV)/.tools
	$(BIN)/python scripts/build_web.py
	PYTHONPATH=. $(BIN)/python scripts/screenshots.py

$(VENV)/.python:
	@test -n "$(PYTHON)" || { echo "Loot Table needs Python 3.11 or newer with its venv module."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.tools: $(VENV)/.python requirements/dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --requirement requirements/dev.txt
	@touch $@

# The package as a user gets it: compiled where there is a C compiler.
$(VENV)/.installed: $(VENV)/.tools $(SOURCES)
	@rm -rf build/wheel
	$(BIN)/python -m hatchling build --target wheel --directory build/wheel
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --force-reinstall build/wheel/*.whl
	@$(BIN)/loot --version
	@touch $@

lock:
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --universal --generate-hashes --no-emit-index-url --no-annotate --no-header \
	  --group dev pyproject.toml --output-file requirements/dev.txt
	$(BIN)/uv pip compile --universal --generate-hashes --no-emit-index-url --no-annotate --no-header \
	  --group dev --group bench pyproject.toml --output-file requirements/bench.txt

clean:
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
