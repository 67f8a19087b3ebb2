# make demo   sheets for four players and two checked houses, on a machine with only Python, pip and make
# make test   everything that has to be green: what the tests need, make check, and the tests
# make check  the quick part of it: style, types, the rooms and floors
# make bench  how fast, as ratios to other ways in the same run
# make train  learn again to read photos (simulated ones, and scanned digits that are fetched), under 20 minutes
# make bless  write the golden files anew, after looking at what changed

PYTHON ?= python3
V := .venv
PNP := $(V)/bin/pnp
SOURCES := pyproject.toml README.md LICENSE

.PHONY: demo test check bench bless docs pins clean tools train

demo: $(V)/run.stamp
	@mkdir -p output
	@echo "Printing House of Dice for four players, and the bonus sheet of the table:"
	@$(PNP) print house-of-dice --players "Ana,Bo,Cy,Di" --coverage
	@$(PNP) print house-of-dice --sheet bonus
	@$(PNP) print house-of-dice --sheet summary
	@$(PNP) print house-of-dice --example tests/examples/house-legal.toml
	@echo
	@echo "Checking a house that is legal:"
	@$(PNP) check tests/examples/house-legal.toml
	@echo "Checking a house that is not:"
	@$(PNP) check tests/examples/house-illegal.toml; test $$? -eq 1
	@echo "The sheets are in $(CURDIR)/output, the program is $(CURDIR)/$(PNP)."
	@echo "To type pnp in this terminal: export PATH=\"$(CURDIR)/$(V)/bin:\$$PATH\"; 'pnp --help' says what else it does."

# The rooms and floors are not looked at twice: check has just done so.
test: check tools
	$(V)/bin/python -m pytest -n 2 --dist loadgroup --ignore=tests/test_architecture.py --ignore=tests/test_words.py

check: $(V)/test.stamp
	$(V)/bin/ruff check .
	$(V)/bin/ruff format --check .
	$(V)/bin/mypy
	$(V)/bin/python -m pytest -q tests/test_architecture.py tests/test_words.py

bench: $(V)/bench.stamp
	$(V)/bin/python bench/run.py

bless: $(V)/test.stamp tools docs
	PNP_BLESS=1 $(V)/bin/python -m pytest -q tests/render tests/test_docs.py tests/games tests/cli/test_screen.py

docs: $(V)/test.stamp
	$(V)/bin/python docs/pictures.py

train: $(V)/test.stamp
	$(V)/bin/python tests/read/training/run.py

pins: $(V)/test.stamp
	$(V)/bin/python .pins/compile.py

tools:
	@sh .ci/tools

# One environment; each stamp says how much of it is there.
$(V)/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "pnp needs Python 3.11 or newer; name one with make PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(V)

$(V)/%.stamp: .pins/%.txt $(SOURCES) | $(V)/bin/pip
	$(V)/bin/pip install --quiet --disable-pip-version-check --require-hashes -r .pins/$*.txt
	$(V)/bin/pip uninstall --quiet --quiet --yes pnp  # the name of the distribution before it was pnp-sheets
	$(V)/bin/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@$(V)/bin/python -m compileall -q pnp
	@touch $@

clean:
	rm -rf $(V) output/* .pytest_cache .mypy_cache .ruff_cache .hypothesis dist
