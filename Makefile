# The commands of a checkout. `make run` and `make test` do all the set-up; the first time they need network.

# STRICT=1 turns warnings into errors, as in continuous integration.
FLAGS := -c release --explicit-target-dependency-import-check error
ifdef STRICT
FLAGS += -Xswiftc -warnings-as-errors
endif

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c

SOURCES := Package.swift $(wildcard Sources Tests Benchmarks)
TRELLIS := .build/release/trellis
MODEL := smollm2-135m

.PHONY: run test build docs setup model format lint clean

# The main job: a schema and a prompt in, a valid value out, from a real model. The value is shown as it comes; the program
# checks it against the schema once more at its end; then it is printed again, laid out.
run: model
	$(TRELLIS) generate --schema Schemas/examples/recipe.json --prompt "A recipe for pancakes." \
		--seed 1 --stream --statistics | tee .build/recipe.json
	python3 -m json.tool --no-ensure-ascii --indent 2 .build/recipe.json

test: setup
	swift build --build-tests $(FLAGS)
	$(TRELLIS) models get $(MODEL) >/dev/null
	swift test --skip-build $(FLAGS)

build: setup
	swift build --product trellis $(FLAGS)

# The documentation of the session API in .build/docs.
docs: build
	Scripts/make_docs.py

# The default model in the store; fetched when it isn't there.
model: build
	$(TRELLIS) models get $(MODEL) >/dev/null

setup:
	Scripts/setup

format:
	swift format --in-place --recursive $(SOURCES)

lint:
	swift format lint --strict --recursive $(SOURCES)

clean:
	swift package clean
