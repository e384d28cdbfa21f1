# Dormouse: `make` alone prints what can be made.
GO      ?= go
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
BIN     := ./dormouse
# Tools that only check; they are fetched as modules, pinned, and never linked.
GOLANGCI    := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
GOVULNCHECK := golang.org/x/vuln/cmd/govulncheck@v1.1.4
DEADCODE    := golang.org/x/tools/cmd/deadcode@v0.50.0
GORELEASER  := github.com/goreleaser/goreleaser/v2@v2.15.1
FUZZTIME ?= 20s
# Makes the fuzzer see what code an input reaches.
GUIDED ?= -fuzz=.
# The Go that go.mod asks for.
NEEDED := $(shell while read -r word value; do if [ "$$word" = go ]; then echo "$$value"; fi; done < go.mod)

.DEFAULT_GOAL := help
.PHONY: help toolchain build run test race check lint vuln e2e fuzz fuzzci size guarantees house crash bench ablate train docs pictures cross release packaged goreleaser extras clean

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

# Under the race detector all takes five times as long, and it finds something only
# where more than one goroutine works: the folders whose code or tests start one, with
# a server, a screen or by themselves. There -short leaves out what is long and works
# on one. It needs a C compiler with its headers; runtime/cgo is what of Go itself is
# built with one. make check vets.
STARTS := ^[[:space:]]*go (func|[a-z]+[.(])|[.]Go[(]func|testing/synctest|net/http|modelcontextprotocol|NewProgram
test: toolchain ## all tests, then under the race detector what starts goroutines
	$(GO) test -vet=off -timeout 20m ./...
	@if CGO_ENABLED=1 $(GO) build -race runtime/cgo >/dev/null 2>&1; then $(MAKE) --no-print-directory race; else \
	  echo "test: no C compiler here, so without the race detector"; fi

race:
	$(GO) test -race -short -vet=off -timeout 20m $$(grep -rlE --include='*.go' '$(STARTS)' . | xargs -n1 dirname | sort -u)

check: lint vuln ## formatting, vet, static analysis, dead code, known vulnerabilities
	@echo check: clean

# golangci-lint does what go vet does, too; what it finds is in .golangci.yml.
lint:
	@out=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$out" ]; then echo "not gofmt-ed: $$out"; exit 1; fi
	GOBIN=$(CURDIR)/.cache $(GO) install $(GOLANGCI)
	.cache/golangci-lint run ./...
	GOBIN=$(CURDIR)/.cache $(GO) install $(DEADCODE)
	@out=$$(.cache/deadcode -test ./...); if [ -n "$$out" ]; then echo "nobody calls: $$out"; exit 1; fi

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
	@mkdir -p .cache; log=$$(mktemp); fuzzer=$(CURDIR)/.cache/fuzz.test; \
	for dir in $$(git grep -l '^func Fuzz' -- '*_test.go' | xargs -n1 dirname | sort -u); do \
	  $(GO) test -c $(GUIDED) -o $$fuzzer ./$$dir || exit 1; \
	  for f in $$(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' $$dir/*_test.go); do \
	    echo "$$dir $$f"; (cd $$dir && $$fuzzer -test.run '^$$' -test.fuzz "^$$f$$" -test.fuzztime $(FUZZTIME) \
	      -test.fuzzcachedir "$$($(GO) env GOCACHE)/fuzz/dormouse/$$dir") >$$log 2>&1 || \
	    { grep -q 'context deadline exceeded' $$log && ! grep -q 'Failing input' $$log; } || { cat $$log; rm -f $$log; exit 1; }; done; done; rm -f $$log

# In one second no input is found by its coverage, and to build all that is linked for
# that takes longer than the fuzzing.
fuzzci: ## every fuzz target for a moment
	@$(MAKE) --no-print-directory fuzz FUZZTIME=1s GUIDED=

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

# Unoptimised: what does not compile or link is found all the same, in two thirds of
# the time.
CROSS ?= $(filter-out $(shell $(GO) env GOHOSTOS)/$(shell $(GO) env GOHOSTARCH),\
  linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64)
cross: ## compile for the other five systems: Linux, macOS, Windows; amd64, arm64
	@set -e; for t in $(CROSS); do echo "cross: $$t"; \
	  CGO_ENABLED=0 GOOS=$${t%/*} GOARCH=$${t#*/} $(GO) build -trimpath -gcflags='all=-N -l' -ldflags='-s -w' -o /dev/null .; done

release: goreleaser ## build all archives and packages into dist/ (docs/release.md)
	.cache/goreleaser release --clean

packaged: goreleaser ## build a release twice alike, install its packages into empty roots
	GORELEASER=.cache/goreleaser .ci/packaged

goreleaser:
	GOBIN=$(CURDIR)/.cache $(GO) install $(GORELEASER)
	.cache/goreleaser check

# What is the same for all systems is printed by the program itself.
extras: build
	rm -rf .cache/extras && mkdir -p .cache/extras/completions
	$(BIN) man --dir .cache/extras/man && gzip -n9 .cache/extras/man/*.1
	for shell in bash zsh fish powershell; do $(BIN) completion $$shell >.cache/extras/completions/dormouse.$$shell || exit 1; done

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

train: ## train the models of language from the corpus and print what they are worth
	@set -e; run="$(GO) run ./memory/language/train"; \
	for m in $$($$run -models); do $$run -into memory/language $$m; done; \
	{ $$run -ablate; $$run -decide; $$run -ends; $$run -lasts; $$run -claims; $$run -ended; $$run -answered; $$run -followed; $$run -parted; } | tee docs/language.txt
