# The same checks as .ci/run, one at a time.

.PHONY: build test race lint fuzz measure bench bench-pictures bench-link screens tour screenshot rules check ci

build:
	go build ./cmd/faithscope

test:
	go test ./...

race:
	go test -race ./...

lint:
	golangci-lint run ./...

# Every fuzz target for two minutes; `make fuzz FUZZTIME=1h` for longer.
fuzz:
	FUZZTIME=$(or $(FUZZTIME),2m) .ci/fuzz

bench:
	go test -run '^$$' -bench . ./...

# The program's form, whose ceilings are in cmd/faithscope/architecture.
measure:
	.ci/measure -packages -circles

# Compares pictures with libsixel, chafa and timg: time, bytes and PSNR on the
# photos of a folder, at three sizes. Programs that are not installed are skipped.
PICTURES ?= $(or $(wildcard ../shared/data/images),tui/picture/testdata)
bench-pictures:
	FAITHSCOPE_PICTURES="$(abspath $(PICTURES))" go test ./tui/picture -run '^TestPeers$$' -count=1 -v -cpu 1 -timeout 30m

# How long the text and the picture after a key take over lines of 1 and 10 Mbit/s,
# and how many bytes keys cost.
bench-link:
	go test ./tui -run '^$$' -bench 'Link|BytesPerKey' -benchtime 3x

# Compares the program with others on a run of 132,000 examples; takes minutes and
# 2 GB.
.PHONY: bench-size
bench-size:
	.ci/bench-size

# Checks in real terminals; `make screens SHOTS=folder` keeps the screenshots.
SHOTS ?=
screens:
	.ci/screens $(SHOTS)

# Every screen in real terminals, small and large.
tour:
	.ci/tour $(SHOTS)

# Takes the README's screenshots.
screenshot:
	.ci/screenshots cmd/faithscope/testdata/screens
	.ci/film cmd/faithscope/testdata/screens/film.gif

# Rewrites the table of rules in the README of the formats.
rules:
	go test ./loaders/rules ./loaders/roles -run TestReadme -update

# Rewrites the licences that the program prints, after a dependency has changed.
.PHONY: licences
licences:
	go run ./.ci/licences > licences.txt && gzip -9 -n licences.txt && mv licences.txt.gz cmd/faithscope/commands/

check:
	.ci/check

ci:
	.ci/run
