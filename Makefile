# Two commands matter: `make demo` plays the same games in three languages, and
# `make test` runs the tests of all of them. Both set up what they need.

BUILD := .build
VENV := $(BUILD)/venv
VENV_PYTHON := $(VENV)/bin/python
# The interpreter of the environment; `make PYTHON=python3.13 …` takes another than the first one.
# Cargo compiles for the same one.
PYTHON ?= python3
ifneq ($(origin PYTHON),file)
export PYTHON
export PYO3_PYTHON := $(PYTHON)
endif
# Development builds know the games that exist only to test the contract; what
# is packaged for users does not.
FEATURES := test-games
export BOARDWRIGHT_FEATURES := $(FEATURES)
# How a checkout is built; `make PROFILE=release …` builds as what is packaged.
PROFILE := checkout
export BOARDWRIGHT_PROFILE := $(PROFILE)

.PHONY: help demo test test-full setup python node elixir cli server \
	page phoenix test-page test-browser test-rust test-python test-node test-server test-elixir test-arena test-relay test-fuzz lint docs dialyzer bench bench-peers vectors clean

help:
	@echo 'make demo         the same games in three languages, compared'
	@echo 'make test         all tests of all languages'
	@echo 'make page         the web page for every game; npm start in examples/fastify-server serves it'
	@echo 'make phoenix      a game server in Elixir with that page'
	@echo 'make test-full    the long forms of the tests as well (tens of minutes)'
	@echo 'make lint docs    formats, linters, types, licences; documentation'
	@echo 'make dialyzer     types of the library for Elixir (some minutes the first time)'
	@echo 'make bench        speed in each language beside what its users have now'
	@echo 'make bench-peers  speed of the core beside other Rust libraries'

## Setting up

setup: python node elixir cli

$(VENV)/.done: requirements-dev.txt
	@sh scripts/venv.sh $(VENV)
	@touch $@

python: $(VENV)/.done
	@sh scripts/build-python.sh $(VENV) $(FEATURES)

bindings-node/node_modules/.package-lock.json: bindings-node/package-lock.json
	npm --prefix bindings-node ci --no-audit --no-fund --loglevel=error

node: bindings-node/node_modules/.package-lock.json
	npm --prefix bindings-node run --silent build

SERVER := examples/fastify-server
ARENA := examples/phoenix-arena

$(SERVER)/node_modules/.package-lock.json: $(SERVER)/package-lock.json
	npm --prefix $(SERVER) ci --no-audit --no-fund --loglevel=error

server: node $(SERVER)/node_modules/.package-lock.json
	npm --prefix $(SERVER) run --silent build

PAGE := examples/page

$(PAGE)/node_modules/.package-lock.json: $(PAGE)/package-lock.json
	npm --prefix $(PAGE) ci --no-audit --no-fund --loglevel=error

page: server $(PAGE)/node_modules/.package-lock.json
	npm --prefix $(PAGE) run --silent build

# The game server in Elixir, with the page: http://127.0.0.1:4000.
phoenix: page elixir
	@sh scripts/need-phoenix.sh
	cd $(ARENA)/web && mix run --no-halt

elixir:
	@sh scripts/need-elixir.sh
	cd bindings-elixir && mix compile

cli:
	cargo build --profile $(PROFILE) --quiet -p boardwright-cli --features $(FEATURES)

## The main job

demo: python node elixir
	@sh examples/demo/run.sh $(VENV_PYTHON)

## Tests

test: test-rust test-python test-node test-server test-page test-browser test-elixir test-arena test-relay test-fuzz
	@echo 'all tests passed'

test-rust:
	cargo test --workspace --features $(FEATURES)

test-python: python
	$(VENV)/bin/pytest -q bindings-python/tests tests/oracles

test-node: node
	npm --prefix bindings-node test

test-server: server
	npm --prefix $(SERVER) test

test-page: page
	npm --prefix $(PAGE) run test:unit

# A browser is wanted for these; without one they are skipped, and say so.
test-browser: page
	npm --prefix $(PAGE) run test:browser

test-elixir: elixir
	cd bindings-elixir && mix test

# The web part is tested where its packages can be had, and otherwise says so.
test-arena: elixir
	cd $(ARENA) && mix test
	@if sh scripts/need-phoenix.sh; then cd $(ARENA)/web && mix compile --warnings-as-errors && mix test; fi

test-relay: python node elixir
	sh tests/relay/run.sh $(VENV_PYTHON)

test-fuzz:
	cargo test --release --manifest-path fuzz/Cargo.toml

test-full: export BOARDWRIGHT_FULL := 1
test-full: export CARGO_PROFILE_DEV_OPT_LEVEL := 3
test-full: export CARGO_PROFILE_TEST_OPT_LEVEL := 3
test-full: test

## Everything else

lint: python node server page elixir
	cargo fmt --all --check
	cargo fmt --check --manifest-path bench-peers/Cargo.toml
	cargo fmt --check --manifest-path fuzz/Cargo.toml
	cargo clippy --workspace --all-targets --quiet --features $(FEATURES) -- -D warnings
	cargo clippy --workspace --all-targets --quiet --features boardwright-python/abi3 -- -D warnings
	cargo run --quiet -p xtask -- check
	$(VENV)/bin/ruff format --check --quiet bindings-python examples scripts tests
	$(VENV)/bin/ruff check --quiet bindings-python examples scripts tests
	cd bindings-python && ../$(VENV)/bin/mypy
	cd bindings-python && ../$(VENV)/bin/python -m mypy.stubtest boardwright
	npm --prefix bindings-node run lint
	npm --prefix $(SERVER) run lint
	npm --prefix $(PAGE) run lint
	cd bindings-elixir && mix format --check-formatted && mix compile --warnings-as-errors
	cd $(ARENA) && mix format --check-formatted && mix compile --warnings-as-errors
	cd $(ARENA)/web && mix format --check-formatted
	@echo 'lint passed'

docs:
	RUSTDOCFLAGS='-D warnings' cargo doc --quiet --no-deps --workspace --exclude boardwright-python --exclude boardwright-node --exclude boardwright-nif

dialyzer: elixir
	@sh scripts/dialyze-elixir.sh $(abspath $(BUILD))

bench: python node elixir cli
	target/$(PROFILE)/boardwright perft boost 6
	target/$(PROFILE)/boardwright perft jarls 6
	$(VENV_PYTHON) bindings-python/bench/speed.py
	npm --prefix bindings-node run --silent bench
	cd bindings-elixir && mix run bench/speed.exs
	$(VENV_PYTHON) bindings-python/bench/calls.py
	npm --prefix bindings-node run --silent bench:calls
	cd bindings-elixir && mix run bench/calls.exs
	$(VENV_PYTHON) bindings-python/bench/decisions.py
	npm --prefix bindings-node run --silent bench:decisions
	cd bindings-elixir && mix run bench/decisions.exs

bench-peers:
	cargo run --release --quiet --manifest-path bench-peers/Cargo.toml

vectors:
	cargo run --profile $(PROFILE) --quiet -p xtask --features $(FEATURES) -- vectors
	cargo run --profile $(PROFILE) --quiet -p xtask --features $(FEATURES) -- playthroughs
	cargo run --profile $(PROFILE) --quiet -p xtask --features $(FEATURES) -- prompts

clean:
	cargo clean
	rm -rf $(BUILD) bindings-node/node_modules $(SERVER)/node_modules $(SERVER)/dist $(PAGE)/node_modules $(PAGE)/dist bindings-elixir/_build
