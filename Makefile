.PHONY: help build test race lint docs example bench bench-search bench-peers profile bench-crawl fuzz

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

build: ## the program, without cgo
	CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o bin/assay ./cmd/assay

test: ## all tests
	go test ./...

race: ## all tests under the race detector
	go test -race ./...

lint: ## gofmt, vet, staticcheck and the builds, as CI runs them
	bash .ci/run

docs: ## write anew what the documents list and show
	go test ./cmd/assay -run TestDocumentation -update

example: ## build a copy of the example vault, and check that a second build has nothing to do
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && cp -r example-vault "$$dir/vault" && \
	go run ./cmd/assay build "$$dir/vault" && \
	go run ./cmd/assay build "$$dir/vault" --json | grep -q '"run": *0' && \
	go run ./cmd/assay ledger verify -C "$$dir/vault"

bench: ## the speed table at 1,000, 10,000 and 100,000 notes, measured here (half an hour; on an idle machine)
	@ASSAY_BENCH=1 go test ./cmd/assay -run TestSpeedTable -count=1 -timeout 90m -v | grep -v -e "^=== " -e "^--- " -e "^ok " -e "^PASS"

bench-search: ## search at 1,000, 10,000 and 100,000 passages, measured here (minutes)
	@ASSAY_BENCH_SEARCH=1 ASSAY_BENCH_SIZES=100 go test ./cmd/assay -run TestSearchTable -count=1 -timeout 30m -v | grep -v -e "^=== " -e "^--- " -e "^ok " -e "^PASS"

# None of these is a dependency: they are built into a folder of their own, by the
# module cache alone. vale needs a C compiler.
PEERS ?= bin/peers
HUGO = github.com/gohugoio/hugo@v0.164.0
VALE = github.com/vale-cli/vale/v3/cmd/vale@v3.21.0
bench-peers: ## the speed table with hugo and vale beside it; PEERS=folder that has them or gets them
	@mkdir -p $(PEERS)
	@test -x $(PEERS)/hugo || GOBIN=$(abspath $(PEERS)) CGO_ENABLED=0 go install $(HUGO) || echo "hugo cannot be built here: its rows are left out"
	@test -x $(PEERS)/vale || GOBIN=$(abspath $(PEERS)) CGO_ENABLED=1 go install $(VALE) || echo "vale cannot be built here: its row is left out"
	@ASSAY_BENCH_PEERS=$(abspath $(PEERS)) $(MAKE) --no-print-directory bench

.PHONY: bench-linters
LINTERS ?= bin/linters
bench-linters: ## what other tools find in the same wikis; WIKIS=folder of them, SAMPLE=n prints findings to read; needs npm
	@npm install --silent --no-audit --no-fund --prefix $(LINTERS) llm-wiki-compiler@1.3.0 markdownlint-cli2@0.22.1 markdown-link-check@3.15.0
	@$(MAKE) --no-print-directory build
	@go run ./internal/lab/linters -assay bin/assay -tools $(LINTERS)/node_modules/.bin -sample $(or $(SAMPLE),0) "$(WIKIS)"

PROFILES ?= bin/profiles
profile: ## processor profiles of the slowest paths into PROFILES, and what costs most in each
	@mkdir -p $(PROFILES)
	@ASSAY_PROFILE=$(abspath $(PROFILES)) go test ./cmd/assay -run TestProfiles -count=1 -timeout 60m -v -o $(abspath $(PROFILES))/assay.test | grep -e "pprof:" -e FAIL
	@for f in $(PROFILES)/*.pprof; do echo; echo "$$f"; go tool pprof -top -cum -nodecount=32 -show '^assay/(compiler|gates|ingest|provenance|vault|cmd/internal)|gcBgMarkWorker$$|mallocgc$$' $(PROFILES)/assay.test $$f 2>/dev/null | tail -n +6; done

bench-crawl: ## whole web sites from address to note, beside wget; SITES=folder:folder of HTML
	@ASSAY_CRAWL_SITES="$(SITES)" go test ./cmd/assay -run TestCrawlTable -count=1 -timeout 30m -v | grep -v -e "^=== " -e "^--- " -e "^ok " -e "^PASS"

.PHONY: bench-pdf
bench-pdf: ## how well PDF files are read, beside pdftotext; PDFS=folder of them, READERS='name=command {}' for another reader
	@ASSAY_PDFS="$(abspath $(PDFS))" ASSAY_PDF_READERS="$(READERS)" go test ./ingest/pdf -run TestReaders -count=1 -timeout 60m -v | grep -v -e "^=== " -e "^--- " -e "^ok " -e "^PASS"

FUZZTIME ?= 5m
fuzz: ## every fuzz target, FUZZTIME each
	@for pkg in $$(go list ./...); do \
	  for target in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
	    echo "$$pkg $$target"; \
	    go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$pkg || exit 1; \
	  done; \
	done

.PHONY: bench-wikis
bench-wikis: ## what a check of each wiki of a folder costs that has no policy; WIKIS=folder, PAGES=58000 for one more that is made up
	@ASSAY_BENCH_WIKIS="$(abspath $(WIKIS))" ASSAY_BENCH_PAGES=$(PAGES) go test ./cmd/assay -run TestWikiTable -count=1 -timeout 60m -v | grep -v -e "^=== " -e "^--- " -e "^ok " -e "^PASS"
