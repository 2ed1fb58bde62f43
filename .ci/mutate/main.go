// Command mutate finds out which errors the tests of the scores would notice. It
// changes one operator or constant at a time and runs the tests:
//
//	nice go run ./.ci/mutate                    # an hour of one core
//	nice go run ./.ci/mutate -again             # only what survived before
//	nice go run ./.ci/mutate -own FILE...       # in these files, also outside scoring
//
// The changes are drawn by a seed, every place with the same probability, from all
// operators and constants of the files named or else of those under scoring that a
// build on this machine contains, except tests and the packages that only tests use:
//
//   - arithmetic, bits, && and ||, also in an assignment: the operator's
//     counterpart (+ for -, / for *, * for %), with the operands as they are;
//   - == and !=: each other; <, <=, > and >=: with the bound moved, or reversed;
//   - ++ and --: each other; !x and -x: x;
//   - whole constants: one more or one less; others: twice or half; 0.0: 1.0;
//   - true and false: each other;
//   - a condition without an operator (if ok): negated.
//
// A change that does not compile is listed but not counted, and the next place is
// drawn. A change is killed if a test fails: first the tests of its own package run,
// then those of the packages that import it, the quickest first, and then the
// command's. It is also killed if the tests of a package take more than two minutes of
// processor time, five minutes or six gigabytes, since something then loops or waits
// for ever. Tests run with -short, without the data outside the repository. No
// file is touched: the compiler reads the change through an overlay.
//
// The program wrote the list beside this file; each survivor comes with the packages
// whose tests it survived.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

var (
	seed  = flag.Uint64("seed", 24, "draws the changes")
	count = flag.Int("n", 200, "`changes` that compile")
	list  = flag.String("list", ".ci/mutate/list.txt", "`file` with what became of each change")
	again = flag.Bool("again", false, "test only the changes that survived according to the list")
	own   = flag.Bool("own", false, "run only the tests of the changed package")
)

func main() {
	log.SetFlags(log.Ltime)
	flag.Parse()
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

// run draws the changes and tests each until -count are tested. With -again, changes that did not
// survive according to the list keep their fate without a test. The list is written after every
// one, so that a stopped run leaves what it found.
func run() error {
	tree, err := packages()
	if err != nil {
		return err
	}
	if flag.NArg() > 0 {
		tree.files = flag.Args()
	}
	all, err := drawn(tree.files, *seed)
	if err != nil {
		return err
	}
	before, err := fates(*list)
	if err != nil {
		return err
	}
	if !*again {
		clear(before)
	}
	bench, err := newBench(tree)
	if err != nil {
		return err
	}
	defer os.RemoveAll(bench.dir)
	out := &outcome{places: len(all)}
	for _, c := range all {
		if out.tested == *count {
			break
		}
		fate := before[c.String()]
		if fate == "" || strings.HasPrefix(fate, survived) {
			if fate, err = bench.try(c); err != nil {
				return err
			}
			log.Printf("%d %s:%d %s  %s", out.tested+1, c.file, c.line, c.shown, fate)
		}
		out.add(c, fate)
		if err := os.WriteFile(*list, out.text(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

const (
	survived = "survived"
	broken   = "does not compile"
)

// outcome is the list that is written.
type outcome struct {
	places, tested, alive int
	rows                  strings.Builder
}

// add appends a row for a change and its fate, and counts it as tested unless it did not compile,
// and as alive if it survived.
func (o *outcome) add(c change, fate string) {
	if fate != broken {
		o.tested++
	}
	if strings.HasPrefix(fate, survived) {
		o.alive++
	}
	fmt.Fprintf(&o.rows, "\n%s:%d\n\t%s\n\t%s\n", c.file, c.line, c, fate)
}

func (o *outcome) text() []byte {
	return fmt.Appendf(nil, "seed %d: of %d places, %d changes were tested, %d killed, %d survived.\n%s",
		*seed, o.places, o.tested, o.tested-o.alive, o.alive, o.rows.String())
}

// fates reads the fate of each change from a list. A missing list is empty.
func fates(path string) (map[string]string, error) {
	text, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return map[string]string{}, nil
	}
	if err != nil {
		return nil, err
	}
	known := map[string]string{}
	for block := range strings.SplitSeq(string(text), "\n\n") {
		if lines := strings.Split(strings.TrimSpace(block), "\n"); len(lines) == 3 {
			known[strings.TrimSpace(lines[1])] = strings.TrimSpace(lines[2])
		}
	}
	return known, nil
}

// tree holds the packages from which the tests are chosen.
type tree struct {
	files []string            // of the program, relative to the root
	using map[string][]string // by package: the other packages with tests that depend on it
}

// onlyTests are the packages that only tests use.
var onlyTests = []string{"scoring/scoringtest", "scoring/vectors"}

// Of the command's tests, those that compare what the program prints run. The rest do
// not: they are about terminals, other programs and files, not about numbers.
const (
	command   = "cmd/faithscope/commands"
	elsewhere = "Walk|Crash|Links|Menus|Tagged|Licence|Nesting|Python|Servers|FormatBecomes|Claims|ScreensAre|Cache"
)

// packages lists, by go list, the files of the packages below scoring that are not only for tests,
// and for each of these packages the others whose tests depend on it.
func packages() (*tree, error) {
	cmd := exec.Command("go", "list", "-test", "-json=ImportPath,ForTest,GoFiles,Deps,TestGoFiles,XTestGoFiles",
		"./scoring/...", "./"+command)
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	t := &tree{using: map[string][]string{}}
	for dec := json.NewDecoder(bytes.NewReader(text)); dec.More(); {
		var p struct {
			ImportPath, ForTest string
			GoFiles, Deps       []string
		}
		if err := dec.Decode(&p); err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		_, name, _ := strings.Cut(p.ImportPath, "/")
		tests, binary := strings.CutSuffix(name, ".test")
		switch {
		case binary:
			for _, dep := range p.Deps {
				dep, _, _ = strings.Cut(dep, " ")
				if _, dep, _ = strings.Cut(dep, "/"); strings.HasPrefix(dep, "scoring") && dep != tests && !slices.Contains(t.using[dep], tests) {
					t.using[dep] = append(t.using[dep], tests)
				}
			}
		case p.ForTest == "" && strings.HasPrefix(name, "scoring") && !slices.Contains(onlyTests, name):
			for _, file := range p.GoFiles {
				t.files = append(t.files, name+"/"+file)
			}
		}
	}
	return t, nil
}

// bench builds and runs tests.
type bench struct {
	*tree
	root, dir string
	takes     map[string]time.Duration // by package: how long its tests take without a change
}

// newBench runs the tests of all packages without a change: they must pass, and their
// times decide which run first later.
func newBench(t *tree) (*bench, error) {
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return nil, err
	}
	root, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	b := &bench{tree: t, root: root, dir: dir, takes: map[string]time.Duration{}}
	for _, users := range t.using {
		for _, pkg := range users {
			if b.takes[pkg] != 0 || *own {
				continue
			}
			if !b.build(pkg, "") {
				return nil, fmt.Errorf("%s: its tests do not compile", pkg)
			}
			failed, took := b.test(pkg)
			if failed != "" {
				return nil, fmt.Errorf("%s fails without a change: %s", pkg, failed)
			}
			b.takes[pkg] = took
			log.Printf("%s takes %v", pkg, took.Round(time.Millisecond))
		}
	}
	for _, users := range t.using {
		slices.SortFunc(users, func(x, y string) int { return int(b.takes[x] - b.takes[y]) })
	}
	return b, nil
}

// try compiles the program with a change as an overlay and tests the package that has it and then,
// unless -own is given, those that use it. It returns that the change does not compile, which test
// killed it, or that it survived, and what was run.
func (b *bench) try(c change) (string, error) {
	source, err := c.apply()
	if err != nil {
		return "", err
	}
	file, overlay := filepath.Join(b.dir, "changed.go"), filepath.Join(b.dir, "overlay.json")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(b.root, c.file): file}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(overlay, text, 0o600); err != nil {
		return "", err
	}
	home := filepath.ToSlash(filepath.Dir(c.file))
	if !compiles("build", "-overlay", overlay, "./"+home) {
		return broken, nil
	}
	users := []string{home}
	if !*own {
		users = append(users, b.using[home]...)
	}
	for _, pkg := range users {
		if !b.build(pkg, overlay) {
			return broken, nil
		}
		if failed, _ := b.test(pkg); failed != "" {
			return "killed by " + pkg + " " + failed, nil
		}
	}
	return survived + ": " + strings.Join(users, " "), nil
}

func (b *bench) build(pkg, overlay string) bool {
	return compiles("test", "-c", "-overlay", overlay, "-o", b.binary(), "./"+pkg)
}

func compiles(args ...string) bool { return exec.Command("go", args...).Run() == nil }

func (b *bench) binary() string { return filepath.Join(b.dir, "tests") }

// limits keep a loop from exhausting the machine.
const limits = "ulimit -t 120 -v 6000000; exec "

var failing = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// test runs what build has compiled and returns the first test that failed, or "" if
// none did, and the processor time of all.
func (b *bench) test(pkg string) (failed string, took time.Duration) {
	if _, err := os.Stat(b.binary()); err != nil {
		return "", time.Nanosecond // no tests
	}
	args := " -test.short -test.failfast -test.timeout 5m"
	if pkg == command {
		args += " -test.skip '" + elsewhere + "'"
	}
	cmd := exec.Command("bash", "-c", limits+b.binary()+args)
	cmd.Dir = filepath.Join(b.root, pkg)
	out, err := cmd.CombinedOutput()
	took = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	os.Remove(b.binary())
	if err == nil {
		return "", took
	}
	if at := failing.FindStringSubmatch(string(out)); at != nil {
		return at[1], took
	}
	if first := regexp.MustCompile(`(?m)^(panic|fatal error): .*`).FindString(string(out)); first != "" {
		return "(" + first + ")", took
	}
	return "(" + err.Error() + ")", took
}
