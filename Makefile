# King Pedro. Needs Python 3.11 to 3.13, make and git; `make` alone tells what there is.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PACKAGES := $(VENV)/.made-from-the-lock
STAMP := $(VENV)/.king-pedro-installed
BENCH_VENV := .venv-bench
BENCH_STAMP := $(BENCH_VENV)/.made-from-the-lock
LOCK_VENV := .venv-lock
UV_VERSION := 0.13.9
PIP_FLAGS := --quiet --disable-pip-version-check
COMPILE := $(LOCK_VENV)/bin/uv pip compile --no-config --quiet --universal --python-version 3.11 \
	--generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo run test soak check format bench pictures golden lock clean venv

help: ## tell what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(STAMP) ## play in the browser, without a Discord account
	@$(BIN)/king-pedro demo $(ARGS)

run: $(STAMP) ## run the bot on Discord; reads .env
	@$(BIN)/king-pedro run

test: $(STAMP) ## run every test; ARGS="tests/test_config.py -k token" for some
	$(BIN)/pytest -n auto $(ARGS)

soak: $(STAMP) ## the tests that take long: many deaths, many people at once
	$(BIN)/pytest -n auto -m soak $(ARGS)

check: $(STAMP) ## formatting, lint, types and the direction of imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(STAMP) ## put the formatting right
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(STAMP) $(BENCH_STAMP) ## measure speed and size beside other packages
	$(BIN)/python -m tests.bench $(ARGS)

pictures: $(STAMP) ## make the README's screenshots anew; needs Chromium
	$(BIN)/python -m tests.pictures

golden: $(STAMP) ## write the golden files anew; look at the difference before committing it
	$(BIN)/pytest -n auto --rewrite-golden $(ARGS)

lock: ## choose the newest versions allowed by pyproject.toml and write the locks
	@test -x $(LOCK_VENV)/bin/uv || { $(PYTHON) -m venv $(LOCK_VENV) && \
		$(LOCK_VENV)/bin/pip install $(PIP_FLAGS) uv==$(UV_VERSION); }
	$(COMPILE) --upgrade --all-extras pyproject.toml --output-file requirements.lock
	$(COMPILE) --upgrade --constraint requirements.lock pyproject.toml --output-file requirements-run.lock
	$(COMPILE) --upgrade --constraint requirements.lock container/build.in --output-file container/build.lock
	if test -e tests/bench/peers.in; then \
		$(COMPILE) --upgrade tests/bench/peers.in --output-file tests/bench/peers.lock; fi

clean: ## take away everything that was made, but not data/
	rm -rf $(VENV) $(BENCH_VENV) $(LOCK_VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache \
		.import_linter_cache
	find bot cogs db tests -name __pycache__ -type d -prune -exec rm -rf {} +

venv: $(STAMP) # the environment alone

# A half-made environment has no stamp, so the next `make` begins it anew. A new pyproject.toml may bring other
# commands or another version, which takes a second; only a new lock makes the environment anew.
$(PACKAGES): requirements.lock .ci/make-venv
	@PYTHON="$(PYTHON)" .ci/make-venv $(VENV) requirements.lock
	@touch $@

$(STAMP): $(PACKAGES) pyproject.toml
	@$(BIN)/pip install $(PIP_FLAGS) --no-index --no-build-isolation --no-deps -e .
	@touch $@

$(BENCH_STAMP): tests/bench/peers.lock .ci/make-venv | $(STAMP)
	@PYTHON="$(PYTHON)" .ci/make-venv $(BENCH_VENV) tests/bench/peers.lock || \
		$(BIN)/python -m tests.bench.one_by_one $(BENCH_VENV) tests/bench/peers.lock
	@touch $@
