// Command benching compares the benchmarks of the checkout with those of a commit: it builds
// the tests of both, runs the packages in turn, first one side and then the other, and prints
// for each benchmark the least time and memory per operation over all rounds, as ratios. A
// ratio over 1.1 is marked. Benchmarks that only one side has are counted.
//
//	.ci/bench COMMIT [-rounds 3] [-time 200ms] [-only REGEXP] [PACKAGE…]
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// marked is the ratio above which a row is marked.
const marked = 1.1

// side is a checkout with what its benchmarks measured, by package and benchmark.
type side struct {
	root, binaries string
	least          map[string]measurement
}

// measurement is nanoseconds and bytes per operation.
type measurement struct{ time, memory float64 }

func main() {
	log.SetFlags(0)
	if len(os.Args) < 2 || strings.HasPrefix(os.Args[1], "-") {
		log.Fatal("usage: .ci/bench COMMIT [-rounds 3] [-time 200ms] [-only REGEXP] [PACKAGE…]")
	}
	flags := flag.NewFlagSet("bench", flag.ExitOnError)
	rounds := flags.Int("rounds", 3, "how often each side runs")
	benchtime := flags.String("time", "200ms", "as -benchtime")
	only := flags.String("only", ".", "which benchmarks, as -bench")
	flags.Parse(os.Args[2:])
	if err := compare(os.Args[1], *rounds, *benchtime, *only, flags.Args()); err != nil {
		log.Fatal(err)
	}
}

// compare builds the benchmarks of the packages, or of all that the commit has, at that commit and as
// they are now, runs both sides in turns, each first every other round, and prints the ratios of their
// least figures.
func compare(commit string, rounds int, benchtime, only string, packages []string) error {
	work, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	before := &side{root: filepath.Join(work, "before"), binaries: filepath.Join(work, "a"), least: map[string]measurement{}}
	now := &side{root: ".", binaries: filepath.Join(work, "b"), least: map[string]measurement{}}
	if out, err := exec.Command("git", "worktree", "add", "--detach", before.root, commit).CombinedOutput(); err != nil {
		return fmt.Errorf("git worktree: %s", out)
	}
	defer exec.Command("git", "worktree", "remove", "--force", before.root).Run()
	// What lies beside the checkout, such as larger inputs, lies beside the other too.
	if beside, err := filepath.Abs("../shared"); err == nil {
		if err := os.Symlink(beside, filepath.Join(work, "shared")); err != nil {
			return err
		}
	}
	if len(packages) == 0 {
		if packages, err = listPackages(before.root); err != nil {
			return err
		}
	}
	for _, p := range packages {
		p = strings.TrimPrefix(filepath.Clean(p), "./")
		if _, err := os.Stat(p); err != nil {
			fmt.Printf("only before: %s\n", p)
			continue
		}
		if err := before.build(p); err != nil {
			return err
		}
		if err := now.build(p); err != nil {
			return err
		}
		for round := range rounds {
			sides := []*side{before, now}
			if round%2 == 1 {
				slices.Reverse(sides)
			}
			for _, s := range sides {
				if err := s.run(p, benchtime, only); err != nil {
					return err
				}
			}
		}
		printRatios(before, now, p)
	}
	return nil
}

// listPackages lists the folders below root whose tests have benchmarks.
func listPackages(root string) ([]string, error) {
	command := exec.Command("git", "grep", "-lE", `^func Benchmark`, "--", "*_test.go")
	command.Dir = root
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("git grep: %w", err)
	}
	folders := map[string]bool{}
	for name := range strings.Lines(string(out)) {
		folders[filepath.Dir(strings.TrimSpace(name))] = true
	}
	return slices.Sorted(maps.Keys(folders)), nil
}

func (s *side) binary(p string) string {
	return filepath.Join(s.binaries, strings.ReplaceAll(p, "/", "-")+".test")
}

func (s *side) build(p string) error {
	command := exec.Command("go", "test", "-c", "-o", s.binary(p), "./"+p)
	command.Dir = s.root
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%s of %s: %s", p, s.root, out)
	}
	return nil
}

// run measures the benchmarks of a package once, and retains what is least.
func (s *side) run(p, benchtime, only string) error {
	if _, err := os.Stat(s.binary(p)); err != nil {
		return nil
	}
	command := exec.Command(s.binary(p), "-test.run", "^$", "-test.bench", only, "-test.benchtime", benchtime, "-test.benchmem")
	command.Dir = filepath.Join(s.root, p)
	out, err := command.Output()
	if err != nil {
		return fmt.Errorf("%s of %s: %w\n%s", p, s.root, err, out)
	}
	for name, m := range readBenchmarks(out) {
		key := p + " " + name
		if least, ok := s.least[key]; ok {
			m = measurement{min(m.time, least.time), min(m.memory, least.memory)}
		}
		s.least[key] = m
	}
	return nil
}

// suffix matches what go test appends for the number of cores.
var suffix = regexp.MustCompile(`-\d+$`)

// readBenchmarks reads time and memory of what -bench prints, by name without the number of cores:
// name, iterations, and values before their units. The last line of a name counts; other lines are
// left out.
func readBenchmarks(out []byte) map[string]measurement {
	read := map[string]measurement{}
	for line := range bytes.Lines(out) {
		words := strings.Fields(string(line))
		if len(words) < 4 || !strings.HasPrefix(words[0], "Benchmark") {
			continue
		}
		var m measurement
		for i := 2; i+1 < len(words); i += 2 {
			value, err := strconv.ParseFloat(words[i], 64)
			if err != nil {
				break
			}
			switch words[i+1] {
			case "ns/op":
				m.time = value
			case "B/op":
				m.memory = value
			}
		}
		read[suffix.ReplaceAllString(words[0], "")] = m
	}
	return read
}

// printRatios prints a row for each benchmark of a package that both sides have.
func printRatios(before, now *side, p string) {
	single := 0
	for _, key := range slices.Sorted(maps.Keys(now.least)) {
		if !strings.HasPrefix(key, p+" ") {
			continue
		}
		a, ok := before.least[key]
		b := now.least[key]
		if !ok {
			single++
			continue
		}
		// Memory under a kilobyte is a rounding of a few allocations.
		slower, larger := b.time > marked*a.time, b.memory > marked*a.memory && b.memory > 1024
		mark := " "
		if slower || larger {
			mark = "!"
		}
		fmt.Printf("%s %-90s %12.0f ns %6.2f   %12.0f B %6.2f\n", mark, key, b.time, ratio(b.time, a.time), b.memory, ratio(b.memory, a.memory))
	}
	if single > 0 {
		fmt.Printf("  %s: %d benchmarks are new\n", p, single)
	}
}

func ratio(a, b float64) float64 {
	if a == b {
		return 1
	}
	return a / b
}
