# `make` alone prints this help; each target says what it does after `##`.
.DEFAULT_GOAL := help
.PHONY: help build test test-data test-peers surface combinations msrv test-remote test-parquet test-browser test-rivals lint evaluate sweep papers datasets bench damage nasty trust bench-parts peers charset structure metadata reference asked train wheel test-python test-free-threaded test-pythons test-engines figures-python install clean

# Data sets: those fetched into datasets/, and those under $LEAFMILL_DATA, if it is set.
DATA_SETS = $(patsubst %/,%,$(wildcard datasets/*/ $(addsuffix /datasets/*/,$(LEAFMILL_DATA))))
# Programs that show how the library is used, each with what it reads by default.
EXAMPLES = $(basename $(notdir $(wildcard examples/*.rs)))
# Where cargo builds: what CARGO_TARGET_DIR says, or target/.
TARGET = $(or $(CARGO_TARGET_DIR),target)
LEAFMILL = $(TARGET)/release/leafmill
# The commit that is built: what the environment says (an image is built without .git), else what git says.
export LEAFMILL_COMMIT := $(or $(LEAFMILL_COMMIT),$(shell git describe --always --dirty 2>/dev/null))

help: ## Print this help
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  \1\t/' | expand -t 14

build: ## Build the program: release/leafmill in the target directory
	cargo build --release --locked --bin leafmill

test: ## Run all tests (those on real data need LEAFMILL_DATA, and say so)
	cargo test --locked
	for example in $(EXAMPLES); do cargo run --locked --quiet --example $$example >/dev/null || exit 1; done
	python3 -m unittest discover -s scripts -p 'test_*.py'

test-data: ## Run the checks on real data in full: every page, both parsers (minutes)
	@test -n "$(LEAFMILL_DATA)" || { echo "set LEAFMILL_DATA to the folder that holds datasets/, warcs/ and html5lib-tests/"; exit 2; }
	LEAFMILL_FULL=1 cargo test --locked --release --test leafmill

test-peers: ## Hold the readers to what other crates read, and compile the benchmarks
	cargo test --locked --package leafmill-benches --all-targets

surface: ## Write down all that is public, for a change to it to be seen
	UPDATE_SNAPSHOTS=yes cargo test --locked --package leafmill-benches --test surface

test-remote: ## Read from servers that misbehave, and from stores: moto's S3 and one like Google's (installs moto in .venv-stores)
	cargo test --locked --features remote --test leafmill remote::
	PYTHONPATH=scripts "$$(scripts/venv.sh scripts/trust/requirements.txt .venv-stores)" -m trust.stores --program $(TARGET)/debug/leafmill

test-parquet: ## Read Parquet back, and hold it to the rows of JSON Lines
	cargo test --locked --features parquet --lib --test leafmill parquet

test-browser: ## Open a report in Chromium, where there is one: sorting, plots, nothing of the texts runs (installs playwright in .venv-browser)
	cargo build --locked --bin leafmill
	PYTHONPATH=scripts "$$(scripts/venv.sh scripts/report/requirements.txt .venv-browser)" -m report.browser $(TARGET)/debug/leafmill

test-rivals: build ## Hold justext and boilerpipe against the programs that they are of (installs them in .venv-rivals)
	PYTHONPATH=scripts "$$(scripts/venv.sh scripts/rivals/requirements.txt .venv-rivals)" -m rivals.golden $(LEAFMILL) datasets/sample

lint: ## Check the format and deny every warning, with each feature on alone
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets --all-features -- -D warnings
	python3 scripts/features.py
	cargo metadata --locked --format-version 1 --manifest-path fuzz/Cargo.toml >/dev/null
	RUSTDOCFLAGS="-D warnings -A rustdoc::private-intra-doc-links" cargo doc --locked --no-deps --all-features --document-private-items

combinations: ## Check that every combination of features compiles (some ten minutes)
	python3 scripts/features.py --every

msrv: ## Build with the oldest compiler that Cargo.toml promises
	cargo +$(MSRV) check --locked --all-features --target-dir $(TARGET)/msrv
MSRV = $(shell sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)

evaluate: build ## Evaluate all methods on the sample and every data set found
	# 1 says that it finished and named what of the data sets cannot be used.
	$(LEAFMILL) evaluate $(DATA_SETS) --lenient -o results/evaluate || test $$? -eq 1

sweep: build ## Sweep wu over window and threshold, and draw it
	$(LEAFMILL) evaluate $(SWEEP_DATA) --method 'wu(window=1|3|5|7|9,threshold=0.5..1.0/0.05,k=0)' -o results/sweep
SWEEP_DATA = $(firstword $(filter %wcxb-dev,$(DATA_SETS)) datasets/sample)

papers: build ## Write a page for each paper: what it reports beside what leafmill measures
	python3 scripts/papers/papers.py $(DATA_SETS) -o results/papers

datasets: datasets/formasaurus ## Fetch WCXB, the Scrapinghub set and Formasaurus' pages into datasets/ (about 120 MB)
	python3 scripts/fetch_datasets.py

datasets/formasaurus: scripts/formasaurus.py scripts/datasets/formasaurus.jsonl | build
	python3 scripts/formasaurus.py --leafmill $(LEAFMILL)

bench: build ## Compare whole processes with the peers: CPU, wall, memory (installs them in .venv-*)
	scripts/bench/bench.sh $(BENCH_DATA) -o results/bench
BENCH_DATA = $(firstword $(filter %wcxb-dev,$(DATA_SETS)) datasets/sample)

damage: build ## Damage an archive and count the records that readers still deliver
	scripts/bench/damage.sh datasets/sample/sample.warc.gz -o results/damage

nasty: build ## Run the inputs that stop others: CPU and memory of each
	PYTHONPATH=scripts python3 -m bench.nasty -o results/nasty

trust: build ## Kill runs at random, and time a file a page beside JSON Lines
	PYTHONPATH=scripts python3 -m trust.trust -o results/trust

bench-parts: ## Run the benchmarks of the parts (bytes per second, beside the peers' crates)
	cargo bench --locked --package leafmill-benches

peers: build ## Compare the quality with the peers' on the same pages (installs them in .venv-*)
	scripts/peers/compare.sh $(BENCH_DATA) -o results/peers

charset: build ## Decode texts under right and wrong declarations, beside the peers (installs them in .venv-*)
	"$$(scripts/venv.sh scripts/peers/requirements.txt .venv-peers)" scripts/charset/charsets.py $(LEAFMILL) -o results/charset

# The models of the folds, which `make train` keeps; made by themselves (some minutes) where they are older than those
# that ship.
FOLD_MODELS = $(if $(filter %/wcxb-dev,$(DATA_SETS)),.fold-models/fold-4/pages.txt)
$(FOLD_MODELS): scripts/train/train.py src/extract/methods/grain/model/record.json | build datasets/formasaurus
	python3 scripts/train/train.py $(TRAINING_DATA) --folds 5 --fold-models .fold-models --folds-alone

# What documents and metadata are compared on: data sets that are there, else the sample.
DOCUMENTS = "$$(scripts/venv.sh scripts/documents/requirements.txt .venv-documents)" -m documents.documents

structure: build $(FOLD_MODELS) ## Compare documents' headings, lists, tables, code, links with the peers' (installs them in .venv-*)
	PYTHONPATH=scripts $(DOCUMENTS) structure $(LEAFMILL) $(BENCH_DATA) $(FOLD_MODELS:%/fold-4/pages.txt=--fold-models %) -o results/structure

metadata: build ## Compare titles, authors and dates with the peers' (installs them in .venv-*)
	PYTHONPATH=scripts $(DOCUMENTS) metadata $(LEAFMILL) $(METADATA_DATA) -o results/metadata
METADATA_DATA = $(or $(filter %/wcxb-dev %/trafilatura-a %/fundus-a,$(DATA_SETS)),datasets/sample)

reference: build ## Hold the measures of documents and metadata to other scorers (SCORERS: their folder; .venv-reference)
	@test -d "$(SCORERS)" || { echo "set SCORERS to the folder of score_structure.py and score_metadata.py"; exit 2; }
	PYTHONPATH=scripts $(REFERENCE) structure $(LEAFMILL) $(BENCH_DATA) --scorers $(SCORERS) -o results/structure || test $$? -eq 1
	PYTHONPATH=scripts $(REFERENCE) metadata $(LEAFMILL) $(METADATA_DATA) --scorers $(SCORERS) -o results/metadata || test $$? -eq 1
REFERENCE = "$$(scripts/venv.sh scripts/documents/reference.txt .venv-reference)" -m documents.reference
SCORERS = $(LEAFMILL_DATA)/measures

asked: build ## Count what documents and metadata cost beside plain text (valgrind)
	PYTHONPATH=scripts python3 -m bench.asked $(LEAFMILL) $(BENCH_DATA) -o results/cost

train: build datasets/formasaurus ## Train grain's models, cross-validate them, and measure each set left out
	python3 scripts/train/train.py $(TRAINING_DATA) --folds 5 --fold-models .fold-models --leave-out \
		--others $(OTHER_DATA) --report results/grain/folds.md
	$(if $(FOLD_MODELS),@touch $(FOLD_MODELS))
TRAINING_SETS = wcxb-dev trafilatura-a scrapinghub typed-a docs-a fundus-a recipes-a
TRAINING_DATA = $(filter $(addprefix %/,$(TRAINING_SETS)),$(DATA_SETS)) datasets/formasaurus
# Sets that no model is trained on.
OTHER_SETS = cleaneval-dev cleanportaleval cwce-a daniel-a
OTHER_DATA = $(filter $(addprefix %/,$(OTHER_SETS)),$(DATA_SETS)) datasets/formasaurus-front

# The Python package: its wheel as users get it, or with PROFILE=dev as `make test` builds, in less time.
PROFILE = release
WHEELS = $(TARGET)/wheels/$(PROFILE)
VENV_PYTHON = $$(scripts/venv.sh python/requirements.txt .venv-python)
# What it is built of; it is built again where one of them is newer.
WHEEL_SOURCES = $(shell find src python/src python/leafmill Cargo.toml Cargo.lock python/*.toml python/README.md python/requirements.txt -type f -not -path '*/__pycache__/*')

$(WHEELS)/built: $(WHEEL_SOURCES)
	rm -rf $(WHEELS) && mkdir -p $(WHEELS)
	"$(VENV_PYTHON)" -m maturin build --profile $(PROFILE) --locked --manifest-path python/Cargo.toml --out $(WHEELS)
	touch $@

wheel: $(WHEELS)/built ## Build the Python package: wheels/ in the target directory
	@ls -lh $(WHEELS)/*.whl

test-python: wheel ## Install the wheel in .venv-python and run its tests and examples
	"$(VENV_PYTHON)" -m pip install --quiet --force-reinstall --no-deps $(WHEELS)/*.whl
	python="$(VENV_PYTHON)" && cd python && "$$python" -m mypy leafmill && cd tests && "$$python" -m pytest
	$(if $(PYTHON_FREE_THREADED),$(MAKE) test-free-threaded)

# A free-threaded Python: the newest that is found, unless one is named.
PYTHON_FREE_THREADED = $(shell command -v python3.15t || command -v python3.14t)
FREE_THREADED = .venv-free-threaded/bin/python
test-free-threaded: ## Build a wheel for a free-threaded Python (PYTHON_FREE_THREADED), and run the package's tests in .venv-free-threaded
	@test -n "$(PYTHON_FREE_THREADED)" || { echo "set PYTHON_FREE_THREADED to a free-threaded Python"; exit 2; }
	rm -rf $(WHEELS)-free-threaded
	"$(VENV_PYTHON)" -m maturin build --profile $(PROFILE) --locked --manifest-path python/Cargo.toml \
		--features free-threaded --interpreter "$(PYTHON_FREE_THREADED)" --out $(WHEELS)-free-threaded
	"$(PYTHON_FREE_THREADED)" -m venv --clear .venv-free-threaded
	$(FREE_THREADED) -m pip install --quiet pytest "$$(ls $(WHEELS)-free-threaded/*.whl)[remote]"
	# Not every Python has a wheel of it; tests that need it are skipped then.
	-$(FREE_THREADED) -m pip install --quiet --only-binary :all: pyarrow
	cd python/tests && ../../$(FREE_THREADED) -m pytest -q -rs

# Other Pythons than the one that builds; the wheel is the same.
PYTHONS = python3.10 python3.12 python3.13
test-pythons: wheel ## Run the package's tests with other Pythons (PYTHONS: their programs), in .venv-pythons
	for python in $(PYTHONS); do \
		$$python -m venv --clear .venv-pythons || exit 1; \
		.venv-pythons/bin/pip install --quiet pytest "$$(ls $(WHEELS)/*.whl)[polars,duckdb,remote]" || exit 1; \
		(cd python/tests && ../../.venv-pythons/bin/python -m pytest -q -rs) || exit 1; \
	done

# Engines that are large to install, each an extra of the package; test-python runs polars and duckdb. Spark needs
# Java, Debian's package where there is none. Curator is tested with what datatrove and Ray bring.
ENGINES = datatrove ray spark curator
test-engines: wheel ## Install engines in .venv-engines, and hold what they make to the program's rows
	$(if $(filter spark,$(ENGINES)),command -v java >/dev/null || { apt-get -qq update && apt-get -qq install --no-install-recommends default-jre-headless; })
	$${PYTHON:-python3} -m venv .venv-engines
	for engine in $(filter-out curator,$(ENGINES)); do \
		.venv-engines/bin/pip install --quiet pytest "$$(ls $(WHEELS)/*.whl)[$$engine]" || exit 1; \
	done
	$(if $(filter curator,$(ENGINES)),.venv-engines/bin/pip install --quiet --no-deps --requirement python/curator.txt)
	.venv-engines/bin/pip install --quiet --force-reinstall --no-deps $(WHEELS)/*.whl
	cd python/tests && ../../.venv-engines/bin/python -m pytest -rs $(ENGINES:%=engines/test_%.py)

figures-python: build wheel ## Measure the Python package beside its peers (needs WCXB, and what test-engines installs)
	@test -d "$(BENCH_DATA)/dev/html" || { echo "set LEAFMILL_DATA to the folder that holds datasets/wcxb-dev"; exit 2; }
	@test -d .venv-engines || { echo "run make test-engines first, which installs Spark and datatrove"; exit 2; }
	.venv-engines/bin/pip install --quiet --force-reinstall --no-deps $(WHEELS)/*.whl
	python="$$(scripts/venv.sh scripts/peers/requirements.txt .venv-peers)" \
		&& "$$python" -m pip install --quiet --force-reinstall --no-deps $(WHEELS)/*.whl \
		&& "$$python" -m pip install --quiet pyarrow \
		&& "$$python" scripts/python/figures.py $(BENCH_DATA) --program $(LEAFMILL) --wheel $(WHEELS)/*.whl \
			--engines .venv-engines/bin/python -o results/python

install: ## Install the program with cargo
	cargo install --locked --path .

clean: ## Remove what was built
	cargo clean
