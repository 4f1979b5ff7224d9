.PHONY: help build test race lint example bench bench-crawl fuzz

help: ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

build: ## the program, without cgo
	CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o bin/assay ./cmd/assay

test: ## all tests
	go test ./...

race: ## all tests under the race detector
	go test -race ./...

lint: ## gofmt, vet, staticcheck and the builds, as CI runs them
	bash .ci/run

example: ## build a copy of the example vault, and check that a second build has nothing to do
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && cp -r example-vault "$$dir/vault" && \
	go run ./cmd/assay build "$$dir/vault" && \
	go run ./cmd/assay build "$$dir/vault" --json | grep -q '"run": *0' && \
	go run ./cmd/assay ledger verify -C "$$dir/vault"

bench: ## the speed table, measured here (minutes; on an idle machine)
	@ASSAY_BENCH=1 go test ./cmd/assay -run TestSpeedTable -count=1 -timeout 30m -v | grep -v -e "^=== " -e "^--- " -e "^ok " -e "^PASS"

bench-crawl: ## whole web sites from address to note, beside wget; SITES=folder:folder of HTML
	@ASSAY_CRAWL_SITES="$(SITES)" go test ./cmd/assay -run TestCrawlTable -count=1 -timeout 30m -v | grep -v -e "^=== " -e "^--- " -e "^ok " -e "^PASS"

FUZZTIME ?= 5m
fuzz: ## every fuzz target, FUZZTIME each
	@for pkg in $$(go list ./...); do \
	  for target in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
	    echo "$$pkg $$target"; \
	    go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$pkg || exit 1; \
	  done; \
	done
