# make play: set up and play (make play LAN=1: with phones in the room).  make test: set up and run every check.  Both work on a fresh machine.
# make quick: what is near to what has changed, in a minute and a half.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
  $$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
KINDS := -name '*.py' -o -name '*.toml' -o -name '*.md' -o -name '*.cjs' -o -name '*.txt'
SOURCES := $(shell find loot_table $(KINDS)) pyproject.toml hatch_build.py README.md \
  $(shell find web loot_table/games/*/web examples/*/web -type f -not -path '*/node_modules/*')
JOBS ?= 2

# Every template that people read, for translators.
catalogue: $(VENV)/.tools
	$(BIN)/python scripts/catalogue.py

.PHONY: audit catalogue clean coverage bench dist docs fuzz lock play quick screenshots secrecy soak test test-train

play: $(VENV)/.installed
	@$(BIN)/loot serve --open $(if $(LAN),--lan)

quick: $(VENV)/.needs $(VENV)/.tools
	@$(BIN)/python scripts/quick.py

test: $(VENV)/.installed $(VENV)/.tools
	@$(BIN)/python scripts/check.py

soak: $(VENV)/.installed $(VENV)/.tools $(VENV)/.train $(VENV)/.docs
	$(BIN)/pytest -n $(JOBS) tests/soak
	LOOT_BUILD=interpreted PYTHONPATH=. $(BIN)/pytest -n $(JOBS) -m heavy tests
	LOOT_CHROMIUM=$$(scripts/chromium) $(BIN)/pytest -n $(JOBS) -m long tests/e2e

# What needs PyTorch: training, for a minute, and models of any kind.
test-train: $(VENV)/.installed $(VENV)/.tools $(VENV)/.train
	$(BIN)/pytest tests/train tests/learning

# The documentation site, in build/site/html; it ends badly when a page, a link or a place in a page is missing.
docs: $(VENV)/.installed $(VENV)/.docs
	@LOOT_BUILD=interpreted PYTHONPATH=. $(BIN)/python scripts/documentation.py

screenshots: $(VENV)/.installed $(VENV)/.tools
	@scripts/chromium >/dev/null
	$(BIN)/python scripts/screenshots.py
	$(BIN)/python scripts/pictures.py

# Bytes thrown at every reader, guided by coverage; SECONDS for each.
SECONDS ?= 60
fuzz: $(VENV)/.installed $(VENV)/.tools
	$(BIN)/pip install --quiet --requirement requirements/fuzz.txt
	for target in json messages actions records positions components designs server; do \
	  PYTHONPATH=. $(BIN)/python scripts/fuzz.py --seconds $(SECONDS) --target $$target || exit 1; done

# What the tests reach of the package, interpreted; fails below the floor that pyproject.toml names.
coverage: $(VENV)/.installed $(VENV)/.tools
	rm -rf build/coverage
	mkdir -p build/coverage
	LOOT_BUILD=interpreted PYTHONPATH=. $(BIN)/coverage run -m pytest -n $(JOBS) -m "not heavy" \
	  --ignore=tests/soak --ignore=tests/e2e --ignore=tests/learning
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage html --directory build/coverage/html --quiet
	$(BIN)/coverage report

# Known faults of all that is used, and of the workflows. Asks the indexes, so it needs the network.
audit: $(VENV)/.python requirements/release.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --requirement requirements/release.txt
	for list in play server build dev docs fuzz release; do \
	  $(BIN)/pip-audit --strict --disable-pip --requirement requirements/$$list.txt || exit 1; done
	cd web && npm audit --audit-level=low
	$(BIN)/zizmor --offline --persona pedantic .github

# Pairs of worlds that an audience may not tell apart, through every outlet of the server.
PAIRS ?= 100000
secrecy: $(VENV)/.installed
	$(BIN)/loot secrecy --pairs $(PAIRS)

bench: $(VENV)/.installed
	$(BIN)/loot bench playouts

$(VENV)/.python:
	@test -n "$(PYTHON)" || { echo "Loot Table needs Python 3.11 or newer with its venv module."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

# What building and playing needs.
$(VENV)/.needs: $(VENV)/.python requirements/build.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --requirement requirements/build.txt
	@touch $@

# What the checks need besides.
$(VENV)/.tools: $(VENV)/.python requirements/dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --requirement requirements/dev.txt
	@touch $@

# What making the documentation site needs.
$(VENV)/.docs: $(VENV)/.python requirements/docs.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --requirement requirements/docs.txt
	@touch $@

# What training nets needs, and reading models of any kind.
$(VENV)/.train: $(VENV)/.python requirements/train.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --requirement requirements/train.txt
	@touch $@

# The package as a user gets it: compiled where there is a C compiler, from a wheel where one of these sources is in dist.
$(VENV)/.installed: $(VENV)/.python requirements/build.txt requirements/play.txt $(SOURCES)
	@$(BIN)/python scripts/install.py
	@$(BIN)/loot --version
	@touch $@

# Wheels and the source archive of a release, for this machine: docs/packages.md.
dist: $(VENV)/.needs
	rm -rf dist
	$(BIN)/python -m hatchling build --directory dist
	LOOT_INTERPRETED=1 $(BIN)/python -m hatchling build --target wheel --directory dist

# What is pinned for a tool is pinned for the rest too: several of these lists go into one environment.
COMPILE := $(BIN)/uv pip compile --universal --generate-hashes --no-emit-index-url --no-annotate --no-header pyproject.toml
LIKE_DEV := $(COMPILE) --constraint requirements/dev.txt
lock: $(VENV)/.python
	$(BIN)/pip install --quiet uv
	$(COMPILE) --group dev --output-file requirements/dev.txt
	$(LIKE_DEV) --output-file requirements/play.txt
	$(LIKE_DEV) --extra languages --extra notices --extra passkeys --extra postgres --output-file requirements/server.txt
	$(LIKE_DEV) --group build --output-file requirements/build.txt
	$(LIKE_DEV) --group fuzz --output-file requirements/fuzz.txt
	$(LIKE_DEV) --group docs --output-file requirements/docs.txt
	$(LIKE_DEV) --group release --output-file requirements/release.txt

clean:
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
