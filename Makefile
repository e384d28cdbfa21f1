# Dormouse: `make` alone prints what can be made.
GO      ?= go
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
BIN     := ./dormouse
# Tools that only check; they are fetched as modules, pinned, and never linked.
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.7.0
GOLANGCI    := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
GOVULNCHECK := golang.org/x/vuln/cmd/govulncheck@v1.1.4
DEADCODE    := golang.org/x/tools/cmd/deadcode@v0.50.0
# Writes .deb and .rpm.
NFPM        := github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.0
FUZZTIME ?= 20s
# golangci-lint, or staticcheck, which is built in a fifth of the time.
LINTER ?= golangci-lint
# The Go that go.mod asks for.
NEEDED := $(shell while read -r word value; do if [ "$$word" = go ]; then echo "$$value"; fi; done < go.mod)

.DEFAULT_GOAL := help
.PHONY: help toolchain build run test check lint golangci-lint staticcheck vuln e2e fuzz fuzzci size guarantees house crash bench ablate train docs pictures cross release packaged nfpm clean

help: ## print the targets
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# One line in place of what an older Go, or none, says of go.mod. A Go that can
# fetch the needed one by itself passes.
toolchain:
	@$(GO) list -m >/dev/null 2>&1 || { \
	  have=$$(cd / && GOTOOLCHAIN=local $(GO) version 2>/dev/null) || have="no Go"; \
	  echo "dormouse needs Go $(NEEDED) or newer; found here: $$have. Get it at https://go.dev/dl/" >&2; exit 1; }

build: toolchain ## build ./dormouse, one static binary
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '-s -w -X main.version=$(VERSION)' -o $(BIN) .

run: build ## build and open the chat (no key, no network needed)
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN); else \
	  echo 'make run: the chat needs a terminal; without one, use $(BIN) -p "a question"' >&2; fi

# The race detector needs a C compiler with its headers; runtime/cgo is what of
# Go itself is built with one.
test: toolchain ## all tests; with the race detector where a C compiler is
	@if CGO_ENABLED=1 $(GO) build -race runtime/cgo >/dev/null 2>&1; then race=-race; else \
	  echo "test: no C compiler here, so without the race detector"; fi; \
	set -x; $(GO) test $$race -timeout 20m ./...

check: lint vuln ## formatting, vet, static analysis, dead code, known vulnerabilities
	@echo check: clean

lint:
	@out=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$out" ]; then echo "not gofmt-ed: $$out"; exit 1; fi
	$(GO) vet ./...
	@$(MAKE) --no-print-directory $(LINTER)
	GOBIN=$(CURDIR)/.cache $(GO) install $(DEADCODE)
	@out=$$(.cache/deadcode -test ./...); if [ -n "$$out" ]; then echo "nobody calls: $$out"; exit 1; fi

# What is found is in .golangci.yml; staticcheck alone is the larger part of it.
golangci-lint:
	GOBIN=$(CURDIR)/.cache $(GO) install $(GOLANGCI)
	.cache/golangci-lint run ./...

staticcheck:
	GOBIN=$(CURDIR)/.cache $(GO) install $(STATICCHECK)
	.cache/staticcheck ./...

# govulncheck ends with 3 when it found something, and otherwise when it could not
# look: the database is on the network.
vuln:
	GOBIN=$(CURDIR)/.cache $(GO) install $(GOVULNCHECK)
	@.cache/govulncheck ./... || { code=$$?; \
	  if [ $$code -eq 3 ]; then exit 3; fi; \
	  echo "vuln: the vulnerability database could not be reached; skipped"; }

e2e: build ## tests in a real terminal and against a fake provider (tmux, node)
	$(GO) test -count=1 -timeout 15m ./tui/... -run 'E2E|Script|Terminal'

# Go's fuzzer sometimes fails with "context deadline exceeded" when its time is up in
# the middle of an input; that is no finding.
fuzz: ## every fuzz target for FUZZTIME (20s)
	@log=$$(mktemp); for p in $$($(GO) list ./...); do \
	  for f in $$($(GO) test -list '^Fuzz' $$p 2>/dev/null | grep '^Fuzz' || true); do \
	    echo "$$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) $$p >$$log 2>&1 || \
	    { grep -q 'context deadline exceeded' $$log && ! grep -q 'Failing input' $$log; } || { cat $$log; rm -f $$log; exit 1; }; done; done; rm -f $$log

# As many inputs of each target as take about a minute all together.
fuzzci: ## every fuzz target for a moment
	@$(MAKE) --no-print-directory fuzz FUZZTIME=1s

size: ## no input makes a step worse than linear (slow under the race detector)
	$(GO) test -count=1 -timeout 10m ./tui/... -run 'WorseThanLinear' -v

guarantees: ## write docs/guarantees.md from what the tests print
	@$(GO) test -json -timeout 30m ./... >.guarantees.json || true
	@$(GO) run docs/guarantees/main.go docs/guarantees/promises.go <.guarantees.json >docs/guarantees.md; \
	  code=$$?; rm -f .guarantees.json; exit $$code

# The commit before the rooms of runtime and tui began.
HOUSE_BEFORE := c8842fd
house: ## write docs/house.md: the code in figures, before its rooms and now
	GOBIN=$(CURDIR)/.cache $(GO) install $(DEADCODE)
	@before=$$(mktemp -d) && git archive $(HOUSE_BEFORE) | tar -x -C $$before && \
	  DEADCODE=$(CURDIR)/.cache/deadcode $(GO) run ./docs/house $(HOUSE_BEFORE) $$before . >docs/house.md.new && mv docs/house.md.new docs/house.md; \
	  code=$$?; rm -rf $$before docs/house.md.new; exit $$code

crash: ## the long crash sweeps: power cuts, kills, faults, editors (under ten minutes on two cores)
	$(GO) test -count=1 -timeout 30m -v ./land ./land/transcript ./runtime ./tui/cli ./tui/cli/sync -run 'Crash|Sweep|Instances|AMonth|Anywhere' -args -long

bench: ## speed and memory, as ratios within one run
	$(GO) test -run '^$$' -bench . -benchmem -benchtime 1x -timeout 60m ./...
	$(GO) test -run '^$$' -bench 'TenYears/.*(Search|Looking|Reindex)' -benchtime 200x -timeout 60m ./memory/search
	$(GO) test -run '^$$' -bench 'Stream|Echo|Resize' -benchtime 500x ./tui

# With EVAL=FOLDER also long conversations with questions, scored by the folder's own
# scripts (python3).
ablate: ## what each mechanism of sleep is worth, on the project's own talks
	EVAL=$(if $(EVAL),$(abspath $(EVAL))) $(GO) test -count=1 -timeout 120m -v ./runtime -run 'TestAblation$$' -args -ablate . | grep -E 'ablation_test|FAIL|^ok'

# One of each system and of each processor; what differs between them is in both.
CROSS ?= linux/arm64 darwin/arm64 windows/amd64
cross: ## compile for other systems: Linux and macOS on arm64, Windows on amd64
	@set -e; for t in $(CROSS); do echo "cross: $$t"; \
	  CGO_ENABLED=0 GOOS=$${t%/*} GOARCH=$${t#*/} $(GO) build -trimpath -o /dev/null .; done

release: nfpm ## build all archives and packages into dist/ (docs/release.md)
	NFPM=$(CURDIR)/.cache/nfpm GO=$(GO) release/build.sh

packaged: nfpm ## build this machine's package, twice alike, install it into a folder
	NFPM=$(CURDIR)/.cache/nfpm GO=$(GO) release/test.sh

nfpm:
	GOBIN=$(CURDIR)/.cache $(GO) install $(NFPM)

clean: ## remove what was built
	rm -rf $(BIN) dist
	$(GO) clean -testcache

# The pages are kept by tests of these names, too.
docs: ## write the reference pages in docs/ anew: commands, keys, settings
	$(GO) test -count=1 ./land/config -run TestDocs -args -update
	$(GO) test -count=1 ./tui/cli -run TestCommandsReference -args -update
	$(GO) test -count=1 ./tui -run TestKeysReference -args -update

pictures: build ## take the README's pictures and the cast from real runs (tmux)
	$(GO) test -count=1 ./tui -run 'TestPictures|TestCastIsTaken' -args -pictures $(abspath $(BIN))

MODELS := lang act keep kind lasts whose health wish relate claim
train: ## train the models of language from the corpus and print what they are worth
	@set -e; w=memory/language/weights; run="$(GO) run ./memory/language/train"; \
	for m in common vocabulary; do f=$$w/$$([ $$m = common ] && echo common.txt || echo vocabulary.bin); $$run $$m > $$f.new; mv $$f.new $$f; done; \
	for m in $(MODELS); do $$run $$m > $$w/$$m.bin.new; mv $$w/$$m.bin.new $$w/$$m.bin; done; \
	{ $$run -ablate; $$run -decide; $$run -ends; $$run -lasts; $$run -claims; } | tee docs/language.txt
